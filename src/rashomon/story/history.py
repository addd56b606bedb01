"""One mind as it came about: every version of all that it holds, with the commit that wrote each.

For whoever asks what a mind had at a moment that is past. `gone` versions take a thing away; within
one thing the newest version up to a commit is the one that counted then.
"""

from __future__ import annotations

from typing import NamedTuple

from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Accuracy, Mode, Version


class PerceptionAt(NamedTuple):
    """A version of a perception. `base` is how it was recorded; `own` has references to persons."""

    commit: int
    moment: int
    mode: Mode
    accuracy: Accuracy
    version: Version
    own: str | None
    gone: bool
    base: bool


class NameAt(NamedTuple):
    """A name that was learnt for a person, at a moment."""

    commit: int
    moment: int
    person: str
    name: str
    gone: bool


class EdgeAt(NamedTuple):
    """An edge of knowledge, learnt at a moment."""

    commit: int
    moment: int
    entity: str
    how: EdgeHow
    gone: bool


class BondAt(NamedTuple):
    """A relationship, since a moment."""

    commit: int
    moment: int
    about: str
    text: str
    calls: str | None
    gone: bool


class BeliefAt(NamedTuple):
    """A belief's text."""

    commit: int
    id: int
    text: str
    gone: bool


class StoodAt(NamedTuple):
    """Where the owner was from a moment on; `None` is nowhere."""

    commit: int
    moment: int
    place: str | None


class History(NamedTuple):
    """All of it, each list in the order of commits."""

    perceptions: tuple[PerceptionAt, ...] = ()
    names: tuple[NameAt, ...] = ()
    edges: tuple[EdgeAt, ...] = ()
    bonds: tuple[BondAt, ...] = ()
    beliefs: tuple[BeliefAt, ...] = ()
    stood: tuple[StoodAt, ...] = ()
