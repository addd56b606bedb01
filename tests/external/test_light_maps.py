"""Finding the way on maps nobody here drew: a shortest route over what the walker knows, or none.

What is known and how far it is are worked out here a second time and in another way, from the world
file and what was granted alone.
"""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import rashomon
from tests.external import light

MAPS = {
    # How many of the answers must at least be a route, so that "none" cannot be all of them.
    "complex_world": 60,
    "dragon-village": 60,
    "possibly-vampires": 60,
    "simple_world": 1,
    "smithing-competition": 60,
    "tutorial_world": 1,
}
PAIRS = 200
GRANTS = 12
"""How many places and exits an author grants to each owner after the first answers."""

SEED = 1203


@dataclass(frozen=True)
class Drawn:
    """A world as its file has it, and what we can say of it without the engine."""

    world: Mapping[str, Any]

    @cached_property
    def places(self) -> list[str]:
        return [each["id"] for each in self.world["places"]]

    @cached_property
    def exits(self) -> dict[str, tuple[str, str, bool]]:
        return {
            each["id"]: (each["from"], each["to"], each["one_way"]) for each in self.world["exits"]
        }

    @cached_property
    def starts(self) -> dict[str, str]:
        return {each["id"]: each["at"] for each in self.world["characters"] if each["at"]}

    @cached_property
    def items(self) -> dict[str, str | None]:
        return {each["id"]: each["at"] for each in self.world["items"]}

    def steps_from(self, place: str) -> Iterator[tuple[str, str]]:
        """Through which exits one can leave a place, and where to."""
        for id, (start, end, one_way) in self.exits.items():
            if start == place:
                yield id, end
            elif end == place and not one_way:
                yield id, start

    def seen_by(self, owner: str) -> set[str]:
        """The places and exits that somebody knows from where it stands."""
        here = self.starts[owner]
        return {here, *(way for way, _ in self.steps_from(here))}

    def distance(self, known: set[str], start: str, goal: str) -> int | None:
        """How many exits lie between, breadth first over what is known; `None` without a way."""
        if start not in known or goal not in known:
            return None
        found, queue = {start: 0}, deque([start])
        while queue:
            place = queue.popleft()
            for way, end in self.steps_from(place):
                if way in known and end in known and end not in found:
                    found[end] = found[place] + 1
                    queue.append(end)
        return found.get(goal)


def _some(chance: random.Random, things: Iterable[str], share: float) -> list[str]:
    return [each for each in things if chance.random() < share]


def _edges(mind: Any) -> set[str]:
    return {edge.entity for edge in mind.knowledge()}


def _is_walk(drawn: Drawn, start: str, goal: str, hops: Iterable[Any], known: set[str]) -> bool:
    here = start
    for hop in hops:
        if not known >= {hop.exit, hop.place}:
            return False
        if (hop.exit, hop.place) not in set(drawn.steps_from(here)):
            return False
        here = hop.place
    return here == goal


@pytest.mark.parametrize("name", MAPS)
def test_a_route_is_a_shortest_one_over_what_the_owner_knows(cases: Path, name: str) -> None:
    drawn = Drawn(light.load(cases / "light_maps" / f"{name}.json"))
    chance = random.Random(f"{SEED}:{name}")
    ways = [*drawn.places, *drawn.exits]
    authored = {who: _some(chance, ways, chance.choice((0.4, 0.7, 0.95))) for who in drawn.starts}
    granted = {who: chance.sample(ways, min(GRANTS, len(ways))) for who in drawn.starts}
    pairs = list(itertools.product(drawn.starts, drawn.places))
    if len(pairs) > PAIRS:
        pairs = chance.sample(pairs, PAIRS)

    story = rashomon.open(":memory:").create(light.knowing(drawn.world, authored))
    known = {owner: drawn.seen_by(owner) | {*authored[owner]} for owner in drawn.starts}
    routes = _routes_found(drawn, story, known, pairs)
    for owner in {owner for owner, _ in pairs}:
        for entity in granted[owner]:
            story.grant(owner, entity)
        known[owner] |= {*granted[owner]}
    routes += _routes_found(drawn, story, known, pairs)
    assert routes >= MAPS[name], "too few pairs have a route for this test to mean anything"


def _routes_found(
    drawn: Drawn, story: Any, known: Mapping[str, set[str]], pairs: Iterable[tuple[str, str]]
) -> int:
    """Hold every route to the walk that is shortest, and count those that lead anywhere."""
    ways = {*drawn.places, *drawn.exits}
    for owner in {owner for owner, _ in pairs}:
        assert _edges(story.mind(owner)) & ways == known[owner]
    routes = 0
    for owner, goal in pairs:
        mind, start = story.mind(owner), drawn.starts[owner]
        expected, route = drawn.distance(known[owner], start, goal), mind.route(goal)
        if expected is None:
            assert route is None, f"{owner} finds a way to {goal} that it cannot know"
        else:
            assert route is not None, f"{owner} does not find the way to {goal}"
            assert len(route) == expected
            assert _is_walk(drawn, start, goal, route, known[owner])
            routes += expected > 0
    return routes


@pytest.mark.parametrize("name", ["complex_world", "dragon-village", "possibly-vampires"])
def test_knowing_an_object_never_tells_where_it_is(cases: Path, name: str) -> None:
    drawn = Drawn(light.load(cases / "light_maps" / f"{name}.json"))
    story = rashomon.open(":memory:").create(drawn.world)
    # What lies deepest comes first, since what is granted is known from then on.
    items = sorted(drawn.items, key=lambda item: (-len(_around(drawn, item)), item))
    checked = inside_another = 0
    for owner in sorted(drawn.starts)[:4]:
        mind, known = story.mind(owner), _edges(story.mind(owner))
        for item in _hidden_from(drawn, items, known)[:30]:
            around = {*_around(drawn, item)}
            if known & {item, *around}:
                continue
            story.grant(owner, item)
            assert mind.knows(item)
            known.add(item)
            assert _edges(mind) == known, f"more than {item} was told by granting it"
            assert mind.last_known(item) is None
            checked += 1
            inside_another += len(around) > 1
        assert all(mind.route(place) is None for place in drawn.places if place not in known)
    assert checked >= 80
    assert inside_another >= 10 or name != "complex_world"


def _hidden_from(drawn: Drawn, items: Iterable[str], known: set[str]) -> list[str]:
    """The items of which somebody knows neither themselves nor anything that they are in."""
    return [
        item for item in items if _around(drawn, item) and not known & {item, *_around(drawn, item)}
    ]


def _around(drawn: Drawn, item: str) -> list[str]:
    """What an item is in, out to its room; the people among it are nothing one can know."""
    found: list[str] = []
    at = drawn.items[item]
    while at is not None:
        found.append(at)
        at = drawn.items.get(at) or drawn.starts.get(at)
    return [each for each in found if each not in drawn.starts]
