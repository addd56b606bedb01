"""An embedding in a process of its own that may be killed, and a model that works fast enough."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import text as sql

import rashomon
from rashomon.api.library import Library
from rashomon.engine import embed_missing

STORY = "sayings"
WORLD: dict[str, Any] = {
    "id": STORY, "title": "Sayings",
    "characters": [{"id": "ada", "name": "Ada"}, {"id": "bo", "name": "Bo"}],
}  # fmt: skip
A_TURN = 10
DIMENSION = 16


def turns(texts: int) -> Iterator[dict[str, Any]]:
    """So many lines, each with a word of its own, some in a turn."""
    lines = ({"who": "ada", "says": f"Hear word{n} now."} for n in range(texts))
    while steps := list(itertools.islice(lines, A_TURN)):
        yield {"steps": steps}


@dataclass
class Digest:
    """A model without meaning, quick, and the same in every process."""

    name: str
    told: Callable[[list[str]], object] = lambda texts: None
    dimension: int = DIMENSION
    instant: bool = False
    given: list[str] = field(default_factory=list[str])

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
        """Vectors of texts."""
        self.given += texts
        self.told(list(texts))
        made = [hashlib.blake2b(f"{self.name} {each}".encode(), digest_size=DIMENSION).digest()
                for each in texts]  # fmt: skip
        found = np.frombuffer(b"".join(made), dtype=np.uint8).astype(np.float32) - 127.5
        found = found.reshape(len(texts), DIMENSION)
        return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


def prepare(path: Path, texts: int, model: str) -> None:
    """A story of so many texts, each with a vector of this model."""
    with rashomon.open(path) as library:
        library.context.embedder = lambda setting: Digest(model)
        story = library.create(WORLD)
        story.record_many(turns(texts))
        assert story.embed_now().left == 0


def embed(path: str, model: str, batch: int, pipe: Any) -> None:
    """Make what is due; tells each batch of texts before the model makes it, then how many are."""
    embed_missing.BATCH = batch
    with rashomon.open(path) as library:
        library.context.embedder = lambda setting: Digest(model, pipe.send)
        library.story(STORY).embed_now(lambda made, of: pipe.send((made, of)))
    pipe.send("done")


def of_models(library: Library) -> dict[str, list[int]]:
    """The documents that have a vector of each model, one entry a vector."""
    store: Any = library.context.store
    query = sql(
        "SELECT m.name, v.number FROM vectors v JOIN vector_models m "
        "ON m.story = v.story AND m.id = v.model ORDER BY v.number"
    )
    found: dict[str, list[int]] = {}
    with store.backend.engine.connect() as connection:
        for name, number in connection.execute(query):
            found.setdefault(name, []).append(number)
    return found


def texts_of(library: Library, numbers: Iterable[int]) -> set[str]:
    """The texts of these documents."""
    wanted = set(numbers)
    every = library.story(STORY).events(limit=None)
    return {event.text for event in every if event.id in wanted}
