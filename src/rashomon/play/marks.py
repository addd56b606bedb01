"""The marks in what was typed: quotes, *deeds*, (thoughts) and ((notes)), in any language.

Marks come first and words later, so that what stands in quotation marks is never read as anything
else. A mark that is never closed holds to the end of its line: half a sentence is no fault.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal, NamedTuple, TypeAlias

Mark: TypeAlias = Literal["prose", "quote", "star", "aside", "note", "break"]

CLOSERS = {"“": "”", "«": "»", "„": "“”", "「": "」", "『": "』", '"': '"', "＂": "＂"}
"""What closes each opening quotation mark."""

_BOTH_WAYS = frozenset('"＂')
_STARS = "*＊"
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\ue0ff\ud800-\udfff]")
_WORDY = re.compile(r"\w")
_ROUND = {"(": ")", "（": "）"}


class Piece(NamedTuple):
    """A stretch of what was typed, without its marks."""

    mark: Mark
    text: str


def clean(text: str) -> str:
    """The text without what no text may hold, in composed characters and with one line break."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    return unicodedata.normalize("NFC", _UNFIT.sub("", text))


def pieces(text: str) -> list[Piece]:
    """The pieces of a text in order; stretches of nothing but space are left out."""
    found: list[Piece] = []
    plain = at = 0
    while at < len(text):
        piece, end = _marked(text, at)
        if piece is None:
            at = end
            continue
        _add(found, Piece("prose", text[plain:at]))
        _add(found, piece)
        plain = at = end
    _add(found, Piece("prose", text[plain:]))
    return found


def _add(found: list[Piece], piece: Piece) -> None:
    if piece.mark == "break" or piece.text.strip():
        found.append(Piece(piece.mark, piece.text.strip()))


def _marked(text: str, at: int) -> tuple[Piece | None, int]:
    """The marked piece that begins here and where it ends, or `None` and where to look next."""
    char = text[at]
    if char == "\n":
        return Piece("break", ""), at + 1
    if char in CLOSERS:
        return _quote(text, at)
    if char in _STARS:
        return _star(text, at)
    if char in _ROUND:
        return _round(text, at)
    return None, at + 1


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _quote(text: str, at: int) -> tuple[Piece | None, int]:
    opener = text[at]
    if opener in _BOTH_WAYS:
        line = _line_end(text, at)
        end = text.find(opener, at + 1, line)
        if end < 0 and (at + 1 >= line or text[at + 1].isspace() or text[at - 1 : at].isalnum()):
            return None, at + 1
    else:
        end = _closing(text, at)
    if end < 0:
        end = _line_end(text, at)
        return Piece("quote", text[at + 1 : end]), end
    return Piece("quote", text[at + 1 : end]), end + 1


def _closing(text: str, at: int) -> int:
    opener, closers = text[at], CLOSERS[text[at]]
    depth = 0
    for place in range(at, len(text)):
        char = text[place]
        if char in closers and place > at:
            depth -= 1
        elif char == opener:
            depth += 1
        if depth == 0:
            return place
    return -1


def _star(text: str, at: int) -> tuple[Piece | None, int]:
    start = at
    while start < len(text) and text[start] in _STARS:
        start += 1
    line = _line_end(text, start)
    if start >= line or text[start].isspace():
        return None, start
    end = start
    while end < line and text[end] not in _STARS:
        end += 1
    after = end
    while after < line and text[after] in _STARS:
        after += 1
    return Piece("star", text[start:end]), after


def _round(text: str, at: int) -> tuple[Piece | None, int]:
    if text[at - 1 : at] in (":", ";", "="):
        return None, at + 1  # the mouth of a sad face
    line = _line_end(text, at)
    if text[at + 1 : at + 2] in _ROUND:
        for closer in ("))", "））", ")）", "）)"):
            end = text.find(closer, at + 2)
            if end >= 0:
                return Piece("note", text[at + 2 : end]), end + 2
        return Piece("note", text[at + 2 : line]), line
    depth = 0
    for place in range(at, line):
        depth += (text[place] in "(（") - (text[place] in ")）")
        if depth == 0:
            return Piece("aside", text[at + 1 : place]), place + 1
    return Piece("aside", text[at + 1 : line]), line


def has_words(text: str) -> bool:
    """Whether there is a letter or a digit in it."""
    return _WORDY.search(text) is not None
