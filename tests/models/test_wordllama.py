"""WordLlama's vectors are those of its own package, whichever way they are made."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rashomon.models.embedding.wordllama import CONFIG, DIMENSION, WordLlamaEmbedder

TEXTS = (
    "The iron key is in the chest, and nobody but Mara has seen it.",
    "Thanks!",
    "¿Quién tiene la llave? Wi-Fi",
    "naïve café x²",
    *(" ".join(f"word{n * k}" for n in range(k)) for k in range(1, 40)),
)


def test_its_vectors_are_those_of_the_package() -> None:
    package: Any = import_module("wordllama")
    folder = Path(package.__file__).parent
    model = package.WordLlama.load(CONFIG, cache_dir=folder, dim=DIMENSION, disable_download=True)
    theirs: npt.NDArray[np.float32] = model.embed(list(TEXTS), norm=True)
    ours = WordLlamaEmbedder()
    assert np.allclose(ours.embed(TEXTS), theirs, atol=1e-6)
    for text, row in zip(TEXTS, theirs, strict=True):
        assert np.allclose(ours.embed([text], asking=True)[0], row, atol=1e-6)


def test_a_text_has_the_same_vector_to_the_last_bit_whatever_it_is_made_with() -> None:
    ours = WordLlamaEmbedder()
    together = ours.embed(TEXTS)
    for text, row in zip(TEXTS, together, strict=True):
        assert np.array_equal(ours.embed([text])[0], row)


def test_characters_that_it_does_not_know_say_nothing() -> None:
    ours = WordLlamaEmbedder()
    assert not ours.embed(["玺", "🗝"]).any()
    both, one = ours.embed(["the iron key 玺", "the iron key"])
    assert both @ one > 0.99
    for text in ("玉玺", "the iron key 玺", "他把钥匙藏了起来。"):
        assert np.allclose(ours.embed([text], asking=True), ours.embed([text]), atol=1e-6)
