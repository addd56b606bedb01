"""Runs: kept while the engine asks models, listed and read by whoever looks after a story.

Nothing here is ever shown to a model.
"""

from __future__ import annotations

from typing import get_args

from rashomon.engine.context import Context, settings_of, world_of
from rashomon.errors import NotFound, Refused, did_you_mean, shown
from rashomon.ports.store import StoredStory, StoryWriting
from rashomon.story.run import Cost, Run, RunKind, RunSummary
from rashomon.story.texts import optional, whole

MEGABYTE = 1_000_000

KINDS: tuple[RunKind, ...] = get_args(RunKind)


def room(unit: StoredStory) -> int:
    """How many bytes the steps of a story's runs may take."""
    return settings_of(unit, world_of(unit)).whole("runs.megabytes") * MEGABYTE


def write(unit: StoryWriting, run: Run, *, seen: int | None = None) -> int:
    """Keep a run as part of a transaction that is open; answers its number.

    `seen` is the newest commit when its prompts were made (`StoryWriting.write_run` says why).
    """
    return unit.write_run(run, room=room(unit), seen=seen)


def keep_run(context: Context, story: str, run: Run, *, seen: int | None = None) -> int:
    """The same in a transaction of its own: for a run that failed, was dropped or wrote nothing."""
    with context.store.writing(story) as unit:
        return write(unit, run, seen=seen)


def runs(
    context: Context, story: str, *, limit: int | None, before: int | None, kind: object
) -> list[RunSummary]:
    """Runs, newest first. Raises `Refused` for a kind that there is not."""
    limit, before = optional(limit, "limit", 0), optional(before, "before")
    wanted: list[RunKind | None] = [each for each in KINDS if each == kind]
    found = wanted[0] if wanted else None
    if kind is not None and found is None:
        near = did_you_mean(str(kind), KINDS) or "."
        raise Refused(f"A run is of the kind {', '.join(KINDS)}, not {shown(kind)}{near}")
    with context.store.reading(story) as unit:
        return unit.runs(limit=limit, before=before, kind=found)


def run(context: Context, story: str, number: int) -> Run:
    """One run with its steps; raises `NotFound`."""
    number = whole(number, "The number of a run")
    with context.store.reading(story) as unit:
        found = unit.run_of(number)
    if found is None:
        raise NotFound("run", number)
    return found


def cost(context: Context, story: str) -> Cost:
    """What all calls of a story took, by role."""
    with context.store.reading(story) as unit:
        return unit.cost()
