"""What a perception teaches its owner: edges of knowledge, names, acquaintances."""

from __future__ import annotations

from collections.abc import Mapping

from rashomon.record.scene import Draft
from rashomon.story.event import Event
from rashomon.story.grants import grants
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Seen
from rashomon.story.places import Atlas


def learn(draft: Draft, event: Event, seen: Mapping[str, Seen]) -> None:
    """Give each owner the edges that its perception grants and that it does not have.

    What a version grants is worked out once for all who have the same one.
    """
    lessons: dict[tuple[int, str, str, bool, int], list[tuple[str, EdgeHow]]] = {}
    minds, who = draft.scene.minds, event.who
    for owner, (_, mode, accuracy, version, _, _, facts, _, _) in seen.items():
        same = (version, accuracy, mode, owner == who, id(facts))
        granted = lessons.get(same)
        if granted is None:
            edges = grants(event, mode, version, accuracy, owner, facts)
            granted = lessons[same] = [each for each in edges if draft.atlas.knowable(each[0])]
        mind = minds.get(owner)
        for thing, how in granted:
            if mind is None or thing not in mind.known:
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
