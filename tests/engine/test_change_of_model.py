"""After a change of the model that makes vectors, no question is held against the old ones.

Two small models of meaning stand side by side. Each knows the same words, but lays them on axes of
its own, and on each model's axis of dogs lies the other's ships: whoever compared a vector of one
with a question of the other would be sure, and wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from sqlalchemy import text as sql

import rashomon
from rashomon import Library, Story
from rashomon.engine import embed_missing
from rashomon.errors import NoOpinion

MEANINGS = {
    "dog": "dog", "hound": "dog", "puppy": "dog", "ship": "ship", "schooner": "ship",
    "boat": "ship", "fire": "fire", "blaze": "fire", "flames": "fire",
}  # fmt: skip


@dataclass
class Sense:
    """A model that knows three things by several words each. `axes` is the order it has them in."""

    name: str
    axes: tuple[str, ...]
    fails: bool = False
    instant: bool = False

    @property
    def dimension(self) -> int:
        """Numbers a vector."""
        return len(self.axes)

    def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
        """Vectors of texts; a text without a known word has none."""
        if self.fails:
            raise NoOpinion("the new model is not there.")
        made = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, each in zip(made, texts, strict=True):
            for word in each.casefold().strip(".?!").split():
                if word in MEANINGS:
                    row[self.axes.index(MEANINGS[word])] += 1
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        return made / np.where(lengths > 0, lengths, 1)


OLD = Sense("old sense/3", ("dog", "ship", "fire"))
NEW = Sense("new sense/3", ("ship", "dog", "fire"))
LARGER = Sense("larger sense/5", ("ship", "dog", "fire", "nothing", "at all"))
NEWER = pytest.mark.parametrize("new", [NEW, LARGER], ids=["of one size", "of another size"])

DOG, SHIP, FIRE = "We heard a hound", "They saw the schooner", "There was some blaze"
WORLD: dict[str, Any] = {
    "id": "quay", "title": "The Quay",
    "characters": [{"id": "ada", "name": "Ada"}, {"id": "ben", "name": "Ben"}],
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        use(opened, OLD)
        yield opened


def use(library: Library, model: Sense | None) -> None:
    """Let a library make its vectors with this model."""
    library.context.embedder = lambda setting: model


def told(library: Library) -> Story:
    """Three lines with an hour between them, so that none is beside another; all have vectors."""
    story = library.create(WORLD)
    for line in (DOG, SHIP, FIRE):
        story.record({"minutes": 90, "steps": [{"who": "ben", "says": line}]})
    assert story.embed_now().left == 0
    return story


def first(story: Story, asked: str) -> tuple[str | None, bool]:
    """The first memory at a question, and whether meaning had any part in the answer."""
    found = story.mind("ada").recall(asked, explain=True)
    by_meaning = any("meaning" in row.standings for row in found.trace or ())
    return (found.memories[0].text if found.memories else None), by_meaning


def vectors(library: Library) -> dict[str, int]:
    """How many vectors of each model are in the database, seen past the engine."""
    store: Any = library.context.store
    query = sql(
        "SELECT m.name, count(*) FROM vectors v JOIN vector_models m "
        "ON m.story = v.story AND m.id = v.model GROUP BY m.name"
    )
    with store.backend.engine.connect() as connection:
        return {row[0]: row[1] for row in connection.execute(query)}


@NEWER
def test_until_the_new_vectors_are_made_words_serve_alone(library: Library, new: Sense) -> None:
    story = told(library)
    assert first(story, "puppy") == (DOG, True)
    assert first(story, "boat") == (SHIP, True)
    use(library, new)
    assert first(story, "puppy") == (None, False), "an old vector was held against a new question"
    assert first(story, "a hound?") == (DOG, False)
    assert first(story, "the schooner") == (SHIP, False)
    assert vectors(library) == {OLD.name: 3}


@NEWER
def test_once_they_are_made_meaning_serves_and_no_old_vector_is_left(
    library: Library, new: Sense
) -> None:
    story = told(library)
    use(library, new)
    assert first(story, "flames") == (None, False)
    assert story.embed_now().made == 3
    assert vectors(library) == {new.name: 3}
    for asked, line in (("puppy", DOG), ("boat", SHIP), ("flames", FIRE)):
        assert first(story, asked) == (line, True)
    use(library, OLD)
    assert first(story, "puppy") == (None, False), "the old model's shelf was still warm"
    assert first(story, "a hound?") == (DOG, False)
    assert story.embed_now().made == 3
    assert vectors(library) == {OLD.name: 3}
    assert first(story, "puppy") == (DOG, True)


@NEWER
def test_half_way_what_is_made_is_found_by_meaning_and_the_rest_by_its_words(
    library: Library, new: Sense, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = told(library)
    half = Sense(new.name, new.axes)

    def fail_after(made: int, of: int) -> None:
        half.fails = made >= 2

    monkeypatch.setattr(embed_missing, "BATCH", 1)
    use(library, half)
    done = story.embed_now(fail_after)
    assert (done.made, done.left, done.fault) == (2, 1, "the new model is not there.")
    assert first(story, "a hound?") == (DOG, False), "a model that is gone cannot be asked"
    use(library, new)
    assert vectors(library) == {OLD.name: 1, new.name: 2}
    assert first(story, "puppy") == (DOG, True)
    assert first(story, "boat") == (SHIP, True)
    assert first(story, "flames") == (None, False), "this one still has its old vector"
    assert first(story, "some blaze")[0] == FIRE
    assert story.embed_now().made == 1
    assert vectors(library) == {new.name: 3}
    assert first(story, "flames") == (FIRE, True)


def test_what_is_recorded_after_the_change_waits_for_its_vector_too(library: Library) -> None:
    story = told(library)
    use(library, NEW)
    story.record({"minutes": 90, "steps": [{"who": "ben", "says": "Somebody saw the puppy"}]})
    assert first(story, "dog") == (None, False)
    assert story.embed_now().made == 4
    found = [m.text for m in story.mind("ada").recall("dog").memories]
    assert set(found) == {DOG, "Somebody saw the puppy"}


def test_without_a_model_words_serve_and_no_vector_is_lost(library: Library) -> None:
    story = told(library)
    use(library, None)
    assert first(story, "puppy") == (None, False)
    assert first(story, "a hound?") == (DOG, False)
    assert story.embed_now().made == 0
    use(library, OLD)
    assert first(story, "puppy") == (DOG, True)


def test_another_process_of_the_old_model_finds_nothing_that_is_not_its_own(
    library_url: str,
) -> None:
    if library_url == ":memory:":
        pytest.skip("a database in memory has one process")
    with rashomon.open(library_url) as here, rashomon.open(library_url) as there:
        use(here, OLD)
        use(there, NEW)
        story = told(here)
        late = there.story(story.id)
        assert first(late, "puppy") == (None, False)
        assert late.embed_now().made == 3
        assert first(late, "puppy") == (DOG, True)
        assert first(story, "a hound?")[0] == DOG
        assert first(story, "puppy")[0] in (DOG, None), "warm and true, or gone; never a ship"
        story.record({"minutes": 90, "steps": [{"who": "ben", "says": "Look, a puppy"}]})
        assert first(story, "boat")[0] in (SHIP, None)
        assert first(late, "boat") == (SHIP, True)
