"""Random worlds and random turns, drawn through Hypothesis so that what fails can be made small.

Most turns can be; some cannot, on purpose, and are refused. Every text has a canary of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from tests.laws.model import Model

T = TypeVar("T")


class Dice:
    """Draws, in words that a generator can be read in."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def upto(self, most: int, least: int = 0) -> int:
        return self.data.draw(st.integers(least, most))

    def once_in(self, times: int) -> bool:
        """True about once in so many times, and never in the smallest example."""
        return self.upto(times - 1) == times - 1

    def pick(self, choices: Sequence[T]) -> T:
        return choices[self.upto(len(choices) - 1)]

    def some(self, choices: Sequence[T], most: int = 2) -> list[T]:
        """A few different ones, in the order drawn."""
        found: list[T] = []
        for _ in range(self.upto(min(most, len(choices)))):
            each = self.pick(choices)
            if each not in found:
                found.append(each)
        return found


class Canaries:
    """Words that stand nowhere else. The first letter says what they are the canary of."""

    def __init__(self) -> None:
        self.last = 0
        self.made: list[str] = []

    def word(self, letter: str) -> str:
        self.last += 1
        word = f"{letter}q{self.last}x"
        self.made.append(word)
        return word

    def text(self, *before: str) -> str:
        """A text with a canary, and with what it should begin with."""
        return " ".join((*before, "sees", self.word("t"), "now"))

    def secret(self) -> str:
        """A text that no mind may ever hold."""
        return f"nobody knows {self.word('x')} here"


def world(dice: Dice, words: Canaries) -> dict[str, Any]:
    """A world of a few places, exits, items, people and a piece of lore."""
    places = [_place(words) for _ in range(dice.upto(4, 1))]
    ids = [place["id"] for place in places]
    for n, place in enumerate(places):
        if n and dice.once_in(3):
            place["within"] = dice.pick(ids[:n])
        others = [other for other in ids if other != place["id"]]
        place["overlooks"] = dice.some(others, 1) if others else []
        place["overhears"] = dice.some(others, 1) if others else []
    exits = [
        _exit(dice, words, dice.pick(ids[:n]), ids[n])
        for n in range(1, len(ids))
        for _ in range(2 if dice.once_in(4) else 1)
    ]
    lore = [{"id": words.word("l"), "name": f"The {_name(words)}", "text": words.secret()}]
    people = [
        _person(dice, words, n, ids, ("played", "cast", "background")[dice.upto(3) % 3])
        for n in range(dice.upto(5, 2))
    ]
    items = _items(dice, words, dice.upto(4), ids, [p["id"] for p in people])
    things = [*ids, *(e["id"] for e in (*exits, *items, *lore))]
    for person in people:
        _mind(dice, words, person, people, things)
    return {
        "id": "w", "title": words.secret(), "opening": words.secret(), "places": places,
        "exits": exits, "items": items, "characters": people, "lore": lore,
    }  # fmt: skip


def _name(words: Canaries) -> str:
    return words.word("k").capitalize()


def _place(words: Canaries) -> dict[str, Any]:
    return {
        "id": words.word("h"), "name": f"the {words.word('k')} hall",
        "description": words.secret(),
    }  # fmt: skip


def _exit(dice: Dice, words: Canaries, one: str, other: str) -> dict[str, Any]:
    way = {"id": words.word("e"), "from": one, "to": other, "one_way": dice.once_in(4)}
    way |= {"locked": dice.once_in(6), "hidden": dice.once_in(4)}
    if not dice.once_in(3):
        way["name"] = _name(words)
    return way


def _items(
    dice: Dice, words: Canaries, count: int, places: Sequence[str], people: Sequence[str]
) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for _ in range(count):
        room = dice.upto(3)
        holders = (places, people, [i["id"] for i in found] or places, places)[room]
        item = {
            "id": words.word("i"), "name": f"a {_name(words)}", "at": dice.pick(holders),
            "closed": dice.once_in(3), "description": words.secret(),
            "properties": {"made": words.word("x")},
        }  # fmt: skip
        if dice.once_in(2):
            item["text"] = f"written {words.word('t')} there"
        if room == 1:
            item["worn"] = dice.once_in(2)
        found.append(item)
    return found


def _person(
    dice: Dice, words: Canaries, number: int, places: Sequence[str], role: str
) -> dict[str, Any]:
    at = None if dice.once_in(8) else places[0] if dice.once_in(2) else dice.pick(places)
    return {
        "id": f"who{number}", "name": words.word("n").capitalize(), "role": role, "at": at,
        "appearance": f"somebody {words.word('a')}", "persona": words.secret(),
    }  # fmt: skip


