"""Rashomon: one history, many minds. See `open` for the way in."""

from rashomon.api.library import Library
from rashomon.api.mind import Mind
from rashomon.api.story import Story
from rashomon.errors import BadFile, BadTurn, BadWorld, NotFound, RashomonError, Refused
from rashomon.story.turn import Turn
from rashomon.story.world import World
from rashomon.wiring import open

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
