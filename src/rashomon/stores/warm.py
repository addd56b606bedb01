"""Vectors in memory: one byte a number, one shelf a story and model, bounded, never stale.

A document's number is never given to another, and the same model makes the same vector of the same
text. So what is on a shelf stays true, and a shelf only has to learn what it does not have yet.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from rashomon.ports.vectors import Vectors
from rashomon.stores import vectors

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.int8]

STEPS: Final = 127
"""Into how many steps a number is cut, each way from zero. See `docs/why/vectors.md`."""

BOUND: Final = 256 << 20
"""Bytes of vectors that are kept in memory: a million documents of the model that comes along."""

BLOCK: Final = 8192
"""How many rows are multiplied at a time: eight megabytes as floats, which caches can hold."""

MANY: Final = 2000
"""From how many unknown documents on all vectors are read at once, which is quicker then."""


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

    def add(self, found: Iterable[tuple[int, bytes]]) -> None:
        """Put vectors on the shelf that are not there yet."""
        new = dict(found)
        fresh = np.fromiter(new, dtype=np.int64, count=len(new))
        fresh = fresh[self.find(fresh) < 0]
        if not len(fresh):
            return
        rows = [np.frombuffer(new[int(number)], dtype=np.int8) for number in fresh]
        width = len(rows[0])
        count, total = len(self.numbers), len(self.numbers) + len(rows)
        if total > len(self.rows):
            # Twice the room, so that a vector a turn does not copy all of them each time.
            room = np.zeros((max(total, 2 * count), width), dtype=np.int8)
            lengths = np.zeros(len(room), dtype=np.float32)
            if count:
                room[:count], lengths[:count] = self.rows[:count], self.lengths[:count]
            self.rows, self.lengths = room, lengths
        self.rows[count:total] = rows
        added = self.rows[count:total].astype(np.float32)
        self.lengths[count:total] = np.linalg.norm(added, axis=1)
        numbers = np.concatenate([self.numbers, fresh])
        places = np.concatenate([self.places, np.arange(count, total)])
        order = np.argsort(numbers, kind="stable")
        self.numbers, self.places = numbers[order], places[order]


class WarmVectors:
    """The shelves of a process, the least lately used given up first. Threads share it."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._shelves: OrderedDict[tuple[int, str], Shelf] = OrderedDict()
        self._guard = threading.Lock()

    def vectors(self, story: StoryReading, model: str, numbers: Sequence[int] | Numbers) -> Vectors:
        """The vectors of these documents, by rising number."""
        wanted = np.unique(np.asarray(numbers, dtype=np.int64))
        places, rows, lengths = self._found(story, model, wanted)
        here = places >= 0
        at = places[here]
        matrix = rows[at].astype(np.float32)
        matrix /= np.maximum(lengths[at], 1)[:, None]
        return Vectors(wanted[here], matrix)

    def likeness(
        self, story: StoryReading, model: str, vector: Floats, numbers: Sequence[int] | Numbers
    ) -> Floats:
        """The cosine of a vector with each of these documents; 0 for one without a vector."""
        wanted = np.asarray(numbers, dtype=np.int64)
        places, rows, lengths = self._found(story, model, wanted)
        found = np.zeros(len(wanted), dtype=np.float32)
        here = np.flatnonzero(places >= 0)
        for start in range(0, len(here), BLOCK):
            some = here[start : start + BLOCK]
            at = places[some]
            found[some] = (rows[at].astype(np.float32) @ vector) / np.maximum(lengths[at], 1)
        return found

    def _found(
        self, story: StoryReading, name: str, wanted: Numbers
    ) -> tuple[Numbers, Bytes, Floats]:
        """Where each document's row is, and the rows, after what was unknown has been read."""
        model = vectors.model_of(story, name)
        shelf = self._shelf(story.key, name)
        with shelf.growing:
            places = shelf.find(wanted)
            unknown = wanted[(places < 0) & (wanted > 0)]
            if model is not None and len(unknown) and model.version != shelf.version:
                some: Any = None if len(unknown) > MANY else np.unique(unknown).tolist()
                shelf.add(vectors.read(story, model, some))
                if some is None:
                    shelf.version = model.version
                places = shelf.find(wanted)
            answer = places, shelf.rows, shelf.lengths
        self._bounded()
        return answer

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
