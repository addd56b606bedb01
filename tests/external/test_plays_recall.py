"""Three plays, recalled: a line given word for word comes back to those who heard it, and to nobody
else.

Every pair of a line and a character counts where the two editions agree on who is on stage. A quick
run takes a seeded twentieth of them.
"""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

from rashomon.recall.recollect import Memory
from tests.external.plays import PLAYS, Heard, imported, played

FULL = os.environ.get("RASHOMON_FULL") == "1"
SEED = os.environ.get("RASHOMON_SEED", "1203")
SHARE = 1 if FULL else 20
"""One pair in so many is tried."""

PARTS = 4
"""Into how many tests the pairs of a play are dealt, so that several workers can share them."""

PAIRS = {
    "the-comedy-of-errors": (9_768, 1_794),
    "troilus-and-cressida": (31_076, 3_879),
    "twelfth-night": (15_730, 2_985),
}
"""How many pairs there are, and in how many of them the character heard the line."""

BRIEF = 3
"""A line of so few words often stands inside longer ones, and is said more than once."""


def _pairs(cases: Path, name: str) -> list[tuple[str, Heard]]:
    """Every pair, one character's after the other's."""
    agreed = [heard for heard in played(cases, name) if heard.agreed]
    people = {who for heard in agreed for who in (*heard.speech["onstage"], *heard.owners)}
    return [(who, heard) for who in sorted(people) for heard in agreed]


def _chosen(cases: Path, name: str, part: int) -> list[tuple[str, Heard]]:
    pairs = _pairs(cases, name)
    taken = random.Random(f"{SEED}:{name}").sample(range(len(pairs)), len(pairs) // SHARE)
    return [pairs[n] for n in sorted(taken)[part::PARTS]]


@pytest.mark.parametrize("name", PLAYS)
def test_every_pair_of_a_line_and_a_character_counts(cases: Path, name: str) -> None:
    pairs = _pairs(cases, name)
    assert (len(pairs), sum(who in heard.owners for who, heard in pairs)) == PAIRS[name]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", PLAYS)
def test_a_line_comes_back_to_those_who_heard_it_and_to_nobody_else(
    cases: Path, name: str, part: int
) -> None:
    story = imported(cases, name)
    there = away = 0
    for who, heard in _chosen(cases, name, part):
        memories = story.mind(who).recall(heard.event.text).memories
        if who in heard.owners:
            there += 1
            assert memories, f"{who} heard {heard.event.text!r} and recalls nothing"
            assert _same(memories[0].text, heard.event.text), f"{who}: {heard.event.text!r}"
        else:
            away += 1
            assert heard.event.id not in {memory.event for memory in memories}, who
            if not _heard_elsewhere(cases, name, who, heard):
                assert heard.event.text not in {memory.text for memory in memories}, who
    assert there
    assert away


@pytest.mark.parametrize("name", PLAYS)
def test_a_line_of_a_few_words_comes_first_too(cases: Path, name: str) -> None:
    story = imported(cases, name)
    brief = [each for each in played(cases, name) if len(each.event.text.split()) <= BRIEF]
    pairs = [(who, heard) for heard in brief for who in sorted(heard.owners)]
    chosen = random.Random(f"{SEED}:{name}").sample(pairs, len(pairs) // SHARE)
    wrong = [
        (who, heard.event.text)
        for who, heard in sorted(chosen, key=lambda pair: pair[0])
        if not _first(story.mind(who).recall(heard.event.text).memories, heard.event.text)
    ]
    assert chosen
    assert not wrong


def _first(memories: tuple[Memory, ...], text: str) -> bool:
    return bool(memories) and _same(memories[0].text, text)


def _same(given: str, said: str) -> bool:
    """Whether words are those of a line: the same words said twice may differ in their commas."""
    return _words(given) == _words(said)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _heard_elsewhere(cases: Path, name: str, who: str, heard: Heard) -> bool:
    return any(
        who in other.owners and other.event.text == heard.event.text
        for other in played(cases, name)
    )
