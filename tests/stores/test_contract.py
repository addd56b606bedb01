"""What every store promises: paging, taking back, branching, taking out and in, and forgetting."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

import rashomon
from rashomon import Library
from rashomon.engine import runs
from rashomon.errors import BadFile, Exists, NewerSchema, NotFound, NothingToUndo, StoreUnavailable
from rashomon.story.run import Run, RunStep

WORLD: dict[str, Any] = {
    "id": "west-gate", "title": "The West Gate",
    "places": [{"id": "yard", "name": "the yard"}, {"id": "road", "name": "the road"}],
    "exits": [{"id": "gate", "from": "yard", "to": "road"}],
    "items": [{"id": "key", "name": "a key", "at": "elias"}],
    "characters": [
        {"id": "elias", "name": "Elias", "at": "yard",
         "memories": [{"text": "The Zymurgist came.", "minutes_ago": 5}],
         "beliefs": [{"text": "The Zymurgist lies."}]},
        {"id": "mara", "name": "Mara", "at": "yard"},
    ],
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def say(number: int, who: str = "elias") -> dict[str, Any]:
    """A turn of one line that no other turn has."""
    return {"steps": [{"who": who, "says": f"Word{number} it is.", "to": ["mara"]}]}


def connection_of(library: Library) -> Any:
    """A connection of the library's own database, past the engine: whoever else has the file."""
    store: Any = library.context.store
    return store.backend.engine.connect().execution_options(rashomon_writes=True)


def rows(connection: Connection) -> dict[str, int]:
    """How many rows each table has, and how many words the text index."""
    tables = [t for t in inspect(connection).get_table_names() if not t.startswith("words")]
    found = {
        name: connection.execute(text(f'SELECT count(*) FROM "{name}"')).scalar_one()
        for name in tables
    }
    return found | {"words": len(indexed(connection))}


def indexed(connection: Connection) -> list[str]:
    """Every word that the text index still holds."""
    if connection.dialect.name != "sqlite":
        query = "SELECT unnest(tsvector_to_array(terms)) FROM words"
        return list(connection.execute(text(query)).scalars())
    connection.execute(text("CREATE VIRTUAL TABLE temp.held USING fts5vocab(main, words, row)"))
    found = list(connection.execute(text("SELECT term FROM temp.held")).scalars())
    connection.execute(text("DROP TABLE temp.held"))
    return found


def test_what_is_recorded_is_read_as_it_was(library: Library) -> None:
    story = library.create(WORLD)
    done = story.record(say(1))
    (event,) = story.events()
    assert (event.id, event.text, event.who, event.to) == (done.events[0], "Word1 it is.", "elias",
                                                           ("mara",))  # fmt: skip
    assert [p.text for p in story.mind("mara").perceptions()] == ["Word1 it is."]
    assert [e.id for e in story.search("word1")] == list(done.events)
    assert library.story("west-gate").events() == [event]


def test_an_event_that_nobody_perceives_is_recorded(library: Library) -> None:
    story = library.create(WORLD)
    (event,) = story.record({"steps": [{"happens": "A star falls.", "at": None}]}).events
    assert story.who_perceived(event) == []
    assert story.event(event).kind == "happening"


def test_pages_follow_each_other_without_a_gap_or_a_repeat(library: Library) -> None:
    story = library.create(WORLD)
    story.record_many(say(n) for n in range(11))
    mind = story.mind("mara")
    for read, whole in (
        (story.events, story.events(limit=None)),
        (mind.perceptions, mind.perceptions(limit=None)),
    ):
        pages: list[Any] = []
        before = None
        while page := read(limit=4, before=before):
            pages = [*page, *pages]
            before = page[0].id
        assert pages == whole
        assert len(whole) == 11
        assert read(limit=3) == whole[-3:]
    assert [e.turn for e in story.events(turn=5)] == [5]


def test_undo_takes_back_the_newest_turn_and_never_gives_its_ids_again(library: Library) -> None:
    story = library.create(WORLD)
    story.record(say(1))
    before = (story.events(), story.mind("mara").perceptions(), story.clock)
    for turn in (say(2, "elias"), {"minutes": 9, "steps": [
        {"who": "elias", "goes": "road"}, {"who": "elias", "says": "Word2"}]}):  # fmt: skip
        done = story.record(turn)
        taken = [p.id for p in story.mind("elias").perceptions() if p.event in done.events]
        undone = story.undo()
        assert undone.turns == (2,)
        assert (story.events(), story.mind("mara").perceptions(), story.clock) == before
        assert story.search("word2") == []
        again = story.record(say(3))
        new = [p.id for p in story.mind("elias").perceptions() if p.event in again.events]
        assert min(again.events) > max(done.events)
        assert min(new) > max(taken)
        assert again.commit > done.commit
        story.undo()
    assert story.mind("mara").last_known("elias").state == {"at": "yard"}  # type: ignore[union-attr]


