"""A reply is read for the one it is of: choices first, nothing for others, nothing over again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rashomon.play.turns import (
    REMEMBERED,
    REPEATED,
    Reply,
    in_common,
    own_steps,
    repeats,
    steps_of,
    taken_apart,
)
from rashomon.story.naming import is_cjk
from rashomon.story.turn import Change, Step, Turn
from tests.play.standard import YARD, YUAN, short

HERE = Path(__file__).parent
CUTS: list[dict[str, Any]] = yaml.safe_load((HERE / "cuts.yaml").read_text("utf-8"))
PAIRS: list[dict[str, Any]] = yaml.safe_load((HERE / "repeats.yaml").read_text("utf-8"))
ENGLISH = (["Mara"], ["Elias", "Tomas", "the porter", "a lean man"])
CHINESE = (["玛拉"], ["伊莱", "小王", "瘦男人"])


def people(text: str) -> tuple[list[str], list[str]]:
    return CHINESE if is_cjk(text) else ENGLISH


@pytest.mark.parametrize("case", CUTS, ids=lambda case: case["reply"])
def test_what_it_writes_for_another_is_cut(case: dict[str, Any]) -> None:
    read = taken_apart(case["reply"], *people(case["reply"]))
    assert read.prose == case["left"]
    assert [f"{each.why}: {each.text}" for each in read.cuts] == case.get("cuts", [])


def test_the_table_of_cuts_has_enough_of_both_kinds() -> None:
    assert len(CUTS) >= 30
    assert sum("cuts" not in case for case in CUTS) >= 15


@pytest.mark.parametrize("case", CUTS, ids=lambda case: case["reply"])
def test_who_is_alone_in_the_story_has_nothing_cut(case: dict[str, Any]) -> None:
    """The control: the same words, where nobody goes by those names."""
    own, _ = people(case["reply"])
    outside = re.search(r"^(User|Narrator|旁白)", case["reply"])
    assert bool(taken_apart(case["reply"], own, []).cuts) is bool(outside)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(sorted({p for case in CUTS for p in re.findall(r"\w+|\W", case["reply"])})),
        max_size=30,
    ).map("".join)
    | st.text(max_size=50)
)
def test_no_reply_makes_it_raise_and_no_other_is_ever_spoken_for(text: str) -> None:
    own, others = people(text)
    here = YUAN if is_cjk(text) else YARD
    reply = taken_apart(text, own, others)
    steps = steps_of(reply, here).steps
    assert Turn(steps=steps).steps == steps
    assert all(step.who == here.who for step in steps)
    label = re.compile(rf"^(?:{'|'.join(map(re.escape, others))})\s*[:：]", re.MULTILINE)
    assert not label.search(reply.prose)


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("2\nI go.", Reply(option=2, prose="I go.")),
        ("Option 3", Reply(option=3)),
        ("2.\n\nI go.", Reply(option=2, prose="I go.")),
        ("选项2\n我走。", Reply(option=2, prose="我走。")),
        ("whisper to Elias\n“Now.”", Reply(whisper="Elias", prose="“Now.”")),
        ("Whisper: Elias\nNow.", Reply(whisper="Elias", prose="Now.")),
        ("(whisper to Elias)\n“Now.”", Reply(whisper="Elias", prose="“Now.”")),
        ("对伊莱耳语\n“走。”", Reply(whisper="伊莱", prose="“走。”")),
        ("耳语：伊莱\n走", Reply(whisper="伊莱", prose="走")),
        ("think: He lies.\nI nod.", Reply(thoughts=("He lies.",), prose="I nod.")),
        ("想：他在撒谎\n我点头", Reply(thoughts=("他在撒谎",), prose="我点头")),
        ("2\nwhisper: Elias\nthink: hm\n“Go.”", Reply(2, "Elias", ("hm",), "“Go.”")),
        ("I whisper to Elias that I go.", Reply(prose="I whisper to Elias that I go.")),
        ("12 men come.", Reply(prose="12 men come.")),
        ("I nod.\n2", Reply(prose="I nod.\n2")),
        ("对伊莱\n你好", Reply(prose="对伊莱\n你好")),
        ("", Reply()),
    ],
)
def test_control_lines_come_first_and_only_first(text: str, reply: Reply) -> None:
    assert taken_apart(text, ["Mara"], ["Elias"]) == reply


def test_a_whispered_reply_is_whispered_whole_and_its_deeds_are_open() -> None:
    reply = taken_apart("whisper to Elias\n“Now.” I nod. “Go.”", *ENGLISH)
    assert [short(step) for step in steps_of(reply, YARD).steps] == [
        "says: Now. [whisper to elias]", "does: nods", "says: Go. [whisper to elias]",
    ]  # fmt: skip


@pytest.mark.parametrize("whom", ["Ana", "Nobody", "the man", "everybody"])
def test_what_is_whispered_to_nobody_here_is_said_to_nobody(whom: str) -> None:
    reply = taken_apart(f"whisper to {whom}\n“The key is in the well.”", *ENGLISH)
    steps = steps_of(reply, YARD).steps
    if whom == "the man":
        assert short(steps[0]).endswith("[whisper to elias]")
    else:
        assert [short(step) for step in steps] == ["thinks: The key is in the well."]


def test_a_thought_of_a_control_line_is_a_thought() -> None:
    reply = taken_apart("think: He lies.\n“Of course.”", *ENGLISH)
    assert [short(step) for step in steps_of(reply, YARD).steps] == [
        "thinks: He lies.", "says: Of course.",
    ]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["other"])
def test_what_says_the_same_again_is_told_from_what_does_not(pair: dict[str, Any]) -> None:
    assert repeats(pair["other"], [pair["one"]], pair["language"]) is pair["again"]


def test_the_threshold_stands_clear_of_the_examples() -> None:
    shares = {
        again: [
            in_common(pair["one"], pair["other"], pair["language"])
            for pair in PAIRS if pair["again"] is again
        ]
        for again in (True, False)
    }  # fmt: skip
    assert max(shares[False]) + 0.1 < REPEATED < min(shares[True]) - 0.05


def test_only_the_last_three_count_and_few_words_never_do() -> None:
    said, others = PAIRS[0]["one"], ["One.", "Two.", "Three."]
    assert repeats(said, [said, *others[: REMEMBERED - 1]], "en")
    assert not repeats(said, [said, *others], "en")
    assert not repeats("Yes, I do.", ["Yes, I do."], "en")


def test_nobody_acts_for_somebody_whom_a_person_plays() -> None:
    nod = Step(who="elias", does="nods")
    other = Step(who="mara", says="Yes.")
    carry = Step(who="elias", does="carries Mara off",
                 changes=(Change(entity="mara", set={"at": "road"}),))  # fmt: skip
    assert own_steps([nod, other, carry], "elias", {"mara"}) == ((nod,), (other, carry))
    assert own_steps([nod, other, carry], "elias", set()) == ((nod, carry), (other,))
    assert own_steps([other], "mara", {"mara"}) == ((), (other,))
