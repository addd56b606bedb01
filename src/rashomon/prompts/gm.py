"""The game master's prompt: the world and what happened in it, objectively, and nobody's mind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rashomon.prompts.prompt import (
    Line,
    Prompt,
    built,
    bullet,
    cost,
    one_line,
    prompt,
    section,
    spent,
)
from rashomon.prompts.scene import (
    LEAVES,
    SceneLine,
    by_rows,
    fitted,
    is_long,
    item,
    leaving,
    opening,
    timed,
)
from rashomon.prompts.voice import Voice, begun
from rashomon.story.event import Event, Scalar
from rashomon.story.mind import Thread
from rashomon.story.phrasing import joined, phrases
from rashomon.story.prompting import Prompting, prompting
from rashomon.story.world import Exit, Lore
from rashomon.views.naming import NameBook

WORLD, NOW, LEAST_NOW = 0.25, 0.35, 40
"""What the world and the present state may take of the rest; what happened has what is left."""


@dataclass(frozen=True, slots=True)
class Objective:
    """A story as it is: who and what is where, in which state; `time` in the story's words.

    `events` are the newest, oldest of them first, as an author reads them, each with its time.
    """

    names: NameBook
    states: Mapping[str, Mapping[str, Scalar]]
    events: Sequence[tuple[Event, str]]
    threads: Sequence[Thread]
    time: str

    @property
    def say(self) -> Prompting:
        """The sentences in the language of the story."""
        return prompting(self.names.language)


def gm_prompt(story: Objective, budget: int) -> Prompt:
    """All that a model directing the story is given.

    What goes on in people is left out, their thoughts too: whoever directs by what somebody
    merely thought has the others answer it. What there is no room for goes in this order: the
    oldest events, then lore, ways and descriptions, then what lies where. The rules, the time and
    the task stay.
    """
    say = story.say
    first = built("rules", say.rules_head, [Line(bullet(rule)) for rule in say.gm_rules])
    last = built("task", say.task_head, [Line(say.gm_task)])
    rest = budget - spent(first, last)
    now = section("now", say.now_head, [*_now(story)], max(int(rest * NOW), LEAST_NOW))
    world = section("world", say.gm_world, [*_world(story)], int(rest * WORLD))
    room = budget - spent(first, world, now, last)
    events = section("events", say.gm_events, _events(story, room), room)
    return prompt(None, (first, world, events, now, last), budget)


def _world(story: Objective) -> Iterator[Line]:
    say, names, atlas = story.say, story.names, story.names.atlas
    for place in atlas.places.values():
        name = one_line(place.name)
        if place.within is not None:
            name = say.gm_within.format(place=name, within=one_line(names(place.within)))
        text = one_line(place.description)
        yield Line(bullet(say.gm_place.format(place=name, text=text) if text else name), 0)
    for way in atlas.exits.values():
        yield Line(bullet(_way(way, story)), 1)
    for lore in atlas.entities.values():
        if not isinstance(lore, Lore) or atlas.live(lore.id) is None:
            continue
        name, text = one_line(lore.name), one_line(lore.text)
        yield Line(bullet(say.gm_lore.format(name=name, text=text) if text else name), 2)


def _way(way: Exit, story: Objective) -> str:
    say, names = story.say, story.names
    form = say.gm_way if way.name else say.gm_to
    one, other = one_line(names(way.from_)), one_line(names(way.to))
    told = form.format(exit=one_line(way.name or ""), one=one, other=other)
    return say.one_way.format(way=told) if way.one_way else told


def _now(story: Objective) -> Iterator[Line]:
    say, names, atlas = story.say, story.names, story.names.atlas
    yield Line(say.time.format(time=story.time))
    for place in atlas.places:
        there = [p for p in atlas.characters if story.states.get(p, {}).get("at") == place]
        if there:
            people = say.listed.join(one_line(names(person)) for person in there)
            yield Line(bullet(say.gm_is.format(place=one_line(names(place)), what=people)), 0)
    for thing in atlas.items:
        at = story.states.get(thing, {}).get("at")
        if isinstance(at, str) and at in atlas.entities:
            told = Voice(names).held(_state(thing, story), at)
            yield Line(bullet(told), 2)
    for way in atlas.exits.values():
        state = _state(way.id, story, _way(way, story))
        if state != _way(way, story):
            yield Line(bullet(state), 1)
    for thread in story.threads:
        if thread.status == "open":
            yield Line(bullet(say.thread[thread.kind].format(text=one_line(thread.text))), 1)


def _state(thing: str, story: Objective, name: str | None = None) -> str:
    """A thing with what is said of it: flags that are set, and properties of its own."""
    say = story.say
    told: list[str] = []
    for key, value in story.states.get(thing, {}).items():
        if key in say.flags:
            told += [say.flags[key]] if value else []
        elif key != "at" and value is not None:
            told.append(one_line(f"{key}: {value}"))
    called = one_line(story.names(thing)) if name is None else name
    return say.gm_state.format(thing=called, state=say.pair.join(told)) if told else called


def _events(story: Objective, room: int) -> list[Line]:
    """The newest events that fit; they leave in blocks by their ids, which never change.

    Where one is long, they leave one by one, and it is cut sooner than all before it leaves.
    """
    told = timed([line for line in _told(story) if line.text])
    left = room - cost(story.say.gm_events) - 1
    if any(is_long(line, left) for line in told):
        gap = phrases(story.names.language).gap
        return [item(line) for line in opening(fitted(told, left, gap))]
    fits = by_rows(told, left, LEAVES)
    return [item(line) for line in opening(fits or leaving(told, left, 1))]


def _told(story: Objective) -> Iterator[SceneLine]:
    for event, when in story.events:
        yield SceneLine(event.id, event.id, event.time, when, _event(event, story), common=True)


def _event(event: Event, story: Objective) -> str:
    say, names = story.say, story.names
    text = one_line(event.text)
    if event.kind == "thought":
        return ""
    if event.kind != "line" or event.who is None:
        return text
    who = one_line(names(event.who))
    to = joined([one_line(names(person)) for person in event.to], names.language)
    form = say.line_to if to else say.line
    if event.whisper:
        form = say.whispers
    elif event.over is not None:
        form = say.over_to if to else say.over
    return begun(form.format(who=who, to=to, over=event.over, text=text))
