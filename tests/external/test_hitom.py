"""Hi-ToM: where somebody thinks that somebody thinks … a thing is, to the fourth order."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rashomon
from tests.external.hitom import Tale

QUESTIONS = {0: 120, 1: 120, 2: 115, 3: 115, 4: 113}
"""How many questions of each order there are: 583, and none may be missing from the count."""

PARTS = 8
"""Into how many tests the 123 stories are dealt, so that several workers can share them."""


def _part(cases: Path, number: int) -> list[list[dict[str, Any]]]:
    """The stories of one part, each with all the questions that are asked of it."""
    stories: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for line in (cases / "hitom" / "hitom_clean.jsonl").read_text("utf-8").splitlines():
        asked = json.loads(line)
        stories.setdefault(tuple(asked["lines"]), []).append(asked)
    return list(stories.values())[number::PARTS]


def test_the_parts_hold_every_question(cases: Path) -> None:
    parts = [_part(cases, number) for number in range(PARTS)]
    asked = [each for part in parts for story in part for each in story]
    assert Counter(each["question_order"] for each in asked) == QUESTIONS
    assert all(parts)


@pytest.mark.parametrize("number", range(PARTS))
def test_every_question_is_answered_as_it_should_be(cases: Path, number: int) -> None:
    library = rashomon.open(":memory:")
    wrong: list[str] = []
    right = 0
    for index, story in enumerate(_part(cases, number)):
        tale = Tale(library, f"hitom-{index}", story[0]["lines"])
        for asked in story:
            given = tale.answer(asked["question"])
            if given == asked["answer"]:
                right += 1
            else:
                said = f"{asked['question']} {given}, not {asked['answer']}"
                wrong.append(f"sample {asked['sample_id']}: {said}")
    assert not wrong, "\n".join(wrong)
    assert right == sum(map(len, _part(cases, number)))
