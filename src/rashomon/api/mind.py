"""One mind, as the library's users hold it: what it perceived, believes, knows and can tell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import cast

from rashomon.engine import ask, memories, others
from rashomon.engine.ask import Asking
from rashomon.engine.context import Context
from rashomon.engine.prompting import context_of
from rashomon.engine.remember import Wanted, recall
from rashomon.errors import Refused, shown
from rashomon.prompts.prompt import Prompt
from rashomon.recall.lasting import Lasting
from rashomon.recall.recollect import Recollection
from rashomon.story.faults import unfit
from rashomon.story.mind import (
    Belief,
    Hop,
    Known,
    KnownMap,
    LastKnown,
    NameKnown,
    Relationship,
    Teaching,
    Thread,
    Why,
)
from rashomon.story.perception import Perception
from rashomon.story.texts import optional

MOST_SECONDS = 2.0**63
"""No story lasts as long, and no number beyond it can be told from the next."""


@dataclass(frozen=True)
class Mind:
    """The mind of one character. Every answer is this owner's own; nothing else can come out.

    Ids are the author's; an unknown one raises `NotFound` with the nearest that exist.
    """

    engine: Context = field(repr=False)
    story: str
    owner: str

    def perceptions(self, limit: int | None = 200, before: int | None = None) -> list[Perception]:
        """The newest `limit` perceptions, oldest of them first; `before` pages back by id."""
        with ask.asking(self.engine, self.story) as asked:
            owner = asked.person(self.owner)
            return ask.perceptions(asked, owner, limit=limit, before=before)

    def beliefs(self) -> list[Belief]:
        """What it believes, and what it has let go."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.beliefs(asked, asked.person(self.owner))

    def relationships(self) -> list[Relationship]:
        """How it regards others; whoever is missing is a stranger to it."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.relationships(asked, asked.person(self.owner))

    def knowledge(self) -> list[Known]:
        """The places, exits, items and lore it can identify, and how it came to."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.knowledge(asked, asked.person(self.owner))

    def knows(self, entity: str) -> bool:
        """Whether it can identify a thing at all; a person, whether it has a name for it."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.knows(asked, asked.person(self.owner), entity)

    def names(self) -> list[NameKnown]:
        """The names it has learnt for people, in the order of learning."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.names(asked, asked.person(self.owner))

    def name_for(self, person: str) -> str:
        """What it calls somebody: an authored name, the first learnt, or a look it has seen."""
        with ask.asking(self.engine, self.story) as asked:
            return asked.names(asked.person(self.owner))(asked.person(person))

    def threads(self) -> list[Thread]:
        """The open questions it knows of, each in its own words of how it began."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.threads(asked, asked.person(self.owner))

    def recall(
        self,
        text: str = "",
        *,
        people: Sequence[str] = (),
        places: Sequence[str] = (),
        items: Sequence[str] = (),
        tags: Sequence[str] = (),
        since: float | None = None,
        until: float | None = None,
        limit: int | None = None,
        explain: bool = False,
    ) -> Recollection:
        """What comes to its mind at a text and other cues, most to the point first.

        `since` and `until` are seconds of story time, both included. At most `limit` memories (the
        setting `recall.limit`); with `explain`, the trace of every candidate beside them.
        """
        cues = (_ids("people", people), _ids("places", places), _ids("items", items))
        wanted = Wanted(
            _text(text), *cues, _ids("tags", tags), *_span(since, until),
            optional(limit, "limit", 0),
        )  # fmt: skip
        return recall(self.engine, self.story, self.owner, wanted, explain=explain)

    def context(self) -> Prompt:
        """All that a model playing it may be given, as the exact prompt, in `context.tokens`.

        A function of this mind alone. Nothing is written.
        """
        return context_of(self.engine, self.story, self.owner)

    def memories(self, limit: int | None = 200, before: int | None = None) -> list[Lasting]:
        """What is left of its newest `limit` perceptions, oldest first; `before` pages back by id.

        This is an author's view: with what each memory's retention over time follows from, of
        which the mind itself, and a prompt, have nothing.
        """
        with ask.asking(self.engine, self.story) as asked:
            owner = asked.person(self.owner)
            return memories.memories(asked, owner, limit=limit, before=before)

    def last_known(self, entity: str, *, witnessed: bool = False) -> LastKnown | None:
        """The last state of a thing that it was shown or told; with `witnessed`, only shown."""
        with ask.asking(self.engine, self.story) as asked:
            owner = asked.person(self.owner)
            return ask.last_known(asked, owner, entity, witnessed=witnessed)

    def map(self) -> KnownMap:
        """The places and exits it knows; an end it does not know is `None`."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.known_map(asked, asked.person(self.owner))

    def route(self, goal: str) -> tuple[Hop, ...] | None:
        """A shortest way it knows, one hop after the other; `()` where it is, `None` for no way."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.route(asked, asked.person(self.owner), goal)

    def why(self, belief: int) -> Why:
        """What a belief rests on, down to the words."""
        with ask.asking(self.engine, self.story) as asked:
            return ask.why(asked, asked.person(self.owner), belief)

    def how_learnt(self, entity: str, key: str | None = None) -> list[Teaching]:
        """The chain by which it came to know of a thing, back to who was not told.

        With `key`, the chain of what it last knew of that property: `how_learnt("key", "at")`
        goes back to whoever first said, or saw, that the key is there.
        """
        with ask.asking(self.engine, self.story) as asked:
            return ask.how_learnt(asked, asked.person(self.owner), entity, key)

    def of(self, other: str) -> MindOf:
        """What it can know of another's mind."""
        return MindOf(self.engine, self.story, (self.owner, other))


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise Refused(f"What is asked should be a text, not {shown(given)}.")
    bad = next(filter(unfit, given), None)
    if bad is not None:
        raise Refused(
            f"The text asked holds the character U+{ord(bad):04X}, which no text may hold; "
            "take it out."
        )
    return given


