"""What came about unnoticed stays so, in every field and in every model of another's mind."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon.api.story import Story

WORLD: dict[str, Any] = {
    "title": "The Hall",
    "places": [
        {"id": "hall", "name": "the hall"},
        {"id": "pantry", "name": "the pantry", "overhears": ["hall"]},
        {"id": "gallery", "name": "the gallery", "overlooks": ["hall"], "overhears": ["hall"]},
        {"id": "den", "name": "the den"},
    ],
    "exits": [{"id": "door", "from": "den", "to": "hall"}],
    "items": [
        {"id": "gem", "name": "a gem", "at": "den"},
        {"id": "chest", "name": "a chest", "at": "hall"},
    ],
    "characters": [
        {"id": "ann", "name": "Ann", "at": "hall"},
        {"id": "bob", "name": "Bob", "at": "hall"},
        {"id": "cid", "name": "Cid", "at": "pantry"},
        {"id": "dee", "name": "Dee", "at": "gallery"},
        {"id": "gus", "name": "Gus", "at": "den"},
    ],
}
CLAIM = {"who": "ann", "says": "The gem is in the chest.", "to": ["bob"],
         "claims": [{"entity": "gem", "set": {"at": "chest"}}]}  # fmt: skip


@pytest.fixture
def story() -> Story:
    return rashomon.open(":memory:").create(WORLD)


@pytest.mark.parametrize(
    ("arrival", "aware"),
    [({}, True), ({"covert": True}, False), ({"missed_by": ["bob"]}, False),
     ({"covert": True, "noticed_by": ["bob"]}, True)],
)  # fmt: skip
def test_who_came_in_unnoticed_is_not_known_to_have_heard(
    story: Story, arrival: dict[str, Any], aware: bool
) -> None:
    story.record({"steps": [{"who": "gus", "goes": "hall", **arrival}, CLAIM]})
    assert story.mind("gus").last_known("gem").state["at"] == "chest"  # he was there, and heard
    known = story.mind("bob").of("gus").last_known("gem")
    assert (known is not None) is aware
    heard = [p.text for p in story.mind("bob").of("gus").perceptions()]
    assert (CLAIM["says"] in heard) is aware


def test_who_came_in_unnoticed_is_known_to_be_there_once_it_acts(story: Story) -> None:
    story.record({"steps": [{"who": "gus", "goes": "hall", "covert": True}, CLAIM]})
    assert story.mind("bob").of("gus").last_known("gem") is None
    story.record({"steps": [{"who": "gus", "does": "coughs"}, CLAIM]})
    known = story.mind("bob").of("gus").last_known("gem")
    assert known is not None
    assert known.turn == 2


def test_who_left_unnoticed_is_not_taken_for_there_by_one_who_comes_back(story: Story) -> None:
    story.record({"steps": [{"who": "gus", "goes": "hall"}, {"who": "gus", "goes": "den"}, CLAIM]})
    assert story.mind("bob").of("gus").last_known("gem") is None


@pytest.mark.parametrize("given", [{"says": "I promise to kill him. Tell no one."},
                                   {"says": "Yes.", "importance": 5}])  # fmt: skip
def test_beside_a_whisper_one_cannot_tell_what_it_weighs(
    story: Story, given: dict[str, Any]
) -> None:
    story.record({"steps": [{"who": "gus", "goes": "hall"}]})
    plain = {"who": "ann", "says": "Fine weather.", "to": ["bob"], "whisper": True}
    story.record({"steps": [plain, {**plain, **given}]})
    story.keep_now()
    weights = {p.importance for p in story.mind("gus").perceptions() if p.accuracy == "partial"}
    assert len(weights) == 1
    heard = [p.importance for p in story.mind("bob").perceptions() if p.kind == "line"]
    assert heard[1] > heard[0]


@pytest.mark.parametrize(
    ("says", "owner", "to"),
    [("Sit down.", "cid", ()), ("Sit down, Bob.", "cid", ("bob",)), ("Sit down.", "dee", ("bob",)),
     ("Sit down.", "gus", ("bob",))],
)  # fmt: skip
def test_who_overhears_without_seeing_cannot_tell_who_is_spoken_to(
    story: Story, says: str, owner: str, to: tuple[str, ...]
) -> None:
    story.record({"steps": [{"who": "gus", "goes": "hall"},
                            {"who": "ann", "says": says, "to": ["bob"]}]})  # fmt: skip
    (line,) = [p for p in story.mind(owner).perceptions() if p.kind == "line"]
    assert (line.to, line.people) == (to, to)


def test_of_a_happening_that_is_only_heard_no_thing_becomes_known() -> None:
    world = {
        **WORLD,
        "places": [*WORLD["places"], {"id": "attic", "name": "the attic"}],
        "items": [*WORLD["items"], {"id": "bell", "name": "a bell", "at": "attic"}],
    }
    story = rashomon.open(":memory:").create(world)
    story.record({"steps": [{"happens": "A bell rings.", "at": "hall", "on": ["bell"]}]})
    assert story.mind("ann").knows("bell")
    assert story.mind("dee").knows("bell")
    assert not story.mind("cid").knows("bell")
    assert story.mind("cid").knows("hall")


def test_a_mind_printed_shows_its_owner_and_nothing_else(story: Story) -> None:
    assert repr(story.mind("ann")) == "Mind(story='the-hall', owner='ann')"
    assert "Gus" not in repr(story) + repr(story.mind("ann").of("bob"))
