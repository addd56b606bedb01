"""What is left of memories, their curves, and the picture of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rashomon
from rashomon.api.library import Library
from rashomon.recall.lasting import Lasting, curve, held
from rashomon.recall.plotting import LEFT, LINES, NUMBERED, RIGHT, WIDTH, plot
from rashomon.recall.retention import DAY, DETAILS, detail, detail_name, retention
from rashomon.story.calendar import Calendar
from rashomon.story.world import World

SVG = "{http://www.w3.org/2000/svg}"
CALENDAR = Calendar.gregorian("1203-04-12T18:00")

times = st.floats(0, 400 * DAY)
texts = st.one_of(
    st.text(max_size=30), st.sampled_from(["</svg><script>", "a & b", "\0\x1b", "钥匙"])
)


@st.composite
def lasting(draw: st.DrawFn, id: int = 1) -> Lasting:
    """A memory of any age and fate, at a time up to day 400."""
    time = draw(st.floats(-1000 * DAY, 400 * DAY))
    again = draw(st.lists(times, max_size=4))
    digested = draw(st.none() | times)
    importance = draw(st.integers(1, 5))
    return Lasting(
        id=id, event=id, turn=1, time=time, kind="deed", mode="saw", who="ada",
        who_name=draw(texts), when="long ago", text=draw(texts), detail="vivid",
        importance=importance, recollected=tuple(sorted(t for t in again if t >= time)),
        digested=digested, share=draw(st.floats(0.01, 1)), perfect=draw(st.booleans()),
    )  # fmt: skip


@given(lasting(), times)
def test_a_curve_goes_from_the_beginning_to_now_and_only_recollections_lift_it(
    memory: Lasting, until: float
) -> None:
    points = curve(memory, until)
    assert points[-1].time == until
    assert points[0].time == min(max(memory.time, 0.0), until)
    assert all(0 <= point.retention <= 1 for point in points)
    assert all(one.time < other.time for one, other in pairwise(points))
    assert all(point.retention == held(memory, point.time) for point in points)
    for one, other in pairwise(points):
        lifted = any(one.time < time <= other.time for time in memory.recollected)
        assert other.retention <= one.retention or lifted


@given(lasting(), times)
def test_the_end_of_a_curve_is_the_retention_that_recall_weighs(
    memory: Lasting, until: float
) -> None:
    end = curve(memory, until)[-1].retention
    if memory.perfect:
        assert end == 1
        return
    share = memory.share if memory.digested is not None and memory.digested <= until else 1
    assert end == retention(
        memory.importance, memory.time, memory.recollected, until, digested=share
    )


def many(count: int, **given: Any) -> list[Lasting]:
    """Memories of a season, each with some fate."""
    now, found = 100 * DAY, list[Lasting]()
    for id in range(1, count + 1):
        time = id * now / (count + 10)
        again = tuple(t for t in (id % 7 * 9 * DAY,) if id % 3 == 0 and t > time)
        weight = id % 5 + 1
        left = retention(weight, time, again, now)
        fields: dict[str, Any] = {
            "id": id, "event": id, "turn": id, "time": time, "kind": "deed", "mode": "saw",
            "who": "ada", "who_name": "Ada", "when": "then", "text": f"Thing {id} happens.",
            "detail": detail(left, weight), "importance": weight, "recollected": again,
            "digested": 50 * DAY if id % 11 == 0 and time < 50 * DAY else None, "share": 0.5,
        }  # fmt: skip
        found.append(Lasting(**{**fields, **given}))
    return found


def drawn(memories: list[Lasting], now: float = 100 * DAY, language: str = "en") -> ET.Element:
    return ET.fromstring(plot(memories, now, "Mara <& co>", CALENDAR, language))


@given(st.lists(lasting(), max_size=6), times, texts, st.sampled_from(["en", "zh-Hans", "fr"]))
def test_whatever_a_text_holds_stays_a_text_in_a_whole_picture(
    memories: list[Lasting], now: float, name: str, language: str
) -> None:
    picture = ET.fromstring(plot(memories, now, name, CALENDAR, language))
    known = {"svg", "title", "text", "rect", "line", "g", "polyline", "circle", "polygon"}
    assert {each.tag.removeprefix(SVG) for each in picture.iter()} <= known
    for each in picture.iter(f"{SVG}polyline"):
        for x, y in (point.split(",") for point in each.attrib["points"].split()):
            assert 0 <= float(x) <= WIDTH
            assert 0 <= float(y) <= 600


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_level_is_named_in_the_story_s_language_and_the_title_says_whose(
    language: str,
) -> None:
    picture = drawn(many(40), language=language)
    said = [each.text or "" for each in picture.iter(f"{SVG}text")]
    assert all(detail_name(level, language) in said for level in DETAILS[:4])
    assert "Mara <& co>" in said[0]
    assert len(picture.findall(f".//{SVG}polyline[@stroke-dasharray]")) > 0
    assert len(picture.findall(f".//{SVG}polygon")) > 1


def test_a_line_of_several_lists_five_of_them_and_counts_the_rest() -> None:
    (like,) = many(1)
    memories = [replace(like, id=n, text=f"Thing {n} happens.") for n in range(1, 15)]
    (title,) = (each.findtext(f"{SVG}title") or "" for each in drawn(memories).iter(f"{SVG}g"))
    assert len(re.findall(r"Thing \d+ happens\.", title)) == 5
    assert title.endswith("and 9 more alike")
    (few,) = (each.findtext(f"{SVG}title") or "" for each in drawn(memories[:3]).iter(f"{SVG}g"))
    assert all(each.text in few for each in memories[:3])
    assert "more alike" not in few


def test_the_legend_names_only_marks_that_are_in_the_picture() -> None:
    (like,) = many(1)
    given = replace(like, event=None, time=-3 * DAY, recollected=(0.0,), digested=None)
    lived = replace(given, event=1, time=DAY, recollected=())
    again = replace(lived, recollected=(20 * DAY,))

    def said(*memories: Lasting) -> set[str | None]:
        return {each.text for each in drawn([*memories]).iter(f"{SVG}text")}

    assert "came to mind again" not in said(given, lived)
    assert "came to mind again" in said(again)
    assert "from before the story" in said(given)
    assert "from before the story" not in said(lived, again)
    (group,) = drawn([given]).findall(f"{SVG}g")
    rings = [each for each in group.findall(f"{SVG}circle") if each.get("fill") == "#ffffff"]
    assert [float(each.attrib["cx"]) for each in rings] == [LEFT]
    (group,) = drawn([lived]).findall(f"{SVG}g")
    assert all(each.get("fill") != "#ffffff" for each in group.findall(f"{SVG}circle"))


def test_each_of_a_few_memories_is_a_line_with_its_number() -> None:
    memories = many(NUMBERED - 10)
    picture = drawn(memories)
    groups = picture.findall(f"{SVG}g")
    assert len(groups) == len(memories)
    titles = " ".join(each.findtext(f"{SVG}title") or "" for each in groups)
    assert all(memory.text in titles for memory in memories)
    ends = [each for each in picture.iter(f"{SVG}text")
            if float(each.attrib["x"]) > WIDTH - RIGHT]  # fmt: skip
    assert sorted(int(each.text or "") for each in ends) == [memory.id for memory in memories]
    heights = sorted(float(each.attrib["y"]) for each in ends)
    assert all(other - one > 11 for one, other in pairwise(heights)), "numbers overlap"


def test_two_hundred_memories_are_few_enough_lines_and_none_is_left_out() -> None:
    memories = many(200, recollected=(), digested=None)
    groups = drawn(memories).findall(f"{SVG}g")
    assert len(groups) <= LINES
    told = [each.findtext(f"{SVG}title") or "" for each in groups]
    rows = [row for each in told for row in each.split("\n")]
    more = [int(row.split()[1]) for row in rows if row.endswith("more alike")]
    assert len(rows) - len(more) + sum(more) == len(memories)


def test_a_picture_begins_with_the_story_and_ends_now() -> None:
    early = many(1, time=-400 * DAY, recollected=(0.0,))
    (line,) = drawn(early).iter(f"{SVG}polyline")
    points = line.attrib["points"].split()
    assert float(points[0].split(",")[0]) == LEFT
    assert float(points[-1].split(",")[0]) == WIDTH - RIGHT


# Through the library.

WORLD: dict[str, Any] = {
    "id": "yard", "title": "The Yard", "places": [{"id": "yard", "name": "the yard"}],
    "characters": [
        {"id": "ada", "name": "Ada", "at": "yard",
         "memories": [{"text": "Once it snowed.", "minutes_ago": 10_000}]},
        {"id": "ben", "name": "Ben", "at": "yard"}, {"id": "cy", "name": "Cy", "at": "yard"},
    ],
}  # fmt: skip
LINE = "At seven o'clock I carefully buried twelve coins under the old apple tree."


@pytest.fixture
def library(library_url: str) -> Iterator[Library]:
    with rashomon.open(library_url) as opened:
        yield opened


def test_what_is_left_is_what_recall_gives(library: Library) -> None:
    story = library.create(WORLD)
    for n in range(4):
        story.record({"steps": [{"who": "ben", "says": f"{LINE} {n}", "importance": n + 1}]})
    for days in (0, 1, 30, 300, 3000):
        story.record({"minutes": 60 * 24 * days, "steps": []})
        mind = story.mind("ada")
        left = {each.id: each for each in mind.memories()}
        assert list(left) == [each.id for each in mind.perceptions()]
        recalled = mind.recall("buried coins apple tree", explain=True)
        rows = {row.id: row for row in recalled.trace or ()}
        for memory in recalled.memories:
            same = left[memory.id]
            assert (same.text, same.detail, same.when) == (memory.text, memory.detail, memory.when)
        for id, row in rows.items():
            assert held(left[id], story.clock.seconds) == row.retention
        lost = {id for id, each in left.items() if each.detail == "lost"}
        assert not lost & set(rows)
        assert all(left[id].text == "" for id in lost)
    assert lost, "nothing was ever lost"


def test_only_its_own_and_only_what_it_has_of_it(library: Library) -> None:
    story = library.create(WORLD)
    story.record({"steps": [{"who": "ben", "says": LINE, "to": ["cy"], "whisper": True}]})
    told = {who: [each.text for each in story.mind(who).memories()] for who in ("ada", "cy")}
    assert told["cy"] == [LINE]
    assert told["ada"][0] == "Once it snowed."
    assert len(told["ada"]) == 2
    assert LINE not in told["ada"]


def test_what_came_to_mind_and_what_a_belief_took_up_is_told(library: Library) -> None:
    story = library.create(WORLD)
    story.record({"minutes": 600, "steps": [{"who": "ben", "says": LINE}]})
    heard = story.mind("cy").perceptions()[0].id
    story.record({"minutes": 600, "steps": [], "recollections": {"cy": [heard]}})
    story.edit("belief", owner="cy", text="Ben has coins.", supports=[heard])
    (memory,) = story.mind("cy").memories()
    assert memory.recollected == (600 * 60,)
    assert memory.digested == story.clock.seconds
    assert memory.share == 0.5
    first, second = story.mind("ada").memories()
    assert first.recollected == (0,), "what an author gave came to mind as the story began"
    assert (second.recollected, second.digested, second.share) == ((), None, 1)
    story.undo()
    (memory,) = story.mind("cy").memories()
    assert memory.recollected == ()


def test_pages_go_back_by_id_and_a_perfect_memory_is_vivid(library: Library) -> None:
    story = library.create(WORLD)
    for n in range(6):
        story.record({"minutes": 100_000, "steps": [{"who": "ben", "says": f"{LINE} {n}"}]})
    mind = story.mind("cy")
    newest = mind.memories(limit=2)
    assert [each.id for each in newest] == [each.id for each in mind.perceptions(limit=2)]
    assert [each.text[-1] for each in mind.memories(limit=2, before=newest[0].id)] != []
    story.set("memory.imperfect", value=False)
    assert {(each.detail, each.text) for each in mind.memories()} == {
        ("vivid", f"{LINE} {n}") for n in range(6)
    }
    picture = plot(mind.memories(), story.clock.seconds, "Cy", _calendar(story.world), "en")
    assert "vivid 6" in picture


def _calendar(world: World) -> Calendar:
    return world.calendar
