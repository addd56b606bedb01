"""What the measurements of recall share: a story of fifty minds, and questions put to them.

Ten rooms of five people who talk and act without ever leaving: each event has five owners, and
each mind a fiftieth of all perceptions. Texts are those of the measurements of recording: eleven
made-up words that follow Zipf's law. A question is five words of something its owner perceived, in
another order, with a word that nobody said.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import rashomon
from bench import _record as r

ROOMS = 10
IN_A_ROOM = 5
MINDS = ROOMS * IN_A_ROOM
MINUTES = 3
"""How long a turn takes: a million perceptions are four months of story time."""


def world() -> dict[str, Any]:
    """Fifty people in ten rooms."""
    return {
        "id": "speed",
        "title": "Speed",
        "language": "en",
        "places": [{"id": f"room{n}", "name": f"Room {n}"} for n in range(ROOMS)],
        "characters": [
            {"id": f"p{n}", "name": f"Person-{n}", "at": f"room{n % ROOMS}"} for n in range(MINDS)
        ],
    }


def turns(count: int) -> Iterator[dict[str, Any]]:
    """Turns of five steps, all in one room, the rooms in turn."""
    words = r.texts(7)
    for turn in range(count):
        here = [turn % ROOMS + ROOMS * n for n in range(IN_A_ROOM)]
        yield {
            "minutes": MINUTES,
            "steps": [
                {"who": f"p{who}", "does" if step % 2 else "says": next(words)}
                for step, who in enumerate(here)
            ],
        }


def turns_for(perceptions: int) -> int:
    """How many turns make so many perceptions."""
    return perceptions // (IN_A_ROOM * r.STEPS)


def questions(perceptions: int, count: int, seed: int) -> list[tuple[str, str]]:
    """Owners and what they are asked, the owners in turn."""
    dice = random.Random(seed)
    made = list(turns(min(turns_for(perceptions), 20_000)))
    found: list[tuple[str, str]] = []
    for n in range(count):
        owner = n % MINDS
        turn = dice.choice(made[owner % ROOMS :: ROOMS])
        step = dice.choice(turn["steps"])
        words = str(step.get("says") or step.get("does")).split()
        found.append((f"p{owner}", " ".join([*dice.sample(words, 5), "zyzzyva"])))
    return found


@cache
def recorded(perceptions: int) -> Path:
    """A database with a story of so many perceptions, and the vectors of all its texts."""
    path = r.folder() / f"recall-{perceptions}.db"
    if not path.exists():
        record(str(path), perceptions)
    return path


def record(url: str, perceptions: int) -> None:
    """Record the story into a database, and make its vectors."""
    with rashomon.open(url) as library:
        story = library.create(world())
        story.record_many(turns(turns_for(perceptions)))
        story.embed_now()


if __name__ == "__main__":
    record(sys.argv[1], int(sys.argv[2]))
