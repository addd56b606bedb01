"""The laws of judging, over whatever may be proposed: total, idempotent, one step, beliefs only."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rashomon.reflect.judge import judge
from rashomon.reflect.proposals import (
    Add,
    Doubt,
    Fault,
    Firm,
    LetGo,
    Merge,
    Proposal,
    Revise,
    cited,
)
from rashomon.reflect.view import View, recurs
from rashomon.story.mind import CONFIDENCES, Belief
from tests.reflect.standard import BELIEFS, PERCEPTIONS, view_of

ids = st.one_of(
    st.sampled_from([*PERCEPTIONS, 20, 90]), st.integers(-(2**70), 2**70), st.sampled_from([1, 2])
)
some = st.lists(ids, max_size=5).map(tuple)
beliefs = st.one_of(st.sampled_from([*BELIEFS, 99]), st.integers())
slots = st.sampled_from(["evidence", "about", "belief", "field"])
faults = st.lists(st.builds(Fault, slots, st.text(max_size=5)), max_size=1).map(tuple)
sentences = st.sampled_from(
    [
        *(each.text for each in BELIEFS.values()),
        "Elias keeps the gate.", "Elias keeps the gate. He lies.", "Who keeps the gate?",
        "- “Elias lies.”", "Elias lies (likely).", "Sabeth lies.", "1. 2. 3.", "“.”", "* - x",
        "埃利亚斯守门。他说谎。", "萨贝特", "\ue000elias\ue001 lies", "a\n\nb", "Mr. X.",
    ]
)  # fmt: skip
texts = st.one_of(
    sentences,
    sentences,
    st.text(max_size=80),
    st.text("ab .!?。？\n-*“”\"'1()[]#P:，", max_size=30),
)
sure = st.sampled_from([None, *CONFIDENCES])
about = st.lists(st.sampled_from(["elias", "mara", "guard", ""]), max_size=3).map(tuple)
proposals = st.one_of(
    st.builds(Add, texts, about, some, st.sampled_from(CONFIDENCES), some, faults),
    st.builds(Firm, beliefs, some, some, sure, faults),
    st.builds(Doubt, beliefs, some, some, sure, faults),
    st.builds(Revise, beliefs, texts, some, some, faults),
    st.builds(Merge, beliefs, beliefs, some, some, faults),
    st.builds(LetGo, beliefs, some, some, faults),
)
LOCKS = ("text", "confidence", "status", "supports", "contradicts", "about")
views = st.builds(
    view_of,
    st.one_of(st.none(), st.sets(st.sampled_from(list(PERCEPTIONS)))),
    locked=st.dictionaries(
        st.sampled_from(list(BELIEFS)), st.sets(st.sampled_from(LOCKS)).map(tuple), max_size=2
    ),
    confidence=st.dictionaries(st.sampled_from(list(BELIEFS)), st.sampled_from(CONFIDENCES)),
    due=st.sets(st.sampled_from(list(BELIEFS)), max_size=2),
    doubted=st.sets(st.sampled_from(list(BELIEFS)), max_size=2),
    wide=st.booleans(),
    language=st.sampled_from(["en", "zh"]),
)
garbage: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.integers(), st.text(), st.dictionaries(st.text(), st.integers()),
    st.builds(Add, st.none(), st.text(), st.integers()), st.builds(Firm, st.text(), st.lists(ids)),
    st.builds(LetGo, st.booleans(), st.tuples(st.text())),
    st.builds(Doubt, st.just(1), st.tuples(st.just(9)), st.just(()), st.text()),
    st.builds(Merge, st.just(1), st.floats()), st.builds(Revise, st.just(1), st.binary()),
    st.builds(Firm, st.just(1), st.just((2,)), faults=st.just(("P9",))),
)  # fmt: skip
requests = st.lists(proposals, max_size=6)


@settings(max_examples=400)
@given(st.lists(st.one_of(proposals, garbage), max_size=6), views)
@example([Add("\ud800", ("elias",), (1, 2))], view_of())
def test_judging_is_total_and_deterministic_with_a_verdict_for_each(
    given_: list[Any], view: View
) -> None:
    judged = judge(given_, view)
    assert len(judged.verdicts) == len(given_)
    assert all(verdict.reason for verdict in judged.verdicts)
    again = judge(given_, view)
    assert [v.outcome for v in again.verdicts] == [v.outcome for v in judged.verdicts]
    assert again.written == judged.written


@settings(max_examples=400)
@given(requests, views)
def test_what_was_accepted_is_accepted_again_unchanged(given_: list[Proposal], view: View) -> None:
    judged = judge(given_, view)
    again = judge(judged.accepted, view)
    assert again.accepted == judged.accepted
    assert {verdict.outcome for verdict in again.verdicts} <= {"taken"}
    assert [each.belief for each in again.written] == [each.belief for each in judged.written]


def _before(view: View, made: Belief) -> Belief:
    return view.held[made.id]


@settings(max_examples=400)
@given(requests, views)
def test_confidence_moves_one_step_up_only_with_new_support_and_down_only_with_contradiction(
    given_: list[Proposal], view: View
) -> None:
    for each in judge(given_, view).written:
        made = each.belief
        if made.id == 0:
            continue
        before = _before(view, made)
        step = CONFIDENCES.index(made.confidence) - CONFIDENCES.index(before.confidence)
        assert abs(step) <= 1
        if step > 0:
            assert set(made.supports) - set(before.supports)
        if step < 0:
            assert set(made.contradicts) - set(before.contradicts)
        if made.confidence == "sure" and step > 0:
            assert recurs(view.grounds(made.supports))


@settings(max_examples=400)
@given(requests, views)
def test_nothing_is_cited_that_was_not_shown(given_: list[Proposal], view: View) -> None:
    judged = judge(given_, view)
    for change in judged.accepted:
        assert set(cited(change)) <= set(view.shown)
    behind = {id for each in BELIEFS.values() for id in (*each.supports, *each.contradicts)}
    for each in judged.written:
        assert {*each.belief.supports, *each.belief.contradicts} <= set(view.shown) | behind


@settings(max_examples=400)
@given(requests, views)
def test_a_belief_doubted_or_due_in_this_pass_is_not_written(
    given_: list[Proposal], view: View
) -> None:
    for each in judge(given_, view).written:
        assert each.belief.id not in view.doubted | view.due


@settings(max_examples=400)
@given(requests, views)
def test_only_the_owners_held_beliefs_are_written_once_each_and_what_is_locked_stays(
    given_: list[Proposal], view: View
) -> None:
    judged = judge(given_, view)
    assert [each.name for each in fields(judged)] == ["verdicts", "written"]
    ids = [each.belief.id for each in judged.written if each.belief.id]
    assert len(ids) == len(set(ids))
    for each in judged.written:
        made = each.belief
        assert isinstance(made, Belief)
        assert made.owner == view.owner
        assert not set(made.supports) & set(made.contradicts)
        if made.id == 0:
            grounds = view.grounds(made.supports)
            assert recurs(grounds) or any(ground.great for ground in grounds)
            continue
        before = _before(view, made)
        assert (made.owner, made.about, made.formed) == (before.owner, before.about, before.formed)
        assert (made.authored, made.locked) == (before.authored, before.locked)
        for field in set(before.locked) - {"contradicts"}:
            assert getattr(made, field) == getattr(before, field)
