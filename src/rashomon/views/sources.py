"""Where a prompt could have its words from: everything that a story holds, and the engine's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rashomon.story.event import Event
from rashomon.story.history import History
from rashomon.story.naming import render
from rashomon.story.places import Atlas
from rashomon.story.world import Character, Item, Lore, Place, World
from rashomon.views.corpus import Source, engine_texts
from rashomon.views.naming import NameBook

_FILLED_IN = re.compile(r"\{[^}]*\}")
_DAY = 86_400.0
_YEAR = 400
"""Days after which a calendar has used each of its names, for all but the strangest."""

_KINDS = {
    "line": "a line",
    "thought": "a thought",
    "deed": "a deed",
    "happening": "a happening",
    "move": "a move",
}


def engine_sources(world: World) -> Iterator[Source]:
    """The engine's own sentences, and the words of the calendar: anybody may be given them."""
    for text in engine_texts(world.language):
        yield Source("engine", _FILLED_IN.sub("\n", text), "a sentence of the engine")
    show, language = world.calendar.show, world.language
    dates = {word for day in range(_YEAR) for word in show(day * _DAY, language).split()}
    yield Source("engine", "\n".join(sorted(dates)), "a date")


def event_sources(events: Iterable[Event], names: NameBook) -> Iterator[Source]:
    """What happened: the words of each event, for whoever perceived them."""
    for event in events:
        if event.text:
            also = render(event.text, names)
            said = f"{_KINDS[event.kind]} (event {event.id})"
            if event.who is not None:
                said = f"{_KINDS[event.kind]} of {event.who} (event {event.id})"
            yield Source("event", event.text, said, event=event.id, also=also)


def world_sources(world: World, atlas: Atlas) -> Iterator[Source]:
    """What the author wrote: of each thing what may be seen, read or known of it, and by whom."""
    if world.opening:
        yield Source("nobody", world.opening, "the opening of the world")
    for id, each in atlas.entities.items():
        whose = atlas.canonical(id)
        if isinstance(each, Character):
            if each.appearance:
                yield Source("looks", each.appearance, f"the looks of {id}", thing=whose)
            if each.persona:
                yield Source("persona", each.persona, f"the persona of {id}", owner=id)
            continue
        for name in each.every_name:
            yield Source("name", name, f"the name of {id}", thing=whose)
        description = getattr(each, "description", "")
        if isinstance(each, Place) and description:
            yield Source("place", description, f"the look of {id}", thing=whose)
        elif description:
            yield Source("nobody", description, f"the description of {id}")
        if isinstance(each, Lore) and each.text:
            yield Source("lore", each.text, f"what the lore of {id} says", thing=whose)
        if isinstance(each, Item) and each.text:
            yield Source("nobody", each.text, f"what is written on {id}")


def mind_sources(owner: str, history: History, names: NameBook) -> Iterator[Source]:
    """What one mind holds in words of its own."""
    own = dict.fromkeys((each.moment, each.own) for each in history.perceptions if each.own)
    for moment, text in own:
        of = "a memory" if moment < 0 else f"the own version of event {moment}"
        yield Source(
            "own", text or "", f"{of} of {owner}", owner=owner, event=moment,
            also=render(text or "", names),
        )  # fmt: skip
    for id, text in dict.fromkeys((each.id, each.text) for each in history.beliefs):
        yield Source("belief", text, f"a belief of {owner}", owner=owner, number=id)
    for about, text in dict.fromkeys(
        (bond.about, text) for bond in history.bonds for text in (bond.text, bond.calls) if text
    ):
        said = f"how {owner} regards {about}"
        yield Source("bond", text, said, owner=owner, thing=about)
