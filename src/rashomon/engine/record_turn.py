"""Recording: load the scene, work the turn out, write it as one commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from rashomon.engine.context import Context, Warm, load_scene, settings_of, world_of
from rashomon.engine.keep import keep_by_rule
from rashomon.engine.origins import origin
from rashomon.errors import BadTurn, Fault
from rashomon.ports.store import StoredStory, StoryWriting
from rashomon.record.convey import Past
from rashomon.record.recording import Recorded, apply, flat, record
from rashomon.record.scene import Scene
from rashomon.story.event import Event, Set
from rashomon.story.perception import Fact
from rashomon.story.places import Atlas
from rashomon.story.turn import Turn

BULK = 250
"""Turns in one transaction of bulk recording. From 100 to 500 there was nothing to choose."""


@dataclass(frozen=True, slots=True)
class Done:
    """A recorded turn: its number, the ids of its events, and its commit."""

    turn: int
    events: tuple[int, ...]
    commit: int


def record_turn(context: Context, story: str, data: object) -> Done:
    """Record one turn, durably, or refuse it whole with a fault for each step that cannot be."""
    turn = Turn.parse(data)
    with context.store.writing(story) as unit:
        warm = context.take(unit)
        recorded = work_out(unit, warm.scene, turn, from_speech=_from_speech(warm))
        if recorded.faults:
            raise BadTurn(recorded.faults)
        done = _write(unit, warm, recorded)
    context.keep(unit, warm)
    return done


def check_turn(context: Context, story: str, data: object) -> tuple[Fault, ...]:
    """The faults that would refuse a turn; nothing is written."""
    try:
        turn = Turn.parse(data)
    except BadTurn as error:
        return tuple(error.faults)
    with context.store.reading(story) as unit:
        settings = settings_of(unit, world_of(unit))
        scene = load_scene(unit)
        recorded = work_out(unit, scene, turn, from_speech=settings.on("knowledge.fromSpeech"))
    return tuple(recorded.faults)


def check_turns(context: Context, story: str, turns: Iterable[object]) -> list[tuple[Fault, ...]]:
    """The faults of each of many turns, each as it would be once those before it were recorded.

    A turn may tell on what an earlier one brought in, so the turns are recorded, and all of it is
    taken back in the end: nobody else ever sees any of it, and a refused turn is left out. Others
    wait to write for as long as this lasts.
    """
    found: list[tuple[Fault, ...]] = []
    with suppress(_OnlyLooked), context.store.writing(story) as unit:
        world = world_of(unit)
        head, settings = unit.head, settings_of(unit, world)
        warm = Warm(head.key, head.epoch, head.commit, load_scene(unit), settings)
        found += [_record_one(unit, warm, data, [], []) for data in turns]
        raise _OnlyLooked
    return found


class _OnlyLooked(Exception):
    """Nothing that was written is to stay."""


def record_many(context: Context, story: str, turns: object) -> list[Done]:
    """Record many turns, one commit each, in few transactions, and keep them by rule as it goes.

    Stops at the first turn that is refused: those before it stay recorded, and the refusal says
    which one it was, counted from 1.
    """
    if not isinstance(turns, Iterable) or isinstance(turns, (str, bytes, Mapping)):
        raise BadTurn(message="Turns are given as a list, each of them an object of its own.")
    done: list[Done] = []
    waiting = iter(cast(Iterable[object], turns))
    while chunk := list(islice(waiting, BULK)):
        before = len(done)
        try:
            with context.store.writing(story) as unit:
                warm, refused = record_all(context, unit, chunk, done)
        except BaseException:
            del done[before:]
            raise
        context.keep(unit, warm)
        if refused is not None:
            raise refused
    return done


def record_all(
    context: Context, unit: StoryWriting, turns: Iterable[object], done: list[Done]
) -> tuple[Warm, BadTurn | None]:
    """Record turns in a transaction that is open, and keep them by rule; answers a refusal.

    The scene answered is only to be kept once the transaction is committed: one of a story that
    never came to be would be taken for that of the next story with its id.
    """
    warm = context.take(unit)
    refused: BadTurn | None = None
    fresh: list[Event] = []
    for data in turns:
        faults = _record_one(unit, warm, data, done, fresh)
        if faults:
            said = f"Turn {len(done) + 1} of those given: {faults[0].message}"
            refused = BadTurn((Fault(faults[0].step, faults[0].where, said), *faults[1:]))
            break
    keep_by_rule(unit, leave=warm.settings.whole("record.open"), fresh=fresh)
    return warm, refused


def _record_one(
    unit: StoryWriting, warm: Warm, data: object, written: list[Done], fresh: list[Event]
) -> tuple[Fault, ...]:
    try:
        turn = Turn.parse(data)
    except BadTurn as error:
        return tuple(error.faults)
    recorded = work_out(unit, warm.scene, turn, from_speech=_from_speech(warm))
    if not recorded.faults:
        written.append(_write(unit, warm, recorded))
        fresh += recorded.events
    return tuple(recorded.faults)


def _from_speech(warm: Warm) -> bool:
    return warm.settings.on("knowledge.fromSpeech")


def _write(unit: StoryWriting, warm: Warm, recorded: Recorded) -> Done:
    commit = unit.commit("turn", "engine", recorded.number)
    unit.write_turn(recorded)
    apply(warm.scene, recorded)
    return Done(recorded.number, tuple(event.id for event in recorded.events), commit)


def work_out(unit: StoredStory, scene: Scene, turn: Turn, *, from_speech: bool) -> Recorded:
    """Work a turn out on a scene, with what its speakers have from before looked up."""
    if scene.atlas.aliases:
        turn = canonical(turn, scene.atlas)
    _load_whereabouts(unit, scene, turn)
    past = _past(unit, scene.atlas, turn)
    recorded = record(scene, turn, unit.next_event(), past, from_speech=from_speech)
    recorded.faults += _recollection_faults(unit, scene, turn)
    return recorded


def _load_whereabouts(unit: StoredStory, scene: Scene, turn: Turn) -> None:
    for step in turn.steps:
        movers = [step.who] if step.kind == "move" else []
        movers += [change.entity for change in step.changes if "at" in change.set]
        for owner in movers:
            if owner in scene.atlas.characters and scene.mind(owner).whereabouts is None:
                merged = scene.atlas.merged_into(owner)
                scene.mind(owner).whereabouts = unit.mind(owner, *merged).whereabouts()


def _past(unit: StoredStory, atlas: Atlas, turn: Turn) -> Past:
    roots: dict[tuple[str, Set], tuple[int | None, int | None]] = {}
    retold: dict[tuple[str, int], tuple[Fact, ...] | None] = {}
    origins: dict[int, int] = {}
    for step in turn.steps:
        if step.says is None or (not step.claims and step.retells is None):
            continue
        speaker = str(step.who)
        mind = unit.mind(speaker, *atlas.merged_into(speaker))
        for claim in flat(step.claims):
            roots[speaker, claim] = mind.roots(claim)
        if step.retells is not None:
            held = mind.perceptions(events=[step.retells])
            retold[speaker, step.retells] = held[0].facts if held else None
            origins[step.retells] = origin(unit, step.retells)
    return Past(roots, retold, origins)


def _recollection_faults(unit: StoredStory, scene: Scene, turn: Turn) -> Iterator[Fault]:
    for owner, ids in turn.recollections.items():
        where = f"recollections.{owner}"
        if owner not in scene.atlas.characters:
            yield Fault(None, where, f"recollections: there is no character {owner!r}.")
            continue
        merged = scene.atlas.merged_into(owner)
        held = {each.id for each in unit.mind(owner, *merged).perceptions(ids=ids)}
        for id in ids:
            if id not in held:
                said = f"recollections: {owner!r} holds no perception {id}."
                yield Fault(None, where, said)
    if turn.viewpoint is not None and turn.viewpoint not in scene.atlas.characters:
        added = () if turn.adds is None else (c.id for c in turn.adds.characters)
        if turn.viewpoint not in added:
            yield Fault(None, "viewpoint", f"viewpoint: there is no character {turn.viewpoint!r}.")


def canonical(turn: Turn, atlas: Atlas) -> Turn:
    """The turn with every id that was merged into another replaced by that other."""
    steps: list[Any] = []
    for step in turn.steps:
        changed: dict[str, Any] = {}
        for key in ("who", "reads", "by", "goes", "at"):
            value = getattr(step, key)
            if value in atlas.aliases:
                changed[key] = atlas.canonical(value)
        for key in ("to", "with_", "on", "noticed_by", "missed_by"):
            ids: tuple[str, ...] = getattr(step, key)
            if any(id in atlas.aliases for id in ids):
                changed[key] = tuple(dict.fromkeys(atlas.canonical(id) for id in ids))
        for key in ("changes", "claims"):
            changed[key] = tuple(_canonical_change(each, atlas) for each in getattr(step, key))
        steps.append(step.model_copy(update=changed))
    recollections: Mapping[str, tuple[int, ...]] = {
        atlas.canonical(owner): ids for owner, ids in turn.recollections.items()
    }
    return turn.model_copy(update={"steps": tuple(steps), "recollections": recollections})


def _canonical_change(change: Any, atlas: Atlas) -> Any:
    properties = dict(change.set)
    if isinstance(properties.get("at"), str):
        properties["at"] = atlas.canonical(properties["at"])
    update = {"entity": atlas.canonical(change.entity), "set": properties}
    return change.model_copy(update=update)
