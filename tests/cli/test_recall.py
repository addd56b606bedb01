"""`rashomon recall`: what comes to mind, as people read it and as programs do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.cli.conftest import Cli


def test_what_comes_to_mind_is_told_with_when_where_and_how(gate: Cli) -> None:
    told = gate("recall", "west-gate", "mara", "Who has the key?")
    assert told.status == 0
    assert "porter's chest" in told.out
    assert "earlier" in told.out
    assert "relevance" not in told.out


def test_who_was_not_there_has_nothing_of_it(gate: Cli) -> None:
    lie = "The gate is shut and the key is in the chest."
    assert lie[:20] in gate("recall", "west-gate", "tomas", lie, "--limit", "1").out
    memories = gate("recall", "west-gate", "guard", lie, "--json").json["memories"]
    assert all(lie not in memory["text"] for memory in memories)


def test_explain_shows_every_candidate_and_what_decided(gate: Cli) -> None:
    plain = gate("recall", "west-gate", "mara", "the key", "--limit", "2", "--json").json
    assert plain["trace"] is None
    assert 0 < len(plain["memories"]) <= 2
    assert not {"score", "total", "parts"} & set(plain["memories"][0])
    told = gate(
        "recall", "west-gate", "mara", "the key", "--limit", "2", "--explain", "--json"
    ).json
    assert len(told["trace"]) > 2
    assert {"parts", "standings", "taken", "by"} <= set(told["trace"][0])
    assert "relevance" in gate("recall", "west-gate", "mara", "the key", "--explain").out


def test_nothing_that_comes_to_mind_is_said_in_words(gate: Cli) -> None:
    told = gate("recall", "west-gate", "guard", "zymurgy")
    assert (told.status, told.out.strip()) == (0, "Nothing comes to Wat's mind.")


def test_what_an_author_gave_is_from_before_and_what_happened_is_not(gate: Cli) -> None:
    told = gate("recall", "west-gate", "elias", "one hour inside the keep")
    (given,) = (line for line in told.out.split("\n") if "2 days earlier" in line)
    assert "from before" in given
    assert "saw" not in given
    seen = gate("recall", "west-gate", "mara", "Tomas arrives", "--limit", "1").out
    assert "from before" not in seen
    listed = gate("mind", "west-gate", "elias", "memories").out
    assert "from before" in listed
    perceived = gate("mind", "west-gate", "elias").out
    assert re.search(r"\n *\d+ +Ana stood on the north road", perceived)


def test_a_chinese_story_has_one_language_for_how_clear_a_memory_is(cli: Cli) -> None:
    assert cli("new", "ferry-inn").status == 0
    recalled = cli("recall", "ferry-inn", "dehai", "玉佩").out
    listed = cli("mind", "ferry-inn", "dehai", "memories").out
    for told in (recalled, listed):
        assert any(level in told for level in ("清晰", "清楚", "模糊"))
        assert not re.search("vivid|clear|faded", told)


def _numbers(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every number in a JSON document, under its key."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _numbers(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _numbers(each, key)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield key, value


def test_no_number_but_ids_and_turns_is_answered(gate: Cli) -> None:
    for who in ("mara", "elias", "tomas"):
        told = gate("recall", "west-gate", who, "Who has the key to the gate?", "--json").json
        assert told["memories"]
        found = list(_numbers(told))
        assert {key for key, _ in found} == {"id", "event", "turn"}
        assert all(type(number) is int for _, number in found)
