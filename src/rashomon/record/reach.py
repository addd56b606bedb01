"""Reach: what a deed can touch, and which changes could be at all."""

from __future__ import annotations

from collections.abc import Iterator

from rashomon.record.scene import Draft
from rashomon.story.event import Scalar, Set
from rashomon.story.places import EntityKind, a_kind
from rashomon.story.turn import Step

_FLAGS = {
    "locked": ("exit", "item"),
    "hidden": ("exit", "item"),
    "closed": ("item",),
    "worn": ("item",),
}


def unreachable(draft: Draft, step: Step, changes: tuple[Set, ...]) -> Iterator[tuple[str, str]]:
    """What a deed uses that its actor cannot reach: pairs of (where in the step, sentence)."""
    named = [("with", e) for e in step.with_] + [("on", e) for e in step.on]
    named += [("changes", c.entity) for c in changes]
    if step.reads is not None:
        named.append(("reads", step.reads))
    if not named:  # most deeds use nothing, and need no reach worked out
        return
    actor = str(step.who)
    opened = {c.entity for c in changes if c.key == "closed" and c.value is False}
    reach = set(_reach(draft, actor, opened))
    for where, entity in dict.fromkeys(named):
        if entity not in reach and draft.atlas.kind(entity) not in (None, "lore"):
            yield where, f"{entity!r} is out of {actor}'s reach; {_whereabouts(draft, entity)}"
    for change in changes:
        target = change.value
        if change.key == "at" and isinstance(target, str) and target not in draft.atlas.places:
            if target not in reach and draft.atlas.live(target) is not None:
                yield (
                    "changes",
                    f"{target!r} is out of {actor}'s reach; {_whereabouts(draft, target)}",
                )
            elif draft.get(target, "closed") and target not in opened:
                yield "changes", f"{target!r} is closed; open it in this or an earlier step"


def _reach(draft: Draft, actor: str, opened: set[str]) -> Iterator[str]:
    yield actor
    place = draft.at(actor)
    if place is None:
        yield from _contents(draft, actor, opened)
        return
    yield place
    yield from (way.id for way in draft.atlas.exits_at.get(place, ()))
    yield from _contents(draft, place, opened)


def _contents(draft: Draft, holder: str, opened: set[str]) -> Iterator[str]:
    for entity in draft.held(holder):
        yield entity
        if not draft.get(entity, "closed") or entity in opened:
            yield from _contents(draft, entity, opened)


def _whereabouts(draft: Draft, entity: str) -> str:
    at = draft.at(entity)
    if at is None:
        return "it is nowhere near"
    if draft.get(at, "closed"):
        return f"it is in {at!r}, which is closed"
    return f"it is at {at!r}"


def impossible(draft: Draft, change: Set) -> str | None:
    """Why this change, or this claim, is about nothing that could be; `None` if it could.

    A claim may be false, but not meaningless: "the key is in the chest" needs a chest.
    """
    entity, key, value = change
    atlas = draft.atlas
    kind = atlas.kind(entity)
    if kind is None or atlas.live(entity) is None:
        return f"nothing in use has the id {entity!r}"
    if kind == "lore":
        return f"{entity!r} is lore, which has no state to change"
    if key in _FLAGS and kind not in _FLAGS[key]:
        return f"{key!r} stands on {' and '.join(_FLAGS[key])}s, and {entity!r} is {a_kind(kind)}"
    if key == "at":
        return _cannot_be_at(draft, entity, kind, value)
    return None


def _cannot_be_at(draft: Draft, entity: str, kind: EntityKind, value: Scalar) -> str | None:
    if kind not in ("item", "character"):
        return f"{entity!r} is {a_kind(kind)}, and stays where it is"
    if value is None:
        return None
    target = draft.atlas.kind(str(value))
    if target is None or draft.atlas.live(str(value)) is None:
        return f"nothing in use has the id {value!r}"
    if kind == "character" and target != "place":
        return f"{entity!r} is a person and can only be at a place, not at {value!r}"
    if target not in ("place", "character", "item"):
        return f"{value!r} is {a_kind(target)}; a thing can be at a place, a person or in an item"
    return None


def inside_themselves(draft: Draft, changes: tuple[Set, ...]) -> Iterator[str]:
    """What would end up inside itself once all these changes are made: a step is one moment."""
    moved = {change.entity: change.value for change in changes if change.key == "at"}
    for entity in moved:
        at: Scalar = moved[entity]
        passed: set[str] = set()
        while isinstance(at, str) and at not in passed:
            if at == entity:
                yield entity
            passed.add(at)
            at = moved[at] if at in moved else draft.at(at)
