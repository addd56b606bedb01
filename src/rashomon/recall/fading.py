"""What is left of a memory's words at each level of detail.

Fading only ever removes. A memory that put a word in would be an invention, and would be believed;
so there is no paraphrase here, only cuts, and the few fixed phrases of `story.phrasing` for when
hardly anything is left. Names stay as long as any words do: who, what and where are the gist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from rashomon.recall.retention import Detail
from rashomon.story.calendar import is_chinese
from rashomon.story.cutting import Span, after_the_gist, asides, clauses, cut, quoted
from rashomon.story.event import Kind
from rashomon.story.fading_chinese import fading_chinese
from rashomon.story.fading_english import fading_english
from rashomon.story.naming import Finder, is_cjk
from rashomon.story.perception import Mode
from rashomon.story.phrasing import joined, phrases

Remembered: TypeAlias = Kind | Literal["memory"]
"""Of what kind a perception is: an event's, or a memory that an author gave."""

SPOKEN: tuple[Remembered, ...] = ("line", "thought")
"""Kinds whose text is somebody's very words, in which a gap must show."""

ABOUT = 2
"""How many names a vague memory still says it was about: more would be more than vague."""

_LATIN = re.compile(r"[A-Za-z]")
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:]\d+)*%?(?!\w)")
_CLAUSE = re.compile(r"[,;:，；：、،؛]\s*")
_CALLED = re.compile(r"(?:^|[,.!?，。！？]\s*)$"), re.compile(r"[,.!?，。！？…]|$")
_SENTENCES = 3


def kind_to_owner(kind: Remembered, mode: Mode) -> Remembered:
    """What an event was to one who perceived it so.

    A line that was only seen (a whisper across the room, somebody listening to a telephone) was a
    deed to that one: without this a vague memory would say what was said, and about whom.
    """
    return "deed" if kind == "line" and mode == "saw" else kind


def faded(
    text: str,
    level: Detail,
    kind: Remembered,
    language: str,
    names: Sequence[str],
    *,
    who: str = "",
) -> str:
    """`text` as a memory of this level still has it; never longer, never empty, never new.

    `names` are what its owner calls the persons, places and things that may stand in it; they stay.
    `who` is whom the owner perceived to act, for kinds whose text does not begin with it. Vivid and
    clear memories are word for word. Faded ones lose numbers, hours, manner, asides, words quoted
    within a deed, and what was said after the gist. Of vague ones, and of lost ones that something
    brought back, only that it happened is left, by a fixed phrase, as long as the text allows.
    """
    if level in ("vivid", "clear") or not text.strip():
        return text
    finder = _finder(tuple(name for name in dict.fromkeys(names) if name.strip()))
    if level == "faded":
        return _worn(text, kind, language, finder)
    return _dim(text, kind, language, finder, who)


@lru_cache(maxsize=256)
def _finder(names: tuple[str, ...]) -> Finder:
    """A finder of names, also where one begins a sentence with a capital that it lacks itself."""
    opening = [(name[0].upper() + name[1:], name) for name in names]
    return Finder([*zip(names, names, strict=True), *opening])


def _worn(text: str, kind: Remembered, language: str, finder: Finder) -> str:
    """Cut until nothing more is to be cut, so that to fade twice is to fade once."""
    spoken = kind in SPOKEN
    marks = (phrases(language).gap, "…")
    while True:
        names = [Span(found.start, found.end) for found in finder.find(text)]
        left = text
        if not spoken:  # of words quoted within a deed a gap shows too
            left = cut(text, quoted(text), names, marks)
        if left == text:
            spans = _fading(text, spoken, language, names)
            left = cut(text, spans, names, marks if spoken else (None,))
        if left == text:
            return text
        text = left


def _fading(text: str, spoken: bool, language: str, names: Sequence[Span]) -> Iterator[Span]:
    yield from asides(text)
    if is_chinese(language) and is_cjk(text):
        yield from fading_chinese(text, spoken, names)
    elif re.match(r"en\b", language, re.IGNORECASE) and _LATIN.search(text):
        yield from fading_english(text, spoken)
    else:
        yield from _anywhere(text)


def _anywhere(text: str) -> Iterator[Span]:
    """What fades in a language of which nothing is known but how it is punctuated.

    Of each sentence the first clause and the last stay: languages put what happened in one or the
    other.
    """
    for found in _NUMBER.finditer(text):
        yield Span(*found.span())
    for sentence, besides in after_the_gist(text, _SENTENCES):
        if besides:
            yield sentence
            continue
        yield from clauses(text, sentence, _CLAUSE)[:-1]


def _dim(text: str, kind: Remembered, language: str, finder: Finder, who: str) -> str:
    """That something happened, and to do with whom: the longest phrase that is not too long."""
    say = phrases(language)
    vague = say.dimly[kind]
    fixed = f"{vague} {say.conjunction}".casefold()
    found = [name for name in finder.find(text) if name.name.casefold() not in fixed]
    at_start = bool(found) and found[0].start == 0
    if not who and at_start and kind in ("deed", "move"):
        who = found[0].owner
    told = [name.owner for name in found if not _called(text, kind, name.start, name.end)]
    about = [name for name in dict.fromkeys(told) if name.casefold() != who.casefold()][:ABOUT]
    named = joined(about, language)
    choices: list[str] = []
    if who:
        choices += [vague.who_about.format(who=who, about=named)] if about else []
        choices.append(vague.who.format(who=who))
        choices += [brief.format(who=who) for brief in vague.briefly if "{who}" in brief]
        choices.append(say.name_alone.format(who=who))
    else:
        choices += [vague.about.format(about=named)] if about else []
    choices += [vague.plain, *(brief for brief in vague.briefly if "{who}" not in brief)]
    fits = next((each for each in choices if len(each) <= len(text)), "…")
    return fits[0].upper() + fits[1:]


def _called(text: str, kind: Remembered, start: int, end: int) -> bool:
    """Whether a name in a line only calls somebody: "Come here, Mara." is not about Mara."""
    before, after = _CALLED
    return (
        kind == "line"
        and before.search(text, 0, start) is not None
        and after.match(text, end) is not None
    )
