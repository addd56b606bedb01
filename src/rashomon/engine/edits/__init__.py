"""Corrections by an author: looked at first, written as one commit, and made again by an undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from rashomon.engine.context import Context, atlas_of
from rashomon.engine.edits.minds import (
    plan_belief,
    plan_event,
    plan_knowledge,
    plan_relationship,
    plan_thread,
)
from rashomon.engine.edits.perceptions import plan_audience, plan_perception
from rashomon.engine.edits.plan import Act, Edited, Planner
from rashomon.engine.edits.worlds import plan_alias, plan_setting, plan_world, whole_world
from rashomon.errors import Refused, did_you_mean, sentence, shown
from rashomon.ports.language import ROLES
from rashomon.ports.store import StoryWriting
from rashomon.record.resting import Rest
from rashomon.settings import Settings
from rashomon.story.places import Atlas

EDITS: Mapping[str, Planner] = {
    "perception": plan_perception,
    "audience": plan_audience,
    "belief": plan_belief,
    "relationship": plan_relationship,
    "knowledge": plan_knowledge,
    "thread": plan_thread,
    "event": plan_event,
    "alias": plan_alias,
    "world": plan_world,
    "setting": plan_setting,
}
"""Everything an author can correct, and who plans it."""


def edit(
    context: Context,
    story: str,
    kind: str,
    id: object,
    *,
    why: str | None = None,
    keep: Sequence[str] = (),
    release: Sequence[str] = (),
    fields: Mapping[str, Any] | None = None,
) -> Edited:
    """Make one correction. Raises `Refused` with the reason, and writes nothing then."""
    act = _act(kind, id, why=why, keep=keep, release=release, fields=fields)
    with context.store.writing(story) as unit:
        return _make(unit, act, context.atlas(unit))


def preview(
    context: Context,
    story: str,
    kind: str,
    id: object,
    *,
    keep: Sequence[str] = (),
    release: Sequence[str] = (),
    fields: Mapping[str, Any] | None = None,
) -> Edited:
    """What a correction would take with it, and what rests on it and would stay; writes nothing.

    Raises `Refused` wherever the correction itself would.
    """
    act = _act(kind, id, keep=keep, release=release, fields=fields)
    with context.store.writing(story) as unit:
        plan = EDITS[kind](unit, act, context.atlas(unit))
    return Edited(0, plan.went, plan.stayed)


def _act(
    kind: str,
    id: object,
    *,
    why: str | None = None,
    keep: Sequence[str] = (),
    release: Sequence[str] = (),
    fields: Mapping[str, Any] | None = None,
) -> Act:
    if kind not in EDITS:
        meant = did_you_mean(kind, EDITS)
        raise Refused(sentence(f"There is nothing called {shown(kind)} to edit{meant}"))
    named = _plain(id)
    given = {key: _plain(value) for key, value in (fields or {}).items()}
    if not given and not release:
        raise Refused(f"Say what to change of the {kind}, or what to release.")
    return {
        "do": kind, "id": named, "fields": given, "keep": list(keep), "release": list(release),
        "why": why, "said": kind if named is None else f"{kind} {_shown(named)}",
    }  # fmt: skip


def _shown(id: Any) -> str:
    return ":".join(map(str, id)) if isinstance(id, list) else str(id)  # pyright: ignore[reportUnknownArgumentType]


def _plain(value: Any) -> Any:
    """A field as JSON has it, so that the same edit can be made again from its commit."""
    if isinstance(value, tuple | list | set | frozenset):
        return [_plain(each) for each in cast(Iterable[Any], value)]
    if isinstance(value, Mapping):
        items = cast(Mapping[Any, Any], value).items()
        return {str(key): _plain(each) for key, each in items}
    dumped = getattr(value, "dump", None) or getattr(value, "model_dump", None)
    if callable(dumped):
        return dumped()
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise Refused(f"A field cannot hold {shown(value)}.")


def _make(unit: StoryWriting, act: Act, atlas: Atlas) -> Edited:
    plan = EDITS[str(act["do"])](unit, act, atlas)
    made = 0 if plan.takes_id is None else plan.takes_id(unit)
    if made:
        act = {**act, "made": made}
    commit = unit.commit("edit", "author", unit.head.turn, act)
    plan.write(unit, made)
    return Edited(commit, plan.went, plan.stayed, made or None)


def do_again(unit: StoryWriting, act: Act, renamed: dict[tuple[str, int], int]) -> None:
    """Make an edit again that an undo took back. Raises `Refused` if it cannot be any more.

    Ids are never used again, so what an edit makes has another id the second time; `renamed`
    carries that on to the edits of it that follow.
    """
    kind, id = str(act["do"]), act.get("id")
    if isinstance(id, int) and (kind, id) in renamed:
        act = {**act, "id": renamed[kind, id]}
    edited = _make(unit, act, atlas_of(unit))
    if edited.made is not None:
        renamed[kind, int(act["made"])] = edited.made


def rests_on(context: Context, story: str, kind: str, id: object) -> tuple[Rest, ...]:
    """What rests on something: what would go with it if it went, and what else refers to it."""
    if kind not in ("perception", "audience"):
        return ()
    with context.store.writing(story) as unit:
        if kind == "perception":
            act = _act(kind, id, fields={"gone": True})
        else:
            event = int(str(id)) if str(id).isdecimal() else 0
            owners = [o for o in unit.witnesses(event) if o != unit.events(ids=[event])[0].who]
            act = _act(kind, id, fields={"remove": owners})
        plan = EDITS[kind](unit, act, context.atlas(unit))
    return (*plan.went, *plan.stayed)


def edit_audience(
    context: Context,
    story: str,
    event: int,
    *,
    add: Sequence[str],
    remove: Sequence[str],
    keep: Sequence[str],
    why: str | None,
) -> Edited:
    """Correct who perceived an event."""
    fields = {"add": list(add), "remove": list(remove)}
    return edit(context, story, "audience", event, why=why, keep=keep, fields=fields)


def edit_world(
    context: Context, story: str, *, why: str | None, changes: Mapping[str, Any]
) -> Edited:
    """Change the world from now on."""
    return edit(context, story, "world", None, why=why, fields=changes)


def edit_setting(context: Context, story: str, key: str, value: object) -> Edited:
    """Change a setting of the story's own. Raises `BadSetting`, also for a model there is not."""
    if isinstance(value, str):
        named = {"embedder": context.embedder, "reranker": context.reranker}.get(key)
        if named is not None:
            named(value)
        for role in ROLES:
            if key in (f"models.{role}", "models.default"):
                context.models(Settings({key: value}), role)
    return edit(context, story, "setting", key, fields={"value": value})


__all__ = [
    "EDITS",
    "Act",
    "Edited",
    "Rest",
    "do_again",
    "edit",
    "edit_audience",
    "edit_setting",
    "edit_world",
    "preview",
    "rests_on",
    "whole_world",
]
