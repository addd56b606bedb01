"""Changing the world itself: definitions, ids that turn out to be one, settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from rashomon.engine.context import load_scene, world_of
from rashomon.engine.create import place_new, write_world
from rashomon.engine.edits.plan import Act, Given, Plan
from rashomon.errors import BadWorld, NotFound, Refused
from rashomon.ports.store import StoryWriting
from rashomon.record.scene import Draft
from rashomon.settings import SETTINGS, parse
from rashomon.story.event import Scalar
from rashomon.story.places import Atlas, Entity, a_kind
from rashomon.story.texts import ENGINE_KEYS
from rashomon.story.world import ROOMS, World

_OWN = ("knows", "relationships", "beliefs", "memories")
_ROOM_KEYS = tuple(key for key, _ in ROOMS)
FIELDS = (*_ROOM_KEYS, "retire", "title", "opening")


def whole_world(world: World, atlas: Atlas) -> World:
    """The world as a world file would tell it today."""
    rooms: dict[str, list[Entity]] = {key: [] for key in _ROOM_KEYS}
    names = {kind: key for key, kind in ROOMS}
    for id, entity in atlas.entities.items():
        kind = atlas.kind(id)
        if kind is not None and atlas.live(id) is not None:
            rooms[names[kind]].append(entity)
    return world.model_copy(update={key: tuple(found) for key, found in rooms.items()})


def plan_world(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan a change of the world: what is new in it, what is otherwise, what is retired."""
    given = Given.of(act, FIELDS)
    world = world_of(unit)
    retired = _retired(unit, atlas, given.ids("retire", ()))
    data = whole_world(world, atlas).dump()
    for key, kind in ROOMS:
        rows = cast(list[dict[str, Any]], data.get(key, []))
        rows = [row for row in rows if row["id"] not in retired]
        data[key] = _merged(atlas, kind, rows, given.ids(key, ()))
    for key in ("title", "opening"):
        if key in given.fields:
            data[key] = given.text(key, "")
    after = World.parse(data)
    changed = _changed(atlas, after)
    gone = [atlas.entities[id] for id in retired]
    states = _states(atlas, given)

    def write(writing: StoryWriting, _: int) -> None:
        if after.title != world.title or after.opening != world.opening:
            write_world(writing, after)
        writing.write_entities(gone, frozenset(retired))
        writing.write_entities(changed, frozenset())
        _write_changes(writing, atlas, changed, retired, states)

    return Plan(write)


def _retired(unit: StoryWriting, atlas: Atlas, ids: Sequence[Any]) -> list[str]:
    holders = {
        str(properties["at"])
        for entity, properties in unit.states().items()
        if isinstance(properties.get("at"), str) and entity not in ids
        and atlas.live(entity) is not None
    }  # fmt: skip
    for id in ids:
        if not isinstance(id, str) or atlas.live(id) is None:
            raise NotFound("person, place or thing in use", id, list(atlas.entities))
        if id in holders:
            raise Refused(f"{id!r} still holds somebody or something; move it before it retires.")
    return list(dict.fromkeys(ids))


def _merged(
    atlas: Atlas, kind: str, rows: list[dict[str, Any]], given: Iterable[Any]
) -> list[dict[str, Any]]:
    known = {row["id"]: row for row in rows}
    for each in given:
        if not isinstance(each, Mapping) or not isinstance(cast(Any, each).get("id"), str):
            raise Refused(f"Each {kind} given should be a mapping with an 'id', not {each!r}.")
        row = dict(cast(Mapping[str, Any], each))
        id = str(row["id"])
        if id in known:
            own = [key for key in _OWN if key in row]
            if own:
                raise Refused(
                    f"{id!r} has its own {own[0]} by now; edit a belief, a relationship or "
                    "knowledge instead."
                )
            known[id] = known[id] | row
        elif id in atlas.entities:
            raise BadWorld(f"The id {id!r} is taken; ids are never used again.")
        else:
            known[id] = row
    return list(known.values())


