"""No remark a third time: of a hundred that are nearly the same, two come to mind at most.

The remarks differ as people's do: a mark, an interjection, one word for another.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story

MOST = 2

REMARKS = {
    "en": (
        ("The old well behind the mill has run {} again since the harvest{}", "{}, {}"),
        ("dry", "empty", "low", "foul", "muddy"),
        ("I say", "Listen", "Mark me", "Believe me", ""),
        (".", "!", "…", " —", "!!"),
    ),
    "zh": (
        ("磨坊后面的那口老井又{}了{}", "{}，{}"),
        ("干", "枯", "浅", "浑", "臭"),
        ("我说", "听着", "你瞧", "真的", ""),
        ("。", "！", "……", "——", "！！"),
    ),
}
"""The remark and how an interjection goes before it, then what goes into them."""

OTHERS = {
    "en": (
        "The grey mare behind the smithy has thrown a shoe.",
        "Somebody ought to draw water from the river until the rain comes.",
        "My brother sold two sacks of flour at the market.",
        "A bucket and a rope are all that I asked for.",
        "They say that the miller quarrels with his wife.",
        "Water from the river makes the children ill.",
    ),
    "zh": (
        "铁匠铺后面的灰马掉了一只蹄铁。",
        "下雨以前得有人去河边挑水。",
        "我哥哥在磨坊里卖了两袋面粉。",
        "那口箱子里有一只水桶和一根绳子。",
        "听说磨坊主跟他老婆吵架。",
        "河里有水，可是孩子喝了要生病。",
    ),
}

ASKED = {"en": "Is there water in the well behind the mill?", "zh": "磨坊后面那口井里有水吗？"}


def _repeats(language: str) -> list[str]:
    (remark, before), words, calls, marks = REMARKS[language]
    found: list[str] = []
    for word, call, mark in itertools.product(words, calls, marks):
        said = remark.format(word, mark)
        found.append(before.format(call, said) if call else said)
    return found[:100]


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def _told(library: Library, language: str, embedder: str, lines: list[str]) -> Story:
    people = [{"id": "ada", "name": "Ada"}, {"id": "ben", "name": "Ben"}]
    world: dict[str, Any] = {"title": "Mill", "language": language, "characters": people}
    story = library.create(world)
    story.set("embedder", embedder)
    story.record_many([{"steps": [{"who": "ben", "says": line}]} for line in lines])
    story.embed_now()
    return story


@pytest.mark.parametrize("embedder", ["none", "wordllama"])
@pytest.mark.parametrize("language", REMARKS)
def test_of_a_hundred_near_repeats_two_come_to_mind_at_most(
    library: Library, language: str, embedder: str
) -> None:
    repeats = _repeats(language)
    assert len(set(repeats)) == 100
    story = _told(library, language, embedder, [*repeats[:50], *OTHERS[language], *repeats[50:]])
    given = [memory.text for memory in story.mind("ada").recall(ASKED[language]).memories]
    assert 1 <= sum(text in repeats for text in given) <= MOST


@pytest.mark.parametrize("embedder", ["none", "wordllama"])
@pytest.mark.parametrize("language", REMARKS)
def test_near_repeats_leave_room_for_what_else_bears_on_it(
    library: Library, language: str, embedder: str
) -> None:
    repeats = _repeats(language)[:40]
    story = _told(library, language, embedder, [*repeats[:20], *OTHERS[language], *repeats[20:]])
    given = [memory.text for memory in story.mind("ada").recall(ASKED[language]).memories]
    assert 1 <= sum(text in repeats for text in given) <= MOST
    assert sum(text in OTHERS[language] for text in given) >= 3, given


@pytest.mark.parametrize("embedder", ["none", "wordllama"])
@pytest.mark.parametrize("language", OTHERS)
def test_what_is_not_the_same_is_not_taken_for_a_repeat(
    library: Library, language: str, embedder: str
) -> None:
    others = list(OTHERS[language])
    story = _told(library, language, embedder, others)
    asked = " ".join(others)
    given = [memory.text for memory in story.mind("ada").recall(asked).memories]
    assert set(given) == set(others)
