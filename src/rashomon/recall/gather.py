"""Gathering and fusing: every list that has something to say of a memory, made one relevance.

All of it is arithmetic over the owner's own rows. Nothing another mind holds can enter it: how
rare a word is, is counted in this mind alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import NamedTuple

import numpy as np

from rashomon.recall.cues import Cues
from rashomon.recall.rows import Floats, MindRows, Rows

LISTS: Mapping[str, float] = {
    "words": 1.0,
    "meaning": 1.0,
    "nearby": 1.0,
    "people": 1.0,
    "places": 0.4,
    "things": 0.6,
    "tags": 0.6,
}
"""How much each list counts in the sum. Each list's scores lie between 0 and 1.

Chosen on even halves: LoCoMo's even conversations, MADial-Bench's even dialogues. There (words,
meaning, nearby, people) at (1, 1, .5, .4), (1, 1, 1, .4), (1, .8, 1, .4) gave LoCoMo recall@10
.704, .721, .719 and @20 .775, .792, .793; people at .5, .7, 1 gave @10 .731, .732, .735 and @20
.798, .806, .802, and in all four of MADial's cases the more the better. Cues of place, thing and
tag have no such data: they count less than a person. What came of it on the other halves stands
in docs/reference/quality.md.
"""

NEARBY: Mapping[int, float] = {1: 1.2, -1: 0.8, 2: 0.6, -2: 0.4}
"""How much a line takes from one that so many lines before it (or, below zero, after it) is to the
point. An answer follows its question, and an afterthought what it is about.

On LoCoMo's even half recall@20 was .794 with the neighbours alone and alike, .798 with (1.2, .8),
.805 with the next but one at (.5, .5), (.6, .4) or (.7, .5), .803 with (1.4, .8, .6, .4).
"""

FEW = 8
"""From so many memories on it can be said what is usual among them."""

ROUNDING = 1e-4
"""A spread of likeness below this is rounding: every memory means the same."""

NOISE, CLEAR = 0.6, 0.9
"""How far the best has to stand out by meaning to count at all, and to count whole: as a share of
what the best of as many chance numbers does. Of (.5, .9), (.6, .9), (.7, .9), (.6, 1) on the even
halves this was the best in the sum of English and Chinese by two models."""

FLOOR = 0.25
"""With less than this of what the best has, a memory that shares no word and no cue with what was
asked is not to the point, and stays away even where there is room for it. On the halves above
nothing was lost by it up to .4; at .5, for all memories alike, recall@20 fell from .809 to .796 on
LoCoMo. Lower than need be: in a mind of a dozen, "hound" has .35 of what "puppy" has to "dog"."""

NONE: frozenset[str] = frozenset()


class Standing(NamedTuple):
    """Where a memory stands in one list: from 1 on, and with which score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Gathered:
    """The best candidates by relevance: rows, their relevance (0 to 1), and what it is made of."""

    rows: Rows
    relevance: Floats
    lists: Mapping[str, Floats]

    def standings(self) -> list[dict[str, Standing]]:
        """Where each of them stands in each list that has it: for a trace, and dear to find."""
        found: list[dict[str, Standing]] = [{} for _ in self.rows]
        for name, scores in self.lists.items():
            ours = scores[self.rows]
            for n in np.flatnonzero(ours > 0):
                rank = int(np.count_nonzero(scores > ours[n])) + 1
                found[n][name] = Standing(rank, float(ours[n]))
        return found


def word_scores(rows: MindRows, terms: Sequence[int | None]) -> Floats:
    """BM25 of each row from this mind's own statistics, scaled to 1 for the best.

    With `k1` = 0, a term's weight is its rarity among the owner's memories alone. Lines are so
    short that counting a word twice, and weighing length, changed nothing: LoCoMo recall@10 .723
    against .721 with k1 = 1.2, b = .75 (Robertson and Zaragoza, 2009, for the formula).
    """
    found = np.zeros(len(rows), dtype=np.float32)
    for term in terms:
        where = rows.words.having(term)
        if len(where):
            found[where] += rarity(len(rows), len(where))
    return _scaled(found)


def rarity(rows: int, having: int) -> float:
    """The weight of a term that so many of so many rows have."""
    return log(1 + (rows - having + 0.5) / (having + 0.5))


def holding_all(rows: MindRows, terms: Sequence[int | None]) -> Rows:
    """The rows that have every one of these terms; none where no term is given."""
    lists = sorted((rows.words.having(term) for term in set(terms)), key=len)
    found = lists[0].astype(np.int64) if lists else np.zeros(0, dtype=np.int64)
    for other in lists[1:] if len(found) else ():  # each is in order, and no shorter than found
        there = np.minimum(np.searchsorted(other, found), len(other) - 1)
        found = found[other[there] == found]
    return found


def holding_only(rows: MindRows, terms: Sequence[int | None]) -> Rows:
    """The rows that have every one of these terms and no other; those of one sentence, mostly."""
    wanted = len(set(terms))
    holding = [n for n in holding_all(rows, terms).tolist() if rows.words.count(n) == wanted]
    return np.array(holding, dtype=np.int64)


