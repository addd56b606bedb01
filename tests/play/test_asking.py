"""Asking people: an answer rests on what its speaker holds, or is a lie that its author wrote."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rashomon import Story
from rashomon.play import forms_chinese, forms_english
from rashomon.play.asking import WANTS, Answer, Question, aloud, answer, unfounded
from rashomon.play.policy import Ears, may_hear, stance
from rashomon.play.regarding import friend, wary
from rashomon.play.teller import Matter
from rashomon.play.telling import Rest
from rashomon.story.event import Set
from rashomon.story.perception import Perception
from rashomon.story.playing import Tells
from rashomon.story.turn import Turn
from tests.play.tellers import story, teller_of

PLACES = [{"id": "hall", "name": "the hall"}, {"id": "cellar", "name": "the cellar"}]
EXITS = [{"id": "hatch", "name": "the hatch", "from": "hall", "to": "cellar"}]
ITEMS = [
    {"id": "cup", "name": "the silver cup", "at": "hall"},
    {"id": "box", "name": "the Black Box", "at": "hall"},
]
LIE: dict[str, Any] = {
    "about": ["cup"], "how": "lies",
    "instead": {"text": "The cup is in the box.",
                "claims": [{"entity": "cup", "set": {"at": "box"}}]},
}  # fmt: skip


def people(**tells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"id": "ann", "name": "Ann", "at": "hall", "role": "played",
         "relationships": [{"about": "bob", "kind": "friend"}]},
        {"id": "bob", "name": "Bob", "at": "hall",
         "relationships": [{"about": "ann", "kind": "friend"}, {"about": "eve", "kind": "wary"}],
         "beliefs": [{"text": "Eve took it.", "about": ["eve", "cup"], "confidence": "doubtful"}],
         "memories": [
             {"text": "Eve cried in the night.", "people": ["eve"], "minutes_ago": 60,
              "importance": 5},
             {"text": "Eve laughed once.", "people": ["eve"], "minutes_ago": 90}]},
        {"id": "eve", "name": "Eve", "at": "hall", "appearance": "a pale woman"},
        {"id": "dan", "name": "Dan", "at": "cellar", "appearance": "a tall man"},
    ]  # fmt: skip
    return [{**each, "tells": tells.get(each["id"], [])} for each in found]


def hall(*turns: Any, **tells: list[dict[str, Any]]) -> Story:
    return story(*turns, places=PLACES, exits=EXITS, items=ITEMS, characters=people(**tells))


TAKES = [{"who": "eve", "does": "takes the silver cup", "on": ["cup"],
          "changes": [{"entity": "cup", "set": {"at": "eve"}}]}]  # fmt: skip


def rows(of: list[dict[str, Any]]) -> tuple[Tells, ...]:
    return tuple(Tells.model_validate(each) for each in of)


def asked(
    of: Story, who: str, about: str, wants: Any = "anything", *, seed: int = 1,
    asker: str = "ann", tells: list[dict[str, Any]] | None = None, called: str = "",
) -> Answer:  # fmt: skip
    return answer(
        Question(about, wants, called), teller_of(of, who), rows(tells or []), asker, seed
    )


def test_where_something_is_comes_with_how_it_is_known() -> None:
    saw = hall(TAKES)
    given = asked(saw, "bob", "cup", "where")
    assert (given.kind, given.claims) == ("told", (Set("cup", "at", "eve"),))
    assert "Eve" in given.text
    assert given.rests == (Rest("state", None, "cup", "at"),)
    told = hall([{"who": "eve", "says": "It is gone.", "to": ["dan"], "over": "phone",
                  "claims": [{"entity": "cup", "set": {"at": "cellar"}}]}])  # fmt: skip
    line = asked(told, "dan", "cup", "where").text
    assert "a stranger" in line.casefold()
    assert "Eve" not in line


def test_nobody_answers_with_what_it_never_perceived() -> None:
    of = hall(TAKES)
    assert asked(of, "dan", "cup").kind == "unknown"
    assert asked(of, "bob", "cup").kind == "told"


@pytest.mark.parametrize("wants", WANTS)
def test_each_way_of_asking_has_an_answer_that_rests_on_something(wants: Any) -> None:
    of = hall(TAKES)
    given = asked(of, "bob", "cup", wants)
    assert given.kind == "told"
    assert given.rests
    assert unfounded(given, teller_of(of, "bob"), (), "ann") == ()
    Turn.parse({"steps": [given.step("bob", "ann").model_dump(exclude_unset=True)]})


def test_a_thought_is_nobodys_to_tell() -> None:
    of = hall([{"who": "bob", "thinks": "Dan has the silver cup qq1x."}])
    for wants in WANTS:
        assert "qq1x" not in asked(of, "bob", "cup", wants).text
    said = hall([{"who": "bob", "says": "The Black Box qq1x."}])
    assert "qq1x" in asked(said, "bob", "box", "what", asker="eve", tells=[{"about": ["box"]}]).text


def test_a_lie_is_told_word_for_word_and_to_those_it_is_for() -> None:
    of = hall(TAKES)
    tells = [{"about": ["cup"], "to": ["friends"]}, LIE]
    given = asked(of, "bob", "cup", tells=tells, asker="dan")
    assert (given.kind, given.text) == ("lie", "The cup is in the box.")
    assert given.claims == (Set("cup", "at", "box"),)
    teller = teller_of(of, "bob")
    assert unfounded(given, teller, rows(tells), "dan") == ()
    assert unfounded(given, teller, (), "dan")
    assert asked(of, "bob", "cup", tells=tells).kind == "told"


def test_a_lie_moves_as_hearsay_and_changes_no_world() -> None:
    of = hall(TAKES)
    given = asked(of, "bob", "cup", tells=[LIE], asker="dan")
    of.record({"steps": [{"who": "dan", "goes": "hall"}]})
    of.record({"steps": [given.step("bob", "dan").model_dump(exclude_unset=True)]})
    last = of.mind("dan").last_known("cup")
    assert last is not None
    assert (last.state["at"], last.how, last.by) == ("box", "told", "bob")


def test_the_truth_told_on_keeps_its_root() -> None:
    of = hall(TAKES, [{"who": "dan", "goes": "hall"}])
    event = of.events()[0].id
    given = asked(of, "bob", "cup", asker="dan", tells=[{"about": ["cup"]}])
    assert given.retells == event
    of.record({"steps": [given.step("bob", "dan").model_dump(exclude_unset=True)]})
    facts = of.mind("dan").perceptions()[-1].conveys
    assert {fact.root for fact in facts if fact.entity == "cup"} == {event}


def test_what_is_secret_is_kept_until_a_row_opens_it() -> None:
    of = hall()
    assert "cried" not in asked(of, "bob", "eve").text
    assert "laughed" in asked(of, "bob", "eve", "what").text
    opened = asked(of, "bob", "eve", "what", tells=[{"about": ["eve"]}])
    assert "cried" in opened.text
    assert "cried" not in asked(of, "bob", "eve", "what", tells=[{"how": "tells"}]).text


def test_who_is_not_known_by_that_name_is_not_recognised() -> None:
    of = hall([{"who": "dan", "goes": "hall"}])
    assert asked(of, "eve", "dan", called="Dan").kind == "unknown"
    by_look = asked(of, "eve", "dan", called="the tall man")
    assert by_look.kind == "told"
    assert "Dan" not in by_look.text


def test_who_is_wary_says_nothing_and_who_is_not_does() -> None:
    of = hall(TAKES)
    assert asked(of, "bob", "box", asker="eve").kind == "silent"
    assert asked(of, "bob", "box", asker="ann").kind == "told"


def test_what_others_there_may_not_have_is_whispered() -> None:
    of, tells = hall(TAKES), [{"about": ["cup"], "to": ["ann"]}]
    teller = teller_of(of, "bob")
    given = asked(of, "bob", "cup", tells=tells)
    crowd = Ears(frozenset({"ann", "bob", "dan"}))
    alone = Ears(frozenset({"ann", "bob"}))
    assert aloud(given, teller, rows(tells), "ann", crowd).whisper
    assert not aloud(given, teller, rows(tells), "ann", alone).whisper
    behind_a_wall = Ears(alone.present, True, frozenset({"ann", "bob", "dan"}))
    assert aloud(given, teller, rows(tells), "ann", behind_a_wall).whisper


POLICIES: list[tuple[list[dict[str, Any]], str, str]] = [
    ([], "ann", "tells"),
    ([], "eve", "silent"),
    ([{"about": ["cup"], "to": ["ann"]}], "ann", "tells"),
    ([{"about": ["cup"], "to": ["ann"]}], "dan", "silent"),
    ([{"about": ["cup"], "to": ["friends"]}], "ann", "tells"),
    ([{"about": ["cup"], "to": ["friends"]}], "dan", "silent"),
    ([{"about": ["cup"], "to": ["eve"]}], "eve", "tells"),
    ([{"about": ["box"], "how": "silent"}], "ann", "tells"),
    ([{"tags": ["debt"], "how": "silent"}], "ann", "silent"),
    ([{"how": "silent"}], "ann", "silent"),
    ([{"how": "silent"}, {"about": ["cup"]}], "ann", "tells"),
    ([{"about": ["cup"], "to": ["ann"], "how": "silent"}], "dan", "tells"),
    ([LIE], "ann", "lies"),
    ([{"about": ["hall"]}, {"about": ["cup"], "how": "silent"}], "ann", "silent"),
]  # fmt: skip


@pytest.mark.parametrize(("tells", "to", "how"), POLICIES)
def test_the_first_row_that_fits_decides_and_silence_on_one_thing_holds_for_all(
    tells: list[dict[str, Any]], to: str, how: str
) -> None:
    matter = Matter(frozenset({"cup", "hall"}), frozenset({"debt"}))
    regards = {"ann": "old friend", "eve": "wary"}
    assert stance(rows(tells), matter, to, regards).how == how


def test_wary_words_count_before_friendly_ones_in_both_languages() -> None:
    assert friend("best friend")
    assert friend("妹妹")
    assert wary("wary friend")
    assert not friend("wary friend")
    assert wary("提防")
    assert not friend("acquaintance")
    assert not wary(None)


TABLES = {"en": forms_english.ENGLISH, "zh": forms_chinese.CHINESE}


@pytest.mark.parametrize("kind", forms_english.ENGLISH)
def test_each_thing_can_be_put_in_four_ways_that_say_the_same(kind: str) -> None:
    for language, table in TABLES.items():
        assert len(set(table[kind])) == len(table[kind]) >= 4
        parts = {frozenset(f for _, f, _, _ in Formatter().parse(way) if f) for way in table[kind]}
        assert len(parts) == 1, (language, kind)
    english, chinese = (frozenset(re.findall(r"{(\w+)}", t[kind][0])) for t in TABLES.values())
    assert english == chinese
    assert TABLES["en"].keys() == TABLES["zh"].keys()


def test_a_chinese_mind_answers_in_chinese() -> None:
    world: dict[str, Any] = {
        "language": "zh", "places": [{"id": "yard", "name": "院子"}],
        "items": [{"id": "key", "name": "铁钥匙", "at": "yard"}],
        "characters": [{"id": "ann", "name": "安娜", "at": "yard"},
                       {"id": "bob", "name": "老王", "at": "yard"}],
    }  # fmt: skip
    of = story(
        [{"who": "bob", "does": "拿起铁钥匙", "on": ["key"],
          "changes": [{"entity": "key", "set": {"at": "bob"}}]}], **world
    )  # fmt: skip
    for wants in WANTS:
        text = asked(of, "bob", "key", wants).text
        assert not re.search("[A-Za-z]", text), text


STEPS: list[dict[str, Any]] = [
    *TAKES,
    {"who": "bob", "does": "opens the Black Box k1x", "on": ["box"]},
    {"who": "eve", "says": "Dan has the Black Box k2x.", "to": ["bob"]},
    {"who": "bob", "says": "Eve lies k3x.", "to": ["ann"], "whisper": True},
    {"who": "ann", "thinks": "The cup k4x."},
    {"who": "dan", "goes": "hall"},
    {"who": "dan", "does": "drinks k5x"},
    {"who": "eve", "says": "k6x", "to": ["dan"], "over": "phone",
     "claims": [{"entity": "cup", "set": {"at": "cellar"}}]},
    {"who": "bob", "does": "hides the cup k7x", "covert": True, "on": ["cup"]},
]  # fmt: skip
TELLS: list[list[dict[str, Any]]] = [
    [], [{"about": ["cup"], "to": ["friends"]}, LIE], [{"about": ["dan"], "how": "silent"}],
    [{"how": "silent"}, {"about": ["box"]}], [{"about": ["eve", "cup", "box"]}],
]  # fmt: skip


@settings(max_examples=6, deadline=None)
@given(
    st.lists(st.sampled_from(STEPS), max_size=5),
    st.sampled_from(TELLS),
    st.integers(0, 10**9),
)
def test_whatever_is_answered_the_speaker_holds_or_its_author_wrote(
    steps: list[dict[str, Any]], tells: list[dict[str, Any]], seed: int
) -> None:
    of = hall()
    for step in steps:
        if not (step["who"] == "dan" and step.get("goes") and _at(of, "dan") == "hall"):
            of.record({"steps": [step]})
    for who in ("bob", "eve", "dan"):
        teller, policy = teller_of(of, who), rows(tells)
        held = _words(of.mind(who).perceptions())
        for about in ("cup", "box", "dan", "eve", "bob"):
            for wants in WANTS:
                question = Question(about, wants)
                given = answer(question, teller, policy, "ann", seed)
                assert given == answer(question, teller, policy, "ann", seed)
                assert unfounded(given, teller, policy, "ann") == ()
                assert set(re.findall(r"k\dx", given.text)) <= held
                if given.kind != "lie":
                    for name in ("Ann", "Bob", "Eve", "Dan"):
                        known = of.mind(who).name_for(name.casefold()) == name
                        assert known or not re.search(rf"\b{name}\b", given.text), given
                Turn.parse({"steps": [given.step(who, "ann").model_dump(exclude_unset=True)]})


def _at(of: Story, who: str) -> object:
    last = of.mind(who).last_known(who)
    return None if last is None else last.state.get("at")


def _words(perceptions: list[Perception]) -> set[str]:
    thoughts = {"thought"}
    return {w for p in perceptions if p.kind not in thoughts for w in re.findall(r"k\dx", p.text)}


def test_the_check_finds_what_rests_on_nothing() -> None:
    """The control: an answer that was tampered with."""
    of = hall(TAKES)
    teller = teller_of(of, "dan")
    assert unfounded(asked(of, "bob", "cup"), teller, (), "ann")
    true = asked(of, "bob", "cup")
    bob = teller_of(of, "bob")
    claims = Answer("told", true.text, true.rests, true.matter, (Set("cup", "at", "dan"),))
    assert unfounded(claims, bob, (), "ann") == ("claims what its speaker does not hold",)
    kept = rows([{"about": ["cup"], "how": "silent"}])
    assert unfounded(true, bob, kept, "ann")
    named = Answer("told", "Dan has it.", true.rests, true.matter)
    assert "names somebody" in unfounded(named, bob, (), "ann")[0]
    assert not may_hear(kept, true.matter, "ann", bob.regards)
