"""Gathering and fusing: every list that has something to say of a memory, made one relevance.

All of it is arithmetic over the owner's own rows. Nothing another mind holds can enter it: how
rare a word is, is counted in this mind alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np

from rashomon.recall.cues import Cues
from rashomon.recall.rows import Floats, MindRows, Rows

LISTS: Mapping[str, float] = {
    "words": 1.0,
    "meaning": 1.0,
    "nearby": 1.0,
    "people": 0.5,
    "places": 0.2,
    "things": 0.3,
    "tags": 0.3,
}
"""How much each list counts in the sum. Each list's scores lie between 0 and 1.

Tried on the even half of LoCoMo's conversations through the library, all else at its defaults:
(words, meaning, nearby, people) at (1, 1, .5, .4), (1, 1, 1, .4), (1, 1, 1, .6), (1, .8, 1, .4)
gave recall@10 .704, .721, .724, .719 and recall@20 .775, .792, .800, .793. Nothing hangs on the
choice beyond the neighbours; the middle of the plateau was taken. Cues of place, thing and tag
have no such data: they count less than a person.
"""


class Standing(NamedTuple):
    """Where a memory stands in one list: from 1 on, and with which score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Gathered:
    """The best candidates by relevance: rows, their relevance (0 to 1), their standing in lists."""

    rows: Rows
    relevance: Floats
    standings: tuple[Mapping[str, Standing], ...]


def word_scores(rows: MindRows, postings: Mapping[str, Rows], terms: tuple[str, ...]) -> Floats:
    """BM25 of each row from this mind's own statistics, scaled to 1 for the best.

    With `k1` = 0, a term's weight is its rarity among the owner's memories alone. Lines are so
    short that counting a word twice, and weighing length, changed nothing: LoCoMo recall@10 .723
    against .721 with k1 = 1.2, b = .75 (Robertson and Zaragoza, 2009, for the formula).
    """
    found = np.zeros(len(rows), dtype=np.float32)
    for term in terms:
        where = postings.get(term)
        if where is not None and len(where):
            count = len(where)
            found[where] += log(1 + (len(rows) - count + 0.5) / (count + 0.5))
    return _scaled(found)


def cue_scores(rows: MindRows, cues: Cues) -> dict[str, Floats]:
    """For each kind of cue, the share of the cues of that kind that a memory has."""
    tables = (
        ("people", rows.people, cues.people),
        ("places", rows.places, cues.places),
        ("things", rows.things, cues.items),
        ("tags", rows.tags, cues.tags),
    )
    found: dict[str, Floats] = {}
    for name, table, wanted in tables:
        if not wanted:
            continue
        scores = np.zeros(len(rows), dtype=np.float32)
        for cue in wanted:
            where = table.get(cue)
            if where is not None:
                scores[where] += 1 / len(wanted)
        found[name] = scores
    return found


def gather(
    rows: MindRows,
    cues: Cues,
    words: Floats,
    meaning: Floats | None,
    most: int,
    weights: Mapping[str, float] = LISTS,
) -> Gathered:
    """The `most` rows that bear most on the cues.

    A line next to one that is to the point is likely to be too, if the owner lived both in one
    scene: it takes half of what its better neighbour has (list `nearby`), so that it never comes
    before that one for its sake. A span of time asked for leaves out what lies outside it.
    """
    lists: dict[str, Floats] = {"words": words, **cue_scores(rows, cues)}
    if meaning is not None:
        lists["meaning"] = _scaled(np.maximum(meaning, 0))
    said = weights["words"] * words
    if meaning is not None:
        said = said + weights["meaning"] * lists["meaning"]
    lists["nearby"] = _beside(rows, said) / (weights["words"] + weights["meaning"])
    total = np.zeros(len(rows), dtype=np.float32)
    for name, scores in lists.items():
        total += weights[name] * scores
    total = np.where(_within(rows, cues), total, 0)
    chosen = _best(total, most)
    top = total[chosen]
    return Gathered(chosen, _scaled(top), _standings(lists, chosen))


def _within(rows: MindRows, cues: Cues) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    inside = np.ones(len(rows), dtype=np.bool_)
    if cues.since is not None:
        inside &= rows.times >= cues.since
    if cues.until is not None:
        inside &= rows.times <= cues.until
    return inside


def _beside(rows: MindRows, scores: Floats) -> Floats:
    found = np.zeros_like(scores)
    if len(rows) < 2:
        return found
    same = rows.scene[1:] == rows.scene[:-1]
    found[1:] = np.where(same, scores[:-1], 0)
    found[:-1] = np.maximum(found[:-1], np.where(same, scores[1:], 0))
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


def _standings(lists: Mapping[str, Floats], chosen: Rows) -> tuple[Mapping[str, Standing], ...]:
    found: list[dict[str, Standing]] = [{} for _ in chosen]
    for name, scores in lists.items():
        ours = scores[chosen]
        for n in np.flatnonzero(ours > 0):
            rank = int(np.count_nonzero(scores > ours[n])) + 1
            found[n][name] = Standing(rank, float(ours[n]))
    return tuple(found)


def _scaled(scores: Floats) -> Floats:
    highest = float(scores.max()) if len(scores) else 0.0
    return (scores / highest if highest > 0 else scores).astype(np.float32)
