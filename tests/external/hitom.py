"""Stories of Hi-ToM played through the public API, and its questions put to the minds it makes.

The engine says what each mind witnessed, what it was told, and what it can know of other minds.
Whom to believe is the data set's own convention, and stands here: a hearer believes a teller who
left the object's room later than the hearer did. One who believes a teller thinks that the teller
believes it too, and a teller thinks so of every hearer; deeper thoughts take no account of claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rashomon import Library, Story

EVERYTHING = 100_000
"""More events than any of these stories has."""

MEETING = "waiting_room"

_ENTERED = re.compile(r"(.+) entered the (\w+)\.")
_EXITED = re.compile(r"(\w+) exited the (\w+)\.")
_LIES = re.compile(r"The (\w+) is in the (\w+)\.")
_MOVED = re.compile(r"(\w+) moved the (\w+) to the (\w+)\.")
_CLAIMED = re.compile(r"(\w+) publicly claimed that (?:the )?(\w+) is in the (\w+)\.")
_TOLD = re.compile(r"(\w+) privately told (\w+) that (?:the )?(\w+) is in the (\w+)\.")
_NOISE = re.compile(r"([A-Z]\w+) (?:likes|dislikes|lost|saw) .+\.")
_STAYED = re.compile(r"\w+ made no movements and stayed in the \w+ for \d+ minutes?\.")
_THINKERS = re.compile(r"([A-Z]\w+) (?:really )?thinks? ")
_THING = re.compile(r"the (\w+) (?:is|really)\?")


@dataclass(frozen=True)
class Claim:
    """Somebody said where a thing is. `hearers` are those who have the words."""

    event: int
    teller: str
    hearers: frozenset[str]
    where: str


class Tale:
    """One story of the data set: recorded on making, then asked."""

    def __init__(self, library: Library, id: str, lines: Sequence[str]) -> None:
        self._lines = [line for line in lines if line != "***"]
        self._rooms = dict(self._rooms_of_things())
        self._people: dict[str, str | None] = {}
        self._things: dict[str, str] = {}
        self._inside: Sequence[str] = ()
        world = self._world(id)
        turns = [turn for line in self._lines for turn in self._turns(line)]
        self.story: Story = library.create(world)
        self.story.record_many(turns)

    def answer(self, question: str) -> str | None:
        """The container that the question asks for, as the data set writes it."""
        thing = _THING.findall(question)[-1]
        match _THINKERS.findall(question):
            case []:
                where = self._really(thing)
            case [who]:
                where = self._newest(
                    [who], thing, [c for c in self._claims(thing) if self._trusts(who, c)]
                )
            case [who, other]:
                heard = [c for c in self._claims(thing) if self._ascribes(who, other, c)]
                where = self._newest([who, other], thing, heard)
            case chain:
                where = self._newest(chain, thing, [])
        return None if where is None else where.partition(".")[2]

    def _really(self, thing: str) -> str:
        changes = [change for event in self._events for change in event.changes]
        found = [str(change.value) for change in changes if change.entity == thing]
        return found[-1] if found else self._things[thing]

    def _newest(self, chain: Sequence[str], thing: str, claims: Sequence[Claim]) -> str | None:
        """Where one thinks that another thinks … it is: as last witnessed, or as claimed since."""
        mind: Any = self.story.mind(chain[0])
        for other in chain[1:]:
            mind = mind.of(other)
        last = mind.last_known(thing, witnessed=True)
        found = [(claim.event, claim.where) for claim in claims]
        if last is not None and last.state.get("at") is not None:
            found.append((last.event or 0, str(last.state["at"])))
        return max(found, default=(0, None))[1]

    def _ascribes(self, who: str, other: str, claim: Claim) -> bool:
        """Whether somebody thinks that the other believes a claim."""
        if claim.teller == who:
            return other in claim.hearers
        return claim.teller == other and self._trusts(who, claim)

    def _trusts(self, hearer: str, claim: Claim) -> bool:
        if hearer not in claim.hearers:
            return False
        room = claim.where.partition(".")[0]
        return self._left(claim.teller, room, claim) > self._left(hearer, room, claim)

    def _left(self, who: str, room: str, claim: Claim) -> int:
        """When somebody last left a room before a claim; who was never there left earliest."""
        moves = [each for each in self._events if each.kind == "move" and each.id < claim.event]
        return max((each.id for each in moves if (each.who, each.at) == (who, room)), default=-1)

    def _claims(self, thing: str) -> list[Claim]:
        """What was said of a thing, by what its hearers hold of it."""
        if not any(event.claims for event in self._events):
            return []
        heard: dict[tuple[int, str, str], set[str]] = {}
        for owner in self._people:
            for each in self.story.mind(owner).perceptions(limit=EVERYTHING):
                for fact in each.conveys:
                    if (fact.entity, fact.key, fact.how) == (thing, "at", "told"):
                        key = (each.event or 0, str(fact.by), str(fact.value))
                        heard.setdefault(key, set()).add(owner)
        return [
            Claim(event, teller, frozenset(hearers), where)
            for (event, teller, where), hearers in heard.items()
        ]

    @cached_property
    def _events(self) -> list[Any]:
        return sorted(self.story.events(limit=EVERYTHING), key=lambda event: event.id)

    def _rooms_of_things(self) -> Iterator[tuple[str, str]]:
        room = ""
        for line in self._lines:
            if entered := _ENTERED.fullmatch(line):
                room = entered[2]
            elif lies := _LIES.fullmatch(line):
                yield lies[1], room

    def _container(self, thing: str, where: str) -> str:
        """A container's name alone is not one thing: every room may have its own red box."""
        return f"{self._rooms[thing]}.{where}"

    def _world(self, id: str) -> dict[str, Any]:
        rooms: dict[str, None] = {}
        containers: dict[str, None] = {}
        for line in self._lines:
            if entered := _ENTERED.fullmatch(line):
                rooms[entered[2]] = None
                self._people |= dict.fromkeys(_names(entered[1]))
            for shape in (_LIES, _MOVED, _CLAIMED, _TOLD):
                if found := shape.fullmatch(line):
                    *_, thing, where = found.groups()
                    containers[self._container(thing, where)] = None
        return {
            "id": id,
            "title": id,
            "places": [{"id": room, "name": f"the {_words(room)}"} for room in rooms],
            "items": [
                {"id": each, "name": _words(each.partition(".")[2]), "at": each.partition(".")[0]}
                for each in containers
            ],
            "characters": [{"id": each, "name": each, "at": None} for each in self._people],
        }

    def _turns(self, line: str) -> Iterator[dict[str, Any]]:
        if found := _ENTERED.fullmatch(line):
            self._inside = _names(found[1])
            yield _turn(*self._enter(found[2]), *self._look(found[2]))
        elif found := _EXITED.fullmatch(line):
            self._people[found[1]] = None
            yield _turn({"who": found[1], "goes": None})
        elif found := _LIES.fullmatch(line):
            yield from self._put(found[1], found[2])
        elif found := _MOVED.fullmatch(line):
            who, thing, where = found.groups()
            change = {"entity": thing, "set": {"at": self._container(thing, where)}}
            deed = f"moves the {_words(thing)} to the {_words(where)}"
            yield _turn({"who": who, "does": deed, "with": [thing], "changes": [change]})
        elif found := _CLAIMED.fullmatch(line):
            yield _turn(self._claim(*found.groups()))
        elif found := _TOLD.fullmatch(line):
            who, other, thing, where = found.groups()
            yield _turn(self._claim(who, thing, where) | {"to": [other], "whisper": True})
        elif found := _NOISE.fullmatch(line):
            yield _turn({"who": found[1], "thinks": line})
        elif not _STAYED.fullmatch(line):
            raise ValueError(f"a line of a shape that Hi-ToM does not have: {line}")

    def _enter(self, room: str) -> Iterator[dict[str, Any]]:
        """All come in one after another, out of nowhere, for no way between rooms is told of."""
        for each in self._inside:
            if self._people[each] == room:
                continue
            if self._people[each] is not None:
                yield {"who": each, "goes": None}
            self._people[each] = room
            yield {"who": each, "goes": room}

    def _look(self, room: str) -> Iterator[dict[str, Any]]:
        """The first shows the others, once all are inside, what lies there."""
        lying = [thing for thing in self._things if self._rooms[thing] == room]
        if lying:
            yield {"who": self._inside[0], "does": "looks around", "with": lying}

    def _put(self, thing: str, where: str) -> Iterator[dict[str, Any]]:
        """Bring in a thing where it lies; told again in a later chapter, it lies where it was."""
        if thing not in self._things:
            self._things[thing] = container = self._container(thing, where)
            item = {"id": thing, "name": _words(thing), "at": container}
            yield {"adds": {"items": [item]}} | _turn(*self._look(self._rooms[thing]))

    def _claim(self, who: str, thing: str, where: str) -> dict[str, Any]:
        claim = {"entity": thing, "set": {"at": self._container(thing, where)}}
        says = f"The {_words(thing)} is in the {_words(where)}."
        return {"who": who, "says": says, "claims": [claim]}


def _turn(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"steps": list(steps)}


def _names(listed: str) -> list[str]:
    return re.split(r", | and ", listed)


def _words(id: str) -> str:
    return id.replace("_", " ")
