"""What makes vectors of texts, as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rashomon.errors import NoOpinion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix: TypeAlias = npt.NDArray[np.float32]


class Embedder(Protocol):
    """Makes vectors of texts, so that what means the same lies close together.

    Everything here may raise `NoOpinion`, where a model is not installed or not reached. Who asks
    then does without vectors: text search serves meanwhile.
    """

    @property
    def name(self) -> str:
        """Which model this is, its version and dimension included.

        Vectors of two names are never compared, so whatever changes the numbers changes the name.
        """
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    @property
    def instant(self) -> bool:
        """Whether thousands of texts take it less than a second, at no cost to anybody.

        Whoever recalls then has the vectors of what was just recorded, without waiting for them.
        """
        ...

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """The vectors of texts, one row each: float32, of unit length, the same every time.

        A text that says nothing to the model (an empty one, say) has a row of zeros, which is like
        no other. `asking` tells that these are questions put to texts: some models take the two
        differently. Threads may call this at the same time.
        """
        ...


Embedders: TypeAlias = Callable[[str], Embedder | None]
"""The embedder that a setting names; `None` for none. Raises `BadSetting`."""


def no_embedder(setting: str) -> Embedder | None:
    """Do without vectors, whatever is set: what a context has that nobody wired."""
    return None


__all__ = ["Embedder", "Embedders", "NoOpinion", "no_embedder"]
