"""A whole mind read at once, each perception as little as weighing it needs.

A mind has tens of thousands of perceptions, and most are like many others in all but their words:
the same person saying something to the same people in the same place. One of each kind is read out
in full and stands for all of its kind; so is whatever has something of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import BindParameter, and_, bindparam, select

from rashomon.stores import tables as t
from rashomon.stores.marks import NOTHING, Beside
from rashomon.stores.perceptions import OWNERS, STORY
from rashomon.stores.textindex import document_of
from rashomon.story.perception import Held, Lean

if TYPE_CHECKING:
    from rashomon.stores.mind import MindReading

EARLIEST = -(1 << 62)
"""Before every moment there is."""

GONE = -1
"""The kind of a perception that a later version took away."""

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
    select(_m.c.event, _m.c.importance, _m.c.tags, _m.c.data)
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
    result: Any = mind.story.run(_ROWS, given)
    # Bare, for wrapping each takes as long as reading it.
    rows: list[tuple[Any, ...]] = result.cursor.fetchall()
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
    rows: Sequence[tuple[Any, ...]],
    like: Sequence[int],
    plain: Sequence[bool],
    read: list[Held],
    *,
    imperfect: bool,
) -> Lean:
    """Side by side, what of each perception is its own, and which of those read it is like."""
    if not rows:
        return Lean(kinds=())
    place = {held.moment: nth for nth, held in enumerate(read)}
    wordless = {held.moment for held in read if not held.document}
    columns: list[list[Any]] = [list(column) for column in zip(*rows, strict=True)]
    ids, moments, _, _, own, _, _, _, texts, _, turns, times = columns
    documents = list(moments)
    if wordless:
        documents = [0 if one in wordless else moment for moment, one in zip(moments, like)]  # noqa: B905
        texts = ["" if one in wordless else text for text, one in zip(texts, like)]  # noqa: B905
    for n in [n for n, alike in enumerate(plain) if not alike and like[n] in place]:
        held = read[place[like[n]]]
        documents[n], words = held.document, held.own
        if held.edited and held.event is not None and not imperfect:
            documents[n], words = document_of(held.moment, own[n], held.version), held.first
        ids[n], times[n], turns[n] = held.id, held.time, turns[n] or 0
        text = rows[n][8] if words is None else words
        texts[n] = text if documents[n] else ""
    found = Lean(
        tuple(read), ids, moments, turns, times, documents, texts,
        [place.get(one, GONE) for one in like], list(plain),
    )  # fmt: skip
    again = {n for n in range(1, len(moments)) if moments[n] == moments[n - 1]}
    if again or GONE in found.like:
        # Taken away since, or another alias's perception of the same event.
        found = found.only(
            [n for n, nth in enumerate(found.like) if nth != GONE and n not in again]
        )
    return found


def _twice(moments: Sequence[int]) -> set[int]:
    return {one for one, other in pairwise(moments) if one == other}


def _marks(mind: MindReading, given: Mapping[str, Any]) -> dict[int, Beside]:
    """What stands beside the events of a mind: each field as the newest mark that has it says."""
    found: dict[int, Beside] = {}
    for event, importance, tags, data in mind.story.run(_MARKS, given):
        found[event] = Beside(importance, tags, data).over(found.get(event, NOTHING))
    return found