def _mind(
    dice: Dice, words: Canaries, person: dict[str, Any], people: Sequence[dict[str, Any]],
    things: Sequence[str],
) -> None:  # fmt: skip
    others = [p for p in people if p["id"] != person["id"] and p["role"] != "background"]
    person["knows"] = dice.some(things, 1)
    if person["role"] != "background":
        for other in dice.some(others, 1):
            bond = {"about": other["id"], "kind": "friend", "text": words.text()}
            if dice.once_in(2):
                bond["calls"] = words.word("n").capitalize()
            person.setdefault("relationships", []).append(bond)
        if dice.once_in(2):
            about = [dice.pick(others)["id"]] if others else []
            person["beliefs"] = [{"text": words.text(), "about": about}]
    if dice.once_in(3):
        named = dice.pick(people)
        text = f"Once {words.word('t')} met {named['name']}"
        person["memories"] = [{"text": text, "people": [named["id"]], "minutes_ago": 90.0}]


# Turns.


def turn(dice: Dice, words: Canaries, model: Model, held: dict[str, list[int]]) -> dict[str, Any]:
    """A turn for the model as it stands, which is then as the turn leaves it.

    `held` has ids of perceptions by owner, for recollections. The model is one to try turns on:
    should the turn be refused, it says nothing.
    """
    made: dict[str, Any] = {"minutes": dice.pick((1, 0, 0.5, 60, 100_000))}
    if dice.once_in(6):
        made["narration"] = words.secret()
    if dice.once_in(6):
        adds = _adds(dice, words, model)
        made["adds"] = adds
        model.bring(adds)
    if dice.once_in(5):
        owner = dice.pick(list(model.people))
        ids = [*held.get(owner, ())][-3:]
        made["recollections"] = {owner: dice.some(ids, 2) if ids else []}
    made["steps"] = []
    for _ in range(dice.upto(4, 1) if not dice.once_in(10) else 0):
        step = _step(dice, words, model)
        made["steps"].append(step)
        try:
            model.step(step)
        except (KeyError, TypeError):  # names nothing there is, and will be refused
            break
    return made


def _adds(dice: Dice, words: Canaries, model: Model) -> dict[str, Any]:
    places = list(model.places)
    new: dict[str, Any] = {"places": [], "exits": [], "items": [], "characters": []}
    if dice.once_in(2):
        place = _place(words)
        new["places"].append(place)
        new["exits"].append(_exit(dice, words, dice.pick(places), place["id"]))
        places.append(place["id"])
    if dice.once_in(2):
        role = dice.pick(("cast", "background"))
        person = _person(dice, words, len(model.people), places, role)
        people = [*model.people.values(), person]
        _mind(dice, words, person, people, [*model.places, *model.items, *model.lore])
        new["characters"].append(person)
    holders = [*model.people, *(p["id"] for p in new["characters"])]
    new["items"] += _items(dice, words, dice.upto(1), places, holders)
    return new


def _step(dice: Dice, words: Canaries, model: Model) -> dict[str, Any]:
    kind = dice.pick(("says", "does", "goes", "happens", "thinks", "says", "does"))
    who = dice.pick(list(model.people))
    step: dict[str, Any] = {"who": who} if kind != "happens" else {}
    step |= _STEPS[kind](dice, words, model, who)
    if kind != "thinks":
        people = [p for p in model.people if p != who]
        if people and dice.once_in(4):
            step["noticed_by"] = [dice.pick(people)]
        if people and dice.once_in(6):
            missing = [p for p in dice.some(people, 2) if p not in step.get("noticed_by", ())]
            step["missed_by"] = missing
    if dice.once_in(5):
        step["importance"] = dice.upto(5, 1)
    if dice.once_in(25):
        step[dice.pick(("who", "by", "with", "reads", "to", "at"))] = "nothing"
    return step


def _reach(model: Model, who: str) -> list[str]:
    """Items that somebody can probably lay hands on."""
    place = model.at(who)
    near = [who, *([place, *model.there(place)] if place else [])]
    found: list[str] = []
    for holder in near:
        found += model.held(holder)
        for item in model.held(holder):
            if not model.state.get((item, "closed")):
                found += model.held(item)
    return list(dict.fromkeys(found))


