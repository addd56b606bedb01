"""What a model may propose about pending events.

A proposal comes from a request whose short ids were already put back to real ones. What could not
be put back, or was missing, stands in `faults`, so that it is judged with its reason like all else
and not lost on the way.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from rashomon.story.losing import Lost
from rashomon.story.mind import ThreadKind
from rashomon.story.regard import Turn

Slot: TypeAlias = Literal["event", "entity", "thread", "edit", "word", "field"]
Closing: TypeAlias = Literal["resolve", "drop"]
Task: TypeAlias = Literal["grades", "moves", "retells", "threads", "bonds", "versions"]

SLOTS: Final[tuple[Slot, ...]] = get_args(Slot)
CLOSINGS: Final[tuple[Closing, ...]] = get_args(Closing)


class Fault(NamedTuple):
    """A mistake of form: what was given in which slot of the request.

    `given` is what stood there (`E9`, a word of no list), or the name of a field that is missing.
    """

    slot: Slot
    given: str


@dataclass(frozen=True, slots=True)
class Grade:
    """An event weighs more or less than the others."""

    event: int
    importance: int
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """By this event an item came to be at a place, with a person or in an item."""

    event: int
    item: str
    to: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A line says that something is somewhere, be it true or not."""

    event: int
    item: str
    at: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Retells:
    """A line passes on what its speaker had of an earlier event."""

    event: int
    of: int
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Tag:
    """What an event is about, by a word of the closed list."""

    event: int
    tag: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenThread:
    """With this event something is left open."""

    event: int
    kind: ThreadKind
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class CloseThread:
    """With this event an open thread has come to its end, kept or given up."""

    event: int
    thread: int
    act: Closing
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Bond:
    """For what it perceived of this event, somebody regards another otherwise than before."""

    event: int
    owner: str
    about: str
    turn: Turn
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """An owner has less of an event than was to be had, or took who acted for somebody else."""

    owner: str
    event: int
    lost: tuple[Lost | Literal["none"], ...] = ()
    mistaken_for: str | None = None
    faults: tuple[Fault, ...] = ()


Proposal: TypeAlias = (
    Grade | Move | Claim | Retells | Tag | OpenThread | CloseThread | Bond | Version
)

TASKS: Final[Mapping[type[Proposal], Task]] = {
    Grade: "grades",
    Move: "moves",
    Claim: "moves",
    Retells: "retells",
    Tag: "retells",
    OpenThread: "threads",
    CloseThread: "threads",
    Bond: "bonds",
    Version: "versions",
}
"""Every kind of proposal, and the task of a request that asks for it."""


def subject(change: Proposal) -> Hashable:
    """What a proposal decides; two of one request that decide the same cannot both stand."""
    match change:
        case Grade():
            return "grade", change.event
        case Move():
            return "move", change.event, change.item
        case Claim():
            return "claim", change.event, change.item
        case Retells():
            return "retells", change.event
        case Tag():
            return "tag", change.event, change.tag
        case OpenThread():
            return "thread", change.event, change.kind
        case CloseThread():
            return "close", change.thread
        case Bond():
            return "bond", change.owner, change.about
        case Version():
            return "version", change.owner, change.event


def named(change: Proposal) -> tuple[str, ...]:
    """The people, places and things that a proposal names."""
    match change:
        case Move():
            return change.item, change.to
        case Claim():
            return change.item, change.at
        case Bond():
            return change.owner, change.about
        case Version():
            other = change.mistaken_for
            return (change.owner,) if other is None else (change.owner, other)
        case _:
            return ()
