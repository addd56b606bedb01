"""The table of who perceives what, made by recording each kind of step and asking everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import rashomon
from rashomon import Story
from rashomon.story.perception import Perception

Table = Callable[[Sequence[str], Iterable[Sequence[str]]], str]

SPOTS: Mapping[str, tuple[str, str]] = {
    "elias": ("courtyard", "Elias, who acts, in the courtyard"),
    "mara": ("courtyard", "Mara, beside him (the one spoken to)"),
    "ada": ("courtyard", "Ada, beside them"),
    "cook": ("alcove", "the cook, in an alcove within the courtyard"),
    "boy": ("stairs", "the boy, on the stairs that overlook it"),
    "maid": ("cellar", "the maid, in the cellar that overhears it"),
    "smith": ("keep", "the smith, in the keep around it"),
    "ana": ("road", "Ana, on the road (the one telephoned)"),
    "rider": ("road", "the rider, beside her"),
}
"""One person to a spot, so that a row tells what is perceived from there."""

WORLD: dict[str, Any] = {
    "title": "Who perceives what",
    "places": [
        {"id": "keep", "name": "the keep"},
        {"id": "courtyard", "name": "the courtyard", "within": "keep"},
        {"id": "alcove", "name": "the alcove", "within": "courtyard"},
        {"id": "stairs", "name": "the stairs", "overlooks": ["courtyard"]},
        {"id": "cellar", "name": "the cellar", "overhears": ["courtyard"]},
        {"id": "road", "name": "the road"},
    ],
    "exits": [
        {"id": "gate", "name": "the west gate", "from": "courtyard", "to": "road"},
    ],
    "items": [
        {"id": "chest", "name": "a chest", "at": "courtyard", "closed": True},
        {"id": "key", "name": "a key", "at": "elias"},
        {"id": "letter", "name": "a letter", "at": "elias", "text": "Burn this."},
    ],
    "characters": [
        {
            "id": who,
            "name": who.capitalize(),
            "at": at,
            "relationships": [{"about": other, "kind": "neighbour"}
                              for other in SPOTS if other != who],
        }
        for who, (at, _) in SPOTS.items()
    ],
}  # fmt: skip

CLAIMS = [{"entity": "key", "set": {"at": "chest"}}]
LINE = {"who": "elias", "says": "The key is in the chest.", "to": ["mara"], "claims": CLAIMS}
CHANGES = [{"entity": "chest", "set": {"closed": False}}]

EXAMPLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("A deed", "deed",
     {"who": "elias", "does": "opens the chest", "on": ["chest"], "changes": CHANGES}),
    ("A covert deed that one notices", "deed",
     {"who": "elias", "does": "opens the chest", "on": ["chest"], "changes": CHANGES,
      "covert": True, "noticed_by": ["boy"]}),
    ("A deed that somebody misses", "deed",
     {"who": "elias", "does": "opens the chest", "on": ["chest"], "missed_by": ["ada", "boy"]}),
    ("Reading", "deed", {"who": "elias", "does": "reads the letter", "reads": "letter"}),
    ("A line", "line", LINE),
    ("A whisper", "line", {**LINE, "whisper": True}),
    ("A line over the telephone", "line", {**LINE, "to": ["ana"], "over": "phone"}),
    ("A thought", "thought", {"who": "elias", "thinks": "She believes me."}),
    ("A move", "move", {"who": "elias", "goes": "road"}),
    ("Leaving for nowhere", "move", {"who": "elias", "goes": None}),
    ("A happening", "happening", {"happens": "A lamp falls.", "at": "courtyard"}),
    ("A sound", "happening", {"happens": "A bell tolls.", "at": "courtyard", "sense": "sound"}),
)  # fmt: skip


def parts(table: Table) -> list[str]:
    """One part of the page for each example: the step, and what each spot has of it."""
    found: list[str] = []
    with rashomon.open(":memory:") as library:
        for number, (head, kind, step) in enumerate(EXAMPLES):
            story = library.create(WORLD, as_=f"example-{number}")
            (event,) = story.record({"steps": [step]}).events
            cells = {who: _cells(story, who, event) for who in SPOTS}
            rows = [(SPOTS[who][1], *has) for who, has in cells.items() if has is not None]
            none = [SPOTS[who][1].split(",")[0] for who, has in cells.items() if has is None]
            found.append(
                f"## {head}\n\nKind `{kind}`, from the step\n\n```json\n{_json(step)}\n```\n\n"
                + table(("who, where", "mode", "accuracy", "text", "conveys"), rows)
                + (f"\n\nNothing of it: {', '.join(none)}." if none else "")
            )
    return found


def _cells(story: Story, who: str, event: int) -> tuple[str, str, str, str] | None:
    held = [each for each in story.mind(who).perceptions() if each.event == event]
    if not held:
        return None
    (one,) = held
    conveyed = {f"{f.entity}.{f.key} = {_said(f.value)}, {f.how}" for f in one.conveys}
    few = "; ".join(sorted(conveyed)) if len(conveyed) <= 3 else "the plain view of the place"
    return one.mode, one.accuracy, _text(one), few


def _text(held: Perception) -> str:
    if held.kind in ("line", "thought") and held.accuracy == "whole":
        return f"“{held.text}”"
    return held.text


def _said(value: object) -> str:
    if value is None:
        return "unknown"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(step: Mapping[str, Any]) -> str:
    import json

    return json.dumps(step, ensure_ascii=False)
