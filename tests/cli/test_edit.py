"""An author's corrections: shown before they are done, and done only when told to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rashomon.cli.edit import read_fields
from tests.cli.conftest import Cli


def _mara(cli: Cli, event: int) -> list[int]:
    held = cli("mind", "west-gate", "mara", "--json").json
    return [each["id"] for each in held if each["event"] == event]


def test_an_undo_counts_the_edits_that_stay_and_lists_those_that_cannot(gate: Cli) -> None:
    for thing in ("cellar", "drain"):
        ran = gate("edit", "knowledge", "west-gate", f"guard:{thing}", "--set", "known=true",
                   "--yes", "--why", "He was shown.")  # fmt: skip
        assert ran.status == 0, ran.err
    newest = gate("events", "west-gate", "--json").json[-1]["id"]
    assert gate("edit", "event", "west-gate", str(newest), "--set", "importance=5", "--yes",
                "--why", "It matters.").status == 0  # fmt: skip
    told = gate("undo", "west-gate").out
    assert "2 edits of yours stay." in told
    assert "guard:" not in told
    assert f"could not be made again: event {newest}" in told


def test_without_yes_and_with_nobody_to_ask_nothing_is_changed(gate: Cli) -> None:
    (deed,) = _mara(gate, 3)
    before = gate("mind", "west-gate", "mara", "--json").out
    ran = gate("edit", "perception", "west-gate", str(deed), "--set", "gone=true")
    assert ran.status == 1
    assert "knowledge:mara:iron_key" in ran.out
    assert "Nothing was changed" in ran.err
    assert gate("mind", "west-gate", "mara", "--json").out == before


def test_what_rests_on_a_perception_goes_with_it_or_stays_by_choice(gate: Cli) -> None:
    gate("edit", "audience", "west-gate", "9", "--remove", "mara", "--yes")
    (deed,) = _mara(gate, 3)
    command = ("edit", "perception", "west-gate", str(deed), "--set", "gone=true", "--yes")
    kept = gate(*command, "--keep", "knowledge:mara:iron_key", "--json")
    assert kept.status == 0, kept.err
    assert [each["id"] for each in kept.json["stayed"]] == ["knowledge:mara:iron_key"]
    assert "mara" in gate("who-knows", "west-gate", "iron_key", "--json").json


def test_who_perceived_an_event_can_be_corrected(gate: Cli) -> None:
    ran = gate("edit", "audience", "west-gate", "9", "--remove", "mara", "--why", "deaf", "--yes")
    assert ran.status == 0
    assert not _mara(gate, 9)
    last = gate("last-known", "west-gate", "mara", "iron_key", "--json").json
    assert last["state"] == {"at": "elias"}
    ran = gate("edit", "audience", "west-gate", "9", "--add", "mara", "--yes", "--json")
    assert ran.json["story"] == "west-gate"
    assert _mara(gate, 9)


def test_the_author_is_asked_first(gate: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rashomon.cli.desk.interactive", lambda: True)
    command = ("edit", "knowledge", "west-gate", "ana:drain", "--set", "known=true")
    assert gate(*command, given="n\n").status == 1
    assert "ana" not in gate("who-knows", "west-gate", "drain", "--json").json
    assert gate(*command, given="y\n").status == 0
    assert "ana" in gate("who-knows", "west-gate", "drain", "--json").json


def test_each_kind_can_be_corrected(gate: Cli) -> None:
    made = gate(
        *("edit", "belief", "west-gate", "--set", "owner=ana", "--set", "text=5"),
        *("--set", "about=mara,elias", "--yes", "--json"),
    ).json["made"]
    beliefs = gate("mind", "west-gate", "ana", "beliefs", "--json").json
    (mine,) = [each for each in beliefs if each["id"] == made]
    assert (mine["text"], mine["about"]) == ("5", ["mara", "elias"])
    done = [
        gate("edit", "belief", "west-gate", str(made), "--release", "text", "--yes"),
        gate("edit", "relationship", "west-gate", "ana:mara", "--set", "kind=foe", "--yes"),
        gate("edit", "event", "west-gate", "3", "--set", "tags=gate,key", "--yes"),
        gate("edit", "thread", "west-gate", "--set", "text=Who opened it?", "--set", "opened=3",
             "--set", "kind=mystery", "--yes"),
        gate("edit", "alias", "west-gate", "coin", "--set", "into=grey_ring", "--yes"),
        gate("edit", "alias", "west-gate", "coin", "--set", "into=null", "--yes"),
        gate("edit", "world", "west-gate", "--set", "title=The Gate", "--yes"),
    ]  # fmt: skip
    assert [(each.status, each.err) for each in done] == [(0, "")] * len(done)
    assert gate("events", "west-gate", "--json").json[2]["tags"] == ["gate", "key"]
    assert "Who opened it?" in gate("threads", "west-gate").out
    assert gate("list", "--json").json[0]["title"] == "The Gate"


def test_the_world_takes_what_a_file_brings(gate: Cli, tmp_path: Path) -> None:
    (tmp_path / "new.yaml").write_text("items: [{id: lamp, name: a lamp, at: courtyard}]\n")
    ran = gate("edit", "world", "west-gate", "--file", "new.yaml", "--retire", "coin", "--yes")
    assert ran.status == 0, ran.err
    assert gate("who-knows", "west-gate", "lamp").status == 0


@pytest.mark.parametrize(
    ("kind", "id", "field", "said"),
    [
        ("perception", "999", "text=x", "There is no perception"),
        ("perception", "17", "txt=x", "no field 'txt'"),
        ("belief", "x", "text=x", "There is no belief"),
        ("relationship", "mara", "kind=x", "mara:elias"),
        ("alias", "nobody", "into=mara", "There is no person"),
    ],
)
def test_an_edit_that_cannot_be_is_refused(
    gate: Cli, kind: str, id: str, field: str, said: str
) -> None:
    ran = gate("edit", kind, "west-gate", id, "--set", field, "--yes")
    assert ran.status == 1
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_fields_are_words_lists_or_json() -> None:
    given = ("text=null", "importance=5", "gone=true", "tags=a, 7", "supports=3,4", "calls=null",
             'conveys=[{"entity": "key", "set": {"at": null}}]', "text=a=b")  # fmt: skip
    assert read_fields(given) == {
        "text": "a=b",
        "importance": 5,
        "gone": True,
        "tags": ["a", "7"],
        "supports": [3, 4],
        "calls": None,
        "conveys": [{"entity": "key", "set": {"at": None}}],
    }
