"""What is said of events beside them: written later, of events that are never altered.

Each field of a mark counts as the newest one that has it says. What an author set is locked, and
that stands in the commit of the edit: which fields it set, and which it released.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, bindparam, select

from rashomon.ports.store import Mark
from rashomon.stores import tables as t
from rashomon.stores.queries import chunks
from rashomon.stores.rows import read_event_data, to_json

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading

_k, _c, _e = t.marks, t.commits, t.events

_MARKS = (
    select(_k.c.event, _k.c.importance, _k.c.tags, _k.c.data)
    .where(
        _k.c.story == bindparam("the_story"),
        _k.c.event.in_(bindparam("the_ids", expanding=True)),
    )
    .order_by(_k.c.commit)
)
_ACTS = (
    select(_k.c.event, _c.c.act)
    .join(_c, and_(_c.c.story == _k.c.story, _c.c.id == _k.c.commit))
    .where(
        _k.c.story == bindparam("the_story"),
        _k.c.event.in_(bindparam("the_ids", expanding=True)),
        _c.c.act.is_not(None),
    )
    .order_by(_k.c.commit)
)


class Beside(NamedTuple):
    """What stands beside one event, each field as its row has it; `None` where nothing does."""

    importance: int | None = None
    tags: str | None = None
    data: str | None = None

    def over(self, before: Beside) -> Beside:
        """This mark over an older one."""
        return Beside(
            before.importance if self.importance is None else self.importance,
            before.tags if self.tags is None else self.tags,
            before.data if self.data is None else self.data,
        )


NOTHING = Beside()


def packed(mark: Mark) -> tuple[int | None, str | None, str | None]:
    """The columns of a mark."""
    data: dict[str, Any] = {}
    if mark.claims:
        data["claims"] = mark.claims
    if mark.retells is not None:
        data["retells"] = mark.retells
    tags = None if mark.tags is None else to_json(mark.tags)
    return mark.importance, tags, to_json(data) if data else None


def applied(fields: dict[str, Any], beside: Beside) -> None:
    """Put what stands beside an event into what is read of it, as if its step had said it."""
    if beside.importance is not None:
        fields["importance"] = beside.importance
    if beside.tags is not None:
        fields["tags"] = tuple(json.loads(beside.tags))
    if beside.data is not None:
        marked = read_event_data(beside.data)
        fields["claims"] = (*fields.get("claims", ()), *marked.get("claims", ()))
        if fields.get("retells") is None:
            fields["retells"] = marked.get("retells")


def beside(story: StoryReading, events: Sequence[int]) -> dict[int, Beside]:
    """What stands beside these events."""
    found: dict[int, Beside] = {}
    for chunk in chunks(events):
        for row in story.rows(_MARKS, {"the_story": story.key, "the_ids": list(chunk)}):
            mark = Beside(row.importance, row.tags, row.data)
            found[row.event] = mark.over(found.get(row.event, NOTHING))
    return found


def locks(story: StoryReading, events: Sequence[int]) -> dict[int, frozenset[str]]:
    """Which fields beside these events an author set and did not release."""
    found: dict[int, frozenset[str]] = {}
    for chunk in chunks(events):
        for event, act in story.rows(_ACTS, {"the_story": story.key, "the_ids": list(chunk)}):
            said: Mapping[str, Any] = json.loads(act)
            locked = found.get(event, frozenset()) | frozenset(said.get("fields") or ())
            found[event] = locked - frozenset(said.get("release") or ())
    return {event: locked for event, locked in found.items() if locked}


def retellings(story: StoryReading, speaker: str, event: int) -> list[int]:
    """The lines in which somebody retold an event, be it by their step or by a mark."""
    who = story.symbols.number(story.connection, speaker)
    pattern = f'%"retells":{event}%'
    said = select(_e.c.id, _e.c.data).where(
        _e.c.story == story.key, _e.c.id > event, _e.c.who == who, _e.c.data.like(pattern)
    )
    marked = (
        select(_k.c.event, _k.c.data)
        .join(_e, and_(_e.c.story == _k.c.story, _e.c.id == _k.c.event))
        .where(_k.c.story == story.key, _k.c.event > event, _e.c.who == who)
        .where(_k.c.data.like(pattern))
    )
    rows = [*story.run(said), *story.run(marked)]
    return sorted({id for id, data in rows if read_event_data(data).get("retells") == event})
