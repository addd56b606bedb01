"""Correcting the rest of a mind: beliefs, relationships, knowledge; and threads and grades."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from rashomon.engine.edits.plan import Act, Given, Plan
from rashomon.errors import NotFound, Refused
from rashomon.ports.store import Mark, StoryWriting, Versions
from rashomon.story.mind import CONFIDENCES, Belief, Known, Relationship, Thread
from rashomon.story.places import KNOWABLE, Atlas, a_kind

STATUSES = ("held", "let_go", "merged")
THREAD_KINDS = ("promise", "mystery", "goal")
THREAD_STATUSES = ("open", "resolved", "dropped")


def _writes(versions: Versions, given: Given) -> Plan:
    return Plan(lambda writing, _: writing.write_versions(versions, "author", given.why))


def _person(atlas: Atlas, id: object) -> str:
    found = atlas.canonical(str(id))
    if atlas.kind(found) != "character":
        raise NotFound("character", id, list(atlas.characters))
    return found


def _entities(atlas: Atlas, ids: tuple[Any, ...], kind: str | None = None) -> tuple[str, ...]:
    for id in ids:
        if not isinstance(id, str) or atlas.kind(id) is None:
            raise NotFound("person, place or thing", id, list(atlas.entities))
        if kind is not None and atlas.kind(id) != kind:
            raise Refused(f"{id!r} is {a_kind(atlas.kind(id))}, and a {kind} is needed here.")
    return ids


def _not_background(atlas: Atlas, person: str, what: str) -> str:
    if person in atlas.background:
        raise Refused(f"{person!r} is a background character, and has no {what}.")
    return person


def plan_belief(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan a belief: a new one (no id, an `owner`), a change of one, or its going."""
    given = Given.of(
        act,
        ("owner", "text", "about", "confidence", "status", "supports", "contradicts", "gone"),
    )
    now = unit.head.time
    if act.get("id") is None:
        owner = _not_background(atlas, _person(atlas, given.fields.get("owner")), "beliefs")
        before = Belief(0, owner, "", (), "likely", "held", (), (), now, None, authored=True)
    else:
        found = unit.belief(given.number())
        if found is None:
            raise NotFound("belief", act["id"])
        if given.fields.get("owner", found.owner) != found.owner:
            raise Refused(f"Belief {found.id} is {found.owner!r}'s; a belief changes no owner.")
        before = replace(found, revised=now)
    after = replace(
        before,
        text=given.text("text", before.text),
        about=_entities(atlas, given.ids("about", before.about)),
        confidence=cast(Any, given.one_of("confidence", CONFIDENCES, before.confidence)),
        status=cast(Any, given.one_of("status", STATUSES, before.status)),
        supports=_held(unit, before.owner, given.ids("supports", before.supports)),
        contradicts=_held(unit, before.owner, given.ids("contradicts", before.contradicts)),
        locked=tuple(key for key in given.locked(before.locked) if key != "owner"),
    )
    if not after.text.strip():
        raise Refused("A belief needs a 'text'.")
    gone = given.flag("gone", False)

    def write(writing: StoryWriting, made: int) -> None:
        versions = Versions(beliefs=[(replace(after, id=after.id or made), gone)])
        writing.write_versions(versions, "author", given.why)

    return Plan(write, takes_id=None if after.id else lambda writing: writing.take_belief())


def _held(unit: StoryWriting, owner: str, ids: tuple[Any, ...]) -> tuple[int, ...]:
    held = {
        each.id for each in unit.mind(owner).perceptions(ids=[i for i in ids if type(i) is int])
    }
    for id in ids:
        if id not in held:
            raise Refused(f"{owner!r} holds no perception {id!r}, so it is no evidence.")
    return ids