def test_sealed_turns_are_not_undone_and_a_keeping_between_stays(library: Library) -> None:
    story = library.create(WORLD)
    story.record(say(1))
    story.keep_now()
    story.record(say(2))
    story.undo()
    with pytest.raises(NothingToUndo):
        story.undo()
    assert [(e.text, e.sealed) for e in story.events()] == [("Word1 it is.", True)]
    assert story.verify().ok


def test_a_branch_is_the_story_as_it_stood_and_leaves_the_other_alone(library: Library) -> None:
    story = library.create(WORLD)
    for n in (1, 2, 3):
        story.record(say(n))
    other = story.branch(turn=1)
    assert [e.text for e in other.events()] == ["Word1 it is."]
    assert (other.clock.turn, other.clock.seconds) == (1, 60)
    assert other.search("word2") == []
    assert [e.text for e in other.search("word1")] == ["Word1 it is."]
    other.record(say(9))
    assert [p.text for p in other.mind("mara").perceptions()] == ["Word1 it is.", "Word9 it is."]
    assert [e.text for e in story.events()] == [f"Word{n} it is." for n in (1, 2, 3)]
    assert story.search("word9") == []
    with pytest.raises(NotFound):
        story.branch(turn=4)


def test_rewind_undoes_what_is_pending_and_branches_where_it_is_sealed(library: Library) -> None:
    story = library.create(WORLD)
    for n in (1, 2, 3):
        story.record(say(n))
    assert story.rewind(2).id == story.id
    assert len(story.events()) == 2
    story.keep_now()
    other = story.rewind(1)
    assert other.id != story.id
    assert (len(other.events()), len(story.events())) == (1, 2)


def test_a_story_taken_out_and_in_again_is_the_same(library: Library, tmp_path: Path) -> None:
    story = library.create(WORLD)
    story.record_many(say(n) for n in range(6))
    file = library.export(story.id, tmp_path / "story.jsonl")
    with pytest.raises(Exists):
        library.import_(file)
    other = library.import_(file, as_="other")
    for owner in ("elias", "mara"):
        for ask in ("perceptions", "beliefs", "relationships", "knowledge", "names", "map"):
            assert getattr(other.mind(owner), ask)() == getattr(story.mind(owner), ask)(), ask
    assert other.events() == story.events()
    assert (other.clock, other.pending, other.verify()) == (
        story.clock, story.pending, story.verify(),
    )  # fmt: skip
    assert [e.text for e in other.search("word4")] == ["Word4 it is."]
    again = library.export("other", tmp_path / "again.jsonl")
    # The story names itself in the second line, and the last is a hash over the lines before.
    assert again.read_text().splitlines()[2:-1] == file.read_text().splitlines()[2:-1]
    assert other.record(say(7)).events == story.record(say(7)).events


def test_deleting_leaves_no_row_in_any_table_and_no_word(library: Library) -> None:
    with connection_of(library) as connection:
        empty = rows(connection)
    kept = library.create({**WORLD, "id": "kept"})
    kept.record(say(1))
    with connection_of(library) as connection:
        before = rows(connection)
        assert "word1" in indexed(connection)
    assert before != empty
    story = library.create(WORLD)
    story.record_many(say(n) for n in range(8))
    story.record(say(8))
    step = RunStep("keeper", "grade", None, "a model", 1, prompt="Word8 it is.", calls=1)
    runs.keep_run(library.context, story.id, Run(0, "keep", 8, None, 0.0, "done", "", (step,)))
    story.branch(turn=8, as_="branch")
    for id in ("west-gate", "branch"):
        library.delete(id)
    with connection_of(library) as connection:
        assert rows(connection) == before
    assert [e.text for e in kept.search("word1")] == ["Word1 it is."]
    with pytest.raises(NotFound):
        library.story("west-gate")
    library.delete("kept")
    with connection_of(library) as connection:
        assert rows(connection) == empty


# The database itself refuses.

REFUSED = {
    "an update of a sealed event": "UPDATE events SET text = 'x' WHERE id = 1",
    "an update of a pending event": "UPDATE events SET text = 'x' WHERE id = 5",
    "a deletion of a sealed event": "DELETE FROM events WHERE id = 1",
    "a deletion of all events": "DELETE FROM events",
    "an update of a seal": "UPDATE seals SET event = 99 WHERE event = 1",
    "a deletion of a seal": "DELETE FROM seals WHERE event = 1",
    "another key for a story": "UPDATE stories SET key = 99",
}
REPLACED = {
    "a replaced event": "events",
    "a replaced seal": "seals",
    "a replaced story": "stories",
}


def sealed_story(library: Library) -> Any:
    """A story with four sealed events and a pending one."""
    story = library.create(WORLD)
    for n in range(1, 5):
        story.record(say(n))
    story.keep_now()
    story.record(say(5))
    return story


@pytest.mark.parametrize("statement", REFUSED.values(), ids=REFUSED)
def test_the_database_refuses_to_change_what_is_sealed(library: Library, statement: str) -> None:
    story = sealed_story(library)
    before = story.events()
    with connection_of(library) as connection, pytest.raises(DBAPIError), connection.begin():
        connection.execute(text(statement))
    assert story.events() == before
    assert story.verify().ok


