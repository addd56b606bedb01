"""Reflection without a model: what recurs is believed, what speaks against it makes doubts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.errors import NotFound, Refused

FRIENDS = ("mara", "elias", "tomas")
WORLD: dict[str, Any] = {
    "id": "gate",
    "title": "The Gate",
    "places": [
        {"id": "castle", "name": "the castle"},
        {"id": "yard", "name": "the yard", "within": "castle"},
        {"id": "hall", "name": "the hall", "within": "castle"},
        {"id": "road", "name": "the road"},
    ],
    "exits": [
        {"id": "arch", "from": "yard", "to": "hall"},
        {"id": "gate", "from": "yard", "to": "road"},
    ],
    "items": [
        {"id": "key", "name": "the iron key", "at": "elias"},
        {"id": "box", "name": "a box", "at": "yard"},
    ],
    "characters": [
        {"id": "ana", "name": "Ana", "at": "yard", "role": "played"},
        *({"id": id, "name": id.title(), "at": "yard", "relationships": [
            {"about": other, "kind": "friend"} for other in FRIENDS if other != id
        ]} for id in FRIENDS),
        {"id": "guard", "name": "Guard", "at": "yard", "role": "background"},
    ],
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def uses_the_key(story: Story, who: str = "elias", minutes: float = 5) -> None:
    story.record({"minutes": minutes, "steps": [
        {"who": who, "does": "tries the iron key in the lock", "with": ["key"]}]})  # fmt: skip


def held(story: Story, owner: str) -> dict[str, str]:
    return {b.text: b.confidence for b in story.mind(owner).beliefs() if b.status == "held"}


def test_what_was_seen_twice_is_believed_and_why_goes_back_to_it(library: Library) -> None:
    story = library.create(WORLD)
    uses_the_key(story)
    assert not held(story, "mara")
    story.reflect_now("mara")
    assert not held(story, "mara"), "once is no habit"
    uses_the_key(story)
    done = story.reflect_now()
    assert {each.owner for each in done.owners} == {"mara", "elias", "tomas"}
    (belief,) = [b for b in story.mind("mara").beliefs() if set(b.about) == {"elias", "key"}]
    assert belief.confidence == "likely"
    assert not belief.authored
    assert story.mind("mara").why(belief.id).turns == (1, 2)
    assert not story.mind("guard").beliefs(), "a background character holds no beliefs"


def test_what_excludes_a_belief_makes_a_doubt_of_one_step_and_once(library: Library) -> None:
    story = library.create(WORLD)
    uses_the_key(story)
    uses_the_key(story)
    story.reflect_now("mara")
    story.record({"steps": [
        {"who": "tomas", "does": "takes the iron key from Elias", "with": ["key"], "on": ["elias"],
         "changes": [{"entity": "key", "set": {"at": "tomas"}}]}]})  # fmt: skip
    done = story.reflect_now("mara").owners[0]
    (doubted,) = done.doubted
    (belief,) = [b for b in story.mind("mara").beliefs() if b.id == doubted]
    assert belief.confidence == "doubtful"
    assert len(belief.contradicts) == 1
    assert story.reflect_now("mara").owners[0].doubted == ()


def test_a_lie_told_on_by_all_is_believed_by_nobody_and_what_two_saw_is(library: Library) -> None:
    story = library.create(WORLD)
    claim = [{"entity": "box", "set": {"broken": True}}]
    said = {"who": "tomas", "says": "The box is broken.", "claims": claim}
    (event,) = story.record({"steps": [said]}).events
    for who in ("elias", "mara", "elias"):
        story.record({"steps": [{**said, "who": who, "retells": event}]})
        story.reflect_now()
    for owner in ("mara", "elias"):
        assert not any("box" in belief.about for belief in story.mind(owner).beliefs())
    other = library.create({**WORLD, "id": "control"})
    other.record({"steps": [{"who": "elias", "goes": "road"}, said]})
    other.record({"steps": [{"who": "elias", "goes": "yard"}, {**said, "who": "elias"}]})
    other.reflect_now("mara")
    assert any("box" in belief.about for belief in other.mind("mara").beliefs())


def test_a_whisper_moves_no_mind_but_its_hearers(library: Library) -> None:
    stories = [library.create({**WORLD, "id": f"s{n}"}) for n in range(2)]
    for n, story in enumerate(stories):
        uses_the_key(story)
        whisper = {"who": "elias", "says": "Hm.", "to": ["tomas"], "whisper": True}
        if n:
            whisper |= {"says": "The box is broken.", "claims": [
                {"entity": "box", "set": {"broken": True}}]}  # fmt: skip
        story.record({"steps": [whisper]})
        uses_the_key(story)
        story.reflect_now()
    assert held(stories[0], "mara") == held(stories[1], "mara") != {}


def test_undo_takes_back_what_was_believed_for_it(library: Library) -> None:
    story = library.create(WORLD)
    uses_the_key(story)
    uses_the_key(story)
    story.reflect_now("mara")
    assert held(story, "mara")
    story.undo()
    assert not held(story, "mara")
    uses_the_key(story)
    story.reflect_now("mara")
    assert held(story, "mara")
    again = library.import_(library.export(story.id, _file(library)), as_="again")
    assert held(again, "mara") == held(story, "mara")


def _file(library: Library) -> str:
    import tempfile

    return f"{tempfile.mkdtemp()}/story.jsonl"


def test_what_an_author_locked_stays(library: Library) -> None:
    story = library.create(WORLD)
    uses_the_key(story)
    uses_the_key(story)
    story.reflect_now("mara")
    (belief,) = [b for b in story.mind("mara").beliefs() if set(b.about) == {"elias", "key"}]
    story.edit("belief", belief.id, confidence="sure", why="I say so.")
    story.record({"steps": [
        {"who": "tomas", "does": "takes the iron key from Elias", "with": ["key"], "on": ["elias"],
         "changes": [{"entity": "key", "set": {"at": "tomas"}}]}]})  # fmt: skip
    story.reflect_now("mara")
    (after,) = [b for b in story.mind("mara").beliefs() if b.id == belief.id]
    assert after.confidence == "sure"
    assert after.contradicts, "a doubt may still link what speaks against it"


# When it is due.


def reflected(story: Story) -> tuple[str | None, set[str]]:
    done = story.reflect_if_due()
    return done.reason, {each.owner for each in done.owners}


def test_it_is_due_after_so_many_turns_and_not_before(library: Library) -> None:
    story = library.create({**WORLD, "settings": {"reflection.everyTurns": 6}})
    for n in range(6):
        assert reflected(story) == (None, set()), n
        uses_the_key(story)
    reason, owners = reflected(story)
    assert reason == "turns"
    assert owners == {"mara", "elias", "tomas"}, "neither who is played nor the background"
    assert reflected(story) == (None, set())


def test_it_is_due_at_a_change_of_scene_once_enough_turns_have_passed(library: Library) -> None:
    story = library.create(WORLD)
    for _ in range(5):
        uses_the_key(story)
    story.record({"steps": [{"who": "ana", "goes": "hall"}]})
    assert reflected(story)[0] == "scene"
    for _ in range(4):
        uses_the_key(story)
    story.record({"steps": [{"who": "ana", "goes": "yard"}]})
    assert reflected(story)[0] == "scene", "and the next room is another scene"
    story.record({"steps": [{"who": "ana", "goes": "road"}]})
    assert reflected(story)[0] is None, "too soon after an automatic one"
    for _ in range(4):
        uses_the_key(story)
    assert reflected(story)[0] == "scene", "it counts once they have passed"


def test_it_is_due_when_a_day_has_passed(library: Library) -> None:
    story = library.create(WORLD)
    for _ in range(4):
        uses_the_key(story)
    assert reflected(story)[0] is None
    uses_the_key(story, minutes=1440)
    assert reflected(story)[0] == "day"


def test_it_can_be_turned_off_and_asked_for_all_the_same(library: Library) -> None:
    story = library.create({**WORLD, "settings": {"reflection.auto": False}})
    for _ in range(30):
        uses_the_key(story)
    assert reflected(story) == (None, set())
    assert {each.owner for each in story.reflect_now().owners} == {"mara", "elias", "tomas"}


def test_most_new_first_and_so_many_at_a_time(library: Library) -> None:
    story = library.create({**WORLD, "settings": {"reflection.perRun": 1}})
    story.record({"steps": [{"who": "tomas", "goes": "road"}, {"who": "elias", "goes": "hall"}]})
    for _ in range(20):
        story.record({"steps": [{"who": "mara", "does": "waits"}]})
    assert reflected(story) == ("turns", {"mara"})


def test_who_is_asked_for_must_be_somebody_who_believes(library: Library) -> None:
    story = library.create(WORLD)
    with pytest.raises(Refused, match="background"):
        story.reflect_now("guard")
    with pytest.raises(NotFound):
        story.reflect_now("marra")
