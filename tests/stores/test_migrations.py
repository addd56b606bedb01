"""A database of any age is brought to today's schema, or told in a sentence why it is not."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.exc import DBAPIError

import rashomon
from rashomon.errors import NewerSchema
from rashomon.stores import schema
from rashomon.stores.tables import metadata

WORLD = {
    "id": "hut",
    "title": "Hut",
    "characters": [{"id": "ada", "name": "Ada"}, {"id": "ben", "name": "Ben"}],
}

REBUILDS_EVENTS = """
from alembic import op
import sqlalchemy as sa

revision = "9000"
down_revision = "{today}"


def upgrade():
    with op.batch_alter_table("events", recreate="always") as batch:
        batch.add_column(sa.Column("colour", sa.String()))
"""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    return config


def _migrate(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def test_the_revisions_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory.from_config(_config())
    found = [each.revision for each in scripts.walk_revisions()]
    assert tuple(reversed(found)) == schema.REVISIONS


def test_migrations_from_nothing_make_the_tables_of_today() -> None:
    made, migrated = create_engine("sqlite://"), create_engine("sqlite://")
    query = text(
        "SELECT name, sql FROM sqlite_master"
        " WHERE name NOT LIKE 'sqlite_%' AND name <> 'alembic_version'"
    )
    metadata.create_all(made)
    with migrated.connect() as connection, connection.begin():
        _migrate(connection)
        theirs = {name: " ".join(str(sql).split()) for name, sql in connection.execute(query)}
    with made.connect() as connection:
        ours = {name: " ".join(str(sql).split()) for name, sql in connection.execute(query)}
    assert len(ours) > 40
    assert theirs == ours


def test_migrations_make_the_tables_of_today_on_postgresql(postgres_database: str) -> None:
    columns = text(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name NOT IN ('alembic_version', 'words')"
    )
    indexes = text("SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
                   " AND tablename NOT IN ('alembic_version', 'words')")  # fmt: skip
    plain = postgres_database.split("://", 1)[1]
    engine = create_engine(f"postgresql+psycopg://{plain}")
    with engine.connect() as connection:
        with connection.begin():
            _migrate(connection)
            migrated = [set(connection.execute(query).all()) for query in (columns, indexes)]
        with connection.begin():
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
            metadata.create_all(connection)
            made = [set(connection.execute(query).all()) for query in (columns, indexes)]
    engine.dispose()
    assert len(made[0]) > 100
    assert migrated == made


@pytest.fixture
def tomorrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rashomon of one schema more, whose migration makes the table of events anew."""
    migrations = tmp_path / "migrations"
    shutil.copytree(schema.MIGRATIONS, migrations)
    colours = REBUILDS_EVENTS.replace("{today}", schema.REVISIONS[-1])
    (migrations / "versions" / "9000_colours.py").write_text(colours)
    monkeypatch.setattr(schema, "MIGRATIONS", migrations)
    monkeypatch.setattr(schema, "REVISIONS", (*schema.REVISIONS, "9000"))


def _file_of_today(path: Path) -> None:
    with rashomon.open(path) as library:
        story = library.create(WORLD)
        story.record({"steps": [{"who": "ada", "says": "The well is dry."}]})
        story.keep_now()


@pytest.mark.usefixtures("tomorrow")
def test_an_older_file_is_migrated_after_a_copy_is_laid_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    with monkeypatch.context() as today:
        today.setattr(schema, "REVISIONS", schema.REVISIONS[:-1])
        _file_of_today(path)
    with rashomon.open(path) as library:
        story = library.story("hut")
        assert story.verify().ok
        assert [p.text for p in story.mind("ben").perceptions()] == ["The well is dry."]
        story.record({"steps": [{"who": "ben", "says": "Then we dig."}]})
    old = schema.REVISIONS[-2]
    copy = tmp_path / f"old.db.schema-{old}"
    assert copy.exists()
    with sqlite3.connect(copy) as before, sqlite3.connect(path) as after:
        assert before.execute("SELECT version_num FROM alembic_version").fetchall() == [(old,)]
        assert after.execute("SELECT version_num FROM alembic_version").fetchall() == [("9000",)]
        assert before.execute("SELECT count(*) FROM events").fetchone() == (1,)


@pytest.mark.usefixtures("tomorrow")
def test_a_migration_that_rebuilds_a_table_leaves_its_triggers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    with monkeypatch.context() as today:
        today.setattr(schema, "REVISIONS", schema.REVISIONS[:-1])
        _file_of_today(path)
    rashomon.open(path).close()
    outside = sqlite3.connect(path)
    for statement in (
        "UPDATE events SET text = 'The well is full.'",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT * FROM events",
    ):
        with pytest.raises(sqlite3.DatabaseError):
            outside.execute(statement)
    outside.close()


OLD = Path(__file__).parent / "schemas"
"""A file of every schema there was, as the version of its time left it: never made anew."""


def test_there_is_a_file_of_every_older_schema() -> None:
    found = sorted(path.name for path in OLD.iterdir())
    assert found == [f"{revision}.db.gz" for revision in schema.REVISIONS[:-1]]


@pytest.mark.parametrize("revision", schema.REVISIONS[:-1])
def test_a_file_of_an_older_schema_goes_on_as_if_it_were_of_today(
    revision: str, tmp_path: Path
) -> None:
    path = tmp_path / "stories.db"
    path.write_bytes(gzip.decompress((OLD / f"{revision}.db.gz").read_bytes()))
    with rashomon.open(path) as library:
        assert library.context.store.check().integrity == "ok"
        for each in ("hut", "other"):
            story = library.story(each)
            assert story.verify().ok
            dump = list(library.context.store.dump(each))
            assert story.embed_now().made > 1
            assert story.embed_now().left == 0
            assert list(library.context.store.dump(each)) == dump
        story = library.story("hut")
        said = [perception.text for perception in story.mind("ben").perceptions()]
        assert said[:2] == ["The well is dry, Ben.", "She rubs at something."]
        assert [event.id for event in story.search("well")] == [1]
        assert story.search("taken back") == []
        story.undo()
        story.record({"steps": [{"who": "ada", "says": "Then I dig alone."}]})
        assert story.embed_now().made == 1
        library.delete("other")
    assert (tmp_path / f"stories.db.schema-{revision}").exists()


def test_a_newer_file_is_refused_in_a_sentence_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    _file_of_today(path)
    with sqlite3.connect(path) as outside:
        outside.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match="newer rashomon"):
        rashomon.open(path)
    assert path.read_bytes() == before
    assert list(tmp_path.glob("new.db.schema*")) == []


def test_the_guard_of_events_is_on_postgresql_too(postgres_database: str) -> None:
    with rashomon.open(postgres_database) as library:
        story = library.create(WORLD)
        story.record({"steps": [{"who": "ada", "says": "The well is dry."}]})
        story.keep_now()
        plain = postgres_database.split("://", 1)[1]
        engine = create_engine(f"postgresql+psycopg://{plain}")
        for statement in ("UPDATE events SET turn = 2", "DELETE FROM events", "TRUNCATE events"):
            with pytest.raises(DBAPIError), engine.begin() as connection:
                connection.execute(text(statement))
        engine.dispose()
        assert story.verify().ok
