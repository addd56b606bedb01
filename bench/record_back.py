"""Reading and going back in a story of a million perceptions, three turns of which are open.

A page of 200 and an undo are timed in this process, once cold and then warm, and each once more in
a process of its own, without the time of importing. Every undone turn is recorded again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from bench import _record as r

PAGE_MS = 50.0
BRANCH_S = 20.0
WARM = 40
FRESH = 5

_ALONE = """
import sys, time
import rashomon
path, what = sys.argv[1:]
rashomon.open(":memory:").close()
start = time.perf_counter()
with rashomon.open(path) as library:
    story = library.story("speed")
    call = {
        "perceptions": lambda: story.mind("p3").perceptions(limit=200),
        "events": lambda: story.events(limit=200),
        "undo": story.undo,
    }[what]
    call()
    print((time.perf_counter() - start) * 1000)
"""


def main() -> bool:
    """Measure pages, undo and branch."""
    print(r.machine())
    source, _ = r.million()
    path = r.folder() / "back.db"
    shutil.copy(source, path)
    library, story = r.opened(path)
    again = r.plain(WARM + FRESH + 1, 5)
    met = True
    for what, call in (
        ("perceptions", lambda: story.mind("p3").perceptions(limit=200)),
        ("events", lambda: story.events(limit=200)),
        ("undo", story.undo),
    ):
        figures: list[float] = []
        for _ in range(WARM):
            figures.append(r.timed(call))
            if what == "undo":
                story.record(next(again))
        met &= r.told(f"{what}, warm, p50", r.share(figures, 0.5), PAGE_MS, "ms")
        r.told(f"{what}, warm, p95", r.share(figures, 0.95), None, "ms")
        alone: list[float] = []
        for _ in range(FRESH):
            command = [sys.executable, "-c", _ALONE, str(path), what]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            alone.append(float(done.stdout))
            if what == "undo":
                story.record(next(again))
        met &= r.told(f"{what}, alone in a fresh process, p50", r.share(alone, 0.5), PAGE_MS, "ms")
    took = r.timed(lambda: story.branch(story.clock.turn - 10)) / 1000
    met &= r.told("branch", took, BRANCH_S, "s")
    library.close()
    return met
