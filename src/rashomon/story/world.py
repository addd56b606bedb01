"""The world as its author wrote it, before anything has happened in it.

Everything here is frozen and checked once, at the door: whoever holds a `World` holds one in which
every reference leads somewhere, nobody lies inside himself, and no two things share an id. So no
later room asks again.
"""

from __future__ import annotations

import unicodedata
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import count
from typing import Annotated, Any, Literal, Protocol, Self, cast

from pydantic import Field, StrictBool, StrictInt, ValidationError, ValidationInfo, model_validator

from rashomon.errors import BadWorld, Fault, Refused, did_you_mean
from rashomon.story import faults
from rashomon.story.calendar import DEFAULT_START, Calendar, Month, is_chinese
from rashomon.story.playing import (
    Ending,
    Goal,
    MayBe,
    Routine,
    Tells,
    goal_faults,
    goal_references,
    late_hours,
    told_references,
)
from rashomon.story.texts import (
    Frozen,
    Id,
    Language,
    Loose,
    Name,
    Number,
    Overrides,
    Properties,
    Ref,
    Scalar,
    Text,
)

Kind = Literal["place", "exit", "item", "character", "lore"]
Role = Literal["played", "cast", "background"]
Confidence = Literal["doubtful", "likely", "sure"]


class Named(Frozen):
    """Something that can be called by more than one name."""

    id: Id
    name: Name
    aliases: tuple[Name, ...] = ()

    @property
    def every_name(self) -> tuple[str, ...]:
        """The name first, then the aliases: whatever somebody might say and mean this."""
        return (self.name, *self.aliases)


class Place(Named):
    """Somewhere to be: what it overlooks is seen from it, what it overhears is heard, no more."""

    description: Loose = ""
    within: Ref | None = None
    overlooks: tuple[Ref, ...] = ()
    overhears: tuple[Ref, ...] = ()


class Exit(Frozen):
    """A way from one place to another; many need no name."""

    id: Id
    name: Name | None = None
    aliases: tuple[Name, ...] = ()
    description: Loose = ""
    from_: Ref = Field(validation_alias="from", serialization_alias="from")
    to: Ref
    one_way: StrictBool = False
    locked: StrictBool = False
    hidden: StrictBool = False
    minutes: Number = 1.0

    @property
    def every_name(self) -> tuple[str, ...]:
        """The name, if it has one, then the aliases."""
        return (self.name, *self.aliases) if self.name else self.aliases


class Item(Named):
    """A thing: in a place, with somebody, in another thing, or (`at: null`) nowhere."""

    at: Ref | None = None
    description: Loose = ""
    text: Loose | None = None
    closed: StrictBool = False
    worn: StrictBool = False
    properties: Properties = Field(default_factory=dict[str, Scalar])


class Relationship(Frozen):
    """How its bearer regards `about`; `calls` is the name used, and wins over any learnt."""

    about: Ref
    kind: Name
    text: Loose = ""
    calls: Name | None = None


class AuthoredBelief(Frozen):
    """What somebody believes when the story starts; true or not."""

    text: Text
    about: tuple[Ref, ...] = ()
    confidence: Confidence = "likely"
    secret: StrictBool = False


class AuthoredMemory(Frozen):
    """What somebody lived through before the story starts, so many minutes ago."""

    text: Text
    people: tuple[Ref, ...] = ()
    minutes_ago: Annotated[float, Field(strict=True, ge=0, le=1e10, allow_inf_nan=False)] = 0.0
    importance: Annotated[StrictInt, Field(ge=1, le=5)] = 3
    secret: StrictBool = False


