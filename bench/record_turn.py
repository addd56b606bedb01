"""One durable turn: five steps before eight witnesses, on a short story and on a long one.

The long one is a thousand times as long, and may take at most 1.3 times the time. Turns of both
are recorded in alternation, so that whatever else the machine does befalls both alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bench import _record as r

SHORT, LONG = 100, 100_000
SAMPLES = 600
"""So that thirty samples lie above the 95th of a hundred."""
WARM = 30
RATIO = 1.3

Turns = Callable[[int, int], Iterator[dict[str, Any]]]


def main() -> bool:
    """Measure both kinds of turn."""
    print(r.machine())
    return all([_measure("plain", r.plain), _measure("busy", r.busy)])


def _measure(name: str, turns: Turns) -> bool:
    paths = [r.recorded(name, lambda count: turns(count, 1), count) for count in (SHORT, LONG)]
    libraries, stories = zip(*(r.opened(path) for path in paths), strict=True)
    took: tuple[list[float], list[float]] = ([], [])
    for number, turn in enumerate(turns(SAMPLES + WARM, 2)):
        for story, figures in zip(stories, took, strict=True):
            took_now = r.timed(lambda story=story, turn=turn: story.record(turn))
            if number >= WARM:
                figures.append(took_now)
    for library in libraries:
        library.close()
    met = True
    for label, part in (("p50", 0.5), ("p95", 0.95)):
        short, long = (r.share(figures, part) for figures in took)
        r.told(f"{name} turn on {SHORT} turns, {label}", short, None, "ms")
        r.told(f"{name} turn on {LONG} turns, {label}", long, None, "ms")
        what = f"{name} turn, long story over short one, {label}"
        met &= r.told(what, long / short, RATIO, "times")
    return met
