"""The two databases behind one table of functions, chosen by URL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError

from rashomon.errors import StoreUnavailable, named
from rashomon.stores import sqlite
from rashomon.stores.textindex import TextIndex
from rashomon.stores.writing import InsertRows


@dataclass(frozen=True)
class Backend:
    """What differs between SQLite and PostgreSQL. `file` is the database's, where it has one."""

    engine: Engine
    text: TextIndex
    insert_rows: InsertRows
    lock_story: Callable[[Connection, str], None]
    ready: Callable[[Connection], None]
    lock_schema: Callable[[Connection], None]
    install: Callable[[Connection], None]
    empty_index: Callable[[Connection], None]
    tidy: Callable[[Connection], None]
    check: Callable[[Connection], str]
    memory: bool
    file: Path | None
    shown: str


def open_backend(url: str) -> Backend:
    """A backend for a path, `sqlite:///…`, `:memory:` or `postgresql://…`."""
    if url.split("://", 1)[0].split("+")[0] in ("postgresql", "postgres"):
        return _postgres(url)
    if "://" in url and not url.startswith("sqlite"):
        kind = url.split("://", 1)[0]
        raise StoreUnavailable(
            f"There are no stories at {kind}://…; give a file, sqlite:///FILE or postgresql://…."
        )
    path = url.split(":///", 1)[1] if url.startswith("sqlite") and ":///" in url else url
    memory = path in ("", ":memory:") or url == "sqlite://"
    if not memory:
        try:
            _check_path(Path(path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "that is no name of a file"
            raise StoreUnavailable(f"{named(path)} cannot be opened: {reason}.") from None
    engine = sqlite.open_engine(
        "sqlite+pysqlite:///:memory:" if memory else f"sqlite+pysqlite:///{path}", memory=memory
    )
    return Backend(
        engine=engine, text=sqlite.SqliteText(), insert_rows=sqlite.insert_rows,
        lock_story=sqlite.lock_story, ready=sqlite.ready, lock_schema=sqlite.lock_schema,
        install=sqlite.install, empty_index=sqlite.empty_index, tidy=sqlite.tidy,
        check=sqlite.check, memory=memory,
        file=None if memory else Path(path), shown=":memory:" if memory else named(path),
    )  # fmt: skip


def _check_path(path: Path) -> None:
    if "\0" in str(path):
        raise ValueError
    if path.is_dir():
        raise StoreUnavailable(f"{named(path)} is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise StoreUnavailable(
            f"There is no folder {named(path.parent)} to keep {named(path.name)} in."
        )
    if path.is_file() and path.stat().st_size > 0:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\x00":
                raise StoreUnavailable(f"{named(path)} is a file, but no database of stories.")


def _postgres(url: str) -> Backend:
    try:
        from rashomon.stores import postgres
    except ImportError:
        raise StoreUnavailable("PostgreSQL needs its driver: install rashomon[postgres].") from None
    try:
        shown = make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        raise StoreUnavailable("That is no address of a PostgreSQL database.") from None
    return Backend(
        engine=postgres.open_engine(url), text=postgres.PostgresText(),
        insert_rows=postgres.insert_rows, lock_story=postgres.lock_story,
        lock_schema=postgres.lock_schema, ready=postgres.ready, install=postgres.install,
        empty_index=postgres.empty_index, tidy=postgres.tidy, check=postgres.check, memory=False,
        file=None, shown=shown,
    )  # fmt: skip
