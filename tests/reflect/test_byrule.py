"""Reflection without a model: what recurs is believed, a lie told on counts once, doubts follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.reflect.bearing import checks, doubt
from rashomon.reflect.byrule import MOST, answers, contradicts, reflected
from rashomon.reflect.judge import Judged, judge
from rashomon.reflect.view import Shown, View
from rashomon.story.mind import Belief
from rashomon.story.perception import Fact, Perception
from tests.reflect.standard import belief, perceived

KINDS = {
    "mara": "character", "elias": "character", "tomas": "character", "ana": "character",
    "wat": "character", "iron_key": "item", "chest": "item", "courtyard": "place",
    "tower": "place", "west_gate": "exit",
}  # fmt: skip
NAMES = {
    "en": {"elias": "a lean man in a porter's coat", "iron_key": "an iron key",
           "chest": "the chest", "courtyard": "the courtyard", "west_gate": "the west gate"},
    "zh": {"elias": "一个穿号衣的瘦子", "tomas": "托马斯", "ana": "安娜", "iron_key": "铁钥匙",
           "chest": "箱子", "courtyard": "院子", "west_gate": "西门"},
}  # fmt: skip


def name_of(language: str) -> Any:
    return lambda id: NAMES[language].get(id, id.capitalize())


def saw(id: int, turn: int, *facts: tuple[str, str, Any], **more: Any) -> Shown:
    conveyed = tuple(Fact(*fact, "saw", None, id) for fact in facts)
    return Shown(perceived(id, f"Something happens, {id}.", turn=turn, conveys=conveyed, **more))


def heard(id: int, turn: int, by: str, root: int, *facts: tuple[str, str, Any]) -> Shown:
    conveyed = tuple(Fact(*fact, "told", by, root) for fact in facts)
    return Shown(perceived(id, "…", turn=turn, kind="line", mode="heard", who=by, conveys=conveyed))


def view(
    perceptions: Sequence[Shown], beliefs: Sequence[Belief] = (), language: str = "en"
) -> View:
    formed = {each.id: 4 for each in beliefs}
    return View(
        owner="mara", language=language, now=999.0, beliefs=tuple(beliefs), wide=True,
        perceptions=tuple(perceptions), behind=tuple(perceptions), formed=formed,
        entities=frozenset(KINDS),
    )  # fmt: skip


def judged(given_: View) -> Judged:
    return judge(reflected(given_, KINDS, name_of(given_.language)), given_)


def texts(given_: View) -> list[str]:
    return [each.belief.text for each in judged(given_).written]


KEY = ("iron_key", "at", "elias")
TWICE = [saw(1, 2, KEY), saw(2, 5, KEY)]


def test_who_twice_sees_somebody_use_the_key_believes_that_he_has_it() -> None:
    found = judged(view(TWICE)).written[0].belief
    assert found.text == "A lean man in a porter's coat has the iron key."
    assert (found.about, found.supports, found.confidence) == (("elias", "iron_key"), (1, 2),
                                                              "likely")  # fmt: skip
    assert texts(view(TWICE, language="zh")) == ["一个穿号衣的瘦子有铁钥匙。"]


@pytest.mark.parametrize("perceptions", [TWICE[:1], [saw(1, 2, KEY), saw(2, 2, KEY)], []])
def test_once_or_twice_in_one_turn_is_nothing_to_believe(perceptions: list[Shown]) -> None:
    assert texts(view(perceptions)) == []


AT = ("tomas", "at", "courtyard")
WITH = ("ana", "at", "courtyard")


@pytest.mark.parametrize(
    ("perceptions", "language", "said"),
    [
        ([saw(1, 2, AT), saw(2, 5, AT)], "en", ["Tomas is often to be found at the courtyard."]),
        ([saw(1, 2, AT), saw(2, 5, AT)], "zh", ["托马斯常在院子。"]),
        ([saw(1, 2, AT, WITH), saw(2, 5, AT, WITH)], "en", ["Ana and Tomas are often together.",
         "Ana is often to be found at the courtyard."]),
        ([saw(1, 2, AT, WITH), saw(2, 5, AT, WITH)], "zh", ["安娜和托马斯常在一起。",
         "安娜常在院子。"]),
        ([heard(1, 2, "tomas", 50, ("west_gate", "locked", True)),
          heard(2, 5, "ana", 51, ("west_gate", "locked", True))], "en",
         ["The west gate is locked."]),
        ([heard(1, 2, "tomas", 50, ("west_gate", "locked", False)),
          heard(2, 5, "ana", 51, ("west_gate", "locked", False))], "zh", ["西门没锁。"]),
        ([heard(1, 2, "tomas", 50, ("iron_key", "at", "chest")),
          saw(2, 5, ("iron_key", "at", "chest"))], "en", ["The iron key is at the chest."]),
        ([heard(1, 2, "tomas", 50, ("iron_key", "colour", "black")),
          heard(2, 5, "ana", 51, ("iron_key", "colour", "black"))], "en",
         ["The colour of the iron key is black."]),
        ([heard(1, 2, "tomas", 50, ("west_gate", "rusty", True)),
          heard(2, 5, "ana", 51, ("west_gate", "rusty", True))], "en", ["The west gate is rusty."]),
    ],
)  # fmt: skip
def test_what_recurs_is_believed_in_a_sentence(
    perceptions: list[Shown], language: str, said: list[str]
) -> None:
    assert texts(view(perceptions, language=language)) == said


def test_what_was_only_seen_of_things_again_and_again_is_no_news() -> None:
    plain = [saw(n, n, ("chest", "closed", True), ("chest", "at", "courtyard")) for n in (1, 2, 3)]
    assert texts(view(plain)) == []


LIE = ("iron_key", "at", "chest")
TELLERS = ("elias", "tomas", "ana", "wat", "elias")


def test_one_lie_told_on_by_five_people_is_never_believed_on_more_than_one_root() -> None:
    told_on = [heard(n + 1, n + 2, who, 50, LIE) for n, who in enumerate(TELLERS)]
    held: list[Belief] = [belief(9, "The iron key is at the chest.", "doubtful", (1,),
                                 about=("iron_key", "chest"))]  # fmt: skip
    for _ in range(3):
        assert texts(view(told_on)) == []
        now = view(told_on, held)
        assert judged(now).written == ()
        for each in now.beliefs:
            assert len({root for g in now.grounds(each.supports) for root in g.roots}) <= 1


def test_what_two_independent_witnesses_saw_is_believed_and_borne_out_by_a_third() -> None:
    witnesses = [heard(1, 2, "tomas", 50, LIE), heard(2, 5, "ana", 51, LIE)]
    (found,) = (each.belief for each in judged(view(witnesses)).written)
    assert (found.supports, found.confidence) == ((1, 2), "likely")
    held = replace(found, id=9, formed=360.0)
    third = [*witnesses, heard(3, 7, "wat", 52, LIE)]
    (firmed,) = (each.belief for each in judged(view(third, [held])).written)
    assert (firmed.id, firmed.supports, firmed.confidence) == (9, (1, 2, 3), "sure")
    retold = [*witnesses, heard(3, 7, "wat", 51, LIE)]
    assert judged(view(retold, [held])).written == ()


def test_one_witness_who_says_it_twice_is_no_second_witness() -> None:
    assert texts(view([heard(1, 2, "ana", 50, LIE), heard(2, 5, "ana", 51, LIE)])) == []


def test_what_the_owner_said_itself_or_has_itself_is_nothing_to_believe() -> None:
    own = [
        Shown(replace(each.perception, conveys=tuple(f._replace(how="said")
              for f in each.perception.conveys)))
        for each in (heard(1, 2, "mara", 50, LIE), heard(2, 5, "mara", 51, LIE))
    ]  # fmt: skip
    assert texts(view(own)) == []
    mine = ("iron_key", "at", "mara")
    assert texts(view([saw(1, 2, mine), saw(2, 5, mine)])) == []


def test_what_the_newest_word_excludes_is_not_believed() -> None:
    gone = saw(3, 7, ("iron_key", "at", "tomas"))
    assert texts(view([*TWICE, gone])) == []
    away = saw(3, 7, ("elias", "at", None))
    assert texts(view([*TWICE, away])) != []


def test_new_beliefs_are_few_and_those_that_recur_most_come_first() -> None:
    facts = [KEY, ("elias", "at", "courtyard"), AT, WITH]
    perceptions = [saw(n, n, *facts[: 1 + (n > 2) * 3]) for n in range(1, 6)]
    found = texts(view(perceptions))
    assert len(found) == MOST
    assert found[0].endswith("has the iron key.")


HELD = belief(9, "A lean man in a porter's coat has the iron key.", "likely", (1, 2),
              about=("elias", "iron_key"), formed=360.0)  # fmt: skip


def checked(held: Belief, new: list[Perception], now: View) -> Judged:
    """The contradiction check as it runs without a model."""
    found = checks([(held, new)], 2, now.language).now
    doubts = [doubt(each.belief, answers(each.belief, each.perceptions, now, KINDS))
              for each in found]  # fmt: skip
    return judge([each for each in doubts if each is not None], now)


@pytest.mark.parametrize(
    ("new", "doubted"),
    [
        (saw(3, 7, ("iron_key", "at", "tomas")), True),
        (saw(3, 7, ("iron_key", "at", "courtyard")), True),
        (heard(3, 7, "ana", 60, ("iron_key", "at", "chest")), True),
        (saw(3, 7, ("iron_key", "at", None)), False),
        (saw(3, 7, KEY), False),
        (saw(3, 7, ("elias", "at", "tower")), False),
        (saw(3, 7, ("chest", "at", "tower")), False),
    ],
)
def test_a_belief_is_doubted_when_something_later_excludes_it(new: Shown, doubted: bool) -> None:
    now = view([*TWICE, new], [HELD])
    made = [each.belief for each in checked(HELD, [new.perception], now).written]
    assert [(each.confidence, each.contradicts) for each in made] == (
        [("doubtful", (3,))] if doubted else []
    )


def test_a_belief_in_somebodys_words_is_doubted_for_what_excludes_the_words() -> None:
    held = belief(9, "Elias has the iron key.", "sure", (), about=("elias",), authored=True)
    new = Shown(perceived(3, "Tomas takes the iron key from Elias.", turn=7, who="tomas"))
    made = checked(held, [new.perception], view([new], [held])).written[0].belief
    assert (made.confidence, made.contradicts) == ("likely", (3,))
    own = replace(new.perception, kind="line", mode="did", who="mara", text="Tomas has the key.")
    assert not contradicts(held, own, view([], [held]), KINDS)
    other = replace(own, mode="heard", who="tomas", who_name="Tomas", text="I have the iron key.")
    assert contradicts(held, other, view([], [held]), KINDS)


def test_a_chinese_belief_is_doubted_too() -> None:
    held = belief(9, "埃利亚斯有铁钥匙。", "likely", (), about=("elias",), authored=True)
    new = Shown(perceived(3, "托马斯从埃利亚斯那里拿走了铁钥匙。", turn=7, who="tomas"))
    made = checked(held, [new.perception], view([new], [held], "zh")).written[0].belief
    assert (made.confidence, made.contradicts) == ("doubtful", (3,))


facts = st.tuples(
    st.sampled_from([*KINDS]),
    st.sampled_from(["at", "locked", "colour"]),
    st.sampled_from([*KINDS, None, True, 3]),
    st.sampled_from(["saw", "told", "said"]),
    st.sampled_from([None, "ana", "tomas"]),
    st.integers(1, 6),
).map(lambda each: Fact(*each))


@given(st.lists(st.tuples(st.integers(1, 9), st.lists(facts, max_size=4)), max_size=8))
def test_all_that_is_proposed_by_rule_is_taken_by_the_judge_or_rests_on_one_root(
    given_: list[tuple[int, list[Fact]]],
) -> None:
    shown = [
        Shown(perceived(n, "…", turn=turn, conveys=tuple(conveyed),
                        kind="line" if n % 2 else "deed"))
        for n, (turn, conveyed) in enumerate(given_, 1)
    ]  # fmt: skip
    found = judged(view(shown))
    for verdict in found.verdicts:
        assert verdict.outcome in ("taken", "mended"), verdict.reason
