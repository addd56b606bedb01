"""A character's prompt: rules, common ground, who it is, its own, what comes to mind, now.

The order keeps the beginning of the prompt as it was one turn before: what is the same for all
characters and only grows stands first, what changes with every turn stands last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rashomon.prompts.present import Present, now_lines, options_of
from rashomon.prompts.prompt import (
    Line,
    Option,
    Prompt,
    Section,
    SectionName,
    built,
    bullet,
    chosen,
    cost,
    numbered,
    prompt,
    section,
    spent,
)
from rashomon.prompts.scene import SceneLine, Shown, item, shown
from rashomon.prompts.standing import Self, mind_cost, self_lines
from rashomon.prompts.voice import Voice
from rashomon.recall.candidate import Key
from rashomon.story.prompting import Prompting
from rashomon.views.naming import NameBook

RULES = 0.4
"""The rules stand as they are in up to two fifths of a budget; where they would take more, in their
short form. None is ever left out: a model that lacks one does what it forbids."""

TASK, LEAST_TASK, MOST_TASK = 12, 60, 120
"""The task may take a twelfth, but sixty tokens at least: in them it fits where names are short."""

NOW, LEAST_NOW = 8, 120
"""The present state has an eighth of what rules and task leave, but 120 tokens at least, and of a
small budget no more than half."""

COMMON, LATEST, SELF, MIND = 0.43, 0.27, 0.18, 0.2
"""What the common ground, the latest lines, the character itself and of it what it believes and
remembers may take of the rest.

