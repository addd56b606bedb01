"""Whom a mind is asked about: only groups and beliefs of which something could come."""

from __future__ import annotations

from rashomon.reflect.groups import groups, open_to_change
from rashomon.reflect.judge import judge
from rashomon.reflect.proposals import Add
from rashomon.reflect.view import Shown
from tests.reflect.standard import PERCEPTIONS, perceived, told, view_of

ENTITIES = frozenset({"mara", "elias", "tomas", "wat", "iron_key", "chest"})


def about(*ids: int) -> list[tuple[tuple[str, ...], list[int]]]:
    found = groups([PERCEPTIONS[id] for id in ids], ENTITIES, "mara")
    return [(group.about, [each.id for each in group.perceptions]) for group in found]


def test_what_two_turns_have_in_common_is_a_group_with_all_that_it_is_about() -> None:
    assert about(1, 2) == [(("elias", "iron_key"), [1, 2])]
    assert about(1, 2, 3) == [(("elias",), [1, 2, 3]), (("iron_key",), [1, 2])]


def test_one_turn_one_root_or_nothing_in_common_is_no_group() -> None:
    assert about(2, 3) == []
    assert about(4, 5) == []
    assert about(1, 12) == []
    assert about(1) == []
    assert about() == []


def test_independent_witnesses_and_one_great_event_are() -> None:
    assert about(5, 11) == [(("chest", "iron_key"), [5, 11])]
    assert about(6) == [(("elias",), [6])]


def test_the_owner_is_no_group_of_its_own_and_a_large_group_keeps_its_newest() -> None:
    own = [Shown(perceived(id, "Mara waits.", turn=id, who="mara", people=("mara",), place=None))
           for id in (41, 42)]  # fmt: skip
    assert groups(own, ENTITIES, "mara") == ()
    many = [Shown(perceived(id, "Wat waits.", turn=id, who="wat", people=())) for id in range(50)]
    (group,) = groups(many, ENTITIES, "mara")
    assert [each.id for each in group.perceptions] == list(range(38, 50))


def test_a_belief_drawn_from_a_group_is_one_that_the_rules_take() -> None:
    for group in groups([*PERCEPTIONS.values()], ENTITIES, "mara"):
        grounds = tuple(each.id for each in group.perceptions)
        judged = judge([Add("Something is afoot.", group.about, grounds)], view_of())
        assert judged.accepted, judged.verdicts


def test_beliefs_are_open_to_change_only_where_a_rule_could_accept_one() -> None:
    assert 1 in open_to_change(view_of())
    assert 7 not in open_to_change(view_of())
    assert open_to_change(view_of(shown=())) == ()
    assert open_to_change(view_of(due=[1, 2, 3], doubted=[4, 5, 6, 8])) == ()
    assert open_to_change(view_of(due=[2, 3], doubted=[4, 5, 6, 8])) == (1,)
    assert 8 in open_to_change(view_of(shown=[11]))
    lie_again = view_of(shown=[4], due=[1, 2, 3], doubted=[4, 5, 6], wide=False)
    assert open_to_change(lie_again) == ()


def test_a_lie_told_by_many_is_no_group() -> None:
    lie = [Shown(told(60 + n, 3 + n, who, 200)) for n, who in enumerate("abcde")]
    assert groups(lie, ENTITIES, "mara") == ()
    control = [*lie, Shown(told(70, 9, "wat", 201))]
    assert [group.about for group in groups(control, ENTITIES, "mara")] == [("chest", "iron_key")]
