"""Reflection without a model: what recurs is believed, and doubted when something excludes it.

It reads what was *conveyed*, and proposes like anybody else: the same judge decides. Mara, who
twice sees Elias use the key, comes to believe that he has it, even if he borrowed it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

from rashomon.reflect.bearing import Both
from rashomon.reflect.opposing import opposed
from rashomon.reflect.proposals import Add, Firm, Proposal
from rashomon.reflect.telling import told
from rashomon.reflect.view import Shown, View, recurs
from rashomon.story.event import Scalar
from rashomon.story.mind import Belief, By
from rashomon.story.perception import Fact, Perception

BY: Final[By] = "engine"
"""Who made a version that came about by rule; a model's is by *reflection*."""

MOST: Final = 2
"""How many new beliefs come of one pass at most, as when a model is asked."""

GROUNDS: Final = 6
"""How many perceptions a belief made by rule names at most, the newest of them."""

Sort: TypeAlias = Literal["has", "found", "together", "said"]
_ORDER: Final[tuple[Sort, ...]] = ("has", "said", "together", "found")


class Matter(NamedTuple):
    """What may be believed: who has what, is found where or with whom, or a fact that was told."""

    sort: Sort
    of: str
    key: str
    value: Scalar

    def about(self, kinds: Mapping[str, str]) -> tuple[str, ...]:
        """Whom and what it concerns."""
        value = self.value if isinstance(self.value, str) and self.value in kinds else None
        return (self.of,) if value is None else (self.of, value)


class Ground(NamedTuple):
    """A perception that conveys a matter, and who told it; `None` where it was witnessed."""

    shown: Shown
    by: str | None


def reflected(
    view: View, kinds: Mapping[str, str], name_of: Callable[[str], str]
) -> tuple[Proposal, ...]:
    """What a mind proposes by rule, for the judge: beliefs to firm, then new ones.

    `kinds` has what each id is (`character`, `place`, `item`, …) and `name_of` what the owner
    calls it. What the newest word excludes is not believed, however often it recurred before.
    """
    found = _matters(view.perceptions, view.owner, kinds)
    meant = {id: meaning(belief, view, kinds) for id, belief in view.held.items()}
    firmed: list[Proposal] = []
    new: list[tuple[int, int, Add]] = []
    for matter, grounds in found.items():
        if _outdated(matter, view):
            continue
        shown = [ground.shown for ground in grounds]
        held = next((id for id, meanings in meant.items() if matter in meanings), None)
        if held is not None:
            fresh = [each.id for each in shown if each.id not in view.held[held].supports]
            if fresh:
                firmed.append(Firm(held, tuple(fresh[-GROUNDS:])))
        elif recurs(shown) and _witnessed(matter, grounds):
            text = told(matter.sort, matter.of, matter.key, matter.value, name_of, view.language)
            moments = len({each.moment for each in shown})
            add = Add(text, matter.about(kinds), _newest(shown))
            new.append((-moments, _ORDER.index(matter.sort), add))
    new.sort(key=lambda each: (*each[:2], each[2].about, each[2].text))
    return (*firmed, *(add for _, _, add in new[:MOST]))


def _newest(shown: Sequence[Shown]) -> tuple[int, ...]:
    """The newest grounds, with one that stands apart from the rest if those are all of one root."""
    newest = list(shown[-GROUNDS:])
    if not recurs(newest):
        newest[0] = next(each for each in shown if any(each.apart(other) for other in newest))
    return tuple(each.id for each in newest)


def _witnessed(matter: Matter, grounds: Sequence[Ground]) -> bool:
    """A fact that was only told needs two who told it, or one's own eyes besides."""
    return matter.sort != "said" or len({ground.by for ground in grounds}) > 1


def _matters(
    perceptions: Sequence[Shown], owner: str, kinds: Mapping[str, str]
) -> dict[Matter, list[Ground]]:
    """All that was conveyed, oldest first, and by what."""
    found: dict[Matter, list[Ground]] = {}
    for shown in sorted(perceptions, key=lambda each: (each.perception.time, each.id)):
        for matter, by in dict.fromkeys(_conveyed(shown.perception, owner, kinds)):
            found.setdefault(matter, []).append(Ground(shown, by))
    only_seen = [m for m, g in found.items() if m.sort == "said" and all(x.by is None for x in g)]
    for matter in only_seen:
        del found[matter]
    return found


