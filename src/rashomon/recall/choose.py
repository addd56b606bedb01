"""Choosing: beliefs before their grounds, no remark a third time, and what comes along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rashomon.recall.candidate import Candidate, Key, Scored

NEAR = 0.6
"""With this share of all their words in common two memories are repeats of each other.

Meaning has no say in it: by one model whatever is alike in kind has a cosine over .9, by another
a remark with one word changed falls below. A remark that says it slightly otherwise, with another
call before it or another word, keeps .6 and more; of all pairs of lines in a conversation of LoCoMo
none has so much, in a play of Shakespeare three of 376,000.
"""

REPEATS = 2
"""How many near-repeats of one remark may come to mind: the first, and one to show it recurs."""

STRONG_TAG = 10
"""A tag that is on more of the owner's perceptions than this associates nothing."""


class Cut(NamedTuple):
    """A candidate that was left out, and by which stage."""

    key: Key
    by: str


def fold(scored: Sequence[Scored]) -> tuple[list[Scored], list[Cut]]:
    """Prefer a held belief to the perceptions it was formed from.

    A character who has made up its mind recalls the conclusion, not each moment behind it. Giving
    both spends the budget twice and lets old detail outvote a later doubt. What contradicts the
    belief stays: it is the reason to doubt. A belief takes the place of the best of what it
    stands for, so that what was to the point is not lost with its words.
    """
    standing: dict[int, Candidate] = {}
    kept: set[int] = set()
    for each in scored:
        if each.candidate.kind == "belief":
            kept |= each.candidate.contradicts
            for perception in each.candidate.supports:
                standing.setdefault(perception, each.candidate)
    folded: list[Scored] = []
    cuts: list[Cut] = []
    lifted: dict[int, float] = {}
    for each in scored:
        candidate = each.candidate
        belief = standing.get(candidate.id) if candidate.kind == "perception" else None
        if belief is None or candidate.id in kept:
            folded.append(each)
            continue
        cuts.append(Cut(candidate.key, "fold"))
        lifted[belief.id] = max(lifted.get(belief.id, 0.0), each.total)
    for n, each in enumerate(folded):
        if each.candidate.kind == "belief" and lifted.get(each.candidate.id, 0) > each.total:
            parts = {**each.parts, "folded": lifted[each.candidate.id] - each.total}
            folded[n] = Scored(each.candidate, parts, lifted[each.candidate.id])
    folded.sort(key=lambda each: (-each.total, -each.candidate.row))
    return folded, cuts


class Likeness:
    """How alike memories are, from 0 to 1: by meaning where both have a vector, else by words.

    By words it is the share of all their words that both have.
    """

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        """The memories that will be held against each other, by their place in this list."""
        self._candidates = candidates
        self._meant = [n for n, each in enumerate(candidates) if each.vector is not None]
        self._vectors = np.array([each.vector for each in candidates if each.vector is not None])

    def to(self, one: int) -> list[float]:
        """How like one of them each is, itself included."""
        it = self._candidates[one]
        if it.vector is None:
            return [shared(it, other) for other in self._candidates]
        # Not by a matrix product: for so little, its threads cost more than they bring.
        by_meaning: list[float] = np.einsum("ij,j->i", self._vectors, it.vector).tolist()
        if len(self._meant) == len(self._candidates):
            return by_meaning
        found = [0.0 if c.vector is not None else shared(it, c) for c in self._candidates]
        for n, meaning in zip(self._meant, by_meaning, strict=True):
            found[n] = meaning
        return found


def repeat(one: Candidate, other: Candidate) -> bool:
    """Whether two memories say the same, or nearly."""
    return shared(one, other) >= NEAR


def shared(one: Candidate, other: Candidate) -> float:
    """Which share of all the words of two memories both have."""
    return len(one.words & other.words) / (len(one.words | other.words) or 1)


def vary(scored: Sequence[Scored], most: int, variety: float) -> tuple[list[Scored], list[Cut]]:
    """The best by maximal marginal relevance (Carbonell and Goldstein, 1998).

    Each next one is the one with the most left of its total after `variety` times its likeness
    to the nearest chosen is taken off. Of near-repeats at most two are chosen at all: a remark
    made a hundred times comes to mind once, and once more as something that recurs.
    """
    likeness = Likeness([each.candidate for each in scored])
    waiting = list(range(len(scored)))
    nearest = [0.0] * len(scored)
    totals, rows = [each.total for each in scored], [each.candidate.row for each in scored]
    left = list(totals)
    chosen: list[Scored] = []
    cuts: list[Cut] = []
    while len(chosen) < most and waiting:
        most_left = max([left[n] for n in waiting])
        best = max([n for n in waiting if left[n] == most_left], key=rows.__getitem__)
        waiting.remove(best)
        it = scored[best].candidate
        if sum([repeat(it, each.candidate) for each in chosen]) >= REPEATS:
            cuts.append(Cut(it.key, "vary"))
            continue
        chosen.append(scored[best])
        alike = likeness.to(best)
        for n in waiting:
            if alike[n] > nearest[n]:
                nearest[n] = alike[n]
                left[n] = totals[n] - variety * alike[n]
    return chosen, cuts + [Cut(scored[n].candidate.key, "limit") for n in waiting]


def associates(one: Candidate, other: Candidate, strong_tags: frozenset[str]) -> str | None:
    """Why `other` may come along with `one`: the reason, or `None` if nothing links them."""
    if one.scene >= 0 and one.scene == other.scene and _beside(one, other):
        return "beside it"
    if one.tags & other.tags & strong_tags:
        return "tag"
    if one.place is not None and one.place == other.place and one.people & other.people:
        return "people and place"
    return None


def _beside(one: Candidate, other: Candidate) -> bool:
    return abs(one.row - other.row) == 1


def fit(sizes: Sequence[int], budget: int) -> list[int]:
    """Which of the memories, of these sizes in tokens and in this order, the budget takes.

    One that does not fit is passed over, so that a long tale does not silence what comes after it.
    """
    spent = 0
    taken: list[int] = []
    for nth, size in enumerate(sizes):
        if spent + size <= budget:
            spent += size
            taken.append(nth)
    return taken


def tokens(text: str) -> int:
    """About how many tokens a text takes: a character each in scripts without spaces, else a
    quarter of one. Tokenisers differ; a budget needs an upper guess, not their count.
    """
    dense = sum(1 for char in text if ord(char) >= 0x2E80)
    return dense + (len(text) - dense + 3) // 4
