"""What the measurements of recording share: made-up stories, targets, and the name of the machine.

Stories are of made-up words by a seed, so that two runs record the same, and of the plainest shape
the targets speak of: five steps a turn, eleven words a step, eight people in one place. `busy`
turns have every kind of step instead.
"""

from __future__ import annotations

import platform
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story

PEOPLE = 8
STEPS = 5
WORDS = 11
MILLION = 25_000
"""Turns of the long story: 25,000 × 5 steps × 8 witnesses are a million perceptions."""


def _vocabulary(size: int) -> list[str]:
    """As many words as a long novel has, the frequent ones short."""
    dice = random.Random(1203)
    parts = [start + end for start in "bcdfghklmnprstvw" for end in ("a", "el", "or", "un")]
    words: dict[str, None] = {}
    while len(words) < size:
        words["".join(dice.choices(parts, k=1 if len(words) < 50 else dice.randint(2, 3)))] = None
    return list(words)


_WORDS = _vocabulary(8000)
_WEIGHTS = [1 / (rank + 3) for rank in range(len(_WORDS))]
"""Zipf's law, as in any text: few words are most of it."""


def texts(seed: int) -> Iterator[str]:
    """Texts of eleven words without end."""
    dice = random.Random(seed)
    while True:
        pool = dice.choices(_WORDS, _WEIGHTS, k=WORDS * 1000)
        for start in range(0, len(pool), WORDS):
            yield " ".join(pool[start : start + WORDS])


def world() -> dict[str, Any]:
    """Eight people in a hall with a few things, and a ninth who comes and goes."""
    people = [{"id": f"p{n}", "name": f"Person-{n}", "at": "hall"} for n in range(PEOPLE)]
    return {
        "id": "speed",
        "title": "Speed",
        "language": "en",
        "places": [{"id": "hall", "name": "Great Hall"}, {"id": "yard", "name": "Castle Yard"}],
        "exits": [{"id": "door", "name": "Oak Door", "from": "hall", "to": "yard"}],
        "items": [
            *({"id": f"i{n}", "name": f"Item-{n}", "at": "hall"} for n in range(12)),
            {"id": "chest", "name": "Iron Chest", "at": "hall"},
        ],
        "characters": [*people, {"id": "p8", "name": "Person-8", "at": "yard"}],
    }


def plain(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Turns of lines and deeds."""
    words = texts(seed)
    for turn in range(count):
        yield {
            "steps": [
                {"who": f"p{(turn + step) % PEOPLE}", "does" if step % 2 else "says": next(words)}
                for step in range(STEPS)
            ]
        }


def busy(count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Turns of every kind of step: claims, things in hand and changed, whispers, moves, noises."""
    words = texts(seed)
    for turn in range(count):
        who = [f"p{(turn + n) % PEOPLE}" for n in range(4)]
        item, other, third = (f"i{(turn + n) % 12}" for n in range(3))
        claim = {"at": ("chest", "hall", "yard")[turn % 3]} if turn % 2 else {"price": turn}
        moved = {"at": (who[1], "hall", "chest")[turn % 3]}
        change = {"lit": turn % 2 == 0} if turn % 4 else moved
        yield {
            "steps": [
                {"who": who[0], "says": next(words), "to": [who[1]],
                 "claims": [{"entity": item, "set": claim}]},
                {"who": who[1], "does": next(words), "with": [other],
                 "changes": [{"entity": third, "set": change}] if turn % 2 else []},
                {"who": who[2], "says": next(words), "whisper": True, "to": [who[3]]},
                {"who": "p8", "goes": "yard" if turn % 2 else "hall"},
                {"happens": next(words), "at": "hall"},
            ]
        }  # fmt: skip


def machine() -> str:
    """The machine the figures are of."""
    model = platform.processor() or platform.machine()
    cores, memory = 0, ""
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        model, cores = names[0] if names else model, len(names)
        total = Path("/proc/meminfo").read_text().split(maxsplit=2)[1]
        memory = f", {int(total) / 2**20:.0f} GB"
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"{model}, {cores} cores{memory}, {system}, {versions}"


def told(what: str, figure: float, target: float | None, unit: str) -> bool:
    """Print one figure beside its target; answers whether it is met."""
    if target is None:
        print(f"{what:58} {figure:9.2f} {unit}")
        return True
    met = figure <= target
    print(f"{what:58} {figure:9.2f} {unit:8} at most {target:g}: {'pass' if met else 'FAIL'}")
    return met


def share(figures: Sequence[float], part: float) -> float:
    """The figure below which this part of all figures lies."""
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * part))]


def timed(what: Callable[[], object]) -> float:
    """How many milliseconds a call takes."""
    start = time.perf_counter()
    what()
    return (time.perf_counter() - start) * 1000


@cache
def folder() -> Path:
    """A folder for this run's databases, taken away at its end."""
    import atexit

    found = Path(tempfile.mkdtemp(prefix="rashomon-bench-"))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def recorded(name: str, turns: Callable[[int], Iterator[dict[str, Any]]], count: int) -> Path:
    """A database file with one story of so many turns."""
    path = folder() / f"{name}-{count}.db"
    if not path.exists():
        with rashomon.open(path) as library:
            library.create(world()).record_many(turns(count))
    return path


def opened(path: Path | str) -> tuple[Library, Story]:
    """The one story of a database."""
    library = rashomon.open(path)
    return library, library.story("speed")


@cache
def million() -> tuple[Path, float]:
    """A story of a million perceptions, and the peak in MB of the process that recorded it."""
    path = folder() / "million.db"
    command = [sys.executable, "-m", "bench._record", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return path, float(done.stdout)


def _record_million(path: str) -> None:
    with rashomon.open(path) as library:
        library.create(world()).record_many(plain(MILLION))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    _record_million(sys.argv[1])
