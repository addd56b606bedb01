"""The plain view: what somebody who arrives in a place sees without looking for anything."""

from __future__ import annotations

from collections.abc import Iterator

from rashomon.record.scene import Draft
from rashomon.story.event import Scalar
from rashomon.story.perception import Fact


def in_view(draft: Draft, place: str) -> Iterator[tuple[str, str]]:
    """Each thing in plain view in `place` with where it is seen to be.

    People, exits that are not hidden, items lying there, what is in items that are not closed,
    and what people wear. What somebody carries is nobody else's business.
    """
    for way in draft.atlas.exits_at.get(place, ()):
        if (way.from_ == place or not way.one_way) and not draft.get(way.id, "hidden"):
            yield way.id, place
    for person in draft.people(place):
        yield person, place
        for item in draft.items(person):
            if draft.get(item, "worn") and not draft.get(item, "hidden"):
                yield item, person
                yield from _in_open(draft, item)
    yield from _in_open(draft, place)


def carried_by(draft: Draft, person: str) -> Iterator[tuple[str, str]]:
    """Each thing that a person has about it, with where it is: on the person, or in an open bag."""
    for item in draft.items(person):
        yield item, person
        yield from _in_open(draft, item)


def _in_open(draft: Draft, holder: str) -> Iterator[tuple[str, str]]:
    if holder not in draft.atlas.places and draft.get(holder, "closed"):
        return
    for item in draft.items(holder):
        if not draft.get(item, "hidden"):
            yield item, holder
            yield from _in_open(draft, item)


def seen_on_arrival(draft: Draft, owner: str, place: str, moment: int) -> tuple[Fact, ...]:
    """What the plain view of `place`, and of the places it overlooks, conveys to `owner`.

    A thing that the owner last knew to be there, or in an open container there, and that is not
    to be seen now, conveys that its place is unknown: an old belief must not outlive a look.
    """
    places = (place, *draft.atlas.overlooks(place))
    seen: dict[str, str] = {}
    for each in places:
        seen.update((entity, at) for entity, at in in_view(draft, each) if entity != owner)
    looked_into = {*places, *(e for e in seen if _open_container(draft, e))}
    facts = [_saw(entity, at, moment) for entity, at in seen.items()]
    facts += [
        _saw(entity, None, moment)
        for entity, at in draft.whereabouts(owner).items()
        if at in looked_into and entity not in seen and entity != owner
    ]
    return tuple(facts)


def _open_container(draft: Draft, entity: str) -> bool:
    return entity in draft.atlas.items and not draft.get(entity, "closed")


def _saw(entity: str, at: Scalar, moment: int) -> Fact:
    return Fact(entity, "at", at, "saw", None, moment)
