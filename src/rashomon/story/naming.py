"""Names in texts: found once, when a text is recorded, and put back when somebody reads it.

A deed's text keeps references instead of persons' names, because who reads it may not know the
name, or may learn it only later. A reference is the person's id between two characters that no
author may write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

OPEN, CLOSE = "\ue000", "\ue001"

_REFERENCE = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
_WITHOUT_SPACES = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[^\W{_WITHOUT_SPACES}]+")
_CJK = re.compile(rf"[{_WITHOUT_SPACES}]")
_ONE = re.compile(r"^(?:一|那|这)[个位名条只头匹]")
_ARTICLE = re.compile(r"^(?:the|an|a)\s+(?=\S)", re.IGNORECASE)


class Found(NamedTuple):
    """A name found in a text: where it stands and whose it is."""

    start: int
    end: int
    name: str
    owner: str


@lru_cache(maxsize=16)
def _words(text: str) -> frozenset[str]:
    """The words of a text, which several finders are asked about one after the other."""
    return frozenset(_WORD.findall(text))


class Finder:
    """Finds any of many names in a text: whole words, longest name first, no overlap.

    Names in scripts without spaces are found inside a run of characters, since there is no word
    boundary to ask for. The cost grows with the text, not with the number of names.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names` are pairs of (name, whose); of two owners of one name the first is meant."""
        self._by_word: dict[str, list[tuple[str, str]]] = {}
        self._by_char: dict[str, list[tuple[str, str]]] = {}
        seen: set[str] = set()
        for name, owner in names:
            if not name or name in seen:
                continue
            seen.add(name)
            self._file(name, owner)
        for table in (self._by_word, self._by_char):
            for entries in table.values():
                entries.sort(key=lambda entry: -len(entry[0]))

    def _file(self, name: str, owner: str) -> None:
        first = _WORD.search(name)
        if is_cjk(name) or first is None or first.start() > 0:
            self._by_char.setdefault(name[0], []).append((name, owner))
        else:
            self._by_word.setdefault(first.group(), []).append((name, owner))

    def find(self, text: str) -> list[Found]:
        """Every name in `text`, in order."""
        found: list[Found] = []
        if not self._by_char and self._by_word.keys().isdisjoint(_words(text)):
            return found  # most texts name nobody, and are told at once
        end = 0
        for start, entries in self._starts(text):
            if start < end:
                continue
            for name, owner in entries:
                if text.startswith(name, start) and _ends_whole(text, start, name):
                    end = start + len(name)
                    found.append(Found(start, end, name, owner))
                    break
        return found

    def _starts(self, text: str) -> Iterator[tuple[int, list[tuple[str, str]]]]:
        if not self._by_char:
            for word in _WORD.finditer(text):
                entries = self._by_word.get(word.group())
                if entries:
                    yield word.start(), entries
            return
        words = {m.start(): self._by_word[m.group()] for m in _WORD.finditer(text)
                 if m.group() in self._by_word}  # fmt: skip
        for start, char in enumerate(text):
            entries = words.get(start, []) + self._by_char.get(char, [])
            if entries:
                yield start, sorted(entries, key=lambda entry: -len(entry[0]))


def _ends_whole(text: str, start: int, name: str) -> bool:
    end = start + len(name)
    if end < len(text) and not is_cjk(name[-1]) and _WORD.match(text, end):
        return bool(_CJK.match(text, end))
    if start > 0 and not is_cjk(name[0]) and _WORD.match(name) and _WORD.match(text, start - 1):
        return bool(_CJK.match(text, start - 1))
    return True


def is_cjk(text: str) -> bool:
    """Whether any character is of a script that is written without spaces."""
    return _CJK.search(text) is not None


def spoken_names(names: Iterable[str]) -> Iterator[str]:
    """Those of a thing's names that count when they are merely said.

    "A chest" said in passing names no chest in particular; "the Order of Ash" does. So a name
    must have a capital letter, or be in a script without capitals, and its article is dropped.
    """
    for name in names:
        plain = _ARTICLE.sub("", name)
        if is_cjk(plain) or any(char.isupper() for char in plain):
            yield plain


def bare(name: str) -> str:
    """A name or a look without what stands for "a" or "the" before it."""
    return _ONE.sub("", _ARTICLE.sub("", name))


def refer(text: str, persons: Finder) -> str:
    """`text` with references where persons are named."""
    found = persons.find(text)
    if not found:
        return text
    parts: list[str] = []
    end = 0
    for name in found:
        parts += (text[end : name.start], OPEN, name.owner, CLOSE)
        end = name.end
    parts.append(text[end:])
    return "".join(parts)


def reference(person: str) -> str:
    """A reference to one person, for texts that the engine writes."""
    return f"{OPEN}{person}{CLOSE}"


def referred(text: str) -> list[str]:
    """The persons that a text refers to, in order, with repeats."""
    return _REFERENCE.findall(text) if OPEN in text else []


def render(text: str, name_of: Callable[[str], str]) -> str:
    """`text` with every reference replaced by what `name_of` says."""
    if OPEN not in text:
        return text
    return _REFERENCE.sub(lambda match: name_of(match.group(1)), text)


def unnamed(text: str) -> str:
    """`text` without its persons: what a search may see of it, for a name is not a word of it."""
    return _REFERENCE.sub(" ", text) if OPEN in text else text
