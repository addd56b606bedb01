"""How well a perception is still held, and how much of its detail that leaves.

The curve is the forgetting curve of FSRS-6, fitted by its authors to the reviews of many thousand
people, with its published default parameters: the model of difficulty, stability and retrievability
at https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm, as the reference
implementation https://github.com/open-spaced-repetition/py-fsrs computes it; a test compares the
two. To perceive something is its first review, graded by its importance; each recollection is a
later one that went well. Nothing here is tuned to a story, for a story has no forgetting to fit to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Literal, TypeAlias

from rashomon.story.phrasing import phrases

Detail: TypeAlias = Literal["vivid", "clear", "faded", "vague", "lost"]

DETAILS: tuple[Detail, ...] = ("vivid", "clear", "faded", "vague", "lost")
"""The levels of detail, from all that was taken in down to nothing."""

DAY = 86_400.0
"""Seconds a day of the forgetting curve; a calendar's own day may have another length."""

WEIGHTS = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194),
    *(0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629),
    *(1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
"""The 21 default parameters of FSRS-6, w0 to w20, as its authors publish them."""

DECAY = -WEIGHTS[20]
FACTOR = 0.9 ** (1 / DECAY) - 1
"""Chosen by FSRS so that retention is 0.9 when as many days have passed as stability says."""

EASY, GOOD = 4, 3

GRADES = {1: 1, 2: 2, 3: GOOD, 4: EASY, 5: EASY}
"""How the first review is graded by importance; FSRS has four grades (1 is Again, 2 Hard)."""

THRESHOLDS: tuple[tuple[Detail, float], ...] = (
    ("vivid", 0.95),
    ("clear", 0.80),
    ("faded", 0.55),
    ("vague", 0.40),
)
"""From which retention on a level holds; below the last one a memory is lost.

Chosen by reading the curve for what was never recalled, so that each level lasts as long as a
reader would grant it. How long until a level is left, by importance:

| importance | vivid | clear | faded | vague |
|---|---|---|---|---|
| 1, a trifle | 2 hours | 17 hours | 10 days | 12 weeks |
| 2, as most things are | 12 hours | 4 days | 2 months | 17 months |
| 3, notable | 22 hours | 8 days | 16 weeks | 2½ years |
| 4 and 5 | 3 days | 4 weeks | never | |

So an evening of play stays as it was, a month skipped blurs most of it, and years take it away.
"""

KEPT_FROM = 4
"""From this importance on a memory is never less than faded: nobody forgets their own wedding."""


def retention(
    importance: int,
    perceived: float,
    recollected: Sequence[float],
    now: float,
    *,
    digested: float = 1.0,
) -> float:
    """How well a perception is held at `now`: from 1 (as it just happened) towards 0.

    Times are seconds of story time, below zero before the story began. `recollected` are the times
    at which it came to mind again, in any order; those after `now` have not been yet. Less than a
    day after the last review one counts by FSRS's short-term stability, later by its stability of
    recall. `digested` is the share of its time that a perception keeps once a held belief has taken
    it up: the time since its last review counts as 1/`digested` of itself. It does not stretch the
    time between reviews, since being digested would then make a memory last.

    Time is counted in fractions of a day, where py-fsrs counts whole ones: an evening must not pass
    without a trace and then cost a day at once. What lies ahead of `now` is held whole.
    """
    if now <= perceived:
        return 1.0
    stability, difficulty = _first(GRADES[importance])
    last = perceived
    for moment in sorted(recollected):
        if not perceived <= moment <= now:
            continue
        days = (moment - last) / DAY
        stability = _briefly(stability) if days < 1 else _recalled(stability, difficulty, days)
        difficulty = _eased(difficulty)
        last = moment
    return _curve((now - last) / DAY / digested, stability)


def detail(retention: float, importance: int) -> Detail:
    """How much of a memory is left; of what matters most always enough to say what it was."""
    for level, least in THRESHOLDS:
        if retention >= least or (level == "faded" and importance >= KEPT_FROM):
            return level
    return "lost"


def detail_name(level: Detail, language: str) -> str:
    """What a level is called on a page or in a prompt of this language."""
    say = phrases(language)
    names: dict[Detail, str] = {
        "vivid": say.vivid,
        "clear": say.clear,
        "faded": say.faded,
        "vague": say.vague,
        "lost": say.lost,
    }
    return names[level]


def _curve(days: float, stability: float) -> float:
    """R(t, S): the power forgetting curve."""
    return (1 + FACTOR * days / stability) ** DECAY


@cache
def _first(grade: int) -> tuple[float, float]:
    """Stability in days and difficulty (1 to 10) after the first review."""
    return WEIGHTS[grade - 1], _bounded(_first_difficulty(grade))


def _first_difficulty(grade: int) -> float:
    return WEIGHTS[4] - exp(WEIGHTS[5] * (grade - 1)) + 1


def _briefly(stability: float) -> float:
    """Stability after a good review on the same day; it never falls by one that went well."""
    grown = exp(WEIGHTS[17] * WEIGHTS[18]) * stability ** -WEIGHTS[19]
    return stability * max(grown, 1.0)


def _recalled(stability: float, difficulty: float, days: float) -> float:
    """Stability after a good review a day or more after the one before.

    It gains most where the memory was nearly gone.
    """
    forgotten = 1 - _curve(days, stability)
    gain = exp(WEIGHTS[8]) * (11 - difficulty) * stability ** -WEIGHTS[9]
    return stability * (1 + gain * (exp(WEIGHTS[10] * forgotten) - 1))


def _eased(difficulty: float) -> float:
    """Difficulty after a good review: a little of the way to what is easy from the start."""
    share = WEIGHTS[7]
    return _bounded(share * _first_difficulty(EASY) + (1 - share) * difficulty)


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)
