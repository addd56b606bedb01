"""Perceptions put into words for the one who holds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from rashomon.story.event import Event
from rashomon.story.naming import OPEN, referred, render
from rashomon.story.perception import START, Fact, Held, Perception, Version
from rashomon.story.phrasing import listeners, sentence, text_of, with_subject
from rashomon.story.places import Atlas
from rashomon.views.naming import NameBook


class Said(NamedTuple):
    """What a perception that is like another has of its own."""

    id: int
    event: int
    turn: int
    time: float
    text: str


ACTED = ("deed", "move")
"""Kinds of events whose text says who acted."""

WHOLE = frozenset({Version.WHOLE, Version.READER})
"""The versions that lack nothing of an event."""


def as_perceived(held: Held, names: NameBook, *, imperfect: bool = True) -> Perception:
    """A perception as its owner has it today.

    With `imperfect` off, a version that somebody made partial or mistaken reads as the event
    does; what the owner was never in a place to perceive, it still lacks.
    """
    event = held.event
    if event is None:
        return _memory(held, names.at(START))
    names = names.at(event.id)
    own = held.own if imperfect else held.first
    canonical = names.aliases or {}
    actor = actor_of(held, event, imperfect=imperfect)
    who = None if actor is None else canonical.get(actor, actor)
    return Perception(
        id=held.id, owner=held.owner, event=event.id, turn=event.turn, time=held.time,
        kind=event.kind, who=who, who_name=None if who is None else names(who),
        place=place_of(held, event), mode=held.mode, accuracy=held.accuracy,
        text=text_of(event, held.version, own, names, names.language), teller=held.teller,
        conveys=tuple(_read(fact, canonical) for fact in held.facts),
        importance=held.importance,
        to=tuple(canonical.get(person, person) for person in addressed(held, event, names.atlas)),
        people=tuple(
            canonical.get(person, person) for person in concerned(held, event, names.atlas)
        ),
    )  # fmt: skip


def as_like(like: Held, perceived: Perception, said: Said, names: NameBook) -> Perception:
    """A perception that is `like` another, which its owner has as `perceived`, but in its words.

    Only for those that have nothing of their own beside what is `said`.
    """
    assert like.event is not None
    names = names.at(said.event)
    return replace(
        perceived,
        id=said.id, event=said.event, turn=said.turn, time=said.time,
        who_name=None if perceived.who is None else names(perceived.who),
        text=text_of(
            like.event, like.version, None, names, names.language, words=said.text
        ),
    )  # fmt: skip


def actor_of(held: Held, event: Event, *, imperfect: bool = True) -> str | None:
    """Whom this owner perceived to act: beside one who listens, the one who listens.

    Of a version that somebody made partial or mistaken, whom its text has at its beginning, or who
    did act if the text names that one at all: else the owner would be told beside the text what
    the text keeps from it.
    """
    if held.version is Version.LISTENS:
        return addressed(held, event)[0]
    poorer = held.edited and held.accuracy != "whole" and held.own is not None
    if not (imperfect and poorer) or event.kind not in ACTED or held.owner == event.who:
        return event.who
    named = referred(held.own or "")
    if (held.own or "").startswith(OPEN):
        return named[0]
    return event.who if event.who in named else None


def addressed(held: Held, event: Event, atlas: Atlas | None = None) -> tuple[str, ...]:
    """Whom a line was for, as far as this owner could tell.

    Beside one who listens, those seen to listen. Who overhears without seeing, and who is beside
    one that speaks to somebody afar, has those whom the words call by name: the others are where
    they are not to be seen.
    """
    if held.version is Version.LISTENS:
        return listeners(event, held.first)
    seen = held.at == event.at or (atlas is not None and event.at in atlas.overlooks(held.at or ""))
    if (event.over is None and seen) or held.owner == event.who or held.owner in event.to:
        return event.to
    if atlas is None:
        return ()
    return tuple(person for person in event.to if atlas.names_of(person).find(event.text))


def concerned(held: Held, event: Event, atlas: Atlas) -> tuple[str, ...]:
    """Who has to do with an event, as far as this owner could tell; of a partial one, nobody."""
    if held.accuracy != "whole":
        return ()
    if event.kind == "happening" and held.mode == "heard":
        said = {*referred(event.text), *event.with_, *event.on}
        return tuple(person for person in event.people if person in said)
    unseen = {*event.to} - {*addressed(held, event, atlas), *event.with_, *event.on}
    unseen -= {claim.entity for claim in event.claims}
    return tuple(person for person in event.people if person not in unseen)


def _read(fact: Fact, canonical: Mapping[str, str]) -> Fact:
    if not canonical:
        return fact
    value = fact.value
    if fact.key == "at" and isinstance(value, str):
        value = canonical.get(value, value)
    by = None if fact.by is None else canonical.get(fact.by, fact.by)
    return fact._replace(entity=canonical.get(fact.entity, fact.entity), value=value, by=by)


def _memory(held: Held, names: NameBook) -> Perception:
    return Perception(
        id=held.id, owner=held.owner, event=None, turn=0, time=held.time, kind="memory",
        who=None, who_name=None, place=None, mode=held.mode, accuracy=held.accuracy,
        text=render(held.own or "", names), teller=held.teller, conveys=held.facts,
        importance=held.importance, people=held.people,
    )  # fmt: skip


def place_of(held: Held, event: Event) -> str | None:
    """Where an event took place, as far as this owner could tell.

    Words from afar come from no place that their hearer sees, and what was merely told or
    inferred has none.
    """
    if held.mode in ("told", "inferred"):
        return None
    if held.version in (Version.REMOTE, Version.LISTENS):
        return held.at
    if event.kind == "move" and held.version is not Version.LEFT:
        return event.goes if event.goes is not None else event.at
    return event.at


def telling(names: NameBook, read: Perception) -> NameBook:
    """The names with which an owner tells of one of its perceptions."""
    return names.at(START if read.event is None else read.event)


def told_apart(read: Perception, names: NameBook) -> Perception:
    """A perception with those people alone whom its owner could tell when it perceived it.

    For whatever thinks by who is concerned: somebody heard once and seen since would be one person
    there, though its owner has no way to know. Who was never seen at all is linked with nobody.
    """
    then = telling(names, read)

    def can(person: str) -> bool:
        return then.makes_out(person) or not names.has_seen(person)

    everybody = [*read.to, *read.people, *(() if read.who is None else (read.who,))]
    if all(map(can, everybody)):
        return read
    return replace(
        read,
        who=read.who if read.who is None or can(read.who) else None,
        to=tuple(filter(can, read.to)), people=tuple(filter(can, read.people)),
    )  # fmt: skip


def as_known(held: Held, event: Event, names: NameBook) -> Event:
    """An event as far as an owner who has it whole can tell of it.

    What it only heard showed it no change; what a line goes back to is its speaker's own affair.
    """
    heard = event.kind == "happening" and held.mode == "heard"
    return replace(
        as_happened(event, names.at(event.id)),
        to=addressed(held, event, names.atlas),
        people=concerned(held, event, names.atlas),
        changes=() if heard else event.changes,
        retells=event.retells if held.owner == event.who else None,
    )


def as_happened(event: Event, names: NameBook) -> Event:
    """An event as an author reads it: everybody by name."""
    if event.kind in ("line", "thought"):
        return event
    if event.kind == "move":
        text = text_of(event, Version.WHOLE, None, names, names.language)
    else:
        text = event.text if event.who is None else with_subject(event.who, event.text)
        text = sentence(render(text, names), names.language)
    return replace(event, text=text)
