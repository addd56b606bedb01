"""A step is exactly one thing, with what belongs beside it; a turn is refused in plain words."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.errors import BadTurn
from rashomon.story.turn import MODIFIERS, VERBS, Step, StepKind, Turn

FULL: dict[str, Any] = {
    "minutes": 5,
    "narration": "Rain.",
    "viewpoint": "mara",
    "recollections": {"mara": [12, 31]},
    "adds": {"characters": [{"id": "ilse", "name": "Ilse", "role": "background", "at": "yard"}]},
    "steps": [
        {
            "who": "elias",
            "does": "unlocks the gate",
            "with": ["iron_key"],
            "on": ["west_gate"],
            "changes": [{"entity": "west_gate", "set": {"locked": False, "warmth": 0.5}}],
        },
        {"who": "mara", "says": "Who goes there?", "to": ["elias"]},
        {
            "who": "elias",
            "says": "In the chest.",
            "to": ["mara"],
            "whisper": True,
            "claims": [{"entity": "iron_key", "set": {"at": "chest"}}],
        },
        {"who": "mara", "thinks": "He is lying.", "importance": 4, "tags": ["doubt"]},
        {"who": "mara", "says": "It is done.", "to": ["tomas"], "over": "phone", "retells": 3},
        {
            "who": "mara",
            "does": "reads",
            "reads": "letter",
            "noticed_by": ["t"],
            "missed_by": ["g"],
        },
        {"who": "elias", "goes": "road", "by": "west_gate", "covert": True},
        {"who": "elias", "goes": None},
        {"happens": "The bell tolls.", "at": "yard", "sense": "sound", "importance": 3},
        {"happens": "A star falls.", "at": None},
    ],
}


def step(**keys: Any) -> dict[str, Any]:
    return {key.rstrip("_"): value for key, value in keys.items()}


def faults(*steps: object) -> BadTurn:
    with pytest.raises(BadTurn) as refused:
        Turn.parse({"steps": list(steps)})
    said = str(refused.value)
    assert not re.search(r"pydantic|Input should|validat|\n|type=", said), said
    return refused.value


def test_a_turn_reads_back_as_it_was_written() -> None:
    turn = Turn.parse(FULL)
    assert turn.dump() == FULL
    assert Turn.parse(turn.dump()) == turn
    assert Turn.parse(turn) is turn
    kinds = [each.kind for each in turn.steps]
    assert kinds[:4] == ["deed", "line", "line", "thought"]
    assert kinds[6:] == ["move", "move", "happening", "happening"]


def test_every_kind_of_step_has_its_verb() -> None:
    assert set(VERBS.values()) == set(get_args(StepKind))
    assert VERBS.keys() == MODIFIERS.keys()
    keys = Step.model_fields.keys() - VERBS.keys()
    assert set().union(*MODIFIERS.values()) == keys


def test_null_is_told_from_missing_where_it_means_something() -> None:
    nowhere, unsaid = Turn.parse({"steps": [{"happens": "x", "at": None}, {"happens": "x"}]}).steps
    assert nowhere.says_where
    assert not unsaid.says_where
    assert Step(who="a", goes=None).kind == "move"


FAULTS: list[tuple[object, str, str]] = [
    ({}, "steps[0]", "none of does, says, thinks, goes, happens"),
    (step(who="a"), "steps[0]", "none of"),
    (step(who="a", does="x", says="y"), "steps[0]", "has does and says"),
    (step(who="a", goes=None, says="x"), "steps[0]", "has goes and says"),
    (step(says="x"), "steps[0]", "no 'who'"),
    (step(who="a", happens="x"), "steps[0].who", "nobody does"),
    (step(who="a", says=""), "steps[0].says", "blank"),
    (step(who="a", says=None), "steps[0].says", "empty"),
    (step(who="a", says=" \n"), "steps[0].says", "blank"),
    (step(who="a", says="\ue001"), "steps[0].says", "U+E001"),
    (step(who="a", says="a\0b"), "steps[0].says", "U+0000"),
    (step(who="a", does="x", whisperr=True), "steps[0].whisperr", "did you mean 'whisper'?"),
    (step(who="a", does="x", whisper=True), "steps[0].whisper", "belongs to 'says'"),
    (step(who="a", does="x", claims=[{"entity": "k", "set": {"at": None}}]), "steps[0].claims", ""),
    (step(who="a", says="x", changes=[{"entity": "k", "set": {"a": 1}}]), "steps[0].changes", ""),
    (step(who="a", does="x", retells=1), "steps[0].retells", "belongs to 'says'"),
    (step(who="a", says="x", reads="l"), "steps[0].reads", "belongs to 'does'"),
    (step(who="a", does="x", by="gate"), "steps[0].by", "belongs to 'goes'"),
    (step(who="a", says="x", covert=True), "steps[0].covert", "'does' and 'goes'"),
    (step(who="a", does="x", at="yard"), "steps[0].at", "belongs to 'happens'"),
    (step(who="a", does="x", sense="sight"), "steps[0].sense", "belongs to 'happens'"),
    (step(happens="x", sense="smell"), "steps[0].sense", "both, sight or sound"),
    (step(who="a", thinks="x", noticed_by=["b"]), "steps[0].noticed_by", "belongs to"),
    (step(who="a", thinks="x", missed_by=["b"]), "steps[0].missed_by", "belongs to"),
    (step(who="a", says="x", whisper=True), "steps[0].whisper", "needs `to`"),
    (step(who="a", says="x", over="phone"), "steps[0].over", "needs `to`"),
    (step(who="a", says="x", to=["b"], whisper=True, over="radio"), "steps[0].over", "whisper"),
    (step(who="a", does="x", missed_by=["a"]), "steps[0].missed_by", "own step"),
    (step(who="a", does="x", noticed_by=["b"], missed_by=["b"]), "steps[0].noticed_by", "'b'"),
    (step(who="a", does="x", with_="key"), "steps[0].with", "should be a list"),
    (step(who="a", does="x", with_=["k", 3]), "steps[0].with[1]", "put 3 in quotes"),
    (step(who="a", does="x", importance=6), "steps[0].importance", "at most 5"),
    (step(who="a", does="x", importance=True), "steps[0].importance", "whole number"),
    (step(who="a", says="x", retells="3"), "steps[0].retells", "whole number"),
    (step(who="a", does="x", covert="yes"), "steps[0].covert", "true or false"),
    ("a deed", "steps[0]", "keys and values"),
]


@pytest.mark.parametrize(("bad", "where", "words"), FAULTS)
def test_a_step_that_cannot_be_says_why_and_where(bad: object, where: str, words: str) -> None:
    refused = faults({"who": "a", "thinks": "Fine."}, bad)
    (only,) = refused.faults
    assert only.step == 2
    assert only.where == where.replace("[0]", "[1]", 1)
    assert words in only.message, only.message
    assert str(refused) == only.message
    assert only.message.startswith("step 2")


CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"locked": "no"}, ".locked"),
    ({"locked": None}, ".locked"),
    ({"closed": 1}, ".closed"),
    ({"at": 3}, ".at"),
    ({"at": ""}, ".at"),
    ({"mood": ["a"]}, ".mood"),
    ({"mood": {"a": 1}}, ".mood"),
    ({"mood": float("nan")}, ".mood"),
    ({"mood": 2**70}, ".mood"),
    ({"mood": "\ue000"}, ".mood"),
    ({}, ""),
    ({"": 1}, ""),
]


@pytest.mark.parametrize(("facts", "beneath"), CHANGES)
def test_a_change_sets_what_can_be(facts: dict[str, Any], beneath: str) -> None:
    bad = step(who="a", does="x", changes=[{"entity": "k", "set": facts}])
    assert faults(bad).faults[0].where == f"steps[0].changes[0].set{beneath}"


def test_free_properties_keep_their_types() -> None:
    facts = {"at": None, "worn": True, "mood": "low", "height": 1.5, "count": 3, "known": None}
    change = step(who="a", does="x", changes=[{"entity": "k", "set": facts}])
    kept = Turn.parse({"steps": [change]}).steps[0].changes[0].set
    assert kept == facts
    assert [type(each) for each in kept.values()] == [type(each) for each in facts.values()]


def test_each_step_has_one_fault_and_the_first_is_said() -> None:
    refused = faults({}, step(who="a", does="x"), {"x": 1, "y": 2, "z": 3})
    assert [each.step for each in refused.faults] == [1, 3]
    assert str(refused).endswith(" (and 1 more fault).")


def test_a_mistyped_key_is_not_also_missing() -> None:
    refused = faults(step(who="a", does="x", changes=[{"entity": "k", "sett": {"a": 1}}]))
    assert "did you mean 'set'?" in str(refused)


def test_a_key_left_empty_says_nothing() -> None:
    loose = step(who="a", does="x", says=None, claims=[], whisper=False, at=None, sense="both")
    assert Turn.parse({"steps": [loose]}).steps[0].kind == "deed"


@pytest.mark.parametrize(
    ("data", "where"),
    [
        ({"minutes": -1}, "minutes"),
        ({"minutes": float("inf")}, "minutes"),
        ({"minutes": float("nan")}, "minutes"),
        ({"minutes": 2e7}, "minutes"),
        ({"minutes": "5"}, "minutes"),
        ({"minutes": True}, "minutes"),
        ({"minuts": 1}, "minuts"),
        ({"recollections": {"m": [0]}}, "recollections.m[0]"),
        ({"recollections": {"m": ["x"]}}, "recollections.m[0]"),
        ({"adds": {"items": [{"id": "x"}]}}, "adds.items[0].name"),
        ({"steps": {}}, "steps"),
        ([], ""),
        (None, ""),
    ],
)
def test_a_turn_that_cannot_be_says_where(data: object, where: str) -> None:
    with pytest.raises(BadTurn) as refused:
        Turn.parse(data)
    assert refused.value.faults[0].where == where
    assert refused.value.faults[0].step is None


@pytest.mark.parametrize("minutes", [0, 0.25, 1, 10_000_000])
def test_a_turn_without_steps_lets_time_pass(minutes: float) -> None:
    assert Turn.parse({"minutes": minutes}).minutes == minutes


def test_with_may_be_written_as_python_must() -> None:
    assert (
        Step(who="a", does="x", with_=("k",))
        == Turn.parse({"steps": [{"who": "a", "does": "x", "with": ["k"]}]}).steps[0]
    )


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*Step.model_fields, "with", "entity"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"steps": _JSON}) | st.fixed_dictionaries({"adds": _JSON}) | _JSON)
def test_whatever_comes_in_is_a_turn_or_is_refused_in_a_sentence(data: object) -> None:
    try:
        turn = Turn.parse(data)
    except BadTurn as error:
        refused = error
    else:
        assert Turn.parse(turn.dump()) == turn
        return
    assert refused.faults
    assert str(refused).isprintable()


def test_the_schema_says_that_a_step_is_exactly_one_thing() -> None:
    schema = Turn.schema()["$defs"]["Step"]
    branches = {each["title"]: each for each in schema["oneOf"]}
    assert set(branches) == set(VERBS.values())
    assert branches["deed"]["required"] == ["does", "who"]
    assert branches["deed"]["properties"]["says"] is False
    assert branches["happening"]["properties"]["who"] is False
    assert "with" not in branches["line"]["properties"]
    assert branches["move"]["properties"]["with"] is False
