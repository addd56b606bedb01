"""A castle in which somebody stands at every kind of spot, and short ways to ask about it.

One person to a spot, so that a row of a table can name everybody who perceives a step, and
whoever is missing from the row must have nothing of it.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

import rashomon
from rashomon import Mind, Story
from rashomon.story.perception import Perception

WORLD: dict[str, Any] = {
    "id": "castle",
    "title": "The Castle",
    "places": [
        {"id": "keep", "name": "the keep"},
        {"id": "courtyard", "name": "the courtyard", "within": "keep"},
        {"id": "alcove", "name": "the alcove", "within": "courtyard"},
        {"id": "balcony", "name": "the balcony", "overlooks": ["courtyard"]},
        {"id": "cellar", "name": "the cellar", "overhears": ["courtyard"]},
        {"id": "loft", "name": "the loft", "within": "balcony"},
        {"id": "tower", "name": "the tower", "overlooks": ["courtyard", "road"]},
        {"id": "mill", "name": "the mill", "overlooks": ["road"]},
        {"id": "wall", "name": "the wall", "overlooks": ["keep"], "overhears": ["keep"]},
        {"id": "road", "name": "the north road"},
    ],
    "exits": [
        {"id": "gate", "name": "the west gate", "from": "courtyard", "to": "road"},
        {"id": "steps", "from": "courtyard", "to": "balcony"},
        {"id": "chute", "name": "the chute", "from": "courtyard", "to": "cellar", "one_way": True},
        {"id": "crack", "name": "a crack", "from": "courtyard", "to": "alcove", "hidden": True},
    ],
    "items": [
        {"id": "key", "name": "an iron key", "at": "elias"},
        {"id": "hat", "name": "a hat", "at": "elias", "worn": True},
        {"id": "chest", "name": "a chest", "at": "courtyard", "closed": True},
        {"id": "ring", "name": "a ring", "at": "chest"},
        {"id": "box", "name": "a box", "at": "courtyard"},
        {"id": "pin", "name": "a pin", "at": "box"},
        {"id": "letter", "name": "a letter", "at": "elias", "text": "The Crypt lies open."},
    ],
    "characters": [
        {"id": "elias", "name": "Elias", "at": "courtyard", "appearance": "a lean man"},
        {"id": "mara", "name": "Mara", "at": "courtyard", "appearance": "a pale woman"},
        {"id": "ada", "name": "Ada", "at": "courtyard", "appearance": "a girl"},
        {"id": "alcover", "name": "Ale", "at": "alcove"},
        {"id": "looker", "name": "Lore", "at": "balcony"},
        {"id": "lofter", "name": "Loft", "at": "loft"},
        {"id": "hearer", "name": "Hera", "at": "cellar"},
        {"id": "towerer", "name": "Toro", "at": "tower"},
        {"id": "miller", "name": "Mill", "at": "mill"},
        {"id": "waller", "name": "Wale", "at": "wall"},
        {"id": "keeper", "name": "Kip", "at": "keep"},
        {"id": "rover", "name": "Rover", "at": "road", "appearance": "a tall man"},
        {"id": "rex", "name": "Rex", "at": "road", "appearance": "a beggar"},
        {"id": "nemo", "name": "Nemo", "at": None},
    ],
    "lore": [
        {"id": "order", "name": "the Order of Ash", "text": "It burns.", "aliases": ["the Order"]},
        {"id": "crypt_lore", "name": "the Crypt", "text": "Nobody returns."},
    ],
}

PEOPLE: tuple[str, ...] = tuple(each["id"] for each in WORLD["characters"])


def changed(**rooms: Any) -> dict[str, Any]:
    """The castle with some things changed: `characters={"mara": {"knows": ["order"]}}`.

    An unknown id adds; any other key of the world is replaced.
    """
    world = dict(WORLD)
    for key, value in rooms.items():
        if not isinstance(WORLD.get(key), list):
            world[key] = value
            continue
        known = {each["id"]: each for each in WORLD[key]}
        for id, fields in value.items():
            known[id] = {"id": id, **known.get(id, {}), **fields}
        world[key] = list(known.values())
    return world


_library = cache(lambda: rashomon.open(":memory:"))
_numbers = count(1)


def castle(**rooms: Any) -> Story:
    """A new story in the castle. All share one library: stories have nothing of each other."""
    return _library().create(changed(**rooms), as_=f"castle-{next(_numbers)}")


def play(story: Story, *steps: dict[str, Any], **turn: Any) -> tuple[int, ...]:
    """Record one turn of these steps; answers the ids of its events."""
    return story.record({**turn, "steps": list(steps)}).events


def audience(story: Story, event: int) -> dict[str, tuple[str, str]]:
    """Mode and accuracy of everybody's perception of an event."""
    found: dict[str, tuple[str, str]] = {}
    for owner in story.who_perceived(event):
        seen = perceived(story.mind(owner), event)
        found[owner] = (seen.mode, seen.accuracy)
    return found


def perceived(mind: Mind, event: int) -> Perception:
    """Somebody's perception of an event."""
    return next(each for each in mind.perceptions() if each.event == event)


def facts(mind: Mind, event: int) -> set[tuple[str, str, Any]]:
    """What somebody's perception of an event conveys, as (entity, key, value)."""
    return {fact[:3] for fact in perceived(mind, event).conveys}


def edges(mind: Mind) -> dict[str, str]:
    """What somebody knows, and how it came to."""
    return {known.entity: known.how for known in mind.knowledge()}


def place_of(mind: Any, entity: str, **more: Any) -> Any:
    """Where somebody last knew a thing to be; `"-"` where it knows nothing of that."""
    last = mind.last_known(entity, **more)
    return "-" if last is None else last.state.get("at", "-")
