"""What a poorer version of an event has lost of its words.

Only cuts, as in fading, and the one word that stands for whoever was not made out. What was said
keeps every word that is left and shows a gap; what was seen closes up. Persons in a description are
references, and no cut goes through one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias, get_args

from rashomon.story.calendar import is_chinese
from rashomon.story.cutting import Span, body_end, cut, parts_word, quoted, sentences, without
from rashomon.story.fading_chinese import manner_chinese, numbers_chinese
from rashomon.story.fading_english import manner_english, numbers_english
from rashomon.story.naming import CLOSE, OPEN, is_cjk, reference
from rashomon.story.phrasing import phrases

Lost: TypeAlias = Literal["words", "manner", "number", "who"]

LOSABLE: Final[tuple[Lost, ...]] = get_args(Lost)

_REFERENCE = re.compile(f"{OPEN}[^{CLOSE}]*{CLOSE}")
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:]\d+)*%?(?!\w)")
_CLAUSE = re.compile(r"[,;:，；：、]\s*")
_LATIN = re.compile(r"[A-Za-z]")
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]|[a-zA-Z'’-]+|\w+")


def less(
    text: str,
    lost: Sequence[Lost],
    language: str,
    *,
    spoken: bool,
    who: str | None,
    names: Sequence[Span] = (),
) -> str:
    """`text` without what was lost of it; as it was where there is nothing of the kind in it.

    `spoken` text is somebody's very words; any other has references to persons. `who` is the
    person who acted, and `names` where names stand in spoken words, which no cut may halve.
    """
    gap = phrases(language).gap
    marks: tuple[str | None, ...] = (gap, "…") if spoken else (None,)
    if "manner" in lost:
        text = _cut(text, list(_manner(text, language, spoken=spoken)), marks)
    if "number" in lost:
        text = _cut(text, list(_numbers(text, language, spoken=spoken)), marks)
    if "words" in lost:
        text = _shortened(text, names) if spoken else _cut(text, list(quoted(text)), (gap, "…"))
    if "who" in lost and who is not None and not spoken:
        text = unknown(text, who, language)
    return text


def unknown(text: str, who: str, language: str) -> str:
    """A description in which whoever did it was not made out."""
    say, found = phrases(language), reference(who)
    return text.replace(found, say.somebody, 1).replace(found, say.that_one)


def mistaken(text: str, who: str, other: str) -> str:
    """A description in which somebody was taken for another."""
    return text.replace(reference(who), reference(other))


def _cut(text: str, spans: list[Span], marks: Sequence[str | None]) -> str:
    return cut(text, spans, _references(text), marks)


def _references(text: str) -> list[Span]:
    return [Span(*found.span()) for found in _REFERENCE.finditer(text)]


def _manner(text: str, language: str, *, spoken: bool) -> Iterator[Span]:
    if is_chinese(language) and is_cjk(text):
        yield from manner_chinese(text, _references(text))
    elif _is_english(language) and _LATIN.search(text):
        yield from manner_english(text, spoken)


def _numbers(text: str, language: str, *, spoken: bool) -> Iterator[Span]:
    if is_chinese(language) and is_cjk(text):
        yield from numbers_chinese(text, spoken)
    elif _is_english(language) and _LATIN.search(text):
        yield from numbers_english(text, spoken)
    else:
        yield from (Span(*found.span()) for found in _NUMBER.finditer(text))


def _is_english(language: str) -> bool:
    return re.match(r"en\b", language, re.IGNORECASE) is not None


def _shortened(text: str, names: Sequence[Span]) -> str:
    """The beginning of what was said: its first sentence, else its first clause, else its half."""
    found = sentences(text)
    if not found:
        return text
    first, end = found[0], body_end(text, found[-1])
    stop = end
    if len(found) > 1:
        stop = found[1].start
    elif clause := _CLAUSE.search(text, first.start, end):
        stop = clause.start()
    else:
        tokens = list(_TOKEN.finditer(text, first.start, end))
        if len(tokens) > 1:
            stop = tokens[(len(tokens) + 1) // 2].start()
    stop = next((name.start for name in names if name.start < stop < name.end), stop)
    if stop <= first.start or stop >= end or parts_word(text, stop):
        return text
    return without(text, [Span(stop, end)], "……" if is_cjk(text[:stop]) else "…")
