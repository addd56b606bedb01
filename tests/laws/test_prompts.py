"""No prompt holds what its owner must not hold, whatever was recorded, corrected and taken back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

import rashomon
from tests.laws import test_minds
from tests.laws.life import DATABASES, PATIENCE, SEEN, Life, address, run
from tests.laws.model import canaries
from tests.laws.worlds import Dice

FRESH = 3600.0
"""Seconds for which whatever was perceived is still held word for word."""

EXAMPLES = 40
"""With a dozen lives, words of a whisper shown to those beside it were not found; now they are."""

LAST = 6
"""So many of the last perceptions are in every prompt of the usual size."""


class Prompts(test_minds.Minds):
    """The same lives; then every prompt is read."""

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        dice = Dice(data)
        before = {owner: _all_of(self.life, owner) for owner in self.life.model.people}
        test_minds.correct(self.life, dice)
        for owner, (mind, text) in before.items():
            now, told = _all_of(self.life, owner)
            assert now != mind or told == text, f"another mind's correction moved {owner}'s prompt"

    def finally_holds(self) -> None:
        prompts_hold_what_they_may(self.life)


def _all_of(life: Life, owner: str) -> tuple[Any, str]:
    """All that a mind answers, and its prompt: which must be a function of the first."""
    mind = life.story.mind(owner)
    answers = (
        mind.perceptions(limit=None), mind.beliefs(), mind.relationships(), mind.knowledge(),
        mind.names(), mind.threads(), mind.map(),
    )  # fmt: skip
    return answers, mind.context().text


def prompts_hold_what_they_may(life: Life) -> None:
    """Only what its owner may hold is in a prompt, and what it has just lived through is."""
    story, model = life.story, life.model
    now = story.clock.seconds
    for owner, person in model.people.items():
        prompt = story.mind(owner).context()
        assert prompt.tokens <= prompt.budget
        found = test_minds.found_in(prompt)
        here = model.places.get(model.at(owner) or "", {})
        allowed = model.allowed(owner) | canaries(here.get("description", ""))
        allowed |= lore_of(life, owner)
        extra = found - allowed
        assert not extra, test_minds._told(life, owner, extra, "must not be shown", prompt)
        needed = canaries(person["persona"]) | canaries(here.get("description", ""))
        for each in story.mind(owner).perceptions()[-LAST:]:
            if each.event is not None and now - each.time < FRESH:
                needed |= canaries(each.text)
        lacks = needed - found
        assert not lacks, test_minds._told(life, owner, lacks, "is not shown", prompt)
    _who_directs(life)


def lore_of(life: Life, owner: str) -> set[str]:
    """What lore says of which the author had somebody know; of the rest nobody has the text."""
    edges = life.story.mind(owner).knowledge()
    known = {each.entity for each in edges if each.how == "authored"}
    texts = [each.get("text", "") for id, each in life.model.lore.items() if id in known]
    return canaries(" ".join(texts))


def _who_directs(life: Life) -> None:
    """The prompt of who directs has what happened, and nothing of what goes on in anybody."""
    found = test_minds.found_in(life.story.context_gm())
    private: set[str] = set()
    for person in life.model.people.values():
        private |= canaries(person["persona"])
        for key in ("relationships", "beliefs", "memories"):
            told = [
                each.get(part, "") for each in person.get(key, ()) for part in ("text", "calls")
            ]
            private |= {c for c in canaries(" ".join(told)) if c not in _names(life)}
    happened: set[str] = set()
    for event in life.story.events(limit=LAST):
        if event.kind == "thought":
            private |= canaries(event.text) - _names(life) - _named(life)
        elif event.kind != "move":
            happened |= canaries(event.text)
    assert not private & found, test_minds._told(life, "gm", private & found, "sees", "")
    assert not happened - found, test_minds._told(life, "gm", happened - found, "lacks", "")


def _names(life: Life) -> set[str]:
    return canaries(" ".join(person["name"] for person in life.model.people.values()))


def _named(life: Life) -> set[str]:
    things = life.model._things().values()
    return canaries(" ".join(str(each.get("name")) for each in things))


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_no_prompt_shows_what_its_owner_must_not_hold(
    request: pytest.FixtureRequest, where: str
) -> None:
    before = Counter(SEEN)
    run(Prompts, address(request, where), examples=EXAMPLES, steps=8, on=rashomon.open)
    lived = SEEN - before
    for kind, least in test_minds.FLOOR.items():
        assert lived[kind] >= least, f"these lives saw {lived[kind]} of {kind}"
