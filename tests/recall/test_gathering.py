"""Gathering: what a list of meanings is worth, and that the words of a line find that line."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rashomon
from rashomon.api.library import Library
from rashomon.recall.gather import FEW, meaning_scores
from rashomon.recall.rows import Floats


def _clear(count: int = 200, seed: int = 1) -> Floats:
    """One memory of many stands out by far."""
    cosines = np.random.default_rng(seed).normal(0.1, 0.05, count).astype(np.float32)
    cosines[7] = 0.6
    return cosines


def test_the_list_of_meaning_is_the_same_whatever_is_usual_for_the_model() -> None:
    scores, trust = meaning_scores(_clear())
    other, same = meaning_scores(0.8 + 0.2 * _clear())
    assert trust == same == 1
    assert np.allclose(scores, other, atol=1e-3)
    assert scores.argmax() == 7
    assert scores[7] == 1


def test_a_list_in_which_nothing_stands_out_counts_for_nothing() -> None:
    level = np.linspace(0.5, 0.9, 200, dtype=np.float32)
    scores, trust = meaning_scores(level)
    assert trust == 0
    assert not scores.any()


def test_without_a_vector_there_is_no_meaning_and_it_changes_no_other() -> None:
    cosines = _clear()
    scores, _ = meaning_scores(cosines)
    more, _ = meaning_scores(np.concatenate([cosines, np.zeros(50, dtype=np.float32)]))
    assert np.allclose(more[:200], scores)
    assert not more[200:].any()


def test_of_a_few_memories_nothing_is_usual_and_each_may_count() -> None:
    scores, trust = meaning_scores(np.array([0.9, 0.8, -0.2], dtype=np.float32))
    assert trust == 1
    assert np.allclose(scores, [1, 0.8 / 0.9, 0])


@given(st.lists(st.floats(-1, 1, width=32), max_size=3 * FEW))
def test_scores_of_meaning_lie_between_nothing_and_what_they_may_have(cosines: list[float]) -> None:
    scores, trust = meaning_scores(np.array(cosines, dtype=np.float32))
    assert 0 <= trust <= 1
    assert np.isfinite(scores).all()
    assert not len(scores) or 0 <= scores.min() <= scores.max() <= trust + 1e-6


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


WORLD = {
    "title": "Echo",
    "characters": [{"id": "ada", "name": "Ada"}, {"id": "ben", "name": "Ben"}],
}


@pytest.mark.parametrize("asked", ["Where?", "Where is Ben?", "Amen.", "A wonder!"])
def test_a_line_comes_before_all_that_have_its_words_among_others(
    library: Library, asked: str
) -> None:
    story = library.create(WORLD)
    longer = [f"Amen, number {n}, and where is Ben? Is that not a wonder!" for n in range(80)]
    lines = [*longer[:40], "Where?", "Where is Ben?", "Amen.", "A wonder!", *longer[40:]]
    story.record_many([{"steps": [{"who": "ada", "says": line}]} for line in lines])
    story.embed_now()
    assert story.mind("ben").recall(asked).memories[0].text == asked


PETS = (
    "The hound barked all night.", "Rain fell on the harbour.", "The mill stood still.",
    "Two coins lay on the table.", "Nobody mended the roof.", "The bell rang for mass.",
    "The candle burnt down.", "She paid the baker twice.", "A puppy followed Ben home.",
)  # fmt: skip


def test_what_shares_neither_word_nor_cue_nor_much_meaning_stays_away(library: Library) -> None:
    story = library.create(WORLD)
    for text in PETS:
        story.record({"steps": [{"who": "ada", "says": text}]})
    told = [each.text for each in story.mind("ben").recall("dog").memories]
    assert {PETS[0], PETS[-1]} <= {*told}, "what means much the same comes"
    assert len(told) < 8, "there is room for eight, and not eight that are to the point"
    asked = [each.text for each in story.mind("ben").recall("dog", people=["ada"]).memories]
    assert len(asked) == 8, "whom it was with is a cue"


def test_a_word_that_only_builds_a_sentence_makes_nothing_to_the_point(library: Library) -> None:
    story = library.create(WORLD)
    story.set("embedder", "none")
    for text in ("The end of it all.", "The harbour is frozen.", "Nothing."):
        story.record({"steps": [{"who": "ada", "says": text}]})
    mind = story.mind("ben")
    assert [each.text for each in mind.recall("What of the harbour?").memories][:1] == [
        "The harbour is frozen."
    ]
    rows = mind.recall("What of the harbour?", explain=True).trace or ()
    assert "The end of it all." not in [row.text for row in rows if "words" in row.standings]
