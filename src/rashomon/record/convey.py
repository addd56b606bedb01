"""What each version of an event conveys, and the root that each fact goes back to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rashomon.record.scene import Draft
from rashomon.record.view import seen_on_arrival
from rashomon.record.witness import Witness
from rashomon.story.event import Event, Set
from rashomon.story.perception import Fact, Version


@dataclass(frozen=True, slots=True)
class Past:
    """What a speaker's claims and retellings go back to, looked up before the turn is worked out.

    `roots` has, for each (speaker, fact claimed), the root of the speaker's latest perception
    that conveys it (or `None`) and that of its own earlier line that claims it (or `None`).
    `retold` has, for each (speaker, event retold), what the speaker's own perception of that
    event conveys, or `None` where it has no perception of it. `origins` has, for each event
    retold that retells another itself, the event that the chain begins with.
    """

    roots: Mapping[tuple[str, Set], tuple[int | None, int | None]] = field(
        default_factory=dict[tuple[str, Set], tuple[int | None, int | None]]
    )
    retold: Mapping[tuple[str, int], tuple[Fact, ...] | None] = field(
        default_factory=dict[tuple[str, int], tuple[Fact, ...] | None]
    )
    origins: Mapping[int, int] = field(default_factory=dict[int, int])


def facts_of(draft: Draft, event: Event) -> tuple[Fact, ...]:
    """What a whole version of a deed, a happening or a move conveys to those who saw it.

    `draft` is the scene after the step. A deed shows where each item in its hands is.
    """
    if event.kind == "move":
        return (Fact(str(event.who), "at", event.goes, "saw", None, event.id),)
    if event.kind not in ("deed", "happening"):
        return ()
    found = {(c.entity, c.key): c.value for c in event.changes}
    for item in event.with_:
        if item in draft.atlas.items:
            found[item, "at"] = draft.at(item)
    return tuple(Fact(e, k, v, "saw", None, event.id) for (e, k), v in found.items())


def told_by(event: Event, past: Past, before: Sequence[Fact]) -> tuple[Fact, ...]:
    """What a line conveys to its hearers: its claims, and what it retells, with their roots.

    `before` has what was conveyed to the speaker earlier in the same turn: who was told something
    a moment ago and passes it on has it from there.
    """
    speaker = str(event.who)
    found: dict[tuple[str, str], Fact] = {}
    if event.retells is not None:
        for fact in past.retold.get((speaker, event.retells)) or ():
            found[fact.entity, fact.key] = fact._replace(how="told", by=speaker)
    for claim in event.claims:
        root = _root(speaker, claim, event, past, before)
        found[claim.entity, claim.key] = Fact(*claim, "told", speaker, root)
    return tuple(found.values())


def _root(speaker: str, claim: Set, event: Event, past: Past, before: Sequence[Fact]) -> int:
    heard, said = past.roots.get((speaker, claim), (None, None))
    for fact in before:
        if (fact.entity, fact.key, fact.value) == claim:
            heard, said = (heard, fact.root) if fact.how == "said" else (fact.root, said)
    if heard is not None:
        return heard
    if event.retells is not None:
        held = past.retold.get((speaker, event.retells)) or ()
        return next((fact.root for fact in held), past.origins.get(event.retells, event.retells))
    return event.id if said is None else said


def conveyed(
    draft: Draft, event: Event, owner: str, witness: Witness, whole: tuple[Fact, ...]
) -> tuple[Fact, ...]:
    """What this owner's version conveys, given what a whole one does.

    A `partial` version conveys nothing. A thing done far away that is only heard shows nothing.
    """
    if witness.accuracy == "partial":
        return ()
    match event.kind:
        case "line":
            if owner == event.who:
                return tuple(fact._replace(how="said", by=None) for fact in whole)
            return whole
        case "move":
            return _of_move(draft, event, owner, witness, whole)
        case "happening" if witness.mode == "heard":
            return ()
        case _:
            return whole


def _of_move(
    draft: Draft, event: Event, owner: str, witness: Witness, whole: tuple[Fact, ...]
) -> tuple[Fact, ...]:
    if owner == event.who:
        if event.goes is None:
            return whole
        return whole + seen_on_arrival(draft, owner, event.goes, event.id)
    if witness.version is Version.LEFT:
        return (Fact(str(event.who), "at", None, "saw", None, event.id),)
    return whole
