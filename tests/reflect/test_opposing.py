"""The check in words: total, silent on what it cannot read, and as good as it is said to be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.reflect import opposites_chinese, opposites_english
from rashomon.reflect.opposing import opposed
from rashomon.reflect.saying import Noun, Opposites, meets, same
from rashomon.testing.pairs import Pair, Score, pairs, score

PAIRS = pairs()
LEAST = {False: 0.9, True: 0.8}
"""Below this a change of the rules has broken something; the bench prints what is reached."""


def found(some: list[Pair]) -> Score:
    answers = [opposed(each.belief, each.perception, each.who, each.language) for each in some]
    return score(answers, [each.both == "no" for each in some])


def test_the_labelled_pairs_are_many_and_balanced_and_a_third_is_held_out() -> None:
    assert len(PAIRS) >= 160
    assert len({(each.belief, each.perception) for each in PAIRS}) == len(PAIRS)
    languages = Counter(each.language for each in PAIRS)
    assert languages["en"] == languages["zh"]
    kinds = Counter((each.language, each.kind) for each in PAIRS)
    assert len(kinds) == 10
    assert max(kinds.values()) - min(kinds.values()) <= 2
    assert 0.45 <= sum(each.both == "no" for each in PAIRS) / len(PAIRS) <= 0.55
    assert 0.25 <= sum(each.held_out for each in PAIRS) / len(PAIRS) <= 0.4


@pytest.mark.parametrize("held_out", [False, True])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_contradictions_are_found_and_hardly_any_are_made_up(language: str, held_out: bool) -> None:
    got = found([p for p in PAIRS if (p.language, p.held_out) == (language, held_out)])
    assert got.f1 >= LEAST[held_out]
    assert got.precision >= 0.9


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_has_nothing_to_do_with_each_other_does_not_contradict(language: str) -> None:
    some = [each for each in PAIRS if each.language == language][::3]
    made_up = [
        (one.belief, other.perception)
        for one in some
        for other in some
        if not set(one.belief) & set(other.perception) - set("的了在是有。 ")
        and opposed(one.belief, other.perception, other.who, language)
    ]
    assert made_up == []


@given(
    st.one_of(st.text(max_size=60), st.sampled_from([each.belief for each in PAIRS])),
    st.one_of(st.text(max_size=60), st.sampled_from([each.perception for each in PAIRS])),
    st.sampled_from([None, "Ana", "", "安娜", "\\1(["]),
    st.sampled_from(["en", "zh", "fr", ""]),
)
def test_any_texts_can_be_compared(one: str, other: str, who: str | None, language: str) -> None:
    assert opposed(one, other, who, language) in (True, False)


@pytest.mark.parametrize("pair", PAIRS[::4], ids=lambda each: each.belief)
def test_a_belief_does_not_contradict_its_own_words(pair: Pair) -> None:
    assert not opposed(pair.belief, pair.belief, None, pair.language)


def test_who_speaks_is_whom_the_words_mean_by_i() -> None:
    assert opposed("Elias has the iron key.", "I have the iron key.", "Tomas", "en")
    assert not opposed("Elias has the iron key.", "I have the iron key.", "Elias", "en")
    assert opposed("埃利亚斯有铁钥匙。", "铁钥匙在我手里。", "托马斯", "zh")
    assert not opposed("埃利亚斯有铁钥匙。", "铁钥匙在我手里。", "埃利亚斯", "zh")


@pytest.mark.parametrize(
    "said",
    ["Perhaps Tomas has the iron key.", "Does Tomas have the iron key?",
     "Tomas wants to have the iron key.", "If Tomas has the iron key, we are lost."],
)  # fmt: skip
def test_what_is_only_supposed_or_asked_contradicts_nothing(said: str) -> None:
    assert not opposed("Elias has the iron key.", said, "Ana", "en")
    assert opposed("Elias has the iron key.", "Tomas has the iron key.", "Ana", "en")


def test_somebody_is_nobody_in_particular_and_nobody_is_none_of_all() -> None:
    assert not opposed(
        "The Order has somebody in the keep.", "Somebody sits on the stairs.", None, "en"
    )
    assert opposed("Tomas is in the attic.", "Nobody is in the attic.", None, "en")
    assert not opposed("Tomas is in the attic.", "Nobody is in the cellar.", None, "en")


def test_one_of_two_names_may_say_more_but_not_each_something_else() -> None:
    key, iron, brass = (
        Noun(frozenset(words.split())) for words in ("key", "iron key", "brass key")
    )
    assert same(key, iron)
    assert same(iron, iron)
    assert not same(iron, brass)
    assert not same(Noun(frozenset()), key)
    assert meets(key, iron)
    assert not meets(iron, brass)


@pytest.mark.parametrize("table", [opposites_english.OPPOSITES, opposites_chinese.OPPOSITES])
def test_each_pair_of_opposites_stands_in_the_table_once(table: tuple[Opposites, ...]) -> None:
    assert len({each.key for each in table}) == len(table)


def test_a_score_counts_what_is_right_among_what_was_found_and_among_all() -> None:
    got = score([True, True, False, False], [True, False, True, False])
    assert (got.precision, got.recall, got.f1) == (0.5, 0.5, 0.5)
    assert score([False], [False]).f1 == 0.0
