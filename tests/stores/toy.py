"""A model of vectors by hand: a text's words, thrown onto a few axes; the same for ever."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

DIMENSION = 24


def nothing() -> None:
    """What happens while a model thinks, unless told otherwise."""


@dataclass
class Toy:
    """An embedder that counts what it was given and lets a test act while it works."""

    name: str = "toy 1/24"
    meanwhile: Callable[[], None] = nothing
    dimension: int = DIMENSION
    instant: bool = False
    given: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
        """Vectors of texts."""
        self.given += texts
        self.meanwhile()
        return np.array([vector(self.name, text) for text in texts], dtype=np.float32)


def vector(name: str, text: str) -> npt.NDArray[np.float32]:
    """The vector a model of that name makes of a text."""
    found = np.zeros(DIMENSION, dtype=np.float32)
    for word in text.split():
        chance = np.random.default_rng(zlib.crc32(f"{name} {word}".encode()))
        found += chance.standard_normal(DIMENSION).astype(np.float32)
    length = np.linalg.norm(found)
    return found / length if length else found
