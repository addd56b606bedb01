"""The text index always agrees with the rows, whatever was done to them."""

from __future__ import annotations

import json

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

import rashomon
from tests.laws.life import DATABASES, PATIENCE, LawMachine, Life, Rows, address, rows, run
from tests.laws.model import canaries
from tests.laws.test_minds import correct
from tests.laws.worlds import Dice


def written(dumped: Rows) -> dict[str, set[int]]:
    """By canary, the events in whose text it stands, or in whose text as somebody now holds it."""
    texts: dict[int, str] = {}
    held: dict[tuple[str, int], int | None] = {}
    versions: dict[tuple[str, int], int] = {}
    found: dict[str, set[int]] = {}
    for table, text in dumped:
        row = json.loads(text)
        if table == "texts":
            texts[row["id"]] = row["body"]
        elif table == "events":
            for word in canaries(row["text"]):
                found.setdefault(word, set()).add(row["id"])
    for table, text in dumped:
        row = json.loads(text)
        if table == "perceptions":
            held.setdefault((row["owner"], row["event"]), row.get("text"))
        elif table == "perception_versions":
            which = (row["owner"], row["event"])
            if row["commit"] >= versions.get(which, 0):
                versions[which] = row["commit"]
                held[which] = None if row["gone"] else row.get("text")
    for (_, event), number in held.items():
        for word in canaries(texts[number]) if number is not None and event > 0 else ():
            found.setdefault(word, set()).add(event)
    return found


def the_index_agrees(life: Life, story: rashomon.Story) -> None:
    """Search for every word there ever was, those that were taken back included."""
    stands = written(rows(life.library, story.id))
    for word in life.words.made:
        if word[0] in "tv":
            found = {event.id for event in story.search(word, limit=1000)}
            assert found == stands.get(word, set()), word


class Searching(LawMachine):
    """Does whatever writes, and searches."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)

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

    @rule()
    def search(self) -> None:
        the_index_agrees(self.life, self.life.story)

    @precondition(lambda self: self.life.before)
    @rule(data=st.data())
    def branch(self, data: st.DataObject) -> None:
        turn = Dice(data).upto(len(self.life.before))
        branch = self.life.story.branch(turn, as_=f"{self.life.story.id}-branch")
        the_index_agrees(self.life, branch)
        self.library.delete(branch.id)
        the_index_agrees(self.life, self.life.story)

    def finally_holds(self) -> None:
        the_index_agrees(self.life, self.life.story)


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_the_text_index_agrees_with_the_rows(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(Searching, address(request, where), examples=30, steps=12, on=rashomon.open)
