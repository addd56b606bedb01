"""What a page shows is what happens: its commands and its code are run, and the output compared.

On a page, top to bottom and in one folder of its own:

- ```` ```bash ```` is run as a script, and must end with status 0 unless its info says `fails`;
- ```` ```python ```` is run; the blocks of a page share their names;
- a block whose info says `file=NAME` is first written to that file;
- ```` ```text ```` right behind one that was run is what it printed, standard error after standard
  output. A line `…` stands for any lines, and `…` at the end of a line for the rest of it;
- ```` ```sh ```` is for the eye alone: it needs what a test has not.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rashomon.cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w+)([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVER = "postgresql://storyteller@localhost/stories"
"""The database that pages name; the tests put their own in its place."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what else stands behind that, its text, where it begins."""

    language: str
    info: str
    text: str
    line: int
    follows: bool

    @property
    def file(self) -> str | None:
        found = re.search(r"file=(\S+)", self.info)
        return found and found[1]

    @property
    def runs(self) -> bool:
        return self.language in ("bash", "python") and self.file is None


def _blocks(text: str) -> list[Block]:
    found: list[Block] = []
    end = 0
    for match in BLOCK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        follows = not text[end : match.start()].strip()
        found.append(Block(match[1], match[2].strip(), match[3], line, follows))
        end = match.end()
    return found


RUN = [page for page in PAGES if any(b.runs for b in _blocks(page.read_text(encoding="utf-8")))]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("page", RUN, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_happens(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = page.read_text(encoding="utf-8")
    server = request.getfixturevalue("postgres_database") if SERVER in text else ""
    monkeypatch.chdir(tmp_path)
    reader = _Reader(server, monkeypatch)
    printed: str | None = None
    for block in _blocks(text):
        where = f"{page.relative_to(ROOT)}:{block.line}"
        if block.file is not None:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
            printed = None
        elif block.runs:
            printed = reader.run(block, where)
        elif block.language == "text" and block.follows and printed is not None:
            assert _agree(block.text, printed), f"{where} shows other than was printed:\n{printed}"
            printed = None
        else:
            printed = None


class _Reader:
    """Somebody who follows a page, in a folder of its own."""

    def __init__(self, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server = server
        self.names: dict[str, Any] = {"__name__": "__page__"}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        for name, value in {
            "PATH": path, "RASHOMON_DB": str(Path.cwd() / "stories.db"), "COLUMNS": "100",
            "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8",
        }.items():  # fmt: skip
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("FORCE_COLOR", raising=False)

    def run(self, block: Block, where: str) -> str:
        """Run a block; answers what it printed."""
        text = block.text.replace(SERVER, self.server) if self.server else block.text
        if block.language == "python":
            printed = _captured(lambda: exec(compile(text, where, "exec"), self.names))[0]
        else:
            status, printed = _typed(text)
            assert (status != 0) == (block.info == "fails"), f"{where}: {printed}"
        return printed.replace(self.server, SERVER) if self.server else printed


def _typed(text: str) -> tuple[int, str]:
    """Type a script. Plain calls of our own command need no process each, and are ten times faster.

    Everything else, be it one pipe in the script, goes to a real shell.
    """
    lines = text.strip().split("\n")
    if not all(line.startswith("rashomon ") and not set(line) & set("|<>$&;\\") for line in lines):
        done = subprocess.run(
            ["bash", "-e", "-c", text], capture_output=True, encoding="utf-8",
            stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr
    out, err = "", ""
    for line in lines:
        arguments = shlex.split(line)[1:]
        said, beside, status = _captured(lambda given=arguments: app(given, prog_name="rashomon"))
        out, err = out + said, err + beside
        if status:
            return status, out + err
    return 0, out + err


def _captured(call: Callable[[], object]) -> tuple[str, str, int]:
    """What a call wrote to standard output and standard error, and with which status it ended."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    status = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            call()
        except SystemExit as ended:
            status = int(ended.code or 0)
    written = [each.buffer.getvalue().decode() for each in (out, err)]
    return written[0], written[1], status


def _agree(shown: str, printed: str) -> bool:
    """Whether what a page shows is what was printed, but for what it leaves out."""
    pattern = ""
    for line in shown.strip("\n").split("\n"):
        if line.strip() == "…":
            pattern += r"(?:.*\n)*?"
        elif line.endswith("…"):
            pattern += re.escape(line[:-1].rstrip()) + r".*\n"
        else:
            pattern += re.escape(line.rstrip()) + r"\s*?\n"
    return re.fullmatch(r"\n*" + pattern + r"\n*", printed + "\n") is not None


def test_a_page_that_shows_something_else_is_found() -> None:
    assert _agree("one\n…\nfour", "one\ntwo\nthree\nfour\n")
    assert _agree("Head: abc…", "Head: abcdef\n")
    assert not _agree("one\nthree", "one\ntwo\nthree\n")
    assert not _agree("one", "two\n")
