"""Vectors in memory: one byte a number, one shelf a story and model, bounded, never stale.

A document's number is never given to another, and the same model makes the same vector of the same
text. So what is on a shelf stays true, and a shelf only has to learn what it does not have yet.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import simsimd

from rashomon.ports.vectors import Vectors
from rashomon.stores import vectors

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.int8]
Read: TypeAlias = Callable[[Sequence[int]], Iterable[tuple[int, bytes]]]

cdist: Any = simsimd.cdist

STEPS: Final = 127
"""Into how many steps a number is cut, each way from zero. See `docs/why/vectors.md`."""

BOUND: Final = 256 << 20
"""Bytes of vectors that are kept in memory: a million documents of the model that comes along."""

BLOCK: Final = 2048
"""How many rows are held against a question at a time: half a megabyte, which near caches hold."""


def packed(matrix: Floats) -> Iterator[bytes]:
    """Vectors as the database holds them. Their length is lost and is known to be one."""
    highest = np.abs(matrix).max(axis=1, keepdims=True)
    steps = np.rint(matrix * (STEPS / np.where(highest > 0, highest, 1))).astype(np.int8)
    return (row.tobytes() for row in steps)


class Shelf:
    """The vectors of one model and story. Rows are only ever added; `numbers` is in order."""

    def __init__(self) -> None:
        self.growing = threading.Lock()
        self.version = 0
        self.absent: Numbers = np.zeros(0, dtype=np.int64)
        self.numbers: Numbers = np.zeros(0, dtype=np.int64)
        self.places: Numbers = np.zeros(0, dtype=np.int64)
        self.rows: Bytes = np.zeros((0, 0), dtype=np.int8)
        self.lengths: Floats = np.zeros(0, dtype=np.float32)

    @property
    def size(self) -> int:
        """Bytes in memory."""
        return self.rows.nbytes + self.lengths.nbytes + self.numbers.nbytes + self.places.nbytes

    def find(self, numbers: Numbers) -> Numbers:
        """The place of each document's row; -1 for one that is not here."""
        if not len(self.numbers):
            return np.full(len(numbers), -1, dtype=np.int64)
        at = np.minimum(np.searchsorted(self.numbers, numbers), len(self.numbers) - 1)
        return np.where(self.numbers[at] == numbers, self.places[at], -1)

    def seek(self, version: int, unknown: Numbers, read: Read) -> None:
        """Fetch what is not here, but for what was not there either when this version was read."""
        if version != self.version:
            self.version, self.absent = version, self.absent[:0]
        if len(self.absent):
            unknown = np.setdiff1d(unknown, self.absent)
        if len(unknown):
            self.add(read(np.sort(unknown).tolist()))
            missed = unknown[self.find(unknown) < 0]
            self.absent = np.union1d(self.absent, missed) if len(missed) else self.absent

    def add(self, found: Iterable[tuple[int, bytes]]) -> None:
        """Put vectors on the shelf that are not there yet."""
        new = dict(found)
        fresh = np.fromiter(new, dtype=np.int64, count=len(new))
        fresh = np.sort(fresh[self.find(fresh) < 0])
        if not len(fresh):
            return
        packed = b"".join([new[number] for number in fresh.tolist()])
        rows = np.frombuffer(packed, dtype=np.int8).reshape(len(fresh), -1)
        count, total = len(self.numbers), len(self.numbers) + len(rows)
        if total > len(self.rows):
            # Twice the room, so that a vector a turn does not copy all of them each time.
            room = np.zeros((max(total, 2 * count), rows.shape[1]), dtype=np.int8)
            lengths = np.ones(len(room), dtype=np.float32)
            if count:
                room[:count], lengths[:count] = self.rows[:count], self.lengths[:count]
            self.rows, self.lengths = room, lengths
        self.rows[count:total] = rows
        self.lengths[count:total] = np.maximum(_lengths(rows), 1)
        at = np.searchsorted(self.numbers, fresh)
        self.numbers = np.insert(self.numbers, at, fresh)
        self.places = np.insert(self.places, at, np.arange(count, total))


def _lengths(rows: Bytes) -> Floats:
    """Of a text that says nothing 0. A block at a time, for as numbers they are four times that."""
    found = np.zeros(len(rows), dtype=np.float32)
    for start in range(0, len(rows), BLOCK):
        found[start : start + BLOCK] = np.linalg.norm(
            rows[start : start + BLOCK].astype(np.float32), axis=1
        )
    return found


