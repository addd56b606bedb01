"""A mind as rows: what recall weighs, one row a perception, in the order of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Rows: TypeAlias = npt.NDArray[np.int64]

SCENE_BREAK = 3600.0
"""Seconds of story time between two turns after which another scene begins: the spec's hour."""


class Brief(NamedTuple):
    """As much of one perception as weighing needs. `document` is its text in the text index."""

    id: int
    moment: int
    time: float
    importance: int
    stood: str | None
    place: str | None
    people: tuple[str, ...]
    things: tuple[str, ...]
    tags: tuple[str, ...]
    document: int


@dataclass(frozen=True, slots=True)
class MindRows:
    """One mind's perceptions side by side; every array has one entry a row.

    `scene` numbers the scenes as the owner lived them: a new one begins where the owner was
    elsewhere than before, or where an hour of story time lies between.
    """

    ids: Rows
    moments: Rows
    documents: Rows
    times: Floats
    importances: Floats
    scene: Rows
    people: Mapping[str, Rows]
    places: Mapping[str, Rows]
    things: Mapping[str, Rows]
    tags: Mapping[str, Rows]

    def __len__(self) -> int:
        return len(self.ids)


def mind_rows(briefs: Sequence[Brief]) -> MindRows:
    """The rows of a mind; `briefs` are in the order of events."""
    return MindRows(
        ids=np.array([b.id for b in briefs], dtype=np.int64),
        moments=np.array([b.moment for b in briefs], dtype=np.int64),
        documents=np.array([b.document for b in briefs], dtype=np.int64),
        times=np.array([b.time for b in briefs], dtype=np.float32),
        importances=np.array([b.importance for b in briefs], dtype=np.float32),
        scene=_scenes(briefs),
        people=_by(((n, b.people) for n, b in enumerate(briefs))),
        places=_by(((n, () if b.place is None else (b.place,)) for n, b in enumerate(briefs))),
        things=_by(((n, b.things) for n, b in enumerate(briefs))),
        tags=_by(((n, b.tags) for n, b in enumerate(briefs))),
    )


def _scenes(briefs: Sequence[Brief]) -> Rows:
    found = np.zeros(len(briefs), dtype=np.int64)
    for n in range(1, len(briefs)):
        before, now = briefs[n - 1], briefs[n]
        apart = now.stood != before.stood or now.time - before.time >= SCENE_BREAK
        found[n] = found[n - 1] + apart
    return found


def _by(rows: Iterable[tuple[int, tuple[str, ...]]]) -> dict[str, Rows]:
    found: dict[str, list[int]] = {}
    for row, keys in rows:
        for key in dict.fromkeys(keys):
            found.setdefault(key, []).append(row)
    return {key: np.array(where, dtype=np.int64) for key, where in found.items()}
