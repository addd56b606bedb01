"""The store as the engine sees it: one story, one transaction, and a mind only ever by its owner.

What is asked about a mind is asked of `mind(owner)`, so that a question without an owner cannot
be written down. Everything comes back as the values of `story`; rows and SQL stay inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from rashomon.errors import NotFound
from rashomon.ports.vectors import VectorReading, VectorWriting
from rashomon.record.keeper.writing import Conveyed
from rashomon.record.recording import Recorded
from rashomon.record.scene import Heard, Learnt, Met
from rashomon.record.start import Start
from rashomon.story.event import Event, Scalar, Set
from rashomon.story.history import History
from rashomon.story.mind import Belief, By, Known, NameKnown, Relationship, Thread
from rashomon.story.perception import Accuracy, Fact, Held, Lean, Mode, Moment
from rashomon.story.places import Entity
from rashomon.story.run import Cost, Run, RunKind, RunSummary
from rashomon.story.texts import whole

CommitKind: TypeAlias = Literal["create", "turn", "keep", "edit", "reflect"]


@dataclass(frozen=True, slots=True)
class StoryHead:
    """Where a story stands. `turn` is the number of its last turn, `time` its clock in seconds.

    `commit` is the newest commit and `epoch` rises with everything that a cached scene must see.
    """

    id: str
    key: int
    epoch: int
    commit: int
    turn: int
    time: float
    next_event: int
    next_perception: int
    next_belief: int
    next_thread: int
    sealed: int
    sealed_head: bytes


class CommitInfo(NamedTuple):
    """One act that wrote something. `act` is an author's edit as it was asked for."""

    id: int
    kind: CommitKind
    by: By
    turn: int
    at: float
    first_event: int
    first_perception: int
    act: Mapping[str, Any] | None


class TurnInfo(NamedTuple):
    """A recorded turn. `time` is its beginning in seconds of story time."""

    number: int
    commit: int
    time: float
    minutes: float
    narration: str | None
    viewpoint: str | None


class Mark(NamedTuple):
    """What is said of an event beside it; `None` leaves what stood before.

    `claims` and `retells` are what it says beside its step: an event that is read has both.
    """

    event: int
    importance: int | None = None
    tags: tuple[str, ...] | None = None
    claims: tuple[Set, ...] = ()
    retells: int | None = None


class Takeable(NamedTuple):
    """What can still be taken back: beliefs and threads with such a version, and what is new."""

    beliefs: frozenset[int] = frozenset()
    threads: frozenset[int] = frozenset()
    entities: frozenset[str] = frozenset()


class ReflectedOn(NamedTuple):
    """One character's last reflection: after which turn, and at what story time.

    `moment` was the newest moment then; `checked` says up to which moment each belief was checked.
    """

    owner: str
    turn: int
    time: float
    moment: int
    automatic: bool
    checked: Mapping[int, int]


class Seal(NamedTuple):
    """A sealed event and the hash over it and its predecessor's."""

    event: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class PerceptionVersion:
    """A new version of a perception. `gone` takes it away; `text` has references to persons."""

    held: Held
    gone: bool
    why: str | None
    new: bool = False


@dataclass(slots=True)
class Versions:
    """Versions of everything that can change, written together as part of one commit."""

    perceptions: list[PerceptionVersion] = field(default_factory=list[PerceptionVersion])
    beliefs: list[tuple[Belief, bool]] = field(default_factory=list[tuple[Belief, bool]])
    relationships: list[tuple[Relationship, int, bool]] = field(
        default_factory=list[tuple[Relationship, int, bool]]
    )
    knowledge: list[tuple[Known, int, bool, bool]] = field(
        default_factory=list[tuple[Known, int, bool, bool]]
    )
    names: list[tuple[NameKnown, int, bool]] = field(
        default_factory=list[tuple[NameKnown, int, bool]]
    )
    threads: list[tuple[Thread, bool]] = field(default_factory=list[tuple[Thread, bool]])


