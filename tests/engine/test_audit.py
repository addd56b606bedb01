"""The audit: whatever is planted in a prompt is found, and what its owner could know never is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

import rashomon
from rashomon.api.story import Story
from rashomon.cli.examples import FOLDER, example_names
from rashomon.engine import runs
from rashomon.engine.audit import Audit
from rashomon.prompts.request import Request
from rashomon.story.run import Run, RunStep
from rashomon.testing.scripted import ScriptedModel, given

WORLD: dict[str, Any] = {
    "id": "hall", "title": "The Hall", "opening": "Nobody in the hall suspects what is coming.",
    "places": [
        {"id": "hall", "name": "the hall", "description": "Long and cold under smoked beams."},
        {"id": "den", "name": "the Red Den", "description": "Low and hot with a single window."},
    ],
    "exits": [{"id": "door", "name": "the low door", "from": "hall", "to": "den", "hidden": True}],
    "items": [
        {"id": "gem", "name": "the Star of Ash", "at": "gus"},
        {"id": "letter", "name": "a letter", "at": "hall",
         "text": "Burn the mill on the third night and wait."},
    ],
    "characters": [
        {"id": "ann", "name": "Ann", "aliases": ["Annie"], "at": "hall",
         "appearance": "a tall woman",
         "persona": "Fears that her brother sold the mill to strangers.",
         "beliefs": [{"text": "The steward keeps two sets of books."}],
         "memories": [{"text": "A fire took the old barn in one hour.", "minutes_ago": 60.0}],
         "relationships": [{"about": "bob", "kind": "friend",
                            "text": "Owes him more than she can ever pay."}]},
        {"id": "bob", "name": "Bob", "at": "hall", "appearance": "a lame man"},
        {"id": "cid", "name": "Cid", "at": "hall", "appearance": "a boy"},
        {"id": "gus", "name": "Gus", "at": "den", "appearance": "a man in grey"},
    ],
    "lore": [{"id": "order", "name": "the Order of Salt", "text": "It drowns whoever leaves it."}],
}  # fmt: skip

EVENING: list[list[dict[str, Any]]] = [
    [{"who": "ann", "says": "Is the great gate barred for the night?", "to": ["bob"]}],
    [{"who": "bob", "says": "The miller paid me in false silver.", "to": ["cid"], "whisper": True}],
    [{"who": "cid", "thinks": "He has never told me the truth."}],
    [{"who": "cid", "does": "slips the spoon into his left boot", "covert": True}],
    [{"who": "gus", "says": "They will never look behind this wall."}],
    [{"who": "ann", "does": "reads the letter", "reads": "letter"}],
    [{"who": "bob", "thinks": "She knows it."}],
]


def told(*turns: list[dict[str, Any]], **world: Any) -> Story:
    """A story of these turns; of the evening where none are given."""
    story = rashomon.open(":memory:").create({**WORLD, **world})
    for steps in turns or EVENING:
        story.record({"steps": steps})
    return story


def moment(story: Story) -> int:
    """The newest event."""
    return max((each.id for each in story.events(limit=1)), default=0)


def keep(story: Story, *prompts: tuple[str | None, str], **fields: Any) -> None:
    """Store prompts as a run that was made just now."""
    now = story.context.store.clock()  # type: ignore[attr-defined]
    steps = tuple(
        RunStep("character", "act", owner, "a model", moment(story), prompt=text, calls=1)
        for owner, text in prompts
    )
    given: dict[str, Any] = {
        "id": 0, "kind": "turn", "turn": story.clock.turn, "commit": None, "at": now,
        "status": "done", "reason": "", "steps": steps,
    }  # fmt: skip
    runs.keep_run(story.context, story.id, Run(**{**given, **fields}))


def contexts(story: Story) -> Iterable[tuple[str, str]]:
    """Everybody's prompt as it would be made now."""
    return [(each.id, story.mind(each.id).context().text) for each in story.world.characters]


def planted(owner: str, text: str, story: Story | None = None) -> Audit:
    """What an audit makes of a clean prompt into which a text was put."""
    story = story or told()
    keep(story, (owner, f"{story.mind(owner).context().text}\n- {text}"))
    return story.audit()


