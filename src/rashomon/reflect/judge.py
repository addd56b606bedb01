"""Judging: each proposal is held against the rules by itself, before anything is written.

Whoever proposes, a model or a rule, gets the same judge. It never raises, whatever it is given;
the same proposals and the same view give the same answer; and what it accepted it accepts again
unchanged, for a mended proposal is asked about anew until no rule has anything against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from rashomon.reflect.proposals import (
    KINDS,
    Add,
    Doubt,
    Fault,
    Firm,
    LetGo,
    Merge,
    OfOne,
    Proposal,
    Revise,
    Slot,
)
from rashomon.reflect.rules import RULES, Finding, LeaveOut, Mend, Refuse
from rashomon.reflect.steps import target
from rashomon.reflect.view import View
from rashomon.story.mind import CONFIDENCES, Belief

Outcome: TypeAlias = Literal["taken", "mended", "left_out", "refused"]

OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)

_MENDS: Final = 40
"""More mends than the rules can make of one proposal; whatever reaches this is left out."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one proposal. `change` is it as accepted, `None` where nothing is written.

    `reason` is one sentence, one more for each further thing that was mended.
    """

    proposal: object
    outcome: Outcome
    reason: str
    change: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A belief as it is to be written, and why. A new one has no id yet: 0."""

    belief: Belief
    why: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What is to be written, a verdict for each proposal in order, and nothing else."""

    verdicts: tuple[Verdict, ...]
    written: tuple[Written, ...]

    @property
    def accepted(self) -> tuple[Proposal, ...]:
        """The proposals that stand, as they stand."""
        return tuple(each.change for each in self.verdicts if each.change is not None)


def judge(proposals: Iterable[object], view: View) -> Judged:
    """Judge the proposals of one request, each by itself and in order."""
    verdicts: list[Verdict] = []
    changed: dict[int, Written] = {}
    new: list[Written] = []
    for proposal in proposals:
        verdict = _verdict(proposal, view)
        verdicts.append(verdict)
        change = verdict.change
        if change is None:
            continue
        if isinstance(change, Add):
            new.append(Written(_made(change, view), verdict.reason))
            view = view.having(added=(change.text,))
            continue
        for belief in _versions(change, view, changed):
            changed[belief.id] = Written(belief, verdict.reason)
        staying = (change.into,) if isinstance(change, Merge) else ()
        added = (change.text,) if isinstance(change, Revise) else ()
        view = view.having(changed=(change.belief,), staying=staying, added=added)
    return Judged(tuple(verdicts), (*changed.values(), *new))


def _verdict(proposal: object, view: View) -> Verdict:
    change = _read(proposal)
    if change is None:
        return Verdict(proposal, "left_out", "It is no proposal that can be read.")
    reasons: list[str] = []
    for _ in range(_MENDS):
        finding = _finding(change, view)
        match finding:
            case None:
                reason = " ".join(reasons) or _why(change)
                return Verdict(proposal, "mended" if reasons else "taken", reason, change)
            case Mend():
                change = finding.change
                reasons.append(finding.reason)
            case LeaveOut():
                return Verdict(proposal, "left_out", finding.reason)
            case Refuse():
                return Verdict(proposal, "refused", finding.reason)
    return Verdict(proposal, "left_out", "It could not be put right.")


def _finding(change: Proposal, view: View) -> Finding:
    for rule in RULES:
        found = rule(change, view)
        if found is not None:
            return found
    return None


def _why(change: Proposal) -> str:
    """Why a proposal that nothing was wrong with is taken."""
    grounds = ", ".join(map(str, change.supports))
    against = ", ".join(map(str, change.contradicts))
    match change:
        case Add():
            return f"It rests on what was perceived: {grounds}."
        case Firm():
            return f"It is borne out by what was perceived: {grounds}."
        case Doubt():
            return f"It is contradicted by what was perceived: {against}."
        case Revise():
            return f"It is put in other words for what came after: {grounds or against}."
        case Merge():
            return f"It says what belief {change.into} says."
        case LetGo():
            return f"It is let go for what came after: {against}."


def _read(proposal: object) -> Proposal | None:
    """A proposal with each id once, or `None` for what is none: replies come from outside."""
    for kind in KINDS:
        if type(proposal) is kind:
            given: Any = proposal
            if all(_fits(each.name, getattr(given, each.name)) for each in fields(kind)):
                return replace(
                    given, supports=_once(given.supports), contradicts=_once(given.contradicts)
                )
    return None


def _fits(name: str, value: Any) -> bool:
    match name:
        case "text":
            return isinstance(value, str)
        case "belief" | "into":
            return type(value) is int
        case "confidence":
            return value is None or (isinstance(value, str) and value in CONFIDENCES)
        case "faults":
            return isinstance(value, tuple) and all(map(_is_fault, _each(value)))
        case "about":
            return isinstance(value, tuple) and all(isinstance(id, str) for id in _each(value))
        case _:
            return isinstance(value, tuple) and all(type(id) is int for id in _each(value))


def _each(value: Any) -> Sequence[Any]:
    return value


def _is_fault(value: Any) -> bool:
    return isinstance(value, Fault) and value.slot in get_args(Slot)


def _once(ids: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(ids))


def _made(change: Add, view: View) -> Belief:
    return Belief(
        id=0, owner=view.owner, text=change.text, about=change.about,
        confidence=change.confidence, status="held", supports=change.supports,
        contradicts=change.contradicts, formed=view.now, revised=None, authored=False,
    )  # fmt: skip


def _versions(change: OfOne, view: View, so_far: dict[int, Written]) -> list[Belief]:
    """The versions that a change of a held belief makes: of itself, and of what it goes into."""
    belief = view.held[change.belief]
    linked = _linked(belief, change.supports, change.contradicts, change, view.now)
    match change:
        case Firm() | Doubt():
            return [replace(linked, confidence=target(change, belief.confidence))]
        case Revise():
            return [replace(linked, text=change.text)]
        case LetGo():
            return [replace(linked, status="let_go")]
        case Merge():
            into = view.held[change.into]
            if change.into in so_far:
                into = so_far[change.into].belief
            taking = _linked(into, linked.supports, linked.contradicts, change, view.now)
            return [replace(linked, status="merged"), taking]


def _linked(
    belief: Belief, supports: Iterable[int], contradicts: Iterable[int], by: OfOne, now: float
) -> Belief:
    """A belief with evidence linked; what an author locked is not, but for a doubt's.

    Of a perception that stands on both sides once two beliefs are one, the side it had stays.
    """
    may = not isinstance(by, Doubt)
    given, against = belief.supports, belief.contradicts
    if "supports" not in belief.locked:
        given = _once((*given, *(id for id in supports if id not in against)))
    if not (may and "contradicts" in belief.locked):
        against = _once((*against, *(id for id in contradicts if id not in given)))
    return replace(belief, supports=given, contradicts=against, revised=now)
