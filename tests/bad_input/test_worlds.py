"""A world that cannot be is refused in one sentence that says where, and no story comes of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.bad_input.room import WORLD, Room, plain, refusal

W = dict[str, Any]


def _deep(depth: int) -> Any:
    found: Any = "end"
    for _ in range(depth):
        found = [found]
    return found


def _set(*path: Any, to: Any) -> Callable[[W], None]:
    def change(world: W) -> None:
        here: Any = world
        for part in path[:-1]:
            here = here[part]
        here[path[-1]] = to

    return change


def _add(key: str, **entity: Any) -> Callable[[W], None]:
    return lambda world: world.setdefault(key, []).append(entity)


def _drop(*path: Any) -> Callable[[W], None]:
    def change(world: W) -> None:
        here: Any = world
        for part in path[:-1]:
            here = here[part]
        del here[path[-1]]

    return change


def _clock(start: str, calendar: str = "gregorian") -> Callable[[W], None]:
    return _set("clock", to={"start": start, "calendar": calendar})


WORLDS: dict[str, tuple[Callable[[W], None], tuple[str, ...]]] = {
    "no title": (_drop("title"), ("'title'",)),
    "a null title": (_set("title", to=None), ("title",)),
    "a blank title": (_set("title", to="  "), ("title",)),
    "a title of a number": (_set("title", to=7), ("title", "7")),
    "a title of two lines": (_set("title", to="a\nb"), ("title",)),
    "a title too long": (_set("title", to="x" * 10_000), ("title", "500")),
    "an unknown key": (_set("charcters", to=[]), ("'charcters'", "'characters'")),
    "an unknown key of nothing known": (_set("zzz", to=1), ("'zzz'", "characters")),
    "an unknown key at depth": (_set("characters", 0, "apearance", to="x"), (
        "characters[0] (mara)", "'apearance'", "'appearance'")),
    "a key that is no text": (_set(5, to=1), ("5",)),
    "a key with a line break": (_set("a\nb", to=1), ("a\\nb",)),
    "a key that is a lone surrogate": (_set("\ud800", to=1), ("the world",)),
    "a list for places": (_set("places", to={"id": "x"}), ("places",)),
    "a text for characters": (_set("characters", to="mara"), ("characters",)),
    "a character that is a text": (_set("characters", 0, to="mara"), ("characters[0]",)),
    "a character that is null": (_set("characters", 0, to=None), ("characters[0]",)),
    "a name that is a list": (_set("items", 0, "name", to=["a"]), ("items[0]", "name")),
    "closed as a text": (_set("items", 1, "closed", to="yes"), ("items[1].closed",)),
    "locked as a number": (_set("exits", 1, "locked", to=1), ("exits[1].locked",)),
    "minutes negative": (_set("exits", 0, "minutes", to=-1), ("exits[0].minutes", "-1")),
    "minutes NaN": (_set("exits", 0, "minutes", to=float("nan")), ("exits[0].minutes",)),
    "minutes endless": (_set("exits", 0, "minutes", to=float("inf")), ("exits[0].minutes",)),
    "minutes as a text": (_set("exits", 0, "minutes", to="5"), ("exits[0].minutes",)),
    "minutes huge": (_set("exits", 0, "minutes", to=10**400), ("exits[0].minutes",)),
    "importance 9": (_set("characters", 1, "memories", 0, "importance", to=9), (
        "memories[0].importance", "5")),
    "importance a fraction": (_set("characters", 1, "memories", 0, "importance", to=2.5), (
        "memories[0].importance",)),
    "importance huge": (_set("characters", 1, "memories", 0, "importance", to=10**30), (
        "memories[0].importance",)),
    "minutes ago negative": (_set("characters", 1, "memories", 0, "minutes_ago", to=-5), (
        "minutes_ago",)),
    "an unknown role": (_set("characters", 0, "role", to="plaid"), ("role", "played")),
    "an unknown confidence": (_set("characters", 0, "beliefs", 0, "confidence", to="shure"), (
        "beliefs[0].confidence", "sure")),
    "an id with a space": (_set("places", 0, "id", to="the yard"), ("places[0]", "the yard")),
    "an id with a slash": (_set("places", 0, "id", to="a/b"), ("places[0]", "a/b")),
    "an id with a colon": (_set("places", 0, "id", to="a:b"), ("places[0]", "a:b")),
    "an empty id": (_set("places", 0, "id", to=""), ("places[0].id",)),
    "an id too long": (_set("places", 0, "id", to="x" * 300), ("places[0]", "200")),
    "an id with NUL": (_set("places", 0, "id", to="a\0b"), ("places[0]",)),
    "an id that is a lone surrogate": (_set("places", 0, "id", to="\udcff"), ("places[0]",)),
    "an id that is a number": (_set("places", 0, "id", to=3), ("places[0]", "3")),
    "a story id with a slash": (_set("id", to="a/b"), ("id", "a/b")),
    "a story id too long": (_set("id", to="x" * 300), ("id", "200")),
    "a name with NUL": (_set("places", 0, "name", to="a\0"), ("places[0]", "U+0000")),
    "a name with an escape": (_set("places", 0, "name", to="\x1b[2J"), ("places[0]", "U+001B")),
    "a name of a lone surrogate": (_set("places", 0, "name", to="\ud83d"), ("places[0]",)),
    "a persona in the private area": (_set("characters", 0, "persona", to="\ue001"), (
        "characters[0]", "persona", "U+E001")),
    "an id given twice": (_add("places", id="yard", name="b"), ("places[3]", "'yard'")),
    "an id of two kinds": (_add("items", id="mara", name="b"), ("'mara'",)),
    "within itself": (_set("places", 0, "within", to="yard"), ("places[0]", "within")),
    "within each other": (lambda w: (_set("places", 0, "within", to="cell")(w),
        _set("places", 2, "within", to="yard")(w))[0], ("places[0]", "yard")),
    "an item in itself": (_set("items", 1, "at", to="chest"), ("items[1]", "chest")),
    "items in each other": (_set("items", 1, "at", to="coin"), ("items[", "chest")),
    "a place that is not": (_set("characters", 0, "at", to="yrad"), (
        "characters[0]", "'yrad'", "'yard'")),
    "a place that is an item": (_set("characters", 0, "at", to="chest"), (
        "characters[0]", "'chest'")),
    "an exit to nowhere": (_set("exits", 0, "to", to="moon"), ("exits[0]", "'moon'")),
    "an exit to its start": (_set("exits", 0, "to", to="yard"), ("exits[0]", "'yard'")),
    "an exit without an end": (_drop("exits", 0, "to"), ("exits[0]", "'to'")),
    "overlooks what is not": (_set("places", 1, "overlooks", to=["sea"]), (
        "places[1]", "'sea'")),
    "knows what is not": (_set("characters", 0, "knows", to=["ordr"]), ("'ordr'", "'order'")),
    "knows a person": (_set("characters", 0, "knows", to=["elias"]), ("knows[0]", "'elias'")),
    "regards itself": (_set("characters", 0, "relationships", to=[
        {"about": "mara", "kind": "friend"}]), ("relationships[0]",)),
    "regards nobody": (_set("characters", 0, "relationships", to=[
        {"about": "nobody", "kind": "friend"}]), ("relationships[0]", "'nobody'")),
    "regards somebody twice": (_set("characters", 0, "relationships", to=[
        {"about": "elias", "kind": "friend"}, {"about": "elias", "kind": "foe"}]), (
        "relationships[1]", "'elias'")),
    "a relationship without a kind": (_set("characters", 0, "relationships", to=[
        {"about": "elias"}]), ("relationships[0]", "'kind'")),
    "background with beliefs": (_set("characters", 0, "role", to="background"), (
        "characters[0]", "beliefs")),
    "believes of what is not": (_set("characters", 0, "beliefs", 0, "about", to=["sun"]), (
        "beliefs[0].about[0]", "'sun'")),
    "a blank belief": (_set("characters", 0, "beliefs", 0, "text", to=" "), (
        "beliefs[0].text",)),
    "a memory with nobody": (_set("characters", 1, "memories", 0, "people", to=["noone"]), (
        "memories[0].people[0]", "'noone'")),
    "a property that is a list": (_set("items", 0, "properties", to={"a": [1]}), (
        "items[0]", "a")),
    "a property the engine's": (_set("items", 0, "properties", to={"at": "yard"}), (
        "items[0]", "at")),
    "a property nested deep": (_set("items", 0, "properties", to={"a": _deep(90)}), (
        "items[0]", "a")),
    "a property huge": (_set("items", 0, "properties", to={"a": 10**40}), ("items[0]", "a")),
    "a property NaN": (_set("items", 0, "properties", to={"a": float("nan")}), (
        "items[0]", "a")),
    "no such day": (_clock("1203-02-30T18:00"), ("clock.start", "1203-02-30")),
    "no date at all": (_clock("yesterday"), ("clock.start", "yesterday")),
    "no such hour": (_clock("1203-04-12T25:00"), ("clock.start",)),
    "no such calendar": (_clock("1-1-1T00:00", "gregorain"), (
        "clock.calendar", "'gregorain'", "'gregorian'")),
    "a calendar without months": (_set("calendars", to=[{"id": "c", "months": []}]), (
        "calendars[0]", "months")),
    "a month without days": (_set("calendars", to=[{"id": "c", "months": [
        {"name": "m", "days": 0}]}]), ("calendars[0]", "days")),
    "calendars of one id": (_set("calendars", to=[
        {"id": "c", "months": [{"name": "m", "days": 3}]}] * 2), ("calendars[1]", "'c'")),
    "no language": (_set("language", to="klingon language"), ("language",)),
    "an unknown setting": (_set("settings", to={"reflection.everyTurn": 3}), (
        "'reflection.everyTurn'", "'reflection.everyTurns'")),
    "a setting out of bounds": (_set("settings", to={"recall.limit": 0}), ("recall.limit",)),
    "a setting of another type": (_set("settings", to={"recall.limit": "many"}), (
        "recall.limit", "many")),
    "a setting NaN": (_set("settings", to={"memory.foldedFade": float("nan")}), (
        "memory.foldedFade",)),
    "a setting that is a list": (_set("settings", to={"recall.limit": [1]}), (
        "recall.limit",)),
    "a setting of the story's own": (_set("settings", to={"models.default": "x"}), (
        "models.default",)),
    "settings as a list": (_set("settings", to=[1]), ("settings",)),
}  # fmt: skip


@pytest.mark.parametrize("name", WORLDS)
def test_a_world_that_cannot_be_is_refused_where_it_is_wrong(name: str, room: Room) -> None:
    change, places = WORLDS[name]
    world = copy.deepcopy(WORLD) | {"id": "new"}
    change(world)
    with room.nothing_written():
        plain(refusal(lambda: room.library.create(world)), *places)


NO_WORLDS: dict[str, object] = {
    "null": None,
    "a number": 5,
    "a list": [],
    "bytes": b"title: x",
    "an object of another program": object(),
    "nothing in it": {},
}


@pytest.mark.parametrize("name", NO_WORLDS)
def test_what_is_no_world_at_all_is_refused(name: str, room: Room) -> None:
    with room.nothing_written():
        plain(refusal(lambda: room.library.create(NO_WORLDS[name])))


def test_ids_of_one_look_are_one_id(room: Room) -> None:
    """Two ids that look the same on every screen would be two people for good."""
    world = copy.deepcopy(WORLD) | {"id": "new"}
    world["characters"] += [{"id": "Ren\u00e9", "name": "A"}, {"id": "Rene\u0301", "name": "B"}]
    with room.nothing_written():
        plain(refusal(lambda: room.library.create(world)), "characters[5]", "Ren\u00e9")


def test_what_only_looks_odd_is_told_as_it_is(fresh: Room) -> None:
    """Emoji, right-to-left text and ids in any script are a story's good right."""
    world = {
        "title": "🦉 \u05d4\u05e9\u05e2\u05e8 \u0627\u0644\u0628\u0648\u0627\u0628\u0629",
        "characters": [
            {"id": "\u05de\u05e8\u05d4", "name": "\u05de\u05e8\u05d4"},
            {"id": "阿", "name": "🦉"},
        ],
    }
    story = fresh.library.create(world, as_="odd")
    done = story.record({"steps": [{"who": "阿", "says": "\u05e9\u05dc\u05d5\u05dd 👩‍👩‍👧 مرحبا"}]})
    assert story.event(done.events[0]).text == "\u05e9\u05dc\u05d5\u05dd 👩‍👩‍👧 مرحبا"
    assert story.mind("\u05de\u05e8\u05d4").perceptions()[0].mode == "heard"


@pytest.mark.parametrize("world", [{"title": "Empty"}, {"title": "x", "characters": []}])
def test_an_empty_world_may_be_told(world: dict[str, Any], fresh: Room) -> None:
    story = fresh.library.create(world, as_="empty")
    assert story.record({"steps": [{"happens": "Nothing."}]}).turn == 1
    assert story.record({}).turn == 2
