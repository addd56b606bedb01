"""A change of the model over many texts survives being killed: nothing is lost or done twice."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

import rashomon
from tests.faults import acts, embedding
from tests.faults.embedding import STORY, Digest

FULL = os.environ.get("RASHOMON_FULL") == "1"
SEED = os.environ.get("RASHOMON_SEED", "1203")
TEXTS = 100_000 if FULL else 3_000
BATCH = 256 if FULL else 50
KILLS = 12 if FULL else 5
OLD, NEW = "old digest/16", "new digest/16"

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.faults.embedding"])


def _killed(path: Path, batches: int, wait: float) -> list[Any]:
    """Embed in a process, kill it a moment after it began so many batches; what it had told."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=embedding.embed, args=(str(path), NEW, BATCH, theirs))
    process.start()
    theirs.close()
    told: list[Any] = []
    try:
        with ours, contextlib.suppress(EOFError):
            while sum(isinstance(each, list) for each in told) < batches:
                told.append(ours.recv())
            time.sleep(wait)
            process.kill()
            while True:
                told.append(ours.recv())
    finally:
        process.join(60)
        process.kill()
    assert process.exitcode == -signal.SIGKILL
    assert told[-1] != "done", "it was to be killed, and had ended"
    return told


@pytest.mark.timeout(3600 if FULL else 300)
def test_a_change_of_models_goes_on_after_every_kill_and_does_nothing_twice(tmp_path: Path) -> None:
    path = tmp_path / "stories.db"
    embedding.prepare(path, TEXTS, OLD)
    chance = random.Random(f"embed:{SEED}")
    durable: set[int] = set()
    for _ in range(KILLS):
        most = TEXTS // BATCH // (KILLS + 2)
        told = _killed(path, chance.randint(1, most), chance.random() * 0.02)
        batches = [each for each in told if isinstance(each, list)]
        counts = [each for each in told if isinstance(each, tuple)]
        assert acts.whole(path) == "ok"
        with rashomon.open(path) as library:
            assert library.story(STORY).verify().ok
            found = embedding.of_models(library)
            now = found.get(NEW, [])
            every = [*now, *found[OLD]]
            assert len(every) == len(set(every)) == TEXTS, "a text had two vectors, or none"
            assert durable <= set(now), "a vector that was made is gone"
            again = {text for each in batches for text in each}
            assert not again & embedding.texts_of(library, durable), "a vector was made again"
        made = len(now) - len(durable)
        told_made = counts[-1][0] if counts else 0
        assert told_made <= made <= told_made + BATCH
        assert made >= (len(batches) - 1) * BATCH, "more than one batch was lost"
        if counts:
            assert counts[0][1] == TEXTS - len(durable)
        durable = set(now)
    assert 0 < len(durable) < TEXTS
    _finished(path, durable)


def _finished(path: Path, durable: set[int]) -> None:
    """Let it go on to its end, and hold the whole to what a change of models promises."""
    model = Digest(NEW)
    with rashomon.open(path) as library:
        library.context.embedder = lambda setting: model
        story = library.story(STORY)
        done = story.embed_now()
        assert (done.made, done.left, done.fault) == (TEXTS - len(durable), 0, None)
        assert len(model.given) == len(set(model.given)) == TEXTS - len(durable)
        found = embedding.of_models(library)
        assert found.keys() == {NEW}
        assert len(found[NEW]) == len(set(found[NEW])) == TEXTS
        assert len(embedding.texts_of(library, found[NEW])) == TEXTS
        assert story.embed_now().made == 0
        assert story.verify().ok
        said = f"Hear word{TEXTS // 2} now."
        trace = story.mind("bo").recall(said, explain=True).trace
        assert trace is not None
        assert (trace[0].text, trace[0].standings["meaning"].rank) == (said, 1)
    assert acts.whole(path) == "ok"
