"""Runs: what models were asked, what came back, and what it cost."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables of runs."""
    op.create_table(
        "run_books",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sums", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("story"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "runs",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("turn", sa.BigInteger(), nullable=False),
        sa.Column("commit", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.BigInteger(), nullable=False),
        sa.Column("written", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "run_bodies",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("run", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("story", "run"),
    )
