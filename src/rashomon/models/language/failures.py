"""What went wrong at a provider, in one sentence without secrets, and whether to try once more.

What a provider says of an error may repeat what was sent, even part of a key, so none of it is
passed on: the host, the status and what they mean are enough to do something about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic_ai import exceptions as ai

from rashomon.models.language.raised import Closed, TooLong

_AGAIN: Final = (408, 409, 425, 429)
"""Statuses below 500 that say: later."""

_FORMAT: Final = ("response_format", "json_schema", "json schema", "structured output", "grammar")
"""Words by which a refusal of the reply's schema is known."""


_NONSENSE: Final = (LookupError, TypeError, AttributeError, ValueError)
"""What reading an answer ends in that has not the shape it should have."""


@dataclass(frozen=True, slots=True)
class Where:
    """Who is asked, as a sentence calls it, and where its key is looked for."""

    name: str
    keys: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed call: what to say of it, whether to try again, and after how many seconds.

    `unschemed` is whether it was the schema that the provider would not have.
    """

    said: str
    again: bool = False
    wait: float | None = None
    unschemed: bool = False


def failure(error: BaseException, where: Where) -> Failure | None:
    """Read what was raised at a provider; `None` for what is no provider's doing."""
    causes = tuple(_causes(error))
    for each in causes:
        if isinstance(each, TooLong):
            return Failure(f"{where} answered more than any reply should have.")
        if isinstance(each, Closed):
            return Failure(str(each))
    if isinstance(error, ai.ModelQuotaExceededError):
        return Failure(f"{where} says that what the account may use is used up.")
    if isinstance(error, ai.ModelHTTPError):
        return _status(error, where)
    if isinstance(error, (TimeoutError, ai.ModelTimeoutError)):
        return Failure(f"{where} did not answer in time.", again=True)
    if isinstance(error, ai.ModelConnectionError):
        if error.phase == "connect":
            return Failure(f"{where} cannot be reached; is it running?")
        return Failure(f"{where} hung up in the middle.", again=True)
    if isinstance(error, ai.ContentFilterError):
        return Failure(f"{where} refused to answer.")
    if isinstance(error, (ai.ModelAPIError, ai.UnexpectedModelBehavior, *_NONSENSE)):
        return Failure(f"{where} answered something that is no reply of a model.")
    if isinstance(error, ai.UserError):
        return Failure(f"{where} cannot be asked: its key is missing, or it has no such model.")
    return None


def _status(error: ai.ModelHTTPError, where: Where) -> Failure:
    status = error.status_code
    if status in (401, 403):
        named = f" ({' or '.join(where.keys)} in the environment)" if where.keys else ""
        return Failure(f"{where} said {status}: it wants a key, or another one{named}.")
    if status == 404:
        return Failure(f"{where} said 404: it has no such model, or the address lacks its /v1.")
    if isinstance(error, ai.ModelContextWindowExceededError):
        return Failure(f"{where} said {status}: the prompt is longer than its model can read.")
    again = status in _AGAIN or status >= 500
    told = str(error.body).lower()
    unschemed = 400 <= status < 600 and status != 429 and any(word in told for word in _FORMAT)
    meaning = ", too much was asked of it" if status == 429 else ""
    return Failure(f"{where} said {status}{meaning}.", again, error.retry_after, unschemed)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it came of."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
