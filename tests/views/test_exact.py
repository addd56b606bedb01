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
