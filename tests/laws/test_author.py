"""What an author corrects stays corrected, whatever is recorded, kept or taken back after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

import rashomon
from rashomon import Story
from tests.laws.life import DATABASES, PATIENCE, LawMachine, Life, address, run
from tests.laws.model import Model
from tests.laws.worlds import Dice


@dataclass
class Edit:
    """An edit: what it is of, whether that is still there, and whether the edit still reads so."""

    said: str
    there: Callable[[Model], bool]
    stands: Callable[[Story], bool]


class Author(LawMachine):
    """Corrects, and lets the story go on, be kept and be taken back."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.edits: dict[str, Edit] = {}

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(0, 3))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @rule()
    def undo(self) -> None:
        self.life.undo()
        self.edits = {key: edit for key, edit in self.edits.items() if edit.there(self.life.model)}

    def _edited(self, key: str, there: Callable[[Model], bool], stands: Callable[[Story], bool]):
        self.edits[key] = Edit(key, there, stands)

    @rule(data=st.data())
    def correct_a_perception(self, data: st.DataObject) -> None:
        dice, life = Dice(data), self.life
        owner = dice.pick(list(life.model.people))
        held = [p for p in life.story.mind(owner).perceptions() if p.event is not None]
        if not held:
            return
        which, word = dice.pick(held), life.words.word("t")
        weight = dice.upto(5, 1)
        life.story.edit("perception", which.id, text=f"It was {word}", importance=weight)
        life.edit(lambda m: m.rewritten(owner, which.event, word))

        def stands(story: Story) -> bool:
            now = {p.id: p for p in story.mind(owner).perceptions(limit=None)}
            return word in now[which.id].text and now[which.id].importance == weight

        self._edited(f"perception {which.id}", lambda m: m.holds(owner, which.event), stands)

    @rule(data=st.data())
    def believe_for_somebody(self, data: st.DataObject) -> None:
        dice, life = Dice(data), self.life
        owners = [p for p, d in life.model.people.items() if d["role"] != "background"]
        if not owners:
            return
        owner, word = dice.pick(owners), life.words.word("t")
        made = life.story.edit("belief", owner=owner, text=f"So {word}", confidence="doubtful")
        if dice.once_in(2):
            life.story.edit("belief", made.made, confidence="sure")
            sure = "sure"
        else:
            sure = "doubtful"

        def stands(story: Story) -> bool:
            found = [b for b in story.mind(owner).beliefs() if word in b.text]
            return [(b.confidence, "text" in b.locked) for b in found] == [(sure, True)]

        self._edited(f"belief {word}", lambda m: owner in m.people, stands)
        life.edit(lambda m: m.told(owner, word))

    @rule(data=st.data())
    def regard_for_somebody(self, data: st.DataObject) -> None:
        dice, life = Dice(data), self.life
        people = [p for p, d in life.model.people.items() if d["role"] != "background"]
        if len(people) < 2:
            return
        owner = dice.pick(people)
        about = dice.pick([p for p in people if p != owner])
        word = life.words.word("t")
        life.story.edit("relationship", f"{owner}:{about}", text=f"Trusts {word}", kind="friend")

        def stands(story: Story) -> bool:
            found = {r.about: r for r in story.mind(owner).relationships()}
            return word in found[about].text and found[about].kind == "friend"

        both = f"relationship {owner}:{about}"
        self._edited(both, lambda m: owner in m.people and about in m.people, stands)

    @rule(data=st.data(), known=st.booleans())
    def know_for_somebody(self, data: st.DataObject, known: bool) -> None:
        dice, life = Dice(data), self.life
        owner = dice.pick(list(life.model.people))
        thing = dice.pick([*life.model.lore, *life.model.items, *life.model.places])
        life.story.edit("knowledge", (owner, thing), known=known)
        if known:
            self._edited(
                f"knowledge {owner}:{thing}",
                lambda m: owner in m.people and thing in (*m.lore, *m.items, *m.places),
                lambda story: story.mind(owner).knows(thing),
            )
        else:
            # What the author took away, experience may give again; nothing else does.
            self.edits.pop(f"knowledge {owner}:{thing}", None)
            assert not life.story.mind(owner).knows(thing)

    @rule(most=st.integers(1, 9))
    def set_something(self, most: int) -> None:
        self.life.story.set("record.backlog", most)
        self._edited(
            "setting", lambda m: True, lambda story: story.settings["record.backlog"] == most
        )

    @rule(data=st.data())
    def describe_anew(self, data: st.DataObject) -> None:
        dice, life = Dice(data), self.life
        place, word = dice.pick(list(life.model.places)), life.words.word("x")
        life.story.edit_world(places=[{"id": place, "description": word}])

        def stands(story: Story) -> bool:
            return {p.id: p.description for p in story.world.places}[place] == word

        self._edited(f"place {place}", lambda m: place in m.places, stands)

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data(), weight=st.integers(1, 5))
    def grade(self, data: st.DataObject, weight: int) -> None:
        event = Dice(data).pick(list(self.life.model.events))
        self.life.story.edit("event", event, importance=weight, tags=["chosen"])

        def stands(story: Story) -> bool:
            now = story.event(event)
            return now.importance == weight and now.tags == ("chosen",)

        self._edited(f"event {event}", lambda m: event in m.events, stands)

    @invariant()
    def every_edit_stands(self) -> None:
        for edit in getattr(self, "edits", {}).values():
            assert edit.stands(self.life.story), edit.said


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_an_edit_outlives_everything_but_its_author(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(Author, address(request, where), examples=20, steps=14, on=rashomon.open)
