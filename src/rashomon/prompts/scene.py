"""The scene at hand: what of it is common ground, and which of its lines are still shown.

What is common ground is decided by the owner's own version alone: what anybody who stood where the
owner stood would have had of the event in the same version. So nothing about another mind, not
even that somebody slept, can move a line (docs/why/common-ground.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rashomon.prompts.prompt import Line, bullet, cost, shortened
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
    `timed` whether that stands above the line. `asks` is the last line that was said to its owner:
    it is what is to be answered, and goes last.
    """

    id: int
    row: int
    time: float
    when: str
    text: str
    common: bool
    timed: bool = False
    asks: bool = False

    @property
    def cost(self) -> int:
        """About how many tokens it takes."""
        return cost(bullet(self.text)) + (cost(self.when) if self.timed and self.when else 0)


@dataclass(frozen=True, slots=True)
class Shown:
    """The lines that a prompt shows: the common ground, and all else in order.

    `kept` is how much room was kept for all else before anything was given to who the owner is.
    """

    common: tuple[SceneLine, ...]
    latest: tuple[SceneLine, ...]
    kept: int = 0

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


def shown(
    lines: Sequence[SceneLine],
    common_room: int,
    latest_room: int,
    spare: int | None = None,
    gap: str = "…",
    *,
    all_: bool = False,
) -> Shown:
    """Which lines of a scene stand where, in so many tokens each.

    Lines join the common ground in blocks, and leave it in blocks, counted from the scene's first
    line: between two turns its beginning nearly always stays as it is, byte for byte. What is not
    in it stands at the end with what the owner alone has, in the order in which it came about; so
    do lines that would take half of the common ground.

    Where the latest do not fit in `latest_room`, they take half of what is `spare`: all that the
    other parts leave, the common ground not yet taken off. The newest may take all of it, and with
    `all_` every line. The line that asks stays, whatever came after it.
    """
    shared = [line for line in lines if line.common and line.cost <= common_room // 2]
    settled = shared[: len(shared) // JOINS * JOINS]
    in_ground = {line.id for line in settled}
    young = timed([line for line in lines if line.id not in in_ground])
    common = opening(_in_blocks(timed(settled), common_room, (LEAVES, JOINS, 4, 1)))
    asks = next((line for line in reversed(lines) if line.asks), None)
    if asks is not None and (any(line.id == asks.id for line in common)):
        asks = None
    if not young and asks is None:
        return Shown(common, ())
    most = latest_room if spare is None else spare - sum(line.cost for line in common)
    most = max(most, latest_room)
    room = most if all_ else latest_room + (most - latest_room) // 2
    newest = (young or lines)[-1]
    room = min(max(room, replace(newest, timed=True).cost), most)
    latest = _latest(young, latest_room, room, gap)
    if asks is None or any(line.id == asks.id for line in latest):
        return Shown(common, opening(latest))
    return Shown(common, opening(_with(asks, latest, room, gap)))


def _latest(
    young: Sequence[SceneLine], latest_room: int, room: int, gap: str
) -> Sequence[SceneLine]:
    """What stands at the end: all that fits where the usual is enough, else the newest."""
    tail = [line for line in young if line.common]
    own = [line for line in young if not line.common]
    left = latest_room - sum(line.cost for line in tail)
    if left < 0 or any(is_long(line, latest_room) for line in young):
        return fitted(young, room, gap)
    kept = {line.id for line in by_rows(own, left, ALSO_LEAVE) or leaving(own, left, 1)}
    return [line for line in young if line.common or line.id in kept]


def _with(asks: SceneLine, latest: Sequence[SceneLine], room: int, gap: str) -> Sequence[SceneLine]:
    """The latest with the line that asks before them, in so much room for all."""
    asks = replace(asks, timed=True)
    if asks.cost > room:
        least = asks.cost - cost(asks.text)
        asks = replace(asks, text=shortened(asks.text, room - least, gap, end=True))
        return [asks] if asks.text != gap and asks.cost <= room else latest
    left = room - asks.cost
    after = [line for line in latest if line.row > asks.row]
    before = [line for line in latest if line.row < asks.row]
    after = leaving(after, left, 1)
    left -= sum(line.cost for line in after) + max((cost(line.when) for line in after), default=0)
    return [*leaving(before, max(left, 0), 1), asks, *after]


LONG = 4
"""A line that takes a quarter of its room is long: it is cut sooner than all before it leaves."""

LEAST = 24
"""In fewer tokens nothing is told of a long line."""


def is_long(line: SceneLine, room: int) -> bool:
    """Whether a line is long for so much room."""
    return line.cost * LONG > room


def fitted(lines: Sequence[SceneLine], room: int, gap: str) -> list[SceneLine]:
    """The newest lines that fit, of which long ones are cut where they do not.

    A line that must be cut has two thirds of what is left, so that something older stays too, if
    anything is older.
    """
    if not lines:
        return []
    left = room - max(cost(line.when) for line in lines)
    kept: list[SceneLine] = []
    for line in reversed(lines):
        if line.cost > left:
            if (kept and not is_long(line, room)) or left < LEAST:
                break
            least = line.cost - cost(line.text)
            share = left if line.id == lines[0].id else left * 2 // 3
            text = shortened(line.text, share - least, gap, end=True)
            line = replace(line, text=text)
            if text == gap or line.cost > left:
                break
        kept.append(line)
        left -= line.cost
    return kept[::-1]


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
    return Line(f"{line.when}\n{told}" if line.timed and line.when else told)


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