class Character(Named):
    """Somebody. A secret is authored on those who know it, never on the one it is about."""

    appearance: Name | None = None
    role: Role = "cast"
    at: Ref | None = None
    persona: Loose = ""
    knows: tuple[Ref, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    beliefs: tuple[AuthoredBelief, ...] = ()
    memories: tuple[AuthoredMemory, ...] = ()
    tells: tuple[Tells, ...] = ()
    routine: tuple[Routine, ...] = ()


class Lore(Named):
    """Something that can be known and is neither here nor there: an order, a law, an old story."""

    text: Loose = ""


class MonthSpec(Frozen):
    """A month of the world's own year."""

    name: Name
    days: Annotated[StrictInt, Field(ge=1, le=10_000)]


class CalendarSpec(Frozen):
    """A calendar of the world's own; its hours are 3600 seconds, its days may have any number."""

    id: Id
    hours_a_day: Annotated[StrictInt, Field(ge=1, le=10_000)] = 24
    days: tuple[Name, ...] = ()
    months: Annotated[tuple[MonthSpec, ...], Field(min_length=1)]
    era: Loose = ""


class Clock(Frozen):
    """When the story starts, and on which calendar that is read."""

    start: Name = DEFAULT_START
    calendar: Id = "gregorian"


class Entities(Protocol):
    """What both a world and a turn's `adds` bring: the five kinds of things that have ids."""

    @property
    def places(self) -> tuple[Place, ...]: ...
    @property
    def exits(self) -> tuple[Exit, ...]: ...
    @property
    def items(self) -> tuple[Item, ...]: ...
    @property
    def characters(self) -> tuple[Character, ...]: ...
    @property
    def lore(self) -> tuple[Lore, ...]: ...


Entity = Place | Exit | Item | Character | Lore

ROOMS: tuple[tuple[str, Kind], ...] = (
    ("places", "place"),
    ("exits", "exit"),
    ("items", "item"),
    ("characters", "character"),
    ("lore", "lore"),
)
"""Under which key of a file the entities of a kind stand."""


class World(Frozen):
    """A whole world file, checked.

    A world without places is given one, in which everybody is and lies whatever its author put
    nowhere in particular; somebody whose `at` is an explicit null stays nowhere all the same.
    """

    id: Id = ""
    title: Name
    language: Language = "en"
    opening: Loose = ""
    clock: Clock | None = None
    places: tuple[Place, ...] = ()
    exits: tuple[Exit, ...] = ()
    items: tuple[Item, ...] = ()
    characters: tuple[Character, ...] = ()
    lore: tuple[Lore, ...] = ()
    calendars: tuple[CalendarSpec, ...] = ()
    goals: tuple[Goal, ...] = ()
    endings: tuple[Ending, ...] = ()
    settings: Overrides = Field(default_factory=dict[str, Scalar])

    @classmethod
    def parse(cls, data: object) -> World:
        """Check a world; raises `BadWorld` with one plain sentence, and every fault beside it."""
        if isinstance(data, World):
            return data
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise BadWorld(faults=faults.explain(error, cls, data, "world")) from None

    @classmethod
    def bare(cls, data: Mapping[str, Any]) -> World:
        """Read what a world says of itself where its entities are kept elsewhere."""
        return cls.model_validate(data, context={"bare": True})

    @classmethod
    def schema(cls) -> dict[str, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Give the JSON Schema of a world file."""
        return cls.model_json_schema(by_alias=True, mode="validation")

    def dump(self) -> dict[str, Any]:
        """Give the plain data of this world, which `parse` reads back as an equal one."""
        return self.model_dump(mode="json", by_alias=True)

    @model_validator(mode="after")
    def _holds_together(self, info: ValidationInfo) -> Self:
        if not self.id:
            object.__setattr__(self, "id", slug(self.title))
        if not self.places:
            self._give_a_place()
        found = [*check_entities(self, {}), *self._clock_faults()]
        if not info.context:
            found += [Fault(None, where, f"{where} {said}") for where, said in self._play_faults()]
        if found:
            raise faults.several(found)
        return self

    def _give_a_place(self) -> None:
        """Put everybody and everything into the one place of a world that names none.

        The model is frozen for everybody else; this runs while it is being made.
        """
        taken = {each.id for each in entities(self)}
        here = next(name for name in _heres() if name not in taken)
        place = Place(id=here, name="这里" if is_chinese(self.language) else "here")
        object.__setattr__(self, "places", (place,))
        for key in ("items", "characters"):
            moved = tuple(
                each if "at" in each.model_fields_set else each.model_copy(update={"at": here})
                for each in cast(tuple[Item | Character, ...], getattr(self, key))
            )
            object.__setattr__(self, key, moved)

    def _clock_faults(self) -> list[Fault]:
        found: list[Fault] = []
        ids: set[str] = {"gregorian"}
        for index, each in enumerate(self.calendars):
            if each.id in ids:
                where = f"calendars[{index}]"
                found.append(Fault(None, where, f"{where} has the id {each.id!r}, which is taken"))
            ids.add(each.id)
        if self.clock is not None and self.clock.calendar not in ids:
            unknown = self.clock.calendar
            said = f"clock.calendar is {unknown!r}, which `calendars` does not define"
            found.append(Fault(None, "clock.calendar", said + did_you_mean(unknown, ids)))
        elif self.clock is not None:
            try:
                _ = self.calendar
            except Refused as refused:
                found.append(Fault(None, "clock.start", f"clock.start: {refused}"))
        return found

    def _play_faults(self) -> Iterator[tuple[str, str]]:
        for where, to, may_be in goal_references(self.goals):
            if to is not None and self.kinds.get(to) not in _MAY_BE[may_be]:
                yield where, _not_there(to, _MAY_BE[may_be], self.kinds)
        yield from goal_faults(self.goals, self.endings)
        if not self._clock_faults():
            days = {f"characters[{n}].routine": c.routine for n, c in enumerate(self.characters)}
            yield from late_hours(days, self.calendar.hours_a_day)

    @cached_property
    def calendar(self) -> Calendar:
        """The calendar the story is told by, set to its start."""
        if self.clock is None:
            return Calendar.plain()
        spec = next((each for each in self.calendars if each.id == self.clock.calendar), None)
        if spec is None:
            return Calendar.gregorian(self.clock.start)
        months = tuple(Month(each.name, each.days) for each in spec.months)
        return Calendar.own(months, spec.days, spec.hours_a_day, spec.era, self.clock.start)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Every id of the world and what it is the id of."""
        return {each.id: kind for key, kind in ROOMS for each in getattr(self, key)}


def entities(world: Entities) -> Iterator[Entity]:
    """Give every entity once, places first, in the order of the file."""
    yield from world.places
    yield from world.exits
    yield from world.items
    yield from world.characters
    yield from world.lore


def slug(title: str) -> str:
    """Make an id from a title: its letters and digits in any script, joined by dashes."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    kept = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in plain)
    return "-".join(kept.split())[:100].strip("-") or "story"


def _heres() -> Iterator[str]:
    yield "here"
    yield from (f"here_{number}" for number in count(2))


_PLACE: tuple[Kind, ...] = ("place",)
_CONTAINERS: tuple[Kind, ...] = ("place", "character", "item")
_KNOWABLE: tuple[Kind, ...] = ("place", "item", "exit", "lore")
_ALL: tuple[Kind, ...] = ("place", "exit", "item", "character", "lore")
_MAY_BE: Mapping[MayBe, tuple[Kind, ...]] = {
    "any": _ALL,
    "person": ("character",),
    "place": _PLACE,
    "holder": _CONTAINERS,
}


def _references(each: Entity) -> Iterator[tuple[str, str | None, tuple[Kind, ...]]]:
    """Give every id an entity refers to: where it stands, what it is, what it may be the id of."""
    if isinstance(each, Place):
        yield "within", each.within, _PLACE
        yield from ((f"overlooks[{n}]", to, _PLACE) for n, to in enumerate(each.overlooks))
        yield from ((f"overhears[{n}]", to, _PLACE) for n, to in enumerate(each.overhears))
    elif isinstance(each, Exit):
        yield "from", each.from_, _PLACE
        yield "to", each.to, _PLACE
    elif isinstance(each, Item):
        yield "at", each.at, _CONTAINERS
    elif isinstance(each, Character):
        yield "at", each.at, _PLACE
        yield from ((f"knows[{n}]", thing, _KNOWABLE) for n, thing in enumerate(each.knows))
        for n, bond in enumerate(each.relationships):
            yield f"relationships[{n}].about", bond.about, ("character",)
        for n, belief in enumerate(each.beliefs):
            for m, about in enumerate(belief.about):
                yield f"beliefs[{n}].about[{m}]", about, _ALL
        for n, memory in enumerate(each.memories):
            for m, person in enumerate(memory.people):
                yield f"memories[{n}].people[{m}]", person, ("character",)
        for where, to, may_be in told_references(each.tells, each.routine):
            yield where, to, _MAY_BE[may_be]


def _contradictions(each: Entity, background: set[str]) -> Iterator[tuple[str, str]]:
    """Find what one entity says that cannot be, its references aside."""
    if isinstance(each, Exit) and each.from_ == each.to:
        yield "to", f"leads back to {each.to!r}, where it starts"
    if not isinstance(each, Character):
        return
    if each.role == "background":
        for key in ("relationships", "beliefs"):
            if getattr(each, key):
                yield key, f"cannot be: a background character holds no {key}; make its role cast"
    seen: set[str] = set()
    for n, bond in enumerate(each.relationships):
        where = f"relationships[{n}].about"
        if bond.about == each.id:
            yield where, "is the character itself; a relationship is about another"
        elif bond.about in background:
            yield where, f"is {bond.about!r}, a background character; nobody holds one about it"
        elif bond.about in seen:
            yield where, f"is {bond.about!r} a second time; put both into one relationship"
        seen.add(bond.about)


def _circles(inside: Mapping[str, str | None]) -> set[str]:
    """Find what would end up inside itself, each circle by the first of it that is met."""
    starts: set[str] = set()
    done: set[str] = set()
    for first in inside:
        trail: set[str] = set()
        each: str | None = first
        while each is not None and each in inside and each not in done:
            if each in trail:
                starts.add(each)
                break
            trail.add(each)
            each = inside[each]
        done |= trail
    return starts


def check_entities(new: Entities, known: Mapping[str, Kind], prefix: str = "") -> list[Fault]:
    """Check that entities hold together, with each other and with those already `known`.

    A turn may bring entities in, so that the same laws must hold of a whole world (`known` empty)
    and of what joins one. What is known never refers to what is new, so that circles can only
    arise among the new. `prefix` is where in its file `new` stands (`adds.`).
    """
    found: list[Fault] = []
    # Of an id that is given twice the first holds: what refers to it is not at fault as well.
    kinds: dict[str, Kind] = {}
    for key, kind in ROOMS:
        for each in getattr(new, key):
            kinds.setdefault(each.id, kind)
    every: Mapping[str, Kind] = ChainMap(cast(dict[str, Kind], known), kinds)
    background = {each.id for each in new.characters if each.role == "background"}
    circles = _circles({each.id: each.at for each in new.items})
    circles |= _circles({each.id: each.within for each in new.places})
    seen: set[str] = set()

    for key, _kind in ROOMS:
        for index, each in enumerate(cast(tuple[Entity, ...], getattr(new, key))):
            at = f"{prefix}{key}[{index}]"

            def say(where: str, message: str, at: str = at, id: str = each.id) -> None:
                path = f"{at}.{where}" if where else at
                shown = f"{at} ({id}): {where}" if where else f"{at} ({id})"
                found.append(Fault(None, path, f"{shown} {message}"))

            if each.id in seen or each.id in known:
                say("", f"has an id that is taken: {each.id!r}; ids are unique, whatever the kind")
            seen.add(each.id)
            if each.id in circles:
                say("at" if key == "items" else "within", "puts it inside itself")
            for where, to, allowed in _references(each):
                if to is not None and every.get(to) not in allowed:
                    say(where, _not_there(to, allowed, every))
            for where, message in _contradictions(each, background):
                say(where, message)
    return found


def _not_there(to: str, allowed: tuple[Kind, ...], every: Mapping[str, Kind]) -> str:
    wanted = _one_of(allowed)
    is_a = every.get(to)
    if is_a is not None:
        return f"is {to!r}, {_one_of((is_a,))}; it should be {wanted}"
    near = did_you_mean(to, (id for id, kind in every.items() if kind in allowed))
    return f"is {to!r}, which does not exist; it should be {wanted}{near}"


def _one_of(kinds: tuple[Kind, ...]) -> str:
    if len(kinds) == len(_ALL):
        return "something of this world"
    named = [
        "lore" if kind == "lore" else f"{'an' if kind in ('exit', 'item') else 'a'} {kind}"
        for kind in kinds
    ]
    return " or ".join(named)
