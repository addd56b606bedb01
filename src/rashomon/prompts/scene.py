"""The scene at hand: what of it is common ground, and which of its lines are still shown.

What is common ground is decided by the owner's own version alone: what anybody who stood where the
owner stood would have had of the event in the same version. So nothing about another mind, not
even that somebody slept, can move a line (docs/why/common-ground.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rashomon.prompts.prompt import Line, bullet, cost
from rashomon.story.perception import Held, Version

JOINS = 16
"""So many common lines join the common ground at once; until then they stand at the end.

Measured with `bench/context_prefix.py`: see there.
"""

LEAVES = 32
"""So many common lines leave at once when they no longer fit."""

ALSO_LEAVE = 16
"""What stands at the end leaves by so many of the owner's perceptions at once."""

TIMED = 900.0
"""Seconds of story time after which a line says again when it was: a quarter of an hour."""

SHARED = frozenset({Version.WHOLE, Version.LEFT, Version.ARRIVED})
"""The versions that everybody who stands in one place has alike."""


@dataclass(frozen=True, slots=True)
class SceneLine:
    """One perception as it stands in a prompt, by id, with its seconds of story time.

    `row` is its place among all that its owner has. `when` is its time in the story's words, and
    `timed` whether that stands above the line.
    """

    id: int
    row: int
    time: float
    when: str
    text: str
    common: bool
    timed: bool = False

    @property
    def cost(self) -> int:
        """About how many tokens it takes."""
        return cost(bullet(self.text)) + (cost(self.when) if self.timed else 0)


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines that a prompt shows: the common ground, and all else in order."""

    common: tuple[SceneLine, ...]
    latest: tuple[SceneLine, ...]

    @property
    def ids(self) -> frozenset[int]:
        """The perceptions that are shown."""
        return frozenset(line.id for line in (*self.common, *self.latest))


def is_common(held: Held) -> bool:
    """Whether everybody who stood beside the owner, awake, has this as the owner has it.

    Not so: thoughts and whispers; a telephone, of which each end has its own; what was done or
    seen unnoticed; one's own coming and going, which others see from outside; what was read, for
    the reader has the text; and whatever was put otherwise for this owner alone.
    """
    event = held.event
    if event is None or held.edited or held.own is not None or held.hidden:
        return False
    if held.accuracy != "whole" or held.mode not in ("did", "saw", "heard"):
        return False
    if event.kind == "thought" or event.whisper or event.covert:
        return False
    if event.over is not None or event.reads is not None:
        return False
    if event.kind == "move" and event.who == held.owner:
        return False
    return held.version in SHARED


def shown(lines: Sequence[SceneLine], common_room: int, latest_room: int) -> Shown:
    """Which lines of a scene stand where, in so many tokens each.

    Lines join the common ground in blocks, and leave it in blocks, counted from the scene's first
    line: between two turns its beginning nearly always stays as it is, byte for byte. What is not
    in it stands at the end with what the owner alone has, in the order in which it came about.
    """
    shared = [line for line in lines if line.common]
    settled = shared[: len(shared) // JOINS * JOINS]
    in_ground = {line.id for line in settled}
    young = timed([line for line in lines if line.id not in in_ground])
    common = _in_blocks(timed(settled), common_room, (LEAVES, JOINS, 4, 1))
    tail = [line for line in young if line.common]
    own = [line for line in young if not line.common]
    room = latest_room - sum(line.cost for line in tail)
    if room < 0:
        return Shown(opening(common), opening(leaving(tail, latest_room, 1)))
    kept = {line.id for line in by_rows(own, room, ALSO_LEAVE) or leaving(own, room, 1)}
    latest = [line for line in young if line.common or line.id in kept]
    return Shown(opening(common), opening(latest))


def timed(lines: Sequence[SceneLine]) -> list[SceneLine]:
    """The lines with their times where enough of it has gone by."""
    last: float | None = None
    found: list[SceneLine] = []
    for line in lines:
        if last is None or line.time - last >= TIMED:
            last = line.time
            line = replace(line, timed=True)
        found.append(line)
    return found


def item(line: SceneLine) -> Line:
    """A line of a scene as an item of its section."""
    told = bullet(line.text)
    return Line(f"{line.when}\n{told}" if line.timed else told)


def _in_blocks(lines: Sequence[SceneLine], room: int, blocks: Sequence[int]) -> Sequence[SceneLine]:
    """The newest lines that fit, by the first size of block of which any does."""
    found: Sequence[SceneLine] = ()
    for block in blocks:
        found = leaving(lines, room, block)
        if found:
            break
    return found


def by_rows(lines: Sequence[SceneLine], room: int, block: int) -> list[SceneLine]:
    """The newest lines that fit; they leave in blocks by their rows, which never change."""
    for first in sorted({line.row // block for line in lines}):
        left = [line for line in lines if line.row // block >= first]
        if len(leaving(left, room, 1)) == len(left):
            return left
    return []


def leaving(lines: Sequence[SceneLine], room: int, block: int) -> list[SceneLine]:
    """The newest lines that fit, after whole blocks have left from the beginning."""
    left = sum(line.cost for line in lines) - room
    start = 0
    while start < len(lines) and left + (0 if lines[start].timed else cost(lines[start].when)) > 0:
        left -= sum(line.cost for line in lines[start : start + block])
        start += block
    return [*lines[start:]]


def opening(lines: Sequence[SceneLine]) -> tuple[SceneLine, ...]:
    """The lines, of which the first says when it was."""
    return (replace(lines[0], timed=True), *lines[1:]) if lines else ()
