"""What runs by itself keeps to the budget of calls: checks are put off first, then whole owners."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon import Story
from rashomon.engine.budget import TURNS, Share, shared
from rashomon.prompts.request import Request
from rashomon.testing.scripted import ScriptedModel, given

OWNERS = ("ana", "ben", "cy")
CASES = [
    ("room for all", 12, 2, 2, [("ana", 2), ("ben", 2), ("cy", 2)]),
    ("the last one's checks go first", 10, 2, 2, [("ana", 2), ("ben", 2), ("cy", 0)]),
    ("one of them", 7, 2, 2, [("ana", 1), ("ben", 0), ("cy", 0)]),
    ("then a whole owner", 5, 2, 2, [("ana", 1), ("ben", 0)]),
    ("wide takes one call to sort", 5, 1, 2, [("ana", 2), ("ben", 0), ("cy", 0)]),
    ("sorting by rule is free", 3, 0, 2, [("ana", 2), ("ben", 1), ("cy", 0)]),
    ("no room", 0, 2, 2, []),
    ("checking by rule is free", 4, 2, 0, [("ana", 0), ("ben", 0)]),
]


@pytest.mark.parametrize(("why", "room", "sorts", "checks", "expected"), CASES)
def test_what_is_put_off_first(
    why: str, room: int, sorts: int, checks: int, expected: list[tuple[str, int]]
) -> None:
    found = shared(OWNERS, room, sorts=sorts, checks=checks)
    assert found == [Share(*each) for each in expected], why
    assert sum(sorts + each.checks for each in found) <= max(room, 0)


def nothing(request: Request[Any]) -> dict[str, Any]:
    return {"items": []} if request.task == "check" else {"old": [], "new": []}


def story_of(library: rashomon.Library, budget: float) -> tuple[Story, ScriptedModel]:
    story = library.create({
        "id": "yard", "title": "The Yard", "places": [{"id": "yard", "name": "the yard"}],
        "items": [{"id": "key", "name": "the iron key", "at": "host"}],
        "characters": [
            {"id": "host", "name": "Host", "role": "played", "at": "yard"},
            *({"id": id, "name": id.title(), "at": "yard",
               "relationships": [{"about": "host", "kind": "friend"}]} for id in OWNERS),
        ],
        "settings": {"reflection.everyTurns": 5},
    })  # fmt: skip
    model = ScriptedModel(nothing)
    library.context.models = given(model)
    story.set("budget.callsPerTurn", budget)
    return story, model


def live(story: Story, turns: int) -> list[int]:
    """How many owners reflected, each time that anybody did, and how many were put off."""
    found: list[int] = []
    for _ in range(turns):
        story.record({"minutes": 1, "steps": [
            {"who": "host", "does": "turns the iron key", "with": ["key"]}]})  # fmt: skip
        done = story.reflect_if_due()
        if done.reason is not None:
            assert len(done.owners) + len(done.put_off) == 3
            found.append(len(done.owners))
    return found


@pytest.mark.parametrize("budget", [0.0, 0.1, 0.25, 1.0])
def test_calls_by_themselves_stay_within_the_budget_over_any_twenty_turns(budget: float) -> None:
    with rashomon.open(":memory:") as library:
        story, model = story_of(library, budget)
        found = live(story, 60)
        runs = story.runs(limit=None)
        assert model.calls == sum(run.calls for run in runs)
        for last in range(TURNS, 61):
            spent = sum(run.calls for run in runs if last - TURNS < run.turn <= last)
            assert spent <= budget * TURNS
        assert (model.calls == 0) == (budget == 0)
        if budget == 1.0:
            assert found == [3] * len(found), "there is room for all"
            assert len(found) >= 10


def test_what_a_person_asks_for_is_done_whole() -> None:
    with rashomon.open(":memory:") as library:
        story, model = story_of(library, 0.0)
        live(story, 4)
        assert model.calls == 0
        assert len(story.reflect_now().owners) == 3
        assert model.calls > 0
