"""The laws of choosing what comes to mind, over candidates of every sort."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rashomon.recall.candidate import Candidate
from rashomon.recall.choose import REPEATS, Likeness, fold, tokens, vary
from rashomon.recall.recollect import Measure, choose, trace
from rashomon.recall.score import recency, rerank, score

WEIGHTS = {"relevance": 1.0, "importance": 0.2, "recency": 0.1, "retention": 0.1}
WORDS = ("key", "gate", "chest", "rain", "bell", "horse", "letter", "snow")


def candidate(id: int, relevance: float = 0.5, **given: Any) -> Candidate:
    """A perception that differs from others in its words unless told otherwise."""
    fields: dict[str, Any] = {
        "kind": "perception", "row": id, "time": 0.0,
        "words": frozenset({f"word{id}"}), "vector": None, "importance": 2, "retention": 1.0,
    }  # fmt: skip
    return Candidate(id=id, relevance=relevance, **{**fields, **given})


def said(each: Candidate) -> str:
    return " ".join(sorted(map(str, each.words)))


def shown(taken: Sequence[Candidate]) -> list[str]:
    return [said(each) for each in taken]


def measure(
    limit: int = 8, budget: int = 1200, companions: int = 2, variety: float = 0.3
) -> Measure:
    return Measure(limit, budget, companions, variety, WEIGHTS)


def chosen(candidates: list[Candidate], given: Measure) -> list[Candidate]:
    found = choose(candidates, given, 0.0, {}, shown)
    return [each.candidate for each in found.taken]


@st.composite
def candidates(draw: st.DrawFn) -> list[Candidate]:
    count = draw(st.integers(0, 14))
    found: list[Candidate] = []
    for id in range(1, count + 1):
        words = draw(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=4))
        kind = draw(st.sampled_from(["perception", "perception", "perception", "belief"]))
        ids = st.frozensets(st.integers(1, count), max_size=3)
        found.append(
            candidate(
                id,
                draw(st.floats(0, 1)),
                kind=kind,
                words=words,
                row=-1 if kind == "belief" else id,
                importance=draw(st.integers(1, 5)),
                retention=draw(st.floats(0, 1)),
                time=draw(st.floats(-1e6, 0)),
                scene=draw(st.integers(0, 2)),
                supports=draw(ids) if kind == "belief" else frozenset(),
                contradicts=draw(ids) if kind == "belief" else frozenset(),
            )
        )
    return found


@given(candidates(), st.integers(1, 10), st.integers(1, 40), st.integers(0, 4))
def test_nothing_comes_twice_nor_beyond_limit_or_budget(
    given: list[Candidate], limit: int, budget: int, companions: int
) -> None:
    found = chosen(given, measure(limit, budget, companions))
    keys = [each.key for each in found]
    assert len(keys) == len(set(keys)) <= limit
    assert sum(tokens(said(each)) for each in found) <= budget
    assert set(keys) <= {each.key for each in given}


@given(candidates())
def test_a_belief_and_what_it_was_formed_from_are_never_both_given(given: list[Candidate]) -> None:
    found = chosen(given, measure(limit=20, companions=4))
    against = {id for each in given if each.kind == "belief" for id in each.contradicts}
    for belief in (each for each in given if each.kind == "belief"):
        for id in belief.supports - against:
            assert ("perception", id) not in {each.key for each in found}


def test_what_contradicts_a_belief_is_given_beside_it() -> None:
    belief = candidate(9, 0.9, kind="belief", row=-1, supports=frozenset({1}),
                       contradicts=frozenset({2}))  # fmt: skip
    found = [each.key for each in chosen([candidate(1), candidate(2), belief], measure())]
    assert ("belief", 9) in found
    assert ("perception", 2) in found
    assert ("perception", 1) not in found


def test_a_belief_stands_where_the_best_of_its_grounds_stood() -> None:
    ground, other = candidate(1, 1.0), candidate(2, 0.6)
    belief = candidate(9, 0.1, kind="belief", row=-1, supports=frozenset({1}))
    folded, cuts = fold(score([ground, other, belief], WEIGHTS, 0.0))
    assert [each.candidate.key for each in folded] == [("belief", 9), ("perception", 2)]
    assert [(cut.key, cut.by) for cut in cuts] == [(("perception", 1), "fold")]


@given(candidates(), st.integers(1, 8))
def test_more_candidates_never_lose_the_best(given: list[Candidate], limit: int) -> None:
    alone = [each for each in given if each.kind == "perception"]
    if not alone:
        return
    best = candidate(99, 1.0, importance=5, verbatim=True)
    assert chosen([*alone[:3], best], measure(limit))[0].key == best.key
    assert chosen([*alone, best], measure(limit))[0].key == best.key


def test_of_a_hundred_near_repeats_at_most_two_come_to_mind() -> None:
    remark = frozenset({"the", "well", "is", "dry", "again", "this", "year", "i", "say", "so"})
    repeats = [candidate(id, 0.9, words=remark, importance=2) for id in range(1, 101)]
    others = [candidate(200 + id, 0.2) for id in range(6)]
    found = chosen([*repeats, *others], measure())
    assert sum(each.words == remark for each in found) == REPEATS
    assert {each.id for each in found} >= {200 + id for id in range(6)}


def test_without_likeness_the_order_is_that_of_the_totals() -> None:
    scored = score([candidate(id, id / 10) for id in range(1, 9)], WEIGHTS, 0.0)
    taken, _ = vary(scored, 8, 0.3)
    assert [each.candidate.id for each in taken] == [8, 7, 6, 5, 4, 3, 2, 1]


def test_likeness_is_of_meaning_where_both_have_one_and_of_words_else() -> None:
    vector = np.array([1.0, 0.0], dtype=np.float32)
    one = candidate(1, words=frozenset({"a"}), vector=vector)
    another = candidate(2, words=frozenset({"a"}), vector=np.array([0.6, 0.8], dtype=np.float32))
    plain = candidate(3, words=frozenset({"a", "b"}))
    likeness = Likeness([one, another, plain])
    alike = np.array([likeness.to(n) for n in range(3)])
    assert np.allclose(alike, alike.T)
    assert np.allclose(alike[0], [1, 0.6, 0.5])
    assert alike[1, 2] == 0.5


def test_a_line_beside_the_chosen_comes_along_within_the_limit() -> None:
    line = candidate(5, 1.0, scene=3)
    beside = candidate(6, 0.05, scene=3)
    elsewhere = candidate(7, 0.06, scene=4)
    rest = [candidate(100 + id, 0.5) for id in range(6)]
    found = choose([line, beside, elsewhere, *rest], measure(limit=4), 0.0, {}, shown)
    ids = [each.candidate.id for each in found.taken]
    assert len(ids) == 4
    assert 6 in ids
    assert 7 not in ids
    told = {(row.id, row.taken, row.by) for row in trace(found.fates, {})}
    assert (6, True, "beside it (perception 5)") in told


def test_a_tag_associates_only_while_it_is_rare() -> None:
    one, other = (
        candidate(1, 1.0, tags=frozenset({"theft"})),
        candidate(2, 0.01, tags=frozenset({"theft"})),
    )
    rest = [candidate(100 + id, 0.5) for id in range(6)]
    for count, comes in ((10, True), (11, False)):
        found = choose([one, other, *rest], measure(limit=4), 0.0, {"theft": count}, shown)
        assert (2 in [each.candidate.id for each in found.taken]) is comes


def test_every_candidate_is_in_the_trace_with_the_parts_of_its_total() -> None:
    given = [candidate(id, id / 30) for id in range(1, 21)]
    found = choose(given, measure(limit=3), 0.0, {}, shown)
    assert {(row.kind, row.id) for row in trace(found.fates, {})} == {each.key for each in given}
    for row in trace(found.fates, {}):
        assert abs(sum(row.parts.values()) - row.total) < 1e-9
        assert row.taken or row.by


def test_no_opinion_of_a_reranker_changes_nothing_and_an_opinion_the_order() -> None:
    given = [candidate(1, 0.9), candidate(2, 0.1)]
    assert rerank(given, None) == given
    assert rerank(given, [0.5, 0.5]) == given
    first, second = rerank(given, [-3.0, 7.0])
    assert (first.relevance, second.relevance) == (0.0, 1.0)
    assert first._replace(relevance=0.9) == given[0]


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_recency_lies_between_nothing_and_one(time: float, now: float) -> None:
    assert 0 < recency(time, now) <= 1
    assert recency(now, now) == 1
