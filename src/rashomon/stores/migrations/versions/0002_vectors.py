"""Vectors of texts. Those of stories that are there already are made in the background."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables for vectors."""
    op.create_table(
        "vector_models",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("story", "id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vectors",
        sa.Column("story", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("model", sa.Integer(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("story", "number"),
        sqlite_with_rowid=False,
    )
