"""One mind, three nights into a story: what the cases of the rules are about.

Mara saw Elias use the key (1, 2), twice in one turn (2, 3). A lie of root 200 reached her twice (4,
5), once along with something else (13). Somebody else's word has a root of its own (11). She saw
one great thing (6), remembers two from before the story (7, 8), saw Tomas take the key (9), and was
told of what she saw herself, with the fact (12) and without it (10). 20 is behind her beliefs and
was not shown; 90 is nothing of hers.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rashomon.reflect.proposals import (
    Add,
    Doubt,
    Fault,
    Firm,
    LetGo,
    Merge,
    Proposal,
    Revise,
)
from rashomon.reflect.view import Limits, Shown, View
from rashomon.story.mind import Belief
from rashomon.story.perception import Fact, Perception


def perceived(
    id: int,
    text: str,
    *,
    turn: int = 1,
    event: int | None = -1,
    kind: str = "deed",
    mode: str = "saw",
    who: str | None = "elias",
    place: str | None = "courtyard",
    conveys: tuple[Fact, ...] = (),
    importance: int = 2,
    people: tuple[str, ...] = ("elias",),
    owner: str = "mara",
    to: tuple[str, ...] = (),
) -> Perception:
    """A perception of Mara's; its event has its id unless told otherwise."""
    return Perception(
        id=id, owner=owner, event=id if event == -1 else event, turn=turn, time=turn * 60.0,
        kind=kind, who=who, who_name=None if who is None else who.capitalize(),  # type: ignore[arg-type]
        place=place, mode=mode, accuracy="whole", text=text,  # type: ignore[arg-type]
        teller=who if mode == "told" else None, conveys=conveys, importance=importance,
        people=people, to=to,
    )  # fmt: skip


def told(id: int, turn: int, who: str, *roots: int) -> Perception:
    """A line that says where the key is, and more where it has more roots."""
    facts = tuple(
        Fact("iron_key", "at" if n == 0 else f"k{n}", "chest", "told", who, root)
        for n, root in enumerate(roots)
    )
    return perceived(
        id, "The key is in the chest.", turn=turn, kind="line", mode="heard", who=who,
        conveys=facts, people=(who,),
    )  # fmt: skip


def memory(id: int, text: str) -> Perception:
    """A memory of an author's: no event, turn 0."""
    made = perceived(id, text, turn=0, event=None, kind="memory", who=None, place=None)
    return replace(made, time=-3600.0 * id)


USES = Fact("iron_key", "at", "elias", "saw", None, 1)

PERCEPTIONS: Mapping[int, Shown] = {
    each.id: each
    for each in (
        Shown(perceived(1, "Elias unlocks the west gate with the iron key.", turn=2,
                        conveys=(USES,))),
        Shown(perceived(2, "Elias locks the west gate with the iron key.", turn=5,
                        conveys=(USES._replace(root=2),))),
        Shown(perceived(3, "Elias pockets the iron key.", turn=5)),
        Shown(told(4, 6, "tomas", 200)),
        Shown(told(5, 7, "ana", 200)),
        Shown(perceived(6, "Elias strikes Ana down.", turn=8, importance=5)),
        Shown(memory(7, "Elias once lied about a horse.")),
        Shown(memory(8, "Elias once lied about his brother.")),
        Shown(perceived(9, "Tomas takes the iron key from Elias.", turn=9, who="tomas",
                        people=("tomas", "elias"))),
        Shown(perceived(10, "He opened the gate himself.", turn=9, kind="line", mode="heard",
                        who="tomas"), retells=1),
        Shown(told(11, 10, "wat", 201)),
        Shown(told(12, 11, "wat", 1)),
        Shown(told(13, 12, "wat", 200, 300)),
    )
}  # fmt: skip

BEHIND = (Shown(perceived(20, "Tomas owns up to a broken lamp.", turn=1, who="tomas")),)


def belief(id: int, text: str, confidence: str, supports: tuple[int, ...], **more: Any) -> Belief:
    """A belief of Mara's."""
    given: dict[str, Any] = {
        "about": ("elias",), "status": "held", "contradicts": (), "formed": 180.0,
        "revised": None, "authored": False,
    }  # fmt: skip
    return Belief(
        id, "mara", text, confidence=confidence, supports=supports,  # type: ignore[arg-type]
        **{**given, **more},
    )  # fmt: skip


BELIEFS: Mapping[int, Belief] = {
    each.id: each
    for each in (
        belief(1, "Elias has the iron key.", "likely", (1,)),
        belief(2, "Ana is afraid of somebody.", "doubtful", (), about=("ana",), authored=True,
               formed=0.0),
        belief(3, "Tomas is honest.", "sure", (20,), about=("tomas",)),
        belief(4, "Tomas never lies.", "likely", (20, 3), about=("tomas",), contradicts=(7,)),
        belief(5, "Elias is up to no good.", "likely", (), authored=True,
               locked=("text", "about", "confidence")),
        belief(6, "The gate stays shut at night.", "sure", (), about=("west_gate",), authored=True,
               formed=0.0),
        belief(7, "Elias sleeps well.", "doubtful", (1, 3), status="let_go", contradicts=(2,)),
        belief(8, "The key is in the chest.", "doubtful", (4,), about=("iron_key",)),
    )
}  # fmt: skip

FORMED = {1: 3, 2: 0, 3: 3, 4: 8, 5: 3, 6: 0, 8: 6}


def view_of(
    shown: Collection[int] | None = None,
    *,
    locked: Mapping[int, tuple[str, ...]] | None = None,
    confidence: Mapping[int, Any] | None = None,
    due: Collection[int] = (),
    doubted: Collection[int] = (),
    wide: bool = True,
    language: str = "en",
) -> View:
    """What Mara was shown: everything, unless some is named."""
    beliefs = [
        replace(
            each,
            locked=tuple((locked or {}).get(each.id, each.locked)),
            confidence=(confidence or {}).get(each.id, each.confidence),
        )
        for each in BELIEFS.values()
    ]
    seen = PERCEPTIONS if shown is None else {id: PERCEPTIONS[id] for id in shown}
    return View(
        owner="mara", language=language, now=900.0, beliefs=tuple(beliefs),
        perceptions=tuple(seen.values()),
        behind=(*BEHIND, *(each for each in PERCEPTIONS.values() if each.id not in seen)),
        formed=FORMED, due=frozenset(due), doubted=frozenset(doubted),
        entities=frozenset({"mara", "elias", "tomas", "ana", "wat", "iron_key", "west_gate",
                            "chest"}),
        unknown_names=("Sabeth", "萨贝特"), wide=wide, limits=Limits(),
    )  # fmt: skip


def proposal(given: Mapping[str, Any]) -> Proposal:
    """A proposal as the table of cases writes it."""
    supports, against = tuple(given.get("for", ())), tuple(given.get("against", ()))
    faults = tuple(Fault(*each) for each in given.get("faults", ()))
    sure = given.get("sure")
    if "add" in given:
        about = tuple(given.get("about", ("elias",)))
        return Add(given["add"], about, supports, sure or "likely", against, faults)
    if "firm" in given:
        return Firm(given["firm"], supports, against, sure, faults)
    if "doubt" in given:
        return Doubt(given["doubt"], against, supports, sure, faults)
    if "revise" in given:
        return Revise(given["revise"], given["text"], supports, against, faults)
    if "merge" in given:
        return Merge(given["merge"], given["into"], supports, against, faults)
    return LetGo(given["let_go"], against, supports, faults)
