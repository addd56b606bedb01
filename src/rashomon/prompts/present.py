"""The present state as its owner has it, and what it could do in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rashomon.prompts.prompt import Line, Option, bullet, cost, one_line, option_line, shortened
from rashomon.prompts.voice import Voice
from rashomon.story.mind import KnownMap, MapExit


@dataclass(frozen=True, slots=True)
class Place:
    """A place as its owner sees it: who is there and what, by ids, as far as it saw."""

    id: str
    people: tuple[str, ...]
    things: tuple[tuple[str, str], ...]
    """Things with where they are: in the place, in another thing, or with somebody."""


@dataclass(frozen=True, slots=True)
class Present:
    """The present state as the owner has it. `here` is `None` for one who is nowhere.

    `met` are people of whom the owner has no more than that they have talked.
    """

    time: str
    here: Place | None
    within: str | None
    looks: str
    beyond: tuple[Place, ...]
    carried: tuple[str, ...]
    met: frozenset[str] = frozenset()

    @property
    def people(self) -> frozenset[str]:
        """Who is there with the owner."""
        return frozenset(self.here.people if self.here else ())


def now_lines(
    present: Present, options: Sequence[Option], threads: Sequence[str], voice: Voice, room: int
) -> list[Line]:
    """The lines of the present; of the place as much as the room takes, for it always stands."""
    say = voice.say
    lines = [*_place(present, voice, room)]
    lines += [
        Line(option_line(each), 3 if each.kind == "exit" else 5, say.options) for each in options
    ]
    left_open = say.open_threads.format(name=voice.name)
    return [*lines, *(Line(bullet(each), 6, left_open) for each in threads)]


def _place(present: Present, voice: Voice, room: int) -> Iterator[Line]:
    say, name = voice.say, voice.name
    time = say.time.format(time=present.time)
    yield Line(time, 0)
    here = present.here
    if here is None:
        yield Line(say.nowhere, 0)
        return
    within = None if present.within is None else voice(present.within)
    form = say.place if within is None else say.place_within
    left = room - cost(time) - cost(say.now_head) - 1
    yield Line(shortened(form.format(place=voice(here.id), within=within), left, voice.gap), 0)
    if present.looks.strip():
        yield Line(say.looks.format(text=one_line(present.looks)), 2)
    who = say.listed.join(voice.person(person) for person in here.people)
    yield Line((say.people if who else say.nobody).format(name=name, who=who), 1)
    met = [voice(person) for person in here.people if person in present.met]
    if met:
        yield Line(say.talked.format(name=name, who=say.listed.join(met)), 4)
    if here.things:
        yield Line(say.lies.format(things=_things(here, voice)), 4)
    if present.carried:
        things = say.listed.join(voice(each) for each in present.carried)
        yield Line(say.carries.format(name=name, things=things), 4)
    for beyond in present.beyond:
        seen = [voice.person(person) for person in beyond.people]
        what = say.listed.join([*seen, *([_things(beyond, voice)] if beyond.things else [])])
        if what:
            yield Line(say.seen_from_here.format(place=voice(beyond.id), what=what), 4)


def _things(place: Place, voice: Voice) -> str:
    return voice.say.listed.join(
        voice(thing) if holder == place.id else voice.held(voice(thing), holder)
        for thing, holder in place.things
    )


def options_of(known: KnownMap, present: Present, voice: Voice) -> Iterator[Option]:
    """The exits that it knows here, then the things: what lies here and what it has itself."""
    here = present.here
    if here is None:
        return
    number = 0
    for way in known.exits:
        if here.id not in (way.from_, way.to) or (way.one_way and way.to == here.id):
            continue
        number += 1
        to = way.to if way.from_ == here.id else way.from_
        yield Option(number, "exit", way.exit, _going(way, to, voice))
    theirs = set(here.people)
    for thing in (*(t for t, at in here.things if at not in theirs), *present.carried):
        number += 1
        yield Option(number, "item", thing, voice.say.use.format(item=voice(thing)))


def _going(way: MapExit, to: str | None, voice: Voice) -> str:
    say, by = voice.say, one_line(way.name or "")
    if to is None:
        return (say.go_by if by else say.go).format(exit=by, name=voice.name)
    return (say.go_to_by if by else say.go_to).format(place=voice(to), exit=by)
