"""The embedder a plain install has: WordLlama, static vectors of tokens whose weights are a wheel.

It knows words and not their order, which for finding memories by what they are about is most of it,
and costs a tenth of a millisecond a text on any processor.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from importlib import import_module, metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rashomon.errors import NoOpinion

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix

DIMENSION: Final = 256
"""The only size whose weights are in the wheel."""

CONFIG: Final = "l2_supercat"


class WordLlamaEmbedder:
    """WordLlama, loaded when first used. It never fetches anything: its weights are installed."""

    dimension = DIMENSION

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: Any = None

    @property
    def name(self) -> str:
        """The package's version is part of it, since the weights come with the package."""
        try:
            version = metadata.version("wordllama")
        except metadata.PackageNotFoundError:
            raise NoOpinion("wordllama is not installed.") from None
        return f"wordllama {version} {CONFIG}/{DIMENSION}"

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """The vectors of texts; a question's is made like any other's."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        # A text without letters is averaged over nothing by the model, which makes NaN of it.
        said = [n for n, text in enumerate(texts) if text.strip()]
        if said:
            made = self._loaded().embed([texts[n] for n in said])
            lengths = np.linalg.norm(made, axis=1, keepdims=True)
            found[said] = np.where(lengths > 0, made / np.where(lengths > 0, lengths, 1), 0)
        return found

    def _loaded(self) -> Any:
        with self._loading:
            if self._model is None:
                self._model = _load()
            return self._model


def _load() -> Any:
    spec = util.find_spec("wordllama")
    if spec is None or spec.origin is None:
        raise NoOpinion("wordllama is not installed.")
    # Its import sets up logging for the whole process, which is not a library's to do.
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    try:
        load = import_module("wordllama").WordLlama.load
        folder = Path(spec.origin).parent
        return load(CONFIG, cache_dir=folder, dim=DIMENSION, disable_download=True)
    except (ImportError, OSError, ValueError) as error:
        raise NoOpinion(f"wordllama cannot be loaded: {error}.") from error
    finally:
        root.setLevel(level)
        root.handlers[:] = handlers