class Shelved:
    """The vectors of some documents, found once for as many questions as will be asked of them."""

    def __init__(self, shelf: Shelf, numbers: Numbers, places: Numbers) -> None:
        self._rows, self._lengths = shelf.rows, shelf.lengths
        self._at = places.astype(np.int32)
        self._run = None
        if len(places) and places[0] >= 0 and bool((np.diff(places) == 1).all()):
            self._run = slice(int(places[0]), int(places[-1]) + 1)  # as a mind read at once lies
        self.without: Numbers = np.flatnonzero((places < 0) & (numbers > 0))

    def likeness(self, vector: Floats) -> Floats:
        """The cosine of a vector with each document; 0 for one without a vector."""
        highest = float(np.abs(vector).max(initial=0))
        if not len(self._at) or not highest:
            return np.zeros(len(self._at), dtype=np.float32)
        asked = np.rint(vector * (STEPS / highest)).astype(np.int8)[None]
        length = np.float32(np.linalg.norm(asked.astype(np.float32)))
        if self._run is not None:  # nothing need be gathered
            said = np.asarray(cdist(asked, self._rows[self._run], "dot"), dtype=np.float32)[0]
            return said / (self._lengths[self._run] * length)
        found = np.zeros(len(self._at), dtype=np.float32)
        there = np.flatnonzero(self._at >= 0)
        block = np.empty((BLOCK, len(vector)), dtype=np.int8)
        for start in range(0, len(there), BLOCK):
            which = there[start : start + BLOCK]
            places = self._at[which]
            rows = np.take(self._rows, places, axis=0, out=block[: len(places)], mode="clip")
            said = np.asarray(cdist(asked, rows, "dot"), dtype=np.float32)[0]
            found[which] = said / (self._lengths[places] * length)
        return found

    def rows(self, which: Numbers) -> list[Floats | None]:
        """The vectors of some of the documents, by their place in the order asked."""
        places = self._at[which]
        if not len(self._rows):
            return [None] * len(places)
        found = self._rows[places].astype(np.float32) / self._lengths[places][:, None]
        return [row if place >= 0 else None for row, place in zip(found, places, strict=True)]


class WarmVectors:
    """The shelves of a process, the least lately used given up first. Threads share it."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._shelves: OrderedDict[tuple[int, str], Shelf] = OrderedDict()
        self._guard = threading.Lock()

    def vectors(self, story: StoryReading, model: str, numbers: Sequence[int] | Numbers) -> Vectors:
        """The vectors of these documents, by rising number."""
        wanted = np.unique(np.asarray(numbers, dtype=np.int64))
        shelf, places = self._found(story, model, wanted)
        here = places >= 0
        at = places[here]
        return Vectors(wanted[here], shelf.rows[at].astype(np.float32) / shelf.lengths[at][:, None])

    def shelved(self, story: StoryReading, model: str, numbers: Sequence[int] | Numbers) -> Shelved:
        """Where the vectors of these documents are, after those not in memory have been read."""
        wanted = np.asarray(numbers, dtype=np.int64)
        shelf, places = self._found(story, model, wanted)
        return Shelved(shelf, wanted, places)

    def shelve(self, story: int, model: str, numbers: Sequence[int], matrix: Floats) -> None:
        """Keep vectors in memory alone, where making them again costs nothing."""
        shelf = self._shelf(story, model)
        with shelf.growing:
            shelf.add(zip(numbers, packed(matrix), strict=True))
        self._bounded()

    def _found(self, story: StoryReading, name: str, wanted: Numbers) -> tuple[Shelf, Numbers]:
        """Where each document's row is on its shelf, after what was unknown has been read."""
        shelf = self._shelf(story.key, name)
        with shelf.growing:
            places = shelf.find(wanted)
            unknown = wanted[(places < 0) & (wanted > 0)]
            model = vectors.model_of(story, name) if len(unknown) else None
            if model is not None:
                shelf.seek(model.version, unknown, partial(vectors.read, story, model))
                places = shelf.find(wanted)
        self._bounded()
        return shelf, places

    def _shelf(self, story: int, model: str) -> Shelf:
        with self._guard:
            shelf = self._shelves.setdefault((story, model), Shelf())
            self._shelves.move_to_end((story, model))
            return shelf

    def _bounded(self) -> None:
        with self._guard:
            size = sum(shelf.size for shelf in self._shelves.values())
            while size > self._bound and len(self._shelves) > 1:
                _, given_up = self._shelves.popitem(last=False)
                size -= given_up.size
