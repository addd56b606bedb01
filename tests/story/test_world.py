"""A world is checked once, at the door, and every fault is one plain sentence with its place."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.errors import BadWorld
from rashomon.imports import worldfile
from rashomon.settings import check
from rashomon.story.turn import Adds
from rashomon.story.world import World, check_entities, entities, slug

EXAMPLES = ("west-gate", "eight-doors", "ferry-inn")


def example(name: str) -> World:
    text = (resources.files("rashomon") / "examples" / f"{name}.yaml").read_text("utf-8")
    return World.parse(worldfile.parse(text, name))


def small(**more: Any) -> dict[str, Any]:
    """Make a world of two places and two people, with whatever a test adds."""
    base: dict[str, Any] = {
        "title": "A",
        "places": [{"id": "yard", "name": "the yard"}, {"id": "road", "name": "the road"}],
        "characters": [{"id": "ann", "name": "Ann"}, {"id": "bo", "name": "Bo", "at": "yard"}],
    }
    return {**base, **more}


def ann(**more: Any) -> dict[str, Any]:
    """The same world, with more about Ann."""
    return small(characters=[{"id": "ann", "name": "Ann", **more}])


def lies(facts: dict[str, Any]) -> dict[str, Any]:
    """A row of lies that claims this of the yard."""
    return {"how": "lies", "instead": {"text": "So.", "claims": [{"entity": "yard", "set": facts}]}}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_parses_and_reads_back_as_it_is(name: str) -> None:
    world = example(name)
    assert world.id == name
    assert World.parse(world.dump()) == world
    assert check(world.settings, "world") == dict(world.settings)
    assert len(world.kinds) == len(list(entities(world)))


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_an_example_tells_a_character_names_nobody_it_does_not_know(name: str) -> None:
    world = example(name)
    for each in world.characters:
        met = {bond.about for bond in each.relationships} | {each.id}
        told = [*each.beliefs, *each.memories, *each.relationships]
        for text in (part.text for part in told):
            for other in world.characters:
                for called in other.every_name:
                    whole = called if world.language == "zh" else rf"\b{re.escape(called)}\b"
                    assert other.id in met or not re.search(whole, text), (each.id, text)


def test_each_secret_of_eight_doors_is_shared_by_two_others() -> None:
    world = example("eight-doors")
    shared = {each.id: 0 for each in world.characters}
    for each in world.characters:
        assert len(each.memories) >= 3
        for person in {person for memory in each.memories for person in memory.people}:
            shared[person] += 1
    assert all(count >= 2 for count in shared.values())


FAULTS: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    (
        small(characters=[{"id": "ann", "name": "Ann", "apearance": "tall"}]),
        "characters[0].apearance",
        ("characters[0]", "'apearance'", "did you mean 'appearance'?"),
    ),
    (small(titel="x"), "titel", ("'titel'", "did you mean 'title'?")),
    ({}, "title", ("no 'title'",)),
    (small(title=12), "title", ("put 12 in quotes",)),
    (small(title=" "), "title", ("blank",)),
    (small(title="a\ue000b"), "title", ("U+E000",)),
    (small(opening="a\x1b[2J"), "opening", ("U+001B",)),
    (small(title="\ud800"), "title", ("lone surrogate",)),
    (small(title="two\nlines"), "title", ("single line",)),
    (small(lore=[{"id": "a b", "name": "x"}]), "lore[0].id", ("'a b'",)),
    (small(lore=[{"id": "a:b", "name": "x"}]), "lore[0].id", ("':'",)),
    (small(lore=[{"id": "yard", "name": "x"}]), "lore[0]", ("taken", "'yard'")),
    (
        small(items=[{"id": "key", "name": "key", "at": "yrad"}]),
        "items[0].at",
        ("'yrad'", "does not exist", "did you mean 'yard'?"),
    ),
    (
        small(items=[{"id": "a", "name": "a", "at": "b"}, {"id": "b", "name": "b", "at": "a"}]),
        "items[0].at",
        ("inside itself",),
    ),
    (small(items=[{"id": "a", "name": "a", "at": "a"}]), "items[0].at", ("inside itself",)),
    (
        small(items=[{"id": "a", "name": "a", "properties": {"at": "yard"}}]),
        "items[0].properties.at",
        ("engine's own",),
    ),
    (
        small(places=[{"id": "yard", "name": "y", "within": "yard"}]),
        "places[0].within",
        ("inside itself",),
    ),
    (
        small(exits=[{"id": "gate", "from": "yard", "to": "ann"}]),
        "exits[0].to",
        ("a character", "should be a place"),
    ),
    (small(exits=[{"id": "g", "from": "yard", "to": "yard"}]), "exits[0].to", ("leads back",)),
    (
        small(characters=[{"id": "ann", "name": "Ann", "role": "caste"}]),
        "characters[0].role",
        ("did you mean 'cast'?",),
    ),
    (
        small(characters=[{"id": "ann", "name": "Ann", "knows": ["ann"]}]),
        "characters[0].knows[0]",
        ("a character",),
    ),
    (
        small(
            characters=[
                {"id": "ann", "name": "Ann", "relationships": [{"about": "ann", "kind": "self"}]}
            ]
        ),
        "characters[0].relationships[0].about",
        ("itself",),
    ),
    (
        small(
            characters=[
                {"id": "ann", "name": "A", "relationships": [{"about": "bo", "kind": "x"}]},
                {"id": "bo", "name": "B", "role": "background"},
            ]
        ),
        "characters[0].relationships[0].about",
        ("background",),
    ),
    (
        small(
            characters=[
                {"id": "bo", "name": "B", "role": "background", "beliefs": [{"text": "So."}]}
            ]
        ),
        "characters[0].beliefs",
        ("background",),
    ),
    (small(clock={"start": "1203-02-30T00:00"}), "clock.start", ("1 to 28",)),
    (small(clock={"calendar": "gregorain"}), "clock.calendar", ("did you mean 'gregorian'?",)),
    (small(settings={"record.open": [1]}), "settings.record.open", ("should be one",)),
    (
        ann(tells=[{"about": ["yrad"]}]),
        "characters[0].tells[0].about[0]",
        ("did you mean 'yard'?",),
    ),
    (ann(tells=[{"to": ["yard"]}]), "characters[0].tells[0].to[0]", ("should be a character",)),
    (ann(tells=[{"how": "lies"}]), "characters[0].tells[0]", ("'instead'",)),
    (
        ann(tells=[{"how": "silent", "instead": {"text": "So."}}]),
        "characters[0].tells[0].instead",
        ("how: silent",),
    ),
    (
        ann(tells=[lies({"at": "raod"})]),
        "characters[0].tells[0].instead.claims[0].set.at",
        ("did you mean 'road'?",),
    ),
    (ann(routine=[{"at": "nine", "goes": "yard"}]), "characters[0].routine[0].at", ("hh:mm",)),
    (ann(routine=[{"at": "24:00", "goes": "yard"}]), "characters[0].routine[0].at", ("to 23",)),
    (ann(routine=[{"at": "09:00", "goes": "ann"}]), "characters[0].routine[0].goes", ("a place",)),
    (small(goals=[{"id": "g", "text": "?", "accuse": {}}]), "goals[0].accuse", ("who it was",)),
    (
        small(goals=[{"id": "g", "text": "?", "accuse": {"who": "yard"}}]),
        "goals[0].accuse.who",
        ("should be a character",),
    ),
    (small(goals=[{"id": "g", "text": "?"}] * 2), "goals[1]", ("taken",)),
    (
        small(goals=[{"id": "g", "text": "?"}], endings=[{"when": "right", "text": "So."}]),
        "endings[0]",
        ("no goal",),
    ),
    (small(endings=[{"when": "wrong", "goal": "x", "text": "So."}]), "endings[0].goal", ("'x'",)),
    (
        small(
            goals=[{"id": "g", "text": "?"}], endings=[{"when": "right", "goal": "g", "text": "."}]
        ),
        "endings[0].goal",
        ("judged",),
    ),
    (small(places={}), "places", ("should be a list",)),
]


@pytest.mark.parametrize(("data", "where", "words"), FAULTS, ids=[row[1] for row in FAULTS])
def test_a_fault_says_what_is_wrong_and_where(
    data: dict[str, Any], where: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(BadWorld) as refused:
        World.parse(data)
    said = str(refused.value)
    assert refused.value.faults[0].where == where
    assert all(word in said for word in words), said
    assert not re.search(r"pydantic|Input should|validat|\n|type=", said), said


@pytest.mark.parametrize("data", [None, 3, "title: A", [], {1: 2}])
def test_what_is_no_mapping_is_refused_in_words(data: object) -> None:
    with pytest.raises(BadWorld, match="the world"):
        World.parse(data)


def test_a_key_that_could_rewrite_a_terminal_is_written_out() -> None:
    with pytest.raises(BadWorld) as refused:
        World.parse(small(**{"\x1b[2J\ud800": 1}))
    assert str(refused.value).isprintable()
    assert refused.value.faults[0].where.isprintable()


def test_all_faults_are_counted_and_the_first_is_said() -> None:
    with pytest.raises(BadWorld, match=r"\(and 1 more fault\)[.?]$") as refused:
        World.parse(small(titel=1, langage="en"))
    assert len(refused.value.faults) == 2


def test_a_world_without_places_has_one_in_which_everybody_is() -> None:
    people = [{"id": "ann", "name": "Ann"}, {"id": "bo", "name": "Bo", "at": None}]
    world = World.parse({"title": "A", "characters": people, "items": [{"id": "k", "name": "k"}]})
    assert [(each.id, each.name) for each in world.places] == [("here", "here")]
    assert [each.at for each in world.characters] == ["here", None]
    assert world.items[0].at == "here"
    assert World.parse({"title": "甲", "language": "zh-CN"}).places[0].name == "这里"


def test_the_one_place_takes_no_id_that_is_in_use() -> None:
    world = World.parse({"title": "A", "lore": [{"id": "here", "name": "x"}]})
    assert world.places[0].id == "here_2"


def test_in_a_world_with_places_who_is_put_nowhere_is_nowhere() -> None:
    assert World.parse(small()).characters[0].at is None


def test_ids_may_be_of_any_script_and_hold_dots() -> None:
    ids = ["ATTENDANTS.ORSINO.Curio_TN", "渡口", "café-1", "__"]
    world = World.parse({"title": "A", "lore": [{"id": each, "name": "x"} for each in ids]})
    assert [each.id for each in world.lore] == ids


def test_an_exit_is_written_with_from_and_reads_back() -> None:
    world = World.parse(small(exits=[{"id": "gate", "from": "yard", "to": "road"}]))
    assert world.exits[0].from_ == "yard"
    assert world.dump()["exits"][0]["from"] == "yard"


def test_the_id_comes_from_the_title_in_any_script() -> None:
    assert World.parse({"title": "The West Gate!"}).id == "the-west-gate"
    assert slug("渡口 客栈") == "渡口-客栈"
    assert slug("?!") == "story"


@given(st.text())
def test_every_title_makes_an_id_that_is_one(title: str) -> None:
    world = World.parse({"title": "A", "id": slug(title)})
    assert len(world.id) <= 100


def test_what_joins_a_world_is_held_to_the_same_laws() -> None:
    known = World.parse(small()).kinds
    bo: dict[str, Any] = {"id": "bo", "name": "Bo", "at": "yrad"}
    adds = Adds.model_validate({"characters": [bo]})
    found = check_entities(adds, known, "adds.")
    assert [each.where for each in found] == ["adds.characters[0]", "adds.characters[0].at"]
    good = Adds.model_validate({"characters": [{"id": "cy", "name": "Cy", "at": "yard"}]})
    assert check_entities(good, known, "adds.") == []


def test_a_cached_answer_changes_nothing_about_equality() -> None:
    one, two = World.parse(small()), World.parse(small())
    assert one.kinds["ann"] == "character"
    assert one.calendar.show(0) == "day 1, 08:00"
    assert one == two


def test_the_schema_uses_the_keys_of_the_file() -> None:
    schema = World.schema()
    assert "from" in schema["$defs"]["Exit"]["properties"]
    assert schema["additionalProperties"] is False


def test_what_people_tell_and_when_they_go_reads_back_as_it_is() -> None:
    tells = [{"about": ["yard"], "to": ["friends", "ann"]}, lies({"closed": True})]
    routine = [{"at": "9:05", "goes": "yard"}]
    goals = [{"id": "g", "text": "Who?", "accuse": {"of": "yard", "tags": ["theft"]}}]
    endings = [{"when": "proved", "text": "So."}, {"when": "wrong", "goal": "g", "text": "No."}]
    data = {**ann(tells=tells, routine=routine), "goals": goals, "endings": endings}
    world = World.parse(data)
    assert World.parse(world.dump()) == world
    assert world.characters[0].tells[0].to == ("friends", "ann")
    assert world.characters[0].routine[0].minute == 9 * 60 + 5


def test_an_hour_is_one_of_the_calendar_that_the_world_has() -> None:
    own = {"id": "own", "hours_a_day": 30, "months": [{"name": "M", "days": 9}]}
    clock = {"start": "1-1-1T08:00", "calendar": "own"}
    late = ann(routine=[{"at": "29:59", "goes": "yard"}])
    assert World.parse({**late, "calendars": [own], "clock": clock}).characters[0].routine
    with pytest.raises(BadWorld, match="hours go to 23"):
        World.parse(late)


def test_what_a_world_says_of_itself_is_read_without_its_entities() -> None:
    goals = [{"id": "g", "text": "Who?", "accuse": {"who": "ann"}}]
    dumped = World.parse(small(goals=goals)).dump()
    own = {key: value for key, value in dumped.items() if key not in ("places", "characters")}
    assert World.bare(own).goals[0].id == "g"
    with pytest.raises(BadWorld, match="'ann', which does not exist"):
        World.parse(own)
