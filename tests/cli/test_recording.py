"""Recording from a file: what is good stays, what is not is named by its line."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import TURNS, Cli, refused

GOOD = '{"steps": [{"who": "elias", "does": "waits"}]}'
BAD = '{"steps": [{"who": "nobody", "does": "waits"}]}'
MOVES = '{"steps": [{"who": "elias", "goes": "kitchen", "by": "kitchen_door"}]}'
BELOW = '{"steps": [{"who": "elias", "goes": "cellar", "by": "trapdoor"}]}'


@pytest.fixture
def told(cli: Cli) -> Cli:
    cli("new", "west-gate")
    return cli


def test_recording_stops_at_the_first_refused_turn_and_keeps_those_before(told: Cli) -> None:
    ran = told("record", "west-gate", "-", given="\n".join((GOOD, "", GOOD, BAD, GOOD)))
    assert ran.status == 1
    assert "Recorded 2 turns." in ran.out
    assert "standard input, line 4: Step 1" in ran.err
    assert "'nobody'" in ran.err
    assert "the 2 turns before it stay recorded." in ran.err
    assert told("list", "--json").json[0]["turns"] == 2


def test_recording_stops_at_a_line_that_cannot_be_read(told: Cli) -> None:
    ran = told("record", "west-gate", "-", "--json", given=f"{GOOD}\nno json\n{GOOD}")
    assert ran.status == 1
    assert ran.json["turn"] == 1
    assert [each["turn"] for each in ran.json["recorded"]] == [1]
    assert "line 2" in ran.err


@pytest.mark.parametrize("given", ["", "\n\n", "\ufeff"])
def test_a_file_without_turns_says_so(told: Cli, given: str) -> None:
    ran = told("record", "west-gate", "-", given=given)
    assert ran.status == 0
    assert "There is no turn in standard input" in ran.out
    assert told("check", "west-gate", "-", given=given).status == 0


def test_nothing_recorded_is_said_when_the_first_turn_is_refused(told: Cli) -> None:
    said = refused(told("record", "west-gate", "-", given=BAD))
    assert said.endswith("nothing was recorded.")


def test_checking_names_every_faulty_line_and_writes_nothing(told: Cli) -> None:
    lines = (GOOD, BAD, "no json", BELOW, MOVES, BELOW, "[]")
    ran = told("check", "west-gate", "-", "--json", given="\n".join(lines))
    assert ran.status == 1
    assert [each["line"] for each in ran.json["faults"]] == [2, 3, 4, 7]
    assert all(set(each) == {"line", "step", "where", "message"} for each in ran.json["faults"])
    human = told("check", "west-gate", "-", given="\n".join(lines))
    assert human.status == 1
    assert [line.split(":")[0][-1] for line in human.err.splitlines()[:4]] == list("2347")
    assert told("list", "--json").json[0]["turns"] == 0
    assert told("events", "west-gate", "--json").json == []


def test_checking_lets_a_turn_build_on_those_before_it(told: Cli) -> None:
    retells = json.dumps(
        {"steps": [{"who": "mara", "says": "So I heard.", "to": ["elias"], "retells": 1}]}
    )
    assert told("check", "west-gate", "-", given=f"{GOOD}\n{retells}").status == 0
    assert told("check", "west-gate", str(TURNS)).status == 0
    assert told("record", "west-gate", str(TURNS)).status == 0


def test_a_story_goes_on_rightly_after_a_check(told: Cli) -> None:
    told("record", "west-gate", "-", given=GOOD)
    assert told("check", "west-gate", "-", given=f"{MOVES}\n{BELOW}").status == 0
    assert told("record", "west-gate", "-", given=MOVES).status == 0
    assert [each["id"] for each in told("events", "west-gate", "--json").json] == [1, 2]
