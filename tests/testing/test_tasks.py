"""The labelled cases are whole, balanced, each different, and each label could be right."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rashomon.engine.calls import Calls
from rashomon.testing.scoring import Figures, by_model, by_rule, share, staged, total
from rashomon.testing.scripted import ScriptedModel
from rashomon.testing.staging import JOINED, SHAPES, TASKS, Shape, Staged, stage
from rashomon.testing.tasks import NAMES, Case, Name, Right, cases, settings
from tests.testing import perfect

ENOUGH = 60


@pytest.fixture
def calls() -> Any:
    made = Calls()
    yield made
    made.close()


@pytest.mark.parametrize("task", NAMES)
def test_a_task_has_enough_cases_of_either_language_half_of_them_held_out(task: Name) -> None:
    for language in ("en", "zh"):
        these = [each for each in cases(task) if each.language == language]
        assert len(these) >= ENOUGH
        held_out = sum(each.held_out for each in these) / len(these)
        assert 0.4 <= held_out <= 0.6
        nothing = sum(each.empty for each in these) / len(these)
        assert 0.3 <= nothing <= 0.5


def test_no_case_stands_twice_and_none_is_another_with_its_names_exchanged() -> None:
    for task in NAMES:
        seen = Counter(_without_names(each) for each in cases(task))
        assert [told for told, times in seen.items() if times > 1] == []


def _without_names(case: Case) -> str:
    told, setting = " / ".join(case.parts), settings()[case.story]
    for name in sorted((*setting.people, *setting.items), key=len, reverse=True):
        told = told.replace(name, "…")
    return told


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("task", NAMES)
def test_each_label_is_a_valid_answer_that_the_judge_takes(task: Name, shape: Shape) -> None:
    for case in cases(task):
        made = stage(case, shape)
        assert len(made.asked) == 1, case
        for each in case.right:
            shown = [key for key in each.keys if _taken(case, made, each, key)]
            assert shown, (case, each)
            assert len(shown) == len(each.keys) or task == "sort_new"


def _taken(case: Case, made: Staged, each: Right, key: str) -> bool:
    """Whether a request has ids for it; if so, the judge takes it as what the label says."""
    asked = made.asked[0]
    try:
        reply = perfect.right(case, made, asked, [(each, key)])
    except perfect.NotShown:
        return False
    said = made.taken(asked.proposals(asked.request.schema.model_validate(reply)))
    assert [key in one.keys for one in said] == [True], (case, key, reply)
    assert not each.grounds or said[0].grounds & each.grounds, (case, key)
    return True


@pytest.mark.parametrize("shape", SHAPES)
def test_who_knows_every_answer_is_right_in_all_and_wrong_in_none(
    calls: Calls, shape: Shape
) -> None:
    every = [one for task in TASKS for one in staged(task, shape)]
    found = by_model(perfect.model(every), every, calls, 8)
    assert {task for task, _ in found} == {*TASKS}
    for spot, figures in found.items():
        assert (figures.precision, figures.recall, figures.f1) == (1.0, 1.0, 1.0), spot
        assert figures.first == figures.asked == figures.calls > 0
        assert figures.failed == figures.second == 0


def test_who_answers_nothing_finds_nothing_and_says_nothing_wrong(calls: Calls) -> None:
    found = by_model(ScriptedModel(perfect.nothing), share("wide", 6), calls, 4)
    for figures in found.values():
        assert figures.missed > 0
        assert (figures.right, figures.wrong, figures.recall, figures.f1) == (0, 0, 0.0, 0.0)


@pytest.mark.parametrize("words", ["The moon is a cheese.", "", '{"grades": 5, "old": {"b": []}}'])
def test_nonsense_scores_nothing_and_is_no_error(calls: Calls, words: str) -> None:
    found = total(by_model(perfect.nonsense(words), share("narrow", 4), calls, 4).values())
    assert (found.right, found.wrong, found.failed) == (0, 0, 0)
    assert found.missed > 0
    assert found.first < found.asked


def test_who_names_everything_is_often_wrong(calls: Calls) -> None:
    every = share("narrow", 6, ["grades", "tags", "bonds"])
    said = {
        "grades": [{"e": "E1", "n": 5}],
        "tags": [{"e": "E1", "tag": "love"}],
        "retells": [],
        "bonds": [{"e": "E1", "owner": "K1", "about": "K2", "turn": "warmer"}],
    }
    model = ScriptedModel(lambda request: {name: said[name] for name in perfect.nothing(request)})
    found = total(by_model(model, every, calls).values())
    assert found.wrong > found.right
    assert found.precision < 0.5


def test_a_second_asking_is_told_from_a_first(calls: Calls) -> None:
    every = share("narrow", 4, ["tags"])
    asked_twice = ScriptedModel(
        ["Hm." if n % 2 == 0 else '{"retells": [], "tags": []}' for n in range(2 * len(every))]
    )
    found = total(by_model(asked_twice, every, calls).values())
    assert (found.asked, found.first, found.second) == (len(every), 0, len(every))
    assert found.calls == 2 * len(every)


def test_a_model_that_is_gone_is_not_asked_for_all(calls: Calls) -> None:
    told: list[int] = []
    found = total(by_model(ScriptedModel(), share(), calls, 2, told.append).values())
    assert found.failed == found.asked == sum(told) == 4


def test_what_takes_too_long_ends_once_a_few_were_asked(calls: Calls) -> None:
    model = ScriptedModel(perfect.nothing)
    found = total(by_model(model, share(), calls, enough=lambda: model.calls >= 1).values())
    assert found.cases == found.asked == model.calls == 2


def test_a_share_is_always_the_same_and_has_some_of_everything() -> None:
    one, other = share("wide", 6), share("wide", 6)
    assert [each.asked[0].request.text for each in one] == [
        each.asked[0].request.text for each in other
    ]
    spots = Counter((each.task, each.language, each.empty) for each in one)
    assert len(spots) == len(TASKS) * 2 * 2
    assert {each.shape for each in one if each.task in JOINED} == {"wide"}


def test_the_rules_answer_where_rules_answer_and_are_measured_alike() -> None:
    found = by_rule(share(each=30))
    assert {task for task, _ in found} == {"grades", "tags", "sort_old", "sort_new", "check"}
    assert all(figures.calls == figures.asked == 0 for figures in found.values())
    assert all(found["check", language].f1 > 0.7 for language in ("en", "zh"))
    assert total(found.values()).right > 0
    assert Figures() + found["tags", "en"] == found["tags", "en"]
