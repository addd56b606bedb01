"""Correcting perceptions: what somebody has of an event, and who has it at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from rashomon.engine.edits.plan import Act, Given, Plan
from rashomon.errors import NotFound, Refused
from rashomon.ports.store import PerceptionVersion, StoredMind, StoryWriting, Versions
from rashomon.record.reach import impossible
from rashomon.record.resting import Rest, Resting, granted, resting_on, teaches_names
from rashomon.record.scene import Draft, Scene
from rashomon.story.event import Event, Scalar, Set
from rashomon.story.mind import Known, NameKnown
from rashomon.story.naming import refer
from rashomon.story.perception import ACCURACIES, MODES, Accuracy, Fact, Held, Mode, Version
from rashomon.story.places import Atlas
from rashomon.story.texts import check_facts

FIELDS = ("text", "mode", "accuracy", "importance", "conveys", "teller", "gone")


@dataclass(slots=True)
class _Loss:
    """One owner's perception before and after an edit, and what rests on the difference."""

    before: Held
    after: Held | None
    resting: Resting


def plan_perception(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan a new version of one perception, or its going."""
    given = Given.of(act, FIELDS)
    number = given.number()
    owner = unit.owner_of(number)
    if owner is None:
        raise NotFound("perception", number)
    held = unit.mind(owner).perceptions(ids=[number])
    if not held:
        raise NotFound("perception", number)
    before = held[0]
    gone = given.flag("gone", False)
    after = None if gone else _changed(atlas, before, given)
    loss = _loss(unit, atlas, before, after)
    return _plan(unit, atlas, [loss], [], given)


def _changed(atlas: Atlas, before: Held, given: Given) -> Held:
    accuracy = cast(Accuracy, given.one_of("accuracy", ACCURACIES, before.accuracy))
    mode = cast(Mode, given.one_of("mode", MODES, before.mode))
    importance = given.whole("importance", 1, 5, before.importance)
    facts = before.facts
    if "conveys" in given.fields:
        facts = _facts(atlas, before, given.ids("conveys", ()))
    elif accuracy != "whole" and accuracy != before.accuracy:
        facts = ()
    own, version = before.own, before.version
    if "text" in given.fields:
        text = given.text("text", "")
        if not text.strip():
            raise Refused("'text' should not be empty; to take a perception away, set gone.")
        spoken = before.event is not None and before.event.kind in ("line", "thought")
        own = text if spoken else refer(text, atlas.persons)
    teller = given.fields.get("teller", before.teller)
    if teller is not None and atlas.kind(str(teller)) != "character":
        raise NotFound("character", teller, list(atlas.characters))
    return replace(
        before, mode=mode, accuracy=accuracy, importance=importance or before.importance,
        facts=facts, own=own, version=version, teller=teller,
        locked=given.locked(before.locked), edited=True,
    )  # fmt: skip


def _facts(atlas: Atlas, held: Held, given: Sequence[Any]) -> tuple[Fact, ...]:
    event = held.event
    told = event is not None and event.kind == "line" and event.who != held.owner
    speaker = event.who if event is not None and told else None
    roots = {fact[:3]: fact.root for fact in held.facts}
    nobody = Draft(Scene(atlas, 0, 0.0, {}, {}))
    found: list[Fact] = []
    for each in given:
        entity, settings = _claim(each)
        for key, value in settings.items():
            one = Set(entity, key, value)
            reason = impossible(nobody, one)
            if reason is not None:
                raise Refused(f"'conveys': {reason}.")
            root = roots.get((entity, key, value), held.moment)
            found.append(Fact(*one, "told" if told else "saw", speaker, root))
    return tuple(found)


def _claim(given: Any) -> tuple[str, Mapping[str, Scalar]]:
    if not isinstance(given, Mapping):
        raise Refused('\'conveys\' holds things like {"entity": "key", "set": {"at": "chest"}}.')
    each = cast(Mapping[str, Any], given)
    if set(each) != {"entity", "set"} or not isinstance(each["entity"], str):
        raise Refused('\'conveys\' holds things like {"entity": "key", "set": {"at": "chest"}}.')
    try:
        return each["entity"], check_facts(each["set"])
    except Exception as error:
        raise Refused(f"'conveys': the state of {each['entity']!r} {error}.") from None


def _loss(unit: StoryWriting, atlas: Atlas, before: Held, after: Held | None) -> _Loss:
    same = after is not None and (
        (after.facts, after.own, after.accuracy) == (before.facts, before.own, before.accuracy)
    )
    if same:
        return _Loss(before, after, Resting())
    mind = unit.mind(before.owner)
    others = [held for held in mind.perceptions() if held.id != before.id]
    resting = resting_on(
        atlas, before, after, others, mind.moments(), knowledge=mind.knowledge(),
        names=mind.names(), bonds=mind.relationships(), beliefs=mind.beliefs(),
    )  # fmt: skip
    return _Loss(before, after, resting)


def _tellings(unit: StoryWriting, held: Held) -> list[Rest]:
    """The later lines in which the owner passed on what this perception conveys."""
    found: dict[int, Rest] = {}
    for event in unit.retellings(held.owner, held.moment):
        found[event] = _telling(held.owner, event)
    mind = unit.mind(held.owner)
    conveyed = {fact[:3] for fact in held.facts}
    for entity in {fact.entity for fact in held.facts}:
        for moment in mind.facts_about(entity):
            if moment.moment <= held.moment:
                break
            if moment.fact.how == "said" and moment.fact[:3] in conveyed and moment.event:
                found[moment.event] = _telling(held.owner, moment.event)
    return [found[event] for event in sorted(found)]


def _telling(owner: str, event: int) -> Rest:
    return Rest("telling", f"telling:{event}", f"{owner} passed it on in event {event}", False)


def plan_audience(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan who perceived an event: new perceptions for some, none any more for others."""
    given = Given.of(act, ("add", "remove"))
    found = unit.events(ids=[given.number()])
    if not found:
        raise NotFound("event", act.get("id"))
    event = found[0]
    added = [_person(atlas, each) for each in given.ids("add", ())]
    removed = [_person(atlas, each) for each in given.ids("remove", ())]
    both = set(added) & set(removed)
    if both:
        raise Refused(f"{min(both)!r} cannot be both added and removed.")
    if event.who in removed:
        raise Refused(f"{event.who!r} acted in event {event.id}, and nobody misses its own step.")
    losses: list[_Loss] = []
    witnesses = unit.witnesses(event.id)
    for owner in removed:
        if owner not in witnesses:
            raise Refused(f"{owner!r} has no perception of event {event.id}.")
        before = unit.mind(owner).perceptions(events=[event.id])[0]
        losses.append(_loss(unit, atlas, before, None))
    new = [_witness(unit, event, owner) for owner in added if owner not in witnesses]
    return _plan(unit, atlas, losses, new, given)


def _person(atlas: Atlas, id: Any) -> str:
    if not isinstance(id, str) or atlas.kind(atlas.canonical(id)) != "character":
        raise NotFound("character", id, list(atlas.characters))
    return atlas.canonical(id)


def _witness(unit: StoryWriting, event: Event, owner: str) -> Held:
    """A whole perception for somebody whom no one there was aware of."""
    facts: tuple[Fact, ...] = ()
    shown = {c.entity for c in event.changes} | set(event.with_)
    if event.who is not None:
        actor = unit.mind(event.who).perceptions(events=[event.id])
        facts = actor[0].facts if actor else ()
    if event.kind == "line":
        facts = tuple(fact._replace(how="told", by=event.who) for fact in facts)
    elif event.kind == "happening":
        facts = tuple(Fact(*change, "saw", None, event.id) for change in event.changes)
    elif event.kind == "move":
        facts = (Fact(str(event.who), "at", event.goes, "saw", None, event.id),)
    else:
        facts = tuple(f for f in facts if f.entity in shown and f.key != "text")
    mode: Mode = "heard" if event.kind in ("line", "thought") else "saw"
    if event.kind == "thought":
        mode = "inferred"
    return Held(
        id=0, owner=owner, moment=event.id, event=event, time=event.time, mode=mode,
        accuracy="whole", version=Version.WHOLE, at=event.at, hidden=True, own=None, teller=None,
        facts=facts, importance=event.importance, edited=True,
    )  # fmt: skip


def _plan(
    unit: StoryWriting, atlas: Atlas, losses: list[_Loss], new: list[Held], given: Given
) -> Plan:
    versions = Versions()
    went: list[Rest] = []
    stayed: list[Rest] = []
    known = {"telling"}
    for loss in losses:
        rests = loss.resting.rests() + _tellings(unit, loss.before)
        known |= {rest.id for rest in rests}
        for rest in rests:
            goes = rest.alone and rest.id not in given.kept
            (went if goes else stayed).append(rest)
        after = loss.after if loss.after is not None else replace(loss.before, facts=())
        gone = loss.after is None
        versions.perceptions.append(PerceptionVersion(after, gone, given.why))
        _let_go(versions, loss, given)
    for id in given.kept - known:
        raise Refused(f"Nothing that rests on this is called {id!r}, so it cannot be kept.")
    had = {held.owner for held in new if _had(unit.mind(held.owner), held.moment)}
    for held in new:
        is_new = held.owner not in had
        versions.perceptions.append(PerceptionVersion(held, False, given.why, new=is_new))
        _teach(unit, atlas, versions, held)
    for loss in losses:
        if loss.after is not None:
            _teach(unit, atlas, versions, loss.after)
    return Plan(
        lambda writing, _: writing.write_versions(versions, "author", given.why),
        tuple(went), tuple(stayed),
    )  # fmt: skip


def _had(mind: StoredMind, moment: int) -> bool:
    """Whether there ever was a perception of this moment, be it gone."""
    return mind.ever_perceived(moment)


def _let_go(versions: Versions, loss: _Loss, given: Given) -> None:
    for id, (known, other) in loss.resting.knowledge.items():
        if id in given.kept:
            continue
        moment = 0 if other is None else other.moment
        edge = known if other is None else replace(known, since=other.time)
        versions.knowledge.append((edge, moment, False, other is None))
    for id, (name, other) in loss.resting.names.items():
        if id not in given.kept:
            versions.names.append((name, 0 if other is None else other.moment, other is None))
    for id, (bond, other) in loss.resting.bonds.items():
        if id not in given.kept:
            moment = 0 if other is None else other.moment
            versions.relationships.append((bond, moment, other is None))
    for id, (belief, alone) in loss.resting.beliefs.items():
        if id in given.kept:
            continue
        rest = tuple(each for each in belief.supports if each != loss.before.id)
        versions.beliefs.append((replace(belief, supports=rest or belief.supports), alone))


def _teach(unit: StoryWriting, atlas: Atlas, versions: Versions, held: Held) -> None:
    """What a new or changed perception makes known that its owner did not know."""
    mind = unit.mind(held.owner)
    known = {edge.entity for edge in mind.knowledge()}
    for thing, how in granted(held).items():
        if thing not in known and atlas.knowable(thing):
            edge = Known(held.owner, thing, how, held.time, held.moment)
            versions.knowledge.append((edge, held.moment, False, False))
    names = {(name.person, name.name) for name in mind.names()}
    for person, name in sorted(teaches_names(atlas, held) - names):
        learnt = NameKnown(held.owner, person, name, held.moment)
        versions.names.append((learnt, held.moment, False))
