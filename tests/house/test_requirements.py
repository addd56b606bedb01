"""The pinned files are whole: a version and a hash for everything, and no word on where from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINNED = sorted((ROOT / "requirements").glob("*.txt"))
LINE = re.compile(r"[a-z0-9-]+==\S+(?: ; .+?)?(?: --hash=sha256:[0-9a-f]{64})+")


def _requirements(path: Path) -> list[str]:
    joined = re.sub(r"\s*\\\n\s*", " ", path.read_text(encoding="utf-8"))
    return [line for line in joined.splitlines() if line and not line.startswith("#")]


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found
    return re.sub(r"[-_.]+", "-", found.group()).lower()


@pytest.mark.parametrize("path", PINNED, ids=lambda path: path.name)
def test_everything_is_pinned_with_a_hash_and_without_an_address(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "/" not in text, "an address or a path has no place in a pinned file"
    for requirement in _requirements(path):
        assert LINE.fullmatch(requirement), requirement


def test_what_the_package_declares_is_pinned() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)
    run = {_name(line) for line in _requirements(ROOT / "requirements" / "run.txt")}
    dev = {_name(line) for line in _requirements(ROOT / "requirements" / "dev.txt")}
    assert {_name(line) for line in declared["project"]["dependencies"]} <= run
    assert run <= dev
    assert {_name(line) for line in declared["dependency-groups"]["dev"]} <= dev
