"""No sealed event changes, by whatever hand; and what is forced upon one is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

import rashomon
from rashomon import Library
from rashomon.stores import sqlite as sqlite_store
from tests.laws.life import FULL, SEED, Life, difference
from tests.laws.worlds import Dice

Run = Callable[[str], None]

REFUSED = (
    "UPDATE events SET text = 'another' WHERE {event}",
    "UPDATE events SET who = at WHERE {event}",
    "UPDATE events SET id = id + 100000 WHERE {event}",
    "UPDATE events SET story = story + 100000 WHERE {event}",
    "DELETE FROM events WHERE {event}",
    "DELETE FROM events WHERE {story}",
    "DELETE FROM seals WHERE {seal}",
    "UPDATE seals SET hash = event WHERE {seal}",
    "UPDATE seals SET event = event + 100000 WHERE {seal}",
    "UPDATE stories SET key = key + 100000 WHERE {key}",
)
REFUSED_BY = {
    "sqlite": (
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE {event}",
        "REPLACE INTO seals SELECT * FROM seals WHERE {seal}",
        "UPDATE OR REPLACE events SET text = 'another' WHERE {event}",
        "INSERT OR REPLACE INTO stories SELECT * FROM stories WHERE {key}",
    ),
    "postgres": (
        "TRUNCATE events",
        "TRUNCATE seals",
        "TRUNCATE stories CASCADE",
        (
            "INSERT INTO events SELECT * FROM events WHERE {event}"
            " ON CONFLICT (story, id) DO UPDATE SET text = 'another'"
        ),
        (
            "WITH gone AS (DELETE FROM events WHERE {event} RETURNING *)"
            " INSERT INTO events SELECT * FROM gone"
        ),
    ),
}
FORCED = (
    "UPDATE events SET text = 'another' WHERE {event}",
    "UPDATE events SET turn = turn + 1 WHERE {event}",
    "UPDATE events SET step = step + 1 WHERE {event}",
    "DELETE FROM events WHERE {event}",
    "DELETE FROM seals WHERE {seal}",
    "UPDATE seals SET hash = {zeros} WHERE {seal}",
    "UPDATE turns SET time = time + 1 WHERE {turns}",
    "UPDATE stories SET sealed = sealed + 1 WHERE {key}",
    "DELETE FROM seals WHERE {last_seal}",
    "UPDATE symbols SET name = name || '!' WHERE {symbols}",
)
"""What is done with the triggers gone, and to what no trigger guards."""


@dataclass
class Database:
    """A database that others than the library have their hands in."""

    kind: str
    url: str

    @contextmanager
    def outside(self) -> Iterator[Run]:
        """A connection that the library knows nothing of; each statement is committed."""
        if self.kind == "sqlite":
            with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as lite:
                lite.isolation_level = None
                yield lambda statement: lite.execute(statement) and None
        else:
            import psycopg

            with psycopg.connect(self.url, autocommit=True) as other:
                yield lambda statement: other.execute(statement.encode()) and None

    def unguarded(self, run: Run) -> None:
        """Drop every trigger."""
        if self.kind == "sqlite":
            for trigger in sqlite_store.TRIGGERS:
                run(f"DROP TRIGGER IF EXISTS {trigger.split('EXISTS ')[1].split()[0]}")
        else:
            for table in ("events", "seals", "stories"):
                run(f"ALTER TABLE {table} DISABLE TRIGGER ALL")

    def guarded(self, run: Run) -> None:
        """Make the triggers again."""
        if self.kind == "sqlite":
            for trigger in sqlite_store.TRIGGERS:
                run(trigger)
        else:
            for table in ("events", "seals", "stories"):
                run(f"ALTER TABLE {table} ENABLE TRIGGER ALL")

    @property
    def refusal(self) -> type[Exception]:
        """What the database raises."""
        if self.kind == "sqlite":
            return sqlite3.DatabaseError
        import psycopg

        return psycopg.DatabaseError


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if request.param == "sqlite":
        return Database("sqlite", f"sqlite:///{tmp_path / 'stories.db'}")
    return Database("postgres", request.getfixturevalue("postgres_database"))


def _lived(library: Library, data: st.DataObject) -> Life:
    """A story with something sealed and, often, something pending."""
    life = Life(library, data)
    life.story.record({"steps": [{"who": "who0", "thinks": "It begins."}]})
    life.model.events[life.story.events()[0].id] = None  # type: ignore[assignment]
    life.before.append(None)  # type: ignore[arg-type]
    life.model.events.clear()
    for _ in range(Dice(data).upto(4)):
        life.record(data)
    life.keep(Dice(data).upto(2))
    if not life.story.verify().sealed:
        life.keep(0)
    return life


def _places(life: Life, data: st.DataObject) -> dict[str, str]:
    """How SQL names a sealed event of the story, and what belongs to it."""
    with life.library.context.store.reading(life.story.id) as unit:
        key = unit.head.key
    sealed = [event.id for event in life.story.events(limit=None) if event.sealed]
    one = Dice(data).pick(sealed)
    turn = life.story.event(one).turn
    return {
        "event": f"story = {key} AND id = {one}",
        "seal": f"story = {key} AND event = {one}",
        "last_seal": f"story = {key} AND event = {sealed[-1]}",
        "story": f"story = {key}",
        "key": f"key = {key}",
        "turns": f"story = {key} AND number = {turn}",
        "symbols": f"story = {key} AND id = (SELECT who FROM events WHERE story = {key}"
        f" AND id = {sealed[0]})",
        "zeros": "zeroblob(32)" if life.library.context.store.backend.file else "'\\x00'::bytea",
    }


def _given(examples: int) -> Callable[[Any], Any]:
    def wrap(test: Any) -> Any:
        wanted = settings(
            max_examples=examples * (20 if FULL else 1), database=None, deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(settings().suppress_health_check),
        )  # fmt: skip
        return seed(SEED)(wanted(given(data=st.data())(test)))

    return wrap


def test_that_no_statement_from_outside_changes_a_sealed_event(database: Database) -> None:
    with rashomon.open(database.url) as library, database.outside() as run:

        @_given(4)
        def holds(data: st.DataObject) -> None:
            life = _lived(library, data)
            before, head = life.rows(), life.story.verify().head
            names = _places(life, data)
            for statement in (*REFUSED, *REFUSED_BY[database.kind]):
                with pytest.raises(database.refusal):
                    run(statement.format(**names))
            assert not difference(before, life.rows())
            assert life.story.verify(head).ok
            life.gone()

        holds()


def test_that_what_is_forced_upon_a_sealed_event_is_found(database: Database) -> None:
    with rashomon.open(database.url) as library, database.outside() as run:

        @_given(3)
        def holds(data: st.DataObject) -> None:
            for statement in FORCED:
                life = _lived(library, data)
                names = _places(life, data)
                assert life.story.verify().ok
                database.unguarded(run)
                run(statement.format(**names))
                with rashomon.open(database.url) as again:
                    found = again.story(life.story.id).verify()
                assert not found.ok, statement
                assert found.fault, statement
                database.guarded(run)

        holds()


def test_that_a_chain_rewritten_whole_is_found_against_a_head_noted_elsewhere(
    database: Database,
) -> None:
    with rashomon.open(database.url) as library, database.outside() as run:
        world = {"id": "w", "title": "W", "characters": [{"id": "ada", "name": "Ada"}]}
        story = library.create(world)
        story.record({"steps": [{"who": "ada", "thinks": "First."}]})
        story.keep_now()
        noted = story.verify().head
        other = library.create({**world, "id": "v"})
        other.record({"steps": [{"who": "ada", "thinks": "Second."}]})
        other.keep_now()
        database.unguarded(run)
        run("DELETE FROM stories WHERE id = 'w'")
        run("UPDATE stories SET id = 'w' WHERE id = 'v'")
        assert story.verify().ok
        assert not story.verify(noted).ok


def test_that_a_head_noted_before_anything_was_sealed_lies_on_the_chain() -> None:
    world = {"id": "w", "title": "W", "characters": [{"id": "ada", "name": "Ada"}]}
    story = rashomon.open(":memory:").create(world)
    noted = story.verify().head
    assert story.verify(noted).ok
    story.record({"steps": [{"who": "ada", "thinks": "First."}]})
    story.keep_now()
    assert story.verify(noted).ok
