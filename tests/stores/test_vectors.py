"""Vectors are those of the texts there are: they go when a text goes, and no two models' meet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sqlalchemy import text

import rashomon
from rashomon import Library, Story
from rashomon.stores.textindex import OWN_TEXT
from rashomon.stores.warm import Shelf, WarmVectors, packed
from tests.stores.test_contract import WORLD, say
from tests.stores.toy import DIMENSION, Toy, vector

CLOSE = 0.02
"""How far a cosine may be off for being kept in one byte a number: measured, a third of this."""


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        opened.context.embedder = lambda setting: Toy()
        yield opened


def stored(library: Library) -> set[tuple[int, int]]:
    """Story key and document of every vector in the database, seen past the engine."""
    store: Any = library.context.store
    with store.backend.engine.connect() as connection:
        rows = connection.execute(text("SELECT story, number FROM vectors")).all()
    return {(story, number) for story, number in rows}


def documents(library: Library, story: str) -> dict[int, str]:
    """Every document of a story: what is embedded by a model that has seen nothing."""
    with library.context.store.reading(story) as unit:
        return dict(unit.missing_vectors("nobody", 10_000))


def agree(library: Library, story: str) -> None:
    """Everything that has a vector is a document, and every vector is the document's."""
    toy = Toy()
    texts = documents(library, story)
    with library.context.store.reading(story) as unit:
        key = unit.head.key
        found = unit.vectors(toy.name, [*texts, 10**6, OWN_TEXT + 10**6])
        due = dict(unit.missing_vectors(toy.name, 10_000))
        assert unit.count_missing_vectors(toy.name) == len(due)
    assert {number for owner, number in stored(library) if owner == key} <= set(texts)
    assert set(found.numbers.tolist()) | set(due) == set(texts)
    assert not set(found.numbers.tolist()) & set(due)
    for number, row in zip(found.numbers.tolist(), found.matrix, strict=True):
        assert np.dot(row, vector(toy.name, texts[number])) > 1 - CLOSE


def story_of(library: Library, turns: int = 5) -> Story:
    story = library.create(WORLD)
    for number in range(turns):
        story.record(say(number))
    story.record({"steps": [{"who": "mara", "does": "waves at Elias"}]})
    story.record({"steps": [{"who": "elias", "says": "Run.", "to": ["mara"], "whisper": True}]})
    return story


def test_every_document_gets_a_vector_and_only_once(library: Library) -> None:
    story = story_of(library)
    agree(library, story.id)
    done = story.embed_now()
    assert (done.model, done.left, done.fault) == ("toy 1/24", 0, None)
    assert done.made == len(documents(library, story.id)) > 7
    assert story.embed_now().made == 0
    agree(library, story.id)
    story.record(say(99))
    assert story.embed_now().made == 1
    agree(library, story.id)


def test_an_undone_turn_takes_its_vectors_along(library: Library) -> None:
    story = story_of(library)
    nobody = {"steps": [{"happens": "A stone falls.", "at": "road"}]}
    story.record(nobody)
    story.embed_now()
    before = stored(library)
    story.record(nobody)
    story.record(say(77))
    assert story.embed_now().made == 2
    story.undo()
    story.undo()
    assert stored(library) == before
    story.record(say(78))
    agree(library, story.id)
    assert story.embed_now().made == 1


def test_a_text_that_nobody_holds_any_more_loses_its_vector(library: Library) -> None:
    story = story_of(library)
    story.embed_now()
    seen = story.mind("mara").perceptions()[0]
    story.edit("perception", seen.id, text="Something about a boat.", why="she misheard")
    agree(library, story.id)
    assert story.embed_now().made == 1
    agree(library, story.id)
    before = stored(library)
    story.edit("perception", seen.id, text="Something about a goat.", why="she misheard")
    assert len(stored(library)) == len(before) - 1
    story.embed_now()
    agree(library, story.id)
    assert "boat" not in " ".join(documents(library, story.id).values())


def test_a_branch_has_the_vectors_of_what_it_has(library: Library) -> None:
    story = story_of(library)
    story.embed_now()
    branch = story.branch(3)
    agree(library, branch.id)
    assert branch.embed_now().made == 0
    branch.record(say(55))
    assert branch.embed_now().made == 1
    agree(library, branch.id)
    agree(library, story.id)
    assert story.embed_now().made == 0


def test_a_deleted_story_leaves_no_vector(library: Library) -> None:
    story = story_of(library)
    other = story.branch(7)
    story.embed_now()
    other.embed_now()
    library.delete(story.id)
    agree(library, other.id)
    library.delete(other.id)
    assert stored(library) == set()
    store: Any = library.context.store
    with store.backend.engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM vector_models")).scalar() == 0


def test_vectors_are_no_part_of_what_is_taken_out(library: Library, tmp_path: Path) -> None:
    story = story_of(library)
    dump = list(library.context.store.dump(story.id, ids=True))
    story.embed_now()
    assert list(library.context.store.dump(story.id, ids=True)) == dump
    library.export(story.id, tmp_path / "out.jsonl")
    library.import_(tmp_path / "out.jsonl", as_="again")
    restored = library.story("again")
    assert documents(library, "again") == documents(library, story.id)
    assert restored.embed_now().made == len(documents(library, "again"))
    agree(library, "again")