LEAKS = {
    "a name": ("cid", "Gus does not care.", "the name “Gus” (gus)"),
    "a place": ("cid", "Beyond lies the Red Den.", "the name “the Red Den” (den)"),
    "a place without its article": ("cid", "Seen in Red Den.", "the name “Red Den” (den)"),
    "an item": ("ann", "The Star of Ash is his.", "the name “The Star of Ash” (gem)"),
    "an exit": ("bob", "Past the low door.", "the name “the low door” (door)"),
    "lore": ("bob", "The Order of Salt knows.", "the name “The Order of Salt” (order)"),
    "an alias": ("cid", "Annie looks up.", "the name “Annie” (ann)"),
    "a spoken line": ("ann", "Somebody: “They will never look behind this wall.”", "event 5"),
    "a part of a line": ("ann", "He said never look behind this wall.", "event 5"),
    "a whisper": ("ann", "Bob said that the miller paid me in false silver.", "event 2"),
    "a thought": ("bob", "Cid thinks: “He has never told me the truth.”", "event 3"),
    "a short thought": ("ann", "Bob thinks: “She knows it.”", "event 7"),
    "a hidden deed": ("bob", "A boy slips the spoon into his left boot.", "event 4"),
    "what is written": ("cid", "Burn the mill on the third night.", "written on letter"),
    "a persona": ("bob", "Her brother sold the mill to strangers.", "the persona of ann"),
    "a belief": ("bob", "The steward keeps two sets of books.", "a belief of ann"),
    "a memory": ("bob", "A fire took the old barn in one hour.", "a memory of ann"),
    "a regard": ("bob", "She owes him more than she can ever pay.", "how ann regards bob"),
    "the look of a place": ("ann", "Low and hot with a single window.", "the look of den"),
    "what lore says": ("ann", "It drowns whoever leaves it.", "what the lore of order says"),
    "the opening": ("ann", "Nobody in the hall suspects what is coming.", "the opening"),
}  # fmt: skip


@pytest.mark.parametrize("kind", LEAKS)
def test_a_planted_leak_is_found(kind: str) -> None:
    owner, text, said = LEAKS[kind]
    found = planted(owner, text)
    assert (found.prompts, found.checked, found.holding) == (1, 1, 1)
    assert any(said in each.what for each in found.findings), found.findings
    assert all((each.run, each.step, each.owner) == (1, 1, owner) for each in found.findings)


@pytest.mark.parametrize(
    ("owner", "text"),
    [
        ("gus", "They will never look behind this wall."),
        ("cid", "The miller paid me in false silver."),
        ("cid", "He has never told me the truth. Slips the spoon into his left boot."),
        ("ann", "Burn the mill on the third night and wait. Annie fears that her brother sold it."),
        ("gus", "Gus holds the Star of Ash in the Red Den."),
        ("bob", "Is the great gate barred for the night?"),
    ],
)
def test_who_was_there_may_have_it(owner: str, text: str) -> None:
    assert planted(owner, text).findings == ()


def test_a_name_that_was_heard_as_a_word_is_no_leak() -> None:
    story = told([{"who": "ann", "says": "Gus will come by the low door."}])
    assert planted("bob", "Gus. The low door.", story).findings == ()
    assert len(planted("gus", "Cid lies.", story).findings) == 1


def test_what_was_still_to_come_is_found_and_later_it_is_not() -> None:
    story = told()
    line = "The second barrel is full of salt."
    keep(story, ("bob", line))
    early = moment(story)
    story.record({"steps": [{"who": "ann", "says": line}]})
    keep(story, ("bob", line))
    found = story.audit()
    assert [each.run for each in found.findings] == [1]
    assert "which was still to come" in found.findings[0].what
    assert early < moment(story)


def test_a_name_that_was_learnt_later_is_found() -> None:
    story = told()
    keep(story, ("cid", "A tall woman. Ann."))
    story.record({"steps": [{"who": "bob", "says": "Ann, come here!", "to": ["ann"]}]})
    keep(story, ("cid", "Ann."))
    assert [each.run for each in story.audit().findings] == [1]


