"""What keeping and reflection cost: calls and tokens of 200 turns with six characters, by role.

Counted by a scripted model that answers that there is nothing, and by one that answers as much as
a reply holds. Everything runs by itself, as its settings have it: what is due is kept and reflected
on after each turn. The targets are .8 calls a turn in `wide` and 1.3 in `narrow`, versions apart,
where nobody changes the scene; with a change of scene every eight turns it is told.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import rashomon
from bench import _record as r
from rashomon import Story
from rashomon.prompts.request import Request
from rashomon.testing.scripted import ScriptedModel, given

TURNS = 200
TARGETS = {"wide": 0.8, "narrow": 1.3}
CAST = ("agnes", "bruno", "clara", "dorian", "edith", "felix")
SCENE = 8

_SAYS = (
    "The iron key is in the chest, {other}.", "I promise you the boat, {other}.",
    "Who let the dog out, {other}?", "Dorian told me that the key is with Edith.",
    "I never liked this house.",
)  # fmt: skip
_DOES = ("tries the iron key in the lock", "pours a glass of wine", "puts a log on the fire")


def world() -> dict[str, Any]:
    """Six people and a visitor in an inn, who all know one another."""
    people = ("visitor", *CAST)
    return {
        "title": "The Inn",
        "places": [{"id": "parlour", "name": "the parlour"}, {"id": "yard", "name": "the yard"}],
        "exits": [{"id": "door", "name": "the door", "from": "parlour", "to": "yard"}],
        "items": [{"id": "key", "name": "an iron key", "at": "agnes"},
                  {"id": "chest", "name": "a chest", "at": "parlour"}],
        "characters": [
            {"id": id, "name": id.title(), "at": "parlour",
             "role": "played" if id == "visitor" else "cast",
             "relationships": [{"about": other, "kind": "guest"} for other in people
                               if other != id]}
            for id in people
        ],
    }  # fmt: skip


def turn(number: int, dice: Random, *, scenes: bool) -> dict[str, Any]:
    """A turn of three steps; with `scenes` all go out or in together every eighth."""
    if scenes and number % SCENE == 0:
        there = "yard" if (number // SCENE) % 2 else "parlour"
        return {"minutes": 2, "steps": [{"who": id, "goes": there} for id in ("visitor", *CAST)]}
    steps: list[dict[str, Any]] = []
    for _ in range(3):
        who, other = dice.sample(CAST, 2)
        if dice.random() < 0.4:
            steps.append({"who": who, "does": dice.choice(_DOES)})
        else:
            said = dice.choice(_SAYS).format(other=other.title())
            steps.append({"who": who, "says": said, "to": [other]})
    return {"minutes": 2, "steps": steps}


def answering(request: Request[Any], *, fully: bool) -> Any:
    """A reply in the shape that was asked for: nothing, or three of everything."""
    import re

    schema = request.schema.model_json_schema()
    ids = re.findall(r"^([A-Z]\d+)\b", request.text, re.MULTILINE) or ["E1"]
    dice = Random(request.text)

    def value(part: dict[str, Any]) -> Any:
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rpartition("/")[2]]
        match part.get("type"):
            case "object":
                return {key: value(each) for key, each in part["properties"].items()}
            case "array":
                return [value(part["items"]) for _ in range(3 if fully else 0)]
            case "integer":
                return dice.randint(1, 5)
        if "enum" in part:
            return dice.choice(part["enum"])
        if "pattern" in part:
            letter = part["pattern"].lstrip("^(")[0]
            return dice.choice([id for id in ids if id[0] == letter] or ids)
        return "Somebody in this inn has the key and says nothing."

    return value(schema)


def lived(shape: str, *, fully: bool, scenes: bool) -> tuple[Story, ScriptedModel]:
    """Two hundred turns, kept and reflected on by themselves."""
    library = rashomon.open(":memory:")
    model = ScriptedModel(lambda request: answering(request, fully=fully))
    library.context.models = given(model)
    story = library.create(world())
    story.set("models.shape", shape)
    dice = Random(7)
    for number in range(1, TURNS + 1):
        story.record(turn(number, dice, scenes=scenes))
        story.keep_if_due()
        story.reflect_if_due()
    return story, model


def main() -> bool:
    """Tell of each shape, of nothing and of much, with and without changes of scene."""
    met: list[bool] = []
    for scenes in (False, True):
        print("a change of scene every eight turns" if scenes else "no change of scene")
        for shape, target in TARGETS.items():
            for fully in (False, True):
                story, model = lived(shape, fully=fully, scenes=scenes)
                tasks = Counter(request.task for request in model.requests)
                versions = tasks.pop("versions", 0)
                calls = sum(tasks.values()) / TURNS
                said = "answers in full" if fully else "answers nothing"
                met.append(r.told(f"  {shape}, {said}: calls a turn", calls,
                                  None if scenes else target, ""))  # fmt: skip
                print(
                    f"    versions {versions / TURNS:.2f} a turn beside; "
                    + ", ".join(f"{task} {count}" for task, count in sorted(tasks.items()))
                )
                for role in story.cost().roles:
                    print(f"    {role.role:10} {role.calls:4} calls, {role.read:7,} tokens read, "
                          f"{role.written:6,} written")  # fmt: skip
    return all(met)


if __name__ == "__main__":
    main()
