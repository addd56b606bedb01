"""What counts now, of the many rows that once did: found by seeks, never by reading them all.

A scene is loaded anew after every undo, and a claim is looked up while a turn is being recorded.
Both must cost the same in the hundredth turn and in the hundred-thousandth, so each statement here
goes down an index once for each thing that it asks about. They are built once, for building one
takes SQLAlchemy longer than a database takes to answer it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Subquery,
    and_,
    bindparam,
    func,
    literal,
    select,
    tuple_,
    union_all,
)

from rashomon.stores import tables as t
from rashomon.stores.queries import chunks
from rashomon.stores.rows import HOW_OF, value_of
from rashomon.story.event import Scalar

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading

_f, _s, _e = t.facts, t.states, t.entities
_SHOWN = (HOW_OF["saw"], HOW_OF["told"])

_story: ColumnElement[int] = bindparam("the_story")
_owner: ColumnElement[int] = bindparam("the_owner")
_entity: ColumnElement[int] = bindparam("the_entity")
_property: ColumnElement[int] = bindparam("the_property")
_value: ColumnElement[str] = bindparam("the_value")
_start: ColumnElement[str] = bindparam("the_start")
_before: ColumnElement[int] = bindparam("the_before")
_among: BindParameter[list[int]] = bindparam("the_ids", expanding=True)

AFTER_ALL = 1 << 62
"""After every moment there is."""


def _standing() -> ColumnElement[bool]:
    """The newest version of a fact, if that is not its deletion."""
    other = _f.alias()
    key = (other.c[name] == _f.c[name] for name in ("owner", "event", "entity", "property"))
    newest = select(func.max(other.c.commit)).where(other.c.story == _story, *key)
    return and_(_f.c.gone.is_(False), _f.c.commit == newest.scalar_subquery())


def _conveyed(how: int, entity: ColumnElement[int]) -> ColumnElement[bool]:
    return and_(
        _f.c.story == _story, _f.c.owner == _owner, _f.c.entity == entity,
        _f.c.property == _property, _f.c.how == how, _standing(),
    )  # fmt: skip


def _root(how: int) -> Subquery:
    # Were the bare column compared, SQLite would put the value into the start as well, and lose
    # the index over it.
    same = and_(_start == t.FACT_START, _f.c.value.concat("") == _value)
    query = select(literal(how).label("how"), _f.c.event, _f.c.root)
    query = query.where(_conveyed(how, _entity), same)
    return query.order_by(_f.c.event.desc()).limit(1).subquery()


_ROOTS = union_all(*(select(_root(how)) for how in HOW_OF.values()))

_things = select(_e.c.entity).where(_e.c.story == _story).distinct().subquery()


def _last(column: str, how: int) -> ColumnElement[Any]:
    query = select(_f.c[column]).where(_conveyed(how, _things.c.entity))
    return query.order_by(_f.c.event.desc()).limit(1).correlate(_things).scalar_subquery()


_WHEREABOUTS = union_all(
    *(
        select(_things.c.entity, _last("event", how).label("event"), _last("value", how))
        for how in _SHOWN
    )
)


def _first() -> ColumnElement[Any]:
    query = select(_f.c.event).where(_conveyed(HOW_OF["saw"], _things.c.entity))
    return query.order_by(_f.c.event).limit(1).correlate(_things).scalar_subquery()


_FIRST_SHOWN = select(_things.c.entity, _first()).where(_things.c.entity.in_(_among))


def _next(column: str, *after: ColumnElement[int]) -> ColumnElement[Any]:
    """A column of the first state, or of the first one after another, in the order of the key."""
    query = select(_s.c[column]).where(_s.c.story == _story)
    if after:
        query = query.where(tuple_(_s.c.entity, _s.c.property) > tuple_(*after))
    return query.order_by(_s.c.entity, _s.c.property).limit(1).scalar_subquery()


_keys = select(_next("entity").label("entity"), _next("property").label("property"))
_keys = _keys.cte("keys", recursive=True)
_keys = _keys.union_all(
    select(
        _next("entity", _keys.c.entity, _keys.c.property),
        _next("property", _keys.c.entity, _keys.c.property),
    ).where(_keys.c.entity.is_not(None))
)
_STATES = select(
    _keys.c.entity,
    _keys.c.property,
    select(_s.c.value)
    .where(
        _s.c.story == _story, _s.c.entity == _keys.c.entity, _s.c.property == _keys.c.property,
        _s.c.event < _before,
    )
    .order_by(_s.c.event.desc(), _s.c.commit.desc())
    .limit(1)
    .scalar_subquery(),
).where(_keys.c.entity.is_not(None))  # fmt: skip


def roots(
    story: StoryReading, owner: int, entity: int, prop: int, value: str
) -> list[tuple[int, int, int]]:
    """The newest fact that says this, for each way of having it: (how, event, root)."""
    given = {
        "the_story": story.key, "the_owner": owner, "the_entity": entity, "the_property": prop,
        "the_value": value, "the_start": value[: t.FACT_START_LENGTH],
    }  # fmt: skip
    return [(how, event, root) for how, event, root in story.run(_ROOTS, given, t.facts)]


def whereabouts(story: StoryReading, owner: int, place: int) -> Iterator[tuple[int, int, Scalar]]:
    """Where each thing was last shown, and last told, to be: (entity, event, value)."""
    given = {"the_story": story.key, "the_owner": owner, "the_property": place}
    for entity, event, value in story.run(_WHEREABOUTS, given):
        if event is not None:
            yield entity, event, value_of(value)


def first_shown(
    story: StoryReading, owner: int, place: int, things: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """When each of some things was first shown to be somewhere, or to leave: (entity, event)."""
    given = {"the_story": story.key, "the_owner": owner, "the_property": place}
    for chunk in chunks(things):
        for entity, event in story.run(_FIRST_SHOWN, {**given, "the_ids": list(chunk)}):
            if event is not None:
                yield entity, event


def states(story: StoryReading, before: int | None = None) -> Iterator[tuple[int, int, Scalar]]:
    """Every property as it stands, or stood before a moment: (entity, property, value)."""
    given = {"the_story": story.key, "the_before": AFTER_ALL if before is None else before}
    for entity, prop, value in story.run(_STATES, given):
        if value is not None:
            yield entity, prop, value_of(value)


def changes(story: StoryReading, since: int) -> list[tuple[str, str, Scalar, int]]:
    """Every change of a property from a moment on, in order."""
    query = select(_s).where(_s.c.story == story.key, _s.c.event >= since)
    return [
        (
            story.known_name(row.entity),
            story.known_name(row.property),
            value_of(row.value),
            row.event,
        )
        for row in story.rows(query.order_by(_s.c.event, _s.c.commit))
    ]
