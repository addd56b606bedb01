"""The tables: one schema for SQLite and PostgreSQL.

Every key starts with the story, so that a distributed database can keep each story in one place.
Authored ids stand in rows as small integers, which `symbols` gives back: a perception costs a few
dozen bytes, and an id of twenty letters would double that.

Rows are only ever added. What can change is rows of versions, of which the newest counts, and a
deletion is a version (`gone`). Every row carries the commit that wrote it, so that taking a commit
back is one delete in each table and a branch one copy. No table needs code of its own for either;
what the generic code must know about a column stands in its `info`:

- `symbol`: the integer stands for an id, per story;
- `index_of`: the JSON or text in it is left to the rows' own writers.

Only the tables of runs are otherwise: they are about the story, not of it.
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    func,
    literal_column,
)

metadata = MetaData()


def _story() -> Column[int]:
    return Column("story", Integer, primary_key=True, autoincrement=False)


def _commit(key: bool = False) -> Column[int]:
    return Column("commit", BigInteger, primary_key=key, autoincrement=False, nullable=False)


def _key(name: str) -> Column[int]:
    return Column(name, BigInteger, primary_key=True, autoincrement=False)


def _symbol(name: str, *, key: bool = False, nullable: bool = False) -> Column[int]:
    return Column(
        name,
        Integer,
        primary_key=key,
        autoincrement=False,
        nullable=nullable,
        info={"symbol": True},
    )


def _version() -> tuple[Column[Any], ...]:
    """Who made a version and why, and whether it takes the thing away."""
    return (
        Column("gone", Boolean, nullable=False),
        Column("by", String, nullable=False),
        Column("why", Text, nullable=True),
    )


def _table(name: str, *parts: Any, **more: Any) -> Table:
    return Table(name, metadata, *parts, sqlite_with_rowid=False, **more)


stories: Final = Table(
    "stories",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("id", String, nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("head", BigInteger, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("time", Float, nullable=False),
    Column("next_commit", BigInteger, nullable=False),
    Column("next_event", BigInteger, nullable=False),
    Column("next_perception", BigInteger, nullable=False),
    Column("next_text", BigInteger, nullable=False),
    Column("next_belief", BigInteger, nullable=False),
    Column("next_thread", BigInteger, nullable=False),
    Column("next_memory", BigInteger, nullable=False),
    Column("sealed", BigInteger, nullable=False),
    Column("sealed_head", LargeBinary, nullable=False),
    Column("analysis", Integer, nullable=False),
    sqlite_autoincrement=True,
)
"""One row a story: its heads and counters. `epoch` rises with whatever a cached scene must see.

Keys are never used again: what a process remembers of a deleted story must not serve another."""

symbols: Final = _table(
    "symbols",
    _story(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Index("symbols_by_name", "story", "name", unique=True),
)

commits: Final = _table(
    "commits",
    _story(),
    _key("id"),
    Column("kind", String, nullable=False),
    Column("by", String, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("first_event", BigInteger, nullable=False),
    Column("first_perception", BigInteger, nullable=False),
    Column("act", Text, nullable=True),
)
"""One row a commit. `act` is an author's edit as it was asked for, so that it can be made again."""

settings: Final = _table(
    "settings",
    _story(),
    Column("key", String, primary_key=True),
    _commit(key=True),
    Column("value", Text, nullable=True),
    Index("settings_by_commit", "story", "commit"),
)

worlds: Final = _table(
    "worlds",
    _story(),
    _commit(key=True),
    Column("data", Text, nullable=False),
)
"""Versions of what a world says of itself: title, language, opening, clock, calendars."""

entities: Final = _table(
    "entities",
    _story(),
    _symbol("entity", key=True),
    _commit(key=True),
    Column("kind", String, nullable=False),
    Column("data", Text, nullable=False),
    Column("retired", Boolean, nullable=False),
    Index("entities_by_commit", "story", "commit"),
)

aliases: Final = _table(
    "aliases",
    _story(),
    _symbol("alias", key=True),
    _commit(key=True),
    _symbol("target", nullable=True),
    Index("aliases_by_commit", "story", "commit"),
)

turns: Final = _table(
    "turns",
    _story(),
    _key("number"),
    _commit(),
    Column("time", Float, nullable=False),
    Column("minutes", Float, nullable=False),
    Column("narration", Text, nullable=True),
    _symbol("viewpoint", nullable=True),
)

