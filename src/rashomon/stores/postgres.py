"""What only PostgreSQL does its own way: locking, triggers, bulk rows and full text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, LiteralString, cast

from psycopg import sql
from sqlalchemy import Connection, Engine, create_engine, event, text

from rashomon.stores.textindex import Document
from rashomon.story.words import terms

_FUNCTIONS = """
CREATE OR REPLACE FUNCTION rashomon_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what is in here is written once'; END $$;
CREATE OR REPLACE FUNCTION rashomon_event_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM seals WHERE story = OLD.story AND event = OLD.id)
  AND EXISTS (SELECT 1 FROM stories WHERE key = OLD.story)
  THEN RAISE EXCEPTION 'a sealed event stays while its story exists'; END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION rashomon_seal_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM stories WHERE key = OLD.story)
  THEN RAISE EXCEPTION 'a seal stays while its story exists'; END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION rashomon_key_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.key <> NEW.key THEN RAISE EXCEPTION 'a story keeps its key'; END IF;
  RETURN NEW;
END $$;
"""

_TRIGGERS = (
    ("events_never_change", "BEFORE UPDATE ON events FOR EACH ROW", "rashomon_refuse"),
    ("sealed_events_stay", "BEFORE DELETE ON events FOR EACH ROW", "rashomon_event_stays"),
    ("events_never_emptied", "BEFORE TRUNCATE ON events FOR EACH STATEMENT", "rashomon_refuse"),
    ("seals_never_change", "BEFORE UPDATE ON seals FOR EACH ROW", "rashomon_refuse"),
    ("seals_stay", "BEFORE DELETE ON seals FOR EACH ROW", "rashomon_seal_stays"),
    ("seals_never_emptied", "BEFORE TRUNCATE ON seals FOR EACH STATEMENT", "rashomon_refuse"),
    ("stories_keep_their_key", "BEFORE UPDATE ON stories FOR EACH ROW", "rashomon_key_stays"),
    ("stories_never_emptied", "BEFORE TRUNCATE ON stories FOR EACH STATEMENT", "rashomon_refuse"),
)

_WORDS = """
CREATE TABLE IF NOT EXISTS words (
  story integer NOT NULL, number bigint NOT NULL, terms tsvector NOT NULL,
  PRIMARY KEY (story, number));
CREATE INDEX IF NOT EXISTS words_by_term ON words USING gin (terms);
"""


def open_engine(url: str) -> Engine:
    """An engine for psycopg 3, whatever the URL calls PostgreSQL."""
    plain = url.split("://", 1)[1]
    engine = create_engine(f"postgresql+psycopg://{plain}", pool_size=8, max_overflow=-1)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("rashomon_writes", False):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")

    return engine


def install(connection: Connection) -> None:
    """Make what the schema needs beyond its tables. Also after a migration that rebuilt some."""
    connection.exec_driver_sql(_FUNCTIONS)
    for name, when, function in _TRIGGERS:
        table = when.split(" ON ")[1].split()[0]
        connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name} ON {table}")
        connection.exec_driver_sql(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION {function}()")
    connection.exec_driver_sql(_WORDS)


def lock_story(connection: Connection, story: str) -> None:
    """Make other writers of this story wait, and readers of it not."""
    connection.execute(text("SELECT 1 FROM stories WHERE id = :id FOR UPDATE"), {"id": story})


def insert_rows(
    connection: Connection, table: str, columns: Sequence[str], rows: list[tuple[Any, ...]]
) -> None:
    """Insert many rows by COPY, in a stream."""
    driver = cast(Any, connection.connection.driver_connection)
    statement = sql.SQL(cast(LiteralString, "COPY {} ({}) FROM STDIN")).format(
        sql.Identifier(table), sql.SQL(", ").join(sql.Identifier(column) for column in columns)
    )
    with driver.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


class PostgresText:
    """Full text in an inverted index of terms. The words are ours, not a dictionary's."""

    def add(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Index documents by number."""
        if not documents:
            return
        rows = [
            {"story": story, "number": number, "terms": _document(language, document)}
            for number, document in documents.items()
        ]
        connection.execute(
            text(
                "INSERT INTO words (story, number, terms)"
                " VALUES (:story, :number, array_to_tsvector(CAST(:terms AS text[])))"
            ),
            rows,
        )

    def remove(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Take documents out again."""
        if documents:
            connection.execute(
                text("DELETE FROM words WHERE story = :story AND number = ANY(:numbers)"),
                {"story": story, "numbers": list(documents)},
            )

    def clear(self, connection: Connection, story: int) -> None:
        """Take out everything of a story."""
        connection.execute(text("DELETE FROM words WHERE story = :story"), {"story": story})

    def search(
        self, connection: Connection, story: int, words: Sequence[str], limit: int
    ) -> list[int]:
        """Numbers of documents with all these terms, newest first."""
        query = " & ".join("'" + word.replace("'", "''") + "'" for word in words)
        rows = connection.execute(
            text(
                "SELECT number FROM words WHERE story = :story"
                " AND terms @@ CAST(:query AS tsquery) ORDER BY number DESC LIMIT :limit"
            ),
            {"story": story, "query": query, "limit": limit},
        )
        return [number for (number,) in rows]


def _document(language: str, document: Document) -> list[str]:
    owners = [f"o_{owner}" for owner in document.owners]
    return sorted({*owners, *terms(document.text, language)})


def ready(connection: Connection) -> None:
    """Nothing to do: a server keeps its log whatever is asked of it."""


def lock_schema(connection: Connection) -> None:
    """Let only one at a time make or migrate the tables."""
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7264351)")


def empty_index(connection: Connection) -> None:
    """Forget every document of every story."""
    connection.exec_driver_sql("DELETE FROM words")


def tidy(connection: Connection) -> None:
    """Nothing: PostgreSQL cleans up after itself."""


def check(connection: Connection) -> str:
    """Whether the server answers."""
    return "ok" if connection.exec_driver_sql("SELECT 1").scalar() == 1 else "no answer"
