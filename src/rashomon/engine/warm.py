"""What is kept in memory between recollections: minds as rows, bounded in number."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from rashomon.recall.rows import Brief, MindRows, Rows

MOST = 64
"""How many minds are kept. Each of 20,000 memories takes some 10 MB with its postings."""


@dataclass(slots=True)
class WarmMind:
    """One mind as it was at a commit, with the postings of the words asked for so far."""

    epoch: int
    commit: int
    briefs: list[Brief]
    rows: MindRows
    postings: dict[str, Rows] = field(default_factory=dict[str, Rows])


class Minds:
    """The minds that are kept; the least lately used is given up first. Threads share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], WarmMind] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: tuple[int, str]) -> WarmMind | None:
        """The mind of a story's key and an owner, as it was last kept."""
        with self._guard:
            return self._kept.get(key)

    def put(self, key: tuple[int, str], mind: WarmMind) -> None:
        """Keep a mind, as the one used last."""
        with self._guard:
            self._kept[key] = mind
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
