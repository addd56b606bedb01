"""Plays of which is known who is on stage: imported once a process, each speech beside its event.

The cases say for each speech who is on stage by one edition, and whether another agrees.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import rashomon
from rashomon import Story

EVERYTHING = 100_000
"""More events than any of these plays has."""

PLAYS = ("the-comedy-of-errors", "troilus-and-cressida", "twelfth-night")


@dataclass(frozen=True)
class Heard:
    """A speech as the cases have it, and the event it became with those who perceived it."""

    speech: dict[str, Any]
    event: Any
    owners: frozenset[str]

    @property
    def speaker(self) -> str:
        """Who says it."""
        return self.speech["who"][0]

    @property
    def agreed(self) -> bool:
        """Whether both editions have the same people on stage."""
        return bool(self.speech.get("agree"))

    @property
    def asides(self) -> list[str]:
        """The directions by which it is spoken aside, without their brackets."""
        marks = (mark["text"] for mark in self.speech["delivery"] if mark["type"] == "delivery")
        return [mark.strip(" ,.()").lower() for mark in marks if "aside" in mark.lower()]


def bring_in(cases: Path, name: str, library: rashomon.Library) -> Story:
    """Import a play."""
    return library.import_(cases / "plays" / f"{name}.folger.tei.xml")


@cache
def imported(cases: Path, name: str) -> Story:
    """The play as a story of this process; nobody may write to it."""
    return bring_in(cases, name, rashomon.open(":memory:"))


@cache
def played(cases: Path, name: str) -> list[Heard]:
    """Every speech of the play in its order."""
    story = imported(cases, name)
    rows = (cases / "plays" / f"{name}.rounds.jsonl").read_text("utf-8").splitlines()
    speeches = [row for row in map(json.loads, rows) if row["k"] == "say"]
    events = sorted(story.events(limit=EVERYTHING), key=lambda event: event.id)
    lines = [event for event in events if event.kind == "line"]
    return [
        Heard(speech, line, frozenset(story.who_perceived(line.id)))
        for speech, line in zip(speeches, lines, strict=True)
    ]
