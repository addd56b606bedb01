"""When a reflection is due, and whose turn it is.

Found, not queued: all of it is read from what the store has, so that after a crash it is simply due
again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rashomon.settings import Settings
from rashomon.story.world import Role

Reason: TypeAlias = Literal["turns", "scene", "day", "asked"]


@dataclass(frozen=True, slots=True)
class Reflector:
    """One character and how many perceptions it has that it never reflected on."""

    owner: str
    role: Role
    new: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a story stands, for the question whether a reflection is due.

    `turn` is the last recorded turn; `last` the one at the last reflection of any kind, and
    `automatic` that at the last automatic one (`None`: there was none), both 0 at the start.
    `were` has where each played character was at the last reflection, `been` each place where it
    has been since, in order, the present one last. `inside` has, for each place, itself and all
    places within it. `passed` and `day` are seconds of story time since the last reflection, and in
    one day of the calendar.
    """

    turn: int
    last: int = 0
    automatic: int | None = None
    were: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    been: Mapping[str, Sequence[str | None]] = field(
        default_factory=dict[str, Sequence[str | None]]
    )
    inside: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    passed: float = 0.0
    day: float = 86_400.0
    reflectors: tuple[Reflector, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """Who reflects now, most new first, and why now."""

    reason: Reason
    owners: tuple[str, ...]


def due(standing: Standing, settings: Settings) -> Due | None:
    """The automatic reflection that is due, or `None`.

    A change of scene is not forgotten: one that came too soon after an automatic reflection counts
    once `reflection.minTurns` have passed, even if everybody is back by then; and one at which
    nobody had enough that is new, as soon as somebody has.
    """
    if not settings.on("reflection.auto"):
        return None
    least = settings.whole("reflection.minTurns")
    if standing.automatic is not None and standing.turn - standing.automatic < least:
        return None
    reason = _reason(standing, settings)
    if reason is None:
        return None
    enough = settings.whole("reflection.minNew")
    owners = _owners(standing.reflectors, enough)[: settings.whole("reflection.perRun")]
    return Due(reason, owners) if owners else None


def asked(standing: Standing) -> Due | None:
    """*Reflect now*: every character that reflects at all and has anything new."""
    owners = _owners(standing.reflectors, 1)
    return Due("asked", owners) if owners else None


def _reason(standing: Standing, settings: Settings) -> Reason | None:
    if standing.turn - standing.last >= settings.whole("reflection.everyTurns"):
        return "turns"
    if any(changed_scene(standing, person) for person in standing.been):
        return "scene"
    return "day" if standing.passed >= standing.day else None


def changed_scene(standing: Standing, person: str) -> bool:
    """Whether a played character has come somewhere else since the last reflection.

    Somewhere else is neither where it was nor inside or around that: going from a house into one
    of its rooms is the same scene, the next room is another. Nowhere is no scene.
    """
    if person not in standing.were:
        return False
    here = standing.were[person]
    return any(
        place is not None and not _same_scene(here, place, standing.inside)
        for place in standing.been.get(person, ())
    )


def _same_scene(one: str | None, other: str, inside: Mapping[str, Sequence[str]]) -> bool:
    if one is None:
        return False
    return one == other or other in inside.get(one, ()) or one in inside.get(other, ())


def _owners(reflectors: Iterable[Reflector], least: int) -> tuple[str, ...]:
    """Those with at least so much new, most first; of two with as much the author's first."""
    some = [each for each in reflectors if each.role == "cast" and each.new >= least]
    return tuple(each.owner for each in sorted(some, key=lambda each: -each.new))