class StoredMind(Protocol):
    """One mind. All it answers is this owner's."""

    def perceptions(
        self,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        ids: Sequence[int] | None = None,
        events: Sequence[int] | None = None,
    ) -> list[Held]:
        """Perceptions in the order of events; with `limit` the last so many before a perception.

        `after` is a moment: those of later events alone.
        """
        ...

    def lean(self, after: int | None, *, imperfect: bool) -> Lean:
        """All perceptions after a moment, in the order of events, as weighing them needs them.

        With `imperfect` off they have the words they had before anybody changed them.
        """
        ...

    def recollections(self, since: int = 0) -> dict[int, tuple[float, ...]]:
        """When memories came to mind, in seconds of story time, as commits after one say."""
        ...

    def count(self, after: int) -> int:
        """How many perceptions there are after a moment."""
        ...

    def formed(self) -> dict[int, int]:
        """For each belief, the last turn that was recorded when it was formed."""
        ...

    def latest(self, *entities: str, witnessed: bool) -> list[Moment]:
        """For each property of a thing, the newest fact the owner was shown or told."""
        ...

    def facts_about(self, *entities: str, before: int | None = None) -> Iterator[Moment]:
        """Facts about a thing, newest first, what the owner only said itself included."""
        ...

    def history(self) -> History:
        """Every version of what this mind holds, with the commit that wrote each."""
        ...

    def ever_perceived(self, moment: int) -> bool:
        """Whether there ever was a perception of this moment, be it gone by now."""
        ...

    def sightings(self, *people: str) -> list[tuple[int, str | None]]:
        """Where the owner saw somebody, by moments in order; `None` from when it saw it leave.

        Who acts or speaks in a place is seen, or heard, to be there.
        """
        ...

    def first_shown(self, *things: str) -> dict[str, int]:
        """The moment at which each of some things was first shown to be somewhere, or to leave.

        To have been told so does not count. What was never shown is missing.
        """
        ...

    def facts_at(self, moment: int) -> list[Fact]:
        """What this owner's perception of one event conveys."""
        ...

    def moments(self) -> dict[int, list[Fact]]:
        """What was conveyed at moments that are no events: the start, and when people came in."""
        ...

    def roots(self, fact: Set) -> tuple[int | None, int | None]:
        """The root of the latest perception that conveys this, and of the latest own line."""
        ...

    def whereabouts(self) -> dict[str, Scalar]:
        """Where each thing is to this owner's last knowledge."""
        ...

    def knowledge(self, *entities: str) -> list[Known]: ...
    def names(self) -> list[NameKnown]: ...
    def relationships(self) -> list[Relationship]: ...
    def beliefs(self) -> list[Belief]: ...


class StoredStory(VectorReading, Protocol):
    """One story inside one transaction."""

    @property
    def head(self) -> StoryHead: ...

    def next_event(self) -> int:
        """The first event id that is free."""
        ...

    def mind(self, owner: str, *merged: str) -> StoredMind:
        """One mind; `merged` are ids that an alias made one with `owner`."""
        ...

    def world(self) -> Mapping[str, Any]: ...
    def entities(self) -> list[tuple[Entity, bool]]: ...
    def entities_version(self) -> int:
        """The newest commit that defined anything."""
        ...

    def aliases(self) -> dict[str, str]: ...
    def settings(self) -> dict[str, Scalar]: ...
    def states(self, before: int | None = None) -> dict[str, dict[str, Scalar]]:
        """Every property as it stands, or stood before a moment."""
        ...

    def changes(self, since: int) -> list[tuple[str, str, Scalar, int]]:
        """Every change of a property from a moment on, in order: (entity, key, value, moment)."""
        ...

    def known(self) -> dict[str, set[str]]: ...
    def names(self) -> list[NameKnown]: ...
    def bonds(self) -> list[tuple[str, str]]: ...
    def events(
        self,
        *,
        ids: Sequence[int] | None = None,
        turn: int | None = None,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        recorded: bool = False,
    ) -> list[Event]:
        """Events in order; with `recorded` without what was marked of them later."""
        ...

    def locks(self, events: Sequence[int]) -> dict[int, frozenset[str]]:
        """Which of importance and tags of these events an author set and did not release."""
        ...

    def takeable(self, commit: int) -> Takeable:
        """What has a version that goes when all from this commit on is taken back."""
        ...

    def last_sealed_turn(self) -> int: ...
    def last_sealed_event(self) -> int: ...
    def seals(self) -> Iterator[Seal]: ...
    def turns(self, *, after: int = 0) -> list[TurnInfo]: ...
    def turn(self, number: int) -> TurnInfo | None: ...
    def witnesses(self, event: int) -> list[str]: ...
    def reflections(self) -> list[ReflectedOn]:
        """The last reflection of everybody who ever reflected."""
        ...

    def places(self, person: str, after: int) -> list[str | None]:
        """Where somebody was at a moment, and each place where it has been since, in order."""
        ...

    def retellings(self, speaker: str, event: int) -> list[int]:
        """The lines in which somebody retold an event."""
        ...

    def owner_of(self, perception: int) -> str | None: ...
    def knowers(self, *entities: str) -> list[Known]: ...
    def belief(self, belief: int) -> Belief | None: ...
    def threads(self) -> list[Thread]: ...
    def commits(self, *, since: int = 0) -> list[CommitInfo]: ...
    def search(self, words: Sequence[str], limit: int) -> list[int]: ...
    def original(self, name: str) -> bytes | None:
        """A file that the story was brought in from, as it came; `None` where there is none."""
        ...

    def runs(
        self, *, limit: int | None = None, before: int | None = None, kind: RunKind | None = None
    ) -> list[RunSummary]:
        """Runs, newest first; `before` pages on by number."""
        ...

    def run_of(self, number: int) -> Run | None:
        """One run; its steps are empty where they were let go for want of room."""
        ...

    def cost(self) -> Cost:
        """What all calls there ever were took, by role."""
        ...


