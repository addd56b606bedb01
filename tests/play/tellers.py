"""Minds of real stories, ready to be asked: filled from what one owner holds and nothing else."""

from __future__ import annotations

from typing import Any

import rashomon
from rashomon import Story
from rashomon.engine import ask, others
from rashomon.engine.ask import asking
from rashomon.play.teller import (
    Remembered,
    Teller,
    is_secret_belief,
    is_secret_memory,
    saying,
    unknown_names,
)
from rashomon.story.perception import Moment
from rashomon.story.world import Character
from rashomon.views.reading import told_apart


def story(*turns: Any, **world: Any) -> Story:
    """A new story of this world after these turns; a turn is its steps."""
    made = rashomon.open(":memory:").create({"title": "A", **world})
    for steps in turns:
        made.record({"steps": list(steps)})
    return made


def teller_of(of: Story, owner: str) -> Teller:
    """One mind, as it may be asked now."""
    with asking(of.mind(owner).engine, of.id) as asked:
        atlas, names = asked.atlas, asked.names(owner)
        character = atlas.entities[owner]
        assert isinstance(character, Character)
        learnt = {each.person: (each.name,) for each in asked.mind(owner).names()}
        persons: dict[str, tuple[str, ...]] = {}
        for each in atlas.characters:
            called = names(each) if names.named(each) or names.has_seen(each) else ""
            persons[each] = tuple(dict.fromkeys(filter(None, (called, *learnt.get(each, ())))))
        events = {event.id: event for event in asked.unit.events()}
        say = saying(atlas, names)
        moments = (None, 0, *events)
        called_at = {(each, n): names.at(n)(each) for each in atlas.entities for n in moments}
        remembered: list[Remembered] = []
        for read in ask.perceptions(asked, owner, limit=None, before=None):
            event = None if read.event is None else events[read.event]
            found = {f.owner for finder in (atlas.things, atlas.persons)
                     for f in finder.find(read.text)}  # fmt: skip
            remembered.append(
                Remembered(
                    told_apart(read, names), read.text, "vivid", frozenset(found),
                    frozenset(event.tags if event else ()), event.retells if event else None,
                    is_secret_memory(read, character.memories, say),
                )
            )  # fmt: skip
        beliefs = tuple(ask.beliefs(asked, owner))
        bonds = asked.mind(owner).relationships()
        shared = {
            each: frozenset(
                p.event for p in others.perceptions(asked, (owner, each), limit=None, before=None)
                if p.event is not None
            )
            for each in atlas.characters if each != owner
        }  # fmt: skip
        return Teller(
            owner, lambda id, moment: called_at[id, moment], asked.world.language,
            asked.where(owner), asked.unit.head.time, asked.world.calendar, atlas.kinds,
            tuple(remembered), beliefs,
            frozenset(b.id for b in beliefs if is_secret_belief(b, character.beliefs)),
            {each: _newest(asked.mind(owner).latest(each, witnessed=False))
             for each in atlas.entities},
            frozenset(each.entity for each in ask.knowledge(asked, owner)),
            persons, {bond.about: bond.kind for bond in bonds}, shared,
            unknown_names(atlas, persons, owner),
        )  # fmt: skip


def _newest(moments: list[Moment]) -> dict[str, Moment]:
    return {each.fact.key: each for each in sorted(moments, key=lambda each: each.moment)}


def places(of: Story) -> dict[str, str | None]:
    """Where everybody is."""
    with asking(of.mind("ann").engine, of.id) as asked:
        return {each: asked.where(each) for each in asked.atlas.characters}
