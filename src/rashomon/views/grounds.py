"""What one mind had at a moment that is past, as far as that can be told from its versions.

For auditing prompts. It asks the history itself and nothing that prompts are made with: an
instrument that shared its parts with what it checks would share its faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol, TypeVar

from rashomon.story.event import Event
from rashomon.story.history import (
    BeliefAt,
    BondAt,
    EdgeAt,
    History,
    NameAt,
    PerceptionAt,
)
from rashomon.story.mind import NameKnown, Relationship
from rashomon.story.perception import Version
from rashomon.story.phrasing import phrases, text_of
from rashomon.story.places import Atlas
from rashomon.story.world import Character
from rashomon.views.corpus import Source, engine_texts, tokens_of, words_of
from rashomon.views.naming import NameBook, name_book

WITH_WORDS = frozenset({Version.WHOLE, Version.REMOTE, Version.READER})
"""The versions in which somebody has the words of an event."""

_FIELD = re.compile(r"\{\w+\}")


class Written(Protocol):
    """Any version: a commit wrote it, and it may take a thing away."""

    @property
    def commit(self) -> int: ...
    @property
    def gone(self) -> bool: ...


K = TypeVar("K")
W = TypeVar("W", bound=Written)


class Span(NamedTuple):
    """When a prompt was made: between two commits, and before anything later than a moment.

    Both commits count: what a run wrote itself was there for some of its prompts, and for others
    not yet.
    """

    first: int
    last: int
    moment: int


def counted(versions: Iterable[W], span: Span) -> Iterator[W]:
    """The versions of one thing that were its newest at some time in the span, and were there."""
    newest = max((each.commit for each in versions if each.commit <= span.first), default=0)
    return (each for each in versions if newest <= each.commit <= span.last and not each.gone)


def _by(versions: Iterable[W], key: Callable[[W], K]) -> Mapping[K, list[W]]:
    found: dict[K, list[W]] = {}
    for each in versions:
        found.setdefault(key(each), []).append(each)
    return found


@dataclass(frozen=True)
class Past:
    """One mind's history, sorted by what each version is of. `ids` are all that share the mind.

    `lenient` says that exact words once came back where a version had others, for
    `memory.imperfect` was off at some time.
    """

    owner: str
    ids: frozenset[str]
    history: History
    atlas: Atlas
    language: str
    events: Mapping[int, Event]
    lenient: bool = False

    @cached_property
    def perceptions(self) -> Mapping[int, Sequence[PerceptionAt]]:
        """The versions of each perception, by the moment that it is of."""
        return _by(self.history.perceptions, lambda each: each.moment)

    @cached_property
    def edges(self) -> Mapping[str, Sequence[EdgeAt]]:
        """The versions of each edge, by the thing."""
        return _by(self.history.edges, lambda each: self.atlas.canonical(each.entity))

    @cached_property
    def names(self) -> Mapping[tuple[str, str], Sequence[NameAt]]:
        """The versions of each name, by whose it is and what."""
        return _by(self.history.names, lambda each: (each.person, each.name))

    @cached_property
    def bonds(self) -> Mapping[str, Sequence[BondAt]]:
        """The versions of each relationship, by whom it is with."""
        return _by(self.history.bonds, lambda each: each.about)

    @cached_property
    def beliefs(self) -> Mapping[int, Sequence[BeliefAt]]:
        """The versions of each belief."""
        return _by(self.history.beliefs, lambda each: each.id)


@dataclass(frozen=True)
class Grounds:
    """What one mind had in a span: which sources, which names, which things."""

    past: Past
    span: Span

    def has(self, source: Source) -> bool:
        """Whether the owner could have words from there."""
        match source.kind:
            case "engine" | "looks":
                return True
            case "nobody":
                return False
            case "name":
                return source.thing is not None and self.knows(source.thing)
            case "event":
                return source.event is not None and self._has_words(source.event)
            case "place":
                return source.thing is not None and self._been_at(source.thing)
            case "lore":
                return source.thing is not None and self._given(source.thing)
            case _:
                return source.owner in self.past.ids and self._own(source)

    def _own(self, source: Source) -> bool:
        past = self.past
        if source.kind == "own":
            return any(each.own == source.text for each in self._held(source.event or 0))
        if source.kind == "belief":
            versions = counted(past.beliefs.get(source.number or 0, ()), self.span)
            return any(each.text == source.text for each in versions)
        if source.kind == "bond":
            bonds = counted(past.bonds.get(source.thing or "", ()), self.span)
            return any(source.text in (each.text, each.calls) for each in bonds)
        return True

    def _held(self, moment: int) -> Iterator[PerceptionAt]:
        """The versions of a perception that the owner had; none of what was still to come."""
        if moment > self.span.moment:
            return
        versions = self.past.perceptions.get(moment, ())
        there = list(counted(versions, self.span))
        yield from there
        if there and self.past.lenient:
            yield from (each for each in versions if each.base and each not in there)

    def _has_words(self, event: int) -> bool:
        return any(
            each.version in WITH_WORDS and (each.own is None or each.version is Version.READER)
            for each in self._held(event)
        )

    def _edges(self, thing: str) -> list[EdgeAt]:
        found = counted(self.past.edges.get(self.past.atlas.canonical(thing), ()), self.span)
        return [each for each in found if each.moment <= self.span.moment]

    def knows(self, thing: str) -> bool:
        """Whether the owner could identify a place, an exit, an item or lore."""
        return bool(self._edges(thing))

    def _given(self, thing: str) -> bool:
        return any(each.how == "authored" for each in self._edges(thing))

    def _been_at(self, place: str) -> bool:
        canonical, span = self.past.atlas.canonical, self.span
        return any(
            each.place is not None and canonical(each.place) == canonical(place)
            for each in self.past.history.stood
            if each.commit <= span.last and each.moment <= span.moment
        )

    # Names of people.

    @cached_property
    def learnt(self) -> list[NameAt]:
        """The names that the owner had learnt, in the order of learning."""
        found = [
            each
            for versions in self.past.names.values()
            for each in counted(versions, self.span)
            if each.moment <= self.span.moment
        ]
        return sorted(found, key=lambda each: each.moment)

    @cached_property
    def bonds(self) -> list[BondAt]:
        """The relationships that the owner had."""
        return [
            each for versions in self.past.bonds.values() for each in counted(versions, self.span)
        ]

    @cached_property
    def called(self) -> frozenset[str]:
        """Every name that the owner had for anybody, its own among them."""
        own = [
            name
            for id in self.past.ids
            if isinstance(found := self.past.atlas.entities.get(id), Character)
            for name in found.every_name
        ]
        calls = [each.calls for each in self.bonds if each.calls]
        return frozenset([*own, *calls, *(each.name for each in self.learnt)])

    def may_name(self, name: str, things: Iterable[str]) -> bool:
        """Whether the owner has a name, which is that of these persons or things."""
        return name in self.called or any(self.knows(thing) for thing in things)

    # The owner's own words.

    @cached_property
    def book(self) -> NameBook:
        """What the owner called everybody."""
        past = self.past
        bonds = [
            Relationship(past.owner, each.about, "", each.text, each.calls, None)
            for each in self.bonds
        ]
        names = [NameKnown(past.owner, each.person, each.name, None) for each in self.learnt]
        return name_book(
            past.atlas, past.language, past.owner, bonds, names, past.atlas.aliases,
            lambda person, moment: True,
        )  # fmt: skip

    @cached_property
    def told(self) -> str:
        """All that the owner had perceived, in its own words.

        Asked only of what looks like a leak, for it takes a mind's length to make.
        """
        past = self.past
        texts: list[str] = []
        for moment in past.perceptions:
            event = past.events.get(moment)
            if event is not None:
                texts += [
                    text_of(event, each.version, each.own, self.book, past.language)
                    for each in self._held(moment)
                ]
        return "".join(f" {' '.join(words_of(tokens_of(text)))} \0" for text in texts)

    # What the engine puts together.

    def composed(self, words: Sequence[str]) -> bool:
        """Whether words are names that the owner has, joined as the engine's sentences join them.

        "A stranger to a stranger" says nothing of what was said; it may stand in any prompt, and
        in somebody else's belief as well. A piece at either end may be there in part.
        """
        given, ends = tuple(words), set[tuple[int, bool]]()
        open_ = {(0, False)}
        for piece, name in self._pieces:
            for n in range(1, min(len(piece), len(given) + 1)):
                if piece[-n:] == given[:n]:
                    open_.add((n, name))
        while open_:
            at, named = state = open_.pop()
            ends.add(state)
            if at == len(given):
                if named:
                    return True
                continue
            for piece, name in self._pieces:
                length = min(len(piece), len(given) - at)
                following = (at + length, named or name)
                if piece[:length] == given[at : at + length] and following not in ends:
                    open_.add(following)
        return False

    @cached_property
    def _pieces(self) -> list[tuple[tuple[str, ...], bool]]:
        """What sentences are put together from, in words: names and the like, and what joins them.

        Of a name also the form without its article, as sentences of the engine may have it.
        """
        atlas, say = self.past.atlas, phrases(self.past.language)
        names = {*self.called, say.stranger, say.somebody}
        for id, each in atlas.entities.items():
            if isinstance(each, Character):
                names.add(each.appearance or "")
            elif self.knows(id):
                names.update(each.every_name)
        found = {(words_of(tokens_of(name)), True) for name in names}
        for text in engine_texts(self.past.language):
            for part in _FIELD.split(text):
                found.add((words_of(tokens_of(part)), False))
        return [each for each in found if each[0]]
