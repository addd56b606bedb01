"""What a mind may propose about its beliefs.

A proposal comes from a request whose short ids were already put back to real ones. What could not
be put back, or was missing, stands in `faults`, so that it is judged with its reason like all else
and not lost on the way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rashomon.story.mind import Confidence

Slot: TypeAlias = Literal["evidence", "about", "belief", "field"]


class Fault(NamedTuple):
    """A mistake of form: what was given in which slot of the request.

    `given` is what stood there (`P9`), or the name of a field that is missing.
    """

    slot: Slot
    given: str


@dataclass(frozen=True, slots=True)
class Add:
    """A new belief. `supports` are the perceptions it is drawn from."""

    text: str
    about: tuple[str, ...]
    supports: tuple[int, ...]
    confidence: Confidence = "likely"
    contradicts: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Firm:
    """A belief is borne out. `confidence` is what it should become; `None` is one step up."""

    belief: int
    supports: tuple[int, ...]
    contradicts: tuple[int, ...] = ()
    confidence: Confidence | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something speaks against a belief. `confidence` is as in `Firm`, one step down."""

    belief: int
    contradicts: tuple[int, ...]
    supports: tuple[int, ...] = ()
    confidence: Confidence | None = None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Revise:
    """A belief is put in other words, because of something that came after it was formed."""

    belief: int
    text: str
    supports: tuple[int, ...] = ()
    contradicts: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Merge:
    """A belief says what another says as well: `into` stays and takes over the evidence."""

    belief: int
    into: int
    supports: tuple[int, ...] = ()
    contradicts: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class LetGo:
    """A belief is held no longer, because of something that came after it was formed."""

    belief: int
    contradicts: tuple[int, ...]
    supports: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


OfOne: TypeAlias = Firm | Doubt | Revise | Merge | LetGo
"""A proposal about a belief that is held already."""

Proposal: TypeAlias = Add | OfOne

KINDS: tuple[type[Proposal], ...] = (Add, Firm, Doubt, Revise, Merge, LetGo)


def cited(change: Proposal) -> tuple[int, ...]:
    """Every perception that a proposal names, in order and once."""
    return tuple(dict.fromkeys((*change.supports, *change.contradicts)))
