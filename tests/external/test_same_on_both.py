"""The same memories in the same order on both databases, on data from outside.

Weighing is arithmetic over rows that a store reads, so that a store that answered in another order,
or had a text otherwise, would show here. A quick run asks a seeded part of the questions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

import rashomon
from bench import recall_locomo, recall_madial
from rashomon import Story
from tests.external.plays import bring_in, played

T = TypeVar("T")

FULL = os.environ.get("RASHOMON_FULL") == "1"
SEED = os.environ.get("RASHOMON_SEED", "1203")
ASKED = 40
"""How many questions a quick run asks of each."""

CONVERSATIONS = 2 if FULL else 1


def _some(name: str, rows: Sequence[T]) -> list[T]:
    if FULL or len(rows) <= ASKED:
        return list(rows)
    return random.Random(f"{SEED}:{name}").sample(rows, ASKED)


@contextmanager
def _both(postgres: str) -> Iterator[tuple[rashomon.Library, rashomon.Library]]:
    with rashomon.open(":memory:") as one, rashomon.open(postgres) as other:
        yield one, other


def _recalled(story: Story, owner: str, text: str, people: Sequence[str] = ()) -> list[Any]:
    """Ids, words and totals of what comes to mind: ids are the same, for so is the record."""
    found = story.mind(owner).recall(text, people=people, limit=20, explain=True)
    totals = {(row.kind, row.id): row.total for row in found.trace or ()}
    return [
        (round(totals[m.kind, m.id], 4), m.kind, m.id, m.text, m.detail) for m in found.memories
    ]


def _assert_same(one: list[Any], other: list[Any], asked: str) -> None:
    """Where totals are equal to the fourth place, either may come first."""
    assert one, f"nothing comes to mind at {asked!r}"
    if one != other:
        assert sorted(one) == sorted(other), asked
        assert [total for total, *_ in one] == [total for total, *_ in other], asked


def test_a_conversation_is_recalled_the_same(cases: Path, postgres_database: str) -> None:
    talks = list(recall_locomo.conversations(cases / "locomo"))[:CONVERSATIONS]
    with _both(postgres_database) as libraries:
        for lines, queries in talks:
            minds = [recall_locomo.remembered(lines, {}, library=each)[0] for each in libraries]
            stories = [(each.story, each.owner) for each in minds]
            assert len({owner for _, owner in stories}) == 1
            for query in _some("locomo", queries):
                given = [
                    _recalled(library.story(id), owner, query["question"])
                    for library, (id, owner) in zip(libraries, stories, strict=True)
                ]
                _assert_same(*given, query["question"])


@pytest.mark.parametrize("language", recall_madial.LANGUAGES)
def test_what_an_assistant_was_told_is_recalled_the_same(
    cases: Path, postgres_database: str, language: str
) -> None:
    folder = cases / "madial"
    with _both(postgres_database) as libraries:
        stories = [
            recall_madial.told(folder, language, library, "wordllama")[0] for library in libraries
        ]
        for talk in _some(language, recall_madial.talks(folder, language)):
            asked = (recall_madial.ASSISTANT, talk.question, [talk.user])
            _assert_same(*(_recalled(story, *asked) for story in stories), talk.question)


def test_a_play_is_recalled_the_same(cases: Path, postgres_database: str) -> None:
    name = "the-comedy-of-errors"
    speeches = [heard for heard in played(cases, name) if heard.owners]
    with _both(postgres_database) as libraries:
        stories = [bring_in(cases, name, library) for library in libraries]
        for story in stories:
            story.embed_now()
        for heard in _some(name, speeches):
            for owner in sorted(heard.owners)[:2]:
                asked = (owner, heard.event.text)
                _assert_same(*(_recalled(story, *asked) for story in stories), heard.event.text)