@pytest.mark.parametrize("table", REPLACED.values(), ids=REPLACED)
def test_the_database_refuses_to_replace_what_is_sealed(library: Library, table: str) -> None:
    story = sealed_story(library)
    with connection_of(library) as connection:
        if connection.dialect.name == "sqlite":
            statements = [f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
                          f"REPLACE INTO {table} SELECT * FROM {table} LIMIT 1"]  # fmt: skip
        else:
            column = {"events": "text", "seals": "hash", "stories": "key"}[table]
            value = {"events": "'x'", "seals": "'x'", "stories": "99"}[table]
            insert = f"INSERT INTO {table} SELECT * FROM {table} LIMIT 1"
            keys = {"events": "story, id", "seals": "story, event", "stories": "key"}[table]
            statements = [
                f"{insert} ON CONFLICT ({keys}) DO UPDATE SET {column} = {value}",
                f"TRUNCATE {table}",
            ]
        for statement in statements:
            with pytest.raises(DBAPIError), connection.begin():
                connection.execute(text(statement))
    assert len(story.events()) == 5
    assert story.verify().ok


def test_verify_finds_what_was_changed_past_the_triggers(library: Library) -> None:
    story = sealed_story(library)
    noted = story.verify().head
    assert story.verify(head=noted).ok
    assert not story.verify(head="00" * 32).ok
    on = "" if library.context.store.backend.engine.dialect.name == "sqlite" else " ON events"  # type: ignore[attr-defined]
    with connection_of(library) as connection, connection.begin():
        connection.execute(text(f"DROP TRIGGER events_never_change{on}"))
        connection.execute(text("UPDATE events SET text = 'Forged.' WHERE id = 2"))
    found = story.verify()
    assert not found.ok
    assert "2" in str(found.fault)


def test_verify_finds_a_shortened_chain(library: Library) -> None:
    story = sealed_story(library)
    with connection_of(library) as connection, connection.begin():
        connection.execute(text("UPDATE stories SET sealed = sealed - 1"))
    assert not story.verify().ok


# Opening.


def test_a_database_of_a_newer_schema_is_refused(library_url: str) -> None:
    if library_url == ":memory:":
        pytest.skip("a database in memory is never an old one")
    with rashomon.open(library_url) as library:
        library.create(WORLD)
        with connection_of(library) as connection, connection.begin():
            connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerSchema, match="9999"):
        rashomon.open(library_url)


def test_a_database_of_something_else_is_refused_and_left_alone(library_url: str) -> None:
    if library_url == ":memory:":
        pytest.skip("a database in memory is always a new one")
    plain = library_url.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(plain)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    with pytest.raises(StoreUnavailable, match="recipes"):
        rashomon.open(library_url)
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == ["recipes"]
    engine.dispose()


@pytest.mark.parametrize("content", [b"Not a database at all, only text.\n", b"SQLite format 3"])
def test_a_file_that_is_no_database_is_refused_in_a_sentence(
    tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content * 20)
    with pytest.raises(StoreUnavailable) as refused:
        rashomon.open(str(file))
    assert "notes.txt" in str(refused.value)
    assert file.read_bytes() == content * 20


@pytest.mark.parametrize("where", ["", "missing/stories.db"])
def test_a_path_that_cannot_be_is_refused_in_a_sentence(tmp_path: Path, where: str) -> None:
    with pytest.raises(StoreUnavailable):
        rashomon.open(str(tmp_path / where))


def test_an_export_that_is_none_is_refused_and_makes_no_story(
    library: Library, tmp_path: Path
) -> None:
    story = library.create(WORLD)
    story.record(say(1))
    file = library.export(story.id, tmp_path / "story.jsonl")
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:-1], lines[-1].replace('"', "'")]))
    with pytest.raises(BadFile):
        library.import_(file, as_="broken")
    assert [info.id for info in library.list()] == [story.id]


def test_the_tables_and_their_migrations_agree(library: Library) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from rashomon.stores.schema import REVISIONS
    from rashomon.stores.tables import metadata

    def ours(_object: Any, name: str | None, kind: str, *_: Any) -> bool:
        return not (kind == "table" and str(name).startswith("words"))

    with connection_of(library) as connection:
        migration = MigrationContext.configure(connection, opts={"include_object": ours})
        assert compare_metadata(migration, metadata) == []
        assert migration.get_current_revision() == REVISIONS[-1]


def test_an_undone_event_that_nobody_perceived_leaves_no_word(library: Library) -> None:
    story = library.create(WORLD)
    story.record(say(1))
    with connection_of(library) as connection:
        before = indexed(connection)
    story.record({"steps": [{"happens": "The Zebroid falls.", "at": "road"}]})
    assert story.who_perceived(story.search("zebroid")[0].id) == []
    story.undo()
    with connection_of(library) as connection:
        assert indexed(connection) == before
