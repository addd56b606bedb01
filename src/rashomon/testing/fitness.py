"""What a model is fit for: measured by labelled cases, and held against what rules do with them.

The words are for somebody who chooses a model. It is worth asking only where it says more that is
right than rules do, and more that is right than wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rashomon.engine.calls import Calls
from rashomon.ports.language import LanguageModel
from rashomon.testing.scoring import (
    Figures,
    Spot,
    by_model,
    by_rule,
    mean,
    of_tasks,
    rows,
    share,
    staged,
    total,
)
from rashomon.testing.staging import JOINED, SHAPES, TASKS, Shape, Staged, Task

SHARE: Final = 4
"""Cases a task, language and shape in a short test: two that have an answer, two that have none."""

FIT: Final = 0.6
"""From this F1 on a model is fit for something: of what it says and should say, most is right."""

CLOSE: Final = 0.03
"""So much less is as good, for the wide shape takes a fifth of the calls."""

Word: TypeAlias = Literal["fit", "weak", "no better than rules"]
Role: TypeAlias = Literal["keeper", "check", "reflection"]

ROLES: Final[Mapping[Role, tuple[Task, ...]]] = {
    "keeper": ("grades", "tags", "moves", "retells", "threads", "bonds", "versions"),
    "check": ("check",),
    "reflection": ("sort_old", "sort_new"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One task in one language and shape: `shape` is `rules` for what the rules make of it."""

    task: Task
    language: str
    shape: Shape | Literal["rules"]
    precision: float
    recall: float
    f1: float
    figures: Figures


@dataclass(frozen=True, slots=True)
class Mark:
    """How good a model is at something in the shape proposed, beside the rules: F1 of each."""

    word: Word
    f1: float
    rules: float


@dataclass(frozen=True, slots=True)
class Fitness:
    """A model's test. `shape` is what `models.shape` should be; `broken_off` where it fell silent.

    `first` and `second` are the shares of replies that could be read, at the first asking and at
    the second; `seconds`, `read` and `written` are of one call.
    """

    model: str
    cases: int
    broken_off: bool
    shape: Shape
    roles: Mapping[Role, Mark]
    tasks: Mapping[Task, Mark]
    first: float
    second: float
    seconds: float
    read: float
    written: float
    rows: tuple[Row, ...]


def questions(each: int | None = SHARE) -> dict[Shape, list[Staged]]:
    """What is asked: every task in the narrow shape, and those that can be joined in the wide."""
    wide: list[Task] = [task for task in TASKS if task in JOINED]
    return {"narrow": share("narrow", each), "wide": share("wide", each, wide)}


def fitness(
    model: LanguageModel,
    every: Mapping[Shape, Sequence[Staged]],
    calls: Calls,
    at_once: int = 1,
    done: Callable[[int], None] = lambda cases: None,
) -> Fitness:
    """Ask a model all of it, and say what it is fit for.

    The rules cost nothing, so they are measured by every held out case, however few are asked.
    """
    found: dict[Shape, dict[Spot, Figures]] = {shape: {} for shape in SHAPES}
    for shape in SHAPES:
        found[shape] = by_model(model, every[shape], calls, at_once, done)
        if total(found[shape].values()).cases < len(every[shape]):
            break
    rules = by_rule(one for task in TASKS for one in staged(task) if one.held_out)
    shape = _shape(found)
    chosen = {**found["narrow"], **found[shape]}
    took = total(figures for one in found.values() for figures in one.values())
    return Fitness(
        model.name, took.cases, took.cases < sum(map(len, every.values())), shape,
        {role: _mark(chosen, rules, tasks) for role, tasks in ROLES.items()},
        {task: _mark(chosen, rules, (task,)) for task in TASKS},
        _of(took.first, took.asked), _of(took.second, took.asked),
        _of(took.seconds, took.calls), _of(took.read, took.calls), _of(took.written, took.calls),
        (*(row for shape in SHAPES for row in _rows(shape, found[shape])), *_rows("rules", rules)),
    )  # fmt: skip


def _rows(shape: Shape | Literal["rules"], found: Mapping[Spot, Figures]) -> list[Row]:
    return [
        Row(task, language, shape, each.precision, each.recall, each.f1, each)
        for task, language, each in rows(found)
    ]


def _of(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _shape(found: Mapping[Shape, Mapping[Spot, Figures]]) -> Shape:
    """The wide shape where it is as good; it is no use to join tasks that go wrong."""
    narrow, wide = (mean(of_tasks(found[s], [task]).f1 for task in JOINED) for s in SHAPES)
    return "wide" if wide > 0 and wide >= narrow - CLOSE else "narrow"


def _mark(
    found: Mapping[Spot, Figures], rules: Mapping[Spot, Figures], tasks: Sequence[Task]
) -> Mark:
    """The word for some tasks, each of which counts alike."""
    f1 = mean(of_tasks(found, [task]).f1 for task in tasks)
    ruled = mean(of_tasks(rules, [task]).f1 for task in tasks)
    whole = of_tasks(found, tasks)
    if f1 <= ruled or whole.wrong >= whole.right:
        return Mark("no better than rules", f1, ruled)
    return Mark("fit" if f1 >= FIT else "weak", f1, ruled)
