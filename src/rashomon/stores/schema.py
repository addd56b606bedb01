"""The schema of a database: made when it is new, migrated when it is old, refused when too new."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from rashomon.errors import NewerSchema, StoreUnavailable
from rashomon.stores.backend import Backend
from rashomon.stores.tables import metadata

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every schema there was, oldest first; the last is today's. One file each in `migrations/`."""

MIGRATIONS = Path(__file__).parent / "migrations"


def prepare(backend: Backend) -> None:
    """Bring the database to today's schema. Of an older file a copy is laid beside it first."""
    with backend.engine.connect() as connection:
        found = _revision(connection, backend)
    with backend.engine.connect() as connection:
        backend.ready(connection)
    if found == REVISIONS[-1]:
        return
    if found is not None:
        _lay_aside(backend, found)
    with backend.engine.connect() as plain:
        connection = plain.execution_options(rashomon_writes=True)
        with connection.begin():
            backend.lock_schema(connection)
            found = _revision(connection, backend)
            if found == REVISIONS[-1]:
                return
            if found is None:
                metadata.create_all(connection)
                _stamp(connection)
            else:
                _upgrade(connection)
            backend.install(connection)


def _revision(connection: Connection, backend: Backend) -> str | None:
    """The schema of a database; `None` for an empty one. Raises for what is none of ours."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None:
        tables = inspect(connection).get_table_names()
        if tables:
            raise StoreUnavailable(
                f"{backend.shown} is a database of something else; it has a table {tables[0]!r}."
            )
    elif found not in REVISIONS:
        raise NewerSchema(
            f"{backend.shown} was written by a newer rashomon (schema {found}, this one knows "
            f"{REVISIONS[-1]}); install that version to open it."
        )
    return found


def _stamp(connection: Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    )
    connection.execute(
        text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": REVISIONS[-1]}
    )


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _lay_aside(backend: Backend, revision: str) -> None:
    """Lay a copy of a file beside it, as it is before a migration touches it."""
    if backend.file is None:
        return
    copy = backend.file.with_name(f"{backend.file.name}.schema-{revision}")
    number = 1
    while copy.exists():
        number += 1
        copy = backend.file.with_name(f"{backend.file.name}.schema-{revision}-{number}")
    with sqlite3.connect(backend.file) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
