"""What the library is asked for and cannot give is refused in a sentence: nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from rashomon.errors import Fault, Refused
from tests.bad_input.room import TURNS, WORLD, Room, plain, refusal

HUGE = 10**30
LONG = "x" * 100_000


def _story(do: Callable[[Any], object]) -> Callable[[Room], object]:
    return lambda room: do(room.story)


def _mara(do: Callable[[Any], object]) -> Callable[[Room], object]:
    return lambda room: do(room.mara)


CALLS: dict[str, tuple[Callable[[Room], object], tuple[str, ...]]] = {
    "a story that is not": (lambda r: r.library.story("gaet"), ("'gaet'", "'gate'")),
    "a story of no id": (lambda r: r.library.story(""), ("story",)),
    "a story of null": (lambda r: r.library.story(None), ("story",)),  # type: ignore[arg-type]
    "a story of a list": (lambda r: r.library.story([]), ("story",)),  # type: ignore[arg-type]
    "a story of a long id": (lambda r: r.library.story(LONG), ("story",)),
    "a story of half a character": (lambda r: r.library.story("\ud800"), ("story",)),
    "what is known of no story": (lambda r: r.library.info("x"), ("'x'",)),
    "the end of no story": (lambda r: r.library.delete("gat"), ("'gat'", "'gate'")),
    "the end of half a character": (lambda r: r.library.delete("\ud800"), ("story",)),
    "an export of no story": (lambda r: r.library.export("x", r.folder / "x"), ("'x'",)),
    "an export into a folder": (lambda r: r.library.export("gate", r.folder), (
        "cannot be written",)),
    "an export into no folder": (lambda r: r.library.export("gate", r.folder / "no" / "x"), (
        "cannot be written",)),
    "an export to NUL": (lambda r: r.library.export("gate", "a\0b"), ("cannot be written",)),
    "an export to a long name": (lambda r: r.library.export("gate", r.folder / LONG), (
        "cannot be written",)),
    "a world as an id that is": (lambda r: r.library.create(WORLD), ("'gate'",)),
    "a world as one that is": (lambda r: r.library.create({"title": "x"}, as_="gate"), (
        "'gate'",)),
    "a branch as one that is": (_story(lambda s: s.branch(1, as_="gate")), ("'gate'",)),
    "a branch at no turn": (_story(lambda s: s.branch(4)), ("turn 4", "3")),
    "a branch before the start": (_story(lambda s: s.branch(-1)), ("turn", "-1")),
    "a branch at a huge turn": (_story(lambda s: s.branch(HUGE)), ("turn",)),
    "a branch at a fraction": (_story(lambda s: s.branch(1.5)), ("1.5",)),
    "a branch at a text": (_story(lambda s: s.branch("1")), ("'1'",)),
    "a branch at null": (_story(lambda s: s.branch(None)), ("null",)),
    "a rewind to no turn": (_story(lambda s: s.rewind(9)), ("turn 9",)),
    "a rewind before the start": (_story(lambda s: s.rewind(-2)), ("turn", "-2")),
    "a rewind to a text": (_story(lambda s: s.rewind("2")), ("'2'",)),
    "a rewind as one that is": (_story(lambda s: s.rewind(0, as_="gate")), ("'gate'",)),
    "an event that is not": (_story(lambda s: s.event(99)), ("99",)),
    "an event of a huge number": (_story(lambda s: s.event(HUGE)), ("event",)),
    "an event of a text": (_story(lambda s: s.event("1")), ("event",)),
    "who perceived nothing": (_story(lambda s: s.who_perceived(99)), ("99",)),
    "who knows nothing": (_story(lambda s: s.who_knows("kee")), ("'kee'", "'key'")),
    "who knows null": (_story(lambda s: s.who_knows(None)), ("place or thing",)),
    "who knows a long word": (_story(lambda s: s.who_knows(LONG)), ("place or thing",)),
    "the spread of nothing": (_story(lambda s: s.spread("moon")), ("'moon'",)),
    "events before a text": (_story(lambda s: s.events(before="x")), ("before", "'x'")),
    "so many events, negative": (_story(lambda s: s.events(limit=-1)), ("limit", "-1")),
    "so many events, a fraction": (_story(lambda s: s.events(limit=1.5)), ("limit", "1.5")),
    "so many found, negative": (_story(lambda s: s.search("a", limit=-5)), ("limit", "-5")),
    "a search for nothing at all": (_story(lambda s: s.search(None)), ("text",)),
    "events of a huge turn": (_story(lambda s: s.events(turn="1")), ("turn", "'1'")),
    "a mind of nobody": (_story(lambda s: s.mind("mora").perceptions()), ("'mora'", "'mara'")),
    "a mind of a thing": (_story(lambda s: s.mind("key").beliefs()), ("'key'",)),
    "a mind of null": (_story(lambda s: s.mind(None).names()), ("character",)),
    "a mind of half a character": (_story(lambda s: s.mind("\ud800").names()), ("character",)),
    "so many perceptions, negative": (_mara(lambda m: m.perceptions(limit=-3)), (
        "limit", "-3")),
    "perceptions before a text": (_mara(lambda m: m.perceptions(before="x")), ("before",)),
    "whether it knows nothing": (_mara(lambda m: m.knows("kye")), ("'kye'", "'key'")),
    "a name for nobody": (_mara(lambda m: m.name_for("elais")), ("'elais'", "'elias'")),
    "where nothing is": (_mara(lambda m: m.last_known("moon")), ("'moon'",)),
    "the way to nothing": (_mara(lambda m: m.route("moon")), ("'moon'",)),
    "why no belief": (_mara(lambda m: m.why(99)), ("99",)),
    "why another's belief": (_story(lambda s: s.mind("elias").why(1)), ("1",)),
    "why a huge belief": (_mara(lambda m: m.why(HUGE)), ("belief",)),
    "how nothing was learnt": (_mara(lambda m: m.how_learnt("moon")), ("'moon'",)),
    "the mind of nobody in hers": (_mara(lambda m: m.of("x").perceptions()), ("'x'",)),
    "a setting that is not": (_story(lambda s: s.set("recall.limt", 3)), (
        "'recall.limt'", "'recall.limit'")),
    "a question that is no text": (
        _story(lambda s: s.mind("mara").recall(cast(str, None))), ("text",)),
    "a question that cannot be stored": (_story(lambda s: s.mind("mara").recall("\ud800")), (
        "text",)),
    "a question with a control character": (_story(lambda s: s.mind("mara").recall("a\x07b")), (
        "U+0007", "take it out")),
    "a span of no number": (
        _story(lambda s: s.mind("mara").recall(since=cast(float, "a"))),
        ("since", "seconds of story time", "'a'")),
    "a span from nowhere": (
        _story(lambda s: s.mind("mara").recall(until=float("nan"))), ("until", "seconds", "nan")),
    "a span of yes and no": (_story(lambda s: s.mind("mara").recall(since=True)), (
        "since", "seconds", "true")),
    "a span without end": (_story(lambda s: s.mind("mara").recall(since=10**400)), (
        "since", "seconds")),
    "a span that ends before it begins": (
        _story(lambda s: s.mind("mara").recall(since=10, until=5)), ("until", "5", "since", "10")),
    "people that are one text": (_story(lambda s: s.mind("mara").recall("x", people="elias")), (
        "people", "elias")),
    "a limit below none": (_story(lambda s: s.mind("mara").recall("x", limit=-1)), ("limit",)),
    "a setting too high": (_story(lambda s: s.set("recall.limit", 10**9)), ("recall.limit",)),
    "a setting too low": (_story(lambda s: s.set("memory.foldedFade", -1)), (
        "memory.foldedFade",)),
    "a setting of no number": (_story(lambda s: s.set("recall.limit", "eight")), (
        "recall.limit", "eight")),
    "a setting NaN": (_story(lambda s: s.set("memory.foldedFade", float("nan"))), (
        "memory.foldedFade",)),
    "a setting without a key": (_story(lambda s: s.set("", 3)), ("setting",)),
    "an edit of nothing known": (_story(lambda s: s.edit("beleif", 1, text="x")), (
        "'beleif'", "'belief'")),
    "an edit of no belief": (_story(lambda s: s.edit("belief", 99, text="x", why="y")), (
        "99",)),
    "an edit of no perception": (_story(lambda s: s.edit("perception", 99, text="x")), (
        "99",)),
    "an edit of no thread": (_story(lambda s: s.edit("thread", 99, status="open")), ("99",)),
    "an edit of no id": (_story(lambda s: s.edit("belief", None, text="x")), ("character",)),
    "an edit of a huge id": (_story(lambda s: s.edit("perception", HUGE, text="x")), (
        "perception",)),
    "an edit of a list": (_story(lambda s: s.edit("belief", [1], text="x")), ("belief",)),
    "an edit of an unknown field": (_story(lambda s: s.edit("belief", 1, txet="x")), (
        "'txet'", "'text'")),
    "an edit to a wrong value": (_story(lambda s: s.edit("belief", 1, confidence="shure")), (
        "confidence",)),
    "an edit to a blank text": (_story(lambda s: s.edit("belief", 1, text="  ")), ("text",)),
    "an edit to a text of NUL": (_story(lambda s: s.edit("belief", 1, text="a\0")), ("text",)),
    "an edit to a text in the private area": (
        _story(lambda s: s.edit("belief", 1, text="\ue000")), ("text",)),
    "an edit to a number": (_story(lambda s: s.edit("belief", 1, text=5)), ("text",)),
    "an edit about what is not": (_story(lambda s: s.edit("belief", 1, about=["moon"])), (
        "'moon'",)),
    "an edit of nothing": (_story(lambda s: s.edit("belief", 1)), ("belief",)),
    "an audience of nobody": (_story(lambda s: s.edit_audience(1, add=["x"])), ("'x'",)),
    "an audience of no event": (_story(lambda s: s.edit_audience(99, add=["tomas"])), ("99",)),
    "an audience without who was there": (
        _story(lambda s: s.edit_audience(1, remove=["tomas"])), ("'tomas'",)),
    "a grant to nobody": (_story(lambda s: s.grant("x", "key")), ("'x'",)),
    "a grant of nothing": (_story(lambda s: s.grant("mara", "moon")), ("'moon'",)),
    "a merging with nothing": (_story(lambda s: s.merge("elias", "moon")), ("'moon'",)),
    "a merging of nothing": (_story(lambda s: s.merge("moon", "mara")), ("'moon'",)),
    "a merging with itself": (_story(lambda s: s.merge("mara", "mara")), ("'mara'",)),
    "a merging of two kinds": (_story(lambda s: s.merge("mara", "key")), ("'mara'",)),
    "a splitting of what is whole": (_story(lambda s: s.split("mara")), ("'mara'",)),
    "an edit of the world's unknown": (_story(lambda s: s.edit_world(palces=[])), (
        "'palces'", "'places'")),
    "an edit of the world to a circle": (
        _story(lambda s: s.edit_world(items=[{"id": "chest", "at": "coin"}])), ("itself",)),
    "an edit of the world to nowhere": (
        _story(lambda s: s.edit_world(items=[{"id": "new", "name": "n", "at": "moon"}])), (
        "'moon'",)),
    "a retiring of nothing": (_story(lambda s: s.edit_world(retire=["moon"])), ("'moon'",)),
    "a world of no title": (_story(lambda s: s.edit_world(title="")), ("title",)),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_what_cannot_be_given_is_refused(name: str, room: Room) -> None:
    call, places = CALLS[name]
    with room.nothing_written():
        plain(refusal(lambda: call(room)), *places)


IDS: dict[str, object] = {
    "empty": "",
    "blank": "  ",
    "with a slash": "a/b",
    "with a space": "a b",
    "with a colon": "a:b",
    "with a line break": "a\nb",
    "with NUL": "a\0b",
    "with an escape": "\x1b[2J",
    "half a character": "\ud800",
    "in the private area": "\ue000",
    "too long": "x" * 201,
    "a number": 5,
    "a list": ["a"],
}
WAYS: dict[str, Callable[[Room, Any], object]] = {
    "create": lambda room, id: room.library.create({"title": "x"}, as_=id),
    "branch": lambda room, id: room.story.branch(1, as_=id),
    "rewind": lambda room, id: room.story.rewind(0, as_=id),
    "import": lambda room, id: room.library.import_(room.folder / "gate.jsonl", as_=id),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", IDS)
def test_a_story_has_an_id_that_can_be_typed(name: str, way: str, room: Room) -> None:
    path = room.folder / "gate.jsonl"
    if not path.exists():
        room.library.export("gate", path)
    with room.nothing_written():
        plain(refusal(lambda: WAYS[way](room, IDS[name])), "id")


def test_nothing_pending_cannot_be_undone(fresh: Room) -> None:
    fresh.story.keep_now()
    with fresh.nothing_written():
        plain(refusal(fresh.story.undo), "rewind")


def test_a_deleted_story_answers_like_one_that_never_was(fresh: Room) -> None:
    story, mara = fresh.story, fresh.mara
    fresh.library.delete("gate")
    calls: list[Callable[[], object]] = [
        lambda: story.record(TURNS[0]), lambda: story.record_many(TURNS), lambda: story.check({}),
        story.keep_now, story.undo, story.verify, story.events, lambda: story.clock,
        lambda: story.branch(1), mara.perceptions, mara.map,
    ]  # fmt: skip
    for call in calls:
        plain(refusal(call), "'gate'")


def test_every_fault_ends_as_a_sentence() -> None:
    for said, ended in {"x": "x.", "x.": "x.", "x?": "x?"}.items():
        assert Fault(1, "steps[0]", said).message == ended


def test_every_refusal_has_words_of_its_own() -> None:
    kinds = [Refused]
    for kind in kinds:
        kinds += kind.__subclasses__()
    for kind in kinds:
        plain(str(kind()))
