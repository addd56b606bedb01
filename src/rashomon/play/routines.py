"""Routines: who goes where at which minute of a turn, over the ways that each knows.

Nobody crosses the world at once: a way is gone one hop after the other, each as long as its exit
takes, and whoever comes to a locked one stays before it. A turn that took long has the whole day's
goings in it, in the order of their minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rashomon.story.calendar import Calendar
from rashomon.story.mind import Hop
from rashomon.story.playing import Routine
from rashomon.story.turn import Step

Route: TypeAlias = Callable[[str, str], Sequence[Hop] | None]
"""A way from one place to another over what one knows; `None` where it knows none.

`views.knowing.route` on the known map, best without the exits that one knows to be locked.
"""

PURSUED = 60.0
"""For so many minutes somebody still sets out late: long enough to end a talk, and too short to
drag back all day whoever was taken elsewhere."""


@dataclass(frozen=True, slots=True)
class Walker:
    """One who follows a routine: where it is, what its author wrote, and the way it would go.

    `locked` are the exits that it cannot pass. One who is `under_way` set out in an earlier turn,
    and goes on however long it takes.
    """

    id: str
    at: str | None
    routine: tuple[Routine, ...]
    route: Route
    locked: Collection[str] = frozenset()
    under_way: bool = False


class Going(NamedTuple):
    """One hop: when, in minutes since the turn began, and the step that is to be recorded."""

    minute: float
    who: str
    step: Step


class _Due(NamedTuple):
    """A place to be at, from a moment in seconds on; not set out for any more after `until`."""

    moment: float
    until: float
    place: str


def goings(
    walkers: Sequence[Walker], calendar: Calendar, now: float, minutes: float
) -> tuple[Going, ...]:
    """Who goes where in the `minutes` from `now` (seconds of story time) on, in order.

    What is still to be walked at the end is walked in the next turn, since whoever is under way is
    not yet where its routine has it.
    """
    found = [
        going for rank, walker in enumerate(walkers)
        for going in _of(walker, calendar, now, minutes, rank)
    ]  # fmt: skip
    found.sort(key=lambda each: (each[0], each[1]))
    return tuple(going for *_, going in found)


def _of(
    walker: Walker, calendar: Calendar, now: float, minutes: float, rank: int
) -> Iterator[tuple[float, int, Going]]:
    place, free, end = walker.at, now, now + minutes * 60
    if place is None:
        return
    due = list(_due(walker.routine, calendar, now, end))
    for number, each in enumerate(due):
        following = due[number + 1].moment if number + 1 < len(due) else end
        moment = max(free, each.moment, now)
        late = moment > each.until and not (number == 0 and walker.under_way)
        for hop in () if late else _hops(walker, place, each):
            if moment >= min(following, end):
                break
            going = Step(who=walker.id, goes=hop.place, by=hop.exit)
            minute = (moment - now) / 60
            yield minute, rank, Going(minute, walker.id, going)
            place, moment = hop.place, moment + hop.minutes * 60
        free = moment


def _hops(walker: Walker, place: str, due: _Due) -> Iterator[Hop]:
    """The hops to where one is to be, up to the first that it cannot pass."""
    for hop in walker.route(place, due.place) or ():
        if hop.exit in walker.locked:
            return
        yield hop


def _due(routine: Sequence[Routine], calendar: Calendar, now: float, end: float) -> Iterator[_Due]:
    """Where one is to be in a span of time: what was due last before it, then all that is due."""
    if not routine:
        return
    length = calendar.seconds_a_day
    today = (calendar.start + now) // length * length - calendar.start
    moments: list[tuple[float, Routine]] = []
    day = today - length
    while day <= end:
        moments += [(day + each.minute * 60.0, each) for each in routine]
        day += length
    moments.sort(key=lambda each: each[0])
    before = [each for each in moments if each[0] <= now]
    within = [each for each in moments if now < each[0] < end]
    for moment, each in (*before[-1:], *within):
        yield _Due(moment, moment + PURSUED * 60, each.goes)
