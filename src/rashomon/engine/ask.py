"""Questions that need no model, asked of a story or of one mind in it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from rashomon.engine.context import Context, settings_of, world_of
from rashomon.engine.sights import Looking
from rashomon.errors import NotFound, Refused, shown
from rashomon.ports.store import StoredMind, StoredStory
from rashomon.settings import Settings
from rashomon.story.event import Event
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
from rashomon.story.perception import Perception, Version
from rashomon.story.phrasing import phrases
from rashomon.story.places import KNOWABLE, Atlas
from rashomon.story.texts import composed, optional, whole
from rashomon.story.words import query_terms
from rashomon.story.world import World
from rashomon.views import knowing
from rashomon.views.naming import NameBook, Seen, name_book
from rashomon.views.reading import WHOLE, as_happened, as_known, as_perceived


@dataclass
class Asking:
    """One story open for questions, with what every answer needs looked up once."""

    unit: StoredStory
    context: Context

    @cached_property
    def atlas(self) -> Atlas:
        """The authored world as it stands."""
        return self.context.atlas(self.unit)

    @cached_property
    def world(self) -> World:
        """What the world says of itself."""
        return world_of(self.unit)

    @cached_property
    def settings(self) -> Settings:
        """The settings in force."""
        return settings_of(self.unit, self.world)

    @property
    def objective(self) -> NameBook:
        """Everybody by name."""
        return NameBook(self.atlas, self.world.language, aliases=self.atlas.aliases)

    def person(self, id: str) -> str:
        """The canonical id of a character; raises `NotFound` with the nearest ones."""
        found = self._named(id)
        if self.atlas.kind(found) != "character":
            raise NotFound("character", id, list(self.atlas.characters))
        return found

    def thing(self, id: str) -> str:
        """The canonical id of anything; raises `NotFound` with the nearest ones."""
        found = self._named(id)
        if self.atlas.kind(found) is None:
            raise NotFound("person, place or thing", id, list(self.atlas.entities))
        return found

    def _named(self, id: object) -> str:
        return self.atlas.canonical(composed(id)) if isinstance(id, str) else ""

    def every_id(self, entity: str) -> tuple[str, ...]:
        """An id and those that were merged into it."""
        return (entity, *self.atlas.merged_into(entity))

    def mind(self, owner: str) -> StoredMind:
        """What is stored of one mind."""
        return self.unit.mind(*self.every_id(owner))

    def names(self, owner: str) -> NameBook:
        """What the owner calls everybody."""
        head = self.unit.head
        kept = self.context.minds.get((head.key, owner))
        if kept is not None and (kept.epoch, kept.commit) == (head.epoch, head.commit):
            return kept.frame.names
        return self.names_seeing(owner, Looking(self, owner))

    def names_seeing(self, owner: str, seen: Seen) -> NameBook:
        """The same, by whom the owner has seen."""
        mind = self.mind(owner)
        return name_book(
            self.atlas, self.world.language, owner, mind.relationships(), mind.names(),
            self.atlas.aliases, seen,
        )  # fmt: skip

    def where(self, person: str) -> str | None:
        """Where a person is now."""
        at = self.unit.states().get(person, {}).get("at")
        return at if isinstance(at, str) else None


@contextmanager
def asking(context: Context, story: str) -> Generator[Asking]:
    """Open a story for questions."""
    with context.store.reading(story) as unit:
        yield Asking(unit, context)


# Of the story.


def events(
    asked: Asking, *, limit: int | None, before: int | None, turn: int | None
) -> list[Event]:
    """Events as an author reads them."""
    found = asked.unit.events(
        limit=optional(limit, "limit", 0), before=optional(before, "before"),
        turn=optional(turn, "turn"),
    )  # fmt: skip
    return [_read_event(asked, event) for event in found]


def event(asked: Asking, id: int) -> Event:
    """One event."""
    found = asked.unit.events(ids=[whole(id, "The number of an event")])
    if not found:
        raise NotFound("event", id)
    return _read_event(asked, found[0])


def _read_event(asked: Asking, event: Event) -> Event:
    return as_happened(event, asked.objective)


def search(asked: Asking, text: object, limit: int) -> list[Event]:
    """Events in whose texts all words of `text` occur, newest first."""
    if not isinstance(text, str):
        raise Refused(f"The text to look for should be a text, not {shown(text)}.")
    words = query_terms(text, asked.world.language)
    found = asked.unit.events(ids=asked.unit.search(words, whole(limit, "limit", 0)))
    return [_read_event(asked, event) for event in reversed(found)][:limit]


def who_perceived(asked: Asking, event: int) -> list[str]:
    """The owners of a perception of this event."""
    found = asked.unit.witnesses(event)
    return list(dict.fromkeys(asked.atlas.canonical(owner) for owner in found))


def who_knows(asked: Asking, entity: str) -> list[str]:
    """The owners of an edge to a thing; of a person, those who have a name or a regard for it."""
    entity = asked.thing(entity)
    if asked.atlas.kind(entity) == "character":
        every = asked.every_id(entity)
        owners = [n.owner for n in asked.unit.names() if n.person in every]
        owners += [owner for owner, about in asked.unit.bonds() if about in every]
    else:
        owners = [known.owner for known in asked.unit.knowers(*asked.every_id(entity))]
    return list(dict.fromkeys(asked.atlas.canonical(owner) for owner in owners))


def spread(asked: Asking, entity: str) -> list[Teaching]:
    """Who learnt of a thing when and from whom, in the order of learning."""
    entity = asked.thing(entity)
    found: dict[str, Teaching] = {}
    for known in asked.unit.knowers(*asked.every_id(entity)):
        teaching = _teaching(asked, known, entity)
        found.setdefault(teaching.owner, teaching)
    return list(found.values())


def _teaching(asked: Asking, known: Known, entity: str) -> Teaching:
    owner = asked.atlas.canonical(known.owner)
    event = asked.unit.events(ids=[known.event])[0] if known.event is not None else None
    by = event.who if event is not None and known.how == "told" else None
    turn = 0 if event is None else event.turn
    time = known.since if event is None else event.time
    by = None if by is None or by == owner else asked.atlas.canonical(by)
    return Teaching(owner, entity, known.how, by, known.event, turn, time)


# Of one mind.


def perceptions(
    asked: Asking, owner: str, *, limit: int | None, before: int | None
) -> list[Perception]:
    """What the owner perceived, in order, as it would put it."""
    names = asked.names(owner)
    imperfect = asked.settings.on("memory.imperfect")
    limit, before = optional(limit, "limit", 0), optional(before, "before")
    found = asked.mind(owner).perceptions(limit=limit, before=before)
    return [as_perceived(held, names, imperfect=imperfect) for held in found]


def beliefs(asked: Asking, owner: str) -> list[Belief]:
    """What the owner believes, or did."""
    return asked.mind(owner).beliefs()


def relationships(asked: Asking, owner: str) -> list[Relationship]:
    """How the owner regards others; the engine's own acquaintances are put in words here."""
    names = asked.names(owner)
    say = phrases(asked.world.language)
    found: dict[str, Relationship] = {}
    for bond in asked.mind(owner).relationships():
        about = asked.atlas.canonical(bond.about)
        text = bond.text
        if not text and bond.kind == "acquaintance":
            text = say.acquainted.format(about=names(about))
        read = Relationship(owner, about, bond.kind, text, bond.calls, bond.since, bond.locked)
        if about not in found or bond.about == about:
            found[about] = read
    return list(found.values())


