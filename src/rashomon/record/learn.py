"""What a perception teaches its owner: edges of knowledge, names, acquaintances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rashomon.record.convey import named_in, things_shown
from rashomon.record.scene import Draft
from rashomon.record.witness import Witness
from rashomon.story.event import Event
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Fact, Seen, Version
from rashomon.story.places import Atlas


def grants(
    event: Event, witness: Witness, owner: str, facts: Iterable[Fact]
) -> Iterable[tuple[str, EdgeHow]]:
    """What one version of an event makes known to its owner, and how; persons may be among it.

    A function of what was recorded alone, so that after a correction the edges of a mind can be
    worked out again from what it still holds. A speaker learns nothing by what it says itself.
    """
    if event.kind == "line":
        if owner == event.who:
            return
        for thing in things_shown(event, witness):
            yield thing, "perceived" if thing == event.at else "told"
        if witness.accuracy != "partial":
            yield from ((thing, "told") for thing in event.named)
        yield from ((thing, "told") for thing in named_in(tuple(facts)))
        return
    arrives = event.kind == "move" and owner == event.who
    how: EdgeHow = "being_there" if arrives else "perceived"
    for thing in things_shown(event, witness):
        yield thing, how
    if witness.version is Version.READER:
        yield from ((thing, "told") for thing in event.named)
    yield from ((thing, how) for thing in named_in(tuple(facts)))


def learn(
    draft: Draft, event: Event, owner: str, witness: Witness, facts: tuple[Fact, ...]
) -> None:
    """Give the owner the edges that this perception grants and that it does not have."""
    for thing, how in grants(event, witness, owner, facts):
        draft.learn(owner, thing, how, event.id)
    if facts:
        draft.note(owner, facts)


def names_spoken(atlas: Atlas, event: Event) -> list[tuple[str, str]]:
    """The names that a line teaches to whoever has its words: pairs of (person, name).

    Who speaks its own name is known by it from then on; so is one who is called by it. A person
    who is merely talked about stays unknown: its name has nobody to stick to.
    """
    persons = dict.fromkeys((str(event.who), *event.to))
    return [
        (person, found.name)
        for person in persons
        for found in atlas.names_of(person).find(event.text)
    ]


def hear_names(draft: Draft, event: Event, seen: Mapping[str, Seen]) -> None:
    """Teach names to those who have the words of a line."""
    spoken = names_spoken(draft.atlas, event)
    for owner, perception in seen.items() if spoken else ():
        if perception.accuracy == "partial":
            continue
        for person, name in spoken:
            if person != owner:
                draft.hear_name(owner, person, name, event.id)


def meet(draft: Draft, event: Event, seen: Mapping[str, Seen]) -> None:
    """Make speaker and addressee acquainted, each way, where they are in one place."""
    speaker = str(event.who)
    if event.at is None or event.over is not None:
        return
    for person in event.to:
        if person in seen and seen[person].mode == "heard" and draft.at(person) == event.at:
            draft.meet(speaker, person, event.id)
            draft.meet(person, speaker, event.id)
