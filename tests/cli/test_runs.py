"""`rashomon runs`, `run` and `cost`: what people who look after a story read of what was asked."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import rashomon
from rashomon.engine import runs
from rashomon.story.run import Edit, Run, RunStep
from tests.cli.conftest import Cli, refused

KEEPER = RunStep(
    role="keeper", task="grade", owner=None, model="small", moment=20,
    system="Grade what happened.",
    prompt="E1 Elias unlocks [bold]the west gate.", replies=("nonsense\x1b[2J", '{"grades": []}'),
    edits=(Edit("E1 is 5", "refused", "It was 3 already."),), notes=("Wat is shown nothing.",),
    calls=2, read=1200, written=34, seconds=2.25, cost=0.5,
)  # fmt: skip
CHECK = RunStep("check", "contradiction", "mara", "tiny", 20, prompt="Mara holds: B.", calls=1)


def _kept(**fields: Any) -> int:
    given: dict[str, Any] = {
        "id": 0, "kind": "keep", "turn": 3, "commit": 4, "at": 1_800_000_000.0, "status": "done",
        "reason": "", "steps": (KEEPER, CHECK),
    }  # fmt: skip
    with rashomon.open(os.environ["RASHOMON_DB"]) as library:
        return runs.keep_run(library.context, "west-gate", Run(**{**given, **fields}))


def test_runs_are_listed_with_what_they_took(gate: Cli) -> None:
    _kept()
    _kept(kind="reflect", status="failed", reason="Out of time.", steps=(CHECK,))
    head, _, second, first = gate("runs", "west-gate").out.splitlines()
    assert head.split()[:4] == ["run", "kind", "turn", "status"]
    assert first.split()[:8] == ["1", "keep", "3", "done", "3", "1200", "34", "2.2"]
    assert second.split()[:4] == ["2", "reflect", "3", "failed"]
    assert "$0.5000" in first
    assert "unknown" in second
    assert [each["id"] for each in gate("runs", "west-gate", "--json").json] == [2, 1]
    assert len(gate("runs", "west-gate", "--kind", "keep", "--json").json) == 1
    assert gate("runs", "west-gate", "--kind", "recall").out.strip() == "There are no such runs."


def test_a_run_is_shown_whole_and_as_plain_text(gate: Cli) -> None:
    told = gate("run", "west-gate", str(_kept(reason="One call had to be made twice."))).out
    for said in (
        "Run 1: keep, done, up to turn 3, wrote commit 4", "2027-01-15 08:00 UTC",
        "One call had to be made twice.", "1. keeper, grade: from the record, small",
        "2 calls, 1200 tokens in, 34 out, 2.2 s, $0.5000", "Grade what happened.",
        "E1 Elias unlocks [bold]the west gate.", "Reply 1:", "refused: E1 is 5: It was 3 already.",
        "Wat is shown nothing.", "2. check, contradiction: from the mind of Mara, tiny",
    ):  # fmt: skip
        assert said in told
    assert "\x1b" not in told
    as_json = gate("run", "west-gate", "1", "--json").json
    assert as_json["steps"][0]["replies"] == list(KEEPER.replies)
    assert refused(gate("run", "west-gate", "7")) == "There is no run 7."


def test_a_run_that_was_let_go_says_so(gate: Cli) -> None:
    gate("settings", "west-gate", "runs.megabytes", "0")
    assert "runs.megabytes (0) keeps the newest" in gate("run", "west-gate", str(_kept())).out


def test_the_cost_is_by_role_and_says_what_has_no_price(gate: Cli) -> None:
    _kept()
    told = gate("cost", "west-gate").out
    lines = [line.split() for line in told.splitlines()]
    assert ["check", "1", "0", "0", "0.0", "unknown"] in lines
    assert ["keeper", "2", "1200", "34", "2.2", "$0.5000"] in lines
    assert ["all", "3", "1200", "34", "2.2", "$0.5000"] in lines
    assert "Of 1 of 3 calls no price is known." in told
    as_json = gate("cost", "west-gate", "--json").json
    assert [each["role"] for each in as_json["roles"]] == ["check", "keeper"]
    assert as_json["total"]["calls"] == 3


def test_what_was_done_by_rule_is_listed_and_costs_nothing(gate: Cli) -> None:
    _kept(steps=(RunStep("reflection", "sort", "mara", "rules", 20),))
    assert gate("runs", "west-gate", "--json").json[0]["calls"] == 0
    for command in ("cost", "audit"):
        assert gate(command, "west-gate").out == "No model was asked in this story yet.\n"


def test_an_audit_counts_what_it_read_and_ends_well(gate: Cli) -> None:
    with rashomon.open(os.environ["RASHOMON_DB"]) as library:
        prompt = library.story("west-gate").mind("mara").context().text
    _kept(commit=None, turn=3, steps=(KEEPER, replace(CHECK, prompt=prompt, moment=10**6)))
    told = gate("audit", "west-gate")
    assert told.status == 0
    assert told.out.splitlines() == [
        "0 of 1 stored prompt holds anything its character could not know.",
        "1 more prompt saw the record, and nobody plays from it.",
    ]


def test_an_audit_that_finds_something_says_what_and_where_and_fails(gate: Cli) -> None:
    lie = "The gate is shut and the key is in the chest. You saw nothing else."
    step = replace(CHECK, owner="ana", prompt=f"Elias: “{lie}”", moment=10**6)
    _kept(commit=None, turn=3, steps=(step,))
    told = gate("audit", "west-gate")
    assert told.status == 1
    assert "1 of 1 stored prompt holds" in told.out
    assert "Run 1, step 1, Ana: words of a line of elias (event 7)" in told.out
    assert lie[:20] in told.out
    found = gate("audit", "west-gate", "--json")
    assert (found.status, found.json["holding"]) == (1, 1)
