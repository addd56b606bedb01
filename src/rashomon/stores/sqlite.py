"""What only SQLite does its own way: opening, locking, triggers and full text."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event

from rashomon.stores.textindex import Document
from rashomon.story.words import terms

_STORY_SHIFT = 40

PATIENCE = 120.0
"""Seconds to wait for other writers: longer than any of ours takes, shorter than for ever."""

TRIGGERS = (
    """CREATE TRIGGER IF NOT EXISTS events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'an event is written once'); END""",
    """CREATE TRIGGER IF NOT EXISTS events_never_replaced BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE story = NEW.story AND id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'an event is written once'); END""",
    """CREATE TRIGGER IF NOT EXISTS sealed_events_stay BEFORE DELETE ON events
    WHEN EXISTS (SELECT 1 FROM seals WHERE story = OLD.story AND event = OLD.id)
    AND EXISTS (SELECT 1 FROM stories WHERE key = OLD.story)
    BEGIN SELECT RAISE(ABORT, 'a sealed event stays while its story exists'); END""",
    """CREATE TRIGGER IF NOT EXISTS seals_never_change BEFORE UPDATE ON seals
    BEGIN SELECT RAISE(ABORT, 'a seal is written once'); END""",
    """CREATE TRIGGER IF NOT EXISTS seals_never_replaced BEFORE INSERT ON seals
    WHEN EXISTS (SELECT 1 FROM seals WHERE story = NEW.story AND event = NEW.event)
    BEGIN SELECT RAISE(ABORT, 'a seal is written once'); END""",
    """CREATE TRIGGER IF NOT EXISTS seals_stay BEFORE DELETE ON seals
    WHEN EXISTS (SELECT 1 FROM stories WHERE key = OLD.story)
    BEGIN SELECT RAISE(ABORT, 'a seal stays while its story exists'); END""",
    """CREATE TRIGGER IF NOT EXISTS stories_keep_their_key BEFORE UPDATE OF key ON stories
    WHEN OLD.key <> NEW.key
    BEGIN SELECT RAISE(ABORT, 'a story keeps its key'); END""",
    """CREATE TRIGGER IF NOT EXISTS stories_never_replaced BEFORE INSERT ON stories
    WHEN EXISTS (SELECT 1 FROM stories WHERE key = NEW.key OR id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'a story is there already'); END""",
)
"""Beyond what the engine promises itself: statements from outside are refused as well."""

WORDS = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(terms, content='', detail='none',"
    " columnsize=0, tokenize=\"unicode61 remove_diacritics 0 tokenchars '_'\")"
)


STATISTICS = (
    ("events", "events", "100000 100000 1"),
    ("facts", "facts", "100000 100000 10000 2 1 1 1"),
    ("facts", "facts_by_commit", "100000 100000 20"),
    ("facts", "facts_by_entity", "100000 100000 10000 100 40 20 1"),
    ("facts", "facts_by_value", "100000 100000 10000 100 40 8 6 1"),
    ("marks", "marks", "100000 100000 2 1"),
    ("marks", "marks_by_commit", "100000 100000 1000"),
    ("perception_versions", "perception_versions", "10000 10000 1000 2 1"),
    ("perception_versions", "perception_versions_by_commit", "10000 10000 100"),
    ("perception_versions", "perception_versions_by_event", "10000 10000 10"),
    ("perceptions", "perceptions", "1000000 1000000 100000 1"),
    ("perceptions", "perceptions_by_id", "1000000 1000000 1"),
    ("states", "states", "10000 10000 100 50 1 1"),
    ("states", "states_by_commit", "10000 10000 2"),
    ("vectors", "vectors", "100000 100000 1"),
)
"""The shape of a long story, for SQLite's planner: rows, and how many for each more column of an
index. Left to itself it guesses ten for the first column of any, and here that is the story: it
would read every mark of a story to have a page of them in order, or all that an owner was ever
shown to find one fact. Rounded from what `ANALYZE` says of a story of 125,000 events."""


def open_engine(url: str, *, memory: bool) -> Engine:
    """An engine whose transactions begin when they are told to, as readers or as writers.

    A writer takes the lock before it reads anything, so that what it decides on is what it writes
    on, and waits for others as long as it takes them: nobody is told that a database is locked.
    """
    options: dict[str, Any] = {"poolclass": StaticPool} if memory else {"max_overflow": -1}
    engine = create_engine(
        url, connect_args={"check_same_thread": False, "timeout": PATIENCE}, **options
    )

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("PRAGMA recursive_triggers = ON")
        cursor.execute("PRAGMA cache_size = -32000")
        cursor.execute("PRAGMA wal_autocheckpoint = 2000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("rashomon_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def ready(connection: Connection) -> None:
    """Turn the write-ahead log on, in a file that is known to be ours: it would change another's.

    Here, and only here, SQLite does not wait for others itself.
    """
    cursor = cast(sqlite3.Connection, connection.connection.driver_connection).cursor()
    until = time.monotonic() + PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def install(connection: Connection) -> None:
    """Make what the schema needs beyond its tables. Also after a migration that rebuilt some."""
    for statement in (*TRIGGERS, WORDS):
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("ANALYZE facts")  # makes the table of statistics, if it is not there
    connection.exec_driver_sql("DELETE FROM sqlite_stat1")
    connection.exec_driver_sql("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", list(STATISTICS))
    connection.exec_driver_sql("ANALYZE sqlite_schema")  # lets this connection read them


def lock_story(connection: Connection, story: str) -> None:
    """Nothing to do: whoever writes has the whole file."""


def insert_rows(
    connection: Connection, table: str, columns: Sequence[str], rows: list[tuple[Any, ...]]
) -> None:
    """Insert many rows with the driver's own loop."""
    if not rows:
        return  # an event that nobody perceived has no perceptions
    marks = ", ".join("?" * len(columns))
    names = ", ".join(f'"{column}"' for column in columns)
    statement = f'INSERT INTO "{table}" ({names}) VALUES ({marks})'  # noqa: S608  our own names
    connection.exec_driver_sql(statement, rows)


