"""Judging: each proposal is held against the rules by itself, before anything is written.

It never raises, whatever it is given; the same proposals and the same view give the same answer;
and what it accepted it accepts again unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeAlias, get_args

from rashomon.record.keeper.proposals import (
    CLOSINGS,
    SLOTS,
    TASKS,
    Bond,
    Claim,
    CloseThread,
    Fault,
    Grade,
    Move,
    OpenThread,
    Proposal,
    Retells,
    Tag,
    Version,
)
from rashomon.record.keeper.rules import RULES, Finding, LeaveOut, Mend, Refuse
from rashomon.record.keeper.view import View
from rashomon.record.keeper.writing import Written, written
from rashomon.story.losing import LOSABLE
from rashomon.story.mind import ThreadKind
from rashomon.story.regard import TURNS

Outcome: TypeAlias = Literal["taken", "mended", "left_out", "refused"]

OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)

_MENDS: Final = 10
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
class Judged:
    """What is to be written, a verdict for each proposal in order, and nothing else."""

    verdicts: tuple[Verdict, ...]
    written: Written

    @property
    def accepted(self) -> tuple[Proposal, ...]:
        """The proposals that stand, as they stand."""
        return tuple(each.change for each in self.verdicts if each.change is not None)


def judge(proposals: Iterable[object], view: View) -> Judged:
    """Judge the proposals of one request, each by itself and in order."""
    verdicts: list[Verdict] = []
    for proposal in proposals:
        verdict = _verdict(proposal, view)
        verdicts.append(verdict)
        if verdict.change is not None:
            view = view.having(verdict.change)
    return Judged(tuple(verdicts), written(view))


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
    """What a proposal that nothing was wrong with says."""
    match change:
        case Grade():
            return f"Event {change.event} weighs {change.importance}."
        case Move():
            return f"By event {change.event}, {change.item} came to {change.to}."
        case Claim():
            return f"Event {change.event} says that {change.item} is at {change.at}."
        case Retells():
            return f"Event {change.event} passes on event {change.of}."
        case Tag():
            return f"Event {change.event} is about {change.tag}."
        case OpenThread():
            return f"Event {change.event} opens a {change.kind}."
        case CloseThread():
            return f"Event {change.event} ends thread {change.thread}."
        case Bond():
            said = f"{change.owner} perceived of event {change.event}"
            return f"For what {said}, its regard for {change.about} has turned: {change.turn}."
        case Version():
            return f"{change.owner} did not have event {change.event} from where it happened."


_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "kind": get_args(ThreadKind),
    "act": CLOSINGS,
    "turn": TURNS,
}


def _read(proposal: object) -> Proposal | None:
    """A proposal with each word once, or `None` for what is none: replies come from outside."""
    for kind in TASKS:
        if type(proposal) is kind:
            given: Any = proposal
            if all(_fits(each.name, getattr(given, each.name)) for each in fields(kind)):
                if isinstance(given, Version):
                    return replace(given, lost=tuple(dict.fromkeys(given.lost)))
                return given
    return None


def _fits(name: str, value: Any) -> bool:
    match name:
        case "event" | "of" | "thread" | "importance":
            return type(value) is int
        case "kind" | "act" | "turn":
            return isinstance(value, str) and value in _WORDS[name]
        case "mistaken_for":
            return value is None or isinstance(value, str)
        case "lost":
            words = (*LOSABLE, "none")
            return isinstance(value, tuple) and all(
                isinstance(each, str) and each in words for each in _each(value)
            )
        case "faults":
            return isinstance(value, tuple) and all(map(_is_fault, _each(value)))
        case _:
            return isinstance(value, str)


def _each(value: Any) -> Sequence[Any]:
    return value


def _is_fault(value: Any) -> bool:
    return isinstance(value, Fault) and value.slot in SLOTS
