"""Reflection with a model: it proposes from one mind alone, and what it says is judged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.errors import ModelFailed
from rashomon.prompts.request import Request
from rashomon.story.run import Run
from rashomon.testing.scripted import ScriptedModel, given

ENGLISH: dict[str, Any] = {
    "id": "gate", "title": "The Gate",
    "places": [{"id": "yard", "name": "the yard"}, {"id": "cellar", "name": "the cellar"}],
    "items": [{"id": "key", "name": "the iron key", "at": "elias"}],
    "characters": [
        {"id": "mara", "name": "Mara", "at": "yard"},
        {"id": "elias", "name": "Elias", "at": "yard"},
        {"id": "tomas", "name": "Tomas", "at": "yard"},
        {"id": "spy", "name": "Zwinger", "appearance": "a man in grey", "at": "cellar"},
    ],
}  # fmt: skip
for person in ENGLISH["characters"][:3]:
    person["relationships"] = [
        {"about": other, "kind": "friend"} for other in ("mara", "elias", "tomas")
        if other != person["id"]
    ]  # fmt: skip
CHINESE: dict[str, Any] = {
    "id": "gate", "title": "西门", "language": "zh",
    "places": [{"id": "yard", "name": "院子"}],
    "items": [{"id": "key", "name": "铁钥匙", "at": "elias"}],
    "characters": [
        {"id": "mara", "name": "玛拉", "at": "yard",
         "relationships": [{"about": "elias", "kind": "朋友"}, {"about": "tomas", "kind": "朋友"}]},
        {"id": "elias", "name": "伊莱", "at": "yard"},
        {"id": "tomas", "name": "托马", "at": "yard"},
    ],
}  # fmt: skip
TOLD = {
    "en": ("tries the iron key in the gate", "takes the iron key from Elias",
           "Elias has the iron key for good.", "The key is with Elias!"),
    "zh": ("用铁钥匙开门", "从伊莱手里拿走铁钥匙", "铁钥匙一直在伊莱手里。", "钥匙在伊莱那里！"),
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def ids(request: Request[Any], words: str) -> list[str]:
    """The short ids of the lines of a request that hold some words."""
    return re.findall(rf"^([A-Z]\d+)\b.*{re.escape(words)}", request.text, re.MULTILINE)


def scripted(story: Story, script: Callable[[Request[Any]], Any]) -> ScriptedModel:
    """A model for the checks and the sort of this story's library."""
    model = ScriptedModel(script)
    story.context.models = given(check=model, reflection=model)
    return model


def nothing(request: Request[Any]) -> dict[str, Any]:
    """Nothing to say to whatever is asked."""
    if request.task == "check":
        return {"items": []}
    return {key: [] for key in ("old", "new") if f'"{key}"' in request.system}


def believing(language: str) -> Callable[[Request[Any]], Any]:
    """Believes that Elias has the key from his using it, and says no to it once it was taken."""
    uses, takes, belief, _ = TOLD[language]

    def answer(request: Request[Any]) -> Any:
        name = {"en": "Elias", "zh": "伊莱"}[language]
        if request.task == "check":
            against = ids(request, takes)
            return {"items": [{"p": p, "shows": takes, "both": "no"} for p in against]}
        if request.task == "sort_new" and len(ids(request, uses)) >= 2:
            about = [k for k in ids(request, name) if k.startswith("K")]
            return {"new": [{"because": [p for p in ids(request, uses) if p[0] == "P"],
                             "about": about, "text": belief, "how_sure": "likely"}]}  # fmt: skip
        return nothing(request)

    return answer


def does(story: Story, who: str, what: str, **more: Any) -> None:
    story.record({"minutes": 5, "steps": [{"who": who, "does": what, **more}]})


def held(story: Story, owner: str) -> dict[str, str]:
    return {b.text: b.confidence for b in story.mind(owner).beliefs() if b.status == "held"}


def runs_of(story: Story) -> list[Run]:
    return [story.run(each.id) for each in story.runs(kind="reflect")]


@pytest.mark.parametrize(("language", "world"), [("en", ENGLISH), ("zh", CHINESE)])
def test_from_event_to_perception_to_belief_to_doubt_and_back_to_the_words(
    library: Library, language: str, world: dict[str, Any]
) -> None:
    story = library.create(world)
    uses, takes, belief, cry = TOLD[language]
    model = scripted(story, believing(language))
    for _ in range(2):
        does(story, "elias", uses, **{"with": ["key"]})
    story.reflect_now("mara")
    assert held(story, "mara") == {belief: "likely"}
    assert all(request.owner == "mara" for request in model.requests)

    does(story, "tomas", takes, **{"with": ["key"],
         "changes": [{"entity": "key", "set": {"at": "tomas"}}]})  # fmt: skip
    story.record({"steps": [{"who": "tomas", "says": cry}]})
    done = story.reflect_now("mara")
    assert held(story, "mara") == {belief: "doubtful"}
    (made,) = [each for each in story.mind("mara").beliefs() if each.text == belief]
    assert done.owners[0].doubted == (made.id,)

    why = story.mind("mara").why(made.id)
    assert [uses in each.text for each in why.supports] == [True, True]
    assert [takes in each.text for each in why.contradicts] == [True]
    assert not held(story, "elias"), "nobody else was asked"
    assert not held(story, "tomas")

    run = runs_of(story)[0]
    assert (run.status, run.commit) == ("done", done.owners[0].commit)
    assert [(step.role, step.task) for step in run.steps][:1] == [("check", "check")]
    assert run.steps[0].edits[0].outcome == "taken"


