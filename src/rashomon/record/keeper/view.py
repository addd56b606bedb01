"""What counts when one request's proposals about pending events are judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from rashomon.record.convey import Past
from rashomon.record.keeper.naming import names
from rashomon.record.keeper.proposals import TASKS, Claim, Grade, Move, Proposal, Retells, Task
from rashomon.record.keeper.proposals import Version as VersionOf
from rashomon.record.scene import Draft, Scene
from rashomon.story.cutting import Span
from rashomon.story.event import Event, Scalar, Set
from rashomon.story.losing import LOSABLE, Lost, less, mistaken
from rashomon.story.mind import Known, NameKnown, Relationship, Thread
from rashomon.story.naming import reference, referred
from rashomon.story.perception import Fact, Held, Version
from rashomon.story.phrasing import listeners, text_of
from rashomon.story.places import Atlas

GRADES: Final = 3
"""How many grades a request may give: it names exceptions, and all else stays as it is."""

EVERY_TASK: Final[frozenset[Task]] = frozenset(TASKS.values())

_T = TypeVar("_T", bound=Proposal)


class Became(NamedTuple):
    """One property of a thing from a moment on, as the record has it."""

    entity: str
    key: str
    value: Scalar
    moment: int


@dataclass(frozen=True)
class View:
    """All that is known of the events of a request.

    `events` are those shown: pending ones, and sealed ones that a retelling may be of. `entities`
    are the ids shown, `threads` the threads shown, `tasks` what was asked for. `locked` has, by
    event, which of `importance` and `tags` an author set, and `importance` also where its step did.
    `perceptions` are all that anybody has of the events shown. `knowledge`, `names` and `bonds`
    are whole, of everybody concerned, with when each was learnt. `start` is the state of the
    world before the first pending event, and `changes` all that changed since, in order. `past`
    has what claims go back to from before the events shown (`record.convey.Past`).

    `taken` grows while a request is judged: what was accepted so far.
    """

    atlas: Atlas
    language: str
    events: tuple[Event, ...] = ()
    perceptions: tuple[Held, ...] = ()
    entities: frozenset[str] = frozenset()
    threads: tuple[Thread, ...] = ()
    knowledge: tuple[Known, ...] = ()
    names: tuple[NameKnown, ...] = ()
    bonds: tuple[Relationship, ...] = ()
    locked: Mapping[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    start: Mapping[str, Mapping[str, Scalar]] = field(
        default_factory=dict[str, Mapping[str, Scalar]]
    )
    changes: tuple[Became, ...] = ()
    past: Past = field(default_factory=Past)
    tasks: frozenset[Task] = EVERY_TASK
    versions_from: int = 3
    imperfect: bool = True
    taken: tuple[Proposal, ...] = ()

    def having(self, change: Proposal) -> View:
        """This view once one more proposal of the same request was accepted."""
        return replace(self, taken=(*self.taken, change))

    def of(self, kind: type[_T]) -> Iterator[_T]:
        """What was accepted so far of one kind."""
        return (each for each in self.taken if isinstance(each, kind))

    @cached_property
    def shown(self) -> Mapping[int, Event]:
        """The events shown, by id."""
        return {event.id: event for event in self.events}

    @cached_property
    def open(self) -> Mapping[int, Thread]:
        """The threads shown, by id, closed ones among them."""
        return {thread.id: thread for thread in self.threads}

    @cached_property
    def held(self) -> Mapping[tuple[str, int], Held]:
        """Each perception as it stands, by owner and event."""
        return {(each.owner, each.moment): each for each in self.perceptions}

    @cached_property
    def relationships(self) -> Mapping[tuple[str, str], Relationship]:
        """How each regards each, by owner and about."""
        return {(bond.owner, bond.about): bond for bond in self.bonds}

    def importance(self, event: Event) -> int:
        """What an event weighs, with the grades accepted so far."""
        grades = (each.importance for each in self.of(Grade) if each.event == event.id)
        return next(grades, event.importance)

    # The world as it stood.

    @cached_property
    def timeline(self) -> tuple[Became, ...]:
        """Everything that changed, in order: what a mark adds comes after its event's own."""
        marked = [Became(each.item, "at", each.to, each.event) for each in self.of(Move)]
        return tuple(sorted((*self.changes, *marked), key=lambda change: change.moment))

    def before(self, moment: int) -> Draft:
        """The scene as an event found it, with the moves accepted so far."""
        state = {entity: dict(found) for entity, found in self.start.items()}
        for entity, key, value, at in self.timeline:
            if at < moment:
                state.setdefault(entity, {})[key] = value
        return Draft(Scene(self.atlas, 0, 0.0, state, {}))

    def stands(self, change: Set, moment: int) -> bool:
        """Whether nothing that came after a moment changed the same property."""
        later = (each for each in self.timeline if each.moment > moment)
        return not any((each.entity, each.key) == change[:2] for each in later)

    def own(self, event: Event) -> Mapping[tuple[str, str], Scalar]:
        """What an event's step itself changed or claimed."""
        return {(each.entity, each.key): each.value for each in (*event.changes, *event.claims)}

    # What each owner can tell.

    def words(self, held: Held) -> str:
        """A perception's own text; persons in descriptions are references, words of a line bare."""
        event = held.event
        if event is None:
            return held.own or ""
        return text_of(event, held.version, held.own, self._called, self.language)

    def _called(self, entity: str) -> str:
        if self.atlas.kind(entity) == "character":
            return reference(entity)
        found = self.atlas.entities.get(entity)
        return entity if found is None else found.name or ""

    def tells(self, held: Held) -> frozenset[str]:
        """The persons whom an owner could make out in its version of an event."""
        event = held.event
        if event is None or held.accuracy == "mistaken":
            return frozenset()
        who = () if event.who is None else (event.who,)
        if held.version is Version.LISTENS:
            found = set(listeners(event, held.first if held.own is None else held.own))
        elif held.version is Version.WHISPER:
            found = {*who, *event.to}
        elif event.kind in ("line", "thought"):
            seen = event.over is None and self._in_sight(held, event)
            found = {*who, *(event.to if seen or held.owner in (*who, *event.to) else ())}
        else:
            found = set(referred(self.words(held)))
            if held.accuracy == "whole" and held.mode in ("did", "saw"):
                found |= {each for each in event.people if each in (*event.with_, *event.on)}
        return frozenset(found) - {held.owner}

    def _in_sight(self, held: Held, event: Event) -> bool:
        return held.at == event.at or event.at in self.atlas.overlooks(held.at or "")

    def knows(self, owner: str, entity: str, event: Event) -> bool:
        """Whether an owner knew a thing, or knew a person by name or regard, by an event."""
        if owner == entity:
            return True
        learnt = [
            (edge.since, edge.event)
            for edge in self.knowledge
            if (edge.owner, edge.entity) == (owner, entity)
        ]
        learnt += [
            (0.0, name.event) for name in self.names if (name.owner, name.person) == (owner, entity)
        ]
        bond = self.relationships.get((owner, entity))
        if bond is not None:
            learnt.append((0.0, bond.since))
        return any(
            since <= event.time if known is None else known <= event.id for since, known in learnt
        )

    def identifies(self, held: Held, entity: str) -> bool:
        """Whether an owner, at the event of its perception, could tell which thing is meant."""
        event = held.event
        if event is None:
            return False
        return entity in self.tells(held) or self.knows(held.owner, entity, event)

    def names_in(self, text: str, entity: str) -> bool:
        """Whether words name somebody or something."""
        return names(text, entity, self.atlas, self.language)

    def hears_of(self, held: Held, change: Move | Claim) -> bool:
        """Whether a mark is conveyed by one version of its event, with what its owner knows.

        The version is whole and names the item, and its owner can identify item and end. Where
        somebody or someplace is only pointed at ("you", "here"), the owner must have seen at what.
        """
        event = held.event
        if event is None or held.accuracy != "whole" or "conveys" in held.locked:
            return False
        end = change.to if isinstance(change, Move) else change.at
        text = self.words(held)
        if not (self.names_in(text, change.item) and self.identifies(held, change.item)):
            return False
        if isinstance(change, Move):
            return held.mode in ("did", "saw") and self.identifies(held, end)
        pointed = end in self.tells(held) or end == held.owner
        there = end == event.at and held.version is not Version.REMOTE
        return self.identifies(held, end) and (pointed or there or self.names_in(text, end))

    # Retellings and versions.

    def had(self, owner: str, event: int, by: int) -> tuple[Fact, ...] | None:
        """What an owner had of an event when another began; `None` where it had nothing of it.

        It perceived the event, or has the words of a line that retold it.
        """
        held = self.held.get((owner, event))
        if held is not None:
            return held.facts
        for other in self.perceptions:
            of = other.event
            if other.owner != owner or of is None or of.id >= by or other.accuracy == "partial":
                continue
            if self.retold(of) == event:
                return other.facts
        return None

    def retold(self, event: Event) -> int | None:
        """The event that a line retells, by its step or by what was accepted so far."""
        marked = (each.of for each in self.of(Retells) if each.event == event.id)
        return event.retells if event.retells is not None else next(marked, None)

    def was_there(self, held: Held) -> bool:
        """Whether an owner saw and heard an event from where it happened; of a move, either end.

        What happens in a place happens in every place within it.
        """
        event = held.event
        if event is None or held.at is None or held.mode in ("told", "inferred"):
            return False
        if event.kind == "happening":
            return held.at in self.atlas.inside.get(str(event.at), (event.at,))
        return held.at in (event.at, event.goes if event.kind == "move" else None)

    def grounds(self, held: Held) -> bool:
        """Whether an owner perceived anything by then from which it could infer an event."""
        mine = (each for each in self.perceptions if each.owner == held.owner)
        return any(
            each.moment <= held.moment and each.mode in ("did", "saw", "heard") for each in mine
        )

    def stands_as(self, owner: str, event: int) -> Held | None:
        """An owner's perception with the version of it that was accepted so far."""
        for change in self.of(VersionOf):
            if (change.owner, change.event) == (owner, event):
                return self.made_out(change)
        return self.held.get((owner, event))

    def made_out(self, change: VersionOf) -> Held | None:
        """A perception as a proposed version has it; `None` where nothing would be lost by it."""
        held = self.held[change.owner, change.event]
        event = held.event
        if event is None:
            return None
        spoken = event.kind in ("line", "thought")
        before = self.words(held)
        finders = (self.atlas.persons, self.atlas.things) if spoken else ()
        found = [Span(name.start, name.end) for each in finders for name in each.find(before)]
        lost: list[Lost] = [each for each in LOSABLE if each in change.lost]
        text = less(before, lost, self.language, spoken=spoken, who=event.who, names=found)
        if change.mistaken_for is not None and event.who is not None and not spoken:
            text = mistaken(text, event.who, change.mistaken_for)
        if text == before:
            return None
        accuracy = "partial" if change.mistaken_for is None else "mistaken"
        return replace(held, own=text, accuracy=accuracy, facts=(), edited=True)
