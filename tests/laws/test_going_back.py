"""Going back leaves no trace, a branch is the story as it was, and no id is used a second time."""

from __future__ import annotations

import json

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import rashomon
from rashomon import Library
from rashomon.engine import create
from rashomon.engine.context import load_scene
from rashomon.errors import BadTurn, NothingToUndo
from tests.laws.life import (
    DATABASES,
    PATIENCE,
    LawMachine,
    Life,
    Rows,
    address,
    bare,
    difference,
    rows,
    run,
)
from tests.laws.test_minds import correct
from tests.laws.worlds import Dice

IDS = ("events", "perceptions", "beliefs", "threads", "texts", "memories", "commits")


def _ids(dumped: Rows) -> set[tuple[str, int]]:
    found: set[tuple[str, int]] = set()
    for table, text in dumped:
        if table in IDS:
            row = json.loads(text)
            found.add((table, row["event" if table == "memories" else "id"]))
    return found


def _commits(dumped: Rows, kinds: tuple[str, ...]) -> set[int]:
    each = (json.loads(text) for table, text in dumped if table == "commits")
    return {row["id"] for row in each if row["kind"] in kinds}


class GoingBack(LawMachine):
    """Records, keeps, corrects, goes back and branches off, in any order."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.alive = _ids(self.life.rows())
        self.ever = set(self.alive)

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(1, 3))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    @rule()
    def undo(self) -> None:
        standing = self.life.rows()
        done = self.life.undo()
        if done is None:
            assert not difference(standing, self.life.rows())
            return
        before, undone = done
        after = self.life.rows()
        new = _commits(after, ("keep", "edit")) - _commits(before.dumped, ("keep", "edit"))
        stays = frozenset(new)
        left = bare(before.dumped, but=stays | {-1})
        assert not difference(left, bare(after, but=stays | {-1})), "undo left or took something"
        assert undone.now == len(self.life.before)

    @precondition(lambda self: self.life.before)
    @rule(data=st.data(), on=st.booleans())
    def branch(self, data: st.DataObject, on: bool) -> None:
        life = self.life
        turn = Dice(data).upto(len(life.before))
        last = turn == len(life.before)
        then = life.rows() if last else life.before[turn].dumped
        branch = life.story.branch(turn, as_=f"{life.story.id}-branch")
        try:
            there = rows(self.library, branch.id)
            assert not difference(bare(then), bare(there)), "the branch is not as the story was"
            assert branch.verify().ok
            made, _ = life.turn(Dice(data))
            if on and last and not life.story.check(made):
                self._go_on_alike(branch, made)
        finally:
            self.library.delete(branch.id)

    def _go_on_alike(self, branch: rashomon.Story, made: dict[str, object]) -> None:
        """What follows on a branch is what follows on the story, however each came about."""
        life = self.life
        one = life.story.record(made)
        other = branch.record(made)
        assert one.events == other.events
        here, there = life.rows(), rows(self.library, branch.id)
        apart = difference(bare(here, clock=False), bare(there, clock=False))
        assert not apart, f"the branch goes on otherwise: {apart[:6]}"
        life.story.undo()
        self.alive |= _ids(here)
        self.ever |= _ids(here)

    @invariant()
    def no_id_comes_twice(self) -> None:
        if not hasattr(self, "life"):
            return
        now = _ids(self.life.rows())
        again = (now - self.alive) & self.ever
        assert not again, f"used a second time: {sorted(again)}"
        self.alive = now
        self.ever |= now

    @invariant()
    def the_warm_scene_is_what_the_rows_say(self) -> None:
        if not hasattr(self, "life"):
            return
        context = self.library.context
        warm = context.scenes.get(self.life.story.id)
        with context.store.reading(self.life.story.id) as unit:
            head = unit.head
            if warm is None or (warm.epoch, warm.commit) != (head.epoch, head.commit):
                return
            cold = load_scene(unit)
            assert warm.scene.state == cold.state
            assert (warm.scene.turn, warm.scene.time) == (cold.turn, cold.time)
            for owner in {*warm.scene.minds, *cold.minds}:
                one, other = warm.scene.mind(owner), cold.mind(owner)
                assert (one.known, one.bonds) == (other.known, other.bonds), owner
                assert one.names == other.names, owner
                if one.whereabouts is not None:
                    assert one.whereabouts == unit.mind(owner).whereabouts(), owner
            held = {holder: set(each) for holder, each in warm.scene.held.items() if each}
            assert held == {holder: set(each) for holder, each in cold.held.items() if each}


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_going_back_leaves_no_trace_and_a_branch_is_the_story_as_it_was(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(GoingBack, address(request, where), examples=30, steps=14, on=rashomon.open)


def test_that_a_story_deleted_never_shows_through_another() -> None:
    def world(place: str) -> dict[str, object]:
        return {"id": "w", "title": "W", "places": [{"id": place, "name": place}]}

    library = rashomon.open(":memory:")
    library.create(world("old")).record({"steps": []})
    assert [place.id for place in library.story("w").world.places] == ["old"]
    library.delete("w")
    library.create(world("new")).record({"steps": []})
    assert [place.id for place in library.story("w").world.places] == ["new"]


def test_that_a_story_that_never_came_to_be_never_shows_through_another() -> None:
    library = rashomon.open(":memory:")
    world = {"title": "W", "characters": [{"id": "ada", "name": "Ada", "at": "old"}]}
    old = {**world, "id": "w", "places": [{"id": "old", "name": "old"}]}
    with pytest.raises(BadTurn):
        create.create(library.context, old, 0.0, turns=[{"steps": [{"who": "eve", "thinks": "."}]}])
    new = {**world, "id": "w", "places": [{"id": "new", "name": "new"}]}
    new["characters"] = [{"id": "ada", "name": "Ada", "at": "new"}]
    story = library.create(new)
    story.record({"steps": [{"who": "ada", "does": "waits"}]})
    assert [event.at for event in story.events()] == ["new"]


def test_that_nothing_is_left_to_undo_once_all_is_sealed() -> None:
    library: Library = rashomon.open(":memory:")
    story = library.create({"id": "w", "title": "W", "characters": [{"id": "ada", "name": "Ada"}]})
    story.record({"steps": [{"who": "ada", "thinks": "So."}]})
    story.keep_now()
    with pytest.raises(NothingToUndo):
        story.undo()
