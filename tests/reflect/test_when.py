"""When a reflection is due, and for whom: every trigger and every bound, as a table."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon.reflect.when import Due, Reflector, Standing, asked, due
from rashomon.settings import Settings
from rashomon.story.places import Atlas
from rashomon.story.world import Place

PLACES = [
    Place(id="keep", name="the keep"),
    Place(id="hall", name="the hall", within="keep"),
    Place(id="alcove", name="the alcove", within="hall"),
    Place(id="kitchen", name="the kitchen", within="keep"),
    Place(id="road", name="the road"),
]
INSIDE = Atlas({place.id: place for place in PLACES}).inside
CAST = (Reflector("elias", "cast", 9),)
EVERY = "turns"


def standing(**given: Any) -> Standing:
    """A story at turn 10, the last reflection at turn 2, Mara in the hall all the time."""
    base: dict[str, Any] = {
        "turn": 10, "last": 2, "automatic": 2, "were": {"mara": "hall"}, "been": {"mara": ["hall"]},
        "inside": INSIDE, "passed": 600.0, "reflectors": CAST,
    }  # fmt: skip
    return Standing(**{**base, **given})


TRIGGERS: list[tuple[str, dict[str, Any], str | None]] = [
    ("nothing has happened", {}, None),
    ("one turn short of everyTurns", {"turn": 21}, None),
    ("everyTurns since the last", {"turn": 22}, "turns"),
    ("everyTurns since the start", {"turn": 20, "last": 0, "automatic": None}, "turns"),
    ("asked for since, so not yet", {"turn": 22, "last": 15}, None),
    ("into the next room", {"been": {"mara": ["kitchen"]}}, "scene"),
    ("elsewhere", {"been": {"mara": ["road"]}}, "scene"),
    ("inside", {"been": {"mara": ["alcove"]}}, None),
    ("around", {"been": {"mara": ["keep"]}}, None),
    ("around and into the next room", {"been": {"mara": ["keep", "kitchen"]}}, "scene"),
    ("deep inside", {"were": {"mara": "keep"}, "been": {"mara": ["alcove"]}}, None),
    ("from a room of the house to the house's other room", {
        "were": {"mara": "kitchen"}, "been": {"mara": ["alcove"]}}, "scene"),
    ("away and back", {"been": {"mara": ["hall", "road", "hall"]}}, "scene"),
    ("nowhere", {"been": {"mara": [None]}}, None),
    ("out of nowhere", {"were": {"mara": None}, "been": {"mara": ["road"]}}, "scene"),
    ("somebody played who was not there then", {"were": {}, "been": {"mara": ["road"]}}, None),
    ("the second of two played", {
        "were": {"mara": "hall", "ana": "hall"},
        "been": {"mara": ["hall"], "ana": ["kitchen"]}}, "scene"),
    ("a day but for a second", {"passed": 86_399.0}, None),
    ("a day's length", {"passed": 86_400.0}, "day"),
    ("a day of twenty hours", {"passed": 72_000.0, "day": 72_000.0}, "day"),
    ("elsewhere within minTurns", {"turn": 6, "been": {"mara": ["road"]}}, None),
    ("elsewhere once minTurns have passed", {"turn": 7, "been": {"mara": ["road"]}}, "scene"),
    ("elsewhere within minTurns and back, once they have passed", {
        "turn": 7, "been": {"mara": ["road", "hall"]}}, "scene"),
    ("a day within minTurns", {"turn": 6, "passed": 90_000.0}, None),
    ("a day once they have passed", {"turn": 7, "passed": 90_000.0}, "day"),
    ("a change soon after one that was asked for", {
        "turn": 10, "last": 9, "been": {"mara": ["road"]}}, "scene"),
    ("a change soon after the start", {
        "turn": 3, "last": 0, "automatic": None, "been": {"mara": ["road"]}}, "scene"),
    ("nobody has enough that is new", {
        "turn": 40, "reflectors": (Reflector("elias", "cast", 3),)}, None),
    ("somebody has just enough", {
        "turn": 40, "reflectors": (Reflector("elias", "cast", 4),)}, "turns"),
    ("only played and background have", {
        "turn": 40, "reflectors": (Reflector("mara", "played", 30),
                                   Reflector("wat", "background", 30))}, None),
]  # fmt: skip


@pytest.mark.parametrize(("case", "given", "reason"), TRIGGERS, ids=[each[0] for each in TRIGGERS])
def test_a_reflection_is_due_when_the_table_says(
    case: str, given: dict[str, Any], reason: str | None
) -> None:
    found = due(standing(**given), Settings())
    assert (found and found.reason) == reason


SETTINGS: list[tuple[dict[str, Any], dict[str, Any], str | None]] = [
    ({"reflection.auto": False}, {"turn": 90, "been": {"mara": ["road"]}}, None),
    ({"reflection.everyTurns": 8}, {}, "turns"),
    ({"reflection.everyTurns": 9}, {}, None),
    ({"reflection.everyTurns": 1, "reflection.minTurns": 9}, {}, None),
    ({"reflection.everyTurns": 1, "reflection.minTurns": 8}, {}, "turns"),
    ({"reflection.minTurns": 0}, {"turn": 2, "been": {"mara": ["road"]}}, "scene"),
    ({"reflection.minNew": 10}, {"turn": 40}, None),
    ({"reflection.minNew": 9}, {"turn": 40}, "turns"),
]


@pytest.mark.parametrize(("set_", "given", "reason"), SETTINGS)
def test_settings_move_the_bounds(
    set_: dict[str, Any], given: dict[str, Any], reason: str | None
) -> None:
    found = due(standing(**given), Settings(set_))
    assert (found and found.reason) == reason


CROWD = (
    Reflector("a", "cast", 5), Reflector("b", "cast", 9), Reflector("c", "cast", 5),
    Reflector("d", "cast", 7), Reflector("e", "cast", 1), Reflector("f", "played", 99),
    Reflector("g", "background", 99), Reflector("h", "cast", 0),
)  # fmt: skip


def test_those_with_most_new_are_first_and_no_more_than_a_run_takes() -> None:
    crowd = standing(turn=40, reflectors=CROWD)
    assert due(crowd, Settings()) == Due("turns", ("b", "d", "a"))
    assert due(crowd, Settings({"reflection.perRun": 1})) == Due("turns", ("b",))
    assert due(crowd, Settings({"reflection.perRun": 9})) == Due("turns", ("b", "d", "a", "c"))


def test_reflect_now_takes_everybody_else_with_anything_new_whenever_it_is_asked_for() -> None:
    crowd = standing(turn=3, reflectors=CROWD)
    assert due(crowd, Settings()) is None
    assert asked(crowd) == Due("asked", ("b", "d", "a", "c", "e"))
    assert asked(standing(reflectors=(Reflector("f", "played", 3),))) is None