def meaning_scores(likeness: Floats) -> tuple[Floats, float]:
    """How far each row stands above what is usual in this mind, and the most that one can have.

    What is usual depends on the model: texts that have nothing to do with each other have a
    cosine of .05 by one and of .85 by another, so that the bare number says nothing. Nor does a
    model that does not know the language: its best row stands out less than the best of as many
    chance numbers, which does by `sqrt(2 ln n)` deviations. So the list counts whole from `CLEAR`
    of that on, and not at all below `NOISE` of it. 0 is a row without a vector. Of fewer than
    `FEW` rows nothing can be said, and they are taken as they are.
    """
    there = likeness != 0
    every = bool(there.all())
    held = likeness if every else likeness[there]
    usual = held.mean() if len(held) else np.float32(0)
    above = held - usual
    spread = sqrt(float(np.dot(above, above)) / len(held)) if len(held) else 0.0
    if len(held) < FEW or spread < ROUNDING:
        return _scaled(np.maximum(likeness, 0)), 1.0
    most = float(above.max())
    trust = (most / spread / sqrt(2 * log(len(held))) - NOISE) / (CLEAR - NOISE)
    trust = min(max(trust, 0.0), 1.0)
    above = np.maximum(above if every else (likeness - usual) * there, 0)
    return above * np.float32(trust / most), trust


def cue_scores(rows: MindRows, cues: Cues) -> dict[str, Floats]:
    """For each kind of cue, the share of the cues of that kind that a memory has."""
    found: dict[str, Floats] = {}
    if cues.people:
        found["people"] = _present(rows, cues)
    if cues.places:
        places = [frozenset((brief.place,)) if brief.place else NONE for brief in rows.briefs]
        found["places"] = _share(rows, cues.places, places)
    if cues.items:
        found["things"] = _share(rows, cues.items, [brief.things for brief in rows.briefs])
    if cues.tags:
        found["tags"] = _share(rows, cues.tags, [brief.tags for brief in rows.briefs])
    return found


def _present(rows: MindRows, cues: Cues) -> Floats:
    """The share of the people asked for whom the owner could tell to be in a memory.

    Who was only heard until then was a stranger: its look, or its presence, calls no such line up.
    """
    had = [brief.people for brief in rows.briefs]
    heard = cues.people & cues.told_apart.keys()
    if not heard:
        return _share(rows, cues.people, had)
    known = np.array([len(cues.people & each) for each in had], dtype=np.int32)[rows.like]
    for person in heard:
        end = int(np.searchsorted(rows.moments, cues.told_apart[person]))
        known[:end] -= np.array([person in each for each in had], dtype=np.int32)[rows.like[:end]]
    return (known / len(cues.people)).astype(np.float32)


def _share(rows: MindRows, wanted: frozenset[str], had: Sequence[frozenset[str]]) -> Floats:
    shares = [len(wanted & each) / len(wanted) for each in had]
    return np.array(shares, dtype=np.float32)[rows.like]


def gather(
    rows: MindRows,
    cues: Cues,
    words: Floats,
    meaning: Floats | None,
    most: int,
    exact: Rows | None = None,
    weights: Mapping[str, float] = LISTS,
) -> Gathered:
    """The `most` rows that bear most on the cues.

    A line near one that is to the point is likely to be too, if the owner lived both in one scene:
    it takes about half of what the best near it has (list `nearby`), so that it never comes before
    that one for its sake. A span of time asked for leaves out what lies outside it. Rows
    that are `exact`, word for word what was asked, are among the chosen whatever else there is:
    "Where?" is said in a hundred longer lines as well. What has no word and no cue in common stays
    away below `FLOOR` of the best.
    """
    lists: dict[str, Floats] = {"words": words, **cue_scores(rows, cues)}
    said = weights["words"] * words
    if meaning is not None:
        lists["meaning"], _ = meaning_scores(meaning)
        said = said + weights["meaning"] * lists["meaning"]
    lists["nearby"] = _beside(rows, said) / (weights["words"] + weights["meaning"])
    total = np.zeros(len(rows), dtype=np.float32)
    for name, scores in lists.items():
        total += weights[name] * scores
    if exact is not None and len(exact):
        total[exact] += total.max(initial=0.0)
    if cues.since is not None or cues.until is not None:
        total = np.where(_within(rows, cues), total, 0)
    chosen = _best(total, most)
    relevance = _scaled(total[chosen])
    near = relevance >= FLOOR
    for name in lists.keys() - {"meaning", "nearby"}:
        near |= lists[name][chosen] > 0
    return Gathered(chosen[near], relevance[near], lists)


def _within(rows: MindRows, cues: Cues) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    inside = np.ones(len(rows), dtype=np.bool_)
    if cues.since is not None:
        inside &= rows.times >= cues.since
    if cues.until is not None:
        inside &= rows.times <= cues.until
    return inside


def _beside(rows: MindRows, scores: Floats) -> Floats:
    """What each row takes from the best of those near it in its scene."""
    found = np.zeros_like(scores)
    for away in {abs(distance) for distance in NEARBY}:
        if len(rows) <= away:
            continue
        same = (rows.scene[away:] == rows.scene[:-away]).astype(np.float32)
        before, after = found[:-away], found[away:]
        np.maximum(after, same * (scores[:-away] * np.float32(NEARBY[away])), out=after)
        np.maximum(before, same * (scores[away:] * np.float32(NEARBY[-away])), out=before)
    return found


def _best(total: Floats, most: int) -> Rows:
    """The rows with the highest totals above nothing, best first; of equals the newest."""
    count = min(most, len(total))
    if count == 0:
        return np.zeros(0, dtype=np.int64)
    rows = np.arange(len(total))
    if count < len(total):  # all that tie with the last are in: the order decides, not chance
        rows = np.flatnonzero(total >= -np.partition(-total, count - 1)[count - 1])
    order = np.lexsort((-rows, -total[rows]))
    chosen = rows[order][:count]
    return chosen[total[chosen] > 0].astype(np.int64)


def _scaled(scores: Floats) -> Floats:
    highest = float(scores.max()) if len(scores) else 0.0
    return scores / np.float32(highest) if highest > 0 else scores
