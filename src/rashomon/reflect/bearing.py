"""The contradiction check: what bears on what, and what comes of the answers.

Each held belief is set, in a small request of its own, against the new perceptions that bear on it.
Who answers, a model or the rules, says for each whether it and the belief can both be true now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Final, Literal, TypeAlias

from rashomon.reflect.proposals import Doubt
from rashomon.reflect.wording import content
from rashomon.story.mind import Belief
from rashomon.story.perception import Perception

Both: TypeAlias = Literal["yes", "no", "unclear"]
"""Whether a perception and a belief can both be true now."""

MOST: Final = 6
"""How many perceptions one belief is set against: what a small model can compare in one request."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """A belief and what bears on it, most bearing first. `weight` is for ordering alone."""

    belief: Belief
    perceptions: tuple[Perception, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Checks:
    """One owner's checks in this pass, most bearing first, and the beliefs that stay due."""

    now: tuple[Bearing, ...]
    due: frozenset[int]


def bearing(
    belief: Belief, perceptions: Sequence[Perception], language: str, most: int = MOST
) -> Bearing:
    """The perceptions that bear on a belief.

    They involve somebody or something that it is about, or have a word in common with it; a word
    that few of them have weighs more. What is linked to it already has had its say, and what the
    owner itself said or thought proves nothing to it. Of two that bear alike the newer is first.
    """
    about = {*belief.about} - {belief.owner} or {*belief.about}
    words = content(belief.text, language)
    apart = {*belief.supports, *belief.contradicts}
    new = [each for each in perceptions if each.id not in apart and not _own_words(each)]
    shared = [words & content(each.text, language) for each in new]
    rarity = Counter(word for each in shared for word in each)
    weighed: list[tuple[float, Perception]] = []
    for each, common in zip(new, shared, strict=True):
        weight = float(len(about & involved(each)))
        weight += sum(log1p(len(new) / rarity[word]) for word in sorted(common))
        if weight > 0:
            weighed.append((weight, each))
    weighed.sort(key=lambda pair: (-pair[0], -pair[1].time, -pair[1].id))
    chosen = weighed[:most]
    return Bearing(belief, tuple(each for _, each in chosen), chosen[0][0] if chosen else 0.0)


def involved(perception: Perception) -> set[str]:
    """Whom and what a perception has to do with, as far as its owner could tell."""
    found = {*perception.people, *perception.to}
    found |= {id for id in (perception.who, perception.place) if id is not None}
    for fact in perception.conveys:
        found.add(fact.entity)
        if isinstance(fact.value, str):
            found.add(fact.value)
    return found


def _own_words(perception: Perception) -> bool:
    return perception.mode == "did" and perception.kind in ("line", "thought")


def checks(
    waiting: Sequence[tuple[Belief, Sequence[Perception]]], most: int, language: str
) -> Checks:
    """Which beliefs are checked in this pass, and against what; the rest stay due.

    `waiting` has each held belief with what was perceived since it was last checked, `most` is the
    setting `reflection.checks`. A belief on which nothing bears needs no check.
    """
    every = [bearing(belief, new, language) for belief, new in waiting if belief.status == "held"]
    some = [each for each in every if each.perceptions]
    some.sort(key=lambda each: (-each.weight, each.belief.id))
    now = some[: max(most, 0)]
    return Checks(tuple(now), frozenset(each.belief.id for each in some[len(now) :]))


def doubt(belief: Belief, answers: Mapping[int, Both]) -> Doubt | None:
    """The doubt that follows from a check's answers, by perception; `None` for none.

    Only a plain *no* counts. *Unclear* does nothing: a doubt on a guess would wear every belief
    down to doubtful in the end.
    """
    against = tuple(id for id, both in answers.items() if both == "no")
    return Doubt(belief.id, against) if against else None
