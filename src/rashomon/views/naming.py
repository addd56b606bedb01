"""What an owner calls somebody: now, and whatever it called them once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rashomon.story.mind import NameKnown, Relationship
from rashomon.story.phrasing import phrases
from rashomon.story.places import Atlas
from rashomon.story.world import Character

Seen: TypeAlias = Callable[[str, int | None], bool]
"""Whether the owner had seen somebody by a moment, the moment's own event included; `None` is now.
"""


@dataclass(frozen=True)
class NameBook:
    """The names one owner has for people. `owner=None` is the objective one: everybody by name.

    `moment` is of when it tells: a look stands for a name only where the owner had seen the person
    by then. Somebody that it only heard is a stranger there, and stays one when it meets him later:
    the look would tell it whose the voice was.
    """

    atlas: Atlas
    language: str
    owner: str | None = None
    calls: Mapping[str, str] | None = None
    learnt: Mapping[str, str] | None = None
    aliases: Mapping[str, str] | None = None
    seen: Seen | None = None
    moment: int | None = None

    def at(self, moment: int | None) -> NameBook:
        """The names with which the owner tells of an event; `None` is what it calls people now."""
        if self.seen is None or moment == self.moment:
            return self
        return NameBook(
            self.atlas, self.language, self.owner, self.calls, self.learnt, self.aliases,
            self.seen, moment,
        )  # fmt: skip

    def named(self, person: str) -> bool:
        """Whether the owner has a name for somebody."""
        person = (self.aliases or {}).get(person, person)
        known = (self.calls or {}).get(person) or (self.learnt or {}).get(person)
        return self.owner is None or person == self.owner or bool(known)

    def has_seen(self, person: str) -> bool:
        """Whether the owner had seen somebody by this moment."""
        person = (self.aliases or {}).get(person, person)
        return self.owner is None or (self.seen is not None and self.seen(person, self.moment))

    def makes_out(self, person: str) -> bool:
        """Whether the owner, at this moment, could tell who somebody is: by name or by sight."""
        return self.named(person) or self.has_seen(person)

    def __call__(self, entity: str) -> str:
        """What the owner calls a person, a place or a thing. Exits without a name have none.

        An authored way of calling wins, then the first name learnt, then the look of who was seen.
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
        if called:
            return called
        if person.appearance and self.seen is not None and self.seen(person.id, self.moment):
            return person.appearance
        return phrases(self.language).stranger


def name_book(
    atlas: Atlas,
    language: str,
    owner: str,
    relationships: Iterable[Relationship],
    names: Iterable[NameKnown],
    aliases: Mapping[str, str],
    seen: Seen,
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
    return NameBook(atlas, language, owner, calls, learnt, aliases, seen)
