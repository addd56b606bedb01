"""Whole stories: dumped, restored, branched and deleted, by the tables' own description."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Connection, Float, LargeBinary, Table, delete, func, insert, literal, select

from rashomon.errors import BadFile
from rashomon.stores import tables as t
from rashomon.stores.queries import chunks
from rashomon.stores.symbols import Symbols
from rashomon.stores.writing import StoryWriter

_PAGE = 2000


def dump(
    connection: Connection, story: int, symbols: Symbols
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row of a story with its ids in full, table by table, in the order of keys."""
    for table in t.STORY_TABLES:
        if table is t.symbols:
            continue
        query = select(table).where(table.c.story == story).order_by(*table.primary_key.columns)
        result = connection.execution_options(yield_per=_PAGE).execute(query)
        for row in result.mappings():
            yield table.name, _plain(connection, table, row, symbols)


def ids(connection: Connection, story: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The ids that rows refer to, in the order of their numbers, which is that of ties."""
    query = select(t.symbols.c.name).where(t.symbols.c.story == story).order_by(t.symbols.c.id)
    for (name,) in connection.execute(query):
        yield t.symbols.name, {"name": name}


def _plain(
    connection: Connection, table: Table, row: Mapping[Any, Any], symbols: Symbols
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column in table.columns:
        value = row[column]
        if column.name == "story" or value is None:
            continue
        if "symbol" in column.info:
            value = symbols.name(connection, value)
        elif isinstance(column.type, LargeBinary):
            value = bytes(value).hex()
        found[column.name] = value
    return found


def restore(writer: StoryWriter, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Write dumped rows as those of a new story. Raises `BadFile` for what is no such row."""
    tables = {table.name: table for table in t.STORY_TABLES if table is not t.symbols}
    count = 0
    for name, row in rows:
        if name == t.symbols.name:
            writer.symbol(_id(row))
            continue
        table = tables.get(name)
        if table is None:
            raise BadFile(f"The export has rows of a table {name!r}, which there is not.")
        writer.add(table, *_packed(writer, table, row))
        count += 1
        if count % _PAGE == 0:
            writer.flush()


def _id(row: Mapping[str, Any]) -> str:
    if set(row) != {"name"}:
        raise BadFile(f"The export has a row of {t.symbols.name!r} that is no id.")
    return str(_typed(t.symbols, t.symbols.c.name, row["name"]))


def _packed(writer: StoryWriter, table: Table, row: Mapping[str, Any]) -> list[Any]:
    unknown = set(row) - {column.name for column in table.columns} | ({"story"} & set(row))
    if unknown:
        raise BadFile(f"The export has a column {min(unknown)!r} in {table.name!r}, which is none.")
    found: list[Any] = []
    for column in table.columns:
        if column.name == "story":
            continue
        value = row.get(column.name)
        if value is None:
            if not column.nullable:
                raise BadFile(f"The export lacks {column.name!r} in a row of {table.name!r}.")
        elif "symbol" in column.info:
            value = writer.symbol(_typed(table, t.symbols.c.name, value))
        else:
            value = _typed(table, column, value)
        found.append(value)
    return found


def _typed(table: Table, column: Any, value: Any) -> Any:
    wanted = column.type.python_type
    where = f"{column.name!r} in {table.name!r}"
    if isinstance(column.type, LargeBinary):
        try:
            return bytes.fromhex(value)
        except (TypeError, ValueError):
            raise BadFile(f"The export's {where} is no hash.") from None
    if isinstance(column.type, Float) and type(value) is int:
        return float(value)
    if type(value) is not wanted:
        raise BadFile(f"The export's {where} should be {_KINDS[wanted]}, and is not.")
    if wanted is str and ("\0" in value or any("\ud800" <= c <= "\udfff" for c in value)):
        raise BadFile(f"The export's {where} holds a character that no text may hold.")
    if wanted is int and not -_WHOLE <= value < _WHOLE:
        raise BadFile(f"The export's {where} is far too large a number.")
    return value


_KINDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}
_WHOLE = 2**63


def copy_story(connection: Connection, source: int, target: int, before: int | None) -> None:
    """Copy the rows of a story that were written before a commit (all, for `None`) to another."""
    for table in t.STORY_TABLES:
        columns = [
            literal(target).label("story") if column.name == "story" else column
            for column in table.columns
        ]
        query = select(*columns).where(table.c.story == source)
        commit = table.c.id if table is t.commits else table.c.get("commit")
        if before is not None and commit is not None:
            query = query.where(commit < before)
        names = [column.name for column in table.columns]
        connection.execute(insert(table).from_select(names, query))


