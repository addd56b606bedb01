"""What an owner calls somebody: now, and whatever it called them once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rashomon.story.mind import NameKnown, Relationship
from rashomon.story.phrasing import phrases
from rashomon.story.places import Atlas
from rashomon.story.world import Character


@dataclass(frozen=True)
class NameBook:
    """The names one owner has for people. `owner=None` is the objective one: everybody by name."""

    atlas: Atlas
    language: str
    owner: str | None = None
    calls: Mapping[str, str] | None = None
    learnt: Mapping[str, str] | None = None
    aliases: Mapping[str, str] | None = None

    def __call__(self, entity: str) -> str:
        """What the owner calls a person, a place or a thing. Exits without a name have none.

        An authored way of calling wins, then the first name learnt, then what strangers see.
        """
        entity = (self.aliases or {}).get(entity, entity)
        found = self.atlas.entities.get(entity)
        if found is None:
            return entity
        if not isinstance(found, Character):
            return found.name or ""
        if self.owner is None or entity == self.owner:
            return found.name
        return self._person(found)

    def _person(self, person: Character) -> str:
        called = (self.calls or {}).get(person.id) or (self.learnt or {}).get(person.id)
        return called or person.appearance or phrases(self.language).stranger


def name_book(
    atlas: Atlas,
    language: str,
    owner: str,
    relationships: Iterable[Relationship],
    names: Iterable[NameKnown],
    aliases: Mapping[str, str],
) -> NameBook:
    """The names of one owner. `names` are in the order in which they were learnt.

    What is known of an id that was merged into another is known of that other.
    """
    calls: dict[str, str] = {}
    for bond in relationships:
        if bond.calls:
            calls.setdefault(aliases.get(bond.about, bond.about), bond.calls)
    learnt: dict[str, str] = {}
    for known in names:
        learnt.setdefault(aliases.get(known.person, known.person), known.name)
    return NameBook(atlas, language, owner, calls, learnt, aliases)
