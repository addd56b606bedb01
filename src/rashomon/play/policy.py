"""Who may be told what: a character's own rows, then what anybody would do.

A row about something counts before a row about anything. What touches several things may be told
only if no row keeps any of them; that a listener is kept from it holds for every pair of ears.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rashomon.play.regarding import friend, wary
from rashomon.play.teller import Matter
from rashomon.story.playing import FRIENDS, How, Tells

Voice: TypeAlias = Literal["aloud", "whisper"]


@dataclass(frozen=True, slots=True)
class Stance:
    """What a teller does about a matter; `row` is the number of the row that says so, if any."""

    how: How
    row: int | None = None


@dataclass(frozen=True, slots=True)
class Ears:
    """Who would hear what is said aloud. `overheard` says that somebody elsewhere might.

    Whether anybody does is not asked: who lowers its voice only because of one who hides there
    would give that one away. `everybody` are all who could be listening.
    """

    present: frozenset[str]
    overheard: bool = False
    everybody: frozenset[str] = frozenset()


def stance(
    rows: Sequence[Tells], matter: Matter, hearer: str, regards: Mapping[str, str]
) -> Stance:
    """Whether somebody would be told about a matter, kept from it, or lied to."""
    found = list(_of_each(rows, matter, hearer, regards))
    for each in found:
        if each.how != "tells":
            return each
    if found:
        return found[0]
    general = _decided(rows, [n for n, row in enumerate(rows) if row.of_all], hearer, regards)
    if general is not None and (general.how != "tells" or not matter.secret):
        return general
    if matter.secret or wary(regards.get(hearer)):
        return Stance("silent")
    return Stance("tells")


def _of_each(
    rows: Sequence[Tells], matter: Matter, hearer: str, regards: Mapping[str, str]
) -> Iterator[Stance]:
    """What the rows about something say of each topic and tag that they are about."""
    for topic in sorted({t for row in rows for t in row.about} & matter.topics):
        about = [n for n, row in enumerate(rows) if topic in row.about]
        decided = _decided(rows, about, hearer, regards)
        if decided is not None:
            yield decided
    for tag in sorted({t for row in rows for t in row.tags} & matter.tags):
        about = [n for n, row in enumerate(rows) if tag in row.tags]
        decided = _decided(rows, about, hearer, regards)
        if decided is not None:
            yield decided


def _decided(
    rows: Sequence[Tells], which: Sequence[int], hearer: str, regards: Mapping[str, str]
) -> Stance | None:
    """The first of some rows that is for a hearer; kept from it where it is told to others only."""
    others: int | None = None
    for n in which:
        if _is_for(rows[n], hearer, regards):
            return Stance(rows[n].how, n)
        if rows[n].how == "tells" and others is None:
            others = n
    return None if others is None else Stance("silent", others)


def _is_for(row: Tells, hearer: str, regards: Mapping[str, str]) -> bool:
    if not row.to or hearer in row.to:
        return True
    return FRIENDS in row.to and friend(regards.get(hearer))


def may_hear(
    rows: Sequence[Tells], matter: Matter, hearer: str, regards: Mapping[str, str]
) -> bool:
    """Whether somebody may have the truth about a matter."""
    return stance(rows, matter, hearer, regards).how == "tells"


def voice(
    rows: Sequence[Tells],
    matter: Matter,
    pair: Collection[str],
    regards: Mapping[str, str],
    ears: Ears,
) -> Voice:
    """How two speak of a matter: low where anybody who may not have it could hear it."""
    listening = ears.present | ears.everybody if ears.overheard else ears.present
    others = sorted(listening - set(pair))
    kept = any(not may_hear(rows, matter, each, regards) for each in others)
    return "whisper" if kept else "aloud"
