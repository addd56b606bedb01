"""What a played character has before it: whom it sees, what lies here, which ways it knows.

A value that the engine fills from that character's mind alone. Whatever is typed is read against
it and nothing else, so that no word of a player can touch what the character does not know of.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the character knows of: first what it calls that one, then the other names it knows.

    `here` is false for one who is seen elsewhere or merely known: spoken to, but out of reach.
    """

    id: str
    names: tuple[str, ...]
    looks: str = ""
    here: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """A way that the character knows to leave here by.

    `place` has the names of where it leads, empty where that is unexplored; `to` is the id that a
    move needs, and is never shown. `locked` is as the character last knew it.
    """

    exit: str
    to: str
    names: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """An item that the character saw here or has itself; `at` is a place, somebody or a thing."""

    id: str
    names: tuple[str, ...]
    at: str
    closed: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class Here:
    """The present of one played character, as it knows it. `place` is `None` for nowhere.

    `places` are further places it knows by name: a way there is asked for, not made up.
    """

    who: str
    names: tuple[str, ...]
    language: str = "en"
    place: str | None = None
    people: tuple[Person, ...] = ()
    ways: tuple[Way, ...] = ()
    things: tuple[Thing, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
