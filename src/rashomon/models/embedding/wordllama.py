"""The embedder a plain install has: WordLlama, static vectors of tokens whose weights are a wheel.

It knows words and not their order, which for finding memories by what they are about is most of
it. Its own package imports for half a second and takes each text apart anew. Since no token of its
vocabulary reaches across a space, a text's vector is the mean over its words' tokens: here each
distinct word is taken apart once for all the texts that have it, with the same result but for
characters that the model does not know: those say nothing here.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rashomon.errors import NoOpinion

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rashomon.ports.embedder import Matrix

    Numbers = npt.NDArray[np.int64]

DIMENSION: Final = 256
"""The only size whose weights are in the wheel."""

CONFIG: Final = "l2_supercat"

BYTES: Final = range(3, 259)
"""Tokens that stand for single bytes of characters the model does not know, most Chinese, Japanese
and Korean ones among them. Their mean says nothing of what a text means, and drowns what is known.
"""

SPACE: Final = 29871
"""The token of a space alone, as it stands before such a character."""

BLOCK: Final = 256
"""How many texts are averaged at a time: their sums stay in a processor's nearer memory."""


@cache
def _version() -> str:
    return metadata.version("wordllama")


class _Model(NamedTuple):
    """What turns words into tokens, and one row a token (float16, as they are in the file)."""

    tokenizer: Any
    weights: npt.NDArray[np.float16]


class WordLlamaEmbedder:
    """WordLlama, loaded when first used. It never fetches anything: its weights are installed."""

    dimension = DIMENSION
    instant = True

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: _Model | None = None

    @property
    def name(self) -> str:
        """The package's version is part of it, since the weights come with the package."""
        try:
            version = _version()
        except metadata.PackageNotFoundError:
            raise NoOpinion("wordllama is not installed.") from None
        return f"wordllama {version} {CONFIG}/{DIMENSION} without bytes"

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """The vectors of texts. A text's is the same to the last bit, whatever it is made with."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        split = [text.split() for text in texts]
        if asking and len(split) == 1 and split[0]:  # not worth the gathering of words
            ids = self._loaded().tokenizer.encode(" ".join(split[0]), add_special_tokens=False).ids
            tokens = self._loaded().weights[[id for id in ids if id not in BYTES and id != SPACE]]
            return _of_unit_length(tokens.astype(np.float32).sum(axis=0, keepdims=True))
        words = list({word for each in split for word in each})
        if not words:
            return found
        sums = self._words(words)
        place = {word: n for n, word in enumerate(words)}
        longest_first = sorted(range(len(split)), key=lambda n: -len(split[n]))
        for start in range(0, len(split), BLOCK):
            some = longest_first[start : start + BLOCK]
            found[some] = _means([[place[word] for word in split[n]] for n in some], sums)
        return found

    def _words(self, words: list[str]) -> Matrix:
        """The sum over each word's tokens, without those that are no more than bytes."""
        import numpy as np

        model = self._loaded()
        tokens = [
            each.ids for each in model.tokenizer.encode_batch_fast(words, add_special_tokens=False)
        ]
        counts = np.array([len(ids) for ids in tokens], dtype=np.int64)
        flat = np.array([id for ids in tokens for id in ids], dtype=np.int64)
        tokens_of = model.weights[flat].astype(np.float32)
        tokens_of[(flat >= BYTES.start) & (flat < BYTES.stop) | (flat == SPACE)] = 0
        return np.add.reduceat(tokens_of, counts.cumsum() - counts, axis=0)

    def _loaded(self) -> _Model:
        with self._loading:
            if self._model is None:
                self._model = _load()
            return self._model


def _means(texts: list[list[int]], sums: Matrix) -> Matrix:
    """The sum over the tokens of each text, made unit length. Texts are words, most first.

    Added up word by word over all texts at once: the first words of all, the second of those that
    have one, and so on.
    """
    import numpy as np

    made = np.zeros((len(texts), DIMENSION), dtype=np.float32)
    lengths = np.array([len(text) for text in texts], dtype=np.int64)
    first = lengths.cumsum() - lengths
    flat = np.array([word for text in texts for word in text], dtype=np.int64)
    for nth in range(len(texts[0])):
        long_enough = int(np.count_nonzero(lengths > nth))
        made[:long_enough] += sums[flat[first[:long_enough] + nth]]
    return _of_unit_length(made)


def _of_unit_length(made: Matrix) -> Matrix:
    import numpy as np

    norms = np.linalg.norm(made, axis=1, keepdims=True).astype(np.float32)
    return np.divide(made, np.where(norms > 0, norms, 1), dtype=np.float32)


def _load() -> _Model:
    spec = util.find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise NoOpinion("wordllama is not installed.")
    folder = Path(spec.origin).parent
    try:
        from safetensors import safe_open
        from tokenizers import Tokenizer

        read: Any = safe_open

        words = folder / "tokenizers" / f"{CONFIG}_tokenizer_config.json"
        tokenizer = Tokenizer.from_file(str(words))
        tokenizer.no_padding()
        tokenizer.no_truncation()
        rows = folder / "weights" / f"{CONFIG}_{DIMENSION}.safetensors"
        with read(str(rows), framework="np") as file:
            weights: Any = file.get_tensor("embedding.weight")
        return _Model(tokenizer, weights)
    except Exception as error:  # tokenizers raises plain Exception for a file it cannot read
        raise NoOpinion(f"wordllama cannot be loaded: {error}.") from error
