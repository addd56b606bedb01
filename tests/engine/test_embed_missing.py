"""What is due is a question to the store: an embedding that is broken off goes on from there."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import rashomon
from rashomon.engine import embed_missing
from rashomon.errors import BadSetting, NoOpinion
from tests.stores.test_contract import WORLD, say
from tests.stores.toy import Toy

TEXTS = 121
"""What the story below has: its lines, and a memory of Elias's."""


def _story(library: rashomon.Library) -> rashomon.Story:
    story = library.create(WORLD)
    story.record_many(say(number) for number in range(TEXTS - 1))
    return story


def test_progress_is_told_batch_by_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_missing, "BATCH", 50)
    with rashomon.open(":memory:") as library:
        library.context.embedder = lambda setting: Toy()
        told: list[tuple[int, int]] = []
        done = _story(library).embed_now(lambda made, of: told.append((made, of)))
        assert told == [(50, TEXTS), (100, TEXTS), (TEXTS, TEXTS)]
        assert (done.made, done.left) == (TEXTS, 0)


def test_no_transaction_is_open_while_the_model_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embed_missing, "BATCH", TEXTS)
    with rashomon.open(tmp_path / "a.db") as library, rashomon.open(tmp_path / "a.db") as other:
        story = _story(library)
        late = other.story(story.id)
        toy = Toy(meanwhile=lambda: late.record(say(999)) and None)
        library.context.embedder = lambda setting: toy
        assert story.embed_now().left == 1, "what was said meanwhile"
        assert len(late.events(limit=None)) == TEXTS


def _fails_at(batch: int, model: Toy) -> Callable[[], None]:
    calls = iter(range(1, 1000))

    def fail() -> None:
        if next(calls) == batch:
            raise NoOpinion("the model is not there.")

    return fail


def test_a_model_that_fails_leaves_the_rest_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embed_missing, "BATCH", 50)
    with rashomon.open(":memory:") as library:
        story = _story(library)
        toy = Toy()
        toy.meanwhile = _fails_at(2, toy)
        library.context.embedder = lambda setting: toy
        done = story.embed_now()
        assert (done.made, done.left, done.fault) == (50, TEXTS - 50, "the model is not there.")
        library.context.embedder = lambda setting: Toy()
        done = story.embed_now()
        assert (done.made, done.left, done.fault) == (TEXTS - 50, 0, None)


def test_a_model_that_is_not_installed_is_no_error() -> None:
    class Missing:
        dimension = 1
        instant = True

        @property
        def name(self) -> str:
            raise NoOpinion("it is not installed.")

        def embed(self, texts: Sequence[str], *, asking: bool = False) -> npt.NDArray[np.float32]:
            raise AssertionError

    with rashomon.open(":memory:") as library:
        library.context.embedder = lambda setting: Missing()
        done = _story(library).embed_now()
        assert (done.model, done.made, done.fault) == (None, 0, "it is not installed.")
        assert done.left == TEXTS


def test_the_setting_decides() -> None:
    with rashomon.open(":memory:") as library:
        story = library.create(WORLD)
        story.record(say(1))
        story.set("embedder", "none")
        assert story.embed_now() == embed_missing.Embedded(None, 0, 0)
        with pytest.raises(BadSetting, match="'wordllama'"):
            story.set("embedder", "wordlama")
        story.set("embedder", None)
        done = story.embed_now()
        assert done.model is not None
        assert done.model.startswith("wordllama ")
        assert done.left == 0


# Killed.

_processes = multiprocessing.get_context("spawn")


def _child(path: str, pipe: Any, batch: int) -> None:
    embed_missing.BATCH = batch
    with rashomon.open(path) as library:
        library.context.embedder = lambda setting: Toy(meanwhile=lambda: pipe.send("thinking"))
        library.story("west-gate").embed_now(lambda made, of: pipe.send(made))
        pipe.recv()  # wait to be killed


@pytest.mark.parametrize("after", [1, 2, 5])
def test_a_killed_embedding_goes_on_where_it_was(after: int, tmp_path: Path) -> None:
    path = str(tmp_path / "stories.db")
    with rashomon.open(path) as library:
        _story(library)
    ours, theirs = _processes.Pipe()
    process = _processes.Process(target=_child, args=(path, theirs, 10))
    process.start()
    told: list[Any] = []
    while told.count("thinking") < after:
        told.append(ours.recv())
    process.kill()
    process.join(30)
    assert process.exitcode == -signal.SIGKILL
    while ours.poll():
        try:
            told.append(ours.recv())
        except EOFError:
            break
    durable = max((made for made in told if isinstance(made, int)), default=0)
    toy = Toy()
    with rashomon.open(path) as library:
        library.context.embedder = lambda setting: toy
        story = library.story("west-gate")
        done = story.embed_now()
        assert done.left == 0
        assert done.made == len(toy.given) <= TEXTS - durable
        assert done.made >= TEXTS - durable - 10, "more was done than was told"
        assert story.verify().ok
        assert story.embed_now().made == 0
