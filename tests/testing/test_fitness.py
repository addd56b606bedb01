"""The word for a model follows from what it says beside what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rashomon.engine.calls import Calls
from rashomon.prompts.request import Request
from rashomon.testing.fitness import Fitness, Role, fitness, questions
from rashomon.testing.scripted import ScriptedModel
from tests.testing import perfect


@pytest.fixture(scope="module")
def knowing() -> ScriptedModel:
    return perfect.model(one for every in questions().values() for one in every)


@pytest.fixture
def calls() -> Iterator[Calls]:
    made = Calls()
    yield made
    made.close()


def _tested(model: Any, calls: Calls) -> Fitness:
    return fitness(model, questions(), calls, 4)


def test_who_is_always_right_is_fit_for_all_and_may_be_asked_several_things_at_once(
    knowing: ScriptedModel, calls: Calls
) -> None:
    found = _tested(knowing, calls)
    assert {mark.word for mark in (*found.roles.values(), *found.tasks.values())} == {"fit"}
    assert (found.shape, found.first, found.second, found.broken_off) == ("wide", 1, 0, False)
    assert {row.f1 for row in found.rows if row.shape != "rules"} == {1.0}


def test_who_mixes_up_several_things_is_asked_one_at_a_time(
    knowing: ScriptedModel, calls: Calls
) -> None:
    def script(request: Request[Any]) -> Any:
        wide = request.task in ("wide", "sort_wide")
        return perfect.nothing(request) if wide else knowing._script(request)

    found = _tested(ScriptedModel(script), calls)
    assert found.shape == "narrow"
    assert {mark.word for mark in found.tasks.values()} == {"fit"}


@pytest.mark.parametrize("role", ["keeper", "check", "reflection"])
def test_who_says_nothing_is_no_better_than_rules(calls: Calls, role: Role) -> None:
    found = _tested(ScriptedModel(perfect.nothing), calls)
    assert found.roles[role].word == "no better than rules"
    assert found.roles[role].f1 == 0 < found.roles[role].rules
    assert found.shape == "narrow"


def test_more_that_is_wrong_than_right_is_no_better_than_rules(
    knowing: ScriptedModel, calls: Calls
) -> None:
    """However much of what is right is among it: rules say nothing of where things are."""

    def script(request: Request[Any]) -> Any:
        ids = [f"E{n}" for n in range(1, 4) if f"E{n} " in request.text]
        known = [(e, f"K{n}", f"K{m}") for e in ids for n in range(1, 8) for m in range(1, 8)]
        moves = [{"e": e, "item": item, "to": to} for e, item, to in known]
        return {"moves": moves, "claims": []}

    found = _tested(ScriptedModel(script), calls)
    assert found.tasks["moves"].rules == 0
    assert found.tasks["moves"].word == "no better than rules"
    assert any(row.figures.wrong for row in found.rows if row.task == "moves")


def test_who_says_the_same_to_everything_is_fit_for_nothing(calls: Calls) -> None:
    said = {
        "items": [{"p": "P1", "shows": "", "both": "no"}],
        "old": [{"b": "B1", "for": [], "against": ["P1"], "do": "doubt", "into": "none"}],
        "grades": [{"e": "E1", "n": 4}],
    }

    def script(request: Request[Any]) -> Any:
        return {name: said.get(name, []) for name in perfect.nothing(request)}

    found = _tested(ScriptedModel(script), calls)
    assert found.tasks["check"].f1 > 0
    assert "fit" not in {mark.word for mark in (*found.tasks.values(), *found.roles.values())}


def test_one_that_falls_silent_is_not_asked_on_and_it_is_said(calls: Calls) -> None:
    found = _tested(ScriptedModel([{"grades": []}] * 3), calls)
    assert found.broken_off
    assert found.cases <= 16 < sum(map(len, questions().values()))
