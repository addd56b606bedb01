"""Who perceives a step, and in which version. One function for each kind of event.

Each answers with (owner, mode, accuracy, version) in a fixed order, by the rules of presence
alone; `noticed_by` and `missed_by` are applied to all kinds alike afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from rashomon.record.scene import Draft
from rashomon.story.event import Event, Kind
from rashomon.story.perception import Accuracy, Mode, Version
from rashomon.story.turn import Step


class Witness(NamedTuple):
    """One who perceives an event. `hidden`: nobody there can tell that it does."""

    mode: Mode
    accuracy: Accuracy
    version: Version
    at: str | None
    hidden: bool = False


Witnesses: TypeAlias = dict[str, Witness]

_Rule: TypeAlias = Callable[[Draft, Event], Iterator[tuple[str, Witness]]]


def witnesses(draft: Draft, event: Event, step: Step) -> Witnesses:
    """Everybody who perceives `event`, the actor first.

    `draft` is the scene as the step finds it; a mover has not moved yet. The first rule that
    makes somebody a witness decides its version, so the fuller versions come first.
    """
    found: Witnesses = {}
    if event.who is not None:
        found[event.who] = Witness("did", "whole", Version.WHOLE, draft.at(event.who))
    openly: Witnesses = {}
    for owner, witness in _RULES[event.kind](draft, event):
        openly.setdefault(owner, witness)
    if not step.covert:
        found |= {owner: witness for owner, witness in openly.items() if owner not in found}
    for owner in step.noticed_by:
        had = found.get(owner)
        if had is None or had.accuracy == "partial" or _only_heard(event, had):
            found[owner] = _noticing(draft, event, owner, openly.get(owner))
    for owner in step.missed_by:
        found.pop(owner, None)
    return found


def _noticing(draft: Draft, event: Event, owner: str, openly: Witness | None) -> Witness:
    """The version of one who watches unseen, given the one it would have had of it openly.

    It is no better placed than anybody else there: left behind by a move, it does not see where
    to, and beside one end of a line from afar it has the words and not the other end.
    """
    sounds = event.kind == "line" or event.sense == "sound"
    mode: Mode = "heard" if sounds else "saw"
    version = Version.WHOLE
    if event.kind == "move" and openly is not None:
        version = openly.version
    elif event.over is not None and draft.at(owner) != event.at:
        version = Version.REMOTE
    return Witness(mode, "whole", version, draft.at(owner), hidden=True)


def _only_heard(event: Event, witness: Witness) -> bool:
    return event.kind == "happening" and event.sense != "sound" and witness.mode == "heard"


def _people(
    draft: Draft, places: Iterable[str], mode: Mode, version: Version = Version.WHOLE
) -> Iterator[tuple[str, Witness]]:
    for place in places:
        witness = Witness(mode, "whole", version, place)
        for person in draft.people(place):
            yield person, witness


def _deed(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    if event.at is not None:
        yield from _people(draft, (event.at, *draft.atlas.overlooked_by.get(event.at, ())), "saw")


def _line(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    place = event.at
    if event.over is not None:
        yield from _from_afar(draft, event)
    elif place is None:
        return
    elif event.whisper:
        for person in event.to:
            yield person, Witness("heard", "whole", Version.WHOLE, place)
        bystander = Witness("saw", "partial", Version.WHISPER, place)
        for person in draft.people(place):
            yield person, bystander
    else:
        yield from _people(draft, (place, *draft.atlas.overheard_by.get(place, ())), "heard")


def _from_afar(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    if event.at is not None:
        yield from _people(draft, (event.at,), "heard")
    for person in event.to:
        yield person, Witness("heard", "whole", Version.REMOTE, draft.at(person))
    for person in event.to:
        place = draft.at(person)
        if place is not None:
            listening = Witness("saw", "partial", Version.LISTENS, place)
            for other in draft.people(place):
                yield other, listening


def _thought(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    return iter(())


def _move(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    left = dict(_from(draft, event.at, Version.LEFT))
    arrived = dict(_from(draft, event.goes, Version.ARRIVED))
    for person, witness in {**left, **arrived}.items():
        both = person in left and person in arrived
        yield person, witness._replace(version=Version.WHOLE) if both else witness


def _from(draft: Draft, place: str | None, version: Version) -> Iterator[tuple[str, Witness]]:
    if place is not None:
        places = (place, *draft.atlas.overlooked_by.get(place, ()))
        yield from _people(draft, places, "saw", version)


def _happening(draft: Draft, event: Event) -> Iterator[tuple[str, Witness]]:
    place = event.at
    if place is None:
        return
    seen: Mode = "heard" if event.sense == "sound" else "saw"
    yield from _people(draft, draft.atlas.inside.get(place, (place,)), seen)
    if event.sense != "sound":
        yield from _people(draft, draft.atlas.overlooked_by.get(place, ()), "saw")
    if event.sense != "sight":
        yield from _people(draft, draft.atlas.overheard_by.get(place, ()), "heard")


_RULES: Mapping[Kind, _Rule] = {
    "deed": _deed,
    "line": _line,
    "thought": _thought,
    "move": _move,
    "happening": _happening,
}
