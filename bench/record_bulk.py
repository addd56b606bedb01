"""Bulk recording against the same rows, indexes and full text written without any of our work.

Everything that `record_many` makes of a chunk of turns (the checks, the perceptions, the chain of
seals, the analysis of texts) is held against handing its finished rows to `executemany`. The two
take turns chunk by chunk, each on a file of its own with the same settings.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import rashomon
from bench import _record as r
from rashomon.engine.record_turn import BULK
from rashomon.stores import tables as t
from rashomon.stores.sqlite import TRIGGERS, WORDS, rows_of
from rashomon.stores.store import SqlStore

CHUNKS = 12
RATIO = 4.0

Rows = dict[str, list[tuple[Any, ...]]]


def main() -> bool:
    """Measure plain and busy turns."""
    print(r.machine())
    return all([_measure("plain", r.plain), _measure("busy", r.busy)])


def _measure(name: str, turns: Callable[[int, int], Iterator[dict[str, Any]]]) -> bool:
    path = r.folder() / f"bulk-{name}.db"
    library = rashomon.open(path)
    story = library.create(r.world())
    reader = sqlite3.connect(path)
    raw = _schema(reader, r.folder() / f"raw-{name}.db")
    store = library.context.store
    assert isinstance(store, SqlStore)
    ours: list[float] = []
    theirs: list[float] = []
    each = turns(BULK * (CHUNKS + 1), 3)
    for number in range(CHUNKS + 1):
        chunk = list(islice(each, BULK))
        last = reader.execute("SELECT head FROM stories").fetchone()[0]
        here = r.timed(lambda chunk=chunk: story.record_many(chunk))
        rows = _take(reader, store, last)
        there = r.timed(lambda rows=rows: _write(raw, rows))
        if number:  # the first warms both
            ours.append(here / BULK * 1000)
            theirs.append(there / BULK * 1000)
    one, other = r.share(ours, 0.5), r.share(theirs, 0.5)
    r.told(f"{name} turns by record_many", one, None, "µs a turn")
    r.told(f"{name} turns by executemany", other, None, "µs a turn")
    met = r.told(f"{name} turns, record_many over executemany", one / other, RATIO, "times")
    for each_open in (library, reader, raw):
        each_open.close()
    return met


def _schema(reader: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "cache_size = -32000"):
        raw.execute(f"PRAGMA {pragma}")
    query = "SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL"
    for (statement,) in reader.execute(
        f"{query} AND name NOT GLOB 'words*' AND name NOT GLOB 'sqlite_*'"
    ):
        raw.execute(statement)
    for statement in (*TRIGGERS, WORDS):
        raw.execute(statement)
    return raw


def _take(reader: sqlite3.Connection, store: SqlStore, after: int) -> Rows:
    """The rows of the commits after one, and what full text was handed of them."""
    found: Rows = {}
    for table in t.STORY_TABLES:
        column = "id" if table is t.commits else "commit"
        if column in table.c:
            query = f'SELECT * FROM "{table.name}" WHERE "{column}" > ?'
            found[table.name] = reader.execute(query, (after,)).fetchall()
    with store.writing("speed") as unit:
        documents = unit.documents.of([row[1] for row in found["events"]])
        found["words"] = rows_of(unit.key, unit.language, documents)
    return found


def _write(raw: sqlite3.Connection, rows: Rows) -> None:
    raw.execute("BEGIN IMMEDIATE")
    for table, new in rows.items():
        if table == "words":
            raw.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", new)
        elif new:
            marks = ", ".join("?" * len(new[0]))
            raw.executemany(f'INSERT INTO "{table}" VALUES ({marks})', new)
    raw.execute("COMMIT")