def index_story(writer: StoryWriter) -> None:
    """Index every text of a story whose index has nothing of it."""
    for moments in chunks(_moments(writer)):
        documents = writer.documents.of(moments)
        writer.index.add(writer.connection, writer.key, writer.language, documents)


def unindex_story(writer: StoryWriter) -> None:
    """Take every text of a story out of the index."""
    for moments in chunks(_moments(writer)):
        documents = writer.documents.of(moments)
        writer.index.remove(writer.connection, writer.key, writer.language, documents)
    writer.index.clear(writer.connection, writer.key)


def _moments(writer: StoryWriter) -> list[int]:
    events = select(t.events.c.id).where(t.events.c.story == writer.key)
    memories = select(t.memories.c.event).where(t.memories.c.story == writer.key)
    return [row[0] for query in (memories, events) for row in writer.rows(query)]


def delete_rows(connection: Connection, story: int) -> None:
    """Delete every row of a story whose own row is gone already."""
    for table in (*t.RUN_TABLES, *t.DERIVED_TABLES, *t.STORY_TABLES):
        connection.execute(delete(table).where(table.c.story == story))


def counters_of(connection: Connection, story: int, before: int | None) -> dict[str, int]:
    """The next free ids of a story as they were before a commit, as far as commits tell."""
    if before is None:
        return {}
    c = t.commits
    row = connection.execute(
        select(c.c.first_event, c.c.first_perception).where(c.c.story == story, c.c.id == before)
    ).one()
    return {
        "next_commit": before,
        "next_event": row.first_event,
        "next_perception": row.first_perception,
    }


def rewind_head(writer: StoryWriter) -> None:
    """Let a copied story stand where its last commit left it, whatever came after in the source."""
    key = writer.key
    last = _highest(writer, t.commits, "id")
    turn = writer.rows(
        select(t.turns).where(t.turns.c.story == key).order_by(t.turns.c.number.desc()).limit(1)
    )
    seal = writer.rows(
        select(t.seals.c.hash)
        .where(t.seals.c.story == key)
        .order_by(t.seals.c.event.desc())
        .limit(1)
    )
    count = select(func.count()).select_from(t.seals).where(t.seals.c.story == key)
    writer.set_head(
        commit=last,
        turn=turn[0].number if turn else 0,
        time=round(turn[0].time + 60.0 * turn[0].minutes, 3) if turn else 0.0,
        sealed=writer.run(count).scalar_one(),
        sealed_head=bytes(seal[0].hash) if seal else b"",
    )
    for counter, table, column in (
        ("next_text", t.texts, "id"),
        ("next_belief", t.beliefs, "id"),
        ("next_thread", t.threads, "id"),
    ):
        writer.set_counter(counter, _highest(writer, table, column) + 1)


def _highest(writer: StoryWriter, table: Table, column: str) -> int:
    query = select(func.max(table.c[column])).where(table.c.story == writer.key)
    return writer.run(query).scalar() or 0


def checked_head(first: tuple[str, dict[str, Any]] | None) -> dict[str, Any]:
    """A dumped story's own row, as far as a new one takes it over. Raises `BadFile`."""
    if first is None or first[0] != "stories":
        raise BadFile("The export does not begin with its story.")
    row = dict(first[1])
    for name in ("id", "created"):
        row.pop(name, None)
    unknown = set(row) - {column.name for column in t.stories.columns}
    unknown |= set(row) & {"key", "analysis"}
    if unknown:
        raise BadFile(f"The export's story has a column {min(unknown)!r}, which is none.")
    found: dict[str, Any] = {}
    for column in t.stories.columns:
        if column.name in ("key", "id", "created", "analysis"):
            continue
        if column.name not in row:
            raise BadFile(f"The export's story lacks {column.name!r}.")
        found[column.name] = _typed(t.stories, column, row[column.name])
    return found


def check_counters(writer: StoryWriter, head: Mapping[str, Any]) -> None:
    """Hold a restored story's own row to its rows: it would use ids twice, or skip turns."""
    highest = {
        "turn": _highest(writer, t.turns, "number"),
        "head": _highest(writer, t.commits, "id"),
    }
    free = {
        "next_commit": highest["head"],
        "next_event": _highest(writer, t.events, "id"),
        "next_perception": _highest(writer, t.perceptions, "id"),
        "next_text": _highest(writer, t.texts, "id"),
        "next_belief": _highest(writer, t.beliefs, "id"),
        "next_thread": _highest(writer, t.threads, "id"),
    }
    count = select(func.count()).select_from(t.turns).where(t.turns.c.story == writer.key)
    if (
        any(head[name] != value for name, value in highest.items())
        or any(head[name] <= value for name, value in free.items())
        or writer.run(count).scalar_one() != highest["turn"]
    ):
        raise BadFile("The export's story and its rows do not agree; it is damaged.")
