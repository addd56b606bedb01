"""Hi-ToM: where somebody thinks that somebody thinks … a thing is, to the fourth order."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rashomon
from tests.external.hitom import Tale

STORIES = {0: 120, 1: 120, 2: 115, 3: 115, 4: 113}
"""How many stories of each order there are: 583, and none may be missing from the count."""


def _stories(cases: Path) -> list[dict[str, Any]]:
    lines = (cases / "hitom" / "hitom_clean.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_file_has_all_its_stories(cases: Path) -> None:
    assert Counter(each["question_order"] for each in _stories(cases)) == STORIES


@pytest.mark.parametrize("order", STORIES)
def test_every_question_of_an_order_is_answered_as_it_should_be(cases: Path, order: int) -> None:
    stories = [each for each in _stories(cases) if each["question_order"] == order]
    library = rashomon.open(":memory:")
    wrong: list[str] = []
    for each in stories:
        tale = Tale(library, f"hitom-{each['sample_id']}-{order}", each["lines"])
        given = tale.answer(each["question"])
        if given != each["answer"]:
            wrong.append(f"{tale.story.id}: {each['question']} {given}, not {each['answer']}")
    assert not wrong, "\n".join(wrong)
    assert len(stories) == STORIES[order]
