"""Every command: with nothing to show, with something, as JSON, and when it is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rashomon.cli.desk import sentence
from rashomon.cli.main import COMMANDS
from rashomon.settings import ROWS
from tests.cli.conftest import TURNS, Cli, refused

EMPTY = {
    ("list",): "There are no stories here yet",
    ("events", "west-gate"): "Nothing has happened yet.",
    ("events", "west-gate", "--turn", "3"): "Nothing happened in turn 3.",
    ("threads", "west-gate"): "Nothing has been left open",
    ("search", "west-gate", "door"): "No event has “door” in it.",
    ("mind", "west-gate", "guard"): "Wat has perceived nothing yet.",
    ("mind", "west-gate", "guard", "beliefs"): "Wat believes nothing",
    ("mind", "west-gate", "guard", "relationships"): "all are strangers",
    ("mind", "west-gate", "mara", "threads"): "Mara knows of nothing that was left open.",
    ("last-known", "west-gate", "ana", "coin"): "There is nothing that Ana was shown or told",
    ("who-knows", "west-gate", "grey_ring"): "Ana (ana)",
    ("how-learnt", "west-gate", "ana", "drain"): "Ana does not know of the old drain (drain).",
    ("keep", "west-gate"): "Nothing was pending.",
    ("verify", "west-gate"): "Nothing is sealed yet",
    ("runs", "west-gate"): "No model was asked in this story yet.",
    ("cost", "west-gate"): "No model was asked in this story yet.",
    ("audit", "west-gate"): "No model was asked in this story yet.",
}


@pytest.mark.parametrize("command", EMPTY, ids=" ".join)
def test_a_command_says_in_plain_words_that_there_is_nothing(
    cli: Cli, command: tuple[str, ...]
) -> None:
    if command != ("list",):
        cli("new", "west-gate")
    ran = cli(*command)
    assert ran.status == 0, ran.err
    assert EMPTY[command] in " ".join(ran.out.split())


READING = {
    ("list",): list,
    ("events", "west-gate"): list,
    ("threads", "west-gate"): list,
    ("search", "west-gate", "key"): list,
    ("mind", "west-gate", "mara"): list,
    ("mind", "west-gate", "mara", "beliefs"): list,
    ("mind", "west-gate", "mara", "relationships"): list,
    ("mind", "west-gate", "mara", "knowledge"): list,
    ("mind", "west-gate", "mara", "map"): dict,
    ("mind", "west-gate", "mara", "threads"): list,
    ("last-known", "west-gate", "mara", "iron_key"): dict,
    ("who-knows", "west-gate", "iron_key"): list,
    ("how-learnt", "west-gate", "mara", "iron_key"): list,
    ("spread", "west-gate", "iron_key"): list,
    ("why", "west-gate", "mara", "3"): dict,
    ("verify", "west-gate"): dict,
    ("runs", "west-gate"): list,
    ("cost", "west-gate"): dict,
    ("audit", "west-gate"): dict,
    ("settings", "west-gate"): list,
    ("settings", "west-gate", "recall.limit"): dict,
    ("schema", "world"): dict,
    ("doctor",): dict,
    ("check", "west-gate", str(TURNS)): dict,
}


@pytest.mark.parametrize("command", READING, ids=lambda each: " ".join(each)[:60])
def test_a_reading_command_prints_one_json_document_and_nothing_else(
    gate: Cli, command: tuple[str, ...]
) -> None:
    ran = gate(*command, "--json")
    assert isinstance(json.loads(ran.out), READING[command])
    human = gate(*command)
    assert human.out.strip() or human.err.strip()
    for mark in ("Fact(", "Set(", "Event(", "None", "('", "mappingproxy", "<"):
        assert command[0] == "schema" or mark not in human.out
    assert not any(line != line.rstrip() for line in human.out.splitlines())


REFUSED = {
    ("events", "west-gat"): "did you mean 'west-gate'?",
    ("mind", "west-gate", "Mara"): "did you mean 'mara'?",
    ("last-known", "west-gate", "mara", "irn_key"): "did you mean 'iron_key'",
    ("who-knows", "west-gate", "nothing_such"): "There is no person, place or thing",
    (
        "recall",
        "west-gate",
        "mara",
        "key",
        "--items",
        "elias",
    ): "ask for it in people, not in items",
    ("recall", "west-gate", "mara", "key", "--people", "stairs"): "in places, not in people",
    ("recall", "west-gate", "mara", "key", "--places", "iron_ke"): "did you mean 'iron_key'",
    ("why", "west-gate", "mara", "99"): "There is no belief 99",
    ("rewind", "west-gate", "99"): "There is no turn 99",
    ("branch", "west-gate", "--turn", "99"): "There is no turn 99",
    ("new", "west-gate"): "There is already a story 'west-gate'",
    ("new", "west-gat"): "did you mean 'west-gate'?",
    ("new", "./nowhere.yaml"): "nowhere.yaml does not exist.",
    ("record", "west-gate", "nowhere.jsonl"): "nowhere.jsonl does not exist.",
    ("record", "west-gate", "."): "is a folder",
    ("import", "nowhere.jsonl"): "nowhere.jsonl cannot be read",
    ("export", "west-gate", "."): "is a folder",
    ("settings", "west-gate", "recall.limt"): "did you mean 'recall.limit'?",
    ("settings", "west-gate", "recall.limit", "many"): "should be a whole number",
    ("delete", "west-gate"): "Nothing was deleted",
    ("verify", "west-gate", "--head", "00ff"): "the head that was noted",
    ("list", "--db", "mysql://there/db"): "There are no stories at mysql://",
    ("list", "--db", "no/such/folder/x.db"): "There is no folder",
}


@pytest.mark.parametrize("command", REFUSED, ids=" ".join)
def test_a_refusal_is_one_sentence_on_standard_error(gate: Cli, command: tuple[str, ...]) -> None:
    assert REFUSED[command] in refused(gate(*command))


@pytest.mark.parametrize(
    "command",
    [
        ("frobnicate",),
        ("events",),
        ("mind", "west-gate", "mara", "nonsense"),
        ("branch", "west-gate"),
        ("rewind", "west-gate", "x"),
        ("schema", "story"),
        ("import", "a", "b", "--as", "c"),
        ("settings", "west-gate", "--reset"),
        ("edit", "perception", "west-gate", "1"),
        ("edit", "perception", "west-gate", "1", "--set", "text"),
        ("edit", "audience", "west-gate", "1"),
        ("edit", "world", "west-gate"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_status_2(cli: Cli, command: tuple[str, ...]) -> None:
    ran = cli(*command)
    assert ran.status == 2
    assert ran.out == ""
    assert "Usage:" in ran.err


def test_every_command_has_help(cli: Cli) -> None:
    names = [name for _, commands in COMMANDS for name, _ in commands]
    names += [f"edit {each}" for each in ("perception", "audience", "belief", "world")]
    for name in names:
        ran = cli(*name.split(), "--help")
        assert ran.status == 0
        assert "Usage: rashomon" in ran.out or "Usage: root" in ran.out


def test_the_first_screen_names_only_commands_that_there_are(cli: Cli) -> None:
    from rashomon.cli.welcome import WAYS

    ran = cli()
    assert ran.status == 0
    names = {name for _, commands in COMMANDS for name, _ in commands}
    for command, _ in WAYS:
        assert command in ran.out
        assert command.split()[1] in names


def test_an_event_has_the_fields_and_shapes_of_its_value(gate: Cli) -> None:
    events = gate("events", "west-gate", "--json").json
    deed = events[2]
    assert {"id", "turn", "step", "kind", "who", "at", "time", "text", "to", "whisper", "with_",
            "on", "changes", "claims", "retells", "importance", "tags",
            "sealed"} <= set(deed)  # fmt: skip
    assert deed["changes"] == [{"entity": "west_gate", "set": {"locked": False}}]
    assert deed["with_"] == ["iron_key"]
    assert events[0]["changes"] == []
    assert events[6]["claims"] == [{"entity": "iron_key", "set": {"at": "chest"}}]
    held = gate("mind", "west-gate", "mara", "--json").json
    told = [fact for each in held for fact in each["conveys"] if fact["how"] == "told"]
    assert told == [
        {"entity": "iron_key", "set": {"at": "chest"}, "how": "told", "by": "tomas", "root": 7}
    ]
    last = gate("last-known", "west-gate", "mara", "iron_key", "--json").json
    assert last["state"] == {"at": "chest"}
    assert last["facts"] == told
    assert gate("last-known", "west-gate", "ana", "iron_key", "--json").json is None


def test_the_newest_come_first_into_a_limit_and_the_rest_can_be_had(gate: Cli) -> None:
    ran = gate("events", "west-gate", "--limit", "2", "--json")
    assert [each["id"] for each in ran.json] == [9, 10]
    before = gate("events", "west-gate", "--limit", "2", "--before", "9", "--json")
    assert [each["id"] for each in before.json] == [7, 8]
    assert len(gate("events", "west-gate", "--limit", "2", "--all", "--json").json) == 10
    assert "--before 9" in gate("events", "west-gate", "--limit", "2").err


def test_settings_are_listed_whole_and_changed_one_at_a_time(cli: Cli) -> None:
    cli("new", "west-gate")
    listed = cli("settings", "west-gate", "--json").json
    assert [each["key"] for each in listed] == [row.key for row in ROWS]
    assert all(each["help"] for each in listed)
    assert "recall.limit is 5" in cli("settings", "west-gate", "recall.limit", "5").out
    assert cli("settings", "west-gate", "recall.limit", "--json").json["value"] == 5
    assert cli("settings", "west-gate", "memory.imperfect", "off").status == 0
    assert cli("settings", "west-gate", "memory.imperfect", "--json").json["value"] is False
    assert cli("settings", "west-gate", "recall.limit", "--reset").status == 0
    assert cli("settings", "west-gate", "recall.limit", "--json").json["value"] == 8


def test_a_story_that_is_exported_comes_back_the_same(gate: Cli, tmp_path: Path) -> None:
    assert gate("export", "west-gate").status == 0
    assert "--as" in refused(gate("import", "west-gate.jsonl"))
    made = gate("import", "west-gate.jsonl", "--as", "again", "--json").json
    assert made["story"] == "again"
    assert made["turns"] == 7
    assert gate("events", "again", "--json").json == gate("events", "west-gate", "--json").json
    there, here = (gate("mind", each, "mara", "--json").json for each in ("again", "west-gate"))
    assert there == here
    assert gate("export", "west-gate").status == 0
    work = tmp_path / "work.txt"
    work.write_text("mine")
    assert "--force" in refused(gate("export", "west-gate", str(work)))
    assert work.read_text() == "mine"
    assert gate("export", "west-gate", str(work), "--force").status == 0
    assert work.read_text() == (tmp_path / "west-gate.jsonl").read_text()
    assert gate("export", "west-gate", "-").out == work.read_text()


def test_going_back_says_where_the_story_stands(gate: Cli) -> None:
    undone = gate("undo", "west-gate", "--json").json
    assert (undone["story"], undone["turns"], undone["now"]) == ("west-gate", [7], 6)
    assert gate("rewind", "west-gate", "5", "--json").json["story"] == "west-gate"
    made = gate("branch", "west-gate", "--turn", "2", "--as", "b", "--json").json
    assert (made["story"], made["turn"]) == ("b", 2)
    kept = gate("keep", "west-gate", "--json").json
    assert (kept["turns"], kept["pending"]) == (5, 0)
    assert "`rewind` goes back" in refused(gate("undo", "west-gate"))
    assert gate("rewind", "west-gate", "1", "--json").json["story"] == "west-gate-2"
    found = gate("verify", "west-gate", "--json").json
    assert found["ok"]
    assert "lies on this chain" in gate("verify", "west-gate", "--head", found["head"]).out


def test_who_is_asked_can_say_no(gate: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rashomon.cli.desk.interactive", lambda: True)
    assert gate("delete", "west-gate", given="n\n").status == 1
    assert len(gate("list", "--json").json) == 1
    assert gate("delete", "west-gate", given="y\n").status == 0
    assert gate("list", "--json").json == []


def test_a_mind_calls_a_stranger_by_what_it_sees_of_him(gate: Cli) -> None:
    shown = gate("mind", "west-gate", "ana").out
    assert "a boy of fourteen with a horn on his belt" in " ".join(shown.split())
    assert "Tomas" not in shown


def test_the_database_can_be_named_before_and_after_the_command(cli: Cli, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    assert cli("new", "west-gate", "--db", other).status == 0
    assert len(cli("--db", other, "list", "--json").json) == 1
    assert cli("list", "--json").json == []


def test_the_doctor_finds_what_is_bad(gate: Cli, tmp_path: Path) -> None:
    assert gate("doctor", "--json").json["ok"]
    lines = gate("doctor").out.splitlines()
    assert len(lines) == 4
    assert all(line.startswith("ok ") for line in lines)
    (tmp_path / "text.db").write_text("no database, and longer than its head")
    ran = gate("doctor", "--db", str(tmp_path / "text.db"))
    assert ran.status == 1
    assert ran.out.startswith("BAD")


def test_a_story_in_chinese_fits_its_columns(cli: Cli) -> None:
    from rich.cells import cell_len

    assert cli("new", "ferry-inn").status == 0
    for what in ("perceptions", "beliefs", "relationships", "knowledge", "map"):
        ran = cli("mind", "ferry-inn", "baizhi", what)
        assert ran.status == 0
        assert all(cell_len(line) <= 80 for line in ran.out.splitlines())


def test_a_refusal_keeps_ids_and_files_as_they_are() -> None:
    assert sentence("step 2: no such exit") == "Step 2: no such exit."
    assert sentence("turns.jsonl, line 2: bad") == "turns.jsonl, line 2: bad."
    assert sentence("recall.limit should be 5?") == "recall.limit should be 5?"


@pytest.mark.parametrize("of", ["world", "turn"])
def test_a_schema_is_a_json_schema(cli: Cli, of: str) -> None:
    assert cli("schema", of).json["type"] == "object"
