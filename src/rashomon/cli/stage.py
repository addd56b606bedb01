"""How the demo is told: what happened, who has what of it, and sentences that are asked first.

No sentence is printed before the engine has borne it out. A demo that tells what the program no
longer does is worse than none, so one that does not hold ends it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from rashomon.cli.show import Words, console, grid
from rashomon.errors import RashomonError

if TYPE_CHECKING:
    from rashomon.api.story import Story
    from rashomon.story.perception import Perception


class NotSo(RashomonError):
    """The demo says something that the engine does not bear out."""


@dataclass(frozen=True)
class Stage:
    """A story being played before somebody's eyes."""

    story: Story
    words: Words

    @cached_property
    def out(self) -> Console:
        """Where it is shown."""
        return console()

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Everybody, in their author's order."""
        return tuple(each.id for each in self.words.world.characters)

    def scene(self, title: str) -> None:
        """Begin a scene."""
        self.out.print()
        self.out.print(Text(title, style="bold"))

    def play(self, turn: object) -> tuple[int, ...]:
        """Record a turn and show what happened in it; answers the ids of its events."""
        done = self.story.record(turn)
        moment = self.words.when(self.story.event(done.events[0]).time)
        clock = moment.rpartition(" ")[2]
        rows = grid("clock", "text")
        for number, id in enumerate(done.events):
            said = self.words.event(self.story.event(id))
            rows.add_row(Text("" if number else clock, style="dim"), Text(said, style="italic"))
        self._put(rows)
        return done.events

    def perceived(self, event: int) -> dict[str, Perception]:
        """Who has a perception of an event, and which."""
        found: dict[str, Perception] = {}
        for owner in self.people:
            for held in self.story.mind(owner).perceptions(limit=None):
                if held.event == event:
                    found[owner] = held
        return found

    def show(self, event: int) -> dict[str, Perception]:
        """Show who has what of an event, in the words of each; answers the same."""
        found = self.perceived(event)
        rows: dict[tuple[str, str], list[str]] = {}
        for owner in self.people:
            held = found.get(owner)
            key = ("", "nothing of it") if held is None else (held.mode, self._told(held))
            rows.setdefault(key, []).append(owner)
        shown = grid("who", "mode", "text")
        for (mode, text), owners in sorted(rows.items(), key=lambda row: not row[0][0]):
            style = "" if mode else "dim"
            who = ", ".join(f"{self.words.name(owner)}" for owner in owners)
            shown.add_row(Text(who, style="cyan"), Text(mode), Text(text, style=style))
        self._put(shown)
        return found

    def _told(self, held: Perception) -> str:
        part = "" if held.accuracy == "whole" else f"  ({held.accuracy}: no word of it)"
        return self.words.perception(held) + part

    def _put(self, rows: Any) -> None:
        self.out.print(Padding(rows, (0, 0, 0, 2)))

    def tell(self, text: str, *holds: bool) -> None:
        """Print a sentence, if all that it says is so."""
        if not holds or not all(holds):
            raise NotSo(f"The engine does not bear this out: {text}")
        bullet = grid("bullet", "text")
        bullet.add_row(Text("–", style="green"), Text(text))
        self._put(bullet)

    def last(self, owner: str, thing: str, key: str, *, witnessed: bool = False) -> Any:
        """What somebody last knew of one property of a thing; `None` where it knows nothing."""
        found = self.story.mind(owner).last_known(thing, witnessed=witnessed)
        return None if found is None else found.state.get(key)

    def named(self, ids: Iterable[str]) -> str:
        """Names in a sentence."""
        names = [self.words.name(id) for id in ids]
        return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
