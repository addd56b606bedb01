"""One evening in a courtyard, recorded and not kept yet: what the cases of the keeper are about.

Elias (who has the key), Mara, Tomas and a guard in the background are in the courtyard. Ana looks
on from the balcony and does not hear; Wat listens in the cellar and does not see. Rex is on the
road, from where nothing is to be seen; he is reached by telephone. Event 1 is sealed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rashomon.record.convey import Past
from rashomon.record.keeper.proposals import (
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
from rashomon.record.keeper.view import View
from rashomon.story.event import Set
from rashomon.story.mind import Thread
from rashomon.story.perception import Held
from rashomon.testing.recording import recorded

WORLD: dict[str, Any] = {
    "title": "The Courtyard",
    "places": [
        {"id": "keep", "name": "the keep"},
        {"id": "courtyard", "name": "the courtyard", "within": "keep"},
        {"id": "balcony", "name": "the balcony", "overlooks": ["courtyard"]},
        {"id": "cellar", "name": "the cellar", "overhears": ["courtyard"]},
        {"id": "road", "name": "the north road"},
    ],
    "exits": [{"id": "gate", "name": "the west gate", "from": "courtyard", "to": "road"}],
    "items": [
        {"id": "key", "name": "an iron key", "at": "elias"},
        {"id": "chest", "name": "a chest", "at": "courtyard", "closed": True},
        {"id": "ring", "name": "the ring", "at": "chest"},
        {"id": "box", "name": "a box", "at": "courtyard"},
        {"id": "bag", "name": "a leather bag", "at": "courtyard"},
        {"id": "pin", "name": "a pin", "at": "box"},
        {"id": "well", "name": "the well", "at": "courtyard"},
        {"id": "knife", "name": "a knife", "at": "rex"},
    ],
    "characters": [
        {"id": "elias", "name": "Elias", "at": "courtyard"},
        {"id": "mara", "name": "Mara", "at": "courtyard", "relationships": [
            {"about": "elias", "kind": "colleague", "text": "She never had to ask twice."},
            {"about": "rex", "kind": "acquaintance", "text": "He owes her a horse."}]},
        {"id": "tomas", "name": "Tomas", "at": "courtyard", "appearance": "a boy"},
        {"id": "guard", "name": "Hob", "at": "courtyard", "role": "background"},
        {"id": "ana", "name": "Ana", "at": "balcony", "relationships": [
            {"about": "elias", "kind": "brother", "text": "", "calls": "Eli"},
            {"about": "rex", "kind": "rival", "text": ""},
            {"about": "tomas", "kind": "nephew", "text": ""}]},
        {"id": "wat", "name": "Wat", "at": "cellar", "knows": ["key", "ring", "well"]},
        {"id": "rex", "name": "Rex", "at": "road", "knows": ["courtyard", "box"]},
        {"id": "zora", "name": "Zora", "at": "road"},
    ],
}  # fmt: skip

TURNS: list[list[dict[str, Any]]] = [
    [{"who": "tomas", "says": "Elias has the ring.", "to": ["mara"],
      "claims": [{"entity": "ring", "set": {"at": "elias"}}]}],
    [{"who": "elias", "does": "quietly opens the chest with two iron keys", "with": ["key"],
      "on": ["chest"], "changes": [{"entity": "chest", "set": {"closed": False}}]},
     {"who": "elias", "says": "The key is in the well.", "to": ["tomas"], "whisper": True},
     {"who": "mara", "says": "Tomas, I will bring you the ring. Do not tell Ana.", "to": ["tomas"]},
     {"who": "tomas", "does": "hands the ring to Mara"},
     {"who": "mara", "thinks": "He is lying."},
     {"happens": "The bell rings three times.", "at": "courtyard", "sense": "sound",
      "importance": 4}],
    [{"who": "tomas", "says": "Elias says the key is in the well.", "to": ["mara"]},
     {"who": "mara", "does": "puts the pin into the chest",
      "changes": [{"entity": "pin", "set": {"at": "chest"}}], "tags": ["gift"]},
     {"who": "mara", "does": "puts the box into the leather bag"},
     {"who": "mara", "does": "drops the bag", "covert": True, "noticed_by": ["wat"]},
     {"who": "mara", "says": "You have the key here, in the box. So said Zora.", "to": ["rex"],
      "over": "phone"},
     {"who": "elias", "goes": "road"},
     {"who": "mara", "says": "The key is in the well.", "to": ["tomas"]}],
    [{"who": "elias", "does": "gives the iron key to Rex",
      "changes": [{"entity": "key", "set": {"at": "rex"}}]},
     {"who": "rex", "says": "Yes.", "to": ["elias"]},
     {"happens": "Smoke quickly rises.", "at": "keep"},
     {"who": "elias", "says": "The bell rang.", "to": ["rex"], "retells": 7},
     {"who": "rex", "says": "The bell, he says.", "to": ["zora"]}],
]  # fmt: skip

SEALED = 1
"""The last sealed event."""

THREADS = (
    Thread(1, "promise", "Mara will bring the ring.", "open", 4, None, ("mara", "tomas")),
    Thread(2, "mystery", "Who rang the bell?", "resolved", 1, 2, ()),
    Thread(3, "goal", "To leave.", "open", 1, None, ("elias",), ("status",)),
)


@cache
def evening() -> View:
    """What was recorded, as a request that shows all of it has it."""
    view = recorded(WORLD, TURNS, sealed=SEALED, past=Past(retold={("elias", 7): ()}))
    return replace(view, threads=THREADS, entities=view.entities - {"zora"})


def view_of(
    shown: Collection[int] | None = None,
    *,
    sealed: int = SEALED,
    locked: Mapping[int, Collection[str]] | None = None,
    held: Mapping[str, Mapping[str, Any]] | None = None,
    gone: Collection[str] = (),
    bonds: Mapping[str, Collection[str]] | None = None,
    tasks: Collection[Any] | None = None,
    versions_from: int = 2,
    imperfect: bool = True,
    roots: Mapping[str, tuple[int | None, int | None]] | None = None,
) -> View:
    """The evening where it differs: `held` by "owner event", `bonds` by "owner about".

    `locked` has the locked fields of events, `bonds` those of relationships; `gone` are
    perceptions that an author took away; `roots` are those of what Mara said of the key.
    """
    base = evening()
    by_id = {event.id: replace(event, sealed=event.id <= sealed) for event in base.events}
    perceptions: list[Held] = []
    for each in base.perceptions:
        named = f"{each.owner} {each.moment}"
        if named not in gone:
            differs = (held or {}).get(named, {})
            perceptions.append(replace(each, event=by_id[each.moment], **differs))
    given = bonds or {}
    relationships = [
        replace(each, locked=tuple(given.get(f"{each.owner} {each.about}", ())))
        for each in base.bonds
    ]
    view = replace(
        base,
        events=tuple(event for event in by_id.values() if shown is None or event.id in shown),
        perceptions=tuple(perceptions),
        bonds=tuple(relationships),
        locked={id: frozenset(fields) for id, fields in (locked or {}).items()},
        versions_from=versions_from, imperfect=imperfect,
        past=Past(roots={("mara", Set("key", "at", "well")): tuple(found)  # type: ignore[dict-item]
                         for found in (roots or {}).values()}),
    )  # fmt: skip
    return view if tasks is None else replace(view, tasks=frozenset(tasks))


def proposal(given: Mapping[str, Any]) -> Proposal:
    """A proposal as the table of cases writes it: its kind, and its fields in order."""
    faults = tuple(Fault(*each) for each in given.get("faults", ()))
    kinds: dict[str, Any] = {
        "grade": Grade, "move": Move, "claim": Claim, "retells": Retells, "tag": Tag,
        "opens": OpenThread, "closes": CloseThread, "bond": Bond,
    }  # fmt: skip
    for name, kind in kinds.items():
        if name in given:
            return kind(*given[name], faults=faults)
    owner, event = given["version"]
    return Version(owner, event, tuple(given.get("lost", ())), given.get("for"), faults)