def plan_relationship(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan how one regards another: named as `owner:about`."""
    given = Given.of(act, ("kind", "text", "calls", "gone"))
    owner, about = (_person(atlas, id) for id in given.pair())
    _not_background(atlas, owner, "relationships")
    _not_background(atlas, about, "relationships about it")
    if owner == about:
        raise Refused(f"{owner!r} cannot have a relationship with itself.")
    found = {bond.about: bond for bond in unit.mind(owner).relationships()}
    before = found.get(about) or Relationship(owner, about, "acquaintance", "", None, None)
    calls = given.fields.get("calls", before.calls)
    if calls is not None and not (isinstance(calls, str) and calls.strip()):
        raise Refused("'calls' should be a name, or null.")
    kind = given.text("kind", before.kind)
    if not kind.strip():
        raise Refused("'kind' should not be empty.")
    after = replace(
        before, kind=kind, text=given.text("text", before.text), calls=calls,
        locked=given.locked(before.locked),
    )  # fmt: skip
    gone = given.flag("gone", False)
    if gone and about not in found:
        raise NotFound("relationship", f"{owner}:{about}")
    return _writes(Versions(relationships=[(after, before.since or 0, gone)]), given)


def plan_knowledge(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan that somebody knows a thing, or does not: named as `owner:entity`."""
    given = Given.of(act, ("known",))
    one, other = given.pair()
    owner, entity = _person(atlas, one), atlas.canonical(other)
    kind = atlas.kind(entity)
    if kind is None:
        raise NotFound("place, exit, item or lore", other, list(atlas.entities))
    if kind not in KNOWABLE:
        raise Refused(
            f"{entity!r} is {a_kind(kind)}; who somebody is, is known by name or by regard."
        )
    found = unit.mind(owner).knowledge(entity)
    known = given.flag("known", True)
    released = "known" in (act.get("release") or ())
    edge = found[0] if found else Known(owner, entity, "authored", unit.head.time, None)
    if known and not found:
        edge = replace(edge, how="authored", since=unit.head.time)
    versions = Versions(knowledge=[(edge, edge.event or 0, not released, not known)])
    return _writes(versions, given)


def plan_thread(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan a thread: a new one (no id), or a change of one."""
    given = Given.of(act, ("kind", "text", "status", "opened", "closed", "people", "gone"))
    if act.get("id") is None:
        before = Thread(0, "goal", "", "open", 0, None, ())
    else:
        number = given.number()
        found = [each for each in unit.threads() if each.id == number]
        if not found:
            raise NotFound("thread", number)
        before = found[0]
    after = replace(
        before,
        kind=cast(Any, given.one_of("kind", THREAD_KINDS, before.kind)),
        text=given.text("text", before.text),
        status=cast(Any, given.one_of("status", THREAD_STATUSES, before.status)),
        opened=given.whole("opened", 1, 2**53, before.opened or None) or 0,
        closed=given.whole("closed", 1, 2**53, before.closed),
        people=_entities(atlas, given.ids("people", before.people), "character"),
        locked=given.locked(before.locked),
    )
    if not after.text.strip():
        raise Refused("A thread needs a 'text'.")
    if not after.opened:
        raise Refused("A thread needs the event that 'opened' it.")
    if after.status == "open" and after.closed is not None:
        after = replace(after, closed=None)
    ends = [after.opened] if after.closed is None else [after.opened, after.closed]
    there = {event.id for event in unit.events(ids=ends)}
    for end in ends:
        if end not in there:
            raise NotFound("event", end)
    gone = given.flag("gone", False)

    def write(writing: StoryWriting, made: int) -> None:
        versions = Versions(threads=[(replace(after, id=after.id or made), gone)])
        writing.write_versions(versions, "author", given.why)

    return Plan(write, takes_id=None if after.id else lambda writing: writing.take_thread())


def plan_event(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan what is said of an event beside it: its importance and tags. The event stays."""
    given = Given.of(act, ("importance", "tags"))
    found = unit.events(ids=[given.number()])
    if not found:
        raise NotFound("event", act["id"])
    importance = given.whole("importance", 1, 5, None)
    tags = given.ids("tags", ()) if "tags" in given.fields else None
    if tags is not None and not all(isinstance(tag, str) and tag.strip() for tag in tags):
        raise Refused("'tags' should be a list of words.")
    if importance is None and tags is None and not act.get("release"):
        raise Refused("An event has an 'importance' and 'tags' to edit; it itself never changes.")
    return Plan(lambda writing, _: writing.write_marks([Mark(found[0].id, importance, tags)]))
