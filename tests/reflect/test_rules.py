"""Each rule of reflection both ways, as a table; and that the rules can be read by a user."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from rashomon.reflect.judge import OUTCOMES, judge
from rashomon.reflect.rules import RULES
from tests.reflect.standard import proposal, view_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "cases.yaml").read_text("utf-8")
)
VIEW = ("shown", "due", "doubted", "locked", "confidence", "wide", "language")


def _named(case: dict[str, Any]) -> str:
    return str(case["propose"])[:60]


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_each_proposal_is_judged_as_the_table_says(case: dict[str, Any]) -> None:
    view = view_of(**{key: case[key] for key in VIEW if key in case})
    before = [proposal(case["after"])] if "after" in case else []
    judged = judge([*before, proposal(case["propose"])], view)
    verdict = judged.verdicts[-1]
    assert verdict.outcome == case["verdict"], verdict.reason
    assert case.get("reason", "") in verdict.reason
    assert verdict.reason.endswith(".")
    assert (verdict.change is None) == (verdict.outcome in ("left_out", "refused"))
    if verdict.change is not None:
        made = getattr(verdict.change, "belief", 0)
        _written(judged.written, made, case.get("gives", {}))
    for id, given in case.get("also", {}).items():
        _written(judged.written, id, given)


def _written(written: Any, id: int, given: dict[str, Any]) -> None:
    found = next(each.belief for each in reversed(written) if each.belief.id == id)
    for field, value in given.items():
        there = getattr(found, field)
        assert (list(there) if isinstance(there, tuple) else there) == value, field


def test_the_table_is_large_enough_and_has_every_outcome() -> None:
    assert len(CASES) >= 90
    assert min(Counter(case["verdict"] for case in CASES)[outcome] for outcome in OUTCOMES) >= 10


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_stands_in_a_file_of_its_name_and_says_itself_in_one_sentence(rule: Any) -> None:
    assert rule.__module__ == f"rashomon.reflect.rules.{rule.__name__}"
    said = inspect.getdoc(rule) or ""
    assert said.count(".") == 1
    assert said.endswith(".")
    assert "\n" not in said


@pytest.mark.parametrize("left", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_decides_some_case_of_the_table(
    left: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rashomon.reflect.judge.RULES", tuple(rule for rule in RULES if rule is not left)
    )
    for case in CASES:
        view = view_of(**{key: case[key] for key in VIEW if key in case})
        before = [proposal(case["after"])] if "after" in case else []
        try:
            verdict = judge([*before, proposal(case["propose"])], view).verdicts[-1]
        except KeyError:  # the rules after it rely on it
            return
        if (verdict.outcome, case.get("reason", "") in verdict.reason) != (case["verdict"], True):
            return
    raise AssertionError("the table would not miss it")


def test_a_belief_that_is_written_bears_the_time_of_its_writing() -> None:
    judged = judge([proposal({"add": "Elias keeps the gate.", "for": [1, 2]}),
                    proposal({"firm": 1, "for": [2]})], view_of())  # fmt: skip
    firmed, new = (each.belief for each in judged.written)
    assert (new.formed, new.revised, new.owner, new.authored) == (900.0, None, "mara", False)
    assert (firmed.formed, firmed.revised) == (180.0, 900.0)


@pytest.mark.parametrize("given", [None, 3, "firm", {"firm": 1}, proposal, object()])
def test_what_is_no_proposal_is_left_out(given: object) -> None:
    assert judge([given], view_of()).verdicts[0].outcome == "left_out"
