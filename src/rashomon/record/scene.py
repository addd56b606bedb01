"""The scene: who is where, what is where, and as much of each mind as recording needs to know.

A turn is worked out on a `Draft` over the scene, so that a refused step leaves no trace; what a
recorded turn made of it is then applied to the scene in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rashomon.story.event import Scalar
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Fact
from rashomon.story.places import Atlas


@dataclass(slots=True)
class MindState:
    """The part of a mind that decides what a new event adds to it."""

    known: set[str] = field(default_factory=set[str])
    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    bonds: set[str] = field(default_factory=set[str])
    whereabouts: dict[str, Scalar] | None = None
    """Where the owner last knew each thing to be; `None` while it has not been loaded."""


class Learnt(NamedTuple):
    """A new edge of knowledge, by which event or moment."""

    owner: str
    entity: str
    how: EdgeHow
    moment: int


class Heard(NamedTuple):
    """A name newly known."""

    owner: str
    person: str
    name: str
    moment: int


class Met(NamedTuple):
    """An acquaintance newly made: `owner` of `about`."""

    owner: str
    about: str
    moment: int


@dataclass(slots=True)
class Scene:
    """A story as it stands before the next turn. `held` lists what is at each place or holder."""

    atlas: Atlas
    turn: int
    time: float
    state: dict[str, dict[str, Scalar]]
    minds: dict[str, MindState]
    held: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])
    retired_minds: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        for entity, properties in self.state.items():
            holder = properties.get("at")
            if isinstance(holder, str) and entity not in self.atlas.retired:
                self.held.setdefault(holder, {})[entity] = None

    def mind(self, owner: str) -> MindState:
        """The state of one mind, empty for one that has none yet."""
        found = self.minds.get(owner)
        if found is None:
            found = self.minds[owner] = MindState()
        return found

    def put(self, entity: str, key: str, value: Scalar) -> None:
        """Set one property, and keep `held` true to it."""
        properties = self.state.setdefault(entity, {})
        if key == "at":
            before = properties.get("at")
            if isinstance(before, str):
                self.held.get(before, {}).pop(entity, None)
            if isinstance(value, str):
                self.held.setdefault(value, {})[entity] = None
        properties[key] = value


class Draft:
    """A scene being changed by one turn, step by step, without touching the scene itself."""

    def __init__(self, scene: Scene, atlas: Atlas | None = None) -> None:
        self.scene = scene
        self.atlas = scene.atlas if atlas is None else atlas
        self.state: dict[tuple[str, str], Scalar] = {}
        self.learnt: list[Learnt] = []
        self.heard: list[Heard] = []
        self.met: list[Met] = []
        self._held: dict[str, dict[str, None]] = {}
        self._known: dict[str, set[str]] = {}
        self._names: set[tuple[str, str, str]] = set()
        self._bonds: set[tuple[str, str]] = set()
        self._whereabouts: dict[str, dict[str, Scalar]] = {}

    def get(self, entity: str, key: str) -> Scalar:
        """The value of a property now; `None` where it has none."""
        if (entity, key) in self.state:
            return self.state[entity, key]
        return self.scene.state.get(entity, {}).get(key)

    def at(self, entity: str) -> str | None:
        """Where a person or an item is: a place, a holder, or nowhere."""
        value = self.get(entity, "at")
        return value if isinstance(value, str) else None

    def place_of(self, entity: str) -> str | None:
        """The place in which an item is in the end, through whoever or whatever holds it."""
        at = self.at(entity)
        seen = {entity}
        while at is not None and at not in self.atlas.places:
            if at in seen:
                return None
            seen.add(at)
            at = self.at(at)
        return at

    def held(self, holder: str) -> Iterable[str]:
        """What is directly at a place, with a person or in an item, persons and items alike."""
        found = self._held.get(holder)
        return found if found is not None else self.scene.held.get(holder, {})

    def people(self, place: str) -> list[str]:
        """The characters in exactly this place, in the author's order.

        In the order of their coming, a scene read from rows would differ from one that saw them
        come, and after a restart the same turn would give perceptions other ids.
        """
        rank = self.atlas.rank
        found = [entity for entity in self.held(place) if entity in rank]
        if len(found) > 1:
            found.sort(key=rank.__getitem__)
        return found

    def items(self, holder: str) -> list[str]:
        """The items directly at a place, with a person or in an item."""
        items = self.atlas.items
        return [entity for entity in self.held(holder) if entity in items]

    def put(self, entity: str, key: str, value: Scalar) -> None:
        """Set one property."""
        if key == "at":
            before = self.at(entity)
            for holder in (before, value):
                if isinstance(holder, str) and holder not in self._held:
                    self._held[holder] = dict(self.scene.held.get(holder, {}))
            if before is not None:
                self._held[before].pop(entity, None)
            if isinstance(value, str):
                self._held[value][entity] = None
        self.state[entity, key] = value

    def knows(self, owner: str, entity: str) -> bool:
        """Whether the owner has an edge to this already."""
        mind = self.scene.minds.get(owner)
        if mind is not None and entity in mind.known:
            return True
        return entity in self._known.get(owner, ())

    def learn(self, owner: str, entity: str, how: EdgeHow, moment: int) -> None:
        """Give the owner an edge, unless it has one."""
        if self.knows(owner, entity) or not self.atlas.knowable(entity):
            return
        self._known.setdefault(owner, set()).add(entity)
        self.learnt.append(Learnt(owner, entity, how, moment))

    def hear_name(self, owner: str, person: str, name: str, moment: int) -> None:
        """Let the owner know a person by a name, unless it does."""
        mind = self.scene.minds.get(owner)
        if mind is not None and name in mind.names.get(person, ()):
            return
        if (owner, person, name) not in self._names:
            self._names.add((owner, person, name))
            self.heard.append(Heard(owner, person, name, moment))

    def bond(self, owner: str, about: str) -> None:
        """Note that the owner has a relationship with somebody, which its author gave it."""
        self._bonds.add((owner, about))

    def meet(self, owner: str, about: str, moment: int) -> None:
        """Make the owner an acquaintance of somebody, unless it has a relationship."""
        if owner in self.atlas.background or about in self.atlas.background or owner == about:
            return
        mind = self.scene.minds.get(owner)
        if mind is not None and about in mind.bonds:
            return
        if (owner, about) not in self._bonds:
            self._bonds.add((owner, about))
            self.met.append(Met(owner, about, moment))

    def whereabouts(self, owner: str) -> Mapping[str, Scalar]:
        """Where the owner last knew things to be, what this turn conveyed included."""
        base = self.scene.mind(owner).whereabouts or {}
        now = self._whereabouts.get(owner)
        return {**base, **now} if now else base

    def note(self, owner: str, facts: Iterable[Fact]) -> None:
        """Remember for this turn where facts put things, for views taken later in it."""
        for entity, key, value, how, _, _ in facts:
            if key == "at" and how != "said":
                self._whereabouts.setdefault(owner, {})[entity] = value
