"""A world file and a file of turns, read from whatever somebody typed or a program wrote.

YAML is read as its version 1.2 reads it, in which only true and false are booleans: an exit called
`no` stays an exit called `no`, and 18:00 stays a time of day. What two readers could understand in
two ways (a key given twice, NaN) is refused with its line, since silently taking the last one loses
what an author wrote.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn, cast

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from rashomon.errors import BadFile, named

MOST_BYTES = 10_000_000
MOST_VALUES = 1_000_000
"""How many values a file may hold with its aliases followed: ten short lines of them can make
billions, while a world of ten megabytes has about as many as this."""

MOST_DEEP = 100
MOST_DIGITS = 400

_TOO_DEEP = "it is nested too deeply"


def read(path: str | PathLike[str]) -> dict[str, Any]:
    """Read a world file, YAML or JSON by its content; raises `BadFile` with one sentence."""
    file = Path(path)
    shown = named(file)
    try:
        if file.is_dir():
            raise BadFile(f"{shown} is a folder; give the world file in it.")
        with file.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadFile(f"{shown} does not exist.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no file"
        raise BadFile(f"{shown} cannot be read: {reason}.") from None
    if len(raw) > MOST_BYTES:
        raise BadFile(f"{shown} is larger than {MOST_BYTES // 1_000_000} MB, which no world is.")
    return parse(_decoded(raw, shown), file.name)


def parse(text: str, name: str = "the world") -> dict[str, Any]:
    """Read the text of a world file; `name` is what its faults are told by."""
    looks_json = text.lstrip("\ufeff \t\r\n").startswith(("{", "["))
    if name.lower().endswith(".json"):
        found = _json(text, name, 1)
    elif looks_json and (plain := _json_or_none(text, name)) is not None:
        found = plain
    else:
        found = _yaml(text, name)
    if not isinstance(found, dict):
        raise BadFile(f"{name} holds no keys and values; a world file starts with its title.")
    return cast(dict[str, Any], found)


def read_turns(
    lines: Iterable[str] | Iterable[bytes], name: str = "the file", *, first: int = 1
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read turns from JSON Lines, each with the number of its line; blank lines are passed over.

    One at a time, so that a file of a hundred thousand turns needs no more memory than a line.
    `first` is the number of the first line, for whoever reads a part of a file.
    """
    for number, raw in enumerate(lines, first):
        where = f"{name}, line {number}"
        line = _decoded(raw, where) if isinstance(raw, bytes) else raw
        if not line.strip("\ufeff \t\r\n"):
            continue
        found = _json(line.rstrip("\r\n"), name, number)
        if not isinstance(found, dict):
            raise BadFile(f'{where}: a turn is one JSON object, such as {{"steps": []}}.')
        yield number, cast(dict[str, Any], found)


