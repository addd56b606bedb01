"""Restoring: an export becomes a story again, if it is one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast

from rashomon.engine.context import Context, load_scene, settings_of, world_of
from rashomon.engine.verify import recompute
from rashomon.errors import BadFile
from rashomon.ports.language import FILE
from rashomon.ports.store import StoredStory
from rashomon.story.texts import chosen_id

_NEWEST = 500
"""How many perceptions of each mind are looked at: what is read first, at little cost."""


def restore(
    context: Context, story: str, rows: Iterable[tuple[str, dict[str, Any]]], created: float
) -> None:
    """Make a story of dumped rows, or refuse them with `BadFile`, and then nothing is written.

    A record that does not agree with its own seals was changed by somebody, and would be believed
    for ever once it is in. The newest of what is not sealed is read once, so that a row that makes
    no sense is met here and not in the midst of a scene. A setting that names a file of this
    machine stays out.
    """
    try:
        with context.store.restoring(chosen_id(story), _fileless(rows), created) as unit:
            checked = recompute(unit)
            if not checked.ok:
                raise BadFile(f"The export does not agree with its seals: {checked.fault}.")
            _read(unit)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadFile("The export has rows that make no sense; it is damaged.") from None


def _read(unit: StoredStory) -> None:
    settings_of(unit, world_of(unit))
    scene = load_scene(unit)
    unit.events(after=unit.last_sealed_event())
    for owner in scene.atlas.characters:
        mind = unit.mind(owner)
        mind.perceptions(limit=_NEWEST)
        for each in (mind.beliefs, mind.relationships, mind.knowledge):
            each()
    unit.threads()


def _fileless(
    rows: Iterable[tuple[str, dict[str, Any]]],
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Rows without a model in a file, nor the edit that set it, which an undo might make again."""
    for table, row in rows:
        if table == "settings" and _names_a_file(_read_json(row.get("value"))):
            continue
        act = _read_json(row.get("act")) if table == "commits" else None
        if isinstance(act, dict):
            edit = cast(dict[str, Any], act)
            if edit.get("do") == "setting" and _names_a_file(edit.get("fields")):
                row = {**row, "act": None}
        yield table, row


def _names_a_file(value: object) -> bool:
    if isinstance(value, dict):
        value = cast(dict[str, Any], value).get("value")
    return isinstance(value, str) and value.strip().startswith(f"{FILE}:")


def _read_json(text: object) -> object:
    try:
        return json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return None
