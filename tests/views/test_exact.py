"""What a version was before somebody changed it still counts: it says who was there to be seen."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon.api.story import Story

WORLD: dict[str, Any] = {
    "title": "Calls",
    "places": [{"id": p, "name": p} for p in ("a", "b", "c")],
    "items": [{"id": "letter", "name": "a letter", "at": "a", "text": "Burn this."}],
    "characters": [
        {"id": who, "name": who.title(), "at": at, "appearance": f"somebody in {at}"}
        for who, at in (("ada", "a"), ("ben", "b"), ("cleo", "c"), ("beside", "b"))
    ],
}


@pytest.fixture
def story() -> Story:
    return rashomon.open(":memory:").create(WORLD)


@pytest.mark.parametrize("perfect", [False, True])
def test_a_changed_text_of_one_who_listens_names_nobody_who_was_elsewhere(
    story: Story, perfect: bool
) -> None:
    call = {"who": "ada", "says": "Now.", "to": ["ben", "cleo"], "over": "phone"}
    story.record({"steps": [call]})
    (before,) = story.mind("beside").perceptions()
    story.edit("perception", before.id, text="There was a mutter.", accuracy="mistaken")
    story.set("memory.imperfect", not perfect)
    (after,) = story.mind("beside").perceptions()
    assert (after.who, after.to) == (before.who, before.to) == ("ben", ("ben",))
    assert after.text == (before.text if perfect else "There was a mutter.")


def test_a_perfect_memory_has_what_was_read_as_it_was_read(story: Story) -> None:
    story.record({"steps": [{"who": "ada", "does": "reads the letter", "reads": "letter"}]})
    (before,) = story.mind("ada").perceptions()
    assert "Burn this." in before.text
    story.edit("perception", before.id, text="Ada reads a bill.", accuracy="mistaken")
    assert story.mind("ada").perceptions()[0].text == "Ada reads a bill."
    story.set("memory.imperfect", value=False)
    assert story.mind("ada").perceptions()[0].text == before.text


WATCH: dict[str, Any] = {
    "title": "The Watch",
    "language": "en",
    "places": [
        {"id": "yard", "name": "the yard"},
        {"id": "shed", "name": "the shed"},
        {"id": "loft", "name": "the loft", "overlooks": ["yard"]},
    ],
    "exits": [{"id": "door", "from": "yard", "to": "shed"}],
    "characters": [
        {"id": "ada", "name": "Ada", "at": "loft", "relationships": [
            {"about": "ben", "kind": "friend"}, {"about": "cleo", "kind": "friend"}]},
        {"id": "ben", "name": "Ben", "at": "shed"},
        {"id": "cleo", "name": "Cleo", "at": None},
    ],
}  # fmt: skip


def _watched() -> Story:
    """Ben comes into the yard unseen, and Ada sees from above what he does there."""
    story = rashomon.open(":memory:").create(WATCH)
    comes = {"who": "ben", "goes": "yard", "covert": True}
    story.record({"steps": [comes, {"who": "ben", "does": "tries the lock of the shed"}]})
    return story


def test_who_was_seen_to_act_is_known_to_have_been_there() -> None:
    story = _watched()
    ada = story.mind("ada")
    assert [(seen.who, seen.who_name) for seen in ada.perceptions()] == [("ben", "Ben")]
    assert [shared.who for shared in ada.of("ben").perceptions()] == ["ben"]
    assert "Ben" in _here(ada.context().text)


def _here(prompt: str) -> str:
    """What a prompt says of what is here now."""
    return prompt.partition("# Now")[2]


@pytest.mark.parametrize("accuracy", ["partial", "mistaken"])
def test_who_was_not_made_out_is_told_by_nothing_beside_the_text(accuracy: str) -> None:
    story = _watched()
    ada = story.mind("ada")
    (before,) = ada.perceptions()
    story.edit("perception", before.id, text="Somebody tries the lock.", accuracy=accuracy)
    (after,) = ada.perceptions()
    assert (after.who, after.who_name, after.people) == (None, None, ())
    assert ada.of("ben").perceptions() == []
    context = ada.context().text
    assert "Somebody tries the lock." in context
    assert "Ben tries" not in context
    assert "Ben" not in _here(context)
    memories = ada.recall("the lock", people=["ben"]).memories
    assert {memory.who for memory in memories} <= {None}
    story.set("memory.imperfect", value=False)
    assert ada.perceptions()[0].who == "ben"


def test_who_was_taken_for_another_is_that_other_to_the_owner() -> None:
    story = _watched()
    ada = story.mind("ada")
    (before,) = ada.perceptions()
    story.edit("perception", before.id, text="Cleo tries the lock.", accuracy="mistaken")
    (after,) = ada.perceptions()
    assert (after.who, after.who_name) == ("cleo", "Cleo")
    assert ada.of("ben").perceptions() == []


def test_who_acted_in_a_perception_that_was_taken_away_was_not_seen_there() -> None:
    story = _watched()
    ada = story.mind("ada")
    later = story.record({"steps": [{"happens": "A bell.", "at": "yard"}]}).events[0]
    assert [shared.event for shared in ada.of("ben").perceptions()][-1] == later
    story.edit("perception", ada.perceptions()[0].id, gone=True)
    assert ada.of("ben").perceptions() == []
