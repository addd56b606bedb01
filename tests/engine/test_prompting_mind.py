"""What stands in a prompt of its owner's mind: beliefs, what weighs most, what it was told."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon.api.story import Story
from rashomon.prompts.prompt import Prompt
from rashomon.recall.choose import tokens
from tests.engine.rich import LANGUAGES, WORDS, world

AWAY = 60 * 24 * 30.0


def _story(language: str = "en", **changes: Any) -> Story:
    return rashomon.open(":memory:").create({**world(language), **changes})


def _part(prompt: Prompt, name: str) -> str:
    return next((each.text for each in prompt.sections if each.name == name), "")


def _say(story: Story, who: str, says: str, **more: Any) -> None:
    story.record({"steps": [{"who": who, "says": says, **more}]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_believes_and_what_weighs_most_stand_whatever_is_talked_of(language: str) -> None:
    story, of = _story(language), WORDS[language]
    _say(story, "song", of["talk"][0], to=["gwen"])
    me = _part(story.mind("gwen").context(), "self")
    sure = {"en": "Song can be trusted with anything. (sure)", "zh": "宋姐什么事都信得过。（确信）"}
    assert sure[language] in me
    for text, _, _ in of["beliefs"]:
        assert text[1:] in me
    assert of["memories"][0][0] in me
    assert of["memories"][1][0] in me
    assert of["memories"][2][0] not in me
    for who in ("song", "pip", "man"):
        text = story.mind(who).context().text
        assert all(line not in text for line, *_ in (*of["beliefs"], *of["memories"]))


def test_it_stands_between_whom_it_regards_and_the_map_and_is_not_repeated() -> None:
    story = _story()
    asks = "Who burnt the mill, Gwen, who killed the miller, and what did Bert give for the ring?"
    _say(story, "song", asks, to=["gwen"])
    prompt = story.mind("gwen").context()
    order = [prompt.text.index(each) for each in (
        "Owes her nine pounds", "What Gwen believes:", "Bert burnt the mill.",
        "What Gwen remembers above all:", "I killed the miller.", "Ways and places Gwen knows:",
    )]  # fmt: skip
    assert order == sorted(order)
    assert (
        prompt.text.count("I killed the miller.") == prompt.text.count("Bert burnt the mill.") == 1
    )
    assert "I sold my ring to Bert for oil." in _part(prompt, "recalled")


def test_beliefs_stand_as_they_came_and_change_only_when_they_do() -> None:
    story = _story()
    before = _part(story.mind("gwen").context(), "self")
    for n in range(6):
        _say(story, ("song", "pip")[n % 2], f"Number {n}.", to=["gwen"])
    story.record({"steps": [{"who": "song", "goes": "lamp"}]})
    assert _part(story.mind("gwen").context(), "self") == before
    story.edit("belief", None, why="new", owner="gwen", text="Pip knows.", about=["pip"])
    after = _part(story.mind("gwen").context(), "self")
    new = [line for line in after.split("\n") if line not in before.split("\n")]
    assert [line for line in new if "Pip knows." in line] == new
    assert after.index("Ada reads her letters.") < after.index("Pip knows.")
    assert [line for line in after.split("\n") if line not in new] == before.split("\n")


def test_where_not_all_fit_those_about_people_present_and_the_surest_stay() -> None:
    people = world("en")["characters"]
    sure = [{"text": f"Song did number {n} of what nobody speaks of.", "about": ["song"],
             "confidence": ("sure", "doubtful")[n % 2]} for n in range(40)]  # fmt: skip
    other = [{"text": f"Ada did number {n} of what nobody speaks of.", "about": ["ada"],
              "confidence": "sure"} for n in range(40)]  # fmt: skip
    people[0] = {**people[0], "beliefs": [*other, *sure]}
    story = _story(characters=people)
    prompt = story.mind("gwen").context()
    held = [line for line in prompt.text.split("\n") if "of what nobody speaks of" in line]
    mine = [line for line in held if line in _part(prompt, "self")]
    assert 15 < len(mine) < 60
    assert tokens("\n".join(mine)) <= prompt.budget / 5
    about_song = [line for line in mine if "Song" in line]
    assert sum("(sure)" in line for line in about_song) == 20
    assert "I killed the miller." in prompt.text
    assert len(about_song) == len(mine) or len(about_song) == 40
    story.record({"steps": [{"who": "song", "goes": "lamp"}]})
    gone = _part(story.mind("gwen").context(), "self")
    assert "(in doubt)" not in gone


def test_a_belief_stands_for_its_grounds_but_not_for_what_speaks_against_it() -> None:
    story = _story()
    _say(story, "song", "Bert has the oil.", to=["gwen"], importance=5)
    _say(story, "pip", "Bert has no oil.", to=["gwen"], importance=5)
    _say(story, "man", "The boat is ready.", to=["gwen"], importance=5)
    story.record({"minutes": AWAY, "steps": []})
    held = {each.text: each.id for each in story.mind("gwen").perceptions()}
    for text in held:
        if text.startswith(("Bert", "The boat")):
            assert text in _part(story.mind("gwen").context(), "self")
    story.edit("belief", None, why="sums up", owner="gwen", text="Bert hoards.", about=["bert"],
               supports=[held["Bert has the oil."], held["Bert has no oil."]],
               contradicts=[held["Bert has no oil."]])  # fmt: skip
    _say(story, "song", "What has Bert, Gwen? Has he oil?", to=["gwen"])
    text = story.mind("gwen").context().text
    assert "Bert hoards." in text
    assert "Bert has the oil." not in text
    assert "Bert has no oil." in text
    assert "The boat is ready." in text


def test_what_weighs_most_of_what_it_lived_through_stands_once_it_is_no_longer_shown() -> None:
    story = _story()
    story.record({"steps": [{"who": "song", "does": "slaps Gwen", "importance": 5},
                            {"who": "song", "does": "laughs", "importance": 4}]})  # fmt: skip
    shown = story.mind("gwen").context()
    assert shown.text.count("Song slaps Gwen.") == 1
    assert "Song slaps Gwen." not in _part(shown, "self")
    story.record({"minutes": AWAY, "steps": [{"who": "gwen", "goes": "yard"}]})
    story.record({"minutes": AWAY, "steps": []})
    later = story.mind("gwen").context()
    assert "month" in next(line for line in later.text.split("\n") if "slaps Gwen" in line)
    assert "slaps Gwen" in _part(later, "self")
    assert "laughs" not in _part(later, "self")
    assert "slaps" not in story.mind("bert").context().text


# What it carries, and what it was told.


def _hidden(*, truly: bool, first: bool = False) -> Story:
    """Song is told that the watch she carries is in the logbook; `truly` it is no longer hers."""
    story = _story()
    taken = {
        "who": "man", "does": "picks a pocket", "covert": True,
        "changes": [{"entity": "watch", "set": {"at": "man"}}],
    }  # fmt: skip
    says = {
        "who": "pip", "says": WORDS["en"]["hidden"], "to": ["song"],
        "claims": [{"entity": each, "set": {"at": "logbook"}} for each in ("watch", "gold")],
    }  # fmt: skip
    steps = [*([taken] if truly else []), says]
    for step in reversed(steps) if first else steps:
        story.record({"steps": [step]})
    return story


def test_what_is_on_its_own_person_is_as_it_can_see_once_it_is_told_otherwise() -> None:
    lied = story_now(_hidden(truly=False))
    assert "Song has: the gold watch" in lied
    assert "use the gold watch" in lied
    gone = _hidden(truly=True)
    assert "gold watch" not in story_now(gone)
    me = _part(gone.mind("song").context(), "self")
    assert "- the gold watch (told by a boy of nine: in the logbook)" in me
    assert "- the sovereigns (told by a boy of nine: in the logbook)" in me
    assert "(told" in _part(gone.mind("gwen").context(), "self"), "she stood by"
    for who in ("bert", "pip"):
        assert "(told" not in gone.mind(who).context().text


def test_what_was_cut_off_unnoticed_after_it_looked_is_still_carried() -> None:
    assert "Song has: the gold watch" in story_now(_hidden(truly=True, first=True))


def story_now(story: Story) -> str:
    """What Song has of the present."""
    return _part(story.mind("song").context(), "now")


# How it is put.


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_it_has_merely_talked_with_are_no_acquaintances(language: str) -> None:
    story, of = _story(language), WORDS[language]
    for who in ("pip", "man"):
        _say(story, who, of["enter"], to=["gwen"])
    prompt = story.mind("gwen").context()
    talked = {"en": "Of them Gwen has talked with: a boy of nine; a heavy man in oilskins",
              "zh": "其中和关雯说过话的：一个九岁的男孩；一个穿油布衣的胖男人"}  # fmt: skip
    assert talked[language] in _part(prompt, "now").split("\n")
    assert "acquaintance" not in prompt.text
    assert "相识" not in prompt.text
    assert of["pips"] not in _part(prompt, "self")
    story.record({"steps": [{"who": "pip", "goes": "yard"}, {"who": "man", "goes": "yard"}]})
    assert talked[language][:8] not in story.mind("gwen").context().text


def test_lines_begin_with_a_capital_and_unknown_ways_are_said_as_one_would() -> None:
    story = _story()
    _say(story, "man", "Good evening.", to=["gwen"])
    prompt = story.mind("gwen").context()
    assert "- A heavy man in oilskins to Gwen: “Good evening.”" in prompt.text
    told = [line for line in _part(prompt, "own").split("\n") if line.startswith("- ")]
    assert not [line for line in told if line[2].islower()]
    assert "- the kitchen – the hatch, where it leads Gwen does not know" in prompt.text
    assert "unexplored" not in prompt.text
    assert "a torn page (in a table)" in _part(prompt, "now")
    gm = story.context_gm().text
    for told in (
        "a torn page (in a table)",
        "a table (at the kitchen)",
        "the gold watch (with Song)",
    ):
        assert told in gm


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whisper_that_was_overheard_is_still_a_whisper(language: str) -> None:
    people, of = world(language)["characters"], WORDS[language]
    story = _story(language, characters=people)
    whisper = {"who": "song", "says": of["whisper"], "to": ["gwen"], "whisper": True,
               "noticed_by": ["bert"]}  # fmt: skip
    story.record({"steps": [whisper]})
    for who in ("bert", "gwen", "song"):
        (line,) = (x for x in story.mind(who).context().text.split("\n") if of["whisper"] in x)
        assert {"en": "whispers", "zh": "低声说"}[language] in line
    assert of["whisper"] not in story.mind("pip").context().text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_memory_that_was_given_is_said_to_be_remembered(language: str) -> None:
    story, of = _story(language), WORDS[language]
    _say(story, "song", of["ask"], to=["gwen"])
    recalled = _part(story.mind("gwen").context(), "recalled")
    form = {"en": "- Gwen remembers (1 year earlier): ", "zh": "- 关雯记得（一年前）："}
    assert f"{form[language]}{of['memories'][2][0]}" in recalled


def test_of_a_vague_memory_that_is_a_name_alone_a_sentence_is_made() -> None:
    story = _story()
    for n in range(3):
        _say(story, "song", "No." if n else "Aye.", to=["gwen"], importance=1)
    story.record({"minutes": 60 * 24 * 900.0, "steps": [{"who": "gwen", "goes": "yard"}]})
    story.record({"steps": [{"who": "gwen", "goes": "kitchen"}]})
    recalled = _part(story.mind("gwen").context(), "recalled").split("\n")[1:]
    assert not [line for line in recalled if line.endswith((") Song.", ") Something.", ") Words."))]