def test_a_correction_makes_a_leak_of_what_is_shown_after_it_and_of_nothing_before() -> None:
    story = told()
    line = "Is the great gate barred for the night?"
    keep(story, ("bob", line))
    (heard,) = [each for each in story.mind("bob").perceptions() if each.event == 1]
    story.edit("perception", heard.id, text="Is it late?", accuracy="mistaken", why="misheard")
    keep(story, ("bob", line))
    keep(story, ("bob", "Is it late?"))
    assert [each.run for each in story.audit().findings] == [2]
    story.set("memory.imperfect", False)
    assert story.audit().findings == ()


def test_who_was_taken_out_of_an_audience_has_none_of_it_from_then_on() -> None:
    story = told()
    line = "Is the great gate barred for the night?"
    keep(story, ("cid", line))
    story.edit_audience(1, remove=["cid"], why="asleep")
    keep(story, ("cid", line))
    story.edit_audience(1, add=["gus"], why="listened")
    keep(story, ("gus", line))
    assert [each.run for each in story.audit().findings] == [2]


def test_what_a_run_wrote_itself_may_stand_in_its_prompts_before_and_after() -> None:
    story = told()
    (heard,) = [each for each in story.mind("bob").perceptions() if each.event == 1]
    edited = story.edit("perception", heard.id, text="Is it very late already?", why="misheard")
    line = "Is the great gate barred for the night?"
    keep(story, ("bob", line), ("bob", "Is it very late already?"), commit=edited.commit)
    keep(story, ("bob", line), commit=edited.commit + 1)
    assert [each.run for each in story.audit().findings] == [2]


def test_an_edit_between_two_events_counts_though_the_clock_was_set_back() -> None:
    story = told()
    keep(story, ("bob", "Is the great gate barred for the night?"), at=0.0)
    assert story.audit().findings == ()


def test_an_undone_line_is_found_in_a_prompt_that_stayed() -> None:
    story = told()
    story.record({"steps": [{"who": "ann", "says": "The second barrel is full of salt."}]})
    keep(story, ("bob", "The second barrel is full of salt."), ("bob", "x"), turn=2)
    assert story.audit().findings == ()
    story.undo()
    assert len(story.runs()) == 1
    assert story.audit().findings == ()  # nobody can tell any more whose words those were


def test_prompts_from_the_record_are_counted_and_their_sentences_noted() -> None:
    story = told()
    everything = " ".join(each.text for each in story.events())
    step = RunStep("keeper", "grade", None, "a model", 7, prompt=everything, calls=1)
    closed = replace(step, replies=('{"grades": [{"e": "E1", "n": 3}]}',))
    prose = replace(step, replies=('{"why": "Ann asks whether the gate is barred"}',))
    keep(story, steps=(closed, prose, replace(step, prompt="")))
    found = story.audit()
    assert (found.prompts, found.checked, found.record, found.findings) == (2, 0, 2, ())
    assert [(each.step, each.where) for each in found.notes] == [
        (2, "Ann asks whether the gate is barred")
    ]


def test_instructions_that_are_not_the_same_for_all_are_part_of_the_prompt() -> None:
    story = told()
    rules = "Elias says: The miller paid me in false silver."
    step = RunStep("check", "both", "ann", "a model", moment(story), prompt="P", calls=1)
    keep(story, steps=(replace(step, system=rules), replace(step, system=rules, owner="gus")))
    assert story.audit().findings == ()
    keep(story, steps=(replace(step, system=f"{rules} Mind this."),))
    assert [(each.run, each.step) for each in story.audit().findings] == [(2, 1)]


def test_what_was_let_go_cannot_be_checked_and_is_counted() -> None:
    story = told()
    keep(story, ("ann", "x"))
    story.set("runs.megabytes", 0)
    keep(story, ("ann", "x"))
    found = story.audit()
    assert (found.prompts, found.pruned) == (0, 2)


