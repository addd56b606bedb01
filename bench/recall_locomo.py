"""Recall on LoCoMo: the share of a question's evidence among the first memories that come to mind.

Each conversation is recorded as turns of two people talking, its sessions as far apart as they
were; then everything is asked of one who was there. The data is not the project's: its folder is
named by RASHOMON_CASES.

RASHOMON_EMBEDDERS names the embedders to compare, with spaces between them; the default is the one
of a plain install, since others take many minutes. `recall_variety` measures the same data with
and without variety.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import rashomon
from bench._quality import HALVES, embedders, half, means
from rashomon.api.mind import Mind

CATEGORIES = (1, 2, 3, 4)
FIRST = (5, 10, 20)
TARGETS = {10: 0.70, 20: 0.78}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _when(date: str) -> datetime:
    return datetime.strptime(date.replace(",", ""), "%I:%M %p on %d %B %Y")


def _turns(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    now = _when(lines[0]["date"])
    spoken = 0.0
    for before, line in zip([lines[0], *lines], lines, strict=False):
        if line["session"] != before["session"]:
            begins = _when(line["date"])
            gap = (begins - now).total_seconds() / 60 - spoken
            now, spoken = begins, 0.0
            yield {"minutes": max(60.0, gap), "steps": []}
        spoken += 1
        yield {"minutes": 1, "steps": [{"who": _id(line["speaker"]), "says": line["text"]}]}


def _id(name: str) -> str:
    return name.casefold().replace(" ", "_")


def remembered(
    lines: list[dict[str, Any]],
    settings: dict[str, Any],
    embedder: str = "wordllama",
    library: rashomon.Library | None = None,
) -> tuple[Mind, dict[int, str]]:
    """The mind of one who was there, and which line each of its events is."""
    names = sorted({line["speaker"] for line in lines})
    people = [
        {
            "id": _id(name), "name": name,
            "relationships": [
                {"about": _id(other), "kind": "friend"} for other in names if other != name
            ],
        }
        for name in names
    ]  # fmt: skip
    library = library or rashomon.open(":memory:")
    world = {"title": f"Talk {lines[0]['conv']}", "characters": people, "settings": settings}
    story = library.create(world)
    story.set("embedder", embedder)
    done = story.record_many(_turns(lines))
    story.embed_now()
    said = [each.events[0] for each in done if each.events]
    return story.mind(_id(names[0])), dict(zip(said, (line["id"] for line in lines), strict=True))


@dataclass(frozen=True)
class Asked:
    """One question: of which category, and the share of its evidence in the first `FIRST`."""

    category: int
    shares: list[float]


def conversations(folder: Path) -> Iterator[tuple[list[dict[str, Any]], list[dict[str, Any]]]]:
    """Each conversation's lines, and what is asked about them."""
    talks: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in rows(folder / "turns.jsonl"):
        talks[line["conv"]].append(line)
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for query in rows(folder / "queries.jsonl"):
        asked[query["conv"]].append(query)
    for talk, lines in talks.items():
        yield lines, asked[talk]


def ask(mind: Mind, line_of: dict[int, str], queries: list[dict[str, Any]]) -> list[Asked]:
    """Put the questions to the mind that have evidence there."""
    known = set(line_of.values())
    found: list[Asked] = []
    for query in queries:
        evidence = [each for each in query["evidence"] if each in known]
        if query["category"] not in CATEGORIES or not evidence:
            continue
        memories = mind.recall(query["question"], limit=max(FIRST)).memories
        given = [line_of.get(memory.event or 0) for memory in memories]
        shares = [sum(e in given[:k] for e in evidence) / len(evidence) for k in FIRST]
        found.append(Asked(query["category"], shares))
    return found


def show(found: list[list[Asked]]) -> None:
    """Print the figures of all conversations and of each half, and those of each category."""
    for name, number in HALVES.items():
        every = [asked for talk in half(found, number) for asked in talk]
        overall = dict(zip(FIRST, means([asked.shares for asked in every]), strict=True))
        targets = TARGETS if number is None else {}
        shown = (
            f"@{k} {value:.3f}" + (f" (target {targets[k]:.2f})" if k in targets else "")
            for k, value in overall.items()
        )
        print(f"  {name:4} {len(every):5} questions: {'  '.join(shown)}")
    for category in CATEGORIES:
        shares = [a.shares for talk in found for a in talk if a.category == category]
        shown = (f"@{k} {value:.3f}" for k, value in zip(FIRST, means(shares), strict=True))
        print(f"  category {category}: {'  '.join(shown)}")
    sys.stdout.flush()


def cases() -> Path | None:
    """The folder of LoCoMo; where there is none, says so."""
    folder = Path(os.environ.get("RASHOMON_CASES", "")) / "locomo"
    if (folder / "turns.jsonl").is_file():
        return folder
    print("RASHOMON_CASES names no folder with LoCoMo in it.")
    return None


SETTINGS = {"memory.imperfect": False, "recall.tokens": 100_000}


def main() -> None:
    """Print the figures of each embedder beside their targets."""
    folder = cases()
    if folder is None:
        return
    for embedder in embedders(otherwise="wordllama"):
        print(f"LoCoMo, recall at {FIRST}, embedder {embedder}, memory.imperfect off")
        found = [
            ask(*remembered(lines, SETTINGS, embedder), queries)
            for lines, queries in conversations(folder)
        ]
        show(found)
