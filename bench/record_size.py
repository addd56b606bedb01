"""What a million perceptions cost: bytes on disk for each, and the memory it takes to record them.

125,000 events of eleven words, each before eight witnesses, without vectors and with the text
index; recorded by `record_many` in a process of its own, whose peak is counted with all of Python.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bench import _record as r

BYTES = 120.0
MEGABYTES = 400.0
LISTED = 0.05
"""Tables below this many bytes a perception are summed up."""


def main() -> bool:
    """Measure file and memory."""
    print(r.machine())
    path, peak = r.million()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        count = connection.execute("SELECT count(*) FROM perceptions").fetchone()[0]
    connection.close()
    met = r.told(f"{count} perceptions, each", path.stat().st_size / count, BYTES, "bytes")
    _by_table(path, count)
    return r.told("peak memory of recording them", peak, MEGABYTES, "MB") and met


def _by_table(path: Path, count: int) -> None:
    connection = sqlite3.connect(path)
    query = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC"
    try:
        rows = connection.execute(query).fetchall()
    except sqlite3.OperationalError:
        print("  (this SQLite is built without dbstat; no figures by table)")
        rows = []
    rest = 0.0
    for name, size in rows:
        if size / count < LISTED:
            rest += size / count
        else:
            r.told(f"  of them in {name}", size / count, None, "bytes")
    if rows:
        r.told("  and in all others", rest, None, "bytes")
    connection.close()
