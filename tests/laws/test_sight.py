"""A look stands for whom an owner had seen by then, and a stranger for whom it had only heard."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rashomon
from tests.laws.life import DATABASES, FULL, PATIENCE, address
from tests.laws.model import Model
from tests.laws.worlds import Dice

PLACES = ("hall", "loft", "yard", "mill")
PEOPLE = ("ada", "ben", "cy", "dot")
WORLD: dict[str, Any] = {
    "id": "w",
    "title": "Voices",
    "places": [
        {"id": "hall", "name": "the hall", "overhears": ["yard"]},
        {"id": "loft", "name": "the loft", "overhears": ["yard", "mill"], "overlooks": ["yard"]},
        {"id": "yard", "name": "the yard"},
        {"id": "mill", "name": "the mill"},
    ],
    "exits": [
        {"id": f"{one}-{other}", "name": f"the way of {one} and {other}", "from": one, "to": other}
        for n, one in enumerate(PLACES) for other in PLACES[n + 1 :]
    ],
    "characters": [
        {"id": who, "name": who.title(), "at": at, "appearance": f"the {who} looking one"}
        for who, at in zip(PEOPLE, PLACES, strict=True)
    ],
}  # fmt: skip


def a_step(dice: Dice, model: Model, number: int) -> dict[str, Any]:
    """Somebody says, does or goes; some of it unnoticed, or slept through."""
    who = dice.pick(PEOPLE)
    others = [each for each in PEOPLE if each != who]
    beside = [each for each in others if model.at(each) == model.at(who)]
    kind = dice.pick(("goes", "says", "phones", "does", "whispers"))
    if kind == "goes":
        goal = dice.pick([each for each in PLACES if each != model.at(who)])
        made: dict[str, Any] = {"who": who, "goes": goal}
    elif kind == "phones":
        made = {"who": who, "says": f"call {number}", "to": [dice.pick(others)], "over": "phone"}
    elif kind == "whispers" and beside:
        made = {"who": who, "says": f"hush {number}", "to": [dice.pick(beside)], "whisper": True}
    elif kind == "does":
        made = {"who": who, "does": f"nods {number} times", "on": dice.some(beside, 1)}
    else:
        made = {"who": who, "says": f"word {number}"}
    if kind in ("goes", "does") and dice.once_in(3):
        made["covert"] = True
    elif dice.once_in(4):
        made["missed_by"] = [dice.pick(others)]
    return made


SEEN: Counter[str] = Counter()


def check(story: rashomon.Story, model: Model, asked: bool) -> None:
    """Every mind calls everybody in everything as the model lets it."""
    for owner in PEOPLE:
        mind = story.mind(owner)
        looks: dict[int, str | None] = {}
        for each in mind.perceptions(limit=None):
            if each.who in (None, owner) or each.event is None:
                continue
            saw, glimpsed = model.seen(owner, each.event)
            ever, _ = model.seen(owner)
            assert saw == glimpsed
            wanted = f"the {each.who} looking one" if each.who in saw else "a stranger"
            assert each.who_name == wanted, (owner, each, saw)
            SEEN["seen" if each.who in saw else "later" if each.who in ever else "heard"] += 1
            looks[each.id] = each.who_name
            told = {who for who in PEOPLE if f"{who} looking one" in each.text.casefold()}
            assert told <= saw, (owner, each)
        memories = mind.recall("word call hush nods", limit=100).memories if asked else ()
        for memory in memories:
            assert memory.id not in looks or memory.who_name == looks[memory.id], (owner, memory)
        for person in PEOPLE:
            if person != owner and model.seen(owner)[0].isdisjoint({person}):
                assert mind.name_for(person) == "a stranger"
                assert f"{person} looking one" not in mind.context().text


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_a_look_is_of_whom_one_had_seen_by_then(
    request: pytest.FixtureRequest, where: str
) -> None:
    url = address(request, where)
    before = Counter(SEEN)
    with rashomon.open(url) as library:

        @settings(
            max_examples=(20 if where == "sqlite" else 5) * (30 if FULL else 1), deadline=None,
            database=None, derandomize=True, suppress_health_check=[*HealthCheck],
        )  # fmt: skip
        @given(st.data())
        def live(data: st.DataObject) -> None:
            dice, model = Dice(data), Model()
            story = library.create(WORLD)
            model.bring(WORLD)
            try:
                for number in range(1, dice.upto(16, 8) + 1):
                    step = a_step(dice, model, number)
                    model.step(step)
                    model.take(story.record({"steps": [step]}).events)
                    if dice.once_in(4):
                        check(story, model, dice.once_in(2))
                check(story, model, True)
            finally:
                library.delete(story.id)

        live()
    lived = SEEN - before
    assert all(lived[kind] >= 5 for kind in ("seen", "heard", "later")), lived
