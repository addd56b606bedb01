"""A lie told on from mouth to mouth has one root, however long the chain and whoever proposes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.prompts.request import Request
from rashomon.testing.scripted import ScriptedModel, given

PEOPLE = ("tomas", "elias", "ana", "wat", "zoe", "finn", "mara")
LIE, BELIEF = "The old box is broken.", "Somebody broke the old box."
CLAIM = [{"entity": "box", "set": {"broken": True}}]
WORLD: dict[str, Any] = {
    "id": "yard", "title": "The Yard",
    "places": [{"id": "yard", "name": "the yard"}, {"id": "road", "name": "the road"}],
    "exits": [{"id": "gate", "name": "the gate", "from": "yard", "to": "road"}],
    "items": [{"id": "box", "name": "the old box", "at": "yard"}],
    "characters": [
        {"id": id, "name": id.title(), "at": "yard", "knows": ["box"], "relationships": [
            {"about": other, "kind": "friend"} for other in PEOPLE if other != id]}
        for id in PEOPLE
    ],
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def greedy(request: Request[Any]) -> dict[str, Any]:
    """Believes whatever it is shown, on all of it, and firms all that it holds."""
    ids = re.findall(r"^([A-Z]\d+)\b", request.text, re.MULTILINE)
    seen, beliefs = ([id for id in ids if id[0] == letter] for letter in "PB")
    things = [id for id in ids if id[0] == "K"]
    new = {"because": seen, "about": things[:1], "text": BELIEF, "how_sure": "likely"}
    old = [{"b": b, "for": seen, "against": [], "do": "firm", "into": "none", "text": ""}
           for b in beliefs]  # fmt: skip
    match request.task:
        case "check":
            return {"items": []}
        case "sort_new":
            return {"new": [new]}
        case "sort_old":
            return {"old": [{key: each[key] for key in each if key != "text"} for each in old]}
    return {"old": old, "new": [new]}


def tells(story: Story, who: str, of: int | None, **more: Any) -> int:
    step = {"who": who, "says": LIE, **({} if of is None else {"retells": of}), **more}
    return story.record({"minutes": 10, "steps": [step]}).events[0]


def believers(story: Story) -> list[str]:
    return [who for who in PEOPLE for each in story.mind(who).beliefs()
            if "box" in each.text and "box" in each.about]  # fmt: skip


@pytest.mark.parametrize("shape", ["narrow", "wide"])
def test_no_chain_of_retellings_is_a_ground_to_believe(library: Library, shape: str) -> None:
    story = library.create(WORLD)
    library.context.models = given(ScriptedModel(greedy))
    story.set("models.shape", shape)
    last: int | None = None
    for who in PEOPLE[:-1]:
        last = tells(story, who, last)
        story.reflect_now()
    for who in PEOPLE:
        assert not [each for each in story.mind(who).beliefs() if LIE in _grounds(story, who, each)]


def test_what_two_say_of_their_own_accord_is_a_ground(library: Library) -> None:
    story = library.create(WORLD)
    library.context.models = given(ScriptedModel(greedy))
    for who in ("tomas", "elias"):
        tells(story, who, None)
    story.reflect_now()
    (made,) = story.mind("mara").beliefs()
    assert LIE in _grounds(story, "mara", made)


def test_a_claim_set_late_in_a_chain_goes_back_to_its_beginning(library: Library) -> None:
    story = library.create(WORLD)
    first = tells(story, "tomas", None)
    second = tells(story, "elias", first)
    story.record({"steps": [{"who": "wat", "goes": "road"}]})
    tells(story, "ana", second, claims=CLAIM)
    story.record({"steps": [{"who": "wat", "goes": "yard"}]})
    tells(story, "wat", first, claims=CLAIM)
    facts = [fact for each in story.mind("mara").perceptions() for fact in each.conveys
             if each.kind == "line" and fact.entity == "box"]  # fmt: skip
    assert {fact.root for fact in facts} == {first}
    for _ in range(3):
        story.reflect_now()
    assert not believers(story)


def test_two_who_claim_it_apart_are_believed(library: Library) -> None:
    story = library.create(WORLD)
    story.record({"steps": [{"who": "ana", "goes": "road"}]})
    tells(story, "tomas", None, claims=CLAIM)
    story.record({"steps": [{"who": "ana", "goes": "yard"}]})
    tells(story, "ana", None, claims=CLAIM)
    story.reflect_now()
    assert {"mara", "zoe", "finn"} <= {*believers(story)}


def _grounds(story: Story, who: str, belief: Any) -> list[str]:
    held = {each.id: each.text for each in story.mind(who).perceptions(limit=None)}
    return [held[id] for id in belief.supports]
