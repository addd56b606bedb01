"""Labelled pairs of a belief and a perception, to measure whoever makes the contradiction check.

They are shipped, for a command scores the model that somebody configured; and they stand here and
not in `reflect`, which reads no files.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import yaml

PairKind: TypeAlias = Literal["contradiction", "changed", "agreement", "compatible", "hearsay"]


@dataclass(frozen=True, slots=True)
class Pair:
    """One belief against one perception. `both` is the right answer; `who` speaks, if it is a line.

    Of the pairs `held_out`, which were written after the rules, none served to improve a rule.
    """

    language: str
    kind: PairKind
    belief: str
    perception: str
    both: Literal["yes", "no"]
    who: str | None
    held_out: bool


@dataclass(frozen=True, slots=True)
class Score:
    """How well contradictions were found: right ones among those found, and found among all."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of the two; 0 where nothing was found."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def pairs() -> tuple[Pair, ...]:
    """Every pair, in the order of the file."""
    text = (files("rashomon.testing") / "pairs.yaml").read_text("utf-8")
    groups: list[dict[str, Any]] = yaml.safe_load(text)
    return tuple(
        Pair(
            language=group["language"], kind=group["kind"], belief=each["belief"],
            perception=each["perception"], both=group["both"], who=each.get("who"),
            held_out=group.get("held_out", False),
        )
        for group in groups
        for each in group["pairs"]
    )  # fmt: skip


def score(found: list[bool], expected: list[bool]) -> Score:
    """Score answers, true for a contradiction, against the right ones."""
    right = sum(one and other for one, other in zip(found, expected, strict=True))
    return Score(
        precision=right / sum(found) if any(found) else 0.0,
        recall=right / sum(expected) if any(expected) else 0.0,
    )
