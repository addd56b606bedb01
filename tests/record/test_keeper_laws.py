"""The laws of judging what a keeper proposes, over whatever may be proposed."""

from __future__ import annotations

import re
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rashomon.record.keeper.judge import judge
from rashomon.record.keeper.naming import names, points_at
from rashomon.record.keeper.proposals import (
    TASKS,
    Bond,
    Claim,
    CloseThread,
    Fault,
    Grade,
    Move,
    OpenThread,
    Proposal,
    Retells,
    Tag,
    Version,
)
from rashomon.record.keeper.view import View
from rashomon.record.keeping import TAGS
from rashomon.story.losing import LOSABLE
from rashomon.story.naming import referred, unnamed
from rashomon.story.places import KNOWABLE, Atlas
from rashomon.story.regard import TURNS
from rashomon.story.world import Character, Item
from tests.record.keeper_standard import evening, proposal, view_of
from tests.record.test_keeper_rules import CASES

EVENTS = [event.id for event in evening().events]
PEOPLE = ["elias", "mara", "tomas", "guard", "ana", "wat", "rex", "zora"]
THINGS = ["key", "chest", "ring", "box", "bag", "pin", "well", "knife", "gate", "courtyard", "road"]

events = st.one_of(
    st.sampled_from(EVENTS), st.sampled_from(EVENTS), st.integers(-(2**70), 2**70)
)  # fmt: skip
anything = st.one_of(st.sampled_from([*PEOPLE, *THINGS]), st.text(max_size=4))
items = st.sampled_from([*THINGS, "tomas"])
ends = st.sampled_from([*THINGS, *PEOPLE])
people = st.one_of(st.sampled_from(PEOPLE), anything)
slots = st.sampled_from(["event", "entity", "thread", "word", "field"])
faults = st.one_of(
    st.just(()), st.just(()), st.builds(Fault, slots, st.text(max_size=5)).map(lambda one: (one,))
)
lost: st.SearchStrategy[Any] = st.lists(st.sampled_from([*LOSABLE, "none"]), max_size=3).map(tuple)
moving = st.sampled_from([2, 5, 7, 9, 10, 11, 15, 17])
lines = st.sampled_from([1, 3, 4, 8, 12, 14, 16, 18, 19])
afar = st.sampled_from([("ana", n) for n in (2, 5, 9, 10, 13)] + [("wat", n) for n in (4, 7, 14)])
versions = st.one_of(
    st.builds(Version, people, events, lost, st.one_of(st.none(), people), faults),
    st.tuples(afar, lost, st.one_of(st.none(), people)).map(
        lambda given: Version(*given[0], given[1], given[2])
    ),
)
in_the_table = st.sampled_from([proposal(case["propose"]) for case in CASES])
turns = st.sampled_from(TURNS)
near = st.one_of(
    st.builds(Move, moving, items, ends),
    st.builds(Claim, lines, st.sampled_from(["key", "ring", "box"]), ends),
    st.builds(Retells, lines, lines),
    st.builds(Bond, st.sampled_from(EVENTS), *[st.sampled_from(PEOPLE)] * 2, turns),
    st.tuples(afar, lost, st.one_of(st.none(), st.sampled_from(PEOPLE))).map(
        lambda given: Version(*given[0], given[1], given[2])
    ),
)
proposals: st.SearchStrategy[Any] = st.one_of(
    st.builds(Grade, events, st.integers(-1, 7), faults),
    st.builds(Move, st.one_of(events, moving), items, ends, faults),
    st.builds(Claim, st.one_of(events, lines), items, ends, faults),
    st.builds(Retells, st.one_of(events, lines), events, faults),
    st.builds(Tag, events, st.one_of(st.sampled_from(list(TAGS)), st.text(max_size=5)), faults),
    st.builds(OpenThread, events, st.sampled_from(["promise", "mystery", "goal"]), faults),
    st.builds(CloseThread, events, st.integers(0, 4), st.sampled_from(["resolve", "drop"]), faults),
    st.builds(Bond, events, people, people, st.sampled_from(TURNS), faults),
    versions,
)
garbage: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.integers(), st.text(), st.dictionaries(st.text(), st.integers()),
    st.builds(Grade, st.booleans(), st.text()), st.builds(Move, st.just(5), st.none(), st.binary()),
    st.builds(Version, st.just("ana"), st.just(2), st.lists(st.text()), st.integers()),
    st.builds(Version, st.just("ana"), st.just(2), st.tuples(st.lists(st.text()))),
    st.builds(Bond, st.just(2), st.just("mara"), st.just("elias"), st.sampled_from(["", "fond"])),
    st.builds(Tag, st.just(2), st.lists(st.text())), st.builds(OpenThread, st.just(2), st.just([])),
    st.builds(Grade, st.just(2), st.just(3), st.just(("E9",))),
    st.builds(CloseThread, st.floats(), st.just(1), st.just({})),
)  # fmt: skip
fields = st.sampled_from(["text", "accuracy", "conveys", "importance"])
whose = st.sampled_from([f"{each.owner} {each.moment}" for each in evening().perceptions])
overrides = st.fixed_dictionaries(
    {},
    optional={
        "locked": st.lists(fields, max_size=2).map(tuple),
        "accuracy": st.sampled_from(["whole", "partial", "mistaken"]),
        "mode": st.sampled_from(["saw", "heard", "told", "inferred"]),
        "teller": st.one_of(st.none(), st.sampled_from(PEOPLE)),
        "own": st.sampled_from([None, "Something.", "The key is in the well."]),
    },
)


