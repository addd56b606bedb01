"""One table says everything about a setting, and no value comes in that its row does not allow."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.errors import BadSetting
from rashomon.settings import ROWS, SETTINGS, Setting, Settings, check, parse

TYPES = {"bool": bool, "int": int, "float": float, "text": str}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_is_complete_and_allows_its_default(row: Setting) -> None:
    assert row.help.endswith(".")
    assert row.help[0].isupper()
    assert type(row.default) is TYPES[row.type]
    assert parse(row.key, row.default) == row.default
    assert parse(row.key, str(row.default)) == row.default
    if row.type in ("int", "float"):
        assert row.low is not None
        assert row.high is not None
        for beyond in (row.low - 1, row.high + 1):
            with pytest.raises(BadSetting, match="should be from"):
                parse(row.key, beyond)


def test_no_key_stands_twice() -> None:
    assert len(SETTINGS) == len(ROWS)


def test_the_defaults_are_those_of_the_design() -> None:
    told: dict[str, Any] = {
        "record.open": 3,
        "record.backlog": 10,
        "record.verify": True,
        "record.versionsFrom": 3,
        "recall.candidates": 60,
        "recall.companions": 2,
        "recall.limit": 8,
        "recall.tokens": 1200,
        "memory.foldedFade": 0.5,
        "memory.imperfect": True,
        "reflection.checks": 2,
        "reflection.everyTurns": 20,
        "reflection.minTurns": 5,
        "reflection.perRun": 3,
        "reflection.minNew": 4,
        "reflection.auto": True,
        "knowledge.fromSpeech": True,
        "models.default": "rules",
        "budget.callsPerTurn": 2.0,
        "context.tokens": 4000,
        "play.actors": 2,
        "play.prose": "chat",
        "diagnostics": False,
    }
    assert {key: SETTINGS[key].default for key in told} == told


@pytest.mark.parametrize(
    ("key", "given", "read"),
    [
        ("record.open", "5", 5),
        ("record.open", 5.0, 5),
        ("memory.imperfect", "off", False),
        ("memory.imperfect", "On", True),
        ("memory.imperfect", 1, True),
        ("memory.foldedFade", "0.25", 0.25),
        ("memory.foldedFade", 1, 1.0),
        ("play.prose", " novel ", "novel"),
        ("play.quick", True, "on"),
        ("models.gm", "openai:gpt", "openai:gpt"),
    ],
)
def test_a_value_is_read_as_its_row_wants_it(key: str, given: object, read: object) -> None:
    found = parse(key, given)
    assert found == read
    assert type(found) is type(read)


@pytest.mark.parametrize(
    ("key", "given", "words"),
    [
        ("record.opn", 1, "did you mean 'record.open'?"),
        ("record.open", "many", "a whole number"),
        ("record.open", 1.5, "a whole number"),
        ("record.open", True, "a whole number"),
        ("record.open", None, "a whole number"),
        ("models.timeout", float("nan"), "a number"),
        ("models.timeout", "inf", "a number"),
        ("memory.foldedFade", 0, "from 0.01 to 1"),
        ("play.prose", "nvel", "did you mean 'novel'?"),
        ("diagnostics", "maybe", "on or off"),
        ("embedder", 3, "a text"),
    ],
)
def test_what_a_row_does_not_allow_is_refused_in_a_sentence(
    key: str, given: object, words: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        parse(key, given)
    assert words in str(refused.value)


def test_a_world_file_may_not_choose_whose_model_is_paid() -> None:
    assert check({"reflection.everyTurns": "12"}, "world") == {"reflection.everyTurns": 12}
    for key in ("models.default", "models.gm", "embedder", "budget.callsPerTurn"):
        with pytest.raises(BadSetting, match="cannot stand in a world file"):
            check({key: SETTINGS[key].default}, "world")
        assert check({key: SETTINGS[key].default}, "story")


def test_settings_give_what_was_set_and_else_the_default() -> None:
    changed = Settings({"record.open": "7"})
    assert changed["record.open"] == changed.whole("record.open") == 7
    assert changed.whole("record.backlog") == 10
    assert changed.on("memory.imperfect")
    assert changed.number("memory.foldedFade") == 0.5
    assert changed.text("play.prose") == "chat"
    assert changed.overrides == {"record.open": 7}
    assert set(changed) == set(SETTINGS)
    assert "record.open" in changed
    assert "record.opn" not in changed
    other = changed.having("play.prose", "novel")
    assert (changed["play.prose"], other["play.prose"]) == ("chat", "novel")
    with pytest.raises(BadSetting):
        changed["record.opn"]
    with pytest.raises(BadSetting):
        changed.whole("play.prose")


@given(
    st.sampled_from(sorted(SETTINGS)),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
)
def test_whatever_is_given_is_within_bounds_or_refused(key: str, value: object) -> None:
    row = SETTINGS[key]
    try:
        read = parse(key, value)
    except BadSetting:
        return
    assert type(read) is TYPES[row.type]
    if not isinstance(read, (str, bool)):
        assert row.low is not None
        assert row.high is not None
        assert row.low <= read <= row.high
