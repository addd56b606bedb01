"""A hundred turns of a house of eight with a model that slips a name into all that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from random import Random
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.prompts.request import Request
from rashomon.story.run import Run, RunStep
from rashomon.testing.scripted import ScriptedModel, given
from tests.laws.life import strings
from tests.laws.model import canaries

TURNS = 100
NAME, MOTHER = "Zebulon Quirke", "quirke_mother"
HIDDEN = {
    "id": "quirke", "name": NAME, "appearance": "a man grey with coal dust", "at": "coal_hole",
    "memories": [{"text": "Signed the paper as tq900x, and was paid for it.", "importance": 5}],
}  # fmt: skip
_OPEN = re.compile(r"^([A-Z]\d+)\b", re.MULTILINE)


class Slipping:
    """Answers every request in its shape, with a hidden name in whatever may hold words.

    Where ids are asked for it takes some that were shown and some that were not, where words of a
    list are asked for now and then the name instead.
    """

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.slipped = 0

    def __call__(self, request: Request[Any]) -> Any:
        self.ids = _OPEN.findall(request.text) or ["E1"]
        self.definitions = request.schema.model_json_schema()
        return self._value(self.definitions)

    def _value(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            schema = self.definitions["$defs"][schema["$ref"].rpartition("/")[2]]
        match schema.get("type"):
            case "object":
                return {key: self._value(each) for key, each in schema["properties"].items()}
            case "array":
                return [self._value(schema["items"]) for _ in range(self.dice.randint(0, 3))]
            case "integer":
                return self.dice.randint(0, 6)
            case _:
                return self._word(schema)

    def _word(self, schema: dict[str, Any]) -> str:
        slip = self.dice.random() < 0.2
        self.slipped += slip
        if "enum" in schema:
            return NAME if slip else self.dice.choice(schema["enum"])
        if "pattern" in schema:
            letter = schema["pattern"].lstrip("^(")[0]
            fit = [id for id in self.ids if id[0] == letter] or self.ids
            return "quirke" if slip else self.dice.choice(fit)
        self.slipped += not slip
        return self.dice.choice((
            f"{NAME} hides below.", f"It was {NAME}, in the coal hole.", f"Agnes trusts {NAME}.",
            "Somebody in this house is lying.",
        ))  # fmt: skip


def turns(story: Story, seed: int) -> Iterator[dict[str, Any]]:
    """Turns that can be: talk, whispers, thoughts, deeds seen and unseen, and walks."""
    dice = Random(seed)
    people = [id for id in PEOPLE if id != "quirke"]
    marks = iter(range(10_000))
    while True:
        steps: list[dict[str, Any]] = [
            {"who": "quirke", "thinks": f"They owe me tq{next(marks)}x."}
        ]
        for _ in range(dice.randint(1, 3)):
            who, other, mark = dice.choice(people), dice.choice(people), f"tq{next(marks)}x"
            steps.append(dice.choice((
                {"who": who, "says": f"Nobody will ever prove {mark} against me.", "to": [other],
                 "whisper": True},
                {"who": who, "says": f"I was told that {mark} is in the cellar.", "to": [other]},
                {"who": who, "says": f"The storm has {mark} in it."},
                {"who": who, "thinks": f"If they knew of {mark}, I should be done for."},
                {"who": who, "does": f"burns the {mark} in the grate", "covert": True},
                {"who": who, "does": f"lays {mark} on the table"},
                {"who": who, "goes": dice.choice(("hall", "parlour", "dining_room", "kitchen"))},
            )))  # fmt: skip
        kept: list[dict[str, Any]] = []
        for step in steps:
            if not story.check({"minutes": 3, "steps": [*kept, step]}):
                kept.append(step)
        yield {"minutes": 3, "steps": kept}


PEOPLE = ("agnes", "benedikt", "clara", "dorian", "edith", "felix", "greta", "hugh", "quirke")


def lived(library: Library, shape: str) -> tuple[Story, ScriptedModel, Slipping]:
    """A hundred turns kept and reflected on as they pass."""
    story = library.create(files("rashomon.examples") / "eight-doors.yaml")
    story.edit_world(characters=[HIDDEN])
    slipping = Slipping(len(shape))
    model = ScriptedModel(slipping)
    library.context.models = given(model)
    for key, value in {"models.shape": shape, "memory.imperfect": True}.items():
        story.set(key, value)
    made = turns(story, 1911)
    for number in range(1, TURNS + 1):
        story.record(next(made))
        if number % 10 == 0:
            story.keep_now()
        if number % 20 == 0:
            story.reflect_now()
    return story, model, slipping


def had(story: Story, owner: str) -> set[str]:
    """The marks that somebody ever had a part in, read from the events and who perceived them."""
    found: set[str] = set()
    for each in story.mind(owner).perceptions(limit=None):
        found |= canaries(each.text)
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("shape", ["narrow", "wide"])
def test_a_hidden_name_slipped_into_every_field_reaches_nobody(shape: str) -> None:
    with rashomon.open(":memory:") as library:
        story, model, slipping = lived(library, shape)
        assert slipping.slipped > 200, "it was to be tempted often"
        minds = {owner: had(story, owner) for owner in PEOPLE}
        assert all(len(each) > 5 for each in minds.values())

        for request in model.requests:
            if request.owner is not None and request.owner != "quirke":
                shown = f"{request.system}\n{request.text}"
                assert NAME not in shown, request.task
                assert not canaries(shown) - minds[request.owner], request.task

        for owner in PEOPLE[:-1]:
            mind = story.mind(owner)
            held = [*mind.beliefs(), *mind.relationships(), *mind.threads(), mind.context(),
                    *mind.perceptions(limit=None)]  # fmt: skip
            words = "\n".join(strings(held))
            assert NAME not in words
            assert "tq900x" not in words.casefold()
        own = [each for each in story.mind("quirke").perceptions() if "tq900x" in each.text]
        assert own, "whose secret it is has it"

        taken = [edit for summary in story.runs(limit=None) for step in story.run(summary.id).steps
                 for edit in step.edits]  # fmt: skip
        assert {each.outcome for each in taken} >= {"taken", "refused", "left_out"}
        assert all(each.reason for each in taken)
        assert story.verify().ok

        audit = story.audit()
        assert not audit.findings, audit.findings[:3]
        assert audit.checked > 40
        assert audit.record > 10

        leak = RunStep("reflection", "sort_new", "agnes", "scripted", story.events(limit=1)[0].id,
                       prompt=f"You are Agnes. {NAME} hides in the old coal hole.")  # fmt: skip
        with library.context.store.writing(story.id) as unit:
            unit.write_run(Run(0, "reflect", TURNS, None, 0.0, "done", "", (leak,)))
        (found, *_) = story.audit().findings
        assert found.owner == "agnes"
