"""The language model as the engine sees it: a request in, what could be read of its reply out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar, get_args

from pydantic import BaseModel

from rashomon.prompts.request import Reading, Request, Role
from rashomon.settings import Settings

R = TypeVar("R", bound=BaseModel)

FILE: Final = "gguf"
"""What a setting begins with, before a colon, that names a file of this machine. A story that is
brought in keeps no such setting: whoever wrote it must not choose what is loaded here."""

ROLES: Final[tuple[Role, ...]] = get_args(Role)
"""Every role there is: each has its setting `models.ROLE`."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls took: how many, tokens in and out, seconds, and US dollars where known."""

    calls: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Reply(Generic[R]):
    """What came of one request. `texts` are the replies as they came, one an attempt.

    `reading.value` is `None` where no attempt could be read; `reading.faults` says why.
    """

    reading: Reading[R]
    texts: tuple[str, ...]
    usage: Usage


class Writing(Protocol):
    """Prose that is being written: iterate over its pieces.

    `usage` is what it took so far, and whole once it has ended; `aclose` breaks off.
    """

    def __aiter__(self) -> AsyncIterator[str]: ...

    async def __anext__(self) -> str: ...

    async def aclose(self) -> None:
        """Break off, and let go of the connection."""
        ...

    @property
    def usage(self) -> Usage:
        """What it took."""
        ...


class LanguageModel(Protocol):
    """Answers requests. Safe to ask from several tasks of one event loop at a time."""

    @property
    def name(self) -> str:
        """What runs and messages call it; never with a key in it."""
        ...

    async def ask(self, request: Request[R]) -> Reply[R]:
        """Ask for a reply of a schema.

        What cannot be read is asked for once more with the fault named. Raises `ModelFailed` when
        no reply can be had: after retries within the budget, on a refusal, or out of time.
        """
        ...

    def write(self, system: str, text: str, *, room: int) -> Writing:
        """Write prose, piece by piece. Raises `ModelFailed`."""
        ...


Models: TypeAlias = Callable[[Settings, Role], LanguageModel | None]
"""The model that a role's setting names; `None` is the mind without one (`rules`).

Raises `BadSetting` for a setting that names none. Nothing is connected to before it is asked.
"""


def no_models(settings: Settings, role: Role) -> LanguageModel | None:
    """No model for anybody."""
    return None
