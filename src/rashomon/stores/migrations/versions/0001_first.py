"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table. What is not a table, the store makes after any migration."""
    _aliases()
    _beliefs()
    _commits()
    _entities()
    _events()
    _facts()
    _knowledge()
    _marks()
    _memories()
    _names()
    _perception_versions()
    _perceptions()
    _recollections()
    _relationships()
    _seals()
    _settings()
    _states()
    _stories()
    _symbols()
    _texts()
    _threads()
    _turns()
    _worlds()


def _aliases() -> None:
    op.create_table(
        "aliases",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("alias", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("target", sa.Integer(), autoincrement=False, nullable=True),
        sa.PrimaryKeyConstraint("story", "alias", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("aliases_by_commit", "aliases", ["story", "commit"], unique=False)


def _beliefs() -> None:
    op.create_table(
        "beliefs",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("confidence", sa.SmallInteger(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("supports", sa.Text(), nullable=False),
        sa.Column("contradicts", sa.Text(), nullable=False),
        sa.Column("formed", sa.Float(), nullable=False),
        sa.Column("revised", sa.Float(), nullable=True),
        sa.Column("authored", sa.Boolean(), nullable=False),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "id", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("beliefs_by_commit", "beliefs", ["story", "commit"], unique=False)
    op.create_index("beliefs_by_owner", "beliefs", ["story", "owner"], unique=False)


def _commits() -> None:
    op.create_table(
        "commits",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("first_event", sa.BigInteger(), nullable=False),
        sa.Column("first_perception", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )


def _entities() -> None:
    op.create_table(
        "entities",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entity", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("story", "entity", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("entities_by_commit", "entities", ["story", "commit"], unique=False)


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("who", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("at", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("witnesses", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )


def _facts() -> None:
    op.create_table(
        "facts",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entity", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("property", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("how", sa.SmallInteger(), nullable=False),
        sa.Column("teller", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("root", sa.BigInteger(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("story", "owner", "event", "entity", "property", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("facts_by_commit", "facts", ["story", "commit"], unique=False)
    op.create_index(
        "facts_by_entity",
        "facts",
        ["story", "owner", "entity", "property", "how", "event"],
        unique=False,
    )
    op.create_index(
        "facts_by_value",
        "facts",
        [
            "story",
            "owner",
            "entity",
            "property",
            sa.text("substr(value, 1, 40)"),
            "how",
            "event",
        ],
        unique=False,
    )


def _knowledge() -> None:
    op.create_table(
        "knowledge",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entity", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("how", sa.SmallInteger(), nullable=False),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "owner", "entity", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("knowledge_by_commit", "knowledge", ["story", "commit"], unique=False)
    op.create_index("knowledge_by_entity", "knowledge", ["story", "entity"], unique=False)


def _marks() -> None:
    op.create_table(
        "marks",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("importance", sa.SmallInteger(), nullable=True),
        sa.Column("tags", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "event", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("marks_by_commit", "marks", ["story", "commit"], unique=False)


def _memories() -> None:
    op.create_table(
        "memories",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("importance", sa.SmallInteger(), nullable=False),
        sa.PrimaryKeyConstraint("story", "event"),
        sqlite_with_rowid=False,
    )
    op.create_index("memories_by_commit", "memories", ["story", "commit"], unique=False)


def _names() -> None:
    op.create_table(
        "names",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "owner", "person", "name", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("names_by_commit", "names", ["story", "commit"], unique=False)


def _perception_versions() -> None:
    op.create_table(
        "perception_versions",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("text", sa.BigInteger(), nullable=True),
        sa.Column("teller", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("importance", sa.SmallInteger(), nullable=True),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "owner", "event", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "perception_versions_by_commit", "perception_versions", ["story", "commit"], unique=False
    )
    op.create_index(
        "perception_versions_by_event", "perception_versions", ["story", "event"], unique=False
    )


def _perceptions() -> None:
    op.create_table(
        "perceptions",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("at", sa.Integer(), autoincrement=False, nullable=True),
        sa.Column("text", sa.BigInteger(), nullable=True),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("story", "owner", "event"),
        sqlite_with_rowid=False,
    )
    op.create_index("perceptions_by_id", "perceptions", ["story", "id"], unique=True)


def _recollections() -> None:
    op.create_table(
        "recollections",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("perception", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("story", "owner", "perception", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("recollections_by_commit", "recollections", ["story", "commit"], unique=False)


def _relationships() -> None:
    op.create_table(
        "relationships",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("about", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("calls", sa.Text(), nullable=True),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "owner", "about", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("relationships_by_commit", "relationships", ["story", "commit"], unique=False)


def _seals() -> None:
    op.create_table(
        "seals",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("story", "event"),
        sqlite_with_rowid=False,
    )
    op.create_index("seals_by_commit", "seals", ["story", "commit"], unique=False)


def _settings() -> None:
    op.create_table(
        "settings",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "key", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("settings_by_commit", "settings", ["story", "commit"], unique=False)


def _states() -> None:
    op.create_table(
        "states",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entity", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("property", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "entity", "property", "event", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("states_by_commit", "states", ["story", "commit"], unique=False)


def _stories() -> None:
    op.create_table(
        "stories",
        sa.Column("key", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("next_commit", sa.BigInteger(), nullable=False),
        sa.Column("next_event", sa.BigInteger(), nullable=False),
        sa.Column("next_perception", sa.BigInteger(), nullable=False),
        sa.Column("next_text", sa.BigInteger(), nullable=False),
        sa.Column("next_belief", sa.BigInteger(), nullable=False),
        sa.Column("next_thread", sa.BigInteger(), nullable=False),
        sa.Column("next_memory", sa.BigInteger(), nullable=False),
        sa.Column("sealed", sa.BigInteger(), nullable=False),
        sa.Column("sealed_head", sa.LargeBinary(), nullable=False),
        sa.Column("analysis", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
        sa.UniqueConstraint("id"),
        sqlite_autoincrement=True,
    )


def _symbols() -> None:
    op.create_table(
        "symbols",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )
    op.create_index("symbols_by_name", "symbols", ["story", "name"], unique=True)


def _texts() -> None:
    op.create_table(
        "texts",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )
    op.create_index("texts_by_commit", "texts", ["story", "commit"], unique=False)


def _threads() -> None:
    op.create_table(
        "threads",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("locked", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "id", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("threads_by_commit", "threads", ["story", "commit"], unique=False)


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("minutes", sa.Float(), nullable=False),
        sa.Column("narration", sa.Text(), nullable=True),
        sa.Column("viewpoint", sa.Integer(), autoincrement=False, nullable=True),
        sa.PrimaryKeyConstraint("story", "number"),
        sqlite_with_rowid=False,
    )


def _worlds() -> None:
    op.create_table(
        "worlds",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "commit"),
        sqlite_with_rowid=False,
    )
