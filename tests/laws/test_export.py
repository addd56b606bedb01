"""Export and import are inverses, on every database and from one to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from sqlalchemy import func, select

import rashomon
from rashomon import Library, Story
from rashomon.stores.tables import STORY_TABLES
from tests.laws.life import (
    DATABASES,
    PATIENCE,
    LawMachine,
    Life,
    address,
    bare,
    difference,
    rows,
    run,
)
from tests.laws.test_minds import correct
from tests.laws.test_text_index import the_index_agrees
from tests.laws.worlds import Dice


class Exporting(LawMachine):
    """Does whatever writes, then takes the story out and brings it in again."""

    def __init__(self, library: Library, other: Library, folder: Path) -> None:
        super().__init__(library)
        self.other, self.folder = other, folder

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.data = data

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(0, 3))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    @rule()
    def undo(self) -> None:
        self.life.undo()

    def finally_holds(self) -> None:
        life = self.life
        file = self.library.export(life.story.id, self.folder / "story.jsonl")
        for library in (self.library, self.other):
            again = library.import_(file, as_=f"{life.story.id}-again")
            self._same(library, again)
            second = library.export(again.id, self.folder / "again.jsonl")
            first, then = (_lines(each) for each in (file, second))
            assert first[2:-1] == then[2:-1]  # between what names the story and the hash of all
            library.delete(again.id)

    def _same(self, library: Library, again: Story) -> None:
        """The same rows, counters and seals, words found alike, and alike to go on with."""
        life = self.life
        here = bare(life.rows(), counters=True)
        assert not difference(here, bare(rows(library, again.id), counters=True))
        assert again.verify(life.story.verify().head).ok
        assert _counts(self.library, life.story.id) == _counts(library, again.id)
        moved = Life.__new__(Life)
        moved.library, moved.words, moved.story = library, life.words, again
        the_index_agrees(moved, again)
        if library is self.library:
            made, _ = life.turn(Dice(self.data))
            assert again.check(made) == life.story.check(made)


def _counts(library: Library, story: str) -> dict[str, int]:
    """How many rows every table has of a story, asked in SQL: a table left out of dumps shows."""
    store: Any = library.context.store
    with store.reading(story) as unit:
        return {
            table.name: unit.connection.execute(
                select(func.count()).select_from(table).where(table.c.story == unit.key)
            ).scalar_one()
            for table in STORY_TABLES
            if table.name != "vectors"
        }


def _lines(file: Path) -> list[object]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_export_and_import_are_inverses(
    request: pytest.FixtureRequest, where: str, tmp_path: Path
) -> None:
    with rashomon.open(f"sqlite:///{tmp_path / 'other.db'}") as other:
        url = address(request, where)
        run(
            Exporting, url, examples=12, steps=10, on=rashomon.open,
            made=lambda library: Exporting(library, other, tmp_path),
        )  # fmt: skip