class StoryWriting(StoredStory, VectorWriting, Protocol):
    """One story inside one writing transaction: written whole, or not at all."""

    def commit(
        self, kind: CommitKind, by: By, turn: int, act: Mapping[str, Any] | None = None
    ) -> int:
        """Open the next commit, to which everything written from now on belongs."""
        ...

    def write_turn(self, recorded: Recorded) -> None: ...
    def write_start(
        self, start: Start, learnt: Iterable[Learnt], heard: Iterable[Heard], moment: int
    ) -> None: ...
    def write_entities(self, new: Iterable[Entity], retired: frozenset[str]) -> None: ...
    def write_states(self, states: Iterable[tuple[str, str, Scalar, int]]) -> None: ...
    def write_world(self, data: Mapping[str, Any]) -> None: ...
    def write_setting(self, key: str, value: Scalar) -> None: ...
    def write_original(self, name: str, data: bytes) -> None:
        """Keep a file as it came: in exports and branches too, and in nobody's mind."""
        ...

    def write_alias(self, alias: str, target: str | None) -> None: ...
    def write_versions(self, versions: Versions, by: By, why: str | None) -> None: ...
    def write_reflection(self, reflected: ReflectedOn) -> None: ...
    def write_marks(self, marks: Iterable[Mark]) -> None: ...
    def write_conveyed(self, conveyed: Iterable[Conveyed]) -> None:
        """Write what perceptions that are there convey from now on."""
        ...

    def write_seals(self, seals: Sequence[Seal]) -> None: ...
    def take_moment(self) -> int:
        """Use up one event id for a moment that is no event."""
        ...

    def take_belief(self) -> int:
        """Use up one id for a new belief."""
        ...

    def take_thread(self) -> int:
        """Use up one id for a new thread."""
        ...

    def write_run(self, run: Run, *, room: int | None = None, seen: int | None = None) -> int:
        """Write a run and answer its number; it needs no commit.

        Then the steps of the oldest runs go until those of the rest take `room` bytes. `seen` is
        the newest commit when the run began: had its turn been taken back since, the run may hold
        what nobody is to have, and only what it took is counted.
        """
        ...

    def prune_runs(self, room: int) -> None:
        """Let the steps of the oldest runs go until those of the rest take so many bytes."""
        ...

    def take_back(self, commits: Sequence[CommitInfo], turn: int, time: float) -> int:
        """Delete every row of these commits, and runs of later turns; answers how many events."""
        ...


class Health(NamedTuple):
    """What a database is, and what it says of itself: `ok`, or what is wrong with it."""

    database: str
    schema: str
    integrity: str


class Store(Protocol):
    """A database of stories."""

    def stories(self) -> list[StoryHead]: ...
    def reading(self, story: str) -> AbstractContextManager[StoredStory]: ...
    def writing(self, story: str) -> AbstractContextManager[StoryWriting]: ...
    def creating(self, story: str, created: float) -> AbstractContextManager[StoryWriting]: ...
    def branch(self, story: str, new: str, turn: int, created: float) -> None: ...
    def delete(self, story: str) -> None: ...
    def dump(self, story: str, *, ids: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every row of a story, its own first; with `ids`, also every id in the order of ties."""
        ...

    def restoring(
        self, story: str, rows: Iterable[tuple[str, dict[str, Any]]], created: float
    ) -> AbstractContextManager[StoryWriting]: ...
    def check(self) -> Health:
        """Ask the database whether it is whole."""
        ...

    def close(self) -> None: ...


def check_turn_number(last: int, turn: int) -> None:
    """Refuse a turn that a story does not have; 0 is its start."""
    if whole(turn, "A turn", 0) > last:
        raise NotFound(f"There is no turn {turn}; the story has {last}, and 0 is its start.")


__all__ = [
    "Accuracy",
    "CommitInfo",
    "CommitKind",
    "Health",
    "Mark",
    "Met",
    "Mode",
    "PerceptionVersion",
    "ReflectedOn",
    "Seal",
    "Store",
    "StoredMind",
    "StoredStory",
    "StoryHead",
    "StoryWriting",
    "Takeable",
    "TurnInfo",
    "Versions",
    "check_turn_number",
]