def test_a_prompt_holds_what_its_owner_perceived_and_nothing_else(library: Library) -> None:
    story = library.create(ENGLISH)
    model = scripted(story, nothing)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
        whisper = {"who": "elias", "says": "Bring marzipan.", "to": ["tomas"], "whisper": True}
        story.record({"steps": [whisper]})
        does(story, "spy", "counts the barrels")
    story.reflect_now()
    shown = {request.owner: request.text for request in model.requests}
    assert "marzipan" in shown["tomas"]
    assert "marzipan" not in shown["mara"]
    assert "barrels" not in f"{shown['mara']}{shown['tomas']}{shown['elias']}"
    assert "Zwinger" not in shown["mara"]


def test_a_name_that_its_owner_does_not_know_gets_into_no_belief(library: Library) -> None:
    story = library.create(ENGLISH)

    def smuggles(request: Request[Any]) -> Any:
        if request.task != "sort_new":
            return nothing(request)
        perceived = [id for id in ids(request, "") if id.startswith("P")]
        return {"new": [
            {"because": perceived, "about": [], "text": text, "how_sure": "likely"}
            for text in ("Zwinger sent Elias here.", "Elias waits for somebody at the gate.")
        ]}  # fmt: skip

    scripted(story, smuggles)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    done = story.reflect_now("mara")
    assert [*held(story, "mara")] == ["Elias waits for somebody at the gate."]
    assert [each.outcome for each in done.owners[0].verdicts] == ["refused", "mended"]
    assert "Zwinger" not in "".join(each.text for each in story.mind("mara").perceptions())


def test_one_whose_call_fails_holds_up_nobody_and_is_due_again(library: Library) -> None:
    story = library.create(ENGLISH)
    answer = believing("en")

    def failing(request: Request[Any]) -> Any:
        return ModelFailed("The host is gone.") if request.owner == "mara" else answer(request)

    scripted(story, failing)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    done = story.reflect_now()
    assert done.failed == (("mara", "The host is gone."),)
    assert held(story, "tomas")
    assert not held(story, "mara")
    assert [run.reason for run in runs_of(story) if run.status == "failed"] == ["The host is gone."]
    scripted(story, answer)
    assert [each.owner for each in story.reflect_now().owners] == ["mara"]
    assert held(story, "mara")


def test_what_was_taken_back_while_a_model_thought_is_believed_by_nobody(library: Library) -> None:
    story = library.create(ENGLISH)
    answer = believing("en")
    taken_back: list[int] = []

    def slow(request: Request[Any]) -> Any:
        if not taken_back:
            taken_back.append(story.undo().now)
        return answer(request)

    scripted(story, slow)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    done = story.reflect_now("mara")
    assert not held(story, "mara")
    assert not done.owners
    assert "taken back" in done.failed[0][1]
    assert not runs_of(story), "a run of an undone turn goes with it"

    does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    story.reflect_now("mara")
    assert held(story, "mara"), "with nothing taken back it is believed"


def test_a_story_is_recorded_on_while_a_model_thinks(library: Library) -> None:
    story = library.create(ENGLISH)
    answer = believing("en")

    def slow(request: Request[Any]) -> Any:
        does(story, "tomas", "whistles")
        return answer(request)

    model = scripted(story, slow)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    done = story.reflect_now("mara")
    assert held(story, "mara")
    assert story.clock.turn == 2 + model.calls
    again = story.reflect_now("mara")
    assert [len(each.owners) for each in (done, again)] == [1, 1]
    assert "whistles" in model.requests[-1].text, "what came meanwhile is new the next time"


def test_narrow_asks_two_things_of_a_mind_and_wide_one_and_it_is_known_before(
    library: Library,
) -> None:
    story = library.create(ENGLISH)
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    story.edit("belief", owner="mara", text="Elias never touches the iron key.", about=["elias"])
    does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    assert story.reflect_estimate("mara").calls == 0, "the rules take none"
    for shape, tasks in (("narrow", ["check", "sort_old", "sort_new"]),
                         ("wide", ["check", "sort_wide"])):  # fmt: skip
        branch = story.branch(3, as_=shape)
        model = scripted(branch, nothing)
        branch.set("models.shape", shape)
        before = branch.reflect_estimate("mara")
        branch.reflect_now("mara")
        asked = [request.task for request in model.requests]
        assert {*asked} <= {*tasks}
        assert "check" in asked
        assert len(asked) >= 2
        assert before.calls >= len(asked)
        assert before.read > 0
        assert model.calls == branch.cost().total.calls


def test_what_cannot_be_read_is_asked_once_more_then_left_with_the_reason(
    library: Library,
) -> None:
    story = library.create(ENGLISH)
    model = scripted(story, lambda request: "I would rather not say.")
    for _ in range(2):
        does(story, "elias", "tries the iron key in the gate", **{"with": ["key"]})
    done = story.reflect_now("mara")
    assert done.owners
    assert not held(story, "mara")
    (run,) = runs_of(story)
    assert run.steps[0].replies == ("I would rather not say.",) * 2
    assert run.steps[0].notes
    assert model.calls == 2 * len(run.steps)
