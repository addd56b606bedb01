"""How much of a character's prompt is what it was one turn before, byte for byte from the start.

Six people spend fifty turns in one room: they talk, do things, whisper, think, and now and then
somebody goes out into the yard and comes back. What repeats need not be read again by whoever
serves the model. The target is .7 for each of them, averaged over the turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import rashomon
from rashomon.api.story import Story

TURNS = 50
TARGET = 0.70
PEOPLE = ("Agnes", "Bruno", "Clara", "Dorian", "Edith", "Felix")

_ABOUT = (
    "the ferry", "the widow's letter", "the price of oats", "the lamp in the tower",
    "the doctor's bag", "the storm on the coast", "the locked study", "the late inspector",
    "the ledger with two hands in it", "the dog that did not come home",
)  # fmt: skip
_SAYS = (
    "I should not have thought it of {about}, and yet here we are.",
    "Has anybody asked about {about} since Tuesday?",
    "You all know what was said of {about}, and nobody lifted a finger.",
    "Leave {about} out of it; there are {n} people who would swear otherwise.",
    "If it were up to me, {about} would have been settled {n} years ago, and quietly.",
    "Tell me again how {about} came into this house.",
)
_DOES = (
    "puts {n} logs on the fire",
    "pours a glass and does not drink it",
    "turns over a card and lays it beside {n} others",
    "looks for a long while at the window",
    "counts {n} coins into a saucer",
)
_THINKS = ("Not one word of {about} is true.", "It must have been {n} o'clock when I heard it.")


def world() -> dict[str, Any]:
    """An inn in which everybody knows everybody by name."""
    ids = [name.lower() for name in PEOPLE]
    return {
        "title": "The Inn", "clock": {"start": "1911-11-18T19:00"},
        "places": [
            {"id": "parlour", "name": "the parlour", "description": "A fire, a table, six chairs."},
            {"id": "yard", "name": "the yard"},
        ],
        "exits": [{"id": "door", "name": "the door", "from": "parlour", "to": "yard"}],
        "items": [
            {"id": "cards", "name": "a pack of cards", "at": "parlour"},
            {"id": "glass", "name": "a glass", "at": "parlour"},
        ],
        "characters": [
            {
                "id": id, "name": id.title(), "at": "parlour", "appearance": f"guest number {n}",
                "persona": f"Came for the winter and stayed {n + 2}. Says little of the years "
                "before, and pays on the first of the month.",
                "relationships": [
                    {"about": other, "kind": "fellow guest", "text": "Sits at the same table."}
                    for other in ids if other != id
                ],
                "memories": [
                    {"text": f"Somebody left a coat in room {n} and never asked for it.",
                     "minutes_ago": 9000}
                ],
            }
            for n, id in enumerate(ids)
        ],
    }  # fmt: skip


def turns(dice: Random) -> Iterator[dict[str, Any]]:
    """Fifty turns of a few steps each."""
    out: str | None = None
    ids = [name.lower() for name in PEOPLE]
    for number in range(1, TURNS + 1):
        here = [id for id in ids if id != out]
        steps = [_step(dice, here) for _ in range(dice.randint(1, 3))]
        if number % 9 == 0:
            out = dice.choice(here)
            steps.append({"who": out, "goes": "yard"})
        elif number % 9 == 4 and out is not None:
            steps.append({"who": out, "goes": "parlour"})
            out = None
        yield {"minutes": 1, "steps": steps}


def _step(dice: Random, here: list[str]) -> dict[str, Any]:
    who, other = dice.sample(here, 2)
    kind = dice.choices(("says", "does", "whispers", "thinks"), (60, 20, 12, 8))[0]
    about, n = dice.choice(_ABOUT), dice.randint(2, 40)
    if kind == "does":
        return {"who": who, "does": dice.choice(_DOES).format(n=n)}
    if kind == "thinks":
        return {"who": who, "thinks": dice.choice(_THINKS).format(about=about, n=n)}
    line = {"who": who, "says": dice.choice(_SAYS).format(about=about, n=n)}
    if kind == "whispers":
        return {**line, "to": [other], "whisper": True}
    return {**line, "to": [other]} if dice.random() < 0.4 else line


def shares(story: Story, seed: int = 1911) -> dict[str, list[float]]:
    """For each character, how much of each turn's prompt repeats the one before it."""
    minds = {name.lower(): story.mind(name.lower()) for name in PEOPLE}
    before = {id: mind.context().text for id, mind in minds.items()}
    found: dict[str, list[float]] = {id: [] for id in minds}
    for turn in turns(Random(seed)):
        story.record(turn)
        for id, mind in minds.items():
            now = mind.context().text
            found[id].append(repeated(before[id], now))
            before[id] = now
    return found


def repeated(before: str, now: str) -> float:
    """What part of a prompt is the beginning of the one before it, in bytes."""
    one, other = before.encode(), now.encode()
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other))) / len(other)


def average(shares: list[float]) -> float:
    """The mean over the turns."""
    return sum(shares) / len(shares)


def main() -> bool:
    """Print the average of each character, and how often the beginning moved."""
    with rashomon.open(":memory:") as library:
        found = shares(library.create(world()))
    print(f"prompt repeated from one turn to the next, {TURNS} turns (target {TARGET:.0%})")
    for id, each in found.items():
        low = sum(share < 0.5 for share in each)
        print(f"  {id:8} {average(each):.1%}   below half in {low} turns, lowest {min(each):.1%}")
    return all(average(each) >= TARGET for each in found.values())


if __name__ == "__main__":
    main()
