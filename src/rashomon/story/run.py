"""A run: what one act asked of models, what came back, and what became of each proposal.

Runs are for people who look after a story. Nothing of one is ever sent to a model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

RunKind: TypeAlias = Literal["turn", "keep", "reflect", "recall"]
RunStatus: TypeAlias = Literal["done", "failed", "dropped"]
RunOutcome: TypeAlias = Literal["taken", "mended", "left_out", "refused"]


@dataclass(frozen=True, slots=True)
class Edit:
    """One proposal, in words, and what became of it and why."""

    proposal: str
    outcome: RunOutcome
    reason: str


@dataclass(frozen=True, slots=True)
class RunStep:
    """One call, or one step by rule (then without prompt and reply).

    `owner` is whose mind the prompt was made from, `None` for the objective record; `moment` is
    the newest event there was when it was made. `replies` are as they came, one an attempt.
    `notes` say what else happened: what was withheld from whom and why, what could not be read.
    """

    role: str
    task: str
    owner: str | None
    model: str
    moment: int
    system: str = ""
    prompt: str = ""
    replies: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    notes: tuple[str, ...] = ()
    calls: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One act. `id` is its number in the story, 0 before it is stored; never used again.

    `turn` is the newest turn that any of its prompts could show: when that turn is taken back, so
    is the run. `commit` is what it wrote, `None` for nothing; `at` is when, in seconds since 1970.
    `reason` says why it failed or was dropped, in one sentence. `pruned`: its steps were let go,
    for the runs of its story took too much.
    """

    id: int
    kind: RunKind
    turn: int
    commit: int | None
    at: float
    status: RunStatus
    reason: str
    steps: tuple[RunStep, ...]
    pruned: bool = False


@dataclass(frozen=True, slots=True)
class RunSummary:
    """A run as a list shows it: what its calls took together, and no text of it.

    `read` and `written` are tokens; `cost` is in US dollars, as far as prices are known, `None`
    where none is.
    """

    id: int
    kind: RunKind
    turn: int
    commit: int | None
    at: float
    status: RunStatus
    reason: str
    calls: int
    read: int
    written: int
    seconds: float
    cost: float | None
    pruned: bool


@dataclass(frozen=True, slots=True)
class RoleCost:
    """What the calls of one role took. `priced` is how many of `calls` have a price in `cost`."""

    role: str
    calls: int = 0
    read: int = 0
    written: int = 0
    seconds: float = 0.0
    cost: float | None = None
    priced: int = 0

    def plus(self, more: RoleCost) -> RoleCost:
        """Both together."""
        costs = [each for each in (self.cost, more.cost) if each is not None]
        return RoleCost(
            self.role, self.calls + more.calls, self.read + more.read,
            self.written + more.written, self.seconds + more.seconds,
            sum(costs) if costs else None, self.priced + more.priced,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cost:
    """What a story's calls took, by role: all there ever were, also of runs that are gone."""

    roles: tuple[RoleCost, ...]

    @property
    def total(self) -> RoleCost:
        """All roles together."""
        found = RoleCost("")
        for each in self.roles:
            found = found.plus(each)
        return found


def spent(steps: Iterable[RunStep]) -> Cost:
    """What steps took, by role; one by rule took nothing."""
    found: dict[str, RoleCost] = {}
    for step in steps:
        if not (step.calls or step.read or step.written or step.cost):
            continue
        took = RoleCost(
            step.role, step.calls, step.read, step.written, step.seconds, step.cost,
            0 if step.cost is None else step.calls,
        )  # fmt: skip
        found[step.role] = found.get(step.role, RoleCost(step.role)).plus(took)
    return Cost(tuple(found[role] for role in sorted(found)))
