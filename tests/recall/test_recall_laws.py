"""Laws of the pure stages, over sentences and candidates that are put together at random."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rashomon.recall.candidate import Candidate, Scored
from rashomon.recall.choose import REPEATS, fit, fold, tokens, vary
from rashomon.recall.fading import Remembered, faded
from rashomon.recall.score import rerank, score
from tests.recall.test_choosing import WEIGHTS, candidate, candidates

# Sentences of a small grammar.

NAMES = ("Mara", "Elias", "the miller's wife")
VERBS = ("carries", "hides", "counts", "buries", "polishes")
THINGS = ("coins", "letters", "horseshoes", "candles")
PLACES = ("in the barn", "under the bridge", "behind the old well")
MANNERS = ("carefully", "quietly", "in silence", "with trembling hands", "very slowly")
HOURS = ("at seven o'clock", "at half past nine", "at 10:30")
NUMBERS = ("twelve", "three hundred", "47")
NEGATED = ("never", "does not", "cannot")

picks = st.sampled_from
kinds = st.sampled_from(("deed", "happening", "line", "thought"))


@st.composite
def english(draw: st.DrawFn) -> tuple[str, str, set[str], set[str]]:
    """A sentence, who it is of, its words that must stay, and those that must go."""
    who, verb, thing = draw(picks(NAMES)), draw(picks(VERBS)), draw(picks(THINGS))
    parts, goes = [who, verb], set[str]()
    if draw(st.booleans()):
        number = draw(picks(NUMBERS))
        parts.append(number)
        goes |= {*number.split()}
    parts.append(thing)
    where = draw(st.none() | picks(PLACES))
    parts += [where] if where else []
    for choices in (MANNERS, HOURS):
        each = draw(st.none() | picks(choices))
        if each:
            parts.append(each)
            goes |= {*re.findall(r"[\w:']+", each)} - {"at", "in", "with", "very"}
    stays = {*f"{who} {verb} {thing} {where or ''}".split()}
    return " ".join(parts) + ".", who, stays, goes - stays


ZH_NAMES = ("玛拉", "埃利亚斯", "李掌柜")
ZH_MANNERS = ("小心翼翼地", "慢慢地", "悄悄地", "飞快地")
ZH_VERBS = ("藏起了", "数了数", "擦亮了", "搬走了")
ZH_THINGS = ("银币", "信", "蜡烛")
ZH_HOURS = ("七点半", "在九点", "三个小时后")


@st.composite
def chinese(draw: st.DrawFn) -> tuple[str, str, set[str], set[str]]:
    """The same in Chinese; what stays and goes are runs of characters."""
    who, verb, thing = draw(picks(ZH_NAMES)), draw(picks(ZH_VERBS)), draw(picks(ZH_THINGS))
    hour, manner = draw(st.none() | picks(ZH_HOURS)), draw(st.none() | picks(ZH_MANNERS))
    text = f"{who}{hour or ''}{manner or ''}{verb}{thing}。"
    return text, who, {who, verb, thing}, {each for each in (hour, manner) if each}


@settings(max_examples=200)
@given(english(), kinds)
def test_an_english_memory_keeps_who_what_and_where_and_loses_number_manner_and_hour(
    sentence: tuple[str, str, set[str], set[str]], kind: Remembered
) -> None:
    text, who, stays, goes = sentence
    left = faded(text, "faded", kind, "en", [who])
    words = {*re.findall(r"[\w:']+", left)}
    assert {*re.findall(r"[\w:']+", " ".join(stays))} <= words
    assert not goes & words
    assert words <= {*re.findall(r"[\w:']+", text)}
    _reads_well(left)


@settings(max_examples=200)
@given(chinese(), kinds)
def test_a_chinese_memory_keeps_who_and_what_and_loses_manner_and_hour(
    sentence: tuple[str, str, set[str], set[str]], kind: Remembered
) -> None:
    text, who, stays, goes = sentence
    left = faded(text, "faded", kind, "zh-Hans", [who])
    assert all(each in left for each in stays)
    assert not any(each in left for each in goes)
    assert left.endswith("。")
    assert {*left} <= {*text, "…"}


@given(picks(NAMES), picks(NEGATED), picks(VERBS), picks(THINGS), picks(MANNERS), kinds)
def test_what_was_not_so_keeps_every_word(
    who: str, no: str, verb: str, thing: str, manner: str, kind: Remembered
) -> None:
    text = f"{who} {no} {verb.rstrip('s')} {thing} {manner}."
    assert faded(text, "faded", kind, "en", [who]) == text


@given(st.lists(english(), min_size=2, max_size=7), kinds)
def test_of_many_sentences_the_first_stay_and_names_are_never_lost(
    many: list[tuple[str, str, set[str], set[str]]], kind: Remembered
) -> None:
    text = " ".join(sentence for sentence, *_ in many)
    called = [who for _, who, *_ in many]
    left = faded(text, "faded", kind, "en", called)
    for _, who, stays, _ in many[:3]:
        assert who in left
        assert {*re.findall(r"[\w']+", " ".join(stays))} <= {*re.findall(r"[\w']+", left)}
    assert all(who in left for who in called)
    vague = faded(text, "vague", kind, "en", called, who=called[0])
    assert len(vague) <= len(left) <= len(text)
    assert not any(word in vague.split() for word in (*VERBS, *THINGS, *MANNERS))
    _reads_well(left)


def _reads_well(text: str) -> None:
    assert "  " not in text
    assert not re.search(r"\s[.,;]", text)
    assert text[0].isupper() or text[0] == "t"
    assert text[-1] in ".…"


# Choosing.


def scored(given: list[Candidate]) -> list[Scored]:
    return score(given, WEIGHTS, 0.0)


def distinct(given: list[Candidate]) -> list[Candidate]:
    """Candidates of which no two tie: of perceptions the later wins then, of beliefs neither."""
    totals = [each.total for each in scored(given)]
    return given if len(totals) == len(set(totals)) else []


@given(candidates(), st.randoms(use_true_random=False), st.integers(0, 12), st.floats(0, 1))
def test_the_order_in_which_candidates_come_decides_nothing(
    given: list[Candidate], chance: Random, most: int, variety: float
) -> None:
    given = distinct(given)
    mixed = list(given)
    chance.shuffle(mixed)
    one, other = fold(scored(given)), fold(scored(mixed))
    assert [each.candidate.key for each in one[0]] == [each.candidate.key for each in other[0]]
    first, second = (vary(folded, most, variety)[0] for folded, _ in (one, other))
    assert [each.candidate.key for each in first] == [each.candidate.key for each in second]


@given(candidates())
def test_folding_loses_nothing_but_grounds_and_leaves_no_total_lower(
    given: list[Candidate],
) -> None:
    before = {each.candidate.key: each for each in scored(given)}
    folded, cuts = fold(list(before.values()))
    beliefs = [each for each in given if each.kind == "belief"]
    grounds = {("perception", id) for each in beliefs for id in each.supports}
    against = {("perception", id) for each in beliefs for id in each.contradicts}
    gone = {cut.key for cut in cuts}
    assert gone == (grounds - against) & before.keys()
    assert {each.candidate.key for each in folded} == before.keys() - gone
    assert len(folded) + len(cuts) == len(before)
    for each in folded:
        assert each.total >= before[each.candidate.key].total
        assert abs(sum(each.parts.values()) - each.total) < 1e-9
    for key in gone:
        instead = [each.total for each in folded if key[1] in each.candidate.supports]
        assert max(instead) >= before[key].total
    assert [each.total for each in folded] == sorted((e.total for e in folded), reverse=True)
    again, more = fold(folded)
    assert (again, more) == (folded, [])


@given(candidates(), st.integers(0, 20), st.floats(0, 1))
def test_varying_gives_each_at_most_once_begins_with_the_best_and_says_what_it_cut(
    given: list[Candidate], most: int, variety: float
) -> None:
    all_ = scored(given)
    chosen, cuts = vary(all_, most, variety)
    keys = [each.candidate.key for each in chosen]
    assert len(keys) == len(set(keys)) <= most
    assert {*keys} | {cut.key for cut in cuts} == {each.candidate.key for each in all_}
    assert not {*keys} & {cut.key for cut in cuts}
    if chosen:
        assert chosen[0].total == max(each.total for each in all_)
    if len(chosen) < min(most, len(all_)):
        assert {cut.by for cut in cuts} == {"vary"}, "room was left without a reason"
    few, _ = vary(all_, most // 2, variety)
    assert keys[: len(few)] == [each.candidate.key for each in few], "more room changed the first"


@given(st.integers(1, 12), st.integers(1, 20), st.floats(0, 1))
def test_the_same_remark_comes_at_most_twice_however_often_it_was_made(
    times: int, most: int, variety: float
) -> None:
    same = frozenset({"the", "bell", "tolls", "again"})
    given = [candidate(id, 0.9, words=same) for id in range(1, times + 1)]
    chosen, cuts = vary(scored(given), most, variety)
    assert len(chosen) == min(times, most, REPEATS)
    assert chosen[0].candidate.id == times, "of equals the latest"
    assert len(chosen) + len(cuts) == times


@given(st.lists(st.integers(0, 60), max_size=12), st.integers(0, 200), st.integers(0, 100))
def test_what_fits_is_all_that_does_and_in_order(sizes: list[int], budget: int, more: int) -> None:
    taken = fit(sizes, budget)
    assert taken == sorted(set(taken))
    assert sum(sizes[nth] for nth in taken) <= budget
    for nth in {*range(len(sizes))} - {*taken}:
        before = sum(sizes[one] for one in taken if one < nth)
        assert before + sizes[nth] > budget
    if sum(sizes) <= budget + more:
        assert len(fit(sizes, budget + more)) == len(sizes)


@given(st.text(max_size=80), st.text(max_size=80))
def test_tokens_are_guessed_upwards_and_more_text_is_never_fewer(one: str, other: str) -> None:
    assert tokens(one + other) >= tokens(one)
    assert tokens(one + other) <= tokens(one) + tokens(other)
    assert 0 <= tokens(one) <= len(one)
    assert (tokens(one) > 0) == (one != "")


@given(candidates(), st.data())
def test_a_reranker_s_order_is_kept_and_the_relevance_lies_between_nothing_and_one(
    given: list[Candidate], data: st.DataObject
) -> None:
    size = len(given)
    scores = data.draw(st.lists(st.floats(-1e6, 1e6), min_size=size, max_size=size))
    made = rerank(given, scores)
    assert [each.key for each in made] == [each.key for each in given]
    if size and max(scores) > min(scores):
        assert all(0 <= each.relevance <= 1 for each in made)
        order = sorted(range(size), key=lambda n: scores[n])
        values = [made[n].relevance for n in order]
        assert values == sorted(values)
    assert rerank(given, scores[1:]) == given