def knowledge(asked: Asking, owner: str) -> list[Known]:
    """The owner's edges."""
    found: dict[str, Known] = {}
    for known in asked.mind(owner).knowledge():
        entity = asked.atlas.canonical(known.entity)
        edge = Known(owner, entity, known.how, known.since, known.event)
        found.setdefault(entity, edge)
    return list(found.values())


def knows(asked: Asking, owner: str, entity: str) -> bool:
    """Whether the owner can identify a thing at all; a person, whether it has a name for it."""
    entity = asked.thing(entity)
    if asked.atlas.kind(entity) not in KNOWABLE:
        return entity == owner or owner in who_knows(asked, entity)
    return bool(asked.mind(owner).knowledge(*asked.every_id(entity)))


def names(asked: Asking, owner: str) -> list[NameKnown]:
    """The names the owner has learnt for people."""
    found = asked.mind(owner).names()
    canonical = asked.atlas.canonical
    return [NameKnown(owner, canonical(n.person), n.name, n.event) for n in found]


def last_known(asked: Asking, owner: str, entity: str, *, witnessed: bool) -> LastKnown | None:
    """The last state of a thing that the owner was shown or told."""
    entity = asked.thing(entity)
    moments = asked.mind(owner).latest(*asked.every_id(entity), witnessed=witnessed)
    newest = {moment.fact.key: moment for moment in sorted(moments, key=lambda m: m.moment)}
    return knowing.last_known(entity, list(newest.values()))


def known_map(asked: Asking, owner: str) -> KnownMap:
    """The places and exits the owner knows."""
    known = {each.entity for each in knowledge(asked, owner)}
    return knowing.known_map(owner, asked.where(owner), known, asked.atlas)


