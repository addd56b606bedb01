"""What a mind was shown when it was asked, and what of it counts as evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from rashomon.story.mind import Belief
from rashomon.story.naming import Finder
from rashomon.story.perception import Perception

GREAT: Final = 5
"""The importance at which one event is enough for a belief."""


@dataclass(frozen=True)
class Shown:
    """One perception as evidence.

    `retells` is the event that its line goes back to, for where the line conveys no fact. The one
    who judges knows of it even where the owner does not.
    """

    perception: Perception
    retells: int | None = None

    @property
    def id(self) -> int:
        """The perception's id."""
        return self.perception.id

    @cached_property
    def roots(self) -> frozenset[int]:
        """What this rests on in the end: events, or minus its own id for an authored memory.

        A line that passes on several things has several roots. It is independent of another
        perception only if they have none in common: else a lie would count twice as soon as
        something else was said along with it.
        """
        held = self.perception
        if held.event is None:
            return frozenset({-held.id})
        if held.kind == "line":
            roots = frozenset(fact.root for fact in held.conveys if fact.how in ("told", "said"))
            if roots:
                return roots
            if self.retells is not None:
                return frozenset({self.retells})
        return frozenset({held.event})

    @property
    def moment(self) -> int:
        """The turn it was perceived in; of an authored memory, a moment of its own."""
        return self.perception.turn if self.perception.event is not None else -self.perception.id

    @property
    def great(self) -> bool:
        """Whether this one event is enough for a belief."""
        return self.perception.importance >= GREAT

    def apart(self, other: Shown) -> bool:
        """Whether the two have different roots and come from different turns."""
        return self.moment != other.moment and self.roots.isdisjoint(other.roots)


def recurs(grounds: Iterable[Shown]) -> bool:
    """Whether these rest on two roots from two different turns."""
    every = list(grounds)
    return any(one.apart(other) for n, one in enumerate(every) for other in every[n + 1 :])


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a belief's text may be: in words, and in characters where no spaces part them.

    Forty Chinese characters say about as much as twenty English words.
    """

    words: int = 20
    characters: int = 40


@dataclass(frozen=True)
class View:
    """All that counts when one request's proposals are judged.

    `beliefs` are those shown, `perceptions` those shown, both the owner's own. `behind` are the
    perceptions that the beliefs rest on already: they count, and cannot be cited. `formed` has,
    for each belief, the last turn that was recorded when it was formed (0 for the world file's).
    `due` are beliefs whose check is still to come, `doubted` those doubted in this pass.
    `entities` are the ids a belief may be about; background characters are not among them.
    `unknown_names` are names, of persons above all, that the owner does not have. `wide` says that
    `sure` and revising were offered. `now` is seconds of story time.

    The last three grow while a request is judged: beliefs changed so far, beliefs that others were
    merged into, texts added.
    """

    owner: str
    language: str
    now: float
    beliefs: tuple[Belief, ...] = ()
    perceptions: tuple[Shown, ...] = ()
    behind: tuple[Shown, ...] = ()
    formed: Mapping[int, int] = field(default_factory=dict[int, int])
    due: frozenset[int] = frozenset()
    doubted: frozenset[int] = frozenset()
    entities: frozenset[str] = frozenset()
    unknown_names: tuple[str, ...] = ()
    wide: bool = False
    limits: Limits = Limits()
    changed: frozenset[int] = frozenset()
    staying: frozenset[int] = frozenset()
    added: tuple[str, ...] = ()

    @cached_property
    def held(self) -> Mapping[int, Belief]:
        """The held beliefs of this owner that were shown, by id."""
        mine = (each for each in self.beliefs if each.owner == self.owner)
        return {each.id: each for each in mine if each.status == "held"}

    @cached_property
    def shown(self) -> Mapping[int, Shown]:
        """The perceptions that can be cited, by id."""
        return {each.id: each for each in self.perceptions if each.perception.owner == self.owner}

    @cached_property
    def _grounds(self) -> Mapping[int, Shown]:
        return {each.id: each for each in self.behind} | dict(self.shown)

    def grounds(self, ids: Iterable[int]) -> list[Shown]:
        """The perceptions of these ids, as far as they are at hand."""
        return [self._grounds[id] for id in ids if id in self._grounds]

    def since(self, belief: Belief, id: int) -> bool:
        """Whether a perception came after a belief was formed, and is not yet linked to it.

        Turns tell it, where they are known: story time may stand still from one turn to the next.
        """
        found = self.shown.get(id)
        if found is None or id in belief.supports or id in belief.contradicts:
            return False
        turn = self.formed.get(belief.id, 0 if belief.authored else None)
        if turn is not None:
            return found.perception.turn > turn
        return found.perception.time >= belief.formed

    @cached_property
    def strangers(self) -> Finder:
        """Finds names in a text that the owner does not have."""
        return Finder((name, name) for name in self.unknown_names if name.strip())

    @cached_property
    def texts(self) -> str:
        """All that was shown, as one text, to tell words of the story from fields of a request."""
        return "\n".join(
            (
                *(each.text for each in self.beliefs),
                *(each.perception.text for each in self.perceptions),
            )
        )

    def having(
        self, *, changed: Iterable[int] = (), staying: Iterable[int] = (), added: Iterable[str] = ()
    ) -> View:
        """This view once one more change of the same request was taken."""
        return replace(
            self,
            changed=self.changed | frozenset(changed),
            staying=self.staying | frozenset(staying),
            added=(*self.added, *added),
        )
