"""The command line as a process: what only shows where there are real pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rashomon
from rashomon.cli.examples import FOLDER
from tests.cli.conftest import TURNS

RUN = (sys.executable, "-c", "from rashomon.cli.main import run; run()")


def _run(db: Path, *args: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    given = {**os.environ, "RASHOMON_DB": str(db), **env}
    return subprocess.run([*RUN, *args], env=given, capture_output=True, check=False, timeout=60)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the West Gate in it, for all of them: a process takes its time to start."""
    path = tmp_path_factory.mktemp("process") / "s.db"
    with rashomon.open(path) as library:
        story = library.create(FOLDER / "west-gate.yaml")
        story.record_many(json.loads(line) for line in TURNS.read_text("utf-8").splitlines())
        library.create(FOLDER / "ferry-inn.yaml")
    return path


def test_json_on_standard_output_messages_beside_it_and_no_colour(db: Path) -> None:
    ran = _run(db, "events", "west-gate", "--json", FORCE_COLOR="", NO_COLOR="1")
    assert len(json.loads(ran.stdout)) == 10
    assert ran.stderr == b""
    human = _run(db, "mind", "west-gate", "mara")
    assert b"\x1b" not in human.stdout
    refused = _run(db, "events", "nope")
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert refused.stderr.decode() == "There is no story 'nope'.\n"


def test_chinese_comes_out_whole_whatever_the_terminal_can_show(db: Path) -> None:
    ran = _run(db, "list", "--json", PYTHONIOENCODING="ascii")
    assert json.loads(ran.stdout)[1]["title"] == "渡口客栈"
    assert "渡口客栈".encode() in _run(db, "list", PYTHONIOENCODING="utf-8").stdout
    assert _run(db, "list", PYTHONIOENCODING="ascii").returncode == 0


def test_a_reader_that_stops_is_no_error_to_tell_of(db: Path) -> None:
    command = [*RUN, "schema", "world"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        process.wait(timeout=60)
    assert said == b""
    assert process.returncode == 1


def test_an_interruption_keeps_what_was_recorded(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    pipe = subprocess.PIPE
    with rashomon.open(path) as library:
        story = library.create(FOLDER / "west-gate.yaml")
        command = [*RUN, "record", "west-gate", "-", "--db", str(path)]
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
            assert process.stdin is not None
            assert process.stderr is not None
            process.stdin.write(b'{"steps": []}\n')
            process.stdin.flush()
            deadline = time.monotonic() + 60
            while story.clock.turn == 0 and time.monotonic() < deadline:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
            process.wait(timeout=60)
        assert said == b"Stopped.\n"
        assert process.returncode == 1
        assert story.clock.turn == 1


def test_bytes_that_are_no_text_are_refused_in_a_sentence(db: Path) -> None:
    given = {**os.environ, "RASHOMON_DB": str(db)}
    command = [*(each.encode() for each in RUN), b"events", b"\xff\xfe"]
    ran = subprocess.run(command, env=given, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 1
    assert ran.stdout == b""
    assert b"Traceback" not in ran.stderr
    assert ran.stderr.count(b"\n") == 1


def test_help_does_not_wait_for_the_machinery() -> None:
    """Nothing of the database is loaded in order to say how a command is called."""
    told = "import sys, rashomon.cli.main; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0
