"""JSON as models write it: in prose, in fences, half Python, and cut off at the end.

One pass from left to right, so that a reply of any size takes time by its length. What is valid
JSON is read as any JSON reader reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias, cast

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

DEEPEST: Final = 12
"""No reply asked for is deeper than four; what goes deeper than this is no reply."""

TRIES: Final = 64
"""After so many beginnings that led nowhere, nothing more is looked for."""

_SPACE = re.compile(r"(?:\s|//[^\n]*+)++")
_WORD = re.compile(r"[^\s,:{}\[\]\"'“”，：]+")
_QUOTES: Final = {'"': re.compile(r'\\.|"', re.DOTALL), "'": re.compile(r"\\.|'", re.DOTALL),
                  "“": re.compile(r'\\.|[”"]', re.DOTALL)}  # fmt: skip
_AFTER = re.compile(r"\s*+(?:[,:}\]，：]|\Z|//)|[^\S\n]*+\n\s*+[\"'“{\[]")
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS: Final[dict[str, Json]] = {
    "true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None,
}  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d+")
_LONGEST_NUMBER: Final = 20


class Value(NamedTuple):
    """An object or a list that a text holds, where it stands, and whether its end is missing."""

    value: dict[str, Json] | list[Json]
    start: int
    end: int
    cut: bool


class _Nothing(Exception):
    """What stands here is no JSON, with all good will."""


@dataclass
class _Reader:
    """Reads one value; `at` only grows. `cut` once the text has ended before the value did."""

    text: str
    at: int
    cut: bool = False

    def value(self, depth: int) -> Json:
        """A value. Where it was cut off, what of it is whole."""
        self._space()
        char = self._here()
        if char in "{[" and char:
            if depth >= DEEPEST:
                raise _Nothing
            self.at += 1
            return self._object(depth) if char == "{" else self._list(depth)
        if char in _QUOTES:
            return self._string(char)
        return self._bare()

    def _here(self) -> str:
        if self.at >= len(self.text):
            self.cut = True
            return ""
        return self.text[self.at]

    def _space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _skip(self, signs: str) -> bool:
        """Pass over any of some signs; whether there was one."""
        start = self.at
        while True:
            self._space()
            if self.at >= len(self.text) or self.text[self.at] not in signs:
                return self.at > start
            self.at += 1

    def _object(self, depth: int) -> dict[str, Json]:
        made: dict[str, Json] = {}
        while True:
            self._skip(",，;")
            char = self._here()
            if self.cut:
                return made
            if char in "}]":
                self.at += char == "}"
                return made
            key = self._string(char) if char in _QUOTES else self._key()
            if self.cut:
                return made
            if not self._skip(":：="):
                raise _Nothing
            value = self.value(depth + 1)
            if not self.cut or isinstance(value, list | dict):
                made[key] = value
            if self.cut:
                return made

    def _list(self, depth: int) -> list[Json]:
        made: list[Json] = []
        while True:
            self._skip(",，;")
            char = self._here()
            if self.cut:
                return made
            if char in "}]":
                self.at += char == "]"
                return made
            value = self.value(depth + 1)
            if self.cut:  # an item without its end is none
                return made
            made.append(value)

    def _key(self) -> str:
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise _Nothing
        self.at = match.end()
        self._here()
        return match.group()

    def _bare(self) -> Json:
        """A word or a number without quotation marks."""
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise _Nothing
        self.at = match.end()
        self._here()
        word = match.group()
        if word.casefold() in _WORDS:
            return _WORDS[word.casefold()]
        if len(word) > _LONGEST_NUMBER:
            return word
        if _NUMBER.fullmatch(word):
            return int(word)
        try:
            number = float(word)
        except ValueError:
            return word
        return number if number - number == 0 else None

    def _string(self, quote: str) -> str:
        """A text in quotation marks: it ends at one that something ends at, or goes on behind."""
        start = self.at + 1
        for match in _QUOTES[quote].finditer(self.text, start):
            if match.group()[0] != "\\" and _AFTER.match(self.text, match.end()):
                self.at = match.end()
                return _unescaped(self.text[start : match.start()])
        self.at, self.cut = len(self.text), True
        return ""


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    try:
        return cast(str, json.loads(f'"{text}"', strict=False))
    except ValueError:
        return _ESCAPED.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    sign = match[1]
    return chr(int(sign[1:], 16)) if len(sign) > 1 else _ESCAPES.get(sign, sign)


_BEGIN = re.compile(r"[{\[]")


def values(text: str) -> Iterator[Value]:
    """Every object and list in a text that stands in no other, in order."""
    at, tries = 0, 0
    while tries < TRIES:
        match = _BEGIN.search(text, at)
        if match is None:
            return
        reader = _Reader(text, match.start())
        try:
            value = reader.value(0)
        except _Nothing:
            tries += 1
            at = match.start() + 1
            continue
        if isinstance(value, dict | list) and (value or not reader.cut):
            yield Value(value, match.start(), reader.at, reader.cut)
            at = max(reader.at, match.start() + 1)
        else:
            tries += 1
            at = match.start() + 1