@pytest.mark.parametrize("authored", [False, True])
def test_a_thread_adds_nothing_to_the_words_of_the_line_that_opened_it_unless_an_author_does(
    authored: bool,
) -> None:
    def opens(request: Request[Any]) -> dict[str, Any]:
        reply: dict[str, Any] = {name: [] for name in request.schema.model_fields}
        if request.task == "threads":
            reply["threads"] = [{"e": "E1", "kind": "mystery", "act": "open", "t": "new"}]
        return reply

    story = told([{"who": "bob", "says": "The miller paid me in silver.", "to": ["ann"]}])
    story.context.models = given(keeper=ScriptedModel(opens))
    story.keep_now()
    (thread,) = story.threads()
    assert thread.text == "Bob: “The miller paid me in silver.”"
    added = " He killed the miller for it himself." if authored else ""
    if authored:
        story.edit("thread", thread.id, text=thread.text + added)
    keep(story, *((who, f"Bob: “The miller paid me in silver.”{added}") for who in ("ann", "gus")))
    found = [each.owner for each in story.audit().findings]
    assert ("ann" in found) is authored, "she was there, and nobody has what an author adds"
    assert "gus" in found


def test_a_merged_id_shares_what_the_other_has() -> None:
    story = told()
    keep(story, ("cid", "They will never look behind this wall."))
    assert len(story.audit().findings) == 1
    story.merge("gus", "cid")
    assert story.audit().findings == ()


def test_what_a_character_is_given_holds_nothing_that_it_could_not_know() -> None:
    story = told(EVENING[0])
    keep(story, *contexts(story))
    for steps in EVENING[1:]:
        story.record({"steps": steps})
        keep(story, *contexts(story))
    story.reflect_now()
    story.keep_now()
    keep(story, *contexts(story))
    found = story.audit()
    assert (found.checked, found.findings) == (4 * (len(EVENING) + 1), ())


@pytest.mark.parametrize("name", example_names())
def test_no_prompt_of_a_world_that_comes_along_holds_too_much(name: str) -> None:
    story = rashomon.open(":memory:").create(FOLDER / f"{name}.yaml")
    keep(story, *contexts(story))
    file = FOLDER / f"{name}.turns.jsonl"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    for number, line in enumerate(lines):
        story.record(json.loads(line))
        if number % 3 == 2:
            story.reflect_now()
        keep(story, *contexts(story))
    found = story.audit()
    assert found.findings == ()
    assert found.checked == len(story.world.characters) * (len(lines) + 1)


def _nothing(request: Request[Any]) -> dict[str, Any]:
    if request.task == "check":
        return {"items": []}
    return {key: [] for key in ("old", "new") if f'"{key}"' in request.system}


@pytest.mark.parametrize("shape", ["narrow", "wide"])
@pytest.mark.parametrize("name", example_names())
def test_what_a_reflection_asked_holds_nothing_of_another_mind(name: str, shape: str) -> None:
    story = rashomon.open(":memory:").create(FOLDER / f"{name}.yaml")
    model = ScriptedModel(_nothing)
    story.context.models = given(check=model, reflection=model)
    story.set("models.shape", shape)
    file = FOLDER / f"{name}.turns.jsonl"
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        story.record(json.loads(line))
        story.reflect_now()
    for who in story.world.characters:
        if who.role != "background":
            story.reflect_now(who.id)
    asked = sum(bool(step.prompt) for each in story.runs() for step in story.run(each.id).steps)
    found = story.audit()
    assert (found.checked, found.record, found.findings) == (asked, 0, ())
    assert asked or not file.exists()


def test_a_line_in_chinese_is_found_and_is_no_leak_to_its_hearer() -> None:
    story = rashomon.open(":memory:").create(
        {
            "title": "渡口", "language": "zh",
            "places": [{"id": "inn", "name": "客栈"}, {"id": "pier", "name": "码头"}],
            "characters": [
                {"id": "wang", "name": "王五", "at": "inn"},
                {"id": "li", "name": "李四", "at": "pier"},
                {"id": "zhao", "name": "赵六", "at": "inn"},
            ],
        }
    )  # fmt: skip
    story.record({"steps": [{"who": "wang", "says": "我把那封信藏在井边的石头下面了。"}]})
    keep(
        story,
        ("li", "有人把那封信藏在井边的石头下面。王五。"),
        ("zhao", "那封信藏在井边的石头下面了。"),
    )
    keep(story, *contexts(story))
    found = story.audit()
    assert {(each.run, each.owner) for each in found.findings} == {(1, "li")}
    assert {each.what.split("，")[0][:12] for each in found.findings} == {
        "the name “王五", "words of a l",
    }  # fmt: skip
