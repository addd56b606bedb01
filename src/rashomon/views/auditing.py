"""Whether a prompt holds anything that its character could not know when it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rashomon.story.naming import Finder, bare, is_cjk
from rashomon.views.corpus import Corpus, Token, Window, shorter, tokens_of, windows, words_of
from rashomon.views.grounds import Grounds

AROUND = 30
"""Characters that a finding shows before and behind what was found."""


class Leak(NamedTuple):
    """Something in a prompt that its owner could not know: what it is, and where it stands."""

    what: str
    where: str


@dataclass(frozen=True, slots=True)
class Named:
    """Every name there is, in the forms in which it may stand, and whose it is."""

    finder: Finder
    meant: Mapping[str, tuple[str, ...]]
    base: Mapping[str, str]

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> Named:
        """`names` are pairs of (name, whose)."""
        meant: dict[str, tuple[str, ...]] = {}
        base: dict[str, str] = {}
        for name, whose in names:
            for form in _forms(name):
                base.setdefault(form, name)
                meant[form] = (*meant.get(form, ()), whose)
        return cls(Finder((form, form) for form in meant), meant, base)


def _forms(name: str) -> Iterator[str]:
    """A name as it is, as a sentence begins with it, and without its article where it is one still.

    "A chest" without its article is an ordinary word, and names no chest in particular.
    """
    plain = bare(name)
    telling = is_cjk(plain) or plain != plain.lower() or " " in plain
    for form in (name, plain) if telling else (name,):
        if form:
            yield form
            yield form[0].upper() + form[1:]


def leaks(prompt: str, grounds: Grounds, corpus: Corpus, names: Named) -> list[Leak]:
    """All that stands in a prompt and that its owner could not know.

    A name that the owner has not may still be a word of what it was told: it is found only where
    nothing that the owner has holds it. Words of somebody else are found in runs (`corpus`).
    """
    return [*_names(prompt, grounds, corpus, names), *_words(prompt, grounds, corpus)]


def _names(prompt: str, grounds: Grounds, corpus: Corpus, names: Named) -> Iterator[Leak]:
    seen: set[str] = set()
    for found in names.finder.find(prompt):
        name = names.base[found.name]
        if name in seen:
            continue
        seen.add(name)
        things = names.meant[found.name]
        if grounds.may_name(name, things):
            continue
        words = words_of(tokens_of(found.name))
        if any(grounds.has(corpus.sources[n]) for n in corpus.having(words)):
            continue
        whose = " or ".join(dict.fromkeys(things))
        what = f"the name “{found.name}” ({whose}), which {grounds.past.owner} does not have"
        yield Leak(what, _excerpt(prompt, found.start, found.end))


def word_leaks(prompt: str, grounds: Grounds, corpus: Corpus) -> list[Leak]:
    """The same of words alone: for texts in which engine and examples name whom they like."""
    return [*_words(prompt, grounds, corpus)]


def _words(prompt: str, grounds: Grounds, corpus: Corpus) -> Iterator[Leak]:
    tokens = tokens_of(prompt)
    stretches: list[tuple[Window, int]] = []
    for window, sources in _suspicious(tokens, corpus):
        if any(grounds.has(corpus.sources[n]) for n in sources):
            continue
        if any(grounds.has(corpus.sources[n]) for n in corpus.having(window.words)):
            continue
        if grounds.composed(window.words) or f" {' '.join(window.words)} " in grounds.told:
            continue
        stretches.append((window, sources[0]))
    end, last = -1, -1
    for window, number in sorted(stretches, key=lambda each: (each[0].first, each[0].end)):
        if window.first < end and number == last:
            end = max(end, window.end)
            continue
        end, last = window.end, number
        yield _leak(prompt, tokens, window, corpus, number, grounds)


def _suspicious(tokens: Sequence[Token], corpus: Corpus) -> Iterator[tuple[Window, Sequence[int]]]:
    for window in windows(tokens):
        sources = corpus.with_run(window.words)
        if sources:
            yield window, sources
    for window in shorter(tokens, corpus.longest_whole):
        sources = corpus.being(window.words)
        if sources:
            yield window, sources


def _leak(
    prompt: str,
    tokens: Sequence[Token],
    window: Window,
    corpus: Corpus,
    number: int,
    grounds: Grounds,
) -> Leak:
    source, owner = corpus.sources[number], grounds.past.owner
    what = f"words of {source.said}, of which {owner} had none"
    if source.event is not None and source.event > grounds.span.moment:
        what = f"words of {source.said}, which was still to come"
    start, end = tokens[window.first].start, tokens[window.end - 1].end
    return Leak(what, _excerpt(prompt, start, end))


def _excerpt(text: str, start: int, end: int) -> str:
    """What was found with a little around it, on one line."""
    before, after = max(0, start - AROUND), min(len(text), end + AROUND)
    line = text.count("\n", 0, start) + 1
    shown = " ".join(text[before:after].split())
    head, tail = "…" if before else "", "…" if after < len(text) else ""
    return f"line {line}: {head}{shown}{tail}"
