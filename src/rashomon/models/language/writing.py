"""Prose that is still being written, and what it took once it has ended."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Final

from rashomon.ports.language import Usage

CHARACTERS: Final = 16
"""How many characters of prose are taken for each token of room; no language has so many."""


class Tally:
    """Counts what calls take, while they are made."""

    def __init__(self) -> None:
        self.usage = Usage()

    def called(self) -> None:
        """One more call."""
        self.add(Usage(calls=1))

    def add(self, more: Usage) -> None:
        """Add what something took; a cost is known as soon as one part of it is."""
        one, costs = self.usage, [each.cost for each in (self.usage, more) if each.cost is not None]
        self.usage = Usage(
            one.calls + more.calls, one.read + more.read, one.written + more.written,
            one.seconds + more.seconds, sum(costs) if costs else None,
        )  # fmt: skip


class Written:
    """Pieces of prose as they come. `usage` is whole once they have ended or were broken off."""

    def __init__(self, pieces: AsyncGenerator[str, None], tally: Tally) -> None:
        self._pieces = pieces
        self._tally = tally

    def __aiter__(self) -> Written:
        return self

    async def __anext__(self) -> str:
        return await anext(self._pieces)

    async def aclose(self) -> None:
        """Break off."""
        await self._pieces.aclose()

    @property
    def usage(self) -> Usage:
        """What it took so far."""
        return self._tally.usage
