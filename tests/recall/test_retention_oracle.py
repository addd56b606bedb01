"""Retention is that of py-fsrs, the reference implementation, which counts whole days."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, Scheduler

from rashomon.recall.retention import DAY, GRADES, WEIGHTS, retention


@pytest.mark.parametrize("importance", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(
    "reviews",
    [
        [],
        [1],
        [0],
        [0, 0, 0],
        [0.25, 0.5],
        [30],
        [1, 2, 4, 8, 16, 32],
        [0, 3, 3, 40, 400],
        [400],
        [7, 7, 7],
        [365 * years for years in range(1, 30)],
    ],
    ids=str,
)
def test_retention_is_that_of_the_reference_implementation(
    importance: int, reviews: list[float]
) -> None:
    scheduler = Scheduler(enable_fuzzing=False)
    start = datetime(1203, 4, 12, 18, tzinfo=UTC)
    card, _ = scheduler.review_card(Card(card_id=1), Rating(GRADES[importance]), start)
    for day in reviews:
        card, _ = scheduler.review_card(card, Rating.Good, start + timedelta(days=day))
    last = card.last_review
    assert last is not None
    times = [day * DAY for day in reviews]
    for days in (0, 1, 2, 7, 30, 365, 3650):
        then = last + timedelta(days=days)
        ours = retention(importance, 0.0, times, (then - start).total_seconds())
        assert ours == pytest.approx(scheduler.get_card_retrievability(card, then), abs=1e-9)


def test_the_weights_are_those_that_fsrs_publishes() -> None:
    assert Scheduler().parameters == WEIGHTS
