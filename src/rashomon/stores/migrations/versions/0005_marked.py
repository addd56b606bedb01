"""What is marked of an event beside its grade: what it claims, and what it retells."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Give marks a column.

    SQLite would write it behind the key; so there the table is made anew, as it is made today.
    """
    if op.get_bind().dialect.name != "sqlite":
        op.add_column("marks", sa.Column("data", sa.Text(), nullable=True))
        return
    op.execute("CREATE TEMPORARY TABLE marks_before AS SELECT * FROM marks")
    op.drop_table("marks")
    op.create_table(
        "marks",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("event", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("importance", sa.SmallInteger(), nullable=True),
        sa.Column("tags", sa.Text(), nullable=True),
        sa.Column("data", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("story", "event", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("marks_by_commit", "marks", ["story", "commit"], unique=False)
    op.execute(
        'INSERT INTO marks (story, event, "commit", importance, tags)'
        ' SELECT story, event, "commit", importance, tags FROM marks_before'
    )
    op.execute("DROP TABLE marks_before")
