"""Whatever a model answers, keeping alters no event and gives nobody anything new; undo holds."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

import rashomon
from rashomon import Story
from rashomon.engine import keep
from rashomon.engine.keep_asking import TAKEN_BACK
from rashomon.story.perception import Perception
from rashomon.testing.scripted import ScriptedModel, given
from tests.laws.life import (
    DATABASES,
    PATIENCE,
    LawMachine,
    Life,
    Rows,
    address,
    bare,
    difference,
    run,
)
from tests.laws.model import Model
from tests.laws.test_minds import correct
from tests.laws.worlds import Dice

MADE: Counter[str] = Counter()
"""What all keepings of this process accepted, by kind: a law that saw no claim holds of none."""

WORDS = re.compile(r"\w+")


class Named(Life):
    """A life whose people name things, so that there is something to claim and to move."""

    def turn(self, dice: Dice) -> tuple[dict[str, Any], Model]:
        made, tried = super().turn(dice)
        world = self.story.world
        things = [each.name for each in (*world.items, *world.places)]
        for step in made["steps"]:
            for key in ("says", "does", "happens"):
                if key in step and world.items and not dice.once_in(3):
                    thing = dice.pick(world.items).name
                    step[key] = f"{step[key]} {thing} {dice.pick(things)}"
        return made, tried


def anything(seed: int) -> Callable[[Any], Any]:
    """A keeper that answers at random: mostly with ids that were shown, now and then nonsense."""
    random = Random(seed)

    def word(schema: dict[str, Any], text: str) -> Any:
        if random.random() < 0.03:
            return random.choice(["", "E99", "nobody", "\ud83d\udd11", "K0"])
        if schema.get("type") == "integer":
            return random.choice([0, 1, 3, 3, 4, 4, 5, 9])
        if schema.get("type") == "array":
            return [word(schema["items"], text) for _ in range(random.randint(0, 2))]
        if "enum" in schema:
            return random.choice(schema["enum"])
        ids: list[str] = [
            *re.findall(rf"\b{schema['pattern'][1:].lstrip('(')[0]}\d+\b", text),
            *re.findall(r"new|none", schema["pattern"]),
        ]
        return random.choice(ids) if ids else "none"

    def bent(item: dict[str, Any], text: str) -> dict[str, Any]:
        """Mostly things that the words of the event name: else nothing would be accepted."""
        line = re.search(rf"^{item.get('e') or '-'} (.*)$", text, re.MULTILINE)
        listed = re.findall(r"(K\d+) ([^;\n]+)", text)
        named = [id for id, name in listed if line is not None and name in line[1]]
        things = [id for id in named if re.search(rf"^Things: .*\b{id}\b", text, re.MULTILINE)]
        if "item" in item and things and len(named) > 1 and random.random() < 0.8:
            item["item"] = random.choice(things)
            end = "to" if "to" in item else "at"
            item[end] = random.choice([id for id in named if id != item["item"]])
        return item

    def answer(request: Any) -> Any:
        schema = request.schema.model_json_schema()
        found: dict[str, Any] = {}
        for name, field in schema["properties"].items():
            item = schema["$defs"][field["items"]["$ref"].rsplit("/", 1)[1]]["properties"]
            found[name] = [
                bent({key: word(each, request.text) for key, each in item.items()}, request.text)
                for _ in range(random.randint(0, 1 if name == "drop" else 5))
            ]
        return "I cannot say." if random.random() < 0.02 else found

    return answer


@dataclass(frozen=True)
class Minds:
    """What everybody holds."""

    perceptions: dict[tuple[str, int], Perception]
    knowledge: set[tuple[str, str]]
    names: set[tuple[str, str, str]]
    beliefs: set[tuple[str, int]]

    @classmethod
    def of(cls, story: Story) -> Minds:
        owners = [each.id for each in story.world.characters]
        minds = {owner: story.mind(owner) for owner in owners}
        return cls(
            {(o, p.id): p for o, mind in minds.items() for p in mind.perceptions(limit=None)},
            {(o, edge.entity) for o, mind in minds.items() for edge in mind.knowledge()},
            {(o, n.person, n.name) for o, mind in minds.items() for n in mind.names()},
            {(o, belief.id) for o, mind in minds.items() for belief in mind.beliefs()},
        )


def table(dumped: Rows, *names: str) -> list[str]:
    return [row for name, row in dumped if name in names]


class Keeping(LawMachine):
    """Records, corrects, goes back and keeps, with a model that answers anything at all."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Named(self.library, data)
        self.life.story.set("record.versionsFrom", 1)
        self.life.story.set("record.backlog", Dice(data).pick([2, 10]))

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    @rule(
        seed=st.integers(0, 2**32), leave=st.integers(0, 3), back=st.booleans(),
        shape=st.sampled_from(["narrow", "wide"]),
    )  # fmt: skip
    def keep(self, seed: int, leave: int, back: bool, shape: str) -> None:
        life, context = self.life, self.library.context
        life.story.set("models.shape", shape)
        before, rows = Minds.of(life.story), life.rows()
        context.models = given(keeper=ScriptedModel(anything(seed)))
        try:
            kept = keep.keep_now(context, life.story.id, leave=leave)
        finally:
            context.models = given()
        MADE.update(type(each.change).__name__ for each in kept.verdicts if each.change)
        MADE.update("taken back" for each in kept.verdicts if each.reason == TAKEN_BACK)
        if kept.failed and not kept.turns:
            assert not difference(rows, life.rows()), "what failed wrote something"
            return
        assert table(rows, "events", "perceptions", "turns") == table(
            life.rows(), "events", "perceptions", "turns"
        )
        assert life.story.verify().ok
        assert kept.pending >= leave or not kept.turns
        self._nobody_has_more(before, Minds.of(life.story))
        for _ in range(leave if back else 0):
            self.undo()

    def _nobody_has_more(self, before: Minds, after: Minds) -> None:
        assert after.knowledge <= before.knowledge
        assert after.names <= before.names
        assert after.beliefs <= before.beliefs
        assert before.perceptions.keys() == after.perceptions.keys()
        known = {
            owner: {e for o, e in before.knowledge if o == owner} for owner, _ in after.knowledge
        }
        people = {each.id for each in self.life.story.world.characters}
        for (owner, id), now in after.perceptions.items():
            then = before.perceptions[owner, id]
            if (now.text, now.accuracy) != (then.text, then.accuracy):
                assert then.accuracy == "whole"
                assert now.accuracy in ("partial", "mistaken")
                assert now.who != owner
                assert now.conveys == ()
            for fact in {fact[:3] for fact in now.conveys} - {fact[:3] for fact in then.conveys}:
                assert now.accuracy == "whole"
                assert fact[0] in known.get(owner, set()) | people, (
                    "conveyed to one who knew it not"
                )

    @rule()
    def undo(self) -> None:
        done = self.life.undo()
        if done is None:
            return
        before, _ = done
        after = self.life.rows()
        new = _commits(after) - _commits(before.dumped)
        left = bare(before.dumped, but=frozenset(new | {-1}))
        apart = difference(left, bare(after, but=frozenset(new | {-1})))
        assert not apart, f"undo left or took something: {apart[:4]}"
        self._nothing_rests_on_what_is_gone(after)

    def _nothing_rests_on_what_is_gone(self, dumped: Rows) -> None:
        """What a keeping wrote stays, so nothing of it may be of what the undo took back."""
        found: dict[str, list[dict[str, Any]]] = {}
        for name, text in dumped:
            found.setdefault(name, []).append(json.loads(text))
        held = {(row["owner"], row["event"]) for row in found.get("perceptions", ())}
        kept = {row["id"] for row in found["commits"] if row["kind"] == "keep"}
        entities = {row["entity"] for row in found["entities"]}
        events = {row["id"] for row in found.get("events", ())}
        for name in ("facts", "perception_versions"):
            for row in found.get(name, ()):
                assert row["commit"] not in kept or (row["owner"], row["event"]) in held, row
        for name in ("relationships", "knowledge", "names", "states", "marks"):
            for row in found.get(name, ()):
                if row["commit"] in kept and row["event"] > 0:
                    assert row["event"] <= max(events), (name, row)
                if row["commit"] in kept and name == "states":
                    assert row["entity"] in entities
                    assert json.loads(row["value"]) in entities


def _commits(dumped: Rows) -> set[int]:
    each = (json.loads(text) for name, text in dumped if name == "commits")
    return {row["id"] for row in each if row["kind"] in ("keep", "edit")}


@DATABASES
@pytest.mark.timeout(PATIENCE)
def test_whatever_a_model_answers_nobody_has_more_and_nothing_that_happened_changes(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(Keeping, address(request, where), examples=20, steps=16, on=rashomon.open)
    if where == "sqlite":
        missing = {
            "Grade", "Move", "Claim", "Tag", "OpenThread", "CloseThread", "Bond", "Version",
            "taken back",
        } - {*MADE}  # fmt: skip
        assert not missing, f"no life saw {missing}; it saw {MADE}"
