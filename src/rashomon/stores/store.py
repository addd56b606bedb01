"""The store: one implementation for SQLite and PostgreSQL, told apart only where they differ."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from rashomon.errors import BadFile, Exists, NotFound, Refused, StoreUnavailable
from rashomon.ports.store import Health, StoryHead, check_turn_number
from rashomon.stores import copying, schema
from rashomon.stores import tables as t
from rashomon.stores.backend import Backend, open_backend
from rashomon.stores.queries import AnyRow
from rashomon.stores.reading import StoryReading
from rashomon.stores.symbols import Symbols
from rashomon.stores.vectors import copy_vectors
from rashomon.stores.writing import StoryWriter
from rashomon.story.faults import unfit
from rashomon.story.words import ANALYSIS

if TYPE_CHECKING:
    from rashomon.stores.warm import WarmVectors

COUNTERS = (
    "next_commit", "next_event", "next_perception", "next_text", "next_belief", "next_thread",
    "next_memory",
)  # fmt: skip

_STORY = select(t.stories).where(t.stories.c.id == bindparam("the_id"))


class SqlStore:
    """A database of stories; the implementation of `ports.store.Store`.

    Every transaction reads the story's row first; a writer has the story (on SQLite, the file) to
    itself from then on. In one process writers also wait for each other before they ask the
    database, which is fairer than its own way of waiting.
    """

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        """Open the database at a path or URL; `clock` gives seconds since 1970."""
        self.clock = clock
        self.backend: Backend = open_backend(url)
        self._symbols: dict[int, Symbols] = {}
        self._made: list[Symbols] = []
        self._vectors: WarmVectors | None = None
        self._writers = threading.RLock()
        try:
            with self._spoken():
                schema.prepare(self.backend)
            self._index_anew()
        except BaseException:
            self.close()
            raise

    # Transactions.

    @contextmanager
    def _spoken(self) -> Generator[None]:
        """Say in a sentence what a database said in its own words."""
        try:
            yield
        except OverflowError:
            raise Refused("A number that was given is larger than any there is.") from None
        except DBAPIError as error:
            reason = str(error.orig).strip().split("\n")[0]
            raise StoreUnavailable(f"The database {self._where()} said no: {reason}.") from error
        except SQLAlchemyError as error:
            raise StoreUnavailable(
                f"The database {self._where()} cannot be used: {error}."
            ) from error

    def _where(self) -> str:
        return self.backend.shown

    @contextmanager
    def transaction(self, *, writes: bool) -> Generator[Connection]:
        """A transaction of its own, committed unless something is raised in it."""
        guard = self._writers if writes or self.backend.memory else nullcontext()
        with self._spoken(), guard, self.backend.engine.connect() as connection:
            if writes:
                connection = connection.execution_options(rashomon_writes=True)
            with self._made_as_committed() if writes else nullcontext(), connection.begin():
                yield connection

    @contextmanager
    def _made_as_committed(self) -> Generator[None]:
        """Keep the ids that a writer made if it came through, to the end of the very commit."""
        try:
            yield
        except BaseException:
            for symbols in self._made:
                symbols.forget()
            raise
        else:
            for symbols in self._made:
                symbols.kept()
        finally:
            self._made.clear()

    @contextmanager
    def reading(self, story: str) -> Generator[StoryReading]:
        """One story to read, as it stands at one moment."""
        with self.transaction(writes=False) as connection:
            row = self._row(connection, story)
            symbols = self._symbols_of(row.key)
            yield StoryReading(connection, _head(row), symbols, self.backend.text, self._warm)

    @contextmanager
    def writing(self, story: str) -> Generator[StoryWriter]:
        """One story to write: all of it, or nothing if anything is raised."""
        with self.transaction(writes=True) as connection:
            self.backend.lock_story(connection, story)
            with self._writer(connection, self._row(connection, story)) as writer:
                yield writer

    @contextmanager
    def _writer(self, connection: Connection, row: AnyRow) -> Generator[StoryWriter]:
        symbols = self._symbols_of(row.key)
        self._made.append(symbols)
        writer = StoryWriter(
            connection, _head(row), symbols, self.backend.text,
            insert_rows=self.backend.insert_rows,
            counters={name: getattr(row, name) for name in COUNTERS}, now=self.clock(),
        )  # fmt: skip
        yield writer
        writer.finish()

    def _symbols_of(self, key: int) -> Symbols:
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols.setdefault(key, Symbols(key))
        return found

    def _warm(self) -> WarmVectors:
        from rashomon.stores.warm import WarmVectors

        if self._vectors is None:
            self._vectors = WarmVectors()
        return self._vectors

    def _row(self, connection: Connection, story: object) -> AnyRow:
        storable = isinstance(story, str) and not any(map(unfit, story))
        row = connection.execute(_STORY, {"the_id": story}).first() if storable else None
        if row is None:
            known = connection.execute(select(t.stories.c.id)).scalars().all()
            raise NotFound("story", story, known)
        return row

    # Stories.

    def stories(self) -> list[StoryHead]:
        """Every story, in the order of their making."""
        with self.transaction(writes=False) as connection:
            rows = connection.execute(select(t.stories).order_by(t.stories.c.key))
            return [_head(row) for row in rows]

    @contextmanager
    def creating(self, story: str, created: float) -> Generator[StoryWriter]:
        """A new story to write its beginning into."""
        with self.transaction(writes=True) as connection:
            row = self._new(connection, story, created)
            with self._writer(connection, row) as writer:
                yield writer

    def _new(self, connection: Connection, story: str, created: float, **given: Any) -> AnyRow:
        query = select(t.stories.c.key).where(t.stories.c.id == story)
        if connection.execute(query).first() is not None:
            raise Exists("story", story)
        values: dict[str, Any] = {
            "id": story, "created": created, "epoch": 0, "head": 0, "turn": 0, "time": 0.0,
            "sealed": 0, "sealed_head": b"", "analysis": ANALYSIS,
            **dict.fromkeys(COUNTERS, 1), **given,
        }  # fmt: skip
        try:
            connection.execute(insert(t.stories), values)
        except IntegrityError:
            # Another process was quicker, between the question above and here.
            raise Exists("story", story) from None
        return self._row(connection, story)

    def branch(self, story: str, new: str, turn: int, created: float) -> None:
        """Copy a story as it stood just before the turn after this one was recorded."""
        with self.transaction(writes=True) as connection:
            self.backend.lock_story(connection, story)
            source = self._row(connection, story)
            check_turn_number(source.turn, turn)
            following = select(t.turns.c.commit).where(
                t.turns.c.story == source.key, t.turns.c.number == turn + 1
            )
            before = connection.execute(following).scalar()
            counters = {name: getattr(source, name) for name in COUNTERS}
            counters |= copying.counters_of(connection, source.key, before)
            row = self._new(connection, new, created, **counters)
            copying.copy_story(connection, source.key, row.key, before)
            copy_vectors(connection, source.key, row.key)
            with self._writer(connection, row) as writer:
                copying.rewind_head(writer)
                copying.index_story(writer)

    def delete(self, story: str) -> None:
        """Delete a story with everything that was ever written of it."""
        with self.transaction(writes=True) as connection:
            self.backend.lock_story(connection, story)
            row = self._row(connection, story)
            writer = StoryWriter(
                connection, _head(row), self._symbols_of(row.key), self.backend.text,
                insert_rows=self.backend.insert_rows, counters={}, now=self.clock(),
            )  # fmt: skip
            copying.unindex_story(writer)
            connection.execute(delete(t.stories).where(t.stories.c.key == row.key))
            copying.delete_rows(connection, row.key)
            self.backend.tidy(connection)
        self._symbols.pop(row.key, None)

    def dump(self, story: str, *, ids: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every row of a story, its own first, ids in full; with `ids`, also all that it ever had.

        Whoever wants to make the same story of it needs them, for their order decides ties.
        """
        with self.transaction(writes=False) as connection:
            row = self._row(connection, story)
            own = {
                name: value
                for name, value in row._mapping.items()  # pyright: ignore[reportPrivateUsage]
                if name not in ("key", "analysis")
            }
            yield "stories", own | {"sealed_head": bytes(row.sealed_head).hex()}
            if ids:
                yield from copying.ids(connection, row.key)
            yield from copying.dump(connection, row.key, self._symbols_of(row.key))

    @contextmanager
    def restoring(
        self, story: str, rows: Iterable[tuple[str, dict[str, Any]]], created: float
    ) -> Generator[StoryWriter]:
        """A story made of dumped rows, its own first: to be looked at before it is committed."""
        each = iter(rows)
        head = copying.checked_head(next(each, None))
        with self.transaction(writes=True) as connection:
            row = self._new(connection, story, created, **head)
            with self._writer(connection, row) as writer:
                try:
                    copying.restore(writer, each)
                    writer.flush()
                except (IntegrityError, DataError):
                    raise BadFile("The export holds a row that cannot be; it is damaged.") from None
                copying.check_counters(writer, head)
                copying.index_story(writer)
                yield writer

    def _index_anew(self) -> None:
        """Make the text index again where it was made by another analysis than today's."""
        stale = t.stories.c.analysis != ANALYSIS
        with self.transaction(writes=False) as connection:
            if connection.execute(select(t.stories.c.key).where(stale)).first() is None:
                return
        with self.transaction(writes=True) as connection:
            self.backend.empty_index(connection)
            for row in connection.execute(select(t.stories)).all():
                with self._writer(connection, row) as writer:
                    copying.index_story(writer)
            connection.execute(update(t.stories).values(analysis=ANALYSIS))

    def check(self) -> Health:
        """Ask the database whether it is whole."""
        with self.transaction(writes=False) as connection:
            said = self.backend.check(connection)
        return Health(self.backend.shown, schema.REVISIONS[-1], said)

    def close(self) -> None:
        """Close every connection."""
        self.backend.engine.dispose()


def _head(row: AnyRow) -> StoryHead:
    return StoryHead(
        id=row.id, key=row.key, epoch=row.epoch, commit=row.head, turn=row.turn, time=row.time,
        next_event=row.next_event, next_perception=row.next_perception,
        next_belief=row.next_belief, next_thread=row.next_thread, sealed=row.sealed,
        sealed_head=bytes(row.sealed_head),
    )  # fmt: skip