def _same(change: Proposal) -> Proposal:
    """Keeps the alternatives of one strategy from being counted as many."""
    return change


differing = {
    "held": st.dictionaries(whose, overrides, max_size=3),
    "gone": st.sets(whose, max_size=3),
    "bonds": st.dictionaries(
        st.sampled_from(["mara elias", "mara tomas"]), st.sets(st.sampled_from(["text", "kind"]))
    ),
    "locked": st.dictionaries(
        st.sampled_from(EVENTS), st.sets(st.sampled_from(["importance", "tags"])), max_size=3
    ),
}
usual = st.builds(view_of, **differing)
strange = st.builds(
    view_of,
    st.one_of(st.none(), st.sets(st.sampled_from(EVENTS))),
    sealed=st.sampled_from([0, 1, 3, 7, 19]),
    tasks=st.one_of(st.none(), st.sets(st.sampled_from(list(TASKS.values())))),
    versions_from=st.integers(1, 4),
    imperfect=st.booleans(),
    **differing,
)
strange = st.builds(replace, strange, language=st.sampled_from(["en", "zh", "fr"]))
views = st.one_of(usual, strange)
requests = st.lists(
    st.one_of(in_the_table, in_the_table, near.map(_same), proposals.map(_same)),
    min_size=1,
    max_size=10,
)
"""Proposals of which many can be accepted: else the laws would hold of next to nothing."""

TABLE = [proposal(case["propose"]) for case in CASES]


def law(test: Any) -> Any:
    """Hold a law over drawn requests, and over the whole table as one request, each way round.

    Little of what is drawn is accepted; of the table there is something of every kind.
    """
    tried = given(requests, views)(test)
    grades: list[Proposal] = [Grade(event, 3) for event in (2, 3, 4, 5, 6)]
    mistaken = [[each] for each in TABLE if isinstance(each, Version) and each.mistaken_for]
    for each in (TABLE, TABLE[::-1], TABLE[::3], TABLE[1::3], TABLE[2::3], grades, *mistaken):
        tried = example(each, view_of())(tried)
    return settings(max_examples=150, deadline=None)(tried)


def test_of_the_table_something_of_every_kind_is_written() -> None:
    written = judge(TABLE, view_of()).written
    assert all(getattr(written, field.name) for field in dataclass_fields(written))
    kinds = {view_of().shown[held.moment].kind for held in written.versions}
    assert kinds == {"deed", "line", "move", "happening"}


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(proposals, garbage), max_size=6), views)
@example([Move(5, "\ud800", "mara"), Version("ana", 2, (), "\ud800")], view_of())
def test_judging_is_total_and_deterministic_with_a_verdict_for_each(
    given_: list[Any], view: View
) -> None:
    judged = judge(given_, view)
    assert len(judged.verdicts) == len(given_)
    assert all(verdict.reason for verdict in judged.verdicts)
    again = judge(given_, view)
    assert [v.outcome for v in again.verdicts] == [v.outcome for v in judged.verdicts]
    assert again.written == judged.written


@law
def test_what_was_accepted_is_accepted_again_unchanged(given_: list[Proposal], view: View) -> None:
    judged = judge(given_, view)
    again = judge(judged.accepted, view)
    assert again.accepted == judged.accepted
    assert {verdict.outcome for verdict in again.verdicts} <= {"taken"}
    assert again.written == judged.written


@law
def test_a_refused_proposal_leaves_the_others_as_they_are(
    given_: list[Proposal], view: View
) -> None:
    judged = judge(given_, view)
    kept = [v.proposal for v in judged.verdicts if v.change is not None]
    assert judge(kept, view).written == judged.written


@law
def test_nothing_touches_a_sealed_event_or_one_that_was_not_shown(
    given_: list[Proposal], view: View
) -> None:
    judged = judge(given_, view)
    pending = {event.id for event in view.events if not event.sealed}
    written = judged.written
    assert {change.event for change in judged.accepted} <= pending
    touched = {each.event for each in (*written.marks, *written.changed, *written.claimed)}
    touched |= {each.event for each in (*written.retold, *written.conveyed)}
    touched |= {held.moment for held in written.versions}
    touched |= {each.opened for each in written.threads if each.id == 0}
    assert touched <= pending


@law
def test_a_version_is_of_somebody_who_perceived_it_and_not_from_where_it_happened(
    given_: list[Proposal], view: View
) -> None:
    for held in judge(given_, view).written.versions:
        before = view.held[held.owner, held.moment]
        event = view.shown[held.moment]
        assert view.imperfect
        assert before.accuracy == "whole"
        assert before.owner != event.who
        assert before.at != event.at
        assert held.accuracy in ("partial", "mistaken")
        assert held.facts == ()
        assert not {"text", "accuracy"} & set(before.locked)
        if before.mode == "told":
            assert (before.teller, held.moment) in view.held


