"""Two yards in which things are typed, and steps put shortly so that a table can hold them."""

from __future__ import annotations

from typing import Any

from rashomon.play.here import Here, Person, Thing, Way
from rashomon.play.typed import Typed
from rashomon.story.turn import Step

YARD = Here(
    who="mara", names=("Mara",), place="courtyard",
    people=(
        Person("elias", ("Elias", "Eli", "the porter"), "a lean man in a porter's coat"),
        Person("tomas", (), "a boy of fourteen with a horn on his belt"),
        Person("ana", ("Ana",), "", here=False),
    ),
    ways=(
        Way("west_gate", "road", ("the west gate",), ("the north road",), locked=True),
        Way("steps", "stairs", (), ("the stairs",)),
        Way("postern", "lane", ("the postern",), ()),
    ),
    things=(
        Thing("iron_key", ("an iron key",), "mara"),
        Thing("chest", ("a chest",), "courtyard", closed=True),
        Thing("letter", ("a letter",), "courtyard"),
        Thing("horn", ("a horn",), "tomas"),
        Thing("bag", ("a bag",), "courtyard"),
    ),
    places=(("the harbour",),),
)  # fmt: skip

YUAN = Here(
    who="mala", names=("玛拉",), language="zh", place="yard",
    people=(
        Person("yilai", ("伊莱", "门房"), "一个穿门房外套的瘦男人"),
        Person("laow", ("老王",)),
        Person("xiaow", ("小王",)),
    ),
    ways=(Way("gate", "road", ("西门",), ("北路",)), Way("steps", "stairs", (), ("楼梯",))),
    things=(
        Thing("key", ("铁钥匙",), "mala"),
        Thing("chest", ("箱子",), "yard", closed=True),
        Thing("letter", ("一封信",), "yard"),
        Thing("bag", ("布袋",), "yard"),
    ),
    places=(("港口",),),
)  # fmt: skip

SCENES = {"en": YARD, "zh": YUAN}


def short(step: Step) -> str:
    """A step as one line: what it is, then in brackets what else it has."""
    said: list[str] = []
    if step.to:
        said.append(f"{'whisper ' if step.whisper else ''}to {' '.join(step.to)}")
    said += [f"with {' '.join(step.with_)}"] if step.with_ else []
    said += [f"on {' '.join(step.on)}"] if step.on else []
    said += [f"reads {step.reads}"] if step.reads else []
    said += [f"by {step.by}"] if step.by else []
    said += [
        f"{change.entity}.{key}={value}" for change in step.changes
        for key, value in change.set.items()
    ]  # fmt: skip
    more = f" [{'; '.join(said)}]" if said else ""
    verb = {"deed": "does", "line": "says", "thought": "thinks", "move": "goes"}[step.kind]
    return f"{verb}: {step.text or step.goes}{more}"


def told(read: Typed) -> dict[str, Any]:
    """A reading in plain data, what is empty left out."""
    found: dict[str, Any] = {
        "steps": [short(step) for step in read.steps],
        "notes": [f"{note.to or 'gm'}: {note.text}" for note in read.notes],
        "asks": [
            f"{each.kind}: {' | '.join(choice.text for choice in each.choices)}".rstrip(": ")
            for each in read.questions
        ],
        "minutes": read.minutes,
        "goes_on": read.goes_on,
    }
    return {key: value for key, value in found.items() if value}


def world_of(here: Here) -> dict[str, Any]:
    """A world that is as the character believes: what it does by what it knows can be done."""
    named = {place for way in here.ways for place in [way.to]}
    places = [{"id": here.place, "name": "YARD"}, {"id": "elsewhere", "name": "ELSEWHERE"}]
    places += [{"id": place, "name": place.upper()} for place in sorted(named)]
    people = [
        {"id": p.id, "name": (*p.names, p.id.title())[0], "aliases": list(p.names[1:]),
         "at": here.place if p.here else "elsewhere"}
        for p in here.people
    ]  # fmt: skip
    me = {"id": here.who, "name": here.names[0], "at": here.place, "role": "played"}
    return {
        "title": "As it is known",
        "language": here.language,
        "places": places,
        "exits": [
            {"id": w.exit, "from": here.place, "to": w.to, "locked": w.locked} for w in here.ways
        ],
        "items": [
            {"id": t.id, "name": t.names[0], "at": t.at, "closed": t.closed} for t in here.things
        ],
        "characters": [me, *people],
    }
