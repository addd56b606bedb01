"""`rashomon recall`: what comes to mind, as people read it and as programs do."""

from __future__ import annotations

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
