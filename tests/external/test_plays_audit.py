"""Three plays: everybody's prompts pass the audit, and a line that one did not hear is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon import Story
from rashomon.engine import runs
from rashomon.story.run import Run, RunStep
from tests.external.plays import PLAYS, bring_in, played

EVERY = 40
"""Every so many of the lines that somebody did not hear are put into a prompt of its."""

LONG = 8
"""Words from which on a line is surely nobody else's as well."""


def _keep(story: Story, prompts: list[tuple[str, str]]) -> None:
    (last,) = story.events(limit=1)
    steps = tuple(
        RunStep("character", "act", owner, "a model", last.id, prompt=text, calls=1)
        for owner, text in prompts
    )
    store: Any = story.context.store
    made = Run(0, "turn", story.clock.turn, None, store.clock(), "done", "", steps)
    runs.keep_run(story.context, story.id, made)


@pytest.mark.parametrize("name", PLAYS)
def test_no_prompt_of_a_play_holds_what_its_character_could_not_know(
    cases: Path, name: str
) -> None:
    with rashomon.open(":memory:") as library:
        whole = bring_in(cases, name, library)
        half = whole.branch(whole.clock.turn // 2)
        for story in (whole, half):
            people = [each.id for each in story.world.characters]
            story.reflect_now()
            _keep(story, [(who, story.mind(who).context().text) for who in people])
            found = story.audit()
            assert (found.checked, found.findings) == (len(people), ())


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYS)
def test_a_line_that_somebody_did_not_hear_is_found_in_its_prompt(cases: Path, name: str) -> None:
    with rashomon.open(":memory:") as library:
        story = bring_in(cases, name, library)
        people = sorted({who for heard in played(cases, name) for who in heard.owners})
        lines = [heard for heard in played(cases, name) if len(heard.event.text.split()) >= LONG]
        prompts: list[tuple[str, str]] = []
        for who in people:
            own = " ".join(each.text for each in story.mind(who).perceptions(limit=None))
            unheard = [h.event.text for h in lines if who not in h.owners]
            prompts += [(who, text) for text in unheard[:: max(len(unheard) // EVERY, 1)]
                        if text not in own]  # fmt: skip
        _keep(story, prompts)
        found = {each.step for each in story.audit().findings}
        assert len(prompts) > EVERY
        assert found == {*range(1, len(prompts) + 1)}
