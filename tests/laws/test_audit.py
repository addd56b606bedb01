"""In every life words of another mind in a prompt are found, and prompts without any pass."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis.stateful import rule

import rashomon
from rashomon.engine import runs
from rashomon.story.run import Run, RunStep
from tests.laws import test_minds, test_prompts
from tests.laws.life import DATABASES, PATIENCE, SEEN, Life, address, run
from tests.laws.model import canaries

EXAMPLES = 15

PLANTED: Counter[str] = Counter()
"""What all lives of this process had planted, by kind: a law that planted no thought holds of none.
"""


class Audited(test_minds.Minds):
    """The same lives; every prompt of them is kept, and read again when they are over."""

    @rule()
    def ask(self) -> None:
        _keep(self.life, [(owner, _prompt(self.life, owner)) for owner in self.life.model.people])

    def finally_holds(self) -> None:
        self.ask()
        kept = sum(len(self.life.story.run(each.id).steps) for each in self.life.story.runs())
        found = self.life.story.audit()
        assert (found.checked, found.findings) == (kept, ()), _told(self.life, found.findings)
        plants_are_found(self.life)


def _prompt(life: Life, owner: str) -> str:
    return life.story.mind(owner).context().text


def _keep(life: Life, prompts: list[tuple[str, str]]) -> int:
    story = life.story
    moment = max((event.id for event in story.events(limit=1)), default=0)
    steps = tuple(
        RunStep("character", "act", owner, "a model", moment, prompt=text, calls=1)
        for owner, text in prompts
    )
    store: Any = life.library.context.store
    made = Run(0, "turn", story.clock.turn, None, store.clock(), "done", "", steps)
    return runs.keep_run(life.library.context, story.id, made)


def plants_are_found(life: Life) -> None:
    """Each text that its owner must not hold is found in its prompt, and nothing else is."""
    model, prompts = life.model, list[tuple[str, str]]()
    for owner in model.people:
        clean = _prompt(life, owner)
        allowed = model.allowed(owner) | test_prompts.lore_of(life, owner)
        for kind, text in _secrets(life):
            own = {each for each in canaries(text) if each[0] in "tx"}
            if own and not own & allowed:
                PLANTED[kind] += 1
                prompts.append((owner, f"{clean}\n- {text}"))
    if not prompts:
        return
    number = _keep(life, prompts)
    found = {each.step for each in life.story.audit().findings if each.run == number}
    missed = [prompts[n - 1][1].rpartition("\n")[2] for n in range(1, len(prompts) + 1)
              if n not in found]  # fmt: skip
    assert not missed, _told(life, missed)


def _secrets(life: Life) -> list[tuple[str, str]]:
    """Texts with whose they are: of the latest events, and of each mind."""
    found = [(e.kind, e.text) for e in life.story.events(limit=12) if e.kind != "move"]
    for person in life.model.people.values():
        found.append(("persona", person["persona"]))
        for key in ("beliefs", "memories", "relationships"):
            found += [(key, each["text"]) for each in person.get(key, ())]
    found += [("lore", each["text"]) for each in life.model.lore.values()]
    found += [("item", each["text"]) for each in life.model.items.values() if "text" in each]
    return found


def _told(life: Life, found: object) -> str:
    events = "\n".join(f"{e.id} {e.kind} {e.who} {e.text}" for e in life.story.events(limit=None))
    return f"{found}\n{events}"


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_an_audit_finds_every_plant_and_nothing_else(
    request: pytest.FixtureRequest, where: str
) -> None:
    before, planted = Counter(SEEN), Counter(PLANTED)
    run(Audited, address(request, where), examples=EXAMPLES, steps=8, on=rashomon.open)
    lived = SEEN - before
    for kind, least in test_minds.FLOOR.items():
        assert lived[kind] >= least, f"these lives saw {lived[kind]} of {kind}"
    for kind in ("line", "thought", "deed", "persona", "beliefs", "memories", "item"):
        assert (PLANTED - planted)[kind] > 0, f"no {kind} was planted"
