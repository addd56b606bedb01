"""Recall on LoCoMo: the share of a question's evidence among the first memories that come to mind.

Each conversation is recorded as turns of two people talking, its sessions as far apart as they
were; then everything is asked of one who was there. The data is not the project's: its folder is
named by RASHOMON_CASES.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import rashomon
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
    lines: list[dict[str, Any]], settings: dict[str, Any]
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
    library = rashomon.open(":memory:")
    world = {"title": "Talk", "characters": people, "settings": settings}
    story = library.create(world)
    done = story.record_many(_turns(lines))
    story.embed_now()
    said = [each.events[0] for each in done if each.events]
    return story.mind(_id(names[0])), dict(zip(said, (line["id"] for line in lines), strict=True))


def measure(
    folder: Path, settings: dict[str, Any], half: int | None = None
) -> tuple[dict[int, float], dict[int, dict[int, float]], int]:
    """Recall at each of `FIRST`, over all questions and by category, and how many there were."""
    talks: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in rows(folder / "turns.jsonl"):
        talks[line["conv"]].append(line)
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for query in rows(folder / "queries.jsonl"):
        asked[query["conv"]].append(query)
    found: dict[int, list[list[float]]] = defaultdict(list)
    for number, (talk, lines) in enumerate(talks.items()):
        if half is not None and number % 2 != half:
            continue
        mind, line_of = remembered(lines, settings)
        known = set(line_of.values())
        for query in asked[talk]:
            evidence = [each for each in query["evidence"] if each in known]
            if query["category"] not in CATEGORIES or not evidence:
                continue
            memories = mind.recall(query["question"], limit=max(FIRST)).memories
            given = [line_of.get(memory.event or 0) for memory in memories]
            shares = [sum(e in given[:k] for e in evidence) / len(evidence) for k in FIRST]
            found[query["category"]].append(shares)
    every = [shares for category in found.values() for shares in category]
    by_category = {c: dict(zip(FIRST, _means(found[c]), strict=True)) for c in sorted(found)}
    return dict(zip(FIRST, _means(every), strict=True)), by_category, len(every)


def _means(shares: list[list[float]]) -> list[float]:
    return [sum(column) / len(shares) for column in zip(*shares, strict=True)]


def main() -> None:
    """Print the figures beside their targets."""
    folder = Path(os.environ.get("RASHOMON_CASES", "")) / "locomo"
    if not (folder / "turns.jsonl").is_file():
        print("RASHOMON_CASES names no folder with LoCoMo in it.")
        return
    settings = {"memory.imperfect": False, "recall.tokens": 100_000}
    overall, by_category, count = measure(folder, settings)
    print(f"LoCoMo, {count} questions of categories {CATEGORIES}, memory.imperfect off")
    for k, value in overall.items():
        target = f"  (target {TARGETS[k]:.2f})" if k in TARGETS else ""
        print(f"  recall@{k:<3} {value:.3f}{target}")
    for category, values in by_category.items():
        shown = "  ".join(f"@{k} {value:.3f}" for k, value in values.items())
        print(f"  category {category}: {shown}")
    sys.stdout.flush()
