"""A story in which everybody has something new, and a reflection in a process of its own."""

from __future__ import annotations

import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import rashomon
from rashomon import Library
from rashomon.prompts.request import Request
from rashomon.testing.scripted import ScriptedModel, given

STORY = "gate"
PEOPLE = tuple(f"guest{n}" for n in range(16))


def prepare(path: Path) -> None:
    """Everybody sees the host use the key in two turns."""
    with rashomon.open(path) as library:
        story = library.create({
            "id": STORY, "title": "The Gate", "places": [{"id": "yard", "name": "the yard"}],
            "items": [{"id": "key", "name": "the iron key", "at": "host"}],
            "characters": [
                {"id": "host", "name": "Host", "role": "played", "at": "yard"},
                *({"id": id, "name": id.title(), "at": "yard",
                   "relationships": [{"about": "host", "kind": "friend"}]} for id in PEOPLE),
            ],
        })  # fmt: skip
        for _ in range(2):
            step = {"who": "host", "does": "turns the iron key", "with": ["key"]}
            story.record({"minutes": 5, "steps": [step]})


def answer(request: Request[Any]) -> dict[str, Any]:
    """Everybody comes to believe the same of the key."""
    if request.task != "sort_new":
        return {"items": []} if request.task == "check" else {"old": []}
    return {"new": [{"because": ["P1", "P2"], "about": ["K1"],
                     "text": "Host keeps the iron key close.", "how_sure": "likely"}]}  # fmt: skip


def reflect(path: str, tells: Connection) -> None:
    """Let all reflect, telling of each owner that is about to be written."""
    with rashomon.open(path) as library:
        library.context.models = given(ScriptedModel(answer))
        writing = library.context.store.writing

        def told(story: str) -> Any:
            tells.send("writing")
            time.sleep(0.02)
            return writing(story)

        library.context.store.writing = told  # type: ignore[method-assign]
        library.story(STORY).reflect_now()
        tells.send("done")


def believers(library: Library) -> list[str]:
    """Who has come to believe it, each as often as it is held."""
    story = library.story(STORY)
    return [belief.owner for id in PEOPLE for belief in story.mind(id).beliefs()]
