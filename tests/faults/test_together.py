"""Many may write one story at once: nobody is told of a lock, and no turn is lost or doubled."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.errors import Exists
from tests.conftest import FULL
from tests.faults import acts
from tests.faults.crowd import STEPS, Seen, crowd, crowd_of_its_own, opens

SECONDS = 60.0 if FULL else 10.0
THREADS = 4
"""Writers in each of two processes: eight in all, beside four who read and two who keep."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.faults.crowd"])


def _each(work: Callable[..., None], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    """Run the same work in so many processes at once; answers what each of them sent."""
    running: list[tuple[Any, Any]] = []
    for call in calls:
        ours, theirs = _processes.Pipe(duplex=False)
        process = _processes.Process(target=work, args=(*call, theirs))
        process.start()
        theirs.close()
        running.append((process, ours))
    try:
        return [ours.recv() for _, ours in running]
    finally:
        for process, ours in running:
            process.join(60)
            process.kill()
            ours.close()


def _nothing_lost_or_doubled(library: Library, all_seen: Sequence[Seen]) -> None:
    story = library.story(acts.STORY)
    assert [wrong for seen in all_seen for wrong in seen.wrong] == []
    done = sorted((each for seen in all_seen for each in seen.done), key=lambda each: each[1].turn)
    assert [each.turn for _, each in done] == list(range(1, len(done) + 1))
    assert len({each.commit for _, each in done}) == len(done)
    events = story.events(limit=None)
    assert [event.id for event in events] == [id for _, each in done for id in each.events]
    assert len(events) == STEPS * len(done)
    said = [event.text for event in events if event.kind == "line"]
    assert said == [f"Everybody hear {word} now." for word, _ in done]
    assert story.verify().ok
    story.keep_now()
    assert story.verify().sealed == len(events)
    last = story.mind("cy").last_known("lamp")
    assert last is not None
    assert last.state["turned"] == done[-1][0]
    for word, each in done[:: max(1, len(done) // 50)]:
        assert [event.id for event in story.search(word)] == [each.events[0]]
    # Everybody had their turn: no writer waited for ever.
    assert len({word.split("n")[0] for word, _ in done}) == sum(THREADS for _ in all_seen)
    assert all(seen.readings > 2 for seen in all_seen)


def _two_processes(url: str, seconds: float) -> None:
    with rashomon.open(url) as library:
        library.create(acts.WORLD)
        calls = [(url, name, THREADS, seconds) for name in ("left", "right")]
        seen = _each(crowd_of_its_own, calls)
        _nothing_lost_or_doubled(library, seen)


def test_two_processes_of_many_threads_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "stories.db"
    _two_processes(str(path), SECONDS)
    assert acts.whole(path) == "ok"


def test_two_processes_of_many_threads_write_one_postgres(postgres_database: str) -> None:
    _two_processes(postgres_database, SECONDS / 2)


def test_many_threads_write_one_memory() -> None:
    with rashomon.open(":memory:") as library:
        library.create(acts.WORLD)
        seen = crowd(library, "here", THREADS, SECONDS / 4)
        _nothing_lost_or_doubled(library, [seen])


@pytest.fixture(params=["file", "postgres"])
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "stories.db")
    return request.getfixturevalue("postgres_database")


AT_ONCE = 6


def test_a_fresh_database_may_be_opened_by_many_at_once(shared_url: str) -> None:
    start = time.time() + 0.5
    names = [f"story{number}" for number in range(AT_ONCE)]
    said = _each(opens, [(shared_url, name, start) for name in names])
    refusals = sorted(word for words in said for word in words)
    assert refusals == [str(Exists("story", acts.STORY))] * (AT_ONCE - 1)
    with rashomon.open(shared_url) as library:
        assert sorted(each.id for each in library.list()) == sorted([*names, acts.STORY])
        assert [each.turns for each in library.list() if each.id == acts.STORY] == [AT_ONCE]
        assert all(library.story(each.id).verify().ok for each in library.list())
