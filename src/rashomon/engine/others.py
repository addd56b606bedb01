"""Minds of others: the same questions, asked of what one mind can know of another's."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from rashomon.engine.ask import Asking
from rashomon.story.mind import Known, LastKnown
from rashomon.story.perception import Fact, Held, Moment, Perception
from rashomon.story.places import KNOWABLE
from rashomon.story.texts import optional
from rashomon.views import knowing, others

_PAGE = 400


def perceptions(
    asked: Asking, chain: Sequence[str], *, limit: int | None, before: int | None
) -> list[Perception]:
    """The events that a chain shares, newest last, as the first can know the last has them."""
    limit, before = optional(limit, "limit", 0), optional(before, "before")
    names = asked.names(chain[0])
    found: list[Perception] = []
    for shared in _shared(asked, chain, before):
        found.append(others.as_shared(shared, names))
        if limit is not None and len(found) == limit:
            break
    return found[::-1]


def _believed(asked: Asking, chain: Sequence[str]) -> others.Believed:
    """Where the first of a chain last saw each of the others by a moment."""
    mind = asked.mind(chain[0])
    seen = {person: mind.sightings(*asked.every_id(person)) for person in set(chain[1:])}

    def believed(person: str, moment: int) -> str | None:
        sightings = seen[person]
        last = bisect_right(sightings, moment, key=lambda sighting: sighting[0])
        return sightings[last - 1][1] if last else None

    return believed


def _shared(asked: Asking, chain: Sequence[str], before: int | None = None) -> Iterator[list[Held]]:
    """The perceptions of each shared event, one for each of the chain, newest event first."""
    first, believed = asked.mind(chain[0]), _believed(asked, chain)
    while True:
        page = first.perceptions(limit=_PAGE, before=before)
        if not page:
            return
        before = page[0].id
        moments = [held.moment for held in page if held.event is not None]
        rows = [{held.moment: held for held in page}, *_of_rest(asked, chain, moments)]
        for moment in reversed(moments):
            held = [row[moment] for row in rows if moment in row]
            if len(held) == len(chain) and others.shared(asked.atlas, held, believed):
                yield held


def _of_rest(
    asked: Asking, chain: Sequence[str], moments: Sequence[int]
) -> Iterator[dict[int, Held]]:
    for owner in chain[1:]:
        found = asked.mind(owner).perceptions(events=moments)
        yield {held.moment: held for held in found}


def last_known(
    asked: Asking, chain: Sequence[str], entity: str, *, witnessed: bool
) -> LastKnown | None:
    """The last state of a thing that the first of a chain can know the last was shown or told.

    What somebody says proves nothing to itself, but others take it for what it holds.
    """
    entity = asked.thing(entity)
    every = asked.every_id(entity)
    newest: dict[str, Moment] = {}
    for moment in _common_facts(asked, chain, every):
        fact = moment.fact
        counts = fact.how == "saw" if witnessed else True
        known = newest.get(fact.key)
        if counts and (known is None or moment.moment > known.moment):
            newest[fact.key] = moment
    return knowing.last_known(entity, list(newest.values()))


def _common_facts(asked: Asking, chain: Sequence[str], entities: Sequence[str]) -> Iterator[Moment]:
    """Facts about a thing that a chain has in common, as the last has them."""
    mine = asked.mind(chain[0])
    waiting: dict[int, Moment] = {}
    for moment in mine.facts_about(*entities):
        waiting.setdefault(moment.moment, moment)
    moments = [m.moment for m in waiting.values() if m.event is not None]
    rows = [
        {held.moment: held for held in mine.perceptions(events=moments)},
        *_of_rest(asked, chain, moments),
    ]
    believed = _believed(asked, chain)
    for moment in moments:
        held = [row[moment] for row in rows if moment in row]
        if len(held) == len(chain) and others.shared(asked.atlas, held, believed):
            for fact in others.in_common([each.facts for each in held]):
                if fact.entity in entities:
                    yield waiting[moment]._replace(fact=fact)
    for moment, facts in _start(asked, chain).items():
        for fact in facts:
            if fact.entity in entities:
                yield waiting[moment]._replace(fact=fact)


def _start(asked: Asking, chain: Sequence[str]) -> dict[int, tuple[Fact, ...]]:
    """What a chain has in common of the authored start, and of when people came in."""
    rows = [asked.mind(owner).moments() for owner in chain]
    found: dict[int, tuple[Fact, ...]] = {}
    for moment in rows[0]:
        if all(moment in row for row in rows):
            common = others.start_in_common(chain, [row[moment] for row in rows])
            if common:
                found[moment] = common
    return found


def knowledge(asked: Asking, chain: Sequence[str]) -> list[Known]:
    """The edges that the first of a chain can know the last has."""
    owner = chain[-1]
    found: dict[str, Known] = {}
    for facts in _start(asked, chain).values():
        for fact in facts:
            for thing in (fact.entity, fact.value):
                if isinstance(thing, str) and asked.atlas.kind(thing) in KNOWABLE:
                    found.setdefault(thing, Known(owner, thing, "being_there", 0.0, None))
    for shared in reversed(list(_shared(asked, chain))):
        event = shared[0].event
        for thing, how in others.edges(shared).items():
            thing = asked.atlas.canonical(thing)
            if event is not None and asked.atlas.kind(thing) in KNOWABLE:
                found.setdefault(thing, Known(owner, thing, how, event.time, event.id))
    return list(found.values())


def knows(asked: Asking, chain: Sequence[str], entity: str) -> bool:
    """Whether the first of a chain can know that the last can identify a thing."""
    entity = asked.thing(entity)
    return any(known.entity == entity for known in knowledge(asked, chain))
