"""A candidate: one memory that may come to mind, with all that decides about it.

Scores live here and in the trace only. What recall answers has none, so that none can reach a
prompt.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from rashomon.recall.gather import Standing
from rashomon.recall.rows import Floats

MemoryKind: TypeAlias = Literal["perception", "belief"]
Key: TypeAlias = tuple[MemoryKind, int]


NOWHERE: Final[Mapping[str, Standing]] = MappingProxyType({})
"""In no list, or in none that was looked up."""


class Candidate(NamedTuple):
    """One memory under consideration; sixty are made for an answer, so that it is a bare tuple.

    `row` is its place among the owner's perceptions, oldest first (-1 for a belief), `scene` the
    scene it was lived in. `words` are its terms and `vector` its meaning (unit length), by which
    likeness is told: by words only where one has no vector. `verbatim`: it holds what was asked,
    word for word. `whole`: it is that, and nothing else.
    """

    kind: MemoryKind
    id: int
    row: int
    time: float
    words: frozenset[object]
    vector: Floats | None
    importance: int
    retention: float
    relevance: float
    people: frozenset[str] = frozenset()
    place: str | None = None
    tags: frozenset[str] = frozenset()
    scene: int = -1
    supports: frozenset[int] = frozenset()
    contradicts: frozenset[int] = frozenset()
    standings: Mapping[str, Standing] = NOWHERE
    verbatim: bool = False
    whole: bool = False

    @property
    def key(self) -> Key:
        """What it is, unmistakably: perceptions and beliefs count by themselves."""
        return self.kind, self.id


class Scored(NamedTuple):
    """A candidate with its total and the parts that it is the sum of."""

    candidate: Candidate
    parts: Mapping[str, float]
    total: float
