"""A run: what one act asked of models, what came back, and what became of each proposal.

Runs are for people who look after a story. Nothing of one is ever sent to a model.
"""

from __future__ import annotations

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
    `reason` says why it failed or was dropped, in one sentence.
    """

    id: int
    kind: RunKind
    turn: int
    commit: int | None
    at: float
    status: RunStatus
    reason: str
    steps: tuple[RunStep, ...]
