"""Perceptions: what one owner took in of one event, whole, in part or wrongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple, TypeAlias

from rashomon.story.event import Event, Kind, Scalar

Mode: TypeAlias = Literal["did", "saw", "heard", "told", "inferred"]
Accuracy: TypeAlias = Literal["whole", "partial", "mistaken"]
FactHow: TypeAlias = Literal["saw", "told", "said"]

MODES: tuple[Mode, ...] = ("did", "saw", "heard", "told", "inferred")
ACCURACIES: tuple[Accuracy, ...] = ("whole", "partial", "mistaken")

START = 0
"""The moment of the authored start, in the order of events. Authored memories lie before it."""


class Fact(NamedTuple):
    """One thing that a perception conveys: `entity` has `value` for `key`.

    `how` is `saw` (witnessed), `told` (somebody said so, `by` whom) or `said` (the owner said so
    itself, which proves nothing to it). `root` is the event this rests on in the end: a lie told
    on by five people has one root, and counts once.
    """

    entity: str
    key: str
    value: Scalar
    how: FactHow
    by: str | None
    root: int

    @property
    def set(self) -> Mapping[str, Scalar]:
        """The fact in the shape that turns use for changes and claims."""
        return {self.key: self.value}


class Version(IntEnum):
    """Which of an event's own versions an owner has; what an author or keeper wrote is apart."""

    WHOLE = 0
    WHISPER = 1
    """Beside a whisper: that X whispers to Y, and no word of it."""
    LISTENS = 2
    """Beside somebody who is spoken to from afar: that it listens, and no word of it."""
    LEFT = 3
    """Left behind by a move: that it is gone and by which exit, not where to."""
    ARRIVED = 4
    """Arrived at by a move: that it is here, not whence."""
    REMOTE = 5
    """The words of a line from afar, and nothing of the place they were spoken in."""
    READER = 6
    """The one who read something: the deed and the text that was read."""


class Seen(NamedTuple):
    """A perception as it is made: what recording hands to the store for one owner.

    `at` is where the owner was; `hidden` marks a watcher whom nobody could see. `own` is a text
    of this owner's own, with references to persons, or `None` where the event's version serves.
    """

    owner: str
    mode: Mode
    accuracy: Accuracy
    version: Version
    at: str | None
    hidden: bool
    facts: tuple[Fact, ...] = ()
    own: str | None = None
    teller: str | None = None


@dataclass(frozen=True, slots=True)
class Perception:
    """What one owner holds of one event.

    `text` is always filled, and as the owner would put it today: persons bear the names it knows.
    `event` is `None` for a memory an author gave. `place` is where it took place as far as the
    owner could tell. `time` is seconds of story time, below zero for what came before the story.
    """

    id: int
    owner: str
    event: int | None
    turn: int
    time: float
    kind: Kind | Literal["memory"]
    who: str | None
    who_name: str | None
    place: str | None
    mode: Mode
    accuracy: Accuracy
    text: str
    teller: str | None
    conveys: tuple[Fact, ...]
    importance: int
    to: tuple[str, ...] = ()
    people: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Held:
    """A perception as it is kept, before it is put into words for its owner.

    `moment` orders it among the events: the event's id, or below zero for an authored memory,
    which has no `event`. `own` is a text of the owner's own, with references to persons; `first` is
    that text as it was perceived, before anybody changed it.
    `at` is where the owner was, and `hidden` whether nobody there could tell. `document` is the
    number of its text in the text index; 0 for a version that has no words of its own.
    """

    id: int
    owner: str
    moment: int
    event: Event | None
    time: float
    mode: Mode
    accuracy: Accuracy
    version: Version
    at: str | None
    hidden: bool
    own: str | None
    teller: str | None
    facts: tuple[Fact, ...]
    importance: int
    first: str | None = None
    people: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    edited: bool = False
    document: int = 0


@dataclass(frozen=True, slots=True)
class Lean:
    """Perceptions where thousands are read at once, side by side: one entry each in every list.

    `like` says which of `kinds` a perception is like: in all but its id, its moment, its turn, its
    time and its words, which stand here. One that is not `plain` is its kind's only one, and has
    more that is its own. `documents` are as `Held.document`; `texts` are their words, with
    references to persons, and empty for one that has none of its own.
    """

    kinds: tuple[Held, ...]
    ids: Sequence[int] = ()
    moments: Sequence[int] = ()
    turns: Sequence[int] = ()
    times: Sequence[float] = ()
    documents: Sequence[int] = ()
    texts: Sequence[str] = ()
    like: Sequence[int] = ()
    plain: Sequence[bool] = ()

    def only(self, which: Sequence[int]) -> Lean:
        """Those at some places alone."""
        return Lean(
            self.kinds,
            [self.ids[n] for n in which],
            [self.moments[n] for n in which],
            [self.turns[n] for n in which],
            [self.times[n] for n in which],
            [self.documents[n] for n in which],
            [self.texts[n] for n in which],
            [self.like[n] for n in which],
            [self.plain[n] for n in which],
        )


class Moment(NamedTuple):
    """A fact as one owner holds it, with when it was conveyed.

    `event` is `None` where no event conveyed it: at the authored start, and when a turn or an
    edit brought somebody in.
    """

    fact: Fact
    moment: int
    event: int | None
    turn: int
    time: float
