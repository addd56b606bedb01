"""What rests on a perception: what its owner would not have, or have from elsewhere, without it.

Knowledge, names and acquaintances are kept with the first event that gave them. When that event
is lost to an owner, what else it holds decides: the next perception that gives the same carries
it on, and only what nothing else gives is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rashomon.record.learn import names_spoken
from rashomon.story.grants import grants
from rashomon.story.mind import Belief, EdgeHow, Known, NameKnown, Relationship
from rashomon.story.perception import Fact, Held
from rashomon.story.places import Atlas


@dataclass(frozen=True, slots=True)
class Rest:
    """One thing that rests on another. `alone`: on nothing else, so that it would go with it.

    `id` is what `keep` names it by, such as `belief:3` or `knowledge:mara:crypt`.
    """

    kind: str
    id: str
    text: str
    alone: bool


@dataclass(slots=True)
class Resting:
    """What rests on a perception, and what each would rest on instead (`None`: nothing)."""

    knowledge: dict[str, tuple[Known, Held | None]] = field(
        default_factory=dict[str, tuple[Known, Held | None]]
    )
    names: dict[str, tuple[NameKnown, Held | None]] = field(
        default_factory=dict[str, tuple[NameKnown, Held | None]]
    )
    bonds: dict[str, tuple[Relationship, Held | None]] = field(
        default_factory=dict[str, tuple[Relationship, Held | None]]
    )
    beliefs: dict[str, tuple[Belief, bool]] = field(default_factory=dict[str, tuple[Belief, bool]])

    def rests(self) -> list[Rest]:
        """All of it as a person reads it."""
        found = [
            Rest("knowledge", id, f"{known.owner} knows {known.entity}", other is None)
            for id, (known, other) in self.knowledge.items()
        ]
        found += [
            Rest("name", id, f"{name.owner} knows {name.person} as {name.name!r}", other is None)
            for id, (name, other) in self.names.items()
        ]
        found += [
            Rest("relationship", id, f"{bond.owner} has met {bond.about}", other is None)
            for id, (bond, other) in self.bonds.items()
        ]
        found += [
            Rest("belief", id, f"{belief.owner} believes: {belief.text}", alone)
            for id, (belief, alone) in self.beliefs.items()
        ]
        return found


def granted(held: Held) -> dict[str, EdgeHow]:
    """What a perception makes known to its owner, and how."""
    event = held.event
    if event is None:
        return {}
    found: dict[str, EdgeHow] = {}
    for thing, how in grants(event, held.mode, held.version, held.accuracy, held.owner, held.facts):
        found.setdefault(thing, how)
    return found


def teaches_names(atlas: Atlas, held: Held) -> set[tuple[str, str]]:
    """The names that a perception teaches its owner."""
    event = held.event
    if event is None or event.kind != "line" or held.accuracy == "partial":
        return set()
    spoken = names_spoken(atlas, event)
    return {(person, name) for person, name in spoken if person != held.owner}


def makes_acquainted(held: Held) -> set[str]:
    """Those with whom a perception makes its owner acquainted."""
    event = held.event
    if event is None or event.kind != "line" or event.at is None or event.over is not None:
        return set()
    if held.accuracy == "partial" or held.at != event.at:
        return set()
    if event.who == held.owner:
        return set(event.to)
    return {str(event.who)} if held.owner in event.to else set()


def resting_on(
    atlas: Atlas,
    before: Held,
    after: Held | None,
    others: Sequence[Held],
    moments: Mapping[int, Sequence[Fact]],
    *,
    knowledge: Iterable[Known],
    names: Iterable[NameKnown],
    bonds: Iterable[Relationship],
    beliefs: Iterable[Belief],
) -> Resting:
    """What rests on a perception that is about to change to `after`, or to go (`None`).

    `others` are the owner's other perceptions in order; `moments` what it was shown where no
    event was. Only what the change takes away is told of.
    """
    found = Resting()
    kept = {} if after is None else granted(after)
    shown = {fact.entity for facts in moments.values() for fact in facts}
    for known in knowledge:
        if known.event == before.moment and known.how != "authored" and known.entity not in kept:
            if known.entity in shown:
                continue
            other = next((h for h in others if known.entity in granted(h)), None)
            found.knowledge[f"knowledge:{known.owner}:{known.entity}"] = (known, other)
    taught = set[tuple[str, str]]() if after is None else teaches_names(atlas, after)
    for name in names:
        pair = (name.person, name.name)
        if name.event == before.moment and pair not in taught:
            other = next((h for h in others if pair in teaches_names(atlas, h)), None)
            found.names[f"name:{name.owner}:{name.person}:{name.name}"] = (name, other)
    met = set[str]() if after is None else makes_acquainted(after)
    for bond in bonds:
        if bond.since == before.moment and bond.kind == "acquaintance" and bond.about not in met:
            other = next((h for h in others if bond.about in makes_acquainted(h)), None)
            found.bonds[f"relationship:{bond.owner}:{bond.about}"] = (bond, other)
    for belief in beliefs:
        if before.id in belief.supports and not belief.authored:
            alone = set(belief.supports) == {before.id}
            found.beliefs[f"belief:{belief.id}"] = (belief, alone)
    return found