@law
def test_words_of_a_line_are_never_altered(given_: list[Proposal], view: View) -> None:
    for held in judge(given_, view).written.versions:
        if view.shown[held.moment].kind != "line":
            continue
        said = iter(re.findall(r"\w+", view.words(view.held[held.owner, held.moment])))
        assert all(word in said for word in re.findall(r"\w+", held.own or ""))
        assert held.accuracy == "partial"


@law
def test_what_a_version_names_its_owner_had_before_or_could_name(
    given_: list[Proposal], view: View
) -> None:
    for held in judge(given_, view).written.versions:
        before = view.words(view.held[held.owner, held.moment])
        for person in set(referred(held.own or "")) - set(referred(before)):
            assert view.knows(held.owner, person, view.shown[held.moment])
        left = unnamed(held.own or "")
        for word in ("somebody", "that person", "有人", "那人"):
            left = left.replace(word, " ")
        had = {word.casefold() for word in re.findall(r"\w+", unnamed(before))}
        assert {word.casefold() for word in re.findall(r"\w+", left)} <= had


@law
def test_nothing_is_conveyed_but_to_whole_versions_that_name_it_and_owners_who_know_it(
    given_: list[Proposal], view: View
) -> None:
    judged = judge(given_, view)
    marked = {(c.event, c.set) for c in (*judged.written.changed, *judged.written.claimed)}
    lost = {(held.owner, held.moment) for held in judged.written.versions}
    for owner, event, fact in judged.written.conveyed:
        held = view.held[owner, event]
        assert (owner, event) not in lost
        assert "conveys" not in held.locked
        if (event, fact[:3]) not in marked:  # a root that a retelling puts right
            assert fact[:5] in [each[:5] for each in held.facts]
            continue
        assert held.accuracy == "whole"
        assert view.names_in(view.words(held), fact.entity)
        for thing in (fact.entity, str(fact.value)):
            if view.atlas.kind(thing) in KNOWABLE:
                assert view.knows(owner, thing, view.shown[event])
            else:
                assert view.identifies(held, thing)


@law
def test_a_bond_cites_its_owners_own_perception_and_names_nobody(
    given_: list[Proposal], view: View
) -> None:
    by_id = {held.id: held for held in view.perceptions}
    for bond, perception in judge(given_, view).written.bonds:
        assert by_id[perception].owner == bond.owner
        assert {bond.owner, bond.about}.isdisjoint(view.atlas.background)
        before = view.relationships.get((bond.owner, bond.about))
        told = bond.text.replace("" if before is None else before.text, "")
        assert not view.atlas.persons.find(told)
        assert not view.atlas.things.find(told)
        for field in () if before is None else before.locked:
            assert getattr(bond, field) == getattr(before, field)


@law
def test_three_grades_at_most_and_none_that_was_set(given_: list[Proposal], view: View) -> None:
    marks = judge(given_, view).written.marks
    graded = [mark for mark in marks if mark.importance is not None]
    assert len(graded) <= 3
    for event, importance, tags in marks:
        locked = view.locked.get(event, ())
        if importance is not None:
            assert importance in (1, 3, 4, 5)
            assert view.shown[event].importance == 2
            assert "importance" not in locked
        if tags is not None:
            assert "tags" not in locked
            assert set(view.shown[event].tags) <= set(tags)


@pytest.mark.parametrize(
    ("text", "entity", "named"),
    [
        ("The key is gone.", "key", True),
        ("Two iron keys lie here.", "key", True),
        ("It is gone.", "key", False),
        ("The monkey is gone.", "key", False),
        ("The box of salt is empty.", "salt", True),
        ("The ash is cold.", "salt", False),
        ("钥匙在箱子里。", "yaoshi", True),
        ("箱子在这里。", "yaoshi", False),
        ("Mara has it.", "mara", True),
        ("Marada has it.", "mara", False),
        ("\ue000mara\ue001 has it.", "mara", True),
        ("nobody", "nobody", False),
    ],
)
def test_words_name_a_thing_by_its_name_or_by_its_last_word(
    text: str, entity: str, named: bool
) -> None:
    things = [
        Item(id="key", name="an iron key", at=None),
        Item(id="salt", name="the box of ash", aliases=("salt",), at=None),
        Item(id="yaoshi", name="铁钥匙", at=None),
        Character(id="mara", name="Mara", at=None),
    ]
    atlas = Atlas({each.id: each for each in things})
    assert names(text, entity, atlas, "en") is named


def test_a_line_points_at_its_speaker_its_one_hearer_and_its_place() -> None:
    line = replace(evening().shown[8], text="I give it to you here.")
    assert points_at(line, "tomas")
    assert points_at(line, "mara")
    assert points_at(line, "courtyard")
    assert not points_at(line, "elias")
    assert not points_at(replace(line, text="It is in there."), "tomas")
    assert not points_at(replace(line, to=("mara", "elias")), "mara")
    assert points_at(replace(line, text="我给你"), "tomas")
