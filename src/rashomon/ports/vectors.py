"""Vectors of a story's texts, as the engine sees them: kept by document, always of one model.

A document is what the text index counts as one: an event as it reads to whoever has it whole, or
somebody's own text. Whoever asks about a mind asks with the numbers of documents that this mind
holds, so that no other mind's text can have a part in the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rashomon.ports.embedder import Matrix

    Numbers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float32]


class Vectors(NamedTuple):
    """Numbers of documents in rising order, and their vectors (unit length), one row each."""

    numbers: Numbers
    matrix: Matrix


class Shelved(Protocol):
    """Vectors of documents in the order asked, held in memory. It outlives the transaction."""

    @property
    def without(self) -> Numbers:
        """The places, in the order asked, of documents (0 is none) that have no vector."""
        ...

    def likeness(self, vector: Floats) -> Floats:
        """How like a vector each document is (cosine), in the order asked; 0 without a vector."""
        ...

    def rows(self, which: Numbers) -> list[Floats | None]:
        """The vectors (unit length) of those at some places; `None` for one that has none."""
        ...


class VectorReading(Protocol):
    """What can be asked of a story's vectors."""

    def vectors(self, model: str, numbers: Sequence[int] | Numbers) -> Vectors:
        """The vectors that this model made of these documents; those without one are left out."""
        ...

    def shelved(self, model: str, numbers: Sequence[int] | Numbers) -> Shelved:
        """The vectors that this model made of these documents, for many questions."""
        ...

    def shelve(self, model: str, numbers: Sequence[int], matrix: Matrix) -> None:
        """Keep vectors of documents in memory, and write nothing."""
        ...

    def missing_vectors(self, model: str, limit: int, after: int = 0) -> list[tuple[int, str]]:
        """Documents that have no vector of this model: number and text, by rising number.

        `after` is where a walk through many goes on: documents up to this number are passed over.
        """
        ...

    def count_missing_vectors(self, model: str) -> int:
        """How many documents have no vector of this model."""
        ...


class VectorWriting(Protocol):
    """What can be written of a story's vectors. It is no part of any commit."""

    def put_vectors(self, model: str, numbers: Sequence[int], matrix: Matrix) -> int:
        """Keep vectors of documents, instead of any other model's; answers of how many.

        A document that was taken back while its vector was made gets none.
        """
        ...