def route(asked: Asking, owner: str, goal: str) -> tuple[Hop, ...] | None:
    """A shortest way over what the owner knows. To a thing or a person: to its last known place."""
    goal = asked.thing(goal)
    seen: set[str] = set()
    while asked.atlas.kind(goal) != "place":
        seen.add(goal)
        last = last_known(asked, owner, goal, witnessed=False)
        at = None if last is None else last.state.get("at")
        if not isinstance(at, str) or at in seen or asked.atlas.kind(at) is None:
            return None
        goal = at
    known = {each.entity for each in knowledge(asked, owner)}
    return knowing.route(asked.where(owner), goal, known, asked.atlas)


def how_learnt(asked: Asking, owner: str, entity: str, key: str | None) -> list[Teaching]:
    """The chain of tellers from the owner back to the one who was not told.

    Without `key`, of the thing's being known at all; with one, of that property's last known
    value: who told the owner so, who told that one before, and so on.
    """
    entity = asked.thing(entity)
    chain: list[Teaching] = []
    before: int | None = None
    while True:
        link = (
            _edge_link(asked, owner, entity, before)
            if key is None
            else _fact_link(asked, owner, entity, key, before, chain)
        )
        if link is None or any(link.owner == other.owner for other in chain):
            return chain
        chain.append(link)
        if link.by is None or link.event is None:
            return chain
        owner, before = link.by, link.event


def _edge_link(asked: Asking, owner: str, entity: str, before: int | None) -> Teaching | None:
    found = asked.mind(owner).knowledge(*asked.every_id(entity))
    if not found or (before is not None and (found[0].event or 0) >= before):
        return None
    return _teaching(asked, found[0], entity)


def _fact_link(
    asked: Asking, owner: str, entity: str, key: str, before: int | None, chain: Sequence[Teaching]
) -> Teaching | None:
    wanted = asked_value = None
    if chain:
        first = last_known(asked, chain[0].owner, entity, witnessed=False)
        asked_value = None if first is None else first.state.get(key)
        wanted = (key, asked_value)
    for moment in asked.mind(owner).facts_about(*asked.every_id(entity), before=before):
        fact = moment.fact
        if fact.key != key or fact.how == "said" or (wanted and (key, fact.value) != wanted):
            continue
        by = None if fact.by is None else asked.atlas.canonical(fact.by)
        how = "told" if fact.how == "told" else "saw"
        return Teaching(owner, entity, how, by, moment.event, moment.turn, moment.time)
    return None


def why(asked: Asking, owner: str, belief: int) -> Why:
    """What a belief rests on: perceptions, their events and turns.

    Of an event that the owner has only in part, its perception is all there is to show.
    """
    found = asked.unit.belief(whole(belief, "The number of a belief"))
    if found is None or asked.atlas.canonical(found.owner) != owner:
        raise NotFound("belief", belief, [str(each.id) for each in beliefs(asked, owner)])
    names = asked.names(owner)
    mind = asked.mind(owner)
    supports = mind.perceptions(ids=found.supports)
    against = mind.perceptions(ids=found.contradicts)
    held = [*supports, *against]
    happened = {
        h.event.id: as_known(h, h.event, names)
        for h in held
        if h.event is not None and h.accuracy == "whole" and h.version in WHOLE
        if h.own is None or h.version is Version.READER
    }
    return Why(
        belief=found,
        supports=tuple(as_perceived(each, names) for each in supports),
        contradicts=tuple(as_perceived(each, names) for each in against),
        events=tuple(happened[id] for id in sorted(happened)),
        turns=tuple(sorted({h.event.turn for h in held if h.event is not None})),
    )


def threads(asked: Asking, owner: str | None) -> list[Thread]:
    """Threads. To a mind, those whose opening it perceived whole, in its own words of that event.

    It learns that one has ended only by perceiving the event that ended it: beside a whisper that
    keeps a promise, one does not. Of the people concerned it is told those it can tell itself.
    """
    found = asked.unit.threads()
    if owner is None:
        return found
    names = asked.names(owner)
    read: list[Thread] = []
    for thread in found:
        ends = [thread.opened] if thread.closed is None else [thread.opened, thread.closed]
        held = {h.moment: h for h in asked.mind(owner).perceptions(events=ends)}
        opening = held.get(thread.opened)
        if opening is None or opening.accuracy != "whole":
            continue
        closing = held.get(thread.closed) if thread.closed is not None else None
        ended = closing is not None and closing.accuracy == "whole"
        told = as_perceived(opening, names)
        concerned = {owner, told.who, *told.to, *told.people}
        read.append(
            Thread(
                thread.id, thread.kind, told.text,
                thread.status if ended else "open", thread.opened,
                thread.closed if ended else None,
                tuple(person for person in thread.people if person in concerned),
            )
        )  # fmt: skip
    return read
