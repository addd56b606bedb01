"""What else a mind holds: beliefs, relationships, names, edges of knowledge, last known states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rashomon.story.event import Event, Scalar
from rashomon.story.perception import Fact, Perception

Confidence: TypeAlias = Literal["doubtful", "likely", "sure"]
BeliefStatus: TypeAlias = Literal["held", "let_go", "merged"]
EdgeHow: TypeAlias = Literal["authored", "being_there", "perceived", "told"]
ThreadKind: TypeAlias = Literal["promise", "mystery", "goal"]
ThreadStatus: TypeAlias = Literal["open", "resolved", "dropped"]
By: TypeAlias = Literal["author", "keeper", "reflection", "engine"]

CONFIDENCES: tuple[Confidence, ...] = ("doubtful", "likely", "sure")


@dataclass(frozen=True, slots=True)
class Belief:
    """What an owner has come to believe beyond one event. It may be false.

    `supports` and `contradicts` are ids of the owner's perceptions; `formed` and `revised` are
    seconds of story time; `authored` says that the world's author, and nothing else, is its source.
    """

    id: int
    owner: str
    text: str
    about: tuple[str, ...]
    confidence: Confidence
    status: BeliefStatus
    supports: tuple[int, ...]
    contradicts: tuple[int, ...]
    formed: float
    revised: float | None
    authored: bool
    locked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Relationship:
    """How one owner regards another. The other way round is another relationship."""

    owner: str
    about: str
    kind: str
    text: str
    calls: str | None
    since: int | None
    locked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NameKnown:
    """A name by which an owner can call a person, and the event at which it was learnt."""

    owner: str
    person: str
    name: str
    event: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """An edge of knowledge: the owner can identify the thing at all. Nothing more follows."""

    owner: str
    entity: str
    how: EdgeHow
    since: float
    event: int | None


@dataclass(frozen=True, slots=True)
class LastKnown:
    """The last state of a thing that an owner was shown or told. It can be out of date.

    `state` has the latest value of each property; the other fields are those of the newest of
    them, and `facts` tells of each property by itself.
    """

    entity: str
    state: Mapping[str, Scalar]
    how: Literal["saw", "told"]
    by: str | None
    event: int | None
    turn: int
    time: float
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Teaching:
    """One link of the chain by which something came to be known."""

    owner: str
    entity: str
    how: EdgeHow | Literal["saw", "told"]
    by: str | None
    event: int | None
    turn: int
    time: float


@dataclass(frozen=True, slots=True)
class Thread:
    """A promise, mystery or goal left open. `text` is objective, unless a mind was asked."""

    id: int
    kind: ThreadKind
    text: str
    status: ThreadStatus
    opened: int
    closed: int | None
    people: tuple[str, ...]
    locked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a route: through which exit into which place; `minutes` as authored."""

    exit: str
    place: str
    minutes: float


@dataclass(frozen=True, slots=True)
class MapExit:
    """An exit as its knower has it. An end that the knower does not know is `None`: unexplored."""

    exit: str
    name: str | None
    from_: str | None
    to: str | None
    one_way: bool


@dataclass(frozen=True, slots=True)
class KnownMap:
    """The part of the world that an owner could draw. `here` is `None` for one who is nowhere."""

    owner: str
    here: str | None
    places: tuple[str, ...]
    exits: tuple[MapExit, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """What a belief rests on, down to the words."""

    belief: Belief
    supports: tuple[Perception, ...]
    contradicts: tuple[Perception, ...]
    events: tuple[Event, ...]
    turns: tuple[int, ...]
