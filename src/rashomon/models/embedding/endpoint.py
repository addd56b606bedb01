"""An embedder that somebody serves, near or far, and that speaks as OpenAI's does.

Ollama, llama.cpp, vLLM, LM Studio, Jina, Mistral and many more answer `POST …/embeddings`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rashomon.errors import NoOpinion
from rashomon.models.address import Address, Keys
from rashomon.models.post import Post

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix

BATCH: Final = 64
"""How many texts one request has: below the bound of every server tried, and quick to repeat."""

TIMEOUT: Final = 60.0
"""Seconds for one request: a laptop's processor takes half of that for a full one."""


class EndpointEmbedder:
    """A model at an address. Its dimension is what its first answer has, asked for when needed."""

    instant = False

    def __init__(self, address: Address, keys: Keys, timeout: float = TIMEOUT) -> None:
        self._address = address
        self._post = Post(address, keys, timeout)
        self._asking = threading.Lock()
        self._dimension: int | None = None

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        with self._asking:
            found = self._dimension
            if found is None:
                found = self._dimension = int(self._ask(["dimension"]).shape[1])
            return found

    @property
    def name(self) -> str:
        """Address, model and dimension: all that can be known of what stands behind it."""
        return f"{self._address.spec}/{self.dimension}"

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """The vectors of texts, in requests of `BATCH`; questions are asked like any other text."""
        import numpy as np

        dimension = self.dimension
        found = np.zeros((len(texts), dimension), dtype=np.float32)
        said = [n for n, text in enumerate(texts) if text.strip()]
        for start in range(0, len(said), BATCH):
            some = said[start : start + BATCH]
            made = self._ask([texts[n] for n in some])
            if made.shape[1] != dimension:
                raise self._nonsense("vectors of another length than before")
            found[some] = made
        return found

    def _ask(self, texts: list[str]) -> Matrix:
        body = {"model": self._address.model, "input": texts, "encoding_format": "float"}
        return self._read(self._post(f"{self._address.url}/embeddings", body), len(texts))

    def _read(self, answer: Any, count: int) -> Matrix:
        """Read an answer, whose rows may come in any order. Raises `NoOpinion` for nonsense."""
        import numpy as np

        try:
            rows = {
                int(row.get("index", n)): row["embedding"] for n, row in enumerate(answer["data"])
            }
            made = np.array([rows[n] for n in range(count)], dtype=np.float32)
        except (TypeError, ValueError, KeyError, AttributeError):
            raise self._nonsense("no vector for each text") from None
        if made.ndim != 2 or made.shape[1] == 0 or not np.isfinite(made).all():
            raise self._nonsense("something that is no vectors")
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        return np.where(lengths > 0, made / np.where(lengths > 0, lengths, 1), 0).astype(np.float32)

    def _nonsense(self, what: str) -> NoOpinion:
        return NoOpinion(f"{self._address.host} answered {what}.")