These shares are fixed, for a share that grew as another shrank would move the beginning of the
prompt from turn to turn. A mind that is full has some of its share from the latest lines, for it
stands as long as they change. What all leave unused goes to what comes to mind, which stands behind
them: so memories are cut first where much is going on, and are given most where little is.
"""

ENOUGH = 400
"""So many tokens a character itself may have before anything comes to mind, where there are so many
that nobody else has."""

SMALL = 1500
"""In fewer tokens nothing is given to what comes to mind that who it is could have; the beginning
of a prompt that short is kept by no provider, so that it may move."""

BARE = 300
"""In fewer there are short headings, no times beside lines, and no options."""

LEAST_MIND = 60
"""So many tokens what it believes and remembers may take of a small budget too."""

LEAST_LATEST = 36
"""So many tokens the last line said has at any budget."""


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
    mind: int


@dataclass(frozen=True)
class Character:
    """A character whose prompt is made: its names for everything and the budget it has."""

    names: NameBook
    budget: int

    @cached_property
    def voice(self) -> Voice:
        """How it names things."""
        return Voice(self.names)

    @property
    def say(self) -> Prompting:
        """The sentences in the language of the story."""
        return self.voice.say

    @property
    def name(self) -> str:
        """Its own name."""
        return self.voice.name

    @cached_property
    def bare(self) -> bool:
        """Whether there is room for the least alone."""
        return self.budget < BARE

    @cached_property
    def terse(self) -> bool:
        """Whether the rules stand in their short form."""
        return spent(self._rules(self.say.rules)) > self.budget * RULES

    @cached_property
    def rules(self) -> Section | None:
        """The rules, all of them: the same for all characters of a story."""
        return self._rules(self.say.rules_short if self.terse else self.say.rules)

    def _rules(self, rules: Sequence[str]) -> Section | None:
        return built("rules", self.say.rules_head, [Line(bullet(rule)) for rule in rules])

    @cached_property
    def task(self) -> Section | None:
        """The task, which comes last; the short form names nobody and always fits."""
        head, room = self.say.task_head, self.rooms.task
        short = built("task", head, [Line(self.say.task_short)])
        if self.bare:
            return short
        return section("task", head, [Line(self.say.task.format(name=self.name))], room) or short

    @cached_property
    def rooms(self) -> Rooms:
        """The room of each part."""
        rules = spent(self.rules)
        task = min(max(self.budget // TASK, LEAST_TASK), MOST_TASK)
        if self.bare:
            task = cost(self.say.task_head) + cost(self.say.task_short) + 1
        left = self.budget - rules - task
        now = min(max(left // NOW, LEAST_NOW), left // 2)
        rest = left - now
        latest = max(int(rest * LATEST), min(LEAST_LATEST, rest // 2))
        mind = max(int(rest * MIND), min(LEAST_MIND, rest // 2))
        return Rooms(rules, task, now, int(rest * COMMON), latest, int(rest * SELF), mind)

    def scene(
        self,
        lines: Sequence[SceneLine],
        self_: Self,
        present: Present,
        threads: Sequence[str],
    ) -> Shown:
        """What of a scene the prompt shows, beside what else must be in it."""
        if self.bare:
            lines = [replace(line, when="") for line in lines]
        rooms, gap, small = self.rooms, self.voice.gap, self.budget < SMALL
        common_head, latest_head = (
            cost(head) + 1 for head in (self.say.common_head, self._own_head)
        )
        common = max(rooms.common - common_head, 0)
        ground = shown(lines, common, 0, 0, gap)
        now, _ = self._now(self_, present, threads)
        ground = replace(ground, kept=self._kept(lines, ground, now))
        _, me = self._self(ground, self_, present, now)
        spare = self.budget - spent(self.rules, me, now, self.task) - latest_head - 2
        spare -= common_head if ground.common else 0
        mind = mind_cost(self_, present.people, self.voice, rooms.mind)
        rest = self.budget - rooms.rules - rooms.task - rooms.now
        over = max(0, rooms.self_ + mind + rooms.common + rooms.latest - rest)
        latest = ground.kept - latest_head - (0 if small else over)
        found = shown(lines, common, max(latest, 0), max(spare, 0), gap, all_=small)
        return replace(found, kept=ground.kept)

    def _kept(self, lines: Sequence[SceneLine], ground: Shown, now: Section | None) -> int:
        """What the latest lines have before anything else of the character.

        It is their share, and half of what the common ground leaves of its own: that changes only
        with the common ground, behind which nothing then repeats anyway. Of a small budget it is at
        least the line that asks, or the newest, as far as there is room for it beside the
        character's own name.
        """
        rooms = self.rooms
        if self.budget >= SMALL:
            return rooms.latest + max(rooms.common - self._ground(ground), 0) // 2
        if not lines:
            return rooms.latest
        asks = next((line for line in reversed(lines) if line.asks), lines[-1])
        wanted = cost(self._own_head) + replace(asks, timed=True).cost + 3
        least = cost(self._self_head) + cost(self.say.you_are.format(name=self.name)) + 3
        free = self.budget - rooms.rules - rooms.task - spent(now) - self._ground(ground) - least
        return max(rooms.latest, min(wanted, free))

    def _ground(self, scene: Shown) -> int:
        common = sum(line.cost for line in scene.common)
        return common + cost(self.say.common_head) + 1 if common else 0

    @property
    def _own_head(self) -> str:
        return self.say.own_short if self.terse else self.say.own_head.format(name=self.name)

    @property
    def _self_head(self) -> str:
        return self.say.self_short if self.bare else self.say.self_head.format(name=self.name)

    def _now(
        self, self_: Self, present: Present, threads: Sequence[str]
    ) -> tuple[Section | None, list[Option]]:
        """The present with the options that stand in it."""
        options = [] if self.bare else [*options_of(self_.map, present, self.voice)]
        head, room = self.say.now_head, self.rooms.now
        lines = now_lines(present, options, threads, self.voice, room)
        taken, options = numbered(chosen(lines, room - cost(head) - 1), options)
        return built("now", head, taken), options

    def _self(
        self, scene: Shown, self_: Self, present: Present, now: Section | None
    ) -> tuple[list[Line], Section | None]:
        """Who it is, with the lines of it that stand."""
        rooms, there = self.rooms, present.people
        free = self.budget - rooms.rules - rooms.task - self._ground(scene) - scene.kept
        if self.budget < SMALL:
            room = max(free - spent(now), 0)
        else:
            mind = mind_cost(self_, there, self.voice, rooms.mind)
            room = max(rooms.self_ + mind, min(ENOUGH, free - rooms.now))
        room -= cost(self._self_head) + 1
        persona = room if self.bare else room // 2 if self.budget < SMALL else room * 2 // 3
        lines = self_lines(self_, there, self.voice, room, rooms.mind, persona)
        taken = chosen(lines, room)
        return taken, built("self", self._self_head, taken)

    def standing(
        self, scene: Shown, self_: Self, present: Present, threads: Sequence[str]
    ) -> frozenset[Key]:
        """The beliefs and memories that stand in the prompt, whatever comes to mind."""
        now, _ = self._now(self_, present, threads)
        lines, _ = self._self(scene, self_, present, now)
        return frozenset(line.of for line in lines if line.of is not None)

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
        point first); of a small budget, of what the character knows things, ways and how it regards
        people elsewhere; the oldest of the scene; and of the present what is threads, options and
        things. The rules, who it is, the time, the place, the last line said to it and the task
        stay.
        """
        say = self.say
        now, options = self._now(self_, present, threads)
        _, me = self._self(scene, self_, present, now)
        common = self._told("common", say.common_head, scene.common)
        room = self.budget - spent(self.rules, common, me, now, self.task)
        latest = self._told("own", self._own_head, scene.latest, room)
        room -= spent(latest)
        head = say.recalled_head.format(name=self.name)
        mind = None if self.bare else section("recalled", head, recalled, room)
        sections = (self.rules, common, me, latest, mind, now, self.task)
        return prompt(self.names.owner, sections, self.budget, tuple(options))

    def _told(
        self, name: SectionName, head: str, lines: Sequence[SceneLine], room: int | None = None
    ) -> Section | None:
        told = [item(line) for line in lines]
        return built(name, head, told) if room is None else section(name, head, told, room)
