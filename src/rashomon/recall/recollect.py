"""A recollection: from candidates to the few memories that come to mind, and how it came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rashomon.recall.candidate import Candidate, Key, MemoryKind, Scored
from rashomon.recall.choose import (
    REPEATS,
    STRONG_TAG,
    associates,
    fit,
    fold,
    repeat,
    tokens,
    vary,
)
from rashomon.recall.gather import Standing
from rashomon.recall.score import score
from rashomon.story.event import Kind
from rashomon.story.mind import Confidence

DetailName = Literal["vivid", "clear", "faded", "vague", "lost"]


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory that came to mind, as its owner would put it. It bears no score.

    `when` and `where` are in story words, `how` is how the owner came by it, `confidence` is a
    belief's (`None` for a perception). `event_kind` tells a thought from a line and a deed; `None`
    for a belief.
    """

    kind: MemoryKind
    id: int
    event: int | None
    turn: int
    text: str
    detail: DetailName
    who: str | None
    who_name: str | None
    when: str
    where: str | None
    how: str
    confidence: Confidence | None
    event_kind: Kind | Literal["memory"] | None = None


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One candidate's way: where it stood in each list, what its score is made of, its end.

    `by` is the stage that cut it, or what it came along for; `taken` says which.
    """

    kind: MemoryKind
    id: int
    text: str
    standings: Mapping[str, Standing]
    parts: Mapping[str, float]
    total: float
    retention: float
    taken: bool
    by: str | None


@dataclass(frozen=True, slots=True)
class Recollection:
    """What came to mind, most to the point first; with a trace only where one was asked for."""

    memories: tuple[Memory, ...]
    trace: tuple[TraceRow, ...] | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """How much may come to mind, and what counts how much; from the settings."""

    limit: int
    tokens: int
    companions: int
    variety: float
    weights: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Fate:
    """How one candidate fared: its score, whether it came to mind, and by what (`TraceRow.by`)."""

    scored: Scored
    taken: bool
    by: str | None


@dataclass(frozen=True, slots=True)
class Chosen:
    """The candidates that come to mind in order, and how every one of them fared."""

    taken: tuple[Scored, ...]
    fates: tuple[Fate, ...]


def choose(
    candidates: Sequence[Candidate],
    measure: Measure,
    now: float,
    tag_counts: Mapping[str, int],
    shown: Callable[[Sequence[Candidate]], Sequence[str]],
    *,
    traced: bool = True,
) -> Chosen:
    """Score, fold, vary, associate and fit. `shown` gives texts at their levels of detail.

    Unless it is `traced`, only those that come to mind are told of.
    """
    scored = score(candidates, measure.weights, now)
    folded, cuts = fold(scored)
    varied, late = vary(folded, measure.limit, measure.variety)
    along = _along(varied, folded, measure, tag_counts)
    taken = _with_companions(varied, along, measure)
    texts = shown([each.candidate for each in taken])
    fitting = [taken[nth] for nth in fit([tokens(text) for text in texts], measure.tokens)]
    in_mind = {each.candidate.key for each in fitting}
    if not traced:
        return Chosen(tuple(fitting), ())
    by: dict[Key, str] = {cut.key: cut.by for cut in (*late, *cuts)}
    by |= {each.candidate.key: "limit" for each in varied}
    by |= {each.candidate.key: "tokens" for each in taken if each.candidate.key not in in_mind}
    by |= {key: reason for key, (_, reason) in along.items() if key in in_mind}
    plain = {each.candidate.key for each in varied} & in_mind - set(along)
    fates = [
        Fate(
            each,
            each.candidate.key in in_mind,
            None if each.candidate.key in plain else by.get(each.candidate.key),
        )
        for each in _latest(scored, folded)
    ]
    return Chosen(tuple(fitting), tuple(fates))


def trace(fates: Sequence[Fate], texts: Mapping[Key, str]) -> tuple[TraceRow, ...]:
    """The way of every candidate, each with its text, for a person to read."""
    return tuple(
        TraceRow(
            fate.scored.candidate.kind, fate.scored.candidate.id,
            texts.get(fate.scored.candidate.key, ""), fate.scored.candidate.standings,
            fate.scored.parts, fate.scored.total, fate.scored.candidate.retention,
            fate.taken, fate.by,
        )
        for fate in fates
    )  # fmt: skip


def _latest(scored: Sequence[Scored], folded: Sequence[Scored]) -> list[Scored]:
    raised = {each.candidate.key: each for each in folded}
    return [raised.get(each.candidate.key, each) for each in scored]


def _along(
    varied: Sequence[Scored],
    folded: Sequence[Scored],
    measure: Measure,
    tag_counts: Mapping[str, int],
) -> dict[Key, tuple[Scored, str]]:
    """What may come along by association with the first that were chosen, and why."""
    strong = frozenset(tag for tag, count in tag_counts.items() if count <= STRONG_TAG)
    most = min(measure.companions, max(0, measure.limit - 1))
    firm = varied[: measure.limit - most] if len(varied) >= measure.limit else varied
    chosen = {each.candidate.key for each in firm}
    there = [each.candidate for each in varied]
    found: dict[Key, tuple[Scored, str]] = {}
    for anchor in firm:
        for other in folded:
            if len(found) >= most:
                return found
            key = other.candidate.key
            if key in chosen or key in found:
                continue
            reason = associates(anchor.candidate, other.candidate, strong)
            if reason is not None and not _recurs(other.candidate, there):
                there.append(other.candidate)
                found[key] = (other, f"{reason} ({anchor.candidate.kind} {anchor.candidate.id})")
    return found


def _recurs(one: Candidate, there: Sequence[Candidate]) -> bool:
    """Whether a memory would be a remark a third time. Among those there it counts for itself."""
    others = [each for each in there if each.key != one.key]
    return sum(repeat(one, other) for other in others) >= REPEATS


def _with_companions(
    varied: Sequence[Scored], along: Mapping[Key, tuple[Scored, str]], measure: Measure
) -> list[Scored]:
    """The chosen with their companions at the end, and no more than the limit."""
    companions = [scored for scored, _ in along.values()]
    room = measure.limit - len(companions)
    firm = [each for each in varied if each.candidate.key not in along][:room]
    return firm + companions
