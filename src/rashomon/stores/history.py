"""Every version of what one mind holds, in the order of commits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table, and_, select

from rashomon.stores import tables as t
from rashomon.stores.queries import AnyRow
from rashomon.stores.rows import EDGES, unpack_form, value_of
from rashomon.story.history import (
    BeliefAt,
    BondAt,
    EdgeAt,
    History,
    NameAt,
    PerceptionAt,
    StoodAt,
)

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading


def history(story: StoryReading, owners: Sequence[int]) -> History:
    """The history of a mind; `owners` are the numbers of all ids that share it."""
    name = story.known_name
    return History(
        perceptions=_perceptions(story, owners),
        names=tuple(
            NameAt(row.commit, row.event, name(row.person), row.name, row.gone)
            for row in _versions(story, t.names, owners)
        ),
        edges=tuple(
            EdgeAt(row.commit, row.event, name(row.entity), EDGES[row.how], row.gone)
            for row in _versions(story, t.knowledge, owners)
        ),
        bonds=tuple(
            BondAt(row.commit, row.event, name(row.about), row.text, row.calls, row.gone)
            for row in _versions(story, t.relationships, owners)
        ),
        beliefs=tuple(
            BeliefAt(row.commit, row.id, row.text, row.gone)
            for row in _versions(story, t.beliefs, owners)
        ),
        stood=_stood(story, owners),
    )


def _versions(story: StoryReading, table: Table, owners: Sequence[int]) -> Sequence[AnyRow]:
    query = select(table).where(table.c.story == story.key, table.c.owner.in_(owners))
    return story.rows(query.order_by(table.c.commit))


def _perceptions(story: StoryReading, owners: Sequence[int]) -> tuple[PerceptionAt, ...]:
    p, v, x = t.perceptions, t.perception_versions, t.texts
    made = select(p.c.commit, p.c.event, p.c.form, x.c.body)
    made = made.outerjoin(x, and_(x.c.story == p.c.story, x.c.id == p.c.text))
    made = made.where(p.c.story == story.key, p.c.owner.in_(owners))
    changed = select(v.c.commit, v.c.event, v.c.form, v.c.gone, x.c.body)
    changed = changed.outerjoin(x, and_(x.c.story == v.c.story, x.c.id == v.c.text))
    changed = changed.where(v.c.story == story.key, v.c.owner.in_(owners))
    found = [_perception(row, gone=False, base=True) for row in story.rows(made)]
    found += [_perception(row, gone=row.gone, base=False) for row in story.rows(changed)]
    return tuple(sorted(found, key=lambda each: (each.commit, not each.base, each.moment)))


def _perception(row: Any, *, gone: bool, base: bool) -> PerceptionAt:
    mode, accuracy, version, _ = unpack_form(row.form)
    return PerceptionAt(row.commit, row.event, mode, accuracy, version, row.body, gone, base)


def _stood(story: StoryReading, owners: Sequence[int]) -> tuple[StoodAt, ...]:
    s = t.states
    at = story.symbols.number(story.connection, "at")
    query = select(s.c.commit, s.c.event, s.c.value).where(
        s.c.story == story.key, s.c.entity.in_(owners), s.c.property == at
    )
    found: list[StoodAt] = []
    for commit, moment, value in story.rows(query.order_by(s.c.event, s.c.commit)):
        place = value_of(value)
        found.append(StoodAt(commit, moment, place if isinstance(place, str) else None))
    return tuple(found)
