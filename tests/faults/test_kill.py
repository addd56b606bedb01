"""A process may be killed at any moment: a story is then as before what it was doing, or as after.

Nothing is mocked. Each act runs in a process of its own on a file of its own and is killed with
SIGKILL: at moments spread over all the time the act takes, and at single steps of SQLite's machine
in the midst of a statement. What the process had told before it died must be there.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from tests.faults import acts

TIMES = 20
"""How often each act is killed: 200 kills in all."""

WITHIN = 4
"""Every so manieth kill comes from inside SQLite."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.faults.acts"])


@dataclass(frozen=True)
class Course:
    """How an act goes if nothing stops it: where it begins, how long it takes, what it makes."""

    name: str
    folder: Path
    seconds: float
    steps: int
    states: list[acts.State]


def _child(name: str, folder: str, pipe: Any, fatal: int | None) -> None:
    acts.run(name, folder, pipe.send, fatal)


def _run(
    name: str, folder: Path, after: float | None, fatal: int | None
) -> tuple[list[Any], float]:
    """Run an act in a process and kill it; answers what it told, and for how long it went."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=_child, args=(name, str(folder), theirs, fatal))
    process.start()
    theirs.close()
    told: list[Any] = []
    took = 0.0
    try:
        with ours, contextlib.suppress(EOFError):
            assert ours.recv() == "go"
            began = time.perf_counter()
            if after is not None:
                time.sleep(after)
                process.kill()
            while True:
                told.append(ours.recv())
                took = time.perf_counter() - began
    finally:
        process.join(60)
        process.kill()
    assert process.exitcode == -signal.SIGKILL, "it was to be killed, and ended by itself"
    return told, took


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Course]:
    """The course of an act, found out once: by a twin that nobody kills, in this process."""
    known: dict[str, Course] = {}

    def of(name: str) -> Course:
        if name not in known:
            root = tmp_path_factory.mktemp(name)
            begin, twin, timed = root / "begin", root / "twin", root / "timed"
            begin.mkdir()
            acts.prepare(name, begin)
            shutil.copytree(begin, twin)
            shutil.copytree(begin, timed)
            told, seconds = _run(name, timed, None, None)
            known[name] = Course(name, begin, seconds, told[-1], acts.states(name, twin))
        return known[name]

    return of


def _sound(path: Path, expected: list[acts.State]) -> None:
    """Hold a database that was left behind to all that a library promises, and go on with it."""
    assert not path.exists() or acts.whole(path) == "ok"
    with rashomon.open(path) as library:
        found = acts.state(library)
        assert found in expected, "this is no state that lies between two commits"
        for story in found:
            assert library.story(story).verify().ok
            _index_agrees(library, story)
            _goes_on(library, story)
    assert acts.whole(path) == "ok"


def _index_agrees(library: Library, id: str) -> None:
    story = library.story(id)
    there = story.events(limit=None)
    for word in ("everybody", "lamp"):
        meant = [event.id for event in there if word in event.text.casefold()]
        found = [event.id for event in story.search(word, limit=10_000)]
        assert found == meant[::-1]


def _goes_on(library: Library, id: str) -> None:
    story = library.story(id)
    before = library.info(id).turns
    first = story.events(turn=1)
    person = first[0].who if first else "ada"
    done = story.record({"steps": [{"who": person, "says": "Afterwards."}]})
    assert done.turn == before + 1
    assert [event.id for event in story.search("afterwards")] == list(done.events)
    assert story.verify().ok


KILLS = [(name, number) for name in acts.ACTS for number in range(TIMES)]


@pytest.mark.long
@pytest.mark.parametrize(("name", "number"), KILLS, ids=[f"{n}-{i}" for n, i in KILLS])
def test_a_killed_act_was_done_or_was_not(
    name: str, number: int, course: Callable[[str], Course], tmp_path: Path
) -> None:
    whole = course(name)
    chance = random.Random(f"{name}:{number}")
    folder = tmp_path / "killed"
    shutil.copytree(whole.folder, folder)
    place = (number + chance.random()) / TIMES
    if number % WITHIN == WITHIN - 1:
        told, _ = _run(name, folder, None, 1 + int(chance.random() * whole.steps))
    else:
        told, _ = _run(name, folder, place * whole.seconds * 1.02, None)

    finished = bool(told) and not isinstance(told[-1], str)
    least = len(whole.states) - 1 if finished else told.count("done")
    _sound(folder / "stories.db", whole.states[least:] or [{}])
    if name == "export":
        _exported_whole_or_not_at_all(folder, whole, finished)


def _exported_whole_or_not_at_all(folder: Path, whole: Course, finished: bool) -> None:
    out = folder / "out.jsonl"
    assert out.exists() or not finished
    with rashomon.open(":memory:") as library:
        if out.exists():
            library.import_(out)
            assert acts.state(library) == whole.states[0]
    with rashomon.open(whole.folder / "stories.db") as library:
        library.export(acts.STORY, out)
    assert [each.name for each in folder.glob("*out*")] == ["out.jsonl"], "a piece was left over"
    assert not list(folder.glob(".*"))


@pytest.fixture(scope="session")
def left_behind(
    course: Callable[[str], Course], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Course, Path]:
    """The files of a process killed after its last turn, the write-ahead log still beside them."""
    whole = course("record")
    folder = tmp_path_factory.mktemp("log") / "left"
    shutil.copytree(whole.folder, folder)
    _run("record", folder, None, None)
    assert (folder / "stories.db-wal").stat().st_size > 100_000
    return whole, folder


CUTS = 40


@pytest.mark.long
@pytest.mark.parametrize("number", range(CUTS))
def test_a_log_that_breaks_off_anywhere_leaves_whole_turns(
    number: int, left_behind: tuple[Course, Path], tmp_path: Path
) -> None:
    """What a loss of power leaves: the log up to some byte, and perhaps rubbish after it."""
    whole, folder = left_behind
    chance = random.Random(f"cut:{number}")
    log = (folder / "stories.db-wal").read_bytes()
    shutil.copy(folder / "stories.db", tmp_path / "stories.db")
    cut = int((number + chance.random()) / CUTS * len(log))
    rubbish = chance.choice([b"", bytes(chance.randrange(1, 9000)), chance.randbytes(5000)])
    (tmp_path / "stories.db-wal").write_bytes(log[:cut] + rubbish)
    _sound(tmp_path / "stories.db", whole.states)


@pytest.fixture(autouse=True)
def _no_folders_pile_up(tmp_path: Path) -> Iterator[None]:
    yield
    shutil.rmtree(tmp_path, ignore_errors=True)
