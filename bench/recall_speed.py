"""How fast something comes to mind: recall with the default embedder, every stage of it.

Stories of 10,000, 100,000 and a million perceptions in fifty minds, on SQLite; each asked in a
process of its own, whose memory is counted with all of Python. The first question to a mind is
cold: its rows are read and filed. Every later one is warm.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time

import rashomon
from bench import _recall as s
from bench import _record as r

SIZES = (10_000, 100_000, 1_000_000)
WARM = 1000
P50, P95, COLD, MEGABYTES = 4.0, 9.0, 300.0, 600.0
"""Milliseconds, and megabytes of the process: the targets at a million."""


def main() -> bool:
    """Measure each size."""
    print(r.machine())
    met = [tell(size, str(s.recorded(size)), judged=size == max(SIZES)) for size in SIZES]
    return all(met)


def tell(size: int, url: str, *, judged: bool) -> bool:
    """Ask a story of this size in another process, and print what it took."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.recall_speed", url, str(size)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    first, cold, p50, p95, memory = map(float, done.stdout.split())
    print(f"{size:,} perceptions in {s.MINDS} minds of {size // s.MINDS:,}")
    met = [
        r.told("  first of the process, the model's loading included", first, None, "ms"),
        r.told("  cold, median of 49 minds", cold, COLD if judged else None, "ms"),
        r.told(f"  warm, p50 of {WARM}", p50, P50 if judged else None, "ms"),
        r.told(f"  warm, p95 of {WARM}", p95, P95 if judged else None, "ms"),
        r.told("  memory with every mind warm", memory, MEGABYTES if judged else None, "MB"),
    ]
    return all(met)


def asked(url: str, size: int) -> tuple[float, ...]:
    """Milliseconds of the first question, of a cold and of a warm one, and megabytes at the end."""
    cold: list[float] = []
    warm: list[float] = []
    with rashomon.open(url) as library:
        story = library.story("speed")
        for n, (owner, text) in enumerate(s.questions(size, s.MINDS + WARM, 5)):
            start = time.perf_counter()
            found = story.mind(owner).recall(text)
            took = (time.perf_counter() - start) * 1000
            (cold if n < s.MINDS else warm).append(took)
            if not found.memories:
                raise SystemExit(f"Nothing came to mind of {owner} at {text!r}.")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return cold[0], r.share(cold[1:], 0.5), r.share(warm, 0.5), r.share(warm, 0.95), memory


if __name__ == "__main__":
    print(*asked(sys.argv[1], int(sys.argv[2])))