def _changed(atlas: Atlas, after: World) -> list[Entity]:
    found: list[Entity] = []
    for key in _ROOM_KEYS:
        entities = cast(tuple[Entity, ...], getattr(after, key))
        found += [each for each in entities if atlas.entities.get(each.id) != each]
    return found


def _states(atlas: Atlas, given: Given) -> list[tuple[str, str, Scalar]]:
    """The engine's own properties that an edit sets on things that are there already."""
    found: list[tuple[str, str, Scalar]] = []
    for key in _ROOM_KEYS:
        for row in given.ids(key, ()):
            if row["id"] not in atlas.entities:
                continue
            found += [(row["id"], name, row[name]) for name in ENGINE_KEYS if name in row]
            properties: Mapping[str, Scalar] = row.get("properties") or {}
            found += [(row["id"], name, value) for name, value in properties.items()]
    return found


def _write_changes(
    writing: StoryWriting,
    atlas: Atlas,
    changed: Sequence[Entity],
    retired: Sequence[str],
    states: Sequence[tuple[str, str, Scalar]],
) -> None:
    """Let the changes hold from now on, and let those see them who are there to see."""
    new = tuple(entity for entity in changed if entity.id not in atlas.entities)
    nowhere = [(id, "at", None) for id in retired if atlas.kind(id) in ("character", "item")]
    if not (new or states or nowhere):
        return
    moment = writing.take_moment()
    scene = load_scene(writing)
    draft = Draft(scene)
    moved: list[str] = []
    for entity, key, value in [*nowhere, *states]:
        if key == "at" and entity in scene.atlas.characters and draft.at(entity) != value:
            moved.append(entity)
        draft.put(entity, key, value)
    writing.write_states([(id, key, value, moment) for id, key, value in [*nowhere, *states]])
    for owner in moved:
        merged = scene.atlas.merged_into(owner)
        scene.mind(owner).whereabouts = writing.mind(owner, *merged).whereabouts()
    place_new(writing, draft, new, moment, moved=moved)


def plan_alias(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan that one id stands for another (`into`), or for itself again (`into` null)."""
    given = Given.of(act, ("into",))
    alias, into = act.get("id"), given.fields.get("into")
    if not isinstance(alias, str) or alias not in atlas.entities:
        raise NotFound("person, place or thing", alias, list(atlas.entities))
    if into is None:
        if alias not in atlas.aliases:
            raise Refused(f"{alias!r} stands for itself already.")
        return Plan(lambda writing, _: writing.write_alias(alias, None))
    if not isinstance(into, str) or into not in atlas.entities:
        raise NotFound("person, place or thing", into, list(atlas.entities))
    target = atlas.canonical(into)
    if target == alias:
        raise Refused(f"{alias!r} cannot be merged into itself.")
    if atlas.kind(alias) != atlas.kind(target):
        raise Refused(
            f"{alias!r} is {a_kind(atlas.kind(alias))} and {target!r} "
            f"{a_kind(atlas.kind(target))}; only things of one kind can turn out to be one."
        )
    for id in (alias, target):
        if id in atlas.retired:
            raise Refused(f"{id!r} is retired and can be used no more.")
    inner = atlas.merged_into(alias)

    def write(writing: StoryWriting, _: int) -> None:
        for each in (alias, *inner):
            writing.write_alias(each, target)

    return Plan(write)


def plan_setting(unit: StoryWriting, act: Act, atlas: Atlas) -> Plan:
    """Plan a setting of the story's own; null goes back to the world's or the default."""
    key = str(act.get("id"))
    value = dict(act.get("fields") or {}).get("value")
    if value is None:
        if key not in SETTINGS:
            parse(key, value)
        return Plan(lambda writing, _: writing.write_setting(key, None))
    parsed = parse(key, value)
    return Plan(lambda writing, _: writing.write_setting(key, parsed))
