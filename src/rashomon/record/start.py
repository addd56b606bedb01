"""The authored start: what a character holds before anything has happened to it.

It serves the beginning of a story, newcomers that a turn brings in, and those an author adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rashomon.record.scene import Draft
from rashomon.record.view import carried_by, in_view, seen_on_arrival
from rashomon.story.event import Scalar
from rashomon.story.mind import Belief, Relationship
from rashomon.story.naming import refer
from rashomon.story.perception import Fact
from rashomon.story.places import Entity
from rashomon.story.world import Character, Exit, Item


class Memory(NamedTuple):
    """A memory that an author gave: text with references, story time, who it is about."""

    owner: str
    text: str
    time: float
    people: tuple[str, ...]
    importance: int


@dataclass(slots=True)
class Start:
    """What authored characters bring with them. Ids of beliefs are given when they are written."""

    facts: list[tuple[str, Fact]] = field(default_factory=list[tuple[str, Fact]])
    beliefs: list[Belief] = field(default_factory=list[Belief])
    relationships: list[Relationship] = field(default_factory=list[Relationship])
    memories: list[Memory] = field(default_factory=list[Memory])


def initial_state(entity: Entity) -> Iterator[tuple[str, Scalar]]:
    """The engine's properties of a thing as its author set them, and the author's own."""
    match entity:
        case Character():
            yield "at", entity.at
        case Item():
            yield "at", entity.at
            if entity.closed:
                yield "closed", True
            if entity.worn:
                yield "worn", True
        case Exit():
            if entity.locked:
                yield "locked", True
            if entity.hidden:
                yield "hidden", True
        case _:
            pass
    yield from getattr(entity, "properties", {}).items()


def settle(
    draft: Draft, new: Iterable[Character], moment: int, time: float, moved: Iterable[str] = ()
) -> Start:
    """Give each new character its start, and let those who are there see it.

    A fresh pair of eyes in a place has the plain view of it. Those who were there already see the
    newcomers, and nothing else: their own view of the rest is not made fresh by that. `moved` are
    characters whom an author put somewhere else: newcomers there, with the past they have.
    """
    people = {c.id: c for c in new}
    start = Start()
    for character in people.values():
        _authored(draft, character, moment, time, start)
    newcomers = dict.fromkeys((*people, *moved))
    for person in newcomers:
        place = draft.at(person)
        if place is None:
            _carries(draft, person, (), moment, start)
            continue
        _sees(draft, person, place, moment, start)
        onlookers = draft.people(place)
        for other in draft.atlas.overlooked_by.get(place, ()):
            onlookers += draft.people(other)
        for onlooker in dict.fromkeys(onlookers):
            if onlooker not in newcomers:
                fact = Fact(person, "at", place, "saw", None, moment)
                start.facts.append((onlooker, fact))
                draft.note(onlooker, (fact,))
    return start


def _sees(draft: Draft, owner: str, place: str, moment: int, start: Start) -> None:
    facts = seen_on_arrival(draft, owner, place, moment)
    here = Fact(owner, "at", place, "saw", None, moment)
    for fact in (here, *facts):
        start.facts.append((owner, fact))
    draft.note(owner, facts)
    teach_view(draft, owner, place, moment)
    _carries(draft, owner, facts, moment, start)


def _carries(draft: Draft, owner: str, seen: Iterable[Fact], moment: int, start: Start) -> None:
    """Let somebody know what it carries, wherever it is, with what lies open in that."""
    known = {fact.entity for fact in seen}
    carried = [
        Fact(item, "at", holder, "saw", None, moment)
        for item, holder in carried_by(draft, owner)
        if item not in known
    ]
    start.facts += [(owner, fact) for fact in carried]
    draft.note(owner, carried)
    for fact in carried:
        draft.learn(owner, fact.entity, "authored", moment)


def teach_view(draft: Draft, owner: str, place: str, moment: int) -> None:
    """Being in a place makes it and its plain view known, and the places it overlooks."""
    for each in (place, *draft.atlas.overlooks(place)):
        draft.learn(owner, each, "being_there", moment)
        for entity, at in in_view(draft, each):
            draft.learn(owner, entity, "being_there", moment)
            draft.learn(owner, at, "being_there", moment)


def _authored(draft: Draft, character: Character, moment: int, time: float, start: Start) -> None:
    owner = character.id
    for thing in character.knows:
        draft.learn(owner, thing, "authored", moment)
    for each in character.relationships:
        since = None
        relationship = Relationship(owner, each.about, each.kind, each.text, each.calls, since)
        start.relationships.append(relationship)
        draft.bond(owner, each.about)
        known = draft.atlas.characters.get(each.about)
        if each.calls is None and known is not None:
            draft.hear_name(owner, each.about, known.name, moment)
    for each in character.beliefs:
        start.beliefs.append(
            Belief(
                0, owner, each.text, each.about, each.confidence, "held", (), (), time, None, True
            )
        )
    for each in character.memories:
        text = refer(each.text, draft.atlas.persons)
        when = round(time - 60.0 * each.minutes_ago, 3)
        start.memories.append(Memory(owner, text, when, each.people, each.importance))
