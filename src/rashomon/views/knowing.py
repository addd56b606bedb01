"""Questions about what an owner knows: last known states, the known map, the way somewhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from rashomon.story.mind import Hop, KnownMap, LastKnown, MapExit
from rashomon.story.perception import Moment
from rashomon.story.places import Atlas


def last_known(entity: str, moments: Sequence[Moment]) -> LastKnown | None:
    """The last known state of a thing from the newest fact of each of its properties."""
    ordered = sorted(moments, key=lambda moment: moment.moment)
    if not ordered:
        return None
    newest = ordered[-1]
    how: Literal["saw", "told"] = "told" if newest.fact.how == "told" else "saw"
    return LastKnown(
        entity=entity,
        state={moment.fact.key: moment.fact.value for moment in ordered},
        how=how,
        by=newest.fact.by,
        event=newest.event,
        turn=newest.turn,
        time=newest.time,
        facts=tuple(moment.fact for moment in ordered),
    )


def known_map(owner: str, here: str | None, known: Collection[str], atlas: Atlas) -> KnownMap:
    """The places and exits an owner knows; an exit's far side only if it knows that too."""
    exits = [
        MapExit(
            exit=way.id, name=way.name,
            from_=way.from_ if way.from_ in known else None,
            to=way.to if way.to in known else None,
            one_way=way.one_way and way.from_ in known and way.to in known,
        )
        for way in atlas.exits.values()
        if way.id in known
    ]  # fmt: skip
    places = tuple(place for place in atlas.places if place in known)
    return KnownMap(owner, here, places, tuple(exits))


def route(
    here: str | None, goal: str, known: Collection[str], atlas: Atlas
) -> tuple[Hop, ...] | None:
    """A shortest way over the known map; `()` for one who is there, `None` where no way is known.

    Locks do not matter: who knows the way knows it, and finds out at the door.
    """
    if here is None or goal not in atlas.places:
        return None
    if here == goal:
        return ()
    if goal not in known:
        return None
    came: dict[str, tuple[str, Hop]] = {}
    waiting = deque([here])
    while waiting:
        place = waiting.popleft()
        for way, to in atlas.ways_out(place):
            if way.id in known and to in known and to not in came and to != here:
                came[to] = (place, Hop(way.id, to, way.minutes))
                if to == goal:
                    return tuple(_back(came, here, goal))
                waiting.append(to)
    return None


def _back(came: dict[str, tuple[str, Hop]], here: str, goal: str) -> Iterable[Hop]:
    hops: list[Hop] = []
    place = goal
    while place != here:
        place, hop = came[place]
        hops.append(hop)
    return reversed(hops)