class SqliteText:
    """Full text in one FTS5 table that keeps no text of its own."""

    def add(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Index documents by number."""
        rows = rows_of(story, language, documents)
        if rows:
            connection.exec_driver_sql("INSERT INTO words (rowid, terms) VALUES (?, ?)", rows)

    def remove(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Take documents out again; FTS5 must be told what it holds."""
        rows = rows_of(story, language, documents)
        if rows:
            connection.exec_driver_sql(
                "INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", rows
            )

    def clear(self, connection: Connection, story: int) -> None:
        """Nothing: each document has to be taken out by itself."""

    def search(
        self, connection: Connection, story: int, words: Sequence[str], limit: int
    ) -> list[int]:
        """Numbers of documents with all these terms, newest first."""
        query = " AND ".join(f'"{word}"' for word in (_story(story), *words))
        rows = connection.exec_driver_sql(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?",
            (query, limit),
        )
        return [rowid & ((1 << _STORY_SHIFT) - 1) for (rowid,) in rows]


def rows_of(story: int, language: str, documents: Mapping[int, Document]) -> list[tuple[int, str]]:
    """The rows of the index that documents make: what FTS5 is handed to put in or take out."""
    return [
        (story << _STORY_SHIFT | number, _document(story, language, document))
        for number, document in documents.items()
    ]


def _story(story: int) -> str:
    return f"s_{story}"


def _document(story: int, language: str, document: Document) -> str:
    owners = " ".join([f"o_{story}_{owner}" for owner in document.owners])
    return f"{_story(story)} {owners} {' '.join(terms(document.text, language))}"


def lock_schema(connection: Connection) -> None:
    """Nothing to do: whoever writes has the whole file."""


def empty_index(connection: Connection) -> None:
    """Forget every document of every story."""
    connection.exec_driver_sql("INSERT INTO words (words) VALUES ('delete-all')")


def tidy(connection: Connection) -> None:
    """Write the index without what was taken out of it, so that no word of it stays in the file."""
    connection.exec_driver_sql("INSERT INTO words (words) VALUES ('optimize')")


def check(connection: Connection) -> str:
    """What SQLite says of its own file: `ok`, or what is wrong with it."""
    return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
