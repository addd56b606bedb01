"""How long is waited, and how often tried again: bounded in all, so that play goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from rashomon.errors import ModelFailed
from rashomon.models.language.failures import Failure, Where, failure

T = TypeVar("T")

TRIES: Final = 5
"""How often a call is made at most: what is not there after that is not there for now."""

FIRST: Final = 1.0
"""Seconds before the second try; before each further one twice as many."""

LONGEST: Final = 60.0
"""Seconds waited at most between two tries, whatever a provider asks for."""

ROUNDS: Final = 3
"""How many times the time of one call everything may take together: two calls that are slow to the
end, and the waiting between."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long one call may take, in seconds, and the clock and the sleep that are used."""

    timeout: float
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    @property
    def until(self) -> float:
        """When all that begins now has to be over."""
        return self.clock() + ROUNDS * self.timeout

    async def call(
        self, ask: Callable[[], Awaitable[T]], where: Where, until: float, tried: Callable[[], None]
    ) -> T:
        """Call until it works, within `until`; `tried` is told of each try.

        Raises `ModelFailed`, or `Unschemed` where only the schema was refused.
        """
        number = 0
        while True:
            number += 1
            tried()
            try:
                async with asyncio.timeout(self.left(until)):
                    return await ask()
            except Exception as error:
                found = failure(error, where)
                if found is None:
                    raise
            await self.wait(found, number, until)

    def left(self, until: float) -> float:
        """How many seconds the next call may take."""
        return max(0.01, min(self.timeout, until - self.clock()))

    async def wait(self, found: Failure, number: int, until: float) -> None:
        """Wait after a failed try until the next is worth making, or raise what it comes to.

        Called outside the handler, so that what is raised drags nothing along that was sent.
        """
        if found.unschemed:
            raise Unschemed(found.said)
        asked = found.wait if found.wait is not None else 0.0
        pause = min(LONGEST, max(asked, FIRST * 2 ** (number - 1)))
        if not found.again or number >= TRIES or self.clock() + pause >= until:
            raise ModelFailed(found.said)
        await self.sleep(pause)


class Unschemed(Exception):
    """The provider does not take a schema for its reply."""
