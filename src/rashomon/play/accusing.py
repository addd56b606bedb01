"""Goals: whether an accusation is right by the record, how it ends, and the night as each lived it.

The only room of playing that sees what truly happened, and it is asked when the story is over: a
verdict and a reveal are for the one who plays, and enter no mind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rashomon.play.accounts import Lived, cell, lived, wording
from rashomon.play.teller import Names
from rashomon.story.calendar import Calendar
from rashomon.story.event import Event
from rashomon.story.perception import Perception
from rashomon.story.playing import Accuse, Ending, Goal


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be said of an accusation. `culprits` are those who could rightly be accused.

    `evidence` are the events that show it; `grounds` are the accuser's own perceptions of them, or
    of what was told of them. A right accusation with grounds is `proved`.
    """

    goal: str
    accused: str | None
    right: bool
    culprits: frozenset[str]
    evidence: tuple[int, ...]
    grounds: tuple[int, ...]

    @property
    def proved(self) -> bool:
        """Whether the accuser is right and holds evidence."""
        return self.right and bool(self.grounds)


@dataclass(frozen=True, slots=True)
class Night:
    """The story as one of its characters lived it; `alone` are perceptions nobody else has."""

    owner: str
    name: str
    moments: tuple[Lived, ...]
    alone: frozenset[int]


def judged(
    goal: Goal, accused: str | None, events: Sequence[Event], held: Sequence[Perception]
) -> Verdict:
    """Judge an accusation by the record; `held` are the accuser's perceptions. `None`: nobody.

    A goal without `accuse` cannot be judged: raises `ValueError`.
    """
    if goal.accuse is None:
        raise ValueError(f"the goal {goal.id!r} has nothing to be judged by")
    deeds = [each for each in events if _is_it(goal.accuse, each)]
    who = goal.accuse.who
    culprits = {each.who for each in deeds if each.who is not None} if who is None else {who}
    shown = [each for each in deeds if each.who in culprits]
    evidence = {each.id for each in shown}
    right = accused is not None and accused in culprits
    grounds = tuple(each.id for each in held if _shows(each, evidence))
    return Verdict(
        goal.id, accused, right, frozenset(culprits), tuple(sorted(evidence)), grounds
    )  # fmt: skip


def _is_it(accuse: Accuse, event: Event) -> bool:
    """Whether an event is what somebody is accused of: a deed or a move, and no mere words."""
    if event.kind not in ("deed", "move"):
        return False
    if accuse.of is None and not accuse.tags:
        return event.who == accuse.who
    concerned = {change.entity for change in event.changes} | {*event.with_, *event.on}
    concerned |= {event.reads} if event.reads is not None else set()
    return accuse.of in concerned or not {*accuse.tags}.isdisjoint(event.tags)


def _shows(held: Perception, evidence: set[int]) -> bool:
    """Whether a perception gives its owner something of the evidence: of part of it, nothing."""
    if held.accuracy != "whole":
        return False
    return held.event in evidence or any(fact.root in evidence for fact in held.conveys)


def ending(
    endings: Sequence[Ending], goals: Sequence[Goal], verdicts: Mapping[str, Verdict]
) -> Ending | None:
    """The first ending that fits; `None` where none does. `verdicts` are by goal, as far as any.

    A goal that nobody was accused for is unsolved.
    """
    judged_by = [goal.id for goal in goals if goal.accuse is not None]
    for each in endings:
        which = judged_by if each.goal is None else [each.goal]
        states = [_state(verdicts.get(goal)) for goal in which]
        if not states:
            continue
        fits = {
            "proved": all(state == "proved" for state in states),
            "right": all(state in ("proved", "right") for state in states),
            "wrong": "wrong" in states,
            "unsolved": "unsolved" in states,
        }
        if fits[each.when]:
            return each
    return None


def _state(verdict: Verdict | None) -> str:
    if verdict is None or verdict.accused is None:
        return "unsolved"
    if verdict.proved:
        return "proved"
    return "right" if verdict.right else "wrong"


def reveal(
    minds: Mapping[str, Sequence[Perception]],
    names: Mapping[str, Names],
    name: Callable[[str], str],
    calendar: Calendar,
    language: str,
) -> tuple[Night, ...]:
    """The night as each lived it: everybody's perceptions in its own words, oldest first.

    `names` has what each calls the others, `name` what each is called at the head of its own.
    """
    having: dict[int, int] = {}
    for held in minds.values():
        for event in {each.event for each in held if each.event is not None}:
            having[event] = having.get(event, 0) + 1
    found: list[Night] = []
    for owner, held in minds.items():
        ordered = sorted(held, key=lambda each: (each.time, each.event or 0, each.id))
        moments = tuple(lived(each, names[owner], calendar, language) for each in ordered)
        alone = frozenset(each.id for each in held if each.event is None or having[each.event] == 1)
        found.append(Night(owner, name(owner), moments, alone))
    return tuple(found)


def side_by_side(nights: Iterable[Night]) -> dict[int, dict[str, Lived]]:
    """The same events with everybody's version of each, by event and owner."""
    found: dict[int, dict[str, Lived]] = {}
    for night in nights:
        for moment in night.moments:
            if moment.event is not None:
                found.setdefault(moment.event, {})[night.owner] = moment
    return dict(sorted(found.items()))


def as_markdown(nights: Sequence[Night], language: str) -> str:
    """The reveal as a page of Markdown: a part for each, and what only it knew marked as that."""
    say = wording(language)
    parts: list[str] = []
    for night in nights:
        rows = [
            f"- {cell(each.when)}: {cell(each.text)} ({cell(each.how_said)}"
            f"{'; ' + say.alone if each.perception in night.alone else ''})"
            for each in night.moments
        ]
        parts.append(f"## {cell(night.name)}\n\n" + ("\n".join(rows) or say.empty))
    return "\n\n".join(parts) + "\n"
