"""How a memory has lasted: what is left of it today, and how well it was held ever since.

This is for whoever looks at a mind from outside. A mind itself is given no retention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rashomon.recall.fading import Remembered
from rashomon.recall.retention import Detail, retention
from rashomon.story.perception import Mode

STEPS = tuple((n / 24) ** 2.5 for n in range(25))
"""Where between two turning points a curve is sampled: it falls fastest at first, by a power."""

LEAST = 1e-6
"""Seconds before a turning point, so that the curve is seen from both sides of a jump."""


@dataclass(frozen=True, slots=True)
class Lasting:
    """One memory as its owner has it today, with all that its retention over time follows from.

    `text` is what is left at its level of `detail`: nothing where it is lost, though a strong cue
    may still bring it back vaguely. `when` is in story words. `recollected` are the times at which
    it came to mind, in seconds of story time; `digested` is since when a held belief has taken it
    up (`None`: none has), and `share` what part of its time it keeps from then on. `perfect`: the
    story's memory does not fade.
    """

    id: int
    event: int | None
    turn: int
    time: float
    kind: Remembered
    mode: Mode
    who: str | None
    who_name: str | None
    when: str
    text: str
    detail: Detail
    importance: int
    recollected: tuple[float, ...] = ()
    digested: float | None = None
    share: float = 1.0
    perfect: bool = False


class Point(NamedTuple):
    """A point of a curve: seconds of story time, and the retention (0 to 1) then."""

    time: float
    retention: float


def held(memory: Lasting, now: float) -> float:
    """How well a memory was held at a moment, by all that had happened to it by then."""
    if memory.perfect:
        return 1.0
    taken_up = memory.digested is not None and memory.digested <= now
    return retention(
        memory.importance, memory.time, memory.recollected, now,
        digested=memory.share if taken_up else 1.0,
    )  # fmt: skip


def curve(
    memory: Lasting, until: float, since: float = 0.0, steps: Sequence[float] = STEPS
) -> tuple[Point, ...]:
    """A memory's retention from when it was perceived, or `since` if that is later, to `until`.

    Sampled most closely after each turning point (its beginning, each recollection, being taken
    up by a belief), and on both sides of it. Times rise; the last point is at `until`.
    """
    start = min(max(memory.time, since), until)
    turning = {time for time in memory.recollected if start < time < until}
    if memory.digested is not None and start < memory.digested < until:
        turning.add(memory.digested)
    times = {start, until}
    for one, other in pairwise(sorted({start, *turning, until})):
        times |= {one + (other - one) * step for step in steps}
        if other in turning:
            times.add(max(one, other - LEAST))
    return tuple(Point(time, held(memory, time)) for time in sorted(times))
