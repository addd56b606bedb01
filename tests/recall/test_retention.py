"""Retention holds the laws that a story relies on."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.recall.retention import (
    DAY,
    DETAILS,
    THRESHOLDS,
    Detail,
    detail,
    detail_name,
    retention,
)

importances = st.integers(1, 5)
spans = st.floats(0, 4000 * DAY, allow_nan=False)
starts = st.floats(-40_000 * DAY, 4000 * DAY, allow_nan=False)
pauses = st.lists(st.one_of(st.floats(0, DAY), spans), max_size=6)
shares = st.floats(0.01, 1)


def moments(start: float, gaps: list[float]) -> list[float]:
    found: list[float] = []
    for gap in gaps:
        start += gap
        found.append(start)
    return found


@given(importances, starts, pauses, spans, spans, shares)
def test_retention_never_rises_with_time(
    importance: int, start: float, gaps: list[float], first: float, more: float, share: float
) -> None:
    recalled = moments(start, gaps)
    now = max([start, *recalled]) + first
    before = retention(importance, start, recalled, now, digested=share)
    after = retention(importance, start, recalled, now + more, digested=share)
    assert 0 <= after <= before <= 1


@given(importances, starts, pauses, spans, spans, shares)
def test_a_recollection_never_lowers_retention_at_any_later_time(
    importance: int, start: float, gaps: list[float], wait: float, after: float, share: float
) -> None:
    recalled = moments(start, gaps)
    moment = max([start, *recalled]) + wait
    without = retention(importance, start, recalled, moment + after, digested=share)
    withal = retention(importance, start, [*recalled, moment], moment + after, digested=share)
    assert withal >= without


@given(starts, pauses, spans, shares)
def test_what_matters_more_fades_more_slowly(
    start: float, gaps: list[float], after: float, share: float
) -> None:
    recalled = moments(start, gaps)
    now = max([start, *recalled]) + after
    held = [retention(level, start, recalled, now, digested=share) for level in range(1, 6)]
    for less, more in pairwise(held):
        assert more >= less - 1e-12
    assert held[3] == held[4]


@given(importances, starts, pauses, spans, shares, shares)
def test_what_was_digested_keeps_less_and_all_of_it_changes_nothing(
    importance: int, start: float, gaps: list[float], after: float, one: float, other: float
) -> None:
    recalled = moments(start, gaps)
    now = max([start, *recalled]) + after
    less, more = sorted((one, other))
    held = retention(importance, start, recalled, now)
    assert held == retention(importance, start, recalled, now, digested=1)
    assert (
        retention(importance, start, recalled, now, digested=less)
        <= retention(importance, start, recalled, now, digested=more)
        <= held
    )


@pytest.mark.parametrize("importance", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_a_digested_memory_keeps_its_share_of_time(importance: int, share: float) -> None:
    whole = retention(importance, 0, [], 30 * DAY)
    assert retention(importance, 0, [], 30 * DAY * share, digested=share) == pytest.approx(whole)


@given(importances, starts, spans, pauses)
def test_what_lies_ahead_is_held_whole_and_not_yet_recalled(
    importance: int, start: float, ahead: float, gaps: list[float]
) -> None:
    assert retention(importance, start, [], start - ahead) == 1
    later = [moment + 1 for moment in moments(start + ahead, gaps)]
    now = start + ahead
    assert retention(importance, start, later, now) == retention(importance, start, [], now)


@given(importances, starts, pauses, spans, st.randoms(use_true_random=False))
def test_the_order_in_which_recollections_are_given_does_not_matter(
    importance: int, start: float, gaps: list[float], after: float, chance: Random
) -> None:
    recalled = moments(start, gaps)
    mixed = list(recalled)
    chance.shuffle(mixed)
    now = max([start, *recalled]) + after
    assert retention(importance, start, mixed, now) == retention(importance, start, recalled, now)


@given(importances, st.floats(1, 15), st.floats(0, 1), shares)
def test_a_month_skipped_fades_more_than_twenty_turns_of_an_evening(
    importance: int, minutes: float, wait: float, share: float
) -> None:
    evening = 20 * minutes * 60
    start = retention(importance, 0, [], wait * DAY, digested=share)
    played = retention(importance, 0, [], wait * DAY + evening, digested=share)
    skipped = retention(importance, 0, [], wait * DAY + 30 * DAY, digested=share)
    assert start - skipped > start - played


@pytest.mark.parametrize(
    ("importance", "days", "level"),
    [
        (1, 0.05, "vivid"), (1, 0.5, "clear"), (1, 5, "faded"), (1, 40, "vague"), (1, 200, "lost"),
        (2, 0.2, "vivid"), (2, 2, "clear"), (2, 30, "faded"), (2, 300, "vague"), (2, 700, "lost"),
        (3, 0.8, "vivid"), (3, 6, "clear"), (3, 90, "faded"), (3, 700, "vague"), (3, 1200, "lost"),
        (4, 3, "vivid"), (4, 25, "clear"), (4, 365, "faded"), (4, 36_500, "faded"),
        (5, 3, "vivid"), (5, 25, "clear"), (5, 365, "faded"), (5, 36_500, "faded"),
    ],
)  # fmt: skip
def test_each_level_lasts_as_long_as_the_table_says(
    importance: int, days: float, level: Detail
) -> None:
    assert detail(retention(importance, 0, [], days * DAY), importance) == level


@given(st.floats(0, 1), st.floats(0, 1), importances)
def test_detail_goes_down_with_retention_and_what_matters_most_stays_faded(
    one: float, other: float, importance: int
) -> None:
    less, more = sorted((one, other))
    lower, upper = (DETAILS.index(detail(held, importance)) for held in (less, more))
    assert upper <= lower
    if importance >= 4:
        assert lower <= DETAILS.index("faded")


def test_the_thresholds_fall_and_cover_every_level_but_the_last() -> None:
    assert tuple(level for level, _ in THRESHOLDS) == DETAILS[:-1]
    bounds = [least for _, least in THRESHOLDS]
    assert bounds == sorted(bounds, reverse=True)


def test_every_level_has_a_name_in_every_language() -> None:
    assert [detail_name(level, "en") for level in DETAILS] == list(DETAILS)
    assert [detail_name(level, "zh-Hans") for level in DETAILS] == [
        "清晰", "清楚", "模糊", "依稀", "遗忘",
    ]  # fmt: skip
