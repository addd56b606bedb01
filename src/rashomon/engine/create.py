"""A story's beginning: the world as its author wrote it, and what everybody starts with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rashomon.engine.context import Context
from rashomon.engine.record_turn import record_all
from rashomon.ports.store import StoryWriting
from rashomon.record.recording import bring_in
from rashomon.record.scene import Draft, Scene
from rashomon.record.start import settle
from rashomon.settings import check
from rashomon.story.event import Scalar
from rashomon.story.perception import START
from rashomon.story.places import Atlas, Entity
from rashomon.story.texts import chosen_id
from rashomon.story.world import Character, World, entities

NOTHING: Mapping[str, bytes] = MappingProxyType({})
ENTITY_KEYS = ("places", "exits", "items", "characters", "lore")


def create(
    context: Context,
    data: object,
    created: float,
    *,
    as_: str | None = None,
    turns: Iterable[object] = (),
    originals: Mapping[str, bytes] = NOTHING,
) -> str:
    """Make a story of a world, and record turns in it, in one transaction; answers its id.

    `originals` are files that it was made of, to be given back.

    Raises `BadWorld`, `BadSetting`, `BadTurn` or `Exists`, and then there is no story.
    """
    world = World.parse(data)
    check(world.settings, "world")
    story = world.id if as_ is None else chosen_id(as_)
    with context.store.creating(story, created) as unit:
        unit.commit("create", "author", 0)
        write_world(unit, world)
        for name, file in originals.items():
            unit.write_original(name, file)
        everything = tuple(entities(world))
        unit.write_entities(everything, frozenset())
        draft = Draft(Scene(Atlas({e.id: e for e in everything}), 0, 0.0, {}, {}))
        place_new(unit, draft, everything, START)
        warm, refused = record_all(context, unit, turns, [])
        if refused is not None:
            raise refused
    context.keep(unit, warm)
    return story


def write_world(unit: StoryWriting, world: World) -> None:
    """Write what the world says of itself; its entities have rows of their own."""
    data = {key: value for key, value in world.dump().items() if key not in ENTITY_KEYS}
    unit.write_world(data | {"language": world.language})


def place_new(
    unit: StoryWriting,
    draft: Draft,
    new: tuple[Entity, ...],
    moment: int,
    moved: Iterable[str] = (),
) -> None:
    """Put new things into the world, and let new characters have their start in it.

    `moved` are characters whom an author has put somewhere else: they see it afresh.
    """
    state: list[tuple[str, str, Scalar, int]] = []
    bring_in(draft, new, state, moment)
    people = [entity for entity in new if isinstance(entity, Character)]
    start = settle(draft, people, moment, unit.head.time, moved)
    unit.write_states(state)
    unit.write_start(start, draft.learnt, draft.heard, moment)
