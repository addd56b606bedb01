"""Whom a perception showed: heard is not seen, and a look is known from being seen alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rashomon.story.naming import referred
from rashomon.story.perception import Held, Version
from rashomon.story.phrasing import listeners
from rashomon.story.places import Atlas
from rashomon.views.reading import ACTED, actor_of


class Sights(NamedTuple):
    """Since which moment an owner has seen each person: an answer to `views.naming.Seen`."""

    first: Mapping[str, int]

    def __call__(self, person: str, moment: int | None) -> bool:
        first = self.first.get(person)
        return first is not None and (moment is None or first <= moment)


def first_sights(
    held: Iterable[Held], atlas: Atlas, before: Mapping[str, int], *, imperfect: bool = True
) -> dict[str, int]:
    """The first moment at which each person was seen, by perceptions and by what was known."""
    found = dict(before)
    for each in held:
        for person in seen_in(each, atlas, imperfect=imperfect):
            found[person] = min(each.moment, found.get(person, each.moment))
    return found


def seen_in(held: Held, atlas: Atlas, *, imperfect: bool = True) -> frozenset[str]:
    """Whom the owner saw in an event; of a memory that its author gave it, everybody in it.

    Who is shown to be somewhere is seen, and so is who leaves. Who acts is seen by whoever sees the
    deed, with those whom it is done to; who speaks, by those in the same place and those who look
    on. Over a telephone, and by overhearing alone, nobody is.
    """
    found = {fact.entity for fact in held.facts if fact.key == "at" and fact.how == "saw"}
    found |= {*_acting(held, atlas, imperfect=imperfect)}
    canonical = (atlas.canonical(person) for person in found)
    return frozenset(person for person in canonical if atlas.kind(person) == "character")


def _acting(held: Held, atlas: Atlas, *, imperfect: bool) -> Iterable[str]:
    event = held.event
    if event is None:
        return (*held.people, *referred(held.own or ""))
    if held.mode not in ("did", "saw", "heard"):
        return ()
    if held.version is Version.LISTENS:
        return listeners(event, held.first)
    actor = actor_of(held, event, imperfect=imperfect)
    who = () if actor is None else (actor,)
    if event.kind in ACTED:
        if held.mode == "heard":
            return ()
        whole = event.kind == "deed" and held.accuracy == "whole"
        return (*who, *event.with_, *event.on) if whole else who
    if event.kind != "line" or held.version is Version.REMOTE or event.at is None:
        return ()
    if held.at != event.at and event.at not in atlas.overlooks(held.at or ""):
        return ()
    return (*who, *event.to) if event.whisper else who
