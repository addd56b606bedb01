"""Taking words out of a text so that what is left still reads.

A language says which spans fade; here they are cut. What somebody said or thought shows a gap, for
its words are quoted, and a quotation that hides what it lacks would be a false one. What was seen
closes up, with its commas put right. Nothing is ever put in but the mark of a gap and a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rashomon.story.naming import is_cjk

_CUT = "\ue00f"
"""Stands where something was cut, while a text is put right; no author may write it."""

_SPOT = re.compile(rf"([,，、;；:：]?)(\s*){_CUT}(?:\s*{_CUT})*(\s*)([,，、]?)")
_SENTENCE = re.compile(r"[.!?]+[\"'”’)\]]*(?=\s|$)|[。！？!?]+[”’」』）]*|\n+")
_ABBREVIATED = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|No|[A-Z])|\b[ap]\.m)$")
STOPS = re.compile(r"[.!?。！？\n]")
"""Whatever may end a sentence."""

_FEW = 4
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]|[a-zA-Z'’]+|\w+")
_WORDY = re.compile(r"\w")
_STOPS = ".!?。！？…"
_OPENING = "\"'“‘「『（([—"
_CLOSING = "\"'”’」』）)]"

_PARENTHESES = re.compile(r"\([^()]*\)|（[^（）]*）|\[[^\[\]]*\]|【[^【】]*】")
_DASHES = re.compile(r"\s*——[^—。！？.!?\n]+——\s*|\s*(?:(?<!—)—(?!—)|\s(?:--|[–-])\s)"
                     r"[^—–.!?。！？\n]+?(?:(?<!—)—(?!—)|\s(?:--|[–-])\s)\s*")  # fmt: skip
_ASIDE = re.compile(r"[(（\[【—–]|\s-")
_QUOTES = re.compile(r"“[^“”]*”|「[^「」]*」|『[^『』]*』|«[^«»]*»|„[^„“]*“|\"[^\"]*\"")


class Span(NamedTuple):
    """A stretch of a text, end excluded."""

    start: int
    end: int

    def meets(self, other: Span) -> bool:
        """Whether the two have a character in common."""
        return self.start < other.end and other.start < self.end


def sentences(text: str) -> list[Span]:
    """The sentences of a text, each with its closing marks and without the space around it."""
    found: list[Span] = []
    start = 0
    for stop in _SENTENCE.finditer(text):
        if text[stop.start()] == "." and _ABBREVIATED.search(text, start, stop.start()):
            continue
        found.append(_trimmed(text, start, stop.end()))
        start = stop.end()
    found.append(_trimmed(text, start, len(text)))
    return [span for span in found if _WORDY.search(text, *span)]


def after_the_gist(text: str, keep: int) -> Iterator[tuple[Span, bool]]:
    """Each sentence, and whether `keep` of some length came before it.

    "Hello! Long time no see." is not yet the gist of anything, and is not counted.
    """
    before = 0
    for sentence in sentences(text):
        yield sentence, before >= keep
        before += len(_WORDS.findall(text, *sentence)) > _FEW


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def body_end(text: str, sentence: Span) -> int:
    """Where a sentence ends but for its closing marks."""
    end = sentence.end
    while end > sentence.start and text[end - 1] in _STOPS + _CLOSING:
        end -= 1
    return end


def clauses(text: str, sentence: Span, split: re.Pattern[str]) -> list[Span]:
    """The clauses of a sentence but the first, each with what parts it from the one before."""
    end = body_end(text, sentence)
    starts = [found.start() for found in split.finditer(text, sentence.start, end)]
    return [Span(start, stop) for start, stop in pairwise([*starts, end])]


def asides(text: str) -> Iterator[Span]:
    """What stands in parentheses or between two dashes; a single dash is followed by the point."""
    if not _ASIDE.search(text):
        return
    for pattern in (_PARENTHESES, _DASHES):
        for found in pattern.finditer(text):
            yield Span(*found.span())


def quoted(text: str) -> Iterator[Span]:
    """Words in quotation marks."""
    for found in _QUOTES.finditer(text):
        yield Span(*found.span())


def parts_word(text: str, at: int) -> bool:
    """Whether a word goes on across this point, so that a cut here would make up another."""
    near = text[max(0, at - 1) : at + 1]
    return len(near) == 2 and at > 0 and near.isalnum() and not any(map(is_cjk, near))


def without(text: str, spans: Iterable[Span], mark: str | None) -> str:
    """`text` less `spans`, with `mark` for what is missing, or closed up where there is none.

    Never longer than before, and as before where no span holds a word.
    """
    cut = [span for span in spans if _WORDY.search(text, *span)]
    if not cut:
        return text
    parts: list[str] = []
    end = 0
    for span in sorted(cut):
        if span.start >= end:
            parts += (text[end : span.start], _CUT)
        end = max(end, span.end)
    parts.append(text[end:])
    left = "".join(parts)
    while found := _SPOT.search(left):
        before, after = left[: found.start()], left[found.end() :]
        join = _closed if mark is None else _marked
        left = join(before, found, after, mark or "")
    if not _WORDY.search(left):
        left = "…"
    left = left.strip()
    if mark is None and left[-1:].isalnum() and text.rstrip()[-1:] in _STOPS + _CLOSING:
        left += "。" if is_cjk(left[-1]) else "."
    return left if len(left) <= len(text) else text


def cut(
    text: str, spans: Iterable[Span], names: Sequence[Span], marks: Sequence[str | None]
) -> str:
    """Cut the spans that hold no name and split no word; the first mark that fits serves."""
    spare = [
        span
        for span in spans
        if not any(span.meets(name) for name in names)
        and not (parts_word(text, span.start) or parts_word(text, span.end))
    ]
    for mark in marks:
        left = without(text, spare, mark)
        if left != text:
            return left
    return text


def _at_start(before: str) -> bool:
    bare = before.rstrip(" \t")
    return not bare or bare[-1] in ".!?。！？\n" + _OPENING


def _at_end(after: str) -> bool:
    bare = after.lstrip(" \t")
    return not bare or bare[0] in _STOPS + ";；\n" + _CLOSING


def _closed(before: str, spot: re.Match[str], after: str, _: str) -> str:
    left_comma, left_space, right_space, right_comma = spot.groups()
    opens, ends = _at_start(before), _at_end(after)
    comma = left_comma or right_comma
    if opens or ends or (left_comma in (",", "，", "、") and right_comma):
        comma = ""
    space = right_space or left_space
    if "\n" not in space:
        kept = before and not opens and not ends and not after[:1].isspace()
        space = " " if space and kept else ""
    near = before[-1:] + comma
    if not space and not comma and parts_word(near[-1:] + after[:1], 1):
        space = " "
    if is_cjk(near[-1:]) and is_cjk(after[:1]):
        space = ""
    if opens and before and not space and _ends_sentence(before):
        space = left_space
    return before + comma + space + _capital(after, opens)


def _ends_sentence(before: str) -> bool:
    return before[-1] in ".!?"


def _capital(text: str, wanted: bool) -> str:
    first = text[:1]
    if wanted and first.islower() and first.upper().casefold() == first.casefold():
        return first.upper() + text[1:]
    return text


def _marked(before: str, spot: re.Match[str], after: str, mark: str) -> str:
    left_comma, left_space, right_space, right_comma = spot.groups()
    opens, ends = _at_start(before), _at_end(after)
    comma = "" if right_comma or (ends and left_comma not in (":", "：")) else left_comma
    if after[:1] in (".", "。"):
        after = after.lstrip(".。")
    if before.endswith("…") and not comma:
        mark = ""
    if after.lstrip(" \t").startswith("…"):
        after = after.lstrip(" \t").lstrip("…")
    spaced = "……" not in mark and not is_cjk(before[-1:] + after.lstrip()[:1])
    left = left_space if "\n" in left_space else " " if spaced and before and mark else ""
    if (
        (ends and not opens and not comma)
        or before[-1:] in ("", *_OPENING)
        or before[-1:].isspace()
    ):
        left = "" if "\n" not in left else left
    right = right_space if "\n" in right_space else ""
    if not right and spaced and after[:1].isalnum():
        right = " "
    return before + comma + left + mark + right + after
