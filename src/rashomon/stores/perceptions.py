"""The statements that read perceptions: built once, since building one takes SQLAlchemy longer than
a database takes to answer it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, select

from rashomon.stores import tables as t
from rashomon.stores.queries import CHUNK, Query, chunks, newest

_p, _e, _u, _m, _x = t.perceptions, t.events, t.turns, t.memories, t.texts
_v, _f = t.perception_versions, t.facts

STORY: Final[BindParameter[int]] = bindparam("the_story")
OWNERS: Final[BindParameter[list[int]]] = bindparam("the_owners", expanding=True)
_ids: BindParameter[list[int]] = bindparam("the_ids", expanding=True)
_first: BindParameter[int] = bindparam("the_first")
_last: BindParameter[int] = bindparam("the_last")

PERCEPTIONS: Final[Query] = (
    select(
        _p.c.id.label("perception"), _p.c.owner, _p.c.event, _p.c.form, _p.c.at.label("stood"),
        _p.c.text.label("text_id"),
        _e.c.id, _e.c.turn, _e.c.step, _e.c.kind, _e.c.who, _e.c.at, _e.c.text, _e.c.data,
        _u.c.time, _x.c.body, _m.c.time.label("remembered"), _m.c.people,
        _m.c.importance.label("weight"),
    )
    .select_from(_p)
    .outerjoin(_e, and_(_e.c.story == _p.c.story, _e.c.id == _p.c.event))
    .outerjoin(_u, and_(_u.c.story == _e.c.story, _u.c.number == _e.c.turn))
    .outerjoin(_x, and_(_x.c.story == _p.c.story, _x.c.id == _p.c.text))
    .outerjoin(_m, and_(_m.c.story == _p.c.story, _m.c.event == _p.c.event))
    .where(_p.c.story == STORY, _p.c.owner.in_(OWNERS))
)  # fmt: skip
"""Perceptions of some owners as they were made, with what each is of."""

BY_ID: Final = PERCEPTIONS.where(_p.c.id.in_(_ids))
BY_EVENT: Final = PERCEPTIONS.where(_p.c.event.in_(_ids))

FACTS: Final = newest(_f, ("owner", "event", "entity", "property"), STORY, gone=False).where(
    _f.c.owner.in_(OWNERS)
)
"""What was conveyed to some owners and still stands."""

_VERSIONS = (
    newest(_v, ("owner", "event"), STORY)
    .where(_v.c.owner.in_(OWNERS))
    .add_columns(_x.c.body)
    .outerjoin(_x, and_(_x.c.story == _v.c.story, _x.c.id == _v.c.text))
)


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


VERSIONS_OF: Final = Of(
    _VERSIONS.where(_v.c.event.in_(_ids)), _VERSIONS.where(_v.c.event.between(_first, _last))
)
"""The newest versions of perceptions, those that take one away included."""

_ORDER = (_f.c.entity, _f.c.property)
FACTS_OF: Final = Of(
    FACTS.where(_f.c.event.in_(_ids)).order_by(*_ORDER),
    FACTS.where(_f.c.event.between(_first, _last)).order_by(*_ORDER),
)
