"""The house stays as it was drawn: small modules, short functions, rooms that say what they are."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "rashomon"
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST_MODULE = 500
LONGEST_FUNCTION = 60


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _rooms() -> list[Path]:
    return sorted(path.parent for path in SOURCE.glob("*/__init__.py"))


def _contracts() -> dict[str, dict[str, list[str]]]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        read = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract for contract in read}


@pytest.mark.parametrize("module", MODULES, ids=_name)
def test_no_module_or_function_is_too_long_to_be_read_at_once(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    lines = text.count("\n")
    assert lines <= LONGEST_MODULE, f"{_name(module)} has {lines} lines: split it by what it is for"
    for function in _functions(ast.parse(text)):
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        where = f"{_name(module)}:{function.lineno} {function.name}"
        assert length <= LONGEST_FUNCTION, f"{where} has {length} lines"


@pytest.mark.parametrize("room", _rooms(), ids=_name)
def test_a_room_says_what_may_stand_in_it_and_is_in_the_table_of_rooms(room: Path) -> None:
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8")))
    assert f"`{room.name}/`" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_room_below_the_ports_is_held_pure() -> None:
    contracts = _contracts()
    layers = [layer.replace("(", "").replace(")", "") for layer in contracts["layers"]["layers"]]
    below = layers[layers.index("ports") + 1 :]
    rooms = {name.strip() for layer in below for name in layer.split("|")}
    there = {
        f"rashomon.{name}"
        for name in rooms
        if (SOURCE / name / "__init__.py").exists() or (SOURCE / f"{name}.py").exists()
    }
    assert there <= set(contracts["pure"]["source_modules"])
