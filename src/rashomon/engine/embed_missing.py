"""Embedding: every text without a vector of the model that is set gets one, a batch at a time.

What is due is a question to the store and is noted nowhere, so that whatever breaks this off (a
crash, an undo, another model) only leaves something due. No transaction is open while the model
works, and what was taken back meanwhile is not written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rashomon.engine.context import Context, settings_of, world_of
from rashomon.errors import NoOpinion
from rashomon.ports.embedder import Embedder
from rashomon.ports.store import StoredStory

BATCH, INSTANT_BATCH = 32, 2048
"""How many texts are embedded and written together, the second by a model that takes no time: some
seconds' work at most, which is all that is lost when the process is killed."""

Progress: TypeAlias = Callable[[int, int], None]
"""Told after each batch how many texts are done, and out of how many."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """What an embedding did. `model` is `None` where no embedder is set, and then nothing is due.

    `fault` is why it stopped before the end, as a sentence; what is left is due again.
    """

    model: str | None
    made: int
    left: int
    fault: str | None = None


def embedder_of(context: Context, unit: StoredStory) -> Embedder | None:
    """The embedder that a story's settings name. Raises `BadSetting`."""
    return context.embedder(settings_of(unit, world_of(unit)).text("embedder"))


def embed_missing(context: Context, story: str, progress: Progress | None = None) -> Embedded:
    """Make every vector that is due, and report in between.

    An embedder that is not there or fails is no error: what is left stays due.
    """
    with context.store.reading(story) as unit:
        embedder = embedder_of(context, unit)
    if embedder is None:
        return Embedded(None, 0, 0)
    batch = INSTANT_BATCH if embedder.instant else BATCH
    made = after = 0
    model = None
    try:
        model = embedder.name
        with context.store.reading(story) as unit:
            total = unit.count_missing_vectors(model)
        while True:
            with context.store.reading(story) as unit:
                due = unit.missing_vectors(model, batch, after)
            if not due:
                break
            numbers = [number for number, _ in due]
            matrix = embedder.embed([text for _, text in due])
            with context.store.writing(story) as unit:
                made += unit.put_vectors(model, numbers, matrix)
            after = numbers[-1]
            if progress is not None:
                progress(made, max(total, made))
    except NoOpinion as error:
        return Embedded(model, made, _left(context, story, model), str(error))
    return Embedded(model, made, _left(context, story, model))


def _left(context: Context, story: str, model: str | None) -> int:
    with context.store.reading(story) as unit:
        return unit.count_missing_vectors(model or "")
