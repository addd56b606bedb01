"""When each character last reflected, and up to where its beliefs are checked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table of reflections."""
    op.create_table(
        "reflections",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("owner", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commit", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("time", sa.Float(), nullable=False),
        sa.Column("moment", sa.BigInteger(), nullable=False),
        sa.Column("automatic", sa.Boolean(), nullable=False),
        sa.Column("checked", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story", "owner", "commit"),
        sqlite_with_rowid=False,
    )
    op.create_index("reflections_by_commit", "reflections", ["story", "commit"], unique=False)
