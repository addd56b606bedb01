"""How answers look: consoles, tables that fit a narrow terminal, and a story's own words.

Everything is put on the console as plain text, never as markup: what characters say may hold any
brackets it likes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.box import Box

    from rashomon.api.story import Story
    from rashomon.recall.lasting import Lasting
    from rashomon.story.event import Event
    from rashomon.story.perception import Fact, Perception
    from rashomon.story.world import World

GIVEN = "from before"
"""How somebody has a memory that its author gave: nobody saw it happen in the story."""

WIDEST = 100
"""Columns; longer lines of prose are hard to read, however wide the terminal."""


class Paper(Console):
    """A console that leaves no blanks at the ends of lines where what it prints goes to a file."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as the console does; off a terminal, without the blanks that fill up a table."""
        if self.is_terminal:
            super().print(*objects, **options)
            return
        with self.capture() as captured:
            super().print(*objects, **options)
        lines = captured.get().split("\n")
        self.file.write("\n".join(line.rstrip() for line in lines))


def console(*, err: bool = False) -> Console:
    """Standard output, or standard error, as a console. Colour only where somebody looks."""
    made = Paper(stderr=err, markup=False, highlight=False, emoji=False)
    if made.width > WIDEST:
        made.width = WIDEST
    return made


def say(text: str, style: str = "") -> None:
    """A line of prose on standard output."""
    console().print(Text(text, style=style))


def note(text: str) -> None:
    """A remark beside the answer, on standard error."""
    console(err=True).print(Text(text, style="dim"))


def grid(*columns: str) -> Table:
    """A table without lines; a column called `number` is set to the right."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=False)
    for column in columns:
        right = column == "number"
        table.add_column(
            justify="right" if right else "left",
            overflow="fold",
            no_wrap=right,
            style="dim" if right else "",
        )
    return table


def table(heads: Sequence[str], rows: Iterable[Sequence[str | Text]]) -> Table:
    """A table with a head and thin lines; a head that begins with `#` is of numbers."""
    made = Table(box=_box(), pad_edge=False, padding=(0, 1), header_style="bold", show_edge=False)
    for head in heads:
        right = head.startswith("#")
        made.add_column(
            head.removeprefix("#"), justify="right" if right else "left", overflow="fold",
            no_wrap=right,
        )  # fmt: skip
    for row in rows:
        made.add_row(*[Text(cell) if isinstance(cell, str) else cell for cell in row])
    return made


def _box() -> Box:
    from rich.box import SIMPLE_HEAD

    return SIMPLE_HEAD


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else many or one + 's'}"


@dataclass(frozen=True)
class Words:
    """A story's own words for its ids and times."""

    world: World

    calls: Mapping[str, str] = field(default_factory=dict[str, str])
    """What people are called where somebody's mind is shown: by what its owner calls them."""

    @classmethod
    def of(cls, story: Story, owner: str | None = None) -> Words:
        """The words of a story as it stands; with `owner`, people as that one calls them."""
        world = story.world
        if owner is None:
            return cls(world)
        mind = story.mind(owner)
        return cls(world, {each.id: mind.name_for(each.id) for each in world.characters})

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of every id that has one."""
        from rashomon.story.world import entities

        named = {each.id: each.name for each in entities(self.world) if each.name}
        return {**named, **self.calls}

    def name(self, id: str | None) -> str:
        """What an id is called; itself where it has no name."""
        return "nowhere" if id is None else self.names.get(id, id)

    def both(self, id: str | None) -> str:
        """What an id is called, with the id beside it."""
        name = self.name(id)
        return name if id is None or name == id else f"{name} ({id})"

    def named(self, ids: Iterable[str]) -> str:
        """Several of them in a row."""
        return ", ".join(self.name(id) for id in ids)

    def when(self, seconds: float) -> str:
        """A moment of story time as the story's calendar says it."""
        return self.world.calendar.show(seconds, self.world.language)

    def value(self, value: object) -> str:
        """A value of a state: a name where it is an id, words for true, false and nothing."""
        if value is None:
            return "nowhere known"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return self.name(value) if isinstance(value, str) else str(value)

    def state(self, given: Mapping[str, object]) -> str:
        """A state in a row: `at: the chest, closed: yes`."""
        return ", ".join(f"{key}: {self.value(value)}" for key, value in given.items())

    def facts(self, facts: Iterable[Fact]) -> str:
        """What a perception conveyed, in a row; what is in one place stands together."""
        found: dict[str, list[str]] = {}
        for fact in facts:
            source = f" (told by {self.name(fact.by)})" if fact.how == "told" and fact.by else ""
            source = " (as it said)" if fact.how == "said" else source
            if fact.key != "at":
                head = f"{self.name(fact.entity)} {fact.key}{source}"
                found[head] = [self.value(fact.value)]
            elif fact.value is None:
                found.setdefault(f"whereabouts unknown{source}", []).append(self.name(fact.entity))
            else:
                head = f"at {self.value(fact.value)}{source}"
                found.setdefault(head, []).append(self.name(fact.entity))
        return "; ".join(f"{head}: {', '.join(each)}" for head, each in found.items())

    def event(self, event: Event) -> str:
        """An event as an author reads it."""
        if event.kind == "thought":
            return f"{self.name(event.who)} thinks: “{event.text}”"
        if event.kind != "line":
            return self._closed(event.text)
        to = self.named(event.to)
        if event.whisper:
            return f"{self.name(event.who)} whispers to {to}: “{event.text}”"
        over = f", over the {event.over}" if event.over else ""
        return f"{self.name(event.who)}{f' to {to}' if to else ''}{over}: “{event.text}”"

    def _closed(self, text: str) -> str:
        """A text with a full stop, if it ends in a letter."""
        from rashomon.story.phrasing import phrases

        return text + phrases(self.world.language).stop if text[-1:].isalnum() else text

    def perception(self, held: Perception) -> str:
        """A perception as its owner would tell it: the words of a line with who said them."""
        spoken = held.kind == "line" and not (held.mode == "saw" and held.accuracy == "partial")
        if spoken and held.who_name:
            return f"{held.who_name}: “{held.text}”"
        if held.kind == "thought":
            return f"(thought) {held.text}"
        return held.text

    def memory(self, left: Lasting) -> str:
        """What is left of a perception; a line with who said it, as long as its words are left."""
        if left.kind == "line" and left.mode != "saw" and left.detail != "vague":
            return f"{left.who_name}: “{left.text}”"
        return f"(thought) {left.text}" if left.kind == "thought" else left.text
