"""How good somebody's answers are, a model's or the rules': compared with what is right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from rashomon.engine.calls import Answered, Calls, ask_all
from rashomon.ports.language import LanguageModel
from rashomon.testing.checking import stage_pair
from rashomon.testing.pairs import pairs
from rashomon.testing.staging import TASKS, Said, Shape, Staged, Task, stage
from rashomon.testing.tasks import Right, cases

SEED: Final = 7
"""Of a share, so that two models are measured by the same cases."""

SILENT: Final = 4
"""So many calls without any reply, and a model is taken to be gone."""

LANGUAGES: Final = ("en", "zh")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was counted over some cases: right things said, wrong ones, and right ones missed.

    Of `asked` requests `first` could be read at once, `second` at the second asking; `failed` had
    no reply. `read` and `written` are tokens of all `calls`, `seconds` the time they took.
    """

    cases: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    asked: int = 0
    first: int = 0
    second: int = 0
    failed: int = 0
    calls: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0

    def __add__(self, other: Figures) -> Figures:
        """The figures of both together."""
        every = (getattr(self, each.name) + getattr(other, each.name) for each in fields(self))
        return Figures(*every)

    @property
    def precision(self) -> float:
        """The share of what was said that is right; 0 where nothing was said."""
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """The share of what is right that was said."""
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


Spot: TypeAlias = tuple[Task, str]
"""What figures are told apart by: a task and a language."""


def compared(right: Sequence[Right], said: Iterable[Said]) -> Figures:
    """Hold what was said against what is right. What says a thing twice is right once."""
    found: set[Right] = set()
    wrong = 0
    for each in said:
        fits = [one for one in right if _fits(one, each)]
        found |= {*fits}
        wrong += not fits
    needed = {one for one in right if one.needed}
    return Figures(1, len(needed & found), wrong, len(needed - found))


def _fits(right: Right, said: Said) -> bool:
    grounded = not right.grounds or bool(right.grounds & said.grounds)
    return grounded and not right.keys.isdisjoint(said.keys)


# Which cases.


@cache
def staged(task: Task, shape: Shape = "narrow") -> tuple[Staged, ...]:
    """Every case of a task as it is asked in one shape."""
    if task == "check":
        return tuple(stage_pair(each) for each in pairs())
    return tuple(stage(each, shape) for each in cases(task))


def share(
    shape: Shape = "narrow", each: int | None = None, tasks: Iterable[Task] = TASKS
) -> list[Staged]:
    """So many held out cases a task and language, all there are for `None`.

    Always the same, and half of them have nothing for an answer: else who says the same to
    everything would be right more often than wrong.
    """
    found: list[Staged] = []
    for task in tasks:
        for language in LANGUAGES:
            these = [one for one in staged(task, shape) if one.language == language]
            found += these if each is None else _some(these, each)
    return found


def _some(these: Sequence[Staged], each: int) -> list[Staged]:
    chance = Random(SEED)
    full = [one for one in these if one.held_out and not one.empty]
    empty = [one for one in these if one.held_out and one.empty]
    nothing = min(each // 2, len(empty))
    return chance.sample(full, min(each - nothing, len(full))) + chance.sample(empty, nothing)


# Who answers.


def by_rule(every: Iterable[Staged]) -> dict[Spot, Figures]:
    """How the rules do, where any rule answers."""
    return _gathered(
        (one, compared(one.right, one.by_rule())) for one in every if one.by_rule is not None
    )


def by_model(
    model: LanguageModel,
    every: Sequence[Staged],
    calls: Calls,
    at_once: int = 1,
    done: Callable[[int], None] = lambda cases: None,
    enough: Callable[[], bool] = lambda: False,
) -> dict[Spot, Figures]:
    """How a model does. `done` is told of so many more cases; `enough` ends it after any but the
    first few.

    Where so many calls one after the other had no reply, nothing more is asked: whoever waits is
    not kept for as long as every case would take to fail.
    """
    found: list[tuple[Staged, Figures]] = []
    row, silent = 2 * at_once, 0
    for start in range(0, len(every), row):
        if start and enough():
            break
        these = every[start : start + row]
        requests = [asked.request for one in these for asked in one.asked]
        replies = iter(ask_all(calls, model, requests, at_once))
        figures = [_answered(one, [next(replies) for _ in one.asked]) for one in these]
        found += zip(these, figures, strict=True)
        done(len(these))
        failed = total(figures).failed
        silent = silent + failed if failed == len(requests) else 0
        if silent >= SILENT:
            break
    return _gathered(found)


def _answered(one: Staged, replies: Sequence[Answered[Any]]) -> Figures:
    said: list[Said] = []
    took = Figures()
    for asked, answered in zip(one.asked, replies, strict=True):
        if answered.value is not None:
            said += one.taken(asked.proposals(answered.value))
        took += _took(answered)
    return compared(one.right, said) + took


def _took(answered: Answered[Any]) -> Figures:
    if answered.reply is None:
        return Figures(asked=1, failed=1)
    attempts, used = len(answered.reply.texts), answered.reply.usage
    readable = answered.value is not None
    return Figures(
        asked=1, first=int(readable and attempts == 1), second=int(readable and attempts > 1),
        calls=used.calls, read=used.read, written=used.written, seconds=used.seconds,
    )  # fmt: skip


def _gathered(found: Iterable[tuple[Staged, Figures]]) -> dict[Spot, Figures]:
    every: dict[Spot, Figures] = {}
    for one, figures in found:
        spot = (one.task, one.language)
        every[spot] = every.get(spot, Figures()) + figures
    return every


def of_tasks(found: Mapping[Spot, Figures], tasks: Iterable[Task]) -> Figures:
    """The figures of some tasks together, in all languages."""
    wanted = {*tasks}
    return total(figures for (task, _), figures in found.items() if task in wanted)


def total(every: Iterable[Figures]) -> Figures:
    """All figures together."""
    whole = Figures()
    for each in every:
        whole += each
    return whole


def mean(values: Iterable[float]) -> float:
    """The mean; 0 of nothing."""
    every = [*values]
    return _share(sum(every), len(every))


def rows(found: Mapping[Spot, Figures]) -> Iterator[tuple[Task, str, Figures]]:
    """Figures in the order of the tasks."""
    for task in TASKS:
        for language in LANGUAGES:
            if (task, language) in found:
                yield task, language, found[task, language]
