"""What the measurements of recall have in common: halves, means, and which embedders are asked."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

HALVES: Mapping[str, int | None] = {"all": None, "even": 0, "odd": 1}
"""Weights are chosen on the even half of the data, and reported on the odd one."""


def half(rows: Sequence[T], number: int | None) -> list[T]:
    """The rows with even (0) or odd (1) numbers, counted from 0, or all."""
    return list(rows) if number is None else list(rows[number::2])


def means(rows: Sequence[Sequence[float]]) -> list[float]:
    """The mean of each column."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def embedders(otherwise: str) -> list[str]:
    """The embedders that RASHOMON_EMBEDDERS names, with spaces between them, or `otherwise`."""
    return os.environ.get("RASHOMON_EMBEDDERS", otherwise).split()
