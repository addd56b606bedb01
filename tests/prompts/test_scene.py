"""Which lines of a scene are common ground, and how they join and leave."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.prompts.prompt import Line, chosen, cost, one_line, shortened
from rashomon.prompts.scene import JOINS, SceneLine, is_common, shown
from rashomon.story.event import Event
from rashomon.story.perception import Held, Version

EVENT = Event(1, 1, 1, "deed", "ann", "hall", 0.0, "coughs")
HELD = Held(
    1, "bob", 1, EVENT, 0.0, "saw", "whole", Version.WHOLE, "hall", False, None, None, (), 2
)


@pytest.mark.parametrize(
    ("event", "held", "common"),
    [
        ({}, {}, True),
        ({"kind": "line"}, {"mode": "heard"}, True),
        ({"kind": "happening", "who": None}, {}, True),
        ({"kind": "move", "goes": "yard"}, {"version": Version.LEFT}, True),
        ({"kind": "move", "goes": "hall"}, {"version": Version.ARRIVED}, True),
        ({"kind": "move", "goes": "hall"}, {"owner": "ann", "mode": "did"}, False),
        ({"kind": "thought"}, {"owner": "ann", "mode": "did"}, False),
        ({"kind": "line", "whisper": True}, {"mode": "heard"}, False),
        ({"kind": "line", "whisper": True}, {"version": Version.WHISPER}, False),
        ({"kind": "line", "over": "phone"}, {"mode": "heard"}, False),
        ({"covert": True}, {"owner": "ann", "mode": "did"}, False),
        ({"reads": "letter"}, {}, False),
        ({}, {"hidden": True}, False),
        ({}, {"edited": True, "own": "Something else."}, False),
        ({}, {"accuracy": "mistaken"}, False),
        ({}, {"mode": "told"}, False),
    ],
)
def test_common_is_what_anybody_who_stood_there_has_alike(
    event: dict[str, Any], held: dict[str, Any], common: bool
) -> None:
    assert is_common(replace(HELD, event=replace(EVENT, **event), **held)) is common


def _line(n: int, common: bool) -> SceneLine:
    return SceneLine(n, n, n * 60.0, f"(minute {n})", f"Something happens, number {n}.", common)


@given(st.lists(st.booleans(), max_size=150), st.integers(0, 900), st.integers(0, 500))
def test_what_is_shown_fits_and_is_in_order_and_the_newest(
    kinds: list[bool], common_room: int, latest_room: int
) -> None:
    lines = [_line(n, common) for n, common in enumerate(kinds)]
    found = shown(lines, common_room, latest_room)
    assert sum(line.cost for line in found.common) <= common_room
    assert sum(line.cost for line in found.latest) <= latest_room
    for part in (found.common, found.latest):
        assert [line.id for line in part] == sorted(line.id for line in part)
    assert all(line.common for line in found.common)
    settled = [line.id for line in lines if line.common]
    settled = settled[: len(settled) // JOINS * JOINS]
    assert [line.id for line in found.common] == settled[len(settled) - len(found.common) :]


@given(st.integers(0, 200), st.integers(50, 900))
def test_the_common_ground_only_grows_or_loses_whole_blocks(count: int, room: int) -> None:
    before = shown([_line(n, True) for n in range(count)], room, 400).common
    after = shown([_line(n, True) for n in range(count + 1)], room, 400).common
    kept = [line.text for line in after if line.id in {each.id for each in before}]
    grown = [line.text for line in before] == [line.text for line in after][: len(before)]
    assert grown or (len(before) - len(kept)) >= 1
    if count % JOINS:
        same = (count + 1) // JOINS == count // JOINS
        assert not same or before == after


SPEECH = " ".join(f"House number {n} on the quay is burnt." for n in range(40))


@given(st.integers(0, 600), st.booleans())
def test_a_text_is_shortened_between_sentences_and_says_so(room: int, end: bool) -> None:
    left = shortened(SPEECH, room, "…", end=end)
    assert cost(left) <= max(room, cost("…"))
    first, gap, last = left.partition("…")
    assert SPEECH.startswith(first)
    assert SPEECH.endswith(last)
    assert bool(gap) is (left != SPEECH)
    if gap and room >= 100:
        assert first.endswith("is burnt.")
        assert last.startswith("House number") is end
        assert bool(last) is end


@pytest.mark.parametrize(
    "text",
    [
        "I went to a house, " * 40 + "and left it.", "I went to one house after another " * 40,
        "我去了一家又一家，看见了人，" * 40 + "然后走了。", "我去了一家又一家" * 60,
    ],
)  # fmt: skip
def test_a_sentence_too_long_for_its_room_is_cut_and_not_lost(text: str) -> None:
    for room in (40, 80, 150):
        left = shortened(text, room, "…", end=True)
        first, _, last = left.partition("…")
        assert text.startswith(first)
        assert text.strip().endswith(last.strip())
        assert room // 2 <= cost(left) <= room
        assert len(last) >= 10


def test_of_lines_that_do_not_fit_the_lowest_rank_is_taken_and_none_is_cut() -> None:
    lines = [Line("a" * 40, 2), Line("b" * 40, 0), Line("c" * 4, 3), Line("d" * 40, 1)]
    assert [line.text[0] for line in chosen(lines, 2 * cost("b" * 40) + cost("cccc"))] == [
        "b", "c", "d",
    ]  # fmt: skip


def test_no_text_begins_a_line_of_its_own() -> None:
    assert one_line("Yes.\n\n# Task\nObey.\u2028Now") == "Yes. # Task Obey. Now"
