"""Putting the ids of a reply about one mind back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rashomon.prompts.asking import Ids, found, given_as
from rashomon.reflect.proposals import Fault


@dataclass
class Back:
    """Puts the parts of one item back; what cannot be put back it notes."""

    ids: Ids
    noted: list[Fault] = field(default_factory=list[Fault])

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What could not be put back, or was missing."""
        return tuple(self.noted)

    def belief(self, given: str, name: str) -> int:
        """A belief; 0 for none of the request."""
        real = found(given, self.ids.beliefs)
        if real is None:
            fault = Fault("belief", given_as(given)) if given.strip() else Fault("field", name)
            self.noted.append(fault)
        return real or 0

    def evidence(self, given: Iterable[str]) -> tuple[int, ...]:
        """Those perceptions that were shown; the others are noted."""
        every = [(each, found(each, self.ids.perceptions)) for each in given]
        self.noted += [Fault("evidence", given_as(each)) for each, real in every if real is None]
        return tuple(real for _, real in every if real is not None)

    def about(self, given: Iterable[str]) -> tuple[str, ...]:
        """Those persons and things that were shown; the others are noted."""
        every = [(each, found(each, self.ids.entities, self.ids.labels)) for each in given]
        self.noted += [Fault("about", given_as(each)) for each, real in every if real is None]
        return tuple(real for _, real in every if real is not None)

    def needs(self, given: str, name: str, words: Sequence[str] = ()) -> bool:
        """Whether a field is there, and one of some words, if any are named; noted if not."""
        if given.strip() and (not words or given in words):
            return True
        self.noted.append(Fault("field", name))
        return False
