"""Minds of others: what one can know of another's mind, and that one of a third's, and so on.

A chain of minds is (A, B, C …): what A can know that B can know that C holds. It rests on events
that all of them perceived, while A could tell that the others were there, and each of them that
those after it were; and of those events on what all their versions have in common. Who watches
unseen is in nobody's mind but its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

from rashomon.story.event import Event
from rashomon.story.grants import grants
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Fact, Held, Perception, Version
from rashomon.story.phrasing import gist
from rashomon.story.places import Atlas
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived

_WORDS = {
    Version.READER: 5,
    Version.WHOLE: 4,
    Version.REMOTE: 3,
    Version.LEFT: 2,
    Version.ARRIVED: 2,
    Version.WHISPER: 1,
    Version.LISTENS: 1,
}
"""How much of an event a version has. From afar one has the words, and nothing of their place."""

_THERE = ("did", "saw", "heard")


Believed: TypeAlias = Callable[[str, int], str | None]
"""Where the first of a chain last saw somebody by a moment: from (person, moment) to a place."""


def aware(event: Event, one: Held, other: Held, believed: str | None) -> bool:
    """Whether `one` could tell, at this event, that `other` was there.

    By the event itself, if `other` is the one who acts, or whom it is done with; or because
    `one` last saw it there (`believed`). Who came in unnoticed is there and not known to be.
    """
    concerned = {*event.with_, *event.on}
    if event.kind == "line" and one.accuracy != "partial":
        on_the_line = event.over is not None and one.owner in (event.who, *event.to)
        if other.owner == event.who or (on_the_line and other.owner in event.to):
            return True
    elif event.kind in ("deed", "move") and one.accuracy == "whole":
        concerned.add(str(event.who))
    if event.whisper and one.at == event.at:
        concerned |= {str(event.who), *event.to}
    return other.owner in concerned or believed in _places(event, other)


def together(atlas: Atlas, event: Event, one: Held, other: Held) -> bool:
    """Whether `other` stood openly where `one` was, or where one sees from there.

    Who speaks, and who is spoken to from afar, is together with those who have the words.
    """
    if other.hidden or one.mode not in _THERE or other.mode not in _THERE:
        return False
    if event.kind == "line" and one.accuracy != "partial":
        on_the_line = event.over is not None and one.owner in (event.who, *event.to)
        if other.owner == event.who or (on_the_line and other.owner in event.to):
            return True
    stood = _places(event, other)
    for place in _places(event, one):
        if place in stood or any(seen in stood for seen in atlas.overlooks(place)):
            return True
    return False


def _places(event: Event, held: Held) -> set[str]:
    places = {held.at}
    if event.kind == "move" and held.owner == event.who:
        places |= {event.at, event.goes}
    return {place for place in places if place is not None}


def shared(atlas: Atlas, chain: Sequence[Held], believed: Believed) -> bool:
    """Whether an event that all of a chain perceived is one that the chain shares.

    Each must have been together with all those after it, and the first aware of all of them.
    """
    event, first = chain[0].event, chain[0]
    if event is None:
        return False
    return all(
        together(atlas, event, one, other)
        for one, other in combinations(chain, 2)
        if one.owner != other.owner
    ) and all(
        aware(event, first, other, believed(other.owner, first.moment))
        for other in chain[1:]
        if other.owner != first.owner
    )


def in_common(chain: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """The facts that every version conveys, as the last of the chain has them.

    What the speaker said and its hearers were told is one fact.
    """
    common = [{fact[:3] for fact in facts} for facts in chain[:-1]]
    return tuple(fact for fact in chain[-1] if all(fact[:3] in each for each in common))


def start_in_common(owners: Sequence[str], chain: Sequence[Sequence[Fact]]) -> tuple[Fact, ...]:
    """What all of a chain saw of each other's surroundings where no event was: at the start.

    Each must have seen all those after it to be there, and the first all of them.
    """
    for index, facts in enumerate(chain):
        there = {fact.entity for fact in facts if fact.key == "at" and fact.value is not None}
        if any(other not in there for other in owners[index + 1 :] if other != owners[index]):
            return ()
    return in_common(chain)


def as_shared(chain: Sequence[Held], names: NameBook) -> Perception:
    """The last of the chain's perception as the first can know it, in the first one's words.

    Of two versions the poorer is told; two that have no words in common leave the gist.
    """
    first, last = chain[0], chain[-1]
    event = first.event
    assert event is not None
    names = names.at(event.id)
    poorest = min(chain, key=lambda held: _WORDS[held.version])
    facts = in_common([held.facts for held in chain])
    read = as_perceived(poorest, names)
    text = read.text if _comparable(chain) else gist(event, names, names.language)
    partial = any(held.accuracy != "whole" for held in chain)
    each = [as_perceived(held, names) for held in chain]
    place = read.place
    if event.kind == "line" and any(other.place != place for other in each):
        place = None  # who speaks to another from afar does not hear where that one is
    to = tuple(person for person in read.to if all(person in other.to for other in each))
    return Perception(
        id=first.id, owner=last.owner, event=event.id, turn=event.turn, time=event.time,
        kind=event.kind, who=read.who, who_name=read.who_name, place=place, mode=last.mode,
        accuracy="partial" if partial else "whole", text=text, teller=None, conveys=facts,
        importance=first.importance, to=to,
        people=() if partial else tuple(
            person for person in read.people if all(person in other.people for other in each)
        ),
    )  # fmt: skip


def _comparable(chain: Sequence[Held]) -> bool:
    edited = [held for held in chain if held.edited and held.own is not None]
    if edited:
        return len({(held.edited, held.own) for held in chain}) == 1
    low = min(_WORDS[held.version] for held in chain)
    versions = {held.version for held in chain if _WORDS[held.version] == low}
    return len(versions) == 1


def edges(chain: Sequence[Held]) -> dict[str, EdgeHow]:
    """What the last of the chain came to know by a shared event, as the first can tell.

    Only what every version names: who saw somebody come knows whither, who saw it go knows
    whence, and neither can tell that the other knows both.
    """
    last = chain[-1]
    event = last.event
    assert event is not None
    facts = in_common([held.facts for held in chain])
    found: dict[str, EdgeHow] = {}
    for held in reversed(chain):
        granted = grants(event, held.mode, held.version, held.accuracy, last.owner, facts)
        edge: dict[str, EdgeHow] = {}
        for thing, how in granted:
            edge.setdefault(thing, how)
        found = edge if held is last else {t: h for t, h in found.items() if t in edge}
    return found
