"""Scoring: how much each candidate has for it, each reason kept beside the sum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rashomon.recall.candidate import Candidate, Scored

DAY = 86_400.0

VERBATIM = 2.0
"""What a memory has for holding the words asked for in their order: more than all weights at
their defaults give together, for who is given the words of a line means that line. What is those
words and no others has it twice: "Amen." is a line of its own, and stands in longer ones."""


def rerank(candidates: Sequence[Candidate], scores: Sequence[float] | None) -> list[Candidate]:
    """Let a reranker's opinion stand in for the relevance that was gathered.

    `None` is no opinion: everything stays. Its scores are of no scale that we know, so they are
    stretched to lie between 0 and 1, by which their order is kept and nothing else claimed.
    """
    if scores is None or len(scores) != len(candidates) or not candidates:
        return list(candidates)
    low, high = min(scores), max(scores)
    if high <= low:
        return list(candidates)
    return [
        candidate._replace(relevance=(score - low) / (high - low))
        for candidate, score in zip(candidates, scores, strict=True)
    ]


def recency(time: float, now: float) -> float:
    """How lately it was, in story time: 1 now, one half a day ago, one eighth a week ago."""
    return 1 / (1 + max(0.0, now - time) / DAY)


def score(
    candidates: Sequence[Candidate], weights: Mapping[str, float], now: float
) -> list[Scored]:
    """The candidates with their totals, best first; of equals the later memory.

    `weights` has `relevance`, `importance`, `recency` and `retention`. Importance counts from 0
    (1) to 1 (5).
    """
    relevance, importance = weights["relevance"], weights["importance"] / 4
    lately, retention = weights["recency"], weights["retention"]
    found: list[Scored] = []
    for candidate in candidates:
        parts = {
            "relevance": relevance * candidate.relevance,
            "importance": importance * (candidate.importance - 1),
            "recency": lately * recency(candidate.time, now),
            "retention": retention * candidate.retention,
        }
        if candidate.verbatim:
            parts["verbatim"] = VERBATIM
        if candidate.whole:
            parts["whole"] = VERBATIM
        found.append(Scored(candidate, parts, sum(parts.values())))
    return sorted(found, key=lambda scored: (-scored.total, -scored.candidate.row))
