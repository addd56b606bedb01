"""Statements that every room of the store needs: the newest version, and lists of any length."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, CompoundSelect, Row, Select, Table, func, select

T = TypeVar("T")

Query: TypeAlias = Select[*tuple[Any, ...]]
Union: TypeAlias = CompoundSelect[*tuple[Any, ...]]
AnyRow: TypeAlias = Row[*tuple[Any, ...]]

CHUNK = 500
"""How many ids a statement names at most: below every database's bound on parameters."""


def newest(
    table: Table, keys: Sequence[str], story: int | ColumnElement[int], *, gone: bool | None = None
) -> Query:
    """The newest version of each thing in a table; with `gone=False` only of those that are."""
    other = table.alias()
    last = (
        select(func.max(other.c.commit))
        .where(other.c.story == story, *(other.c[key] == table.c[key] for key in keys))
        .scalar_subquery()
    )
    query = select(table).where(table.c.story == story, table.c.commit == last)
    return query if gone is None else query.where(table.c.gone == gone)


def chunks(ids: Sequence[T]) -> Iterator[Sequence[T]]:
    """A long list of ids in lists that a statement can take."""
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]
