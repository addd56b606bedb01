"""What a held belief does to the memories it was formed from, through the library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story
from rashomon.recall.retention import DETAILS

WORLD: dict[str, Any] = {
    "id": "yard", "title": "The Yard", "places": [{"id": "yard", "name": "the yard"}],
    "characters": [
        {"id": who, "name": who.title(), "at": "yard",
         "relationships": [{"about": "cy", "kind": "neighbour"}] if who != "cy" else []}
        for who in ("ada", "ben", "cy")
    ],
}  # fmt: skip
GROUND, AGAINST = "Cy carries the silver away.", "Cy brings the silver back."
BELIEF = "Cy is a thief of silver."


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def _seen(library: Library, **settings: Any) -> Story:
    """Ada sees three things of Cy; Ben sees them too, and will believe nothing."""
    story = library.create({**WORLD, "settings": settings})
    for text in (GROUND, AGAINST, "Cy whistles."):
        story.record({"steps": [{"happens": text, "at": "yard"}]})
    return story


def _believing(story: Story) -> int:
    ground, against, _ = story.mind("ada").perceptions()
    made = story.edit("belief", owner="ada", text=BELIEF, about=["cy"], supports=[ground.id],
                      contradicts=[against.id])  # fmt: skip
    assert made.made is not None
    return made.made


def _texts(story: Story, owner: str) -> set[str]:
    return {memory.text for memory in story.mind(owner).recall("who has the silver, Cy?").memories}


def test_a_belief_comes_to_mind_with_what_speaks_against_it_and_without_its_ground(
    library: Library,
) -> None:
    story = _seen(library)
    assert {GROUND, AGAINST} <= _texts(story, "ada")
    belief = _believing(story)
    assert _texts(story, "ada") >= {BELIEF, AGAINST}
    assert GROUND not in _texts(story, "ada")
    assert _texts(story, "ben") >= {GROUND, AGAINST}
    assert BELIEF not in _texts(story, "ben")
    story.edit("belief", belief, status="let_go")
    assert GROUND in _texts(story, "ada")
    assert BELIEF not in _texts(story, "ada")


def _held(story: Story, owner: str) -> dict[str, float]:
    """How well somebody still holds each of the three, whether it comes to mind or not."""
    found = story.mind(owner).recall("Cy, silver, whistles", explain=True).trace or ()
    return {row.text: row.retention for row in found if row.kind == "perception"}


def test_what_was_digested_fades_faster_by_the_share_that_is_set(library: Library) -> None:
    kept: list[float] = []
    for share in (1, 0.5, 0.1):
        story = _seen(library, **{"memory.foldedFade": share})
        _believing(story)
        story.record({"minutes": 60 * 24 * 30, "steps": []})
        held, plain = _held(story, "ada"), _held(story, "ben")
        assert held.keys() == plain.keys() >= {GROUND, AGAINST}
        otherwise = {text for text in held if held[text] != plain[text]}
        assert otherwise == ({GROUND} if share < 1 else set())
        kept.append(held[GROUND])
        library.delete(story.id)
    assert kept[0] > kept[1] > kept[2]


def test_what_matters_most_is_never_less_than_faded(library: Library) -> None:
    story = _seen(library)
    ground, against, other = story.mind("ada").perceptions()
    story.edit("perception", ground.id, importance=4)
    story.edit("perception", against.id, importance=5)
    for _ in range(5):
        story.record({"minutes": 60 * 24 * 365 * 19, "steps": []})
    levels = {m.id: m.detail for m in story.mind("ada").recall("silver and whistles").memories}
    assert levels.keys() == {ground.id, against.id}, "a trifle was kept for a hundred years"
    assert all(DETAILS.index(level) <= DETAILS.index("faded") for level in levels.values())
    assert other.id not in levels


def test_how_well_a_belief_fits_the_words_asked_does_not_depend_on_whether_others_know_them(
    library: Library,
) -> None:
    story = _seen(library)
    _believing(story)
    asked = "is the thief a zebra from quagga?"
    before = story.mind("ada").recall(asked, explain=True)
    story.record({"steps": [{"who": "ben", "thinks": "A zebra from Quagga!"}]})
    assert story.mind("ben").recall(asked).memories, "Ben's mind was read, and its words are known"
    story.undo()
    assert story.mind("ada").recall(asked, explain=True) == before
    assert any(row.kind == "belief" and row.total > 0 for row in before.trace or ())
