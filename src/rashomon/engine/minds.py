"""A mind's rows for recall: read whole once, then grown by what has been recorded since.

What changes anything but the end of the record raises the story's epoch, and the mind is read
again, so that nothing stale is ever weighed.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rashomon.engine.ask import Asking
from rashomon.engine.warm import WarmMind
from rashomon.recall.rows import Brief, Rows, mind_rows
from rashomon.story.perception import Held
from rashomon.views.reading import actor_of, addressed, concerned, place_of


def warm_mind(asked: Asking, owner: str) -> WarmMind:
    """One mind as the transaction of this question sees it."""
    head, minds = asked.unit.head, asked.context.minds
    found = minds.get((head.key, owner))
    if found is None or found.epoch != head.epoch or found.commit > head.commit:
        found = _grown(asked, owner, [], head.epoch, head.commit)
    elif found.commit != head.commit:
        found = _grown(asked, owner, found.briefs, head.epoch, head.commit)
    minds.put((head.key, owner), found)
    return found


def _grown(asked: Asking, owner: str, before: list[Brief], epoch: int, commit: int) -> WarmMind:
    last = before[-1].moment if before else None
    new = asked.mind(owner).perceptions(after=last)
    briefs = [*before, *(_brief(asked, held) for held in new)]
    return WarmMind(epoch, commit, briefs, mind_rows(briefs))


def _brief(asked: Asking, held: Held) -> Brief:
    event, atlas = held.event, asked.atlas
    people: tuple[str | None, ...] = held.people
    things: tuple[str, ...] = tuple(fact.entity for fact in held.facts)
    place = tags = None
    if event is not None:
        people = (
            actor_of(held, event), *addressed(held, event, atlas), *concerned(held, event, atlas)
        )  # fmt: skip
        place = place_of(held, event)
        if held.accuracy == "whole" and event.kind != "move":
            things = (*event.with_, *event.on, *event.named, *things)
            tags = event.tags
    canonical = atlas.canonical
    return Brief(
        id=held.id, moment=held.moment, time=held.time, importance=held.importance,
        stood=held.at, place=None if place is None else canonical(place),
        people=tuple(canonical(p) for p in people if p is not None),
        things=tuple(canonical(thing) for thing in things if atlas.knowable(thing)),
        tags=tags or (), document=held.document,
    )  # fmt: skip


def postings(asked: Asking, owner: str, mind: WarmMind, terms: Sequence[str]) -> dict[str, Rows]:
    """For each term, the rows of the memories that have it."""
    order = np.argsort(mind.rows.documents, kind="stable")
    ordered = mind.rows.documents[order]
    for term in terms:
        if term not in mind.postings:
            numbers = np.array(asked.mind(owner).holding(term), dtype=np.int64)
            where = np.searchsorted(ordered, numbers)
            there = where < len(ordered)
            there[there] = ordered[where[there]] == numbers[there]
            mind.postings[term] = np.sort(order[where[there]])
    return {term: mind.postings[term] for term in terms}
