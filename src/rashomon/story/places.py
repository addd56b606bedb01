"""The atlas: the authored world looked up by id, and how its places lie to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from rashomon.story.naming import Finder, spoken_names
from rashomon.story.world import Character, Entity, Exit, Item, Kind, Lore, Place

EntityKind: TypeAlias = Kind

KNOWABLE: tuple[EntityKind, ...] = ("place", "exit", "item", "lore")
"""The kinds that the graph of knowledge has. Persons are known by name and by regard instead."""

ENTITY_MODELS: Mapping[EntityKind, type[Entity]] = {
    "place": Place,
    "exit": Exit,
    "item": Item,
    "character": Character,
    "lore": Lore,
}


def a_kind(kind: EntityKind | None) -> str:
    """A kind with its article, for sentences."""
    if kind is None or kind == "lore":
        return kind or "nothing"
    return f"{'an' if kind in ('exit', 'item') else 'a'} {kind}"


def kind_of(entity: Entity) -> EntityKind:
    """Which kind of thing a definition defines."""
    match entity:
        case Place():
            return "place"
        case Exit():
            return "exit"
        case Item():
            return "item"
        case Character():
            return "character"
        case Lore():
            return "lore"


@dataclass(frozen=True)
class Atlas:
    """Everything the author defined, as it stands now. Immutable: an edit makes another one.

    `retired` things were referred to once and can be used no more; the past still names them.
    `aliases` maps an id that turned out to be somebody else to that other: it is nobody by itself.
    """

    def canonical(self, entity: str) -> str:
        """The id that an id stands for: itself, unless it was merged into another."""
        return self.aliases.get(entity, entity)

    def merged_into(self, entity: str) -> tuple[str, ...]:
        """The ids that were merged into this one."""
        return tuple(alias for alias, target in self.aliases.items() if target == entity)

    entities: Mapping[str, Entity]
    retired: frozenset[str] = frozenset()
    aliases: Mapping[str, str] = field(default_factory=dict[str, str])

    def kind(self, entity: str) -> EntityKind | None:
        """The kind of an id, or `None` for an id that nothing has."""
        found = self.entities.get(entity)
        return None if found is None else kind_of(found)

    def live(self, entity: str) -> Entity | None:
        """The definition of an id in use: `None` for unknown and for retired ones."""
        if entity in self.retired or entity in self.aliases:
            return None
        return self.entities.get(entity)

    def knowable(self, entity: str) -> bool:
        """Whether the graph of knowledge can have an edge to this."""
        return self.kind(entity) in KNOWABLE

    @cached_property
    def kinds(self) -> dict[str, EntityKind]:
        """Every id that was ever given, retired ones too, and what it is the id of."""
        return {id: kind_of(entity) for id, entity in self.entities.items()}

    @cached_property
    def places(self) -> dict[str, Place]:
        """Places in use, in the author's order."""
        return {e.id: e for e in self._live() if isinstance(e, Place)}

    @cached_property
    def exits(self) -> dict[str, Exit]:
        """Exits in use."""
        return {e.id: e for e in self._live() if isinstance(e, Exit)}

    @cached_property
    def items(self) -> dict[str, Item]:
        """Items in use."""
        return {e.id: e for e in self._live() if isinstance(e, Item)}

    @cached_property
    def characters(self) -> dict[str, Character]:
        """Characters in use."""
        return {e.id: e for e in self._live() if isinstance(e, Character)}

    @cached_property
    def rank(self) -> dict[str, int]:
        """Where each character in use stands in the author's order."""
        return {id: rank for rank, id in enumerate(self.characters)}

    def _live(self) -> Iterable[Entity]:
        return (e for e in self.entities.values() if self.live(e.id) is not None)

    @cached_property
    def background(self) -> frozenset[str]:
        """Characters who perceive, and about whom nobody keeps beliefs or relationships."""
        return frozenset(c.id for c in self.characters.values() if c.role == "background")

    @cached_property
    def overlooked_by(self) -> dict[str, tuple[str, ...]]:
        """For each place, the places from which one sees what happens in it."""
        return self._inverted({p.id: p.overlooks for p in self.places.values()})

    @cached_property
    def overheard_by(self) -> dict[str, tuple[str, ...]]:
        """For each place, the places from which one hears what happens in it."""
        return self._inverted({p.id: p.overhears for p in self.places.values()})

    def _inverted(self, table: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for place, others in table.items():
            for other in others:
                if other in self.places:
                    found.setdefault(other, []).append(place)
        return {place: tuple(others) for place, others in found.items()}

    def overlooks(self, place: str) -> tuple[str, ...]:
        """The places in use that one sees from `place`."""
        found = self.places.get(place)
        return () if found is None else tuple(p for p in found.overlooks if p in self.places)

    @cached_property
    def inside(self) -> dict[str, tuple[str, ...]]:
        """For each place, itself and every place within it, however deep."""
        found: dict[str, list[str]] = {place: [place] for place in self.places}
        for place in self.places.values():
            above = place.within
            while above is not None and above in self.places:
                found[above].append(place.id)
                above = self.places[above].within
        return {place: tuple(inner) for place, inner in found.items()}

    @cached_property
    def exits_at(self) -> dict[str, tuple[Exit, ...]]:
        """For each place, the exits that end there, whichever way they can be gone."""
        found: dict[str, list[Exit]] = {}
        for way in self.exits.values():
            for end in dict.fromkeys((way.from_, way.to)):
                found.setdefault(end, []).append(way)
        return {place: tuple(ways) for place, ways in found.items()}

    def ways_out(self, place: str) -> Iterable[tuple[Exit, str]]:
        """The exits that can be gone from `place`, each with where it leads, locked or not."""
        for way in self.exits_at.get(place, ()):
            if way.from_ == place:
                yield way, way.to
            elif not way.one_way:
                yield way, way.from_

    @cached_property
    def persons(self) -> Finder:
        """Finds persons' names and aliases in a text."""
        people = [e for e in self.entities.values() if isinstance(e, Character)]
        return Finder((name, self.canonical(c.id)) for c in people for name in c.every_name)

    @cached_property
    def things(self) -> Finder:
        """Finds those names of places, exits, items and lore that count when they are said."""
        return Finder(
            (name, e.id)
            for e in self._live()
            if not isinstance(e, Character)
            for name in spoken_names(e.every_name)
        )

    def names_of(self, person: str) -> Finder:
        """Finds one person's own names."""
        found = self._names_of.get(person)
        if found is None:
            whose = [self.entities.get(id) for id in (person, *self.merged_into(person))]
            people = [each for each in whose if isinstance(each, Character)]
            found = Finder((name, person) for each in people for name in each.every_name)
            self._names_of[person] = found
        return found

    @cached_property
    def _names_of(self) -> dict[str, Finder]:
        return {}

    def with_entities(self, new: Iterable[Entity], retired: Iterable[str] = ()) -> Atlas:
        """This atlas with definitions added or replaced, and some retired."""
        entities = dict(self.entities) | {entity.id: entity for entity in new}
        return Atlas(entities, self.retired | frozenset(retired), self.aliases)
