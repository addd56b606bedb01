"""What one who is asked, or who gossips, has before it: its own mind, nothing of anybody else's.

A value that the engine fills from that mind alone. Whatever is said is said out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from rashomon.story.calendar import Calendar
from rashomon.story.mind import Belief
from rashomon.story.naming import Finder, refer, render
from rashomon.story.perception import Moment, Perception
from rashomon.story.places import Atlas
from rashomon.story.world import AuthoredBelief, AuthoredMemory, Character, Kind

Detail: TypeAlias = Literal["vivid", "clear", "faded", "vague"]

Names: TypeAlias = Callable[[str, int | None], str]
"""What the teller calls somebody or something when it tells of a moment; `None` is now.

Whom it only heard then is a stranger there, though it has met him since: two arguments, so that no
sentence can give away whose voice it was.
"""

SECRET = 5
"""From this importance on a memory that an author gave is secret."""


class Matter(NamedTuple):
    """What some words are about, for the rows that say who may be told: ids, tags, and whether it
    is secret unless a row opens it."""

    topics: frozenset[str]
    tags: frozenset[str] = frozenset()
    secret: bool = False

    def __or__(self, other: object) -> Matter:
        """Both together: whoever may hear both may hear this."""
        assert isinstance(other, Matter)
        return Matter(
            self.topics | other.topics, self.tags | other.tags, self.secret or other.secret
        )


@dataclass(frozen=True, slots=True)
class Remembered:
    """One perception as its owner has it today.

    `text` is what is left of it, `detail` how much. `named` are the persons, places and things that
    its text names, `tags` the event's. `retells` is the event that its line passes on. What is lost
    is not among what a teller remembers.
    """

    perception: Perception
    text: str
    detail: Detail = "vivid"
    named: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    retells: int | None = None
    secret: bool = False

    @property
    def matter(self) -> Matter:
        """All that has to do with it."""
        held = self.perception
        found = {*self.named, *held.people, *held.to}
        found.update(each for each in (held.who, held.teller, held.place) if each is not None)
        for fact in held.conveys:
            found.add(fact.entity)
            if fact.key == "at" and isinstance(fact.value, str):
                found.add(fact.value)
        return Matter(frozenset(found), self.tags, self.secret)

    @property
    def roots(self) -> frozenset[int]:
        """What it goes back to: by these one telling is known to be another one over again."""
        held = self.perception
        if held.event is None:
            return frozenset()
        found = {fact.root for fact in held.conveys if fact.how in ("told", "said")}
        return frozenset({held.event, *found, *(() if self.retells is None else (self.retells,))})


@dataclass(frozen=True)
class Teller:
    """One mind, ready to be asked.

    `states` has, of each thing and property, the newest that was conveyed to it; `kinds` is what
    ids are the ids of. `persons` are those whom it could tell from others, each with all that it
    may call that one by; `known` the things it can identify. `regards` has the kind of each of its
    relationships. `shared` has, for others, the events that it knows those have as well.
    `unknown_names` are names, of persons above all, that it does not have. `now` is seconds of
    story time, `at` where it is.
    """

    owner: str
    names: Names
    language: str = "en"
    at: str | None = None
    now: float = 0.0
    calendar: Calendar = field(default_factory=Calendar.plain)
    kinds: Mapping[str, Kind] = field(default_factory=dict[str, Kind])
    remembered: tuple[Remembered, ...] = ()
    beliefs: tuple[Belief, ...] = ()
    secret_beliefs: frozenset[int] = frozenset()
    states: Mapping[str, Mapping[str, Moment]] = field(
        default_factory=dict[str, Mapping[str, Moment]]
    )
    known: frozenset[str] = frozenset()
    persons: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    regards: Mapping[str, str] = field(default_factory=dict[str, str])
    shared: Mapping[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])
    unknown_names: tuple[str, ...] = ()

    @cached_property
    def strangers(self) -> Finder:
        """Finds the names that it does not have."""
        return Finder((name, name) for name in self.unknown_names)

    @cached_property
    def by_id(self) -> Mapping[int, Remembered]:
        """What it remembers, by the perception's id."""
        return {each.perception.id: each for each in self.remembered}


def is_secret_memory(
    perception: Perception, memories: tuple[AuthoredMemory, ...], say: Say
) -> bool:
    """Whether a perception is a memory that its author keeps secret. `say` renders authored text.

    What an author changed since is known by its time: rather one too many is kept than told.
    """
    if perception.event is not None:
        return False
    if perception.importance >= SECRET:
        return True
    open_texts = {say(each.text) for each in memories if not each.secret}
    hidden = {each.minutes_ago for each in memories if each.secret}
    then = -perception.time / 60
    return perception.text not in open_texts and any(abs(then - each) < 0.1 for each in hidden)


def is_secret_belief(belief: Belief, beliefs: tuple[AuthoredBelief, ...]) -> bool:
    """Whether a belief is one that its author keeps secret; a text changed since keeps it so."""
    open_texts = {each.text for each in beliefs if not each.secret}
    kept = any(each.secret for each in beliefs)
    return belief.authored and kept and belief.text not in open_texts


Say: TypeAlias = Callable[[str], str]


def saying(atlas: Atlas, names: Callable[[str], str]) -> Say:
    """Renders authored texts as perceptions of them read."""
    return lambda text: render(refer(text, atlas.persons), names)


def unknown_names(
    atlas: Atlas, persons: Mapping[str, tuple[str, ...]], owner: str
) -> tuple[str, ...]:
    """The names of people that somebody does not have. A name that two bear is had by either."""
    had = {name for names in persons.values() for name in names}
    own = atlas.entities.get(owner)
    had |= set(own.every_name) if isinstance(own, Character) else set()
    people = [each for each in atlas.entities.values() if isinstance(each, Character)]
    every = dict.fromkeys(name for each in people for name in each.every_name)
    return tuple(name for name in every if name not in had)