def test_embedding_is_no_act_of_the_story(library: Library) -> None:
    story = story_of(library)
    before = library.context.store.stories()
    story.embed_now()
    assert library.context.store.stories() == before
    assert story.verify().ok


def test_vectors_of_two_models_never_meet(library: Library) -> None:
    story = story_of(library)
    one, two = Toy("one/24"), Toy("two/24")
    library.context.embedder = lambda setting: one
    story.embed_now()
    numbers = list(documents(library, story.id))
    asked = vector(two.name, "Word3 it is.")
    with library.context.store.reading(story.id) as unit:
        assert len(unit.vectors(one.name, numbers).numbers) == len(numbers)
        assert len(unit.vectors(two.name, numbers).numbers) == 0
        assert not unit.shelved(two.name, numbers).likeness(asked).any()
        assert unit.count_missing_vectors(two.name) == len(numbers)
        assert unit.count_missing_vectors(one.name) == 0
    before = len(stored(library))
    library.context.embedder = lambda setting: two
    assert story.embed_now().made == len(numbers)
    assert len(stored(library)) == before
    with library.context.store.reading(story.id) as unit:
        assert unit.count_missing_vectors(one.name) == len(numbers)
        likeness = unit.shelved(two.name, numbers).likeness(asked)
    assert numbers[int(np.argmax(likeness))] == next(
        n for n, said in documents(library, story.id).items() if said == "Word3 it is."
    )


def test_half_of_a_change_of_models_compares_only_what_is_made_anew(library: Library) -> None:
    story = story_of(library)
    story.embed_now()
    numbers = list(documents(library, story.id))
    two = Toy("two/24")
    with library.context.store.writing(story.id) as unit:
        assert unit.put_vectors(two.name, numbers[:2], two.embed(["a", "b"])) == 2
    with library.context.store.reading(story.id) as unit:
        assert unit.vectors(two.name, numbers).numbers.tolist() == numbers[:2]
        likeness = unit.shelved(two.name, numbers).likeness(vector(two.name, "a"))
        assert likeness[0] > 1 - CLOSE
        assert not likeness[2:].any()
        assert unit.count_missing_vectors(two.name) == len(numbers) - 2


def test_what_was_taken_back_while_it_was_embedded_is_not_written(library: Library) -> None:
    story = story_of(library)
    story.embed_now()
    story.record(say(66))
    before = stored(library)
    library.context.embedder = lambda setting: Toy(meanwhile=lambda: story.undo() and None)
    assert story.embed_now().made == 0
    assert stored(library) == before
    agree(library, story.id)


def test_a_question_asked_in_a_writing_transaction_leaves_nothing_warm(library: Library) -> None:
    story = story_of(library)
    toy = Toy()
    story.embed_now()
    first = min(documents(library, story.id))

    def write_and_fail() -> None:
        with library.context.store.writing(story.id) as unit:
            unit.put_vectors(toy.name, [first], -toy.embed(["something else altogether"]))
            unit.vectors(toy.name, [first])
            raise KeyError

    with pytest.raises(KeyError):
        write_and_fail()
    agree(library, story.id)


# In memory.


def test_a_vector_of_bytes_is_nearly_the_one_it_was() -> None:
    chance = np.random.default_rng(5)
    matrix = chance.standard_normal((500, 256)).astype(np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix[7] = 0
    shelf = Shelf()
    shelf.add(enumerate(packed(matrix)))
    kept = shelf.rows[:500].astype(np.float32) / np.maximum(shelf.lengths[:500], 1)[:, None]
    assert not kept[7].any()
    asked = matrix[:50]
    assert np.abs(asked @ matrix.T - asked @ kept.T).max() < 0.01


def test_a_shelf_finds_what_was_put_on_it_in_any_order() -> None:
    chance = np.random.default_rng(6)
    shelf = Shelf()
    expected: dict[int, int] = {}
    for _ in range(40):
        numbers = chance.integers(1, 400, 12).tolist()
        shelf.add((n, bytes([n % 100, 1])) for n in numbers)
        expected |= {n: n % 100 for n in numbers}
        asked = np.arange(0, 402)
        places = shelf.find(asked)
        assert {int(n) for n in asked[places >= 0]} == set(expected)
        assert [int(shelf.rows[p][0]) for p in places if p >= 0] == [
            expected[n] for n in sorted(expected)
        ]


def test_memory_is_bounded_and_what_was_given_up_is_read_again() -> None:
    with rashomon.open(":memory:") as library:
        library.context.embedder = lambda setting: Toy()
        stories = [library.create(WORLD, as_=f"s{n}") for n in range(3)]
        store: Any = library.context.store
        store._vectors = warm = WarmVectors(bound=3000)
        for story in stories:
            for number in range(80):
                story.record(say(number))
            story.embed_now()
        for story in (*stories, *stories):
            agree(library, story.id)
            sizes = [shelf.size for shelf in warm._shelves.values()]
            assert sum(sizes) <= 3000 or len(sizes) == 1
        assert DIMENSION * 80 > 1500