def _decoded(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        at = f" (line {line})" if line > 1 else ""
        raise BadFile(f"{name} is not UTF-8 text{at}; save it as UTF-8.") from None
    if "\0" in text:
        raise BadFile(f"{name} is not a text file.")
    return text


class _Refusal(Exception):
    """A value that JSON's own reader lets pass and we do not."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _Refusal(f"the key {twice!r} is given twice in one object; keep one")
    return found


def _constant(word: str) -> NoReturn:
    raise _Refusal(f"{word} is no number in JSON; write a number or null")


def _json(text: str, name: str, first_line: int) -> object:
    where = name if "\n" in text.strip() else f"{name}, line {first_line}"
    try:
        return json.loads(text.lstrip("\ufeff"), object_pairs_hook=_pairs, parse_constant=_constant)
    except json.JSONDecodeError as error:
        line = first_line + error.lineno - 1
        reason = error.msg[0].lower() + error.msg[1:]
        said = f"{name}, line {line}, column {error.colno}: this is not JSON: {reason}."
    except _Refusal as refusal:
        said = f"{where}: {refusal}."
    except RecursionError:
        said = f"{where}: {_TOO_DEEP}."
    except ValueError:
        said = f"{where}: a number in it has too many digits."
    raise BadFile(said)


def _json_or_none(text: str, name: str) -> object:
    """Read JSON if it is JSON: YAML may start with a brace as well, and is tried next."""
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return _json(text, name, 1)


_PLAIN: tuple[tuple[re.Pattern[str], Callable[[str], object]], ...] = (
    (re.compile(r"~|null|Null|NULL|"), lambda _: None),
    (re.compile(r"true|True|TRUE"), lambda _: True),
    (re.compile(r"false|False|FALSE"), lambda _: False),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
)
"""What a scalar without quotes may be besides a text, as the core schema of YAML 1.2 has it."""

_CORE = "tag:yaml.org,2002:"
_STRING = _CORE + "str"
# What 1.1 takes for a time or a merge is a plain text in 1.2, and read as one.
_TAGS = frozenset(
    _CORE + name
    for name in ["str", "int", "float", "bool", "null", "timestamp", "merge", "value", "seq", "map"]
)
_HINTS = {
    "mapping values are not allowed": "a ':' stands where no key can; put the text in quotes",
    "found character": "a tab, or a sign that needs quotes, begins a value; indent with spaces",
    "could not find expected ':'": "a key without its ':'",
    "found undefined alias": "it refers to an anchor that is not defined before",
    "found unexpected end of stream": "a quote is opened and never closed",
    "but found another document": "it holds more than one document; a world is one",
}


def _yaml(text: str, name: str) -> object:
    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        root = yaml.compose(text.removeprefix("\ufeff"), Loader=loader)
        return None if root is None else _Plain(name).value(root)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = str(error.problem or error.context or "")
        hint = next((said for start, said in _HINTS.items() if problem.startswith(start)), None)
        at = f"{name}, {_position(mark)}" if mark else name
        said = f"{at}: this is not YAML: {hint or problem}."
    except yaml.YAMLError as error:
        reason = str(error).splitlines()[0]
        said = f"{name} is not YAML: {reason}."
    except RecursionError:
        said = f"{name}: {_TOO_DEEP}."
    raise BadFile(said)


def _position(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}"


class _Plain:
    """Turns YAML's nodes into plain data, following aliases no further than a world can need."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._made = 0

    def value(self, node: Node, depth: int = 0) -> object:
        self._made += 1
        if self._made > MOST_VALUES:
            self._refuse(node, f"its aliases make more than {MOST_VALUES:,} values")
        if depth > MOST_DEEP:
            self._refuse(node, _TOO_DEEP)
        tag = str(node.tag)
        if tag not in _TAGS:
            self._refuse(node, f"the tag {tag.removeprefix(_CORE)!r} means nothing here")
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        if isinstance(node, SequenceNode):
            return [self.value(each, depth + 1) for each in cast(list[Node], node.value)]
        return self._mapping(cast(MappingNode, node), depth)

    def _scalar(self, node: ScalarNode) -> object:
        text = str(node.value)
        if node.style in ("'", '"', "|", ">") or node.tag == _STRING:
            return text
        for pattern, made in _PLAIN:
            if pattern.fullmatch(text):
                if len(text) > MOST_DIGITS:
                    self._refuse(node, "this number has too many digits")
                return made(text)
        return text

    def _mapping(self, node: MappingNode, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in cast(list[tuple[Node, Node]], node.value):
            key = self.value(key_node, depth + 1)
            if not isinstance(key, str):
                self._refuse(key_node, "a key should be a text; put it in quotes")
            if key in found:
                self._refuse(key_node, f"the key {key!r} is given twice; keep one")
            found[key] = self.value(value_node, depth + 1)
        return found

    def _refuse(self, node: Node, said: str) -> NoReturn:
        raise BadFile(f"{self._name}, {_position(node.start_mark)}: {said}.")
