"""Turns as a request of the record keeper has them, without a store: recorded, and not kept yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rashomon.record.convey import Past
from rashomon.record.keeper.view import Became, View
from rashomon.record.recording import Recorded, apply, bring_in, record
from rashomon.record.scene import Draft, Scene
from rashomon.record.start import settle
from rashomon.story.event import Event, Scalar
from rashomon.story.mind import Known, NameKnown, Relationship
from rashomon.story.perception import Held
from rashomon.story.places import Atlas
from rashomon.story.turn import Turn
from rashomon.story.world import World, entities


def recorded(
    given: Mapping[str, Any],
    turns: Sequence[Sequence[Mapping[str, Any]]],
    *,
    sealed: int = 0,
    past: Past | None = None,
    first: int = 1,
    minutes: float = 1.0,
) -> View:
    """Turns of a world, as a request that shows all of them has them.

    Events are counted from `first`, those up to `sealed` are sealed, and each turn takes `minutes`.
    Raises `AssertionError` for a step that could not be recorded.
    """
    world = World.parse(given)
    everything = tuple(entities(world))
    atlas = Atlas({each.id: each for each in everything})
    draft = Draft(Scene(atlas, 0, 0.0, {}, {}))
    state: list[tuple[str, str, Scalar, int]] = []
    bring_in(draft, everything, state, 0)
    start = settle(draft, atlas.characters.values(), 0, 0.0)
    beginning: dict[str, dict[str, Scalar]] = {}
    for entity, key, value, _ in state:
        beginning.setdefault(entity, {})[key] = value
    scene = Scene(atlas, 0, 0.0, {each: dict(found) for each, found in beginning.items()}, {})
    for edge in draft.learnt:
        scene.mind(edge.owner).known.add(edge.entity)
    for bond in start.relationships:
        scene.mind(bond.owner).bonds.add(bond.about)
    made = _recorded(scene, turns, past or Past(), first, minutes)
    events = [replace(event, sealed=event.id <= sealed) for each in made for event in each.events]
    return replace(
        _of_minds(made, draft, events, start.relationships),
        atlas=atlas, language=world.language, events=tuple(events),
        entities=frozenset(atlas.entities), start=beginning,
        changes=tuple(Became(*change) for each in made for change in each.state),
    )  # fmt: skip


def _recorded(
    scene: Scene,
    turns: Sequence[Sequence[Mapping[str, Any]]],
    past: Past,
    first: int,
    minutes: float,
) -> list[Recorded]:
    found: list[Recorded] = []
    for steps in turns:
        turn = Turn.parse({"minutes": minutes, "steps": [dict(step) for step in steps]})
        made = record(scene, turn, first, past, from_speech=True)
        assert not made.faults, made.faults
        apply(scene, made)
        first = made.next_event
        found.append(made)
    return found


def _of_minds(
    made: Sequence[Recorded], draft: Draft, events: Sequence[Event], bonds: Sequence[Relationship]
) -> View:
    """A view with what everybody perceived, learnt and came to have to do with whom."""
    times = {event.id: event.time for event in events}
    knowledge = [Known(edge.owner, edge.entity, edge.how, 0.0, None) for edge in draft.learnt]
    knowledge += [
        Known(edge.owner, edge.entity, edge.how, times[edge.moment], edge.moment)
        for each in made
        for edge in each.learnt
    ]
    names = [NameKnown(name.owner, name.person, name.name, None) for name in draft.heard]
    names += [NameKnown(n.owner, n.person, n.name, n.moment) for each in made for n in each.heard]
    met = [
        Relationship(met.owner, met.about, "acquaintance", "", None, met.moment)
        for each in made
        for met in each.met
    ]
    return View(
        Atlas({}), "", perceptions=tuple(_held(made, events)), knowledge=tuple(knowledge),
        names=tuple(names), bonds=(*bonds, *met),
    )  # fmt: skip


def _held(made: Sequence[Recorded], events: Sequence[Event]) -> list[Held]:
    found: list[Held] = []
    by_id = {event.id: event for event in events}
    for each in made:
        for event, seen in zip(each.events, each.seen, strict=True):
            for owner, one in seen.items():
                found.append(
                    Held(
                        id=100 + len(found), owner=owner, moment=event.id, event=by_id[event.id],
                        time=event.time, mode=one.mode, accuracy=one.accuracy,
                        version=one.version, at=one.at, hidden=one.hidden, own=one.own,
                        teller=one.teller, facts=one.facts, importance=event.importance,
                        first=one.own,
                    )
                )  # fmt: skip
    return found
