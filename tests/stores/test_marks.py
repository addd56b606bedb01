"""What is said of an event beside it: read with it, and no part of what was sealed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.ports.store import Mark
from rashomon.record.keeper.writing import Conveyed
from rashomon.story.event import Set
from rashomon.story.perception import Fact

WORLD: dict[str, Any] = {
    "id": "gate", "title": "The Gate",
    "places": [{"id": "yard", "name": "the yard"}, {"id": "road", "name": "the road"}],
    "items": [{"id": "key", "name": "a key", "at": "elias"},
              {"id": "well", "name": "the well", "at": "yard"}],
    "characters": [{"id": "elias", "name": "Elias", "at": "yard"},
                   {"id": "mara", "name": "Mara", "at": "yard"},
                   {"id": "wat", "name": "Wat", "at": "road"}],
}  # fmt: skip
SAID = {"who": "elias", "says": "The key is in the well.", "to": ["mara"]}
CLAIM = Set("key", "at", "well")


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def marked(library: Library) -> Story:
    """A story of a line and of one that tells it on, both sealed, the second marked as doing so."""
    story = library.create(WORLD)
    story.record({"steps": [{**SAID, "claims": [{"entity": "key", "set": {"at": "well"}}]}]})
    story.record({"steps": [{"who": "mara", "says": "It is in the well, he says."}]})
    story.keep_now()
    with library.context.store.writing(story.id) as unit:
        unit.commit("keep", "keeper", 2)
        unit.write_marks([Mark(2, claims=(CLAIM,), retells=1)])
        fact = Fact("key", "at", "well", "told", "mara", 1)
        unit.write_conveyed([Conveyed("elias", 2, fact)])
    return story


def test_what_is_marked_is_read_as_if_the_step_had_said_it(library: Library) -> None:
    story = marked(library)
    assert story.event(2).claims == (CLAIM,)
    assert story.event(2).retells == 1
    assert story.event(1).retells is None
    with library.context.store.reading(story.id) as unit:
        assert unit.retellings("mara", 1) == [2]
        assert unit.retellings("elias", 1) == []
        (held,) = unit.mind("elias").perceptions(events=[2])
        assert held.event is not None
        assert held.event.claims == (CLAIM,)
        kinds = unit.mind("elias").lean(None, imperfect=True).kinds
        assert [each.event.retells for each in kinds if each.event] == [None, 1]
    last = story.mind("elias").last_known("key")
    assert last is not None
    assert (last.state["at"], last.how, last.by) == ("well", "told", "mara")
    assert story.mind("wat").last_known("key") is None


def test_what_is_marked_is_no_part_of_what_was_sealed(library: Library) -> None:
    story = marked(library)
    assert story.verify().ok
    with library.context.store.reading(story.id) as unit:
        (event,) = unit.events(ids=[2], recorded=True)
    assert (event.claims, event.retells) == ((), None)


def test_what_is_marked_goes_with_a_branch_and_with_an_export(
    library: Library, tmp_path: Path
) -> None:
    story = marked(library)
    path = tmp_path / "gate.jsonl"
    library.export(story.id, path)
    library.import_(path, as_="third")
    for found in (story.branch(2, "other"), library.story("third")):
        assert found.event(2).retells == 1
        assert found.event(2).claims == (CLAIM,)
        assert found.verify().ok
    assert [event.id for event in story.branch(1, "first").events()] == [1]


def test_a_mark_is_put_over_an_older_one_field_by_field(library: Library) -> None:
    story = marked(library)
    story.edit("event", 2, importance=5)
    event = story.event(2)
    assert (event.importance, event.claims, event.retells) == (5, (CLAIM,), 1)


def test_what_an_author_set_beside_an_event_is_locked_until_released(library: Library) -> None:
    story = library.create(WORLD)
    story.record({"steps": [SAID, {**SAID, "says": "Truly."}]})

    def locks() -> dict[int, frozenset[str]]:
        with library.context.store.reading(story.id) as unit:
            return unit.locks([1, 2])

    assert locks() == {}
    story.edit("event", 1, importance=2)
    story.edit("event", 1, tags=["key"])
    assert locks() == {1: frozenset({"importance", "tags"})}
    story.edit("event", 1, release=["importance"])
    assert locks() == {1: frozenset({"tags"})}
    story.keep_now()
    assert (story.event(1).tags, story.event(2).tags) == (("key",), ())


def test_how_the_world_stood_before_a_moment_and_what_changed_since(library: Library) -> None:
    story = library.create(WORLD)
    taken = {"who": "mara", "does": "takes the key", "with": ["key"], "on": ["elias"]}
    moved = {**taken, "changes": [{"entity": "key", "set": {"at": "mara"}}]}
    (event,) = story.record({"steps": [moved]}).events
    with library.context.store.reading(story.id) as unit:
        assert unit.states()["key"]["at"] == "mara"
        assert unit.states(before=event)["key"]["at"] == "elias"
        assert unit.states(before=event + 1)["key"]["at"] == "mara"
        assert ("key", "at", "mara", event) in unit.changes(event)
        assert unit.changes(event + 1) == []