events: Final = _table(
    "events",
    _story(),
    _key("id"),
    _commit(),
    Column("turn", BigInteger, nullable=False),
    Column("step", Integer, nullable=False),
    Column("kind", SmallInteger, nullable=False),
    _symbol("who", nullable=True),
    _symbol("at", nullable=True),
    Column("first", BigInteger, nullable=False),
    Column("witnesses", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("data", Text, nullable=True),
)
"""What happened, insert-only. Its perceptions have the ids from `first` on, `witnesses` of them."""

seals: Final = _table(
    "seals",
    _story(),
    _key("event"),
    _commit(),
    Column("hash", LargeBinary, nullable=False),
    Index("seals_by_commit", "story", "commit"),
)

marks: Final = _table(
    "marks",
    _story(),
    _key("event"),
    _commit(key=True),
    Column("importance", SmallInteger, nullable=True),
    Column("tags", Text, nullable=True),
    Column("data", Text, nullable=True),
    Index("marks_by_commit", "story", "commit"),
)
"""What the keeper or an author says of an event beside it: its importance (1 to 5) and tags, and as
`data` what it claims and retells beside its step, in the shape that `events.data` has."""

perceptions: Final = _table(
    "perceptions",
    _story(),
    _symbol("owner", key=True),
    _key("event"),
    Column("id", BigInteger, nullable=False),
    Column("form", Integer, nullable=False),
    _symbol("at", nullable=True),
    Column("text", BigInteger, nullable=True),
    _commit(),
    Index("perceptions_by_id", "story", "id", unique=True),
)
"""Who took in what. `form` packs mode, accuracy, version and hiddenness; `at` is where the owner
was if not in the place of the event; `text` is a row of `texts` where the words are its own."""

perception_versions: Final = _table(
    "perception_versions",
    _story(),
    _symbol("owner", key=True),
    _key("event"),
    _commit(key=True),
    Column("form", Integer, nullable=False),
    Column("text", BigInteger, nullable=True),
    _symbol("teller", nullable=True),
    Column("importance", SmallInteger, nullable=True),
    Column("locked", Text, nullable=False),
    *_version(),
    Index("perception_versions_by_event", "story", "event"),
    Index("perception_versions_by_commit", "story", "commit"),
)

texts: Final = _table(
    "texts",
    _story(),
    _key("id"),
    _commit(),
    Column("event", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Index("texts_by_commit", "story", "commit"),
)

memories: Final = _table(
    "memories",
    _story(),
    _key("event"),
    _commit(),
    Column("time", Float, nullable=False),
    Column("people", Text, nullable=False),
    Column("importance", SmallInteger, nullable=False),
    Index("memories_by_commit", "story", "commit"),
)
"""When a memory that an author gave was made. It stands for an event, below zero, that is none."""

facts: Final = _table(
    "facts",
    _story(),
    _symbol("owner", key=True),
    _key("event"),
    _symbol("entity", key=True),
    _symbol("property", key=True),
    _commit(key=True),
    Column("value", Text, nullable=False),
    Column("how", SmallInteger, nullable=False),
    _symbol("teller", nullable=True),
    Column("root", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False),
    Index("facts_by_entity", "story", "owner", "entity", "property", "how", "event"),
    Index("facts_by_commit", "story", "commit"),
)
"""What was conveyed to whom: the only source of knowledge and of last known states."""

FACT_START_LENGTH: Final = 40
"""How much of a value an index holds: every state and id, but of a text that was read its start."""

FACT_START: Final = func.substr(
    facts.c.value, literal_column("1"), literal_column(str(FACT_START_LENGTH))
)
Index(
    "facts_by_value", facts.c.story, facts.c.owner, facts.c.entity, facts.c.property, FACT_START,
    facts.c.how, facts.c.event,
)  # fmt: skip

states: Final = _table(
    "states",
    _story(),
    _symbol("entity", key=True),
    _symbol("property", key=True),
    _key("event"),
    _commit(key=True),
    Column("value", Text, nullable=False),
    Index("states_by_commit", "story", "commit"),
)
"""How the world objectively changed, by the event (or the moment) that changed it."""

knowledge: Final = _table(
    "knowledge",
    _story(),
    _symbol("owner", key=True),
    _symbol("entity", key=True),
    _commit(key=True),
    Column("how", SmallInteger, nullable=False),
    Column("event", BigInteger, nullable=False),
    Column("since", Float, nullable=False),
    Column("locked", Boolean, nullable=False),
    *_version(),
    Index("knowledge_by_entity", "story", "entity"),
    Index("knowledge_by_commit", "story", "commit"),
)

names: Final = _table(
    "names",
    _story(),
    _symbol("owner", key=True),
    _symbol("person", key=True),
    Column("name", String, primary_key=True),
    _commit(key=True),
    Column("event", BigInteger, nullable=False),
    *_version(),
    Index("names_by_commit", "story", "commit"),
)

relationships: Final = _table(
    "relationships",
    _story(),
    _symbol("owner", key=True),
    _symbol("about", key=True),
    _commit(key=True),
    Column("kind", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("calls", Text, nullable=True),
    Column("event", BigInteger, nullable=False),
    Column("locked", Text, nullable=False),
    *_version(),
    Index("relationships_by_commit", "story", "commit"),
)

beliefs: Final = _table(
    "beliefs",
    _story(),
    _key("id"),
    _commit(key=True),
    _symbol("owner"),
    Column("text", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("confidence", SmallInteger, nullable=False),
    Column("status", String, nullable=False),
    Column("supports", Text, nullable=False),
    Column("contradicts", Text, nullable=False),
    Column("formed", Float, nullable=False),
    Column("revised", Float, nullable=True),
    Column("authored", Boolean, nullable=False),
    Column("locked", Text, nullable=False),
    *_version(),
    Index("beliefs_by_owner", "story", "owner"),
    Index("beliefs_by_commit", "story", "commit"),
)

threads: Final = _table(
    "threads",
    _story(),
    _key("id"),
    _commit(key=True),
    Column("kind", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("status", String, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("closed", BigInteger, nullable=True),
    Column("people", Text, nullable=False),
    Column("locked", Text, nullable=False),
    *_version(),
    Index("threads_by_commit", "story", "commit"),
)

recollections: Final = _table(
    "recollections",
    _story(),
    _symbol("owner", key=True),
    _key("perception"),
    _commit(key=True),
    Index("recollections_by_commit", "story", "commit"),
)
"""Which memories came to mind in which turn; each recollection makes a memory last longer."""

reflections: Final = _table(
    "reflections",
    _story(),
    _symbol("owner", key=True),
    _commit(key=True),
    Column("turn", BigInteger, nullable=False),
    Column("time", Float, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("checked", Text, nullable=False),
    Index("reflections_by_commit", "story", "commit"),
)
"""Each time that somebody reflected: after which turn, at what story time, what was the newest
moment then, and up to which moment each of its held beliefs has been checked (JSON, by belief)."""

vector_models: Final = _table(
    "vector_models",
    _story(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    info={"derived": True},
)
"""The names of models that made vectors. `version` rises whenever vectors of one are written."""

vectors: Final = _table(
    "vectors",
    _story(),
    _key("number"),
    Column("model", Integer, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    info={"derived": True},
)
"""One vector a document of the text index, by the document's number: one byte a dimension.

There is one a document, whichever model made it, so that vectors of two never lie side by side."""

run_books: Final = _table(
    "run_books",
    _story(),
    Column("next", BigInteger, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("sums", Text, nullable=False),
    info={"runs": True},
)
"""One row a story that ever had a run: the number of the next, how many bytes its bodies take, and
what all of its calls took, by role (JSON). What was spent stays spent: neither pruning nor an undo
takes anything from the sums."""

runs: Final = _table(
    "runs",
    _story(),
    _key("id"),
    Column("kind", String, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("commit", BigInteger, nullable=True),
    Column("at", Float, nullable=False),
    Column("status", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("calls", BigInteger, nullable=False),
    Column("read", BigInteger, nullable=False),
    Column("written", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("cost", Float, nullable=True),
    info={"runs": True},
)

run_bodies: Final = Table(
    "run_bodies",
    metadata,
    _story(),
    _key("run"),
    Column("size", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    info={"runs": True},
)
"""The steps of a run, compressed. The oldest go when they take too much; the rows of `runs` stay,
for each takes about a hundred bytes."""

originals: Final = Table(
    "originals",
    metadata,
    _story(),
    Column("name", String, primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    _commit(),
    Column("data", LargeBinary, nullable=False),
)
"""The files that a story was brought in from, whole: read to be given back, and by no mind."""

_OF_STORIES = tuple(table for table in metadata.sorted_tables if table is not stories)

STORY_TABLES: Final = tuple(
    table for table in _OF_STORIES if "derived" not in table.info and "runs" not in table.info
)
"""Every table of what was recorded of stories: what is dumped, copied, taken back and deleted."""

RUN_TABLES: Final = tuple(table for table in _OF_STORIES if "runs" in table.info)
"""What was asked of models: deleted with its story, and neither dumped nor copied to a branch, for
it belongs to whoever keeps this very story. An undo takes runs back by their turn."""

DERIVED_TABLES: Final = tuple(table for table in _OF_STORIES if "derived" in table.info)
"""What is made of a story's rows and can be made again: it has no commits and is not dumped."""
