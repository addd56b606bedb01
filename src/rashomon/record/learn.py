"""What a perception teaches its owner: edges of knowledge, names, acquaintances."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeAlias

from rashomon.record.scene import Draft
from rashomon.record.witness import Witness
from rashomon.story.event import Event
from rashomon.story.grants import grants
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Fact, Seen
from rashomon.story.places import Atlas

Lessons: TypeAlias = dict[Hashable, list[tuple[str, EdgeHow]]]
"""What versions of one event grant, worked out once for all who have the same one."""


def learn(
    draft: Draft, event: Event, owner: str, witness: Witness, facts: tuple[Fact, ...],
    lessons: Lessons,
) -> None:  # fmt: skip
    """Give the owner the edges that this perception grants and that it does not have."""
    version = (witness.version, witness.accuracy, owner == event.who, facts)
    granted = lessons.get(version)
    if granted is None:
        edges = grants(event, witness.version, witness.accuracy, owner, facts)
        granted = lessons[version] = [edge for edge in edges if draft.atlas.knowable(edge[0])]
    known = draft.scene.mind(owner).known
    for thing, how in granted:
        if thing not in known:
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