def _does(dice: Dice, words: Canaries, model: Model, who: str) -> dict[str, Any]:
    named = [model.people[p]["name"] for p in dice.some(list(model.people), 1)]
    step: dict[str, Any] = {"does": words.text("carefully", *named)}
    items = _reach(model, who)
    place = model.at(who)
    if items and dice.once_in(2):
        step["with"] = dice.some(items, 2)
    if items and dice.once_in(2):
        item = dice.pick(items)
        step["changes"] = [{"entity": item, "set": _change(dice, words, model, who, item)}]
    elif place and dice.once_in(4):
        ways = [w for w, d in model.exits.items() if place in (d["from"], d["to"])]
        if ways:
            key = dice.pick(("locked", "hidden"))
            step["changes"] = [{"entity": dice.pick(ways), "set": {key: dice.once_in(2)}}]
    elif place and dice.once_in(6):
        person = dice.pick(model.there(place))
        step["changes"] = [{"entity": person, "set": {"at": dice.pick(list(model.places))}}]
    texts = [item for item in items if model.items[item].get("text")]
    if texts and dice.once_in(2):
        step["reads"] = dice.pick(texts)
    if dice.once_in(6):
        step["covert"] = True
    return step


def _change(
    dice: Dice, words: Canaries, model: Model, who: str, item: str
) -> dict[str, str | bool | None]:
    key = dice.pick(("mark", "at", "closed", "hidden", "worn"))
    if key == "mark":
        return {f"mark{words.last}": words.word("v")}
    if key == "at":
        near = model.there(model.at(who)) if model.at(who) else [who]
        return {"at": dice.pick([*near, *(p for p in [model.at(who)] if p), *_reach(model, who)])}
    return {key: dice.once_in(2)}


def _says(dice: Dice, words: Canaries, model: Model, who: str) -> dict[str, Any]:
    place = model.at(who)
    near = [p for p in model.there(place) if p != who] if place else []
    far = [p for p in model.people if p != who and model.at(p) is not None]
    spoken: list[str] = []
    if dice.once_in(3):
        spoken.append(model.people[dice.pick(list(model.people))]["name"])
    if dice.once_in(4):
        named = [d["name"] for d in _named(model) if d.get("name")]
        spoken.append(dice.pick(named))
    step: dict[str, Any] = {"says": words.text(*spoken)}
    way = dice.upto(4)
    if way == 1 and near:
        step |= {"to": [dice.pick(near)], "whisper": True}
    elif way == 2 and far:
        step |= {"to": [dice.pick(far)], "over": "phone"}
        if dice.once_in(2):
            step["to"] = list(dict.fromkeys([*step["to"], dice.pick(far)]))
    elif near and dice.once_in(2):
        step["to"] = dice.some(near, 2)
    things = [*model.items, *model.people]
    if dice.once_in(3):
        entity = dice.pick(things)
        value: dict[str, Any] = {f"mark{words.last}": words.word("v")}
        if dice.once_in(3):
            value = {"at": dice.pick(list(model.places))}
        step["claims"] = [{"entity": entity, "set": value}]
    if model.items and dice.once_in(8):
        step["on"] = [dice.pick(list(model.items))]
    held = [event for event, each in model.events.items() if who in each.views]
    if held and dice.once_in(3):
        step["retells"] = dice.pick(held[::-1])
    return step


def _named(model: Model) -> list[dict[str, Any]]:
    rooms = (model.lore, model.items, model.exits, model.places)
    return [each for room in rooms for each in room.values()]


def _goes(dice: Dice, words: Canaries, model: Model, who: str) -> dict[str, Any]:
    here = model.at(who)
    step: dict[str, Any] = {"goes": dice.pick(list(model.places))}
    ways = [
        (way, d["to"] if d["from"] == here else d["from"])
        for way, d in model.exits.items()
        if d["from"] == here or (d["to"] == here and not d.get("one_way"))
    ]
    if here is not None and dice.once_in(8):
        step["goes"] = None
    elif ways:
        way, step["goes"] = dice.pick(ways)
        if here is not None and (dice.once_in(2) or [to for _, to in ways].count(step["goes"]) > 1):
            step["by"] = way
    if dice.once_in(8):
        step["covert"] = True
    return step


def _happens(dice: Dice, words: Canaries, model: Model, who: str) -> dict[str, Any]:
    named = [model.people[p]["name"] for p in dice.some(list(model.people), 1)]
    step: dict[str, Any] = {"happens": words.text("suddenly", *named)}
    step["at"] = None if dice.once_in(10) else dice.pick(list(model.places))
    step["sense"] = dice.pick(("both", "sight", "sound"))
    if model.items and dice.once_in(3):
        key = f"mark{words.last}"
        step["changes"] = [{"entity": dice.pick(list(model.items)), "set": {key: words.word("v")}}]
    elif dice.once_in(6):
        person = dice.pick(list(model.people))
        step["changes"] = [{"entity": person, "set": {"at": dice.pick([*model.places])}}]
    return step


def _thinks(dice: Dice, words: Canaries, model: Model, who: str) -> dict[str, Any]:
    named = [model.people[p]["name"] for p in dice.some(list(model.people), 1)]
    return {"thinks": words.text(*named)}


_STEPS = {"does": _does, "says": _says, "goes": _goes, "happens": _happens, "thinks": _thinks}
