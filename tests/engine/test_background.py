"""What is due is done in the background, and nothing waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

import rashomon
from rashomon import Library
from rashomon.engine.background import Background
from tests.stores.test_contract import WORLD, say
from tests.stores.toy import Toy


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        opened.context.embedder = lambda setting: Toy()
        yield opened


def soon(library: Library, quiet: float = 0.05) -> Background:
    """A background that does not wait long."""
    background = Background(library.context, quiet)
    library.context.touched = background.touch
    return background


def left(library: Library, story: str) -> int:
    with library.context.store.reading(story) as unit:
        return unit.count_missing_vectors(Toy().name)


def until_none_is_left(library: Library, story: str) -> bool:
    for _ in range(200):
        if left(library, story) == 0:
            return True
        time.sleep(0.05)
    return False


def test_what_was_recorded_has_its_vectors_a_moment_later(library: Library) -> None:
    background = soon(library)
    story = library.create(WORLD)
    story.record_many([say(n) for n in range(20)])
    assert until_none_is_left(library, story.id)
    story.record(say(77))
    assert until_none_is_left(library, story.id)
    background.close()


def test_what_an_earlier_process_left_is_found_when_a_story_is_taken_up(library: Library) -> None:
    story = library.create(WORLD)
    story.record_many([say(n) for n in range(20)])
    assert left(library, story.id) >= 20
    background = soon(library)
    library.story(story.id)
    assert until_none_is_left(library, story.id)
    background.close()


def test_a_library_is_closed_while_it_works_and_the_rest_stays_due(library: Library) -> None:
    story = library.create(WORLD)
    story.record_many([say(n) for n in range(100)])
    working, go_on = threading.Event(), threading.Event()

    def think() -> None:
        working.set()
        go_on.wait(5)

    library.context.embedder = lambda setting: Toy(meanwhile=think)
    background = soon(library)
    background.touch(story.id)
    assert working.wait(5)
    threading.Timer(0.2, go_on.set).start()
    background.close()
    assert 0 < left(library, story.id) <= 100
    background.touch(story.id)


def test_a_story_that_is_gone_stops_nothing(library: Library) -> None:
    background = soon(library)
    story = library.create(WORLD)
    story.record(say(1))
    background.touch("nowhere")
    assert until_none_is_left(library, story.id)
    background.close()
