"""Writing the files that a story was brought in from: in parts, as they came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rashomon.stores import tables as t
from rashomon.stores.reading import StoryReading

if TYPE_CHECKING:
    from sqlalchemy import Table

PART = 256 * 1024
"""Bytes of one row: an export has a line for each, and nobody need hold longer ones."""


class Originals(StoryReading):
    """What a writer adds to reading for files that are kept as they came."""

    _commit: int

    def add(self, table: Table, *values: object) -> None:
        """Gather one row."""
        raise NotImplementedError

    def write_original(self, name: str, data: bytes) -> None:
        """Keep a file as it came; an empty one has a part as well, and so is there."""
        for part, start in enumerate(range(0, max(len(data), 1), PART)):
            self.add(t.originals, name, part, self._commit, data[start : start + PART])
