"""Routines take people where they are to be, one hop at a time and through no locked door."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rashomon.play.routines import Going, Walker, goings
from rashomon.story.calendar import Calendar
from rashomon.story.places import Atlas
from rashomon.story.playing import Routine
from rashomon.story.world import World, entities
from rashomon.views.knowing import route

WORLD = World.parse({
    "title": "A",
    "places": [{"id": each, "name": each} for each in ("hall", "stairs", "loft")],
    "exits": [{"id": "steps", "from": "hall", "to": "stairs", "minutes": 2},
              {"id": "hatch", "from": "stairs", "to": "loft", "minutes": 3}],
})  # fmt: skip
ATLAS = Atlas({each.id: each for each in entities(WORLD)})
EVENING = [{"at": "09:00", "goes": "loft"}, {"at": "10:00", "goes": "hall"}]
HOUR = 3600.0


def walker(at: str | None = "hall", known: Any = ATLAS.entities, **more: Any) -> Walker:
    rows = tuple(Routine.model_validate(each) for each in EVENING)
    return Walker("bob", at, rows, partial(route, known=known, atlas=ATLAS), **more)


def gone(each: Walker, now: float, minutes: float) -> list[tuple[float, str | None]]:
    """Who begins at 08:00 on a plain calendar."""
    found = goings([each], Calendar.plain(), now, minutes)
    return [(going.minute, going.step.goes) for going in found]


def test_one_sets_out_at_the_hour_and_goes_hop_by_hop() -> None:
    assert gone(walker(), 0.0, 59.0) == []
    assert gone(walker(), 0.0, 70.0) == [(60.0, "stairs"), (62.0, "loft")]
    day = [(60.0, "stairs"), (62.0, "loft"), (120.0, "stairs"), (123.0, "hall")]
    assert gone(walker(), 0.0, 130.0) == day


def test_who_is_on_the_way_at_the_end_of_a_turn_goes_on_in_the_next() -> None:
    assert gone(walker(), HOUR, 1.0) == [(0.0, "stairs")]
    assert gone(walker("stairs"), HOUR + 60, 1.0) == [(0.0, "loft")]
    assert gone(walker("loft"), HOUR + 120, 1.0) == []


def test_who_was_taken_elsewhere_is_not_dragged_back_all_day() -> None:
    assert gone(walker("stairs"), 4 * HOUR, 5.0) == []
    assert gone(walker("stairs", under_way=True), 4 * HOUR, 5.0) == [(0.0, "hall")]


def test_one_stays_before_what_is_locked_and_goes_no_way_that_it_does_not_know() -> None:
    assert gone(walker(locked={"hatch"}), HOUR, 5.0) == [(0.0, "stairs")]
    assert gone(walker(known={"hall", "stairs", "steps"}), HOUR, 5.0) == []
    assert gone(walker(None), HOUR, 5.0) == []


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["hall", "stairs", "loft"]), st.integers(0, 200_000), st.integers(0, 3000))
def test_every_hop_leads_on_from_where_the_last_one_ended(at: str, now: int, minutes: int) -> None:
    place, last = at, 0.0
    for each in goings([walker(at)], Calendar.plain(), now, minutes):
        assert isinstance(each, Going)
        assert last <= each.minute < minutes
        ways = {(way.id, to) for way, to in ATLAS.ways_out(place)}
        assert (each.step.by, each.step.goes) in ways
        place, last = str(each.step.goes), each.minute
