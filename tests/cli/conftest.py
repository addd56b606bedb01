"""The command line as a test calls it: in this process, on a database of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rashomon.cli.examples import FOLDER
from rashomon.cli.main import app

TURNS = FOLDER / "west-gate.turns.jsonl"


@dataclass
class Ran:
    """What a command did: its exit status, what it answered, and what it remarked."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


Cli = Callable[..., Ran]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command on this test's own database."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RASHOMON_DB", str(tmp_path / "stories.db"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(*args: str, given: str | None = None) -> Ran:
        ran = CliRunner().invoke(app, args, input=given)
        if ran.exception is not None and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        assert "Traceback" not in ran.stderr
        return Ran(ran.exit_code, ran.stdout, ran.stderr)

    return run


@pytest.fixture
def gate(cli: Cli) -> Cli:
    """The same, with the West Gate in it and the demo's turns recorded."""
    assert cli("new", "west-gate").status == 0
    assert cli("record", "west-gate", str(TURNS)).status == 0
    return cli


def refused(ran: Ran) -> str:
    """The one sentence in which a command said no."""
    assert ran.status == 1
    assert ran.out == ""
    said = ran.err.rstrip("\n")
    assert said
    assert "\n" not in said
    assert said.endswith((".", "?", "!"))
    return said
