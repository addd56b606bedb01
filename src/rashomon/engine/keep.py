"""Keeping: pending turns are graded and tagged, and sealed. Here without a model, by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rashomon.engine.context import Context
from rashomon.ports.store import Mark, Seal, StoryWriting
from rashomon.record.chain import chain
from rashomon.record.keeping import graded
from rashomon.story.event import Event


@dataclass(frozen=True, slots=True)
class Kept:
    """What a keeping did: how many turns and events were sealed, and how many stay pending."""

    turns: int
    events: int
    pending: int


def keep_now(context: Context, story: str, *, leave: int = 0) -> Kept:
    """Keep every pending turn but the newest `leave`, by rule, and seal them."""
    with context.store.writing(story) as unit:
        return keep_by_rule(unit, leave=leave)


def keep_by_rule(unit: StoryWriting, *, leave: int, fresh: Sequence[Event] = ()) -> Kept:
    """Grade, tag and seal in one commit what is pending, but for the newest `leave` turns.

    `fresh` are the newest events, where whoever recorded them has them still: to read thousands
    back would take longer than to seal them.
    """
    last, sealed = unit.head.turn, unit.last_sealed_turn()
    upto = last - leave
    if upto <= sealed:
        return Kept(0, 0, last - sealed)
    first = unit.last_sealed_event()
    older = unit.events(after=first, before=fresh[0].id if fresh else None)
    events = [event for event in (*older, *fresh) if event.turn <= upto]
    if not events:
        return Kept(0, 0, last - sealed)
    unit.commit("keep", "engine", unit.head.turn)
    marks: list[Mark] = []
    for event in events:
        importance, tags = graded(event)
        changed = importance if importance != event.importance else None
        named = tags if tags != event.tags else None
        if changed is not None or named is not None:
            marks.append(Mark(event.id, changed, named))
    unit.write_marks(marks)
    seals = [Seal(event.id, digest) for event, digest in chain(unit.head.sealed_head, events)]
    unit.write_seals(seals)
    return Kept(upto - sealed, len(events), last - upto)
