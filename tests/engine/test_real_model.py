"""A real model, and a weak one: whatever it says, what is in the story was judged and stands."""

from __future__ import annotations

import os

import pytest

import rashomon
from bench import small_model
from rashomon import Story
from rashomon.models.language import LanguageModels

FULL = os.environ.get("RASHOMON_FULL") == "1"
TURNS = 30 if FULL else 6

HIDDEN = {
    "mara": ("Tell Mara nothing.",),
    "wat": ("Tell Mara nothing.", "I promise", "in the chest"),
    "elias": ("He is lying.",),
}


@pytest.mark.timeout(3600 if FULL else 1200)
def test_a_small_model_keeps_and_reflects_and_nothing_invalid_is_in_the_story(
    gguf: str, local_models: LanguageModels
) -> None:
    with rashomon.open(":memory:") as library:
        library.context.models = local_models
        story = library.create(small_model.WORLD)
        story.set("models.default", gguf)
        story.set("models.timeout", 600)
        small_model.live(story, TURNS)
        runs = [story.run(each.id) for each in story.runs(limit=None)]
        assert {run.kind for run in runs} == {"keep", "reflect"}
        assert all(run.reason for run in runs if run.status != "done")
        assert all(edit.reason for run in runs for step in run.steps for edit in step.edits)
        assert small_model.came(story).calls >= TURNS
        assert story.verify().ok
        assert not story.audit().findings
        assert {*small_model.words(TURNS)} <= {event.text for event in story.events(limit=None)}
        for owner, hidden in HIDDEN.items():
            prompt = story.mind(owner).context().text
            assert not [words for words in hidden if words in prompt]
        assert "Tell Mara nothing." in story.mind("tomas").context().text
        _readable(story)


def _readable(story: Story) -> None:
    """Everything that is stored reads back, and only what the rules allow is in it."""
    for owner in ("mara", "elias", "tomas", "wat"):
        mind = story.mind(owner)
        held = {each.id for each in mind.perceptions(limit=None)}
        for belief in mind.beliefs():
            assert {*belief.supports, *belief.contradicts} <= held
            assert belief.text.strip()
            assert belief.confidence in ("doubtful", "likely", "sure")
        assert all(each.kind for each in mind.relationships())
    for event in story.events(limit=None):
        assert 1 <= event.importance <= 5
    for thread in story.threads():
        assert thread.kind in ("promise", "mystery", "goal")
