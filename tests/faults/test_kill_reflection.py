"""A reflection that is killed leaves every mind as it was or done, and goes on with the rest."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import time
from pathlib import Path

import pytest

import rashomon
from rashomon.testing.scripted import ScriptedModel, given
from tests.faults import acts, reflecting

SEED = os.environ.get("RASHOMON_SEED", "1203")

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.faults.reflecting"])


def killed(path: Path, after: int, wait: float) -> None:
    """Reflect in a process, and kill it a moment after it began to write so many minds."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=reflecting.reflect, args=(str(path), theirs))
    process.start()
    theirs.close()
    try:
        with ours, contextlib.suppress(EOFError):
            for _ in range(after):
                assert ours.recv() == "writing", "it was to be killed, and had ended"
            time.sleep(wait)
            process.kill()
    finally:
        process.join(60)
        process.kill()
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.timeout(300)
def test_who_was_written_before_the_kill_is_done_and_the_others_are_due_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "stories.db"
    reflecting.prepare(path)
    chance = random.Random(f"reflect:{SEED}")
    done = 0
    for _ in range(3):
        killed(path, chance.randint(2, 3), chance.random() * 0.04)
        assert acts.whole(path) == "ok"
        with rashomon.open(path) as library:
            believers = reflecting.believers(library)
            assert len(believers) == len(set(believers)) >= done
            runs = library.story(reflecting.STORY).runs(kind="reflect")
            assert len(runs) == len(believers), "a mind and the run that says why come together"
            done = len(believers)
    assert 0 < done < len(reflecting.PEOPLE)
    with rashomon.open(path) as library:
        model = ScriptedModel(reflecting.answer)
        library.context.models = given(model)
        story = library.story(reflecting.STORY)
        again = story.reflect_now()
        assert len(again.owners) == len(reflecting.PEOPLE) - done
        assert sorted(reflecting.believers(library)) == sorted(reflecting.PEOPLE)
        assert {request.owner for request in model.requests} == {e.owner for e in again.owners}
        assert not story.reflect_now().owners, "nothing is new to anybody"
        assert story.verify().ok
