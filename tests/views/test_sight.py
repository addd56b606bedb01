"""A look is known from being seen: who was only heard is a stranger in what was heard of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.api.mind import Mind
from rashomon.api.story import Story
from rashomon.engine.ask import asking
from rashomon.engine.reflecting import look
from rashomon.reflect.view import Shown
from rashomon.story.perception import Perception

SCARF, EYE = "a man with a green scarf", "a one-eyed woman"
WORLD: dict[str, Any] = {
    "title": "The Inn",
    "places": [
        {"id": "inn", "name": "the inn", "overhears": ["cellar"]},
        {"id": "loft", "name": "the loft", "overhears": ["cellar"], "overlooks": ["cellar"]},
        {"id": "cellar", "name": "the cellar"},
        {"id": "mill", "name": "the mill"},
    ],
    "exits": [{"id": "door", "name": "the door", "from": "inn", "to": "mill"}],
    "characters": [
        {"id": "dora", "name": "Dora", "at": "inn"},
        {"id": "nell", "name": "Nell", "at": "inn"},
        {"id": "ivo", "name": "Ivo", "at": "loft"},
        {"id": "gwen", "name": "Gwen", "at": "cellar", "appearance": EYE},
        {"id": "bert", "name": "Bert", "at": "mill", "appearance": SCARF},
        {"id": "miller", "name": "Otto", "at": "mill", "appearance": "a white miller"},
    ],
}
CALL: dict[str, Any] = {
    "who": "bert",
    "says": "The bread is gone.",
    "to": ["dora"],
    "over": "phone",
}
AGAIN: dict[str, Any] = {
    "who": "bert",
    "says": "The flour is gone too.",
    "to": ["dora"],
    "over": "phone",
}
SHOUT: dict[str, Any] = {"who": "gwen", "says": "Water is coming in!"}
COMES: dict[str, Any] = {"who": "bert", "goes": "inn"}
LEAVES: dict[str, Any] = {"who": "bert", "goes": "mill"}


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


@pytest.fixture
def story(library: Library) -> Story:
    return told(library, WORLD)


def told(library: Library, world: dict[str, Any]) -> Story:
    """A story whose minds go by words alone, so that what is found is exact."""
    story = library.create(world)
    story.set("embedder", "none")
    return story


def play(story: Story, *steps: dict[str, Any]) -> None:
    for step in steps:
        story.record({"steps": [step]})


def said_by(mind: Mind) -> dict[str, str | None]:
    """Who each line is from, to its owner; recalled it reads the same, in memory or not."""
    found = {p.text: p.who_name for p in mind.perceptions() if p.kind == "line"}
    recalled = mind.recall(" ".join(found), limit=50).memories
    names = {m.text: m.who_name for m in recalled if m.event_kind == "line"}
    assert names
    assert names.items() <= found.items()
    assert {p.text: p.who_name for p in mind.perceptions() if p.kind == "line"} == found
    return found


def test_a_voice_on_the_telephone_is_a_strangers_and_the_speaker_beside_one_is_seen(
    story: Story,
) -> None:
    play(story, CALL)
    assert said_by(story.mind("dora")) == {CALL["says"]: "a stranger"}
    assert said_by(story.mind("miller")) == {CALL["says"]: SCARF}
    assert (
        f"A stranger to Dora, over the phone: “{CALL['says']}”" in story.mind("dora").context().text
    )
    assert SCARF in story.mind("miller").context().text


def test_who_is_overheard_is_a_stranger_and_who_is_overlooked_too_is_seen(story: Story) -> None:
    play(story, SHOUT)
    assert said_by(story.mind("dora")) == {SHOUT["says"]: "a stranger"}
    assert said_by(story.mind("ivo")) == {SHOUT["says"]: EYE}
    assert EYE not in story.mind("dora").context().text
    assert EYE in story.mind("ivo").context().text


def test_who_is_met_later_is_not_told_to_be_who_was_heard_before(story: Story) -> None:
    play(story, CALL, COMES)
    dora = story.mind("dora")
    assert said_by(dora) == {CALL["says"]: "a stranger"}
    assert dora.perceptions()[-1].text == "A man with a green scarf arrives."
    assert dora.name_for("bert") == SCARF
    prompt = dora.context().text
    assert f"A stranger to Dora, over the phone: “{CALL['says']}”" in prompt
    assert SCARF in prompt


def test_where_a_thing_is_said_to_be_is_not_told_as_said_by_whom_one_met_later(
    library: Library,
) -> None:
    key = {"id": "key", "name": "the iron key", "at": "mill"}
    story = told(library, {**WORLD, "items": [key]})
    claim = {"entity": "key", "set": {"at": "mill"}}
    play(story, {**CALL, "says": "The iron key is at the mill.", "claims": [claim]})
    story.grant("dora", "mill")
    dora = story.mind("dora")
    assert about_the_key(dora) == "- the iron key (told by a stranger: at the mill)"
    play(story, COMES)
    assert SCARF in dora.context().text
    assert about_the_key(dora) == "- the iron key (told: at the mill)"
    play(story, LEAVES, {**AGAIN, "claims": [claim]})  # by then she knows the voice
    assert about_the_key(dora) == f"- the iron key (told by {SCARF}: at the mill)"


def about_the_key(mind: Mind) -> str:
    """What a prompt says of where the key is said to be."""
    lines = mind.context().text.splitlines()
    return " ".join(line for line in lines if "iron key" in line and "“" not in line)


def test_who_was_seen_before_is_known_by_voice(story: Story) -> None:
    play(story, CALL, COMES, LEAVES, AGAIN)
    names = {CALL["says"]: "a stranger", AGAIN["says"]: SCARF}
    assert said_by(story.mind("dora")) == names
    assert {m.who_name for m in story.mind("dora").memories() if m.kind == "line"} == {
        *names.values()
    }


def test_a_name_learnt_is_the_name_of_who_was_only_heard(story: Story) -> None:
    play(story, CALL, {**AGAIN, "says": "Bert here, again."})
    assert said_by(story.mind("dora")) == {CALL["says"]: "Bert", "Bert here, again.": "Bert"}
    assert story.mind("dora").name_for("gwen") == "a stranger"


def test_who_came_unnoticed_is_seen_from_its_first_deed_on(story: Story) -> None:
    play(story, {**COMES, "covert": True})
    assert story.mind("dora").name_for("bert") == "a stranger"
    play(story, {"who": "bert", "does": "sits down"}, {**LEAVES, "covert": True}, AGAIN)
    dora = story.mind("dora")
    assert next(p.text for p in dora.perceptions()) == "A man with a green scarf sits down."
    assert dora.name_for("bert") == SCARF
    assert said_by(dora) == {AGAIN["says"]: SCARF}


def test_whom_a_deed_is_done_to_is_seen_and_who_is_only_named_in_one_is_not(story: Story) -> None:
    play(story, {**COMES, "covert": True}, {"who": "dora", "does": "nods to Bert", "on": ["bert"]})
    assert story.mind("nell").name_for("bert") == SCARF
    play(story, {"who": "dora", "does": "waves Gwen's letter"})
    assert story.mind("nell").perceptions()[-1].text == "A stranger waves a stranger's letter."


@pytest.mark.parametrize("after", ["undo", "gone"])
def test_a_sight_taken_back_was_none(story: Story, after: str) -> None:
    play(story, {**COMES, "covert": True}, {"who": "bert", "does": "sits down"})
    dora = story.mind("dora")
    assert dora.recall("down").memories
    assert dora.name_for("bert") == SCARF
    if after == "undo":
        story.undo()
    else:
        story.edit_audience(dora.perceptions()[-1].event or 0, remove=["dora"])
    assert dora.name_for("bert") == story.mind("dora").name_for("bert") == "a stranger"


def test_a_look_calls_up_who_was_seen_and_no_line_of_who_was_only_heard(story: Story) -> None:
    play(story, CALL, COMES, LEAVES, AGAIN)
    dora = story.mind("dora")
    for asked in (SCARF, "that man with a green scarf"):
        found = [memory.text for memory in dora.recall(asked).memories]
        assert CALL["says"] not in found
        assert AGAIN["says"] in found
    assert CALL["says"] in [m.text for m in dora.recall("Is the bread gone?").memories]
    assert CALL["says"] not in [m.text for m in dora.recall(people=["bert"]).memories]


def test_before_it_is_seen_a_voice_can_be_asked_for_by_id_and_is_told_of_as_a_strangers(
    story: Story,
) -> None:
    play(story, CALL)
    found = story.mind("dora").recall(people=["bert"]).memories
    assert [(m.text, m.who_name) for m in found] == [(CALL["says"], "a stranger")]
    assert story.mind("dora").recall(SCARF).memories == ()


def test_words_that_are_the_look_of_one_never_seen_are_words(story: Story) -> None:
    line = f"Mam, {SCARF} came for bread."
    play(story, {"who": "nell", "says": line, "to": ["dora"], "whisper": True})
    play(story, {"who": "nell", "says": "It is late."})
    assert next(m.text for m in story.mind("dora").recall(SCARF).memories) == line


@pytest.mark.parametrize("asked", ["Bert", "Where is Bert?", "Gwen", "Gwen and Bert"])
def test_a_name_one_never_learnt_is_a_word_like_any_other(story: Story, asked: str) -> None:
    play(story, CALL, COMES, SHOUT, {"who": "nell", "says": "Where is the bread?"})
    other = asked.replace("Bert", "Xavier").replace("Gwen", "Ysolde")
    for mind in (story.mind("dora"), story.mind("nell"), story.mind("ivo")):
        assert mind.recall(asked, explain=True) == mind.recall(other, explain=True)
    named = story.mind("bert").recall(asked.replace("Gwen", "Bert"), explain=True)
    assert named != story.mind("bert").recall(other, explain=True)  # to whom it is a name


def test_in_anothers_mind_a_voice_is_as_much_of_a_stranger_as_in_ones_own(story: Story) -> None:
    play(
        story,
        {**COMES, "missed_by": ["dora"]},
        {"who": "bert", "does": "sits down", "missed_by": ["dora"]},
    )
    play(story, LEAVES | {"missed_by": ["dora"]}, SHOUT)
    told = [(p.text, p.who_name) for p in story.mind("dora").of("nell").perceptions()]
    assert told == [(SHOUT["says"], "a stranger")]
    assert story.mind("nell").name_for("bert") == SCARF


def test_a_reflection_does_not_join_a_voice_with_whom_its_owner_met_later(
    library: Library, story: Story
) -> None:
    play(story, CALL, COMES, LEAVES, AGAIN)
    with asking(library.context, story.id) as asked:
        shown = {p.text: p.who for p in map(_perception, look(asked, "dora", 2).view.perceptions)}
        beside = {
            p.text: p.who for p in map(_perception, look(asked, "miller", 2).view.perceptions)
        }
    assert (shown[CALL["says"]], shown[AGAIN["says"]]) == (None, "bert")
    assert beside[CALL["says"]] == "bert"


def _perception(shown: Shown) -> Perception:
    return shown.perception


def test_an_authored_memory_is_of_somebody_seen(library: Library) -> None:
    memory = {"text": "Bert once stole a hen.", "people": ["bert"], "minutes_ago": 9000.0}
    people = [{**each, **({"memories": [memory]} if each["id"] == "dora" else {})}
              for each in WORLD["characters"]]  # fmt: skip
    story = told(library, {**WORLD, "characters": people})
    play(story, CALL)
    dora = story.mind("dora")
    assert dora.perceptions()[0].text == "a man with a green scarf once stole a hen."
    assert said_by(dora) == {CALL["says"]: SCARF}
    assert said_by(story.mind("miller")) == {CALL["says"]: SCARF}


CHINESE: dict[str, Any] = {
    "title": "客栈",
    "language": "zh",
    "places": [{"id": "inn", "name": "客栈"}, {"id": "mill", "name": "磨坊"}],
    "exits": [{"id": "door", "name": "木门", "from": "inn", "to": "mill"}],
    "characters": [
        {"id": "lan", "name": "阿兰", "at": "inn"},
        {"id": "wu", "name": "老吴", "at": "mill", "appearance": "一个围绿围巾的男人"},
        {"id": "sun", "name": "孙二", "at": "mill"},
    ],
}


def test_in_chinese_too(library: Library) -> None:
    story = told(library, CHINESE)
    call: dict[str, Any] = {"who": "wu", "says": "面包没了。", "to": ["lan"], "over": "电话"}
    play(story, call)
    assert said_by(story.mind("lan")) == {call["says"]: "一个陌生人"}
    assert said_by(story.mind("sun")) == {call["says"]: "一个围绿围巾的男人"}
    play(story, {"who": "wu", "goes": "inn"})
    lan = story.mind("lan")
    assert said_by(lan) == {call["says"]: "一个陌生人"}
    assert lan.perceptions()[-1].who_name == "一个围绿围巾的男人"
    assert call["says"] not in [m.text for m in lan.recall("一个围绿围巾的男人").memories]
    assert call["says"] in [m.text for m in lan.recall("面包").memories]
    assert "一个陌生人" in lan.context().text
