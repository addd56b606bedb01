"""What a model is asked, and what can be read in its reply: one task, one flat schema.

A request holds one mind or the objective record, never both; `owner` says which. That it cannot
leak is held by its reply: a schema of a request without an owner has no free text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel

Role: TypeAlias = Literal["gm", "character", "keeper", "reflection", "check", "narrator"]
"""Who is asked: the roles that a setting `models.ROLE` gives a model to."""

R = TypeVar("R", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Reading(Generic[R]):
    """What could be read in a reply.

    `value` is `None` where nothing could: then `faults` says why, in sentences that a model can
    be shown. Where only an item of a list was wrong, that item is left out, the others stand, and
    `faults` says which and why.
    """

    value: R | None
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request(Generic[R]):
    """One call to a model: what it is told, and the shape of what it may answer.

    `owner` is whose mind `text` was made from, `None` for the objective record. `system` is the
    same for every request of a task, so that it can be cached. `schema` is what is asked for,
    `read` reads a reply leniently. `room` is how many tokens the reply may take.
    """

    role: Role
    task: str
    owner: str | None
    system: str
    text: str
    schema: type[R]
    read: Callable[[str], Reading[R]]
    room: int = 800
    temperature: float = 0.2
