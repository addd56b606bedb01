"""A character's prompt: rules, common ground, who it is, its own, what comes to mind, now.

The order keeps the beginning of the prompt as it was one turn before: what is the same for all
characters and only grows stands first, what changes with every turn stands last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rashomon.prompts.prompt import (
    Line,
    Option,
    Prompt,
    Section,
    SectionName,
    bullet,
    cost,
    one_line,
    option_line,
    prompt,
    section,
    shortened,
    spent,
)
from rashomon.prompts.scene import SceneLine, Shown, item, shown
from rashomon.story.mind import KnownMap, MapExit, Relationship
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import Prompting, prompting
from rashomon.story.world import Character as Actor
from rashomon.views.naming import NameBook

RULES, LEAST_RULES = 8, 60
"""The rules may take an eighth of the budget, but sixty tokens at least: the first always fits."""

TASK, LEAST_TASK = 12, 60
"""The task may take a twelfth, but sixty tokens at least, in which its short form always fits."""

NOW, LEAST_NOW = 8, 120
"""The present state has an eighth of what rules and task leave, but 120 tokens at least."""

COMMON, LATEST, SELF = 0.43, 0.27, 0.18
"""What the common ground, the latest lines and the character itself may take of the rest.

These shares are fixed, for a share that grew as another shrank would move the beginning of the
prompt from turn to turn. What they leave unused goes to what comes to mind, which stands behind
them: so memories are cut first where much is going on, and are given most where little is.
"""


@dataclass(frozen=True, slots=True)
class Place:
    """A place as its owner sees it: who is there and what, by ids, as far as it saw."""

    id: str
    people: tuple[str, ...]
    things: tuple[tuple[str, str], ...]
    """Things with where they are: in the place, in another thing, or with somebody."""


@dataclass(frozen=True, slots=True)
class Present:
    """The present state as the owner has it. `here` is `None` for one who is nowhere."""

    time: str
    here: Place | None
    within: str | None
    looks: str
    beyond: tuple[Place, ...]
    carried: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Self:
    """What a character is and knows apart from the scene."""

    persona: str
    relationships: tuple[Relationship, ...]
    map: KnownMap
    things: tuple[str, ...]
    lore: Mapping[str, str] = field(default_factory=dict[str, str])
    """What lore says, by id, of that which the character knows itself and not by name alone."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """How many tokens each part may take.

    They follow from the budget and the language alone: were they of another size for each
    character, the common ground would begin elsewhere for each.
    """

    rules: int
    task: int
    now: int
    common: int
    latest: int
    self_: int


@dataclass(frozen=True, slots=True)
class Character:
    """A character whose prompt is made: its names for everything and the budget it has."""

    names: NameBook
    budget: int

    @property
    def say(self) -> Prompting:
        """The sentences in the language of the story."""
        return prompting(self.names.language)

    @property
    def name(self) -> str:
        """Its own name."""
        return one_line(self.names(self.names.owner or ""))

    @property
    def rules(self) -> Section | None:
        """The rules: the same for all characters of a story."""
        lines = [Line(bullet(rule)) for rule in self.say.rules]
        return section("rules", self.say.rules_head, lines, self.rooms.rules)

    @property
    def task(self) -> Section | None:
        """The task, which comes last; the short form names nobody and always fits."""
        room = self.rooms.task
        full = [Line(self.say.task.format(name=self.name))]
        return section("task", self.say.task_head, full, room) or section(
            "task", self.say.task_head, [Line(self.say.task_short)], room
        )

    @property
    def rooms(self) -> Rooms:
        """The room of each part."""
        rules = max(self.budget // RULES, LEAST_RULES)
        task = max(self.budget // TASK, LEAST_TASK)
        left = self.budget - rules - task
        now = min(max(left // NOW, LEAST_NOW), left)
        rest = left - now
        return Rooms(rules, task, now, int(rest * COMMON), int(rest * LATEST), int(rest * SELF))

    def scene(
        self,
        lines: Sequence[SceneLine],
        self_: Self,
        present: Present,
        threads: Sequence[str],
    ) -> Shown:
        """What of a scene the prompt shows, beside what else must be in it."""
        rooms, gap = self.rooms, phrases(self.names.language).gap
        common_head = cost(self.say.common_head) + 1
        latest_head = cost(self.say.own_head.format(name=self.name)) + 1
        other = spent(*self._around(self_, present, threads)) + common_head + latest_head
        spare = self.budget - other - 2 if rooms.self_ else 0
        common, latest = rooms.common - common_head, rooms.latest - latest_head
        return shown(lines, max(common, 0), max(latest, 0), max(spare, 0), gap)

    def _around(
        self, self_: Self, present: Present, threads: Sequence[str]
    ) -> tuple[Section | None, ...]:
        """Rules, who it is, the present and the task: what stands around the scene."""
        head = self.say.self_head.format(name=self.name)
        me = section("self", head, self._self(self_, present), self.rooms.self_)
        options = tuple(self._options(self_.map, present))
        now = self._now(present, options, threads, self.rooms.now)
        return self.rules, me, now, self.task

    def prompt(
        self,
        scene: Shown,
        self_: Self,
        recalled: Sequence[Line],
        present: Present,
        threads: Sequence[str],
    ) -> Prompt:
        """The whole prompt, never above the budget.

        What there is no room for goes in this order: what comes to mind (by itself, least to the
        point first), the oldest of the scene, what the character knows of places and people
        elsewhere, and of the present what is threads, options and things. Rules, the time, the
        place and the task stay.
        """
        say, name, rooms = self.say, self.name, self.rooms
        rules, me, now, task = self._around(self_, present, threads)
        common = self._told("common", say.common_head, scene.common, rooms.common)
        room = self.budget - spent(rules, common, me, now, task) if rooms.self_ else 0
        latest = self._told("own", say.own_head.format(name=name), scene.latest, room)
        room -= spent(latest)
        mind = section("recalled", say.recalled_head.format(name=name), recalled, room)
        options = tuple(self._options(self_.map, present))
        sections = (rules, common, me, latest, mind, now, task)
        return prompt(self.names.owner, sections, self.budget, options)

    def _told(
        self, name: SectionName, head: str, lines: Sequence[SceneLine], room: int
    ) -> Section | None:
        return section(name, head, [item(line) for line in lines], room)

    # Who it is.

    def _self(self, self_: Self, present: Present) -> list[Line]:
        say, name, names = self.say, self.name, self.names
        there = set(present.here.people) if present.here else set[str]()
        gap = phrases(names.language)
        you = say.you_are.format(name=name)
        persona = one_line(self_.persona)
        whole = f"{you}{gap.space}{persona}" if persona else you
        lines = [Line(shortened(whole, self.rooms.self_ * 2 // 3, gap.gap))]
        for bond in self_.relationships:
            rank = 1 if bond.about in there else 3
            lines.append(Line(bullet(self._bond(bond)), rank, say.bonds.format(name=name)))
        ways = say.ways.format(name=name)
        here = self_.map.here
        joined_up: set[str] = set()
        for way in self_.map.exits:
            joined_up |= {end for end in (way.from_, way.to) if end is not None}
            rank = 2 if here in (way.from_, way.to) else 4
            lines.append(Line(bullet(self._way(way)), rank, ways))
        lone = [place for place in self_.map.places if place not in joined_up]
        lines += [Line(bullet(one_line(names(place))), 5, ways) for place in lone]
        things = say.things.format(name=name)
        lines += [Line(bullet(one_line(names(thing))), 6, things) for thing in self_.things]
        return self._with_lore(lines, self_)

    def _with_lore(self, lines: list[Line], self_: Self) -> list[Line]:
        """The same lines, and of lore what it says, as far as all else leaves room for it."""
        say, gap = self.say, phrases(self.names.language).gap
        heads = {line.under for line in lines if line.under}
        heads.add(say.self_head.format(name=self.name))
        used = sum(cost(line.text) for line in lines) + sum(cost(head) for head in heads) + 1
        left = self.rooms.self_ - used
        told = {
            thing: text for thing in self_.things if (text := one_line(self_.lore.get(thing, "")))
        }
        first = len(lines) - len(self_.things)
        for n, thing in enumerate(self_.things, first):
            if thing not in told:
                continue
            name = one_line(self.names(thing))
            share = left // sum(each in told for each in self_.things[n - first :])
            text = shortened(told[thing], share, gap)
            line = bullet(say.gm_lore.format(name=name, text=text))
            more = cost(line) - cost(lines[n].text)
            if text != gap and more <= left:
                lines[n] = replace(lines[n], text=line)
                left -= more
        return lines

    def _bond(self, bond: Relationship) -> str:
        about = one_line(self.names(bond.about))
        kind, text = one_line(bond.kind), one_line(bond.text)
        if bond.kind == "acquaintance" and bond.since is not None:
            return text
        form = self.say.bond_said if text else self.say.bond
        return form.format(about=about, kind=kind, text=text)

    def _way(self, way: MapExit) -> str:
        say = self.say
        one, other = (
            say.unexplored if end is None else one_line(self.names(end))
            for end in (way.from_, way.to)
        )
        form = say.way_by if way.name else say.way
        told = form.format(one=one, other=other, exit=one_line(way.name or ""))
        return say.one_way.format(way=told) if way.one_way else told

    # The present.

    def _now(
        self, present: Present, options: Sequence[Option], threads: Sequence[str], room: int
    ) -> Section | None:
        say, name = self.say, self.name
        lines = [*self._place(present)]
        lines += [
            Line(option_line(each), 3 if each.kind == "exit" else 5, say.options)
            for each in options
        ]
        left_open = say.open_threads.format(name=name)
        lines += [Line(bullet(each), 6, left_open) for each in threads]
        return section("now", say.now_head, lines, room)

    def _place(self, present: Present) -> Iterator[Line]:
        say, name, names = self.say, self.name, self.names
        yield Line(say.time.format(time=present.time), 0)
        here = present.here
        if here is None:
            yield Line(say.nowhere, 0)
            return
        place = one_line(names(here.id))
        within = present.within
        yield Line(
            say.place.format(place=place)
            if within is None
            else say.place_within.format(place=place, within=one_line(names(within))),
            0,
        )
        if present.looks.strip():
            yield Line(say.looks.format(text=one_line(present.looks)), 2)
        who = say.listed.join(self._person(person) for person in here.people)
        yield Line((say.people if who else say.nobody).format(name=name, who=who), 1)
        if here.things:
            yield Line(say.lies.format(things=self._things(here)), 4)
        if present.carried:
            things = say.listed.join(one_line(names(each)) for each in present.carried)
            yield Line(say.carries.format(name=name, things=things), 4)
        for beyond in present.beyond:
            seen = [self._person(person) for person in beyond.people]
            what = say.listed.join([*seen, *([self._things(beyond)] if beyond.things else [])])
            if what:
                yield Line(
                    say.seen_from_here.format(place=one_line(names(beyond.id)), what=what), 4
                )

    def _person(self, person: str) -> str:
        """Somebody in sight: by name with its looks, or by its looks alone."""
        called, found = one_line(self.names(person)), self.names.atlas.entities.get(person)
        looks = one_line(found.appearance or "") if isinstance(found, Actor) else ""
        if not looks or looks == called:
            return called
        return self.say.person.format(name=called, looks=looks)

    def _things(self, place: Place) -> str:
        told: list[str] = []
        for thing, holder in place.things:
            name = one_line(self.names(thing))
            if holder != place.id:
                held = one_line(self.names(holder))
                name = self.say.with_.format(item=name, holder=held)
            told.append(name)
        return self.say.listed.join(told)

    def _options(self, known: KnownMap, present: Present) -> Iterator[Option]:
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
            yield Option(number, "exit", way.exit, self._going(way, to))
        theirs = set(here.people)
        for thing in (*(t for t, at in here.things if at not in theirs), *present.carried):
            number += 1
            name = one_line(self.names(thing))
            yield Option(number, "item", thing, self.say.use.format(item=name))

    def _going(self, way: MapExit, to: str | None) -> str:
        say, by = self.say, one_line(way.name or "")
        place = "" if to is None else one_line(self.names(to))
        if by:
            return (say.go_to_by if place else say.go_by).format(place=place, exit=by)
        return say.go_to.format(place=place) if place else say.go
