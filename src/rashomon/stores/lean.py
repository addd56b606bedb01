"""A whole mind read at once, each perception as little as weighing it needs.

A mind has tens of thousands of perceptions, and most are like many others in all but their words:
the same person saying something to the same people in the same place. One of each kind is read out
in full and stands for all of its kind; so is whatever has something of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import BindParameter, and_, bindparam, select

from rashomon.stores import tables as t
from rashomon.stores.perceptions import OWNERS, STORY
from rashomon.stores.textindex import document_of
from rashomon.story.perception import Held, Lean

if TYPE_CHECKING:
    from rashomon.stores.mind import MindReading
    from rashomon.stores.queries import AnyRow

EARLIEST = -(1 << 62)
"""Before every moment there is."""

_Mark: TypeAlias = tuple[int | None, str | None]

_p, _e, _u, _m = t.perceptions, t.events, t.turns, t.marks
_v, _f = t.perception_versions, t.facts
_start: BindParameter[int] = bindparam("the_start")

_ROWS = (
    select(
        _p.c.id, _p.c.event, _p.c.form, _p.c.at, _p.c.text,
        _e.c.kind, _e.c.who, _e.c.at, _e.c.text, _e.c.data, _e.c.turn, _u.c.time,
    )
    .select_from(_p)
    .outerjoin(_e, and_(_e.c.story == _p.c.story, _e.c.id == _p.c.event))
    .outerjoin(_u, and_(_u.c.story == _e.c.story, _u.c.number == _e.c.turn))
    .where(_p.c.story == STORY, _p.c.owner.in_(OWNERS), _p.c.event > _start)
    .order_by(_p.c.event)
)  # fmt: skip
_MARKS = (
    select(_m.c.event, _m.c.importance, _m.c.tags)
    .join(_p, and_(_p.c.story == _m.c.story, _p.c.event == _m.c.event))
    .where(_p.c.story == STORY, _p.c.owner.in_(OWNERS), _p.c.event > _start)
    .order_by(_m.c.event, _m.c.commit)
)
_OF_THEIR_OWN = tuple(
    select(table.c.event)
    .where(table.c.story == STORY, table.c.owner.in_(OWNERS), table.c.event > _start)
    .distinct()
    for table in (_v, _f)
)


def lean(mind: MindReading, after: int | None, *, imperfect: bool) -> Lean:
    """The perceptions of a mind after a moment, in the order of events.

    With `imperfect` off their words are those at first, as `views.reading.as_perceived` has it.
    """
    given = {**mind.given, "the_start": EARLIEST if after is None else after}
    rows = mind.story.run(_ROWS, given).all()
    own = {moment for query in _OF_THEIR_OWN for (moment,) in mind.story.run(query, given)}
    if len(mind.owners) > 1:
        own |= _twice([row[1] for row in rows])
    marks = _marks(mind, given)
    firsts: dict[tuple[Any, ...], int] = {}
    like: list[int] = []
    plain: list[bool] = []
    for _, moment, form, stood, text, kind, who, at, _, data, _, _ in rows:
        alike = kind is not None and stood is None and text is None and moment not in own
        plain.append(alike)
        key = (kind, who, at, data, form, marks.get(moment))
        like.append(firsts.setdefault(key, moment) if alike else moment)
    read = mind.perceptions(events=list({*like}))
    return _columns(rows, like, plain, read, imperfect=imperfect)


def _columns(
    rows: Sequence[AnyRow],
    like: Sequence[int],
    plain: Sequence[bool],
    read: list[Held],
    *,
    imperfect: bool,
) -> Lean:
    """Side by side, what of each perception is its own, and which of those read it is like."""
    found = Lean(kinds=tuple(read))
    place = {held.moment: nth for nth, held in enumerate(read)}
    wordless = {held.moment for held in read if not held.document}
    before = None
    for row, first, alike in zip(rows, like, plain, strict=True):
        id, moment, _, _, own, _, _, _, text, _, turn, time = row
        nth = place.get(first)
        if nth is None or moment == before:
            continue  # taken away since, or another alias's of the same event
        before = moment
        document = 0 if first in wordless else moment
        if not alike:
            held = read[nth]
            id, time, turn, document = held.id, held.time, turn or 0, held.document
            words = held.own
            if held.edited and held.event is not None and not imperfect:
                document, words = document_of(moment, own, held.version), held.first
            text = text if words is None else words
        found.ids.append(id)
        found.moments.append(moment)
        found.times.append(time)
        found.turns.append(turn)
        found.documents.append(document)
        found.texts.append(text if document else "")
        found.like.append(nth)
        found.plain.append(alike)
    return found


def _twice(moments: Sequence[int]) -> set[int]:
    return {one for one, other in pairwise(moments) if one == other}


def _marks(mind: MindReading, given: Mapping[str, Any]) -> dict[int, _Mark]:
    """What stands beside the events of a mind: each field as the newest mark that has it says."""
    found: dict[int, _Mark] = {}
    for event, importance, tags in mind.story.run(_MARKS, given):
        before = found.get(event, (None, None))
        found[event] = (
            before[0] if importance is None else importance,
            before[1] if tags is None else tags,
        )
    return found
