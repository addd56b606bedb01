"""`rashomon context`: the exact prompt, as text and as fields."""

from __future__ import annotations

from tests.cli.conftest import Cli, refused


def test_the_exact_prompt_is_printed_and_nothing_beside_it(gate: Cli) -> None:
    told = gate("context", "west-gate", "tomas")
    fields = gate("context", "west-gate", "tomas", "--json").json
    assert told.status == 0
    assert told.out == fields["text"] + "\n"
    assert "of 4000 tokens" in told.err
    assert fields["owner"] == "tomas"
    assert fields["tokens"] <= fields["budget"] == 4000
    assert fields["sections"][0]["name"] == "rules"
    assert {"number", "kind", "entity", "text"} == set(fields["options"][0])


def test_a_whisper_is_in_the_prompt_of_those_it_was_for(gate: Cli) -> None:
    lie = "The gate is shut and the key is in the chest."
    for who, has in (("tomas", True), ("elias", True), ("ana", False), ("mara", False)):
        assert (lie in gate("context", "west-gate", who).out) is has


def test_gm_is_who_directs_unless_a_character_has_that_id(gate: Cli) -> None:
    told = gate("context", "west-gate", "gm", "--json").json
    assert told["owner"] is None
    assert "whispers to Tomas" in told["text"]
    assert "Ana is his sister" not in told["text"]


def test_an_unknown_character_is_refused(gate: Cli) -> None:
    assert "tomas" in refused(gate("context", "west-gate", "tomass"))
