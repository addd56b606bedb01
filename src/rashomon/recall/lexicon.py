"""The terms of many texts as numbers, so that a mind of tens of thousands is read in a blink.

A long story says the same few thousand words again and again: each is stemmed once, when it first
occurs. What comes out is what `story.words.terms` answers, term by term.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from rashomon.story.words import has_dense_script, stem, terms

Numbers = npt.NDArray[np.int32]

BLOCK: Final = 512
"""How many texts are taken apart together: one that needs care slows down no more than these."""

BREAK: Final = "\0"
"""What stands between texts while they are taken apart together. No text may have it in it."""

_ASCII = re.compile(rf"[a-z0-9]+|{BREAK}")
_SPACED = re.compile(rf"[^\W_]+|{BREAK}")


class _Forms(dict[str, int]):
    """The number of each form of a word; -1 for the break between texts."""

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__({BREAK: -1})
        self._lexicon = lexicon

    def __missing__(self, form: str) -> int:
        number = self[form] = self._lexicon.file(stem(form, self._lexicon.language))
        return number


class Lexicon:
    """Every term met so far in one language, by number. It only grows; threads share it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._filing = threading.Lock()
        self._numbers: dict[str, int] = {}
        self._forms = _Forms(self)

    def file(self, term: str) -> int:
        """The number of a term, which gets one if it has none."""
        with self._filing:
            return self._numbers.setdefault(term, len(self._numbers))

    def find(self, term: str) -> int | None:
        """The number of a term; `None` for one that occurs in no text met so far."""
        return self._numbers.get(term)

    def words(self, text: str) -> frozenset[int]:
        """The terms of one text, without order."""
        return frozenset(map(self.file, terms(text, self.language)))

    def read(self, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
        """All terms of these texts in a row, and which text (from 0 on) each of them is in."""
        numbers: list[Numbers] = []
        places: list[Numbers] = []
        for start in range(0, len(texts), BLOCK):
            found, where = self._block(texts[start : start + BLOCK])
            numbers.append(found)
            places.append(where + np.int32(start))
        empty = np.zeros(0, dtype=np.int32)
        return (np.concatenate(numbers), np.concatenate(places)) if texts else (empty, empty)

    def _block(self, texts: Sequence[str]) -> tuple[Numbers, Numbers]:
        joined = BREAK.join(texts)
        if joined.count(BREAK) == len(texts) - 1:
            if joined.isascii():
                return self._apart(_ASCII.findall(joined.lower()))
            folded = unicodedata.normalize("NFKC", joined).casefold()
            if not has_dense_script(folded):
                return self._apart(_SPACED.findall(folded))
        each = [[self.file(term) for term in terms(text, self.language)] for text in texts]
        lengths = [len(found) for found in each]
        flat = np.array([number for found in each for number in found], dtype=np.int32)
        return flat, np.repeat(np.arange(len(texts), dtype=np.int32), lengths)

    def _apart(self, forms: Sequence[str]) -> tuple[Numbers, Numbers]:
        flat = np.array(list(map(self._forms.__getitem__, forms)), dtype=np.int32)
        breaks = flat < 0
        return flat[~breaks], np.cumsum(breaks, dtype=np.int32)[~breaks]
