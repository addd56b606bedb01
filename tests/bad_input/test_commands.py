"""A command that cannot be done says why in one sentence, with status 1 or 2, and does nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rashomon.cli.main import app
from tests.bad_input.room import JARGON, Room, plain

GOOD = '{"steps": [{"who": "mara", "says": "Hm."}]}\n'
FILES: dict[str, bytes] = {
    "good.jsonl": GOOD.encode(),
    "bad.jsonl": b'{"steps": [{"who": "mora", "says": "Hm."}]}\n',
    "broken.jsonl": b'{"steps": [\n',
    "list.jsonl": b"[]\n",
    "binary": bytes(range(256)) * 20,
    "world.yaml": b"title: [a]\n",
    "keys.yaml": b"titel: a\n",
    "bomb.yaml": b"a: &a [*a]\n",
    "other.yaml": b"id: gate\ntitle: x\n",
    "text.txt": b"Once upon a time.\n",
    "empty": b"",
    "newer.jsonl": b'{"rashomon": 99}\n{"table": "stories", "id": "x"}\n',
    "half.jsonl": b'{"rashomon": 1}\n{"table": "stories", "id": "x"}\n',
}

# What is refused: status 1, one sentence on standard error, nothing on standard output.
REFUSED: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "new: no file": (["new", "missing.yaml"], ("missing.yaml",)),
    "new: a folder": (["new", "."], ("folder",)),
    "new: binary": (["new", "binary"], ("binary",)),
    "new: empty": (["new", "empty"], ("empty",)),
    "new: a wrong type": (["new", "world.yaml"], ("title",)),
    "new: a mistyped key": (["new", "keys.yaml"], ("'titel'", "'title'")),
    "new: a bomb": (["new", "bomb.yaml"], ("bomb.yaml",)),
    "new: an id that is": (["new", "other.yaml"], ("'gate'",)),
    "delete: no story": (["delete", "gaet", "--yes"], ("'gaet'", "'gate'")),
    "record: no story": (["record", "gaet", "good.jsonl"], ("'gaet'", "'gate'")),
    "record: no file": (["record", "gate", "missing.jsonl"], ("missing.jsonl",)),
    "record: a folder": (["record", "gate", "."], ()),
    "record: refused": (["record", "gate", "bad.jsonl"], ("line 1", "'mora'", "'mara'")),
    "record: broken": (["record", "gate", "broken.jsonl"], ("line 1",)),
    "record: a list": (["record", "gate", "list.jsonl"], ("line 1",)),
    "record: binary": (["record", "gate", "binary"], ("line",)),
    "check: no story": (["check", "gaet", "good.jsonl"], ("'gaet'",)),
    "keep: no story": (["keep", "x"], ("'x'",)),
    "undo: no story": (["undo", "x"], ("'x'",)),
    "rewind: no such turn": (["rewind", "gate", "99"], ("99",)),
    "branch: no such turn": (["branch", "gate", "--turn", "99"], ("99",)),
    "branch: an id that is": (["branch", "gate", "--turn", "1", "--as", "gate"], ("'gate'",)),
    "branch: an id with a slash": (["branch", "gate", "--turn", "1", "--as", "a/b"], ("a/b",)),
    "branch: an id of nothing": (["branch", "gate", "--turn", "1", "--as", ""], ("id",)),
    "verify: no story": (["verify", "x"], ("'x'",)),
    "events: no story": (["events", "x"], ("'x'",)),
    "threads: no story": (["threads", "x"], ("'x'",)),
    "search: no story": (["search", "x", "y"], ("'x'",)),
    "mind: nobody": (["mind", "gate", "mora"], ("'mora'", "'mara'")),
    "mind: a thing": (["mind", "gate", "key"], ("'key'",)),
    "last-known: nothing": (["last-known", "gate", "mara", "kye"], ("'kye'", "'key'")),
    "last-known: nobody": (["last-known", "gate", "x", "key"], ("'x'",)),
    "who-knows: nothing": (["who-knows", "gate", "moon"], ("'moon'",)),
    "how-learnt: nothing": (["how-learnt", "gate", "mara", "moon"], ("'moon'",)),
    "spread: nothing": (["spread", "gate", "moon"], ("'moon'",)),
    "why: no belief": (["why", "gate", "mara", "99"], ("99",)),
    "why: a huge number": (["why", "gate", "mara", "9" * 40], ()),
    "settings: no story": (["settings", "x"], ("'x'",)),
    "settings: no key": (["settings", "gate", "recall.limt", "3"], (
        "'recall.limt'", "'recall.limit'")),
    "settings: too high": (["settings", "gate", "recall.limit", "999999"], ("recall.limit",)),
    "settings: no number": (["settings", "gate", "recall.limit", "many"], ("recall.limit",)),
    "settings: NaN": (["settings", "gate", "memory.foldedFade", "nan"], (
        "memory.foldedFade",)),
    "import: no file": (["import", "missing"], ("missing",)),
    "import: a folder": (["import", "."], ()),
    "import: a text": (["import", "text.txt"], ("text.txt",)),
    "import: newer": (["import", "newer.jsonl"], ("newer",)),
    "import: half": (["import", "half.jsonl"], ()),
    "import: an id with a space": (["import", "half.jsonl", "--as", "a b"], ("a b",)),
    "export: no story": (["export", "x"], ("'x'",)),
    "a database of another kind": (["--db", "mysql://localhost/x", "list"], ("mysql",)),
    "a database in no folder": (["--db", "no/where/x.db", "list"], ("no/where",)),
    "a folder for a database": (["--db", ".", "list"], ("folder",)),
    "a text for a database": (["--db", "text.txt", "list"], ("text.txt",)),
    "a server that is not": (
        ["--db", "postgresql://localhost:1/x?connect_timeout=2", "list"], ()),
    "edit perception: none": (["edit", "perception", "gate", "99", "--set", "text=x", "--yes"], (
        "99",)),
}  # fmt: skip

# What is no command at all: status 2, and how to ask for help.
MISUSED: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "an unknown command": (["recrod", "gate", "x"], ("recrod", "record")),
    "an unknown option": (["list", "--jsno"], ("--jsno", "--json")),
    "no story": (["record"], ("STORY",)),
    "too much": (["undo", "gate", "gate"], ("gate",)),
    "a turn that is no number": (["rewind", "gate", "two"], ("'N'",)),
    "a turn below nought": (["branch", "gate", "--turn", "-1"], ("--turn",)),
    "a branch at no turn": (["branch", "gate"], ("--turn",)),
    "a schema of nothing": (["schema", "wrold"], ("wrold",)),
    "a part of a mind that is none": (["mind", "gate", "mara", "beleifs"], ("beleifs",)),
    "a limit below nought": (["events", "gate", "--limit", "-1"], ("--limit",)),
    "an edit of nothing known": (["edit", "beleif", "gate", "1"], ("beleif",)),
}


@pytest.fixture
def files(room: Room, monkeypatch: pytest.MonkeyPatch) -> Room:
    """The room with the files of the tables in it, as the folder one is in."""
    for name, content in FILES.items():
        (room.folder / name).write_bytes(content)
    monkeypatch.chdir(room.folder)
    monkeypatch.setenv("RASHOMON_DB", str(room.folder / "stories.db"))
    monkeypatch.setenv("COLUMNS", "200")
    return room


def _run(args: list[str]) -> tuple[int, str, str]:
    ran = CliRunner().invoke(app, args)
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    return ran.exit_code, ran.stdout, ran.stderr


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_done_is_refused_in_one_sentence(name: str, files: Room) -> None:
    args, places = REFUSED[name]
    with files.nothing_written():
        status, out, err = _run(args)
    assert (status, out) == (1, ""), err
    assert err.endswith("\n")
    plain(err[:-1], *places)


@pytest.mark.parametrize("name", MISUSED)
def test_what_is_no_command_is_refused_with_status_2(name: str, files: Room) -> None:
    args, places = MISUSED[name]
    with files.nothing_written():
        status, out, err = _run(args)
    assert (status, out) == (2, ""), err
    assert JARGON.search(err) is None, err
    for place in places:
        assert place in err


def test_a_program_says_no_as_the_tables_do(files: Room) -> None:
    """The same through a process of its own: status, streams and all."""
    run = [sys.executable, "-c", "from rashomon.cli.main import run; run()"]
    with files.nothing_written():
        for name in ("mind: nobody", "record: refused", "import: newer"):
            args, places = REFUSED[name]
            done = subprocess.run([*run, *args], capture_output=True, text=True, env=os.environ)
            assert (done.returncode, done.stdout) == (1, "")
            plain(done.stderr.rstrip("\n"), *places)


def test_standard_input_that_is_no_turns_is_refused(files: Room) -> None:
    with files.nothing_written():
        for given in (
            "once upon a time\n",
            "[]\n",
            '{"steps": 5}\n',
            "\ud800".encode("utf-8", "replace").decode(),
        ):
            ran = CliRunner().invoke(app, ["record", "gate", "-"], input=given)
            assert ran.exit_code == 1, ran.stderr
            plain(ran.stderr.rstrip("\n"), "line 1")


def test_the_turns_before_a_refused_line_stay(fresh: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RASHOMON_DB", str(fresh.folder / "stories.db"))
    path = fresh.file(
        "turns.jsonl", GOOD + GOOD + '{"steps": [{"who": "x", "says": "y"}]}\n' + GOOD
    )
    status, _, err = _run(["record", "gate", str(path)])
    assert status == 1
    said = err.rstrip("\n").splitlines()[-1]
    plain(said, "line 3", "'x'")
    assert fresh.library.info("gate").turns == 5


def test_an_export_never_takes_the_place_of_a_file_by_halves(files: Room) -> None:
    (files.folder / "taken").mkdir(exist_ok=True)
    with files.nothing_written():
        status, out, err = _run(["export", "gate", "taken"])
        assert status in (1, 2), out
        assert JARGON.search(err) is None
    Path(files.folder / "taken").rmdir()


def test_an_answer_in_json_is_not_mixed_with_a_refusal(files: Room) -> None:
    status, out, err = _run(["mind", "gate", "mora", "--json"])
    assert (status, out) == (1, "")
    plain(err.rstrip("\n"), "'mora'")
    status, out, _ = _run(["list", "--json"])
    assert status == 0
    assert [each["id"] for each in json.loads(out)] == ["gate"]


def test_a_check_says_every_fault_and_how_many_there_are(files: Room) -> None:
    for name, place in {"broken.jsonl": "line 1", "bad.jsonl": "'mora'"}.items():
        with files.nothing_written():
            status, _, err = _run(["check", "gate", name])
        assert status == 1
        for line in err.splitlines():
            plain(line)
        assert place in err
