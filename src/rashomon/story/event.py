"""Events: what happened, once, the same for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rashomon.story.texts import Scalar

Kind: TypeAlias = Literal["deed", "line", "thought", "move", "happening"]
Sense: TypeAlias = Literal["both", "sight", "sound"]

KINDS: tuple[Kind, ...] = ("deed", "line", "thought", "move", "happening")

DEFAULT_IMPORTANCE = 2
"""What an event weighs until its step, the keeper or an author says otherwise (1 to 5)."""


class Set(NamedTuple):
    """One property of one entity given one value: a change, or what a line claims."""

    entity: str
    key: str
    value: Scalar


@dataclass(frozen=True, slots=True)
class Event:
    """One step of one turn, as it happened. Written once and never altered.

    `text` is word for word what was said or thought; of a deed or a happening it is the step's
    text. Inside the engine persons in it are references (`story.naming`); what a library call
    returns has their names. `at` is the place it happened; of a move, the place it began.
    `time` is seconds of story time since the start of the story. `importance` runs from 1 to 5.
    """

    id: int
    turn: int
    step: int
    kind: Kind
    who: str | None
    at: str | None
    time: float
    text: str
    to: tuple[str, ...] = ()
    whisper: bool = False
    over: str | None = None
    with_: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    changes: tuple[Set, ...] = ()
    claims: tuple[Set, ...] = ()
    retells: int | None = None
    reads: str | None = None
    goes: str | None = None
    by: str | None = None
    sense: Sense = "both"
    covert: bool = False
    people: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    importance: int = DEFAULT_IMPORTANCE
    tags: tuple[str, ...] = ()
    sealed: bool = False


def grouped(sets: tuple[Set, ...]) -> list[tuple[str, Mapping[str, Scalar]]]:
    """The sets by entity, in order: the shape that turns and `--json` use."""
    found: dict[str, dict[str, Scalar]] = {}
    for entity, key, value in sets:
        found.setdefault(entity, {})[key] = value
    return list(found.items())
