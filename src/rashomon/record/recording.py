"""A turn becomes events, perceptions and what follows from them: one pure value out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rashomon.errors import Fault
from rashomon.record.checks import StepCheck, way_of
from rashomon.record.convey import Past, conveyed, facts_of, told_by
from rashomon.record.learn import hear_names, learn, meet
from rashomon.record.scene import Draft, Heard, Learnt, Met, Scene
from rashomon.record.start import Start, initial_state, settle, teach_view
from rashomon.record.view import seen_on_arrival
from rashomon.record.witness import Witness, witnesses
from rashomon.story.event import DEFAULT_IMPORTANCE, Event, Scalar, Set
from rashomon.story.naming import refer, reference, referred
from rashomon.story.perception import Fact, Seen, Version
from rashomon.story.phrasing import with_subject
from rashomon.story.places import Entity
from rashomon.story.turn import Change, Step, Turn
from rashomon.story.world import Character, check_entities, entities


@dataclass(slots=True)
class Recorded:
    """All that one turn makes. With `faults` it makes nothing, and must not be written.

    `seen[i]` has the perceptions of `events[i]` by owner. `state` are (entity, key, value, moment).
    `next_event` is the first id that the following turn may use: a turn that brings people in
    uses one id for that moment, before its first step.
    """

    turn: Turn
    number: int
    time: float
    after: float
    next_event: int
    events: list[Event] = field(default_factory=list[Event])
    seen: list[dict[str, Seen]] = field(default_factory=list[dict[str, Seen]])
    state: list[tuple[str, str, Scalar, int]] = field(
        default_factory=list[tuple[str, str, Scalar, int]]
    )
    learnt: list[Learnt] = field(default_factory=list[Learnt])
    heard: list[Heard] = field(default_factory=list[Heard])
    met: list[Met] = field(default_factory=list[Met])
    added: tuple[Entity, ...] = ()
    start: Start | None = None
    start_moment: int = 0
    faults: list[Fault] = field(default_factory=list[Fault])


def record(scene: Scene, turn: Turn, next_event: int, past: Past, *, from_speech: bool) -> Recorded:
    """Work out a whole turn on the scene, which stays as it is.

    `next_event` is the first free event id; `past` has what the turn's claims and retellings go
    back to; `from_speech` is the setting `knowledge.fromSpeech`. Ids in the turn must already be
    those that merged aliases stand for. Every step is tried, so that all faults are told at once.
    """
    number = scene.turn + 1
    after = round(scene.time + 60.0 * turn.minutes, 3)
    recorded = Recorded(turn, number, scene.time, after, next_event)
    draft = _with_newcomers(scene, recorded)
    if recorded.faults:
        return recorded
    for index, step in enumerate(turn.steps, 1):
        _Recorder(draft, recorded, past, from_speech).step(step, index)
    recorded.learnt, recorded.heard, recorded.met = draft.learnt, draft.heard, draft.met
    return recorded


def _with_newcomers(scene: Scene, recorded: Recorded) -> Draft:
    adds = recorded.turn.adds
    if adds is None:
        return Draft(scene)
    recorded.faults += check_entities(adds, scene.atlas.kinds, "adds.")
    if recorded.faults:
        return Draft(scene)
    new = tuple(entities(adds))
    moment = recorded.next_event
    recorded.next_event += 1
    recorded.start_moment = moment
    draft = Draft(scene, scene.atlas.with_entities(new))
    bring_in(draft, new, recorded.state, moment)
    people = [e for e in new if isinstance(e, Character)]
    recorded.start = settle(draft, people, moment, scene.time)
    recorded.added = new
    return draft


def bring_in(
    draft: Draft, new: Iterable[Entity], state: list[tuple[str, str, Scalar, int]], moment: int
) -> None:
    """Put new things where their author says, with the state it gave them."""
    for entity in new:
        for key, value in initial_state(entity):
            draft.put(entity.id, key, value)
            state.append((entity.id, key, value, moment))


class _Recorder:
    """Records the steps of one turn on one draft."""

    def __init__(self, draft: Draft, out: Recorded, past: Past, from_speech: bool) -> None:
        self.draft, self.out, self.past, self.from_speech = draft, out, past, from_speech

    def step(self, step: Step, number: int) -> None:
        """Record one step, or note why it cannot be; nothing of a refused step takes effect."""
        changes, claims = flat(step.changes), flat(step.claims)
        faults = StepCheck(self.draft, step, number, self.past).run(changes, claims)
        by = step.by
        if not faults and step.kind == "move":
            by, reason = way_of(self.draft, step)
            if reason is not None:
                where = f"steps[{number - 1}].{'by' if step.by else 'goes'}"
                faults = [Fault(number, where, f"Step {number}: {reason}.")]
        if faults:
            self.out.faults += faults
            return
        event = self._event(step, number, changes, claims, by)
        seen_by = witnesses(self.draft, event, step)
        moved = self._change(event)
        self._perceive(event, seen_by, moved)
        self.out.events.append(event)
        self.out.next_event += 1

    def _event(
        self, step: Step, number: int, changes: tuple[Set, ...], claims: tuple[Set, ...],
        by: str | None,
    ) -> Event:  # fmt: skip
        draft, kind = self.draft, step.kind
        text = step.text
        if kind in ("deed", "happening"):
            text = refer(text, draft.atlas.persons)
        named: tuple[str, ...] = ()
        words = text if kind == "line" and self.from_speech else self._text_read(step)
        if words:
            named = tuple(dict.fromkeys(f.owner for f in draft.atlas.things.find(words)))
        concerned = [*referred(text), *step.to]
        for things in (step.with_, step.on, [c.entity for c in (*changes, *claims)]):
            concerned += [e for e in things if e in draft.atlas.characters] if things else ()
        return Event(
            id=self.out.next_event, turn=self.out.number, step=number, kind=kind, who=step.who,
            at=self._where(step), time=self.out.time,
            text=text, to=tuple(dict.fromkeys(step.to)), whisper=step.whisper, over=step.over,
            with_=step.with_,
            on=step.on, changes=changes, claims=claims, retells=step.retells, reads=step.reads,
            goes=step.goes, by=by, sense=step.sense, covert=step.covert,
            people=tuple(dict.fromkeys(p for p in concerned if p != step.who)), named=named,
            importance=DEFAULT_IMPORTANCE if step.importance is None else step.importance,
            tags=step.tags,
        )  # fmt: skip

    def _where(self, step: Step) -> str | None:
        """Where a step happens; a happening in a world of one place need not say."""
        if step.kind != "happening":
            return self.draft.at(str(step.who))
        places = self.draft.atlas.places
        return step.at if step.says_where or len(places) > 1 else next(iter(places), None)

    def _text_read(self, step: Step) -> str:
        item = self.draft.atlas.items.get(step.reads or "")
        return (item.text or "") if item is not None and self.from_speech else ""

    def _change(self, event: Event) -> list[str]:
        """Let the step change the world; answers who was brought to another place by it."""
        changes = list(event.changes)
        moved: list[str] = []
        if event.kind == "move":
            changes.append(Set(str(event.who), "at", event.goes))
        for entity, key, value in changes:
            if key == "at" and entity in self.draft.atlas.characters and entity != event.who:
                if self.draft.at(entity) != value:
                    moved.append(entity)
            elif key == "at" and entity == event.who and event.kind == "deed":
                moved.append(entity)
            self.draft.put(entity, key, value)
            self.out.state.append((entity, key, value, event.id))
        return moved

    def _perceive(self, event: Event, seen_by: dict[str, Witness], moved: list[str]) -> None:
        draft = self.draft
        if event.kind == "line":
            whole = told_by(event, self.past, self._learnt_before(str(event.who)))
        else:
            whole = facts_of(draft, event)
        seen: dict[str, Seen] = {}
        before: Witness | None = None
        facts: tuple[Fact, ...] = ()
        own: str | None = None
        for owner, witness in seen_by.items():
            if witness is before and owner not in moved:  # one of a crowd: it has what they have
                seen[owner] = Seen(owner, *witness, facts, own)
                continue
            facts = conveyed(draft, event, owner, witness, whole)
            if owner in moved:
                facts = self._brought(event, owner, facts)
            own = self._listeners(event, witness)
            if event.reads is not None and owner == event.who:
                witness, facts, own = self._reading(event, witness, facts)
            seen[owner] = Seen(owner, *witness, facts, own)
            before = None if owner == event.who or owner in moved else witness
        learn(draft, event, seen)
        arrived = [event.who] if event.kind == "move" and event.who is not None else []
        for owner in (*moved, *arrived):
            place = draft.at(owner)
            if place is not None:
                teach_view(draft, owner, place, event.id)
        self.out.seen.append(seen)
        if event.kind == "line":
            hear_names(draft, event, seen)
            meet(draft, event, seen)

    def _learnt_before(self, owner: str) -> list[Fact]:
        """What was conveyed to somebody earlier in this turn, its coming in included."""
        start = self.out.start
        found = [fact for whose, fact in start.facts if whose == owner] if start is not None else []
        for step in self.out.seen:
            if owner in step:
                found += step[owner].facts
        return found

    def _brought(self, event: Event, owner: str, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        place = self.draft.at(owner)
        if place is None:
            return facts
        here = Fact(owner, "at", place, "saw", None, event.id)
        known = {(f.entity, f.key) for f in facts} | {(owner, "at")}
        view = seen_on_arrival(self.draft, owner, place, event.id)
        return (
            *(f for f in facts if (f.entity, f.key) != (owner, "at")),
            here,
            *(f for f in view if (f.entity, f.key) not in known),
        )

    def _listeners(self, event: Event, witness: Witness) -> str | None:
        """Who is seen to listen, where others who listen are elsewhere; `None` for all of them."""
        if witness.version is not Version.LISTENS:
            return None
        beside = [person for person in event.to if self.draft.at(person) == witness.at]
        return None if len(beside) == len(event.to) else "".join(map(reference, beside))

    def _reading(
        self, event: Event, witness: Witness, facts: tuple[Fact, ...]
    ) -> tuple[Witness, tuple[Fact, ...], str | None]:
        """What the reader of a text has of it, that those who watch it read have not."""
        item = self.draft.atlas.items[str(event.reads)]
        if not item.text:
            return witness, facts, None
        learnt = Fact(item.id, "text", item.text, "saw", None, event.id)
        own = f"{with_subject(str(event.who), event.text)} “{item.text}”"
        return witness._replace(version=Version.READER), (*facts, learnt), own


def flat(changes: Iterable[Change]) -> tuple[Set, ...]:
    """Changes or claims as single settings, in order."""
    return tuple(Set(c.entity, key, value) for c in changes for key, value in c.set.items())


def apply(scene: Scene, recorded: Recorded) -> None:
    """Bring a scene up to date with what a recorded turn made."""
    if recorded.added:
        scene.atlas = scene.atlas.with_entities(recorded.added)
    scene.turn, scene.time = recorded.number, recorded.after
    for entity, key, value, _ in recorded.state:
        scene.put(entity, key, value)
    for owner, entity, _, _ in recorded.learnt:
        scene.mind(owner).known.add(entity)
    for owner, person, name, _ in recorded.heard:
        scene.mind(owner).names.setdefault(person, []).append(name)
    for owner, about, _ in recorded.met:
        scene.mind(owner).bonds.add(about)
    if recorded.start is not None:
        for each in recorded.start.relationships:
            scene.mind(each.owner).bonds.add(each.about)
        _place(scene, recorded.start.facts)
    for seen in recorded.seen:
        for owner, perception in seen.items():
            if perception.facts:
                _place(scene, ((owner, fact) for fact in perception.facts))


def _place(scene: Scene, facts: Iterable[tuple[str, Fact]]) -> None:
    for owner, (entity, key, value, how, _, _) in facts:
        whereabouts = scene.mind(owner).whereabouts
        if key == "at" and how != "said" and whereabouts is not None:
            whereabouts[entity] = value
