"""A mind as rows: what recall weighs, one row a perception, in the order of events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from rashomon.recall.lexicon import Lexicon, Numbers

Floats: TypeAlias = npt.NDArray[np.float32]
Times: TypeAlias = npt.NDArray[np.float64]
Rows: TypeAlias = npt.NDArray[np.int64]

SCENE_BREAK = 3600.0
"""Seconds of story time between two turns after which another scene begins: the spec's hour."""


class Brief(NamedTuple):
    """As much of a perception as weighing needs beside its words; many may have the same.

    `stood` is where the owner was, `place` where it took place as far as the owner could tell.
    """

    importance: int
    stood: str | None
    place: str | None
    people: tuple[str, ...]
    things: tuple[str, ...]
    tags: tuple[str, ...]


class Columns(NamedTuple):
    """Perceptions side by side, as they are read: `briefs[like[n]]` is the brief of the n-th."""

    ids: Sequence[int]
    moments: Sequence[int]
    documents: Sequence[int]
    times: Sequence[float]
    texts: Sequence[str]
    like: Sequence[int]
    briefs: Sequence[Brief]


@dataclass(frozen=True, slots=True)
class Words:
    """Which rows have which terms: `terms` in rising order, and beside each a row that has it."""

    terms: Numbers
    rows: Numbers

    def having(self, term: int | None) -> Numbers:
        """The rows that have a term, in order."""
        if term is None:
            return self.rows[:0]
        # As the array's own type: else all of it would be made into another.
        first, end = np.searchsorted(self.terms, np.array([term, term + 1], dtype=np.int32))
        return self.rows[first:end]

    def of(self, rows: Sequence[int], count: int) -> list[frozenset[int]]:
        """The terms of each of some rows, of `count` rows that there are."""
        place = np.full(count, -1, dtype=np.int32)
        place[list(rows)] = np.arange(len(rows), dtype=np.int32)
        where = place[self.rows]
        here = where >= 0
        found: list[list[int]] = [[] for _ in rows]
        for nth, term in zip(where[here].tolist(), self.terms[here].tolist(), strict=True):
            found[int(nth)].append(int(term))
        return [frozenset(each) for each in found]


@dataclass(frozen=True, slots=True)
class MindRows:
    """One mind's perceptions side by side; every array has one entry a row.

    `scene` numbers the scenes as the owner lived them: a new one begins where the owner was
    elsewhere than before, or where an hour of story time lies between. `like` points into `briefs`.
    """

    ids: Rows
    moments: Rows
    documents: Rows
    times: Times
    like: Numbers
    scene: Numbers
    words: Words
    briefs: tuple[Brief, ...]
    tags: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.ids)

    def brief(self, row: int) -> Brief:
        """What a row has beside its words."""
        return self.briefs[int(self.like[row])]


NOTHING = MindRows(
    *(np.zeros(0, dtype=np.int64) for _ in range(3)),
    times=np.zeros(0),
    like=np.zeros(0, dtype=np.int32),
    scene=np.zeros(0, dtype=np.int32),
    words=Words(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)),
    briefs=(),
    tags={},
)
"""A mind that holds nothing."""


def grown(rows: MindRows, more: Columns, lexicon: Lexicon) -> MindRows:
    """The rows of a mind with those that came after them."""
    place = {brief: nth for nth, brief in enumerate(rows.briefs)}
    for brief in more.briefs:
        place.setdefault(brief, len(place))
    briefs = tuple(place)
    nth = np.array([place[brief] for brief in more.briefs], dtype=np.int32)
    like = np.concatenate([rows.like, nth[np.array(more.like, dtype=np.int64)]])
    times = np.concatenate([rows.times, np.array(more.times, dtype=np.float64)])
    return MindRows(
        ids=_longer(rows.ids, more.ids),
        moments=_longer(rows.moments, more.moments),
        documents=_longer(rows.documents, more.documents),
        times=times,
        like=like,
        scene=_scenes(briefs, like, times),
        words=_filed(rows.words, lexicon.read(more.texts), len(rows)),
        briefs=briefs,
        tags=_counted(briefs, like),
    )


def _longer(column: Rows, more: Sequence[int]) -> Rows:
    found: Rows = np.concatenate([column, np.array(more, dtype=np.int64)])
    return found


def _scenes(briefs: Sequence[Brief], like: Numbers, times: Times) -> Numbers:
    places: dict[str | None, int] = {}
    stood = np.array([places.setdefault(b.stood, len(places)) for b in briefs], dtype=np.int32)
    found = np.zeros(len(like), dtype=np.int32)
    if len(like) > 1:
        where = stood[like]
        apart = (where[1:] != where[:-1]) | (np.diff(times) >= SCENE_BREAK)
        np.cumsum(apart, out=found[1:])
    return found


def _filed(words: Words, read: tuple[Numbers, Numbers], before: int) -> Words:
    """The index with later rows in it; a term counts once a row."""
    numbers, places = read
    if not len(numbers):
        return words
    span = int(places.max()) + 1
    pairs = np.unique(numbers.astype(np.int64) * span + places)
    terms = (pairs // span).astype(np.int32)
    rows = (pairs % span + before).astype(np.int32)
    if not len(words.terms):
        return Words(terms, rows)
    at = np.searchsorted(words.terms, terms, side="right")  # after the earlier rows of that term
    return Words(np.insert(words.terms, at, terms), np.insert(words.rows, at, rows))


def _counted(briefs: Sequence[Brief], like: Numbers) -> dict[str, int]:
    """How many rows have each tag."""
    counts = np.bincount(like, minlength=len(briefs)).tolist()
    found: dict[str, int] = {}
    for brief, count in zip(briefs, counts, strict=True):
        for tag in dict.fromkeys(brief.tags):
            found[tag] = found.get(tag, 0) + count
    return found
