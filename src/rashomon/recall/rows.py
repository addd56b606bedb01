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
Small: TypeAlias = npt.NDArray[np.uint16 | np.int32]
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
    people: frozenset[str]
    things: frozenset[str]
    tags: frozenset[str]


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
    """Which rows have which terms, both ways round.

    `terms` are in rising order, and beside each in `rows` a row that has it. `ends` has one number
    a row: where its own terms end in `held`, which begin where those of the row before end.
    """

    terms: Numbers
    rows: Numbers
    held: Small
    ends: Numbers

    def having(self, term: int | None) -> Numbers:
        """The rows that have a term, in order."""
        if term is None:
            return self.rows[:0]
        # As the array's own type: else all of it would be made into another.
        first, end = np.searchsorted(self.terms, np.array([term, term + 1], dtype=np.int32))
        return self.rows[first:end]

    def of(self, row: int) -> frozenset[int]:
        """The terms that a row has."""
        return frozenset(self.held[self._start(row) : self.ends[row]].tolist())

    def count(self, row: int) -> int:
        """How many different terms a row has."""
        return int(self.ends[row]) - self._start(row)

    def _start(self, row: int) -> int:
        return int(self.ends[row - 1]) if row else 0


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
    words=Words(*(np.zeros(0, dtype=np.int32) for _ in range(4))),
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
        words=_filed(rows.words, lexicon.read(more.texts), len(rows), len(more.texts)),
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


def _filed(words: Words, read: tuple[Numbers, Numbers], before: int, count: int) -> Words:
    """The index with `count` later rows in it; a term counts once a row."""
    numbers, places = read
    span = int(numbers.max(initial=0)) + 1
    pairs = np.sort(places.astype(np.int64) * span + numbers)  # `unique` would take ten times it
    pairs = pairs[np.diff(pairs, prepend=-1) > 0]
    held, places = (pairs % span).astype(np.int32), (pairs // span).astype(np.int32)
    own: Small = held.astype(np.uint16) if span <= 1 << 16 else held  # together, the wider wins
    start = words.ends[-1] if before else 0
    lengths = np.bincount(places, minlength=count)
    order = np.argsort(held, kind="stable")
    terms, rows = held[order], places[order] + np.int32(before)
    at = np.searchsorted(words.terms, terms, side="right")  # after the earlier rows of that term
    return Words(
        terms=np.insert(words.terms, at, terms) if before else terms,
        rows=np.insert(words.rows, at, rows) if before else rows,
        held=np.concatenate([words.held, own]) if before else own,
        ends=np.concatenate([words.ends, (lengths.cumsum() + start).astype(np.int32)]),
    )


def _counted(briefs: Sequence[Brief], like: Numbers) -> dict[str, int]:
    """How many rows have each tag."""
    counts = np.bincount(like, minlength=len(briefs)).tolist()
    found: dict[str, int] = {}
    for brief, count in zip(briefs, counts, strict=True):
        for tag in brief.tags:
            found[tag] = found.get(tag, 0) + count
    return found
