"""What reads again, with the question in hand, what was found; as the engine sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias


class Reranker(Protocol):
    """Says how much each of a few texts has to do with a question."""

    def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """One score a text, in their order, higher for what is more to the point.

        `None` is no opinion: the order then stays as it was. Scores of two calls are not compared.
        Never raises for what a provider did. Threads may call this at the same time.
        """
        ...


Rerankers: TypeAlias = Callable[[str], Reranker | None]
"""The reranker that a setting names; `None` for none. Raises `BadSetting`."""


def no_reranker(setting: str) -> Reranker | None:
    """Do without, whatever is set: what a context has that nobody wired."""
    return None


__all__ = ["Reranker", "Rerankers", "no_reranker"]
