"""What bears on a belief, which checks a pass makes, and what comes of their answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.reflect.bearing import bearing, checks, doubt
from rashomon.reflect.judge import judge
from rashomon.reflect.proposals import Doubt
from rashomon.story.mind import Belief
from rashomon.story.perception import Fact
from tests.reflect.standard import BELIEFS, belief, perceived, view_of

KEY = belief(1, "Elias has the iron key.", "likely", (), about=("elias", "iron_key"))
RAIN = perceived(30, "Rain drums on the roof.", who=None, people=(), kind="happening")


def of(text: str, id: int = 31, **more: Any) -> Any:
    return perceived(id, text, **{"who": "wat", "people": ("wat",), **more})


BEARS: list[tuple[str, Any, bool]] = [
    ("involves whom it is about", of("A man shrugs.", people=("elias",)), True),
    ("was done by whom it is about", of("A man shrugs.", who="elias"), True),
    ("was said to whom it is about", of("Well?", to=("elias",)), True),
    ("conveys a fact about a thing it is about",
     of("Look.", conveys=(Fact("iron_key", "at", "chest", "told", "wat", 3),)), True),
    ("conveys that something is with whom it is about",
     of("Look.", conveys=(Fact("horn", "at", "elias", "saw", None, 3),)), True),
    ("shares a word in another form", of("Wat drops three keys."), True),
    ("shares nothing", RAIN, False),
    ("shares only words that say nothing", of("Wat has the horn."), False),
    ("is what the owner said itself",
     of("Elias has the key.", kind="line", mode="did", who="mara"), False),
    ("is what the owner thought", of("Elias, the key.", kind="thought", mode="did"), False),
    ("is what the owner did", of("I take the key.", mode="did", who="mara"), True),
]  # fmt: skip


@pytest.mark.parametrize(("case", "perception", "bears"), BEARS, ids=[each[0] for each in BEARS])
def test_a_perception_bears_on_a_belief_if_it(case: str, perception: Any, bears: bool) -> None:
    found = bearing(KEY, [RAIN, perception], "en").perceptions
    assert found == ((perception,) if bears else ())


def test_chinese_words_are_shared_by_pairs_of_characters() -> None:
    held = belief(1, "埃利亚斯拿着铁钥匙。", "likely", (), about=("iron_key",))
    one = of("沃特把那把钥匙扔进井里。")
    other = of("他在那里。", 32)
    assert bearing(held, [other, one], "zh").perceptions == (one,)


def test_what_is_linked_already_does_not_bear_again() -> None:
    held = replace(KEY, supports=(31,), contradicts=(32,))
    new = of("Wat has a key.", 33)
    assert bearing(held, [of("A key.", 31), of("A key.", 32), new], "en").perceptions == (new,)


def test_at_most_six_bear_the_most_bearing_first_and_of_equals_the_newer() -> None:
    keys = [of("A key turns.", id, turn=id) for id in range(40, 48)]
    taken = of("Wat takes the iron key from him.", 39, people=("elias", "wat"))
    found = bearing(KEY, [*keys, taken], "en").perceptions
    assert [each.id for each in found] == [39, 47, 46, 45, 44, 43]


def test_a_rare_word_weighs_more_than_one_that_many_share() -> None:
    many = [of("He is at the gate.", id) for id in range(40, 45)]
    held = belief(1, "The lantern by the gate is broken.", "likely", (), about=())
    lantern = of("Wat lights a lantern.", 39)
    assert bearing(held, [*many, lantern], "en").perceptions[0] == lantern


def test_a_pass_checks_so_many_beliefs_most_bearing_first_and_the_rest_stay_due() -> None:
    weak = belief(2, "Tomas owns a key.", "likely", (), about=("tomas",))
    none = belief(3, "Ships are dear.", "likely", (), about=("ship",))
    gone = replace(KEY, id=4, status="let_go")
    new = [of("Wat has the iron key of Elias.", people=("elias",))]
    waiting = [(weak, new), (none, new), (gone, new), (KEY, new)]
    found = checks(waiting, 1, "en")
    assert [each.belief.id for each in found.now] == [1]
    assert found.due == {2}
    assert [each.belief.id for each in checks(waiting, 2, "en").now] == [1, 2]
    assert checks(waiting, 0, "en").due == {1, 2}


@given(st.permutations([of(f"Wat has key {n}.", n) for n in range(40, 50)]))
def test_the_order_of_what_is_given_changes_nothing(new: list[Any]) -> None:
    ordered = sorted(new, key=lambda each: each.id)
    assert bearing(KEY, new, "en") == bearing(KEY, ordered, "en")


ANSWERS: list[tuple[dict[int, Any], tuple[int, ...] | None]] = [
    ({9: "no"}, (9,)),
    ({9: "yes"}, None),
    ({9: "unclear"}, None),
    ({}, None),
    ({6: "yes", 9: "no", 11: "unclear", 2: "no"}, (9, 2)),
]


@pytest.mark.parametrize(("answers", "against"), ANSWERS)
def test_only_a_plain_no_is_a_doubt(
    answers: dict[int, Any], against: tuple[int, ...] | None
) -> None:
    found = doubt(BELIEFS[1], answers)
    assert found == (None if against is None else Doubt(1, against))


@pytest.mark.parametrize(
    ("before", "after"), [("sure", "likely"), ("likely", "doubtful"), ("doubtful", "doubtful")]
)
def test_a_doubt_is_one_step_down_with_what_speaks_against_it_linked(
    before: Any, after: str
) -> None:
    found = doubt(BELIEFS[1], {9: "no", 6: "no"})
    assert found is not None
    judged = judge([found], view_of(confidence={1: before}))
    made: Belief = judged.written[0].belief
    assert (made.confidence, made.contradicts, made.supports) == (after, (9, 6), (1,))
