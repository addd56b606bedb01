"""Two stories that differ only in what somebody did not perceive are one story to that mind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from rashomon import Library, Story
from rashomon.recall.recollect import Recollection
from tests.laws.life import DATABASES, PATIENCE, LawMachine, Life, address, run
from tests.laws.model import Model
from tests.laws.test_recall import by_meaning, questions, set_all
from tests.laws.worlds import Dice

APART = {"hidden": 0, "heard": 0}
"""How many steps only the other story had, and how many of these somebody in it perceived."""


class Twins(LawMachine):
    """A story, and beside it one in which more is whispered, said and thought out of its sight.

    The second is recorded turn by turn with the same steps, and with further ones that `owner`
    has no part in; other minds in it are corrected too. Whatever is asked, `owner` answers alike.
    """

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.events: dict[int, int] = {}

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.owner = Dice(data).pick(list(self.life.model.people))
        self.other = self.story.branch(len(self.life.before), as_=f"{self.story.id}-other")
        self.events = {event.id: event.id for event in self.story.events(limit=None)}
        for each in (self.story, self.other):
            set_all(each, {"recall.candidates": 6, "recall.tokens": 100_000})

    @property
    def story(self) -> Story:
        """The story that is told of as it is."""
        return self.life.story

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self._record(data)

    def _record(self, data: st.DataObject) -> None:
        """A turn in both; in the other one more happens before it and after it."""
        dice, life = Dice(data), self.life
        before = life.model
        made, after = life.turn(dice)
        if life.story.check(made):
            return
        first, last = self._unseen(dice, before), self._unseen(dice, after)
        steps = [*first, *(self._there(step) for step in made["steps"]), *last]
        there = {**made, "steps": steps, "recollections": self._recollected(made)}
        if self.other.check(there):
            return
        one, two = self.story.record(made), self.other.record(there)
        after.take(one.events)
        life.model = after
        hidden = {*two.events[: len(first)], *two.events[len(two.events) - len(last) :]}
        assert len(hidden) == len(first) + len(last)
        for event in hidden:
            witnesses = self.other.who_perceived(event)
            assert self.owner not in witnesses, "this was meant to be out of sight"
            APART["hidden"] += 1
            APART["heard"] += bool(witnesses)
        same = [event for event in two.events if event not in hidden]
        self.events |= dict(zip(one.events, same, strict=True))

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self._record(data)

    def _there(self, step: dict[str, Any]) -> dict[str, Any]:
        """A step as the other story has to be told it: its events have other numbers."""
        return {**step, "retells": self.events[step["retells"]]} if "retells" in step else step

    def _recollected(self, made: dict[str, Any]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for who, ids in made.get("recollections", {}).items():
            here = {p.id: p.event for p in self.story.mind(who).perceptions(limit=None)}
            there = {p.event: p.id for p in self.other.mind(who).perceptions(limit=None)}
            moved = (self.events.get(here[id] or 0) for id in ids)
            found[who] = [there[event] for event in moved if event is not None]
            if who == self.owner:
                found[who] = [self._same()[id] for id in ids]
        return found

    def _same(self) -> dict[int, int]:
        """The owner's perceptions in one story and in the other, by their order."""
        one, two = (each.mind(self.owner).perceptions(limit=None)
                    for each in (self.story, self.other))  # fmt: skip
        return dict(zip((p.id for p in one), (p.id for p in two), strict=True))

    def _unseen(self, dice: Dice, model: Model) -> list[dict[str, Any]]:
        """Steps of others out of the owner's sight and hearing, in words that it may know."""
        here = model.at(self.owner)
        near = {here}
        if here is not None:
            place = model.places[here]
            near |= {*place.get("overlooks", ()), *place.get("overhears", ())}
        steps: list[dict[str, Any]] = []
        for who in dice.some([p for p in model.people if p != self.owner], 3):
            text = dice.pick((*self._words(), "sees silver now"))
            at = model.at(who)
            if at in near or at is None:
                steps.append({"who": who, "thinks": text})
                continue
            beside = [p for p in model.there(at) if p != who]
            step = {"who": who, dice.pick(("says", "does")): text}
            if "says" in step and beside and dice.once_in(2):
                step |= {"to": [dice.pick(beside)], "whisper": True}
            steps.append(step)
        return steps

    def _words(self) -> list[str]:
        held = self.story.mind(self.owner).perceptions(limit=8)
        return [p.text for p in held] or ["sees nothing"]

    @rule(leave=st.integers(0, 2))
    def keep(self, leave: int) -> None:
        from rashomon.engine import keep

        for each in (self.story, self.other):
            keep.keep_now(self.library.context, each.id, leave=leave)

    @rule(both=st.booleans())
    def embed(self, both: bool) -> None:
        """Vectors of the other's own texts enter nothing either."""
        if both:
            self.story.embed_now()
            self.other.embed_now()

    @rule(data=st.data())
    def correct_others(self, data: st.DataObject) -> None:
        """In the other story, what somebody else believes, regards and has perceived is changed."""
        dice = Dice(data)
        others = [p for p, d in self.life.model.people.items()
                  if p != self.owner and d["role"] != "background"]  # fmt: skip
        if not others:
            return
        who, text = dice.pick(others), dice.pick(self._words())
        kind = dice.pick(("belief", "perception", "relationship"))
        held = self.other.mind(who).perceptions(limit=5)
        if kind == "belief":
            self.other.edit("belief", owner=who, text=text, about=[self.owner])
        elif kind == "perception" and held:
            self.other.edit("perception", dice.pick(held).id, text=text, importance=5)
        elif self.life.model.people[self.owner]["role"] != "background":
            self.other.edit("relationship", f"{who}:{self.owner}", text=text, kind="rival")

    @precondition(lambda self: hasattr(self, "life"))
    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        """Both answer alike: texts, order, detail, and every score in the trace."""
        same = self._same()
        beliefs = {b.id: b.id for b in self.story.mind(self.owner).beliefs()}
        for asked in questions(self.life, Dice(data), 4):
            found = [each.mind(self.owner).recall(explain=True, **asked)
                     for each in (self.story, self.other)]  # fmt: skip
            moved = self._moved(found[0], same, beliefs)
            assert moved.memories == found[1].memories
            assert moved.trace == found[1].trace

    def _moved(self, found: Recollection, same: dict[int, int], beliefs: dict[int, int]):
        """An answer of the one story with the other's numbers in it."""
        ids = {"perception": same, "belief": beliefs}
        memories = tuple(
            replace(m, id=ids[m.kind][m.id], event=m.event and self.events[m.event])
            for m in found.memories
        )
        assert found.trace is not None
        rows = tuple(replace(r, id=ids[r.kind][r.id], by=self._by(r.by, ids)) for r in found.trace)
        return Recollection(memories, rows)

    @staticmethod
    def _by(by: str | None, ids: dict[str, dict[int, int]]) -> str | None:
        if by is None or not by.endswith(")"):
            return by
        reason, _, what = by.removesuffix(")").rpartition(" (")
        kind, number = what.split()
        return f"{reason} ({kind} {ids[kind][int(number)]})"

    def finally_holds(self) -> None:
        self.library.delete(self.other.id)


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_what_somebody_did_not_perceive_changes_no_answer(
    request: pytest.FixtureRequest, where: str
) -> None:
    before = dict(APART)
    run(Twins, address(request, where), examples=8, steps=12, on=by_meaning)
    assert APART["hidden"] > before["hidden"] + 10
    assert APART["heard"] > before["heard"] + 5