def _conveyed(
    perception: Perception, owner: str, kinds: Mapping[str, str]
) -> Iterator[tuple[Matter, str | None]]:
    """What one perception conveys, and who told it. What the owner itself said is no ground."""
    there: dict[str, list[str]] = {}
    for fact in perception.conveys:
        if fact.how == "said" or fact.entity == owner or fact.value == owner:
            continue
        kind, value = kinds.get(fact.entity), kinds.get(str(fact.value))
        if fact.key == "at" and kind == "item" and value == "character":
            yield Matter("has", str(fact.value), "has", fact.entity), fact.by
        elif fact.key == "at" and kind == "character" and value == "place":
            yield Matter("found", fact.entity, "at", fact.value), fact.by
            there.setdefault(str(fact.value), []).append(fact.entity)
        elif fact.value is not None and kind is not None:
            yield Matter("said", fact.entity, fact.key, fact.value), fact.by
    for people in there.values():
        for one, other in combinations(sorted(set(people)), 2):
            yield Matter("together", one, "with", other), None


def _outdated(matter: Matter, view: View) -> bool:
    """Whether the newest that was conveyed of the same says otherwise."""
    entity, key, value = _state(matter)
    if entity is None:
        return False
    latest: tuple[float, int, Scalar] | None = None
    for shown in view.perceptions:
        for fact in shown.perception.conveys:
            when = (shown.perception.time, shown.id)
            told_so = (fact.entity, fact.key) == (entity, key) and fact.how != "said"
            if told_so and fact.value is not None and (latest is None or when >= latest[:2]):
                latest = (*when, fact.value)
    return latest is not None and latest[2] != value


def _state(matter: Matter) -> tuple[str | None, str, Scalar]:
    """The fact that a matter says to hold; none for a habit, which no single moment excludes."""
    if matter.sort == "has":
        return str(matter.value), "at", matter.of
    if matter.sort == "said":
        return matter.of, matter.key, matter.value
    return None, "", None


def meaning(belief: Belief, view: View, kinds: Mapping[str, str]) -> frozenset[Matter]:
    """What a belief says, as far as all that supports it conveys the same about the same ones.

    Read from its grounds and not from its words: a name may be learnt since.
    """
    grounds = view.grounds(belief.supports)
    if not grounds or len(grounds) < len(belief.supports):
        return frozenset()
    each = [{m for m, _ in _conveyed(g.perception, view.owner, kinds)} for g in grounds]
    about = {*belief.about}
    return frozenset(m for m in set[Matter].intersection(*each) if {*m.about(kinds)} == about)


def contradicts(
    belief: Belief, perception: Perception, view: View, kinds: Mapping[str, str]
) -> bool:
    """Whether a perception excludes a belief, by what it conveys or by its words.

    For any belief, also one that an author or a model put into words. What the owner itself said
    or thought excludes nothing.
    """
    if perception.mode == "did" and perception.kind in ("line", "thought"):
        return False
    for matter in meaning(belief, view, kinds):
        if any(_excludes(fact, matter) for fact in perception.conveys):
            return True
    who = None
    if perception.kind == "line":
        who = perception.who_name or "…"
    return opposed(belief.text, perception.text, who, view.language)


def _excludes(fact: Fact, matter: Matter) -> bool:
    entity, key, value = _state(matter)
    same = (fact.entity, fact.key) == (entity, key) and fact.how != "said"
    return same and fact.value is not None and fact.value != value


def answers(
    belief: Belief, perceptions: Sequence[Perception], view: View, kinds: Mapping[str, str]
) -> dict[int, Both]:
    """The rules' answers to one contradiction check; never *yes*, for they may have missed it."""
    return {
        each.id: "no" if contradicts(belief, each, view, kinds) else "unclear"
        for each in perceptions
    }
