"""The statements that read perceptions: built once, since building one takes SQLAlchemy longer than
a database takes to answer it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, func, select

from rashomon.stores import tables as t
from rashomon.stores.queries import CHUNK, Query, chunks, newest

_p, _e, _u, _m, _x = t.perceptions, t.events, t.turns, t.memories, t.texts
_v, _f, _k, _s = t.perception_versions, t.facts, t.marks, t.seals
_other, _y = _v.alias(), _x.alias()

STORY: Final[BindParameter[int]] = bindparam("the_story")
OWNERS: Final[BindParameter[list[int]]] = bindparam("the_owners", expanding=True)
_ids: BindParameter[list[int]] = bindparam("the_ids", expanding=True)
_first: BindParameter[int] = bindparam("the_first")
_last: BindParameter[int] = bindparam("the_last")

_newest = (
    select(func.max(_other.c.commit))
    .where(
        _other.c.story == _p.c.story, _other.c.owner == _p.c.owner, _other.c.event == _p.c.event
    )
    .scalar_subquery()
)  # fmt: skip


def _marked(column: str) -> ColumnElement[Any]:
    """What the newest mark that has it says of the event."""
    said = select(_k.c[column]).where(
        _k.c.story == _p.c.story, _k.c.event == _p.c.event, _k.c[column].is_not(None)
    )
    return said.order_by(_k.c.commit.desc()).limit(1).correlate(_p).scalar_subquery()


PERCEPTIONS: Final[Query] = (
    select(
        _p.c.id.label("perception"), _p.c.owner, _p.c.event, _p.c.form, _p.c.at.label("stood"),
        _p.c.text.label("text_id"),
        _e.c.id, _e.c.turn, _e.c.step, _e.c.kind, _e.c.who, _e.c.at, _e.c.text, _e.c.data,
        _u.c.time, _x.c.body, _m.c.time.label("remembered"), _m.c.people,
        _m.c.importance.label("weight"),
        _marked("importance").label("mark_importance"), _marked("tags").label("mark_tags"),
        _marked("data").label("mark_data"),
        select(func.max(_s.c.event)).where(_s.c.story == STORY).scalar_subquery().label("sealed"),
        _v.c.commit.label("version"), _v.c.form.label("new_form"), _v.c.text.label("new_text_id"),
        _v.c.teller, _v.c.importance.label("new_weight"), _v.c.locked, _v.c.gone,
        _y.c.body.label("new_body"),
    )
    .select_from(_p)
    .outerjoin(_e, and_(_e.c.story == _p.c.story, _e.c.id == _p.c.event))
    .outerjoin(_u, and_(_u.c.story == _e.c.story, _u.c.number == _e.c.turn))
    .outerjoin(_x, and_(_x.c.story == _p.c.story, _x.c.id == _p.c.text))
    .outerjoin(_m, and_(_m.c.story == _p.c.story, _m.c.event == _p.c.event))
    .outerjoin(
        _v,
        and_(
            _v.c.story == _p.c.story, _v.c.owner == _p.c.owner, _v.c.event == _p.c.event,
            _v.c.commit == _newest,
        ),
    )
    .outerjoin(_y, and_(_y.c.story == _v.c.story, _y.c.id == _v.c.text))
    .where(_p.c.story == STORY, _p.c.owner.in_(OWNERS))
)  # fmt: skip
"""Perceptions of some owners as they were made, with what each is of, what stands beside that, and
the newest version of the perception, be it one that takes it away. In one statement: a recollection
waits for it, and asking four times would take four times as long.
"""

BY_ID: Final = PERCEPTIONS.where(_p.c.id.in_(_ids))
BY_EVENT: Final = PERCEPTIONS.where(_p.c.event.in_(_ids))

FACTS: Final = newest(_f, ("owner", "event", "entity", "property"), STORY, gone=False).where(
    _f.c.owner.in_(OWNERS)
)
"""What was conveyed to some owners and still stands."""


class Of(NamedTuple):
    """A statement about certain moments: those in a list, or those in a span."""

    among: Query
    between: Query

    def runs(self, moments: Sequence[int]) -> Iterator[tuple[Query, Mapping[str, Any]]]:
        """What to run for these moments, in rising order: a span where they are many and dense."""
        if len(moments) > CHUNK and moments[-1] - moments[0] < 8 * len(moments):
            yield self.between, {"the_first": moments[0], "the_last": moments[-1]}
            return
        for chunk in chunks(moments):
            yield self.among, {"the_ids": list(chunk)}


_ORDER = (_f.c.entity, _f.c.property)
FACTS_OF: Final = Of(
    FACTS.where(_f.c.event.in_(_ids)).order_by(*_ORDER),
    FACTS.where(_f.c.event.between(_first, _last)).order_by(*_ORDER),
)
