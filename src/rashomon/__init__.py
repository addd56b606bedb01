"""Rashomon: one history, many minds. See `open` for the way in.

The names are fetched when they are asked for: a command that only says how it is called should not
have to wait for a database's whole machinery.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rashomon.api.library import Library
    from rashomon.api.mind import Mind
    from rashomon.api.story import Story
    from rashomon.errors import BadFile, BadTurn, BadWorld, NotFound, RashomonError, Refused
    from rashomon.story.turn import Turn
    from rashomon.story.world import World
    from rashomon.wiring import open

_HOMES = {
    "Library": "api.library",
    "Mind": "api.mind",
    "Story": "api.story",
    "Turn": "story.turn",
    "World": "story.world",
    "open": "wiring",
}

__all__ = [
    "BadFile",
    "BadTurn",
    "BadWorld",
    "Library",
    "Mind",
    "NotFound",
    "RashomonError",
    "Refused",
    "Story",
    "Turn",
    "World",
    "open",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'errors')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
