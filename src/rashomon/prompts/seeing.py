"""Where an owner last saw people and things, by its own perceptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rashomon.story.perception import Fact, Held, Version
from rashomon.views.reading import actor_of

_FAR = frozenset({Version.LISTENS, Version.REMOTE})
_THERE = frozenset({"did", "saw", "heard"})


def seen(
    start: Iterable[tuple[int, Iterable[Fact]]], rows: Iterable[Held], aliases: Mapping[str, str]
) -> dict[str, str | None]:
    """For each person and thing, where the owner saw it last; `None` from when it saw it gone.

    `start` has what was shown where no event was, by moments; `rows` are perceptions in order. Who
    acts or speaks in a place is seen, or heard, to be there. What somebody merely said to be
    somewhere is not seen there.
    """
    found: dict[str, tuple[int, str | None]] = {}

    def see(entity: str, moment: int, at: object) -> None:
        entity = aliases.get(entity, entity)
        if entity not in found or found[entity][0] <= moment:
            place = aliases.get(at, at) if isinstance(at, str) else None
            found[entity] = (moment, place)

    def look(moment: int, facts: Iterable[Fact]) -> None:
        for fact in facts:
            if fact.key == "at" and fact.how == "saw":
                see(fact.entity, moment, fact.value)

    for moment, facts in start:
        look(moment, facts)
    for held in rows:
        event = held.event
        there = held.mode in _THERE and held.version not in _FAR
        if event is not None and event.kind != "move" and there:
            actor = actor_of(held, event)
            if actor is not None:
                see(actor, held.moment, event.at)
        look(held.moment, held.facts)
    return {entity: at for entity, (_, at) in found.items()}
