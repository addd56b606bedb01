"""The room in which wrong things are tried."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rashomon
from tests.bad_input.room import TURNS, WORLD, Room


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A file with one story of three turns, the first of them sealed, into which nothing goes.

    One for all rows of a module: each must leave it as it was.
    """
    yield from _room(tmp_path_factory.mktemp("room"))


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Room]:
    """The same for one test alone, which may write."""
    yield from _room(tmp_path)


def _room(folder: Path) -> Iterator[Room]:
    with rashomon.open(folder / "stories.db") as library:
        story = library.create(WORLD)
        story.record(TURNS[0])
        story.keep_now()
        for turn in TURNS[1:]:
            story.record(turn)
        yield Room(library, folder)
