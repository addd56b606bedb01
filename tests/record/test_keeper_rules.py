"""Each rule of the record keeper both ways, as a table; and that a user can read the rules."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from rashomon.ports.store import Mark
from rashomon.record.keeper.judge import OUTCOMES, Judged, judge
from rashomon.record.keeper.rules import RULES
from rashomon.record.keeper.writing import Marked, Written
from tests.record.keeper_standard import proposal, view_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "keeper_cases.yaml").read_text("utf-8")
)
VIEW = (
    "shown", "sealed", "locked", "held", "gone", "bonds", "tasks", "versions_from", "imperfect",
    "roots",
)  # fmt: skip


def _named(case: dict[str, Any]) -> str:
    return str(case["propose"])[:60]


def _judged(case: dict[str, Any]) -> Judged:
    view = view_of(**{key: case[key] for key in VIEW if key in case})
    before = [proposal(each) for each in case.get("after", ())]
    return judge([*before, proposal(case["propose"])], view)


def _or(value: object) -> object:
    return "-" if value is None else value


def _people(text: str | None) -> str:
    return re.sub("\ue000(.*?)\ue001", r"<\1>", text or "")


def summary(written: Written) -> dict[str, list[str]]:
    """All that is written, a line each, as the table has it."""
    perceived = {held.id: held for held in view_of().perceptions}
    return {
        "marks": [
            f"{m.event} {_or(m.importance)} {'-' if m.tags is None else ','.join(m.tags)}"
            for m in written.marks
        ],
        "changed": [
            f"{c.event} {c.set.entity} {c.set.value}{' stands' if c.stands else ''}"
            for c in written.changed
        ],
        "claimed": [f"{c.event} {c.set.entity} {c.set.value}" for c in written.claimed],
        "retold": [f"{r.event} {r.of}" for r in written.retold],
        "conveyed": [
            f"{owner} {event} {f.entity} {f.value} {f.how} {_or(f.by)} {f.root}"
            for owner, event, f in written.conveyed
        ],
        "threads": [
            f"{t.id} {t.kind} {t.status} {t.opened} {_or(t.closed)} {','.join(t.people)}: {t.text}"
            for t in written.threads
        ],
        "bonds": [
            f"{b.owner} {b.about} {b.kind}: {b.text} ({perceived[id].owner} {perceived[id].moment})"
            for b, id in written.bonds
        ],
        "versions": [
            f"{held.owner} {held.moment} {held.accuracy} {_people(held.own)}"
            for held in written.versions
        ],
    }


@pytest.mark.parametrize("case", CASES, ids=_named)
def test_each_proposal_is_judged_as_the_table_says(case: dict[str, Any]) -> None:
    judged = _judged(case)
    verdict = judged.verdicts[-1]
    assert verdict.outcome == case["verdict"], verdict.reason
    assert case.get("reason", "") in verdict.reason
    assert verdict.reason.endswith(".")
    assert (verdict.change is None) == (verdict.outcome in ("left_out", "refused"))
    found = summary(judged.written)
    for kind, lines in case.get("gives", {}).items():
        assert found[kind] == lines
    if verdict.change is None and "after" not in case:
        assert not any(found.values())


def test_the_table_is_large_enough_and_has_every_outcome() -> None:
    assert len(CASES) >= 60
    counted = Counter(case["verdict"] for case in CASES)
    assert all(counted[outcome] >= 3 for outcome in OUTCOMES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_stands_in_a_file_of_its_name_and_says_itself_in_one_sentence(rule: Any) -> None:
    assert rule.__module__ == f"rashomon.record.keeper.rules.{rule.__name__}"
    said = inspect.getdoc(rule) or ""
    assert said.replace("record.versionsFrom", "").count(".") == 1
    assert said.endswith(".")
    assert "\n" not in said


@pytest.mark.parametrize("left", RULES, ids=lambda rule: rule.__name__)
def test_every_rule_decides_some_case_of_the_table(
    left: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rashomon.record.keeper.judge.RULES", tuple(rule for rule in RULES if rule is not left)
    )
    for case in CASES:
        try:
            verdict = _judged(case).verdicts[-1]
        except (KeyError, AttributeError):  # the rules after it, or what is written, rely on it
            return
        if (verdict.outcome, case.get("reason", "") in verdict.reason) != (case["verdict"], True):
            return
    raise AssertionError("the table would not miss it")


@pytest.mark.parametrize("given", [None, 3, "grade", {"grade": [2, 3]}, proposal, object()])
def test_what_is_no_proposal_is_left_out(given: object) -> None:
    assert judge([given], view_of()).verdicts[0].outcome == "left_out"


def test_what_is_said_beside_an_event_has_the_first_fields_of_the_stores_mark() -> None:
    assert Marked._fields == Mark._fields[: len(Marked._fields)]


def test_a_request_in_chinese_is_put_into_chinese() -> None:
    view = replace(view_of(), language="zh")
    judged = judge([proposal({"bond": [5, "mara", "tomas", "warmer"]}),
                    proposal({"version": ["ana", 2], "lost": ["who"]}),
                    proposal({"opens": [3, "mystery"]})], view)  # fmt: skip
    (bond,), (held,), (thread,) = (
        judged.written.bonds, judged.written.versions, judged.written.threads
    )  # fmt: skip
    assert (bond.relationship.kind, bond.relationship.text) == ("亲近", "比从前亲近了些。")
    assert (held.own or "").startswith("有人")
    assert thread.text == "Elias：“The key is in the well.”"