def _span(since: object, until: object) -> tuple[float | None, float | None]:
    """Check a span of story time; an end before its beginning would find nothing, and say nothing.

    What is no number would compare with every time in some other way.
    """
    first, last = _seconds(since, "since"), _seconds(until, "until")
    if first is not None and last is not None and last < first:
        raise Refused(
            f"until is {shown(until)} and since {shown(since)}: give an end that is no earlier "
            "than the beginning."
        )
    return first, last


def _seconds(given: object, what: str) -> float | None:
    if given is None:
        return None
    if (
        isinstance(given, (int, float))
        and not isinstance(given, bool)
        and abs(given) < MOST_SECONDS
    ):
        return float(given)
    raise Refused(f"{what} should be a number of seconds of story time, not {shown(given)}.")


def _ids(what: str, given: object) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Collection):
        raise Refused(f"{what} should be a list of texts, not {shown(given)}.")
    found = [each for each in cast(Collection[object], given) if isinstance(each, str)]
    if len(found) != len(cast(Collection[object], given)):
        raise Refused(f"{what} should be a list of texts, not {shown(cast(object, given))}.")
    return tuple(found)


@dataclass(frozen=True)
class MindOf:
    """What one mind can know of another's, and that one of a third's, to any depth.

    `chain` are the owners from the one who knows to the one who is known about.
    """

    engine: Context = field(repr=False)
    story: str
    chain: tuple[str, ...]

    def _owners(self, asked: Asking) -> tuple[str, ...]:
        return tuple(asked.person(owner) for owner in self.chain)

    def perceptions(self, limit: int | None = 200, before: int | None = None) -> list[Perception]:
        """The shared events, as the first can know the last has them, in the first one's words.

        Ids are those of the first one's own perceptions.
        """
        with ask.asking(self.engine, self.story) as asked:
            return others.perceptions(asked, self._owners(asked), limit=limit, before=before)

    def last_known(self, entity: str, *, witnessed: bool = False) -> LastKnown | None:
        """The last state of a thing that the last was shown or told, as the first can tell."""
        with ask.asking(self.engine, self.story) as asked:
            return others.last_known(asked, self._owners(asked), entity, witnessed=witnessed)

    def knows(self, entity: str) -> bool:
        """Whether the last can identify a thing, as far as the first can tell."""
        with ask.asking(self.engine, self.story) as asked:
            return others.knows(asked, self._owners(asked), entity)

    def knowledge(self) -> list[Known]:
        """What the last can identify, as far as the first can tell."""
        with ask.asking(self.engine, self.story) as asked:
            return others.knowledge(asked, self._owners(asked))

    def of(self, other: str) -> MindOf:
        """One mind further."""
        return MindOf(self.engine, self.story, (*self.chain, other))
