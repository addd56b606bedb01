"""A prompt as it is handed out, and the fitting of its sections to a budget."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rashomon.recall.candidate import Key
from rashomon.recall.choose import tokens

SectionName: TypeAlias = Literal[
    "rules", "common", "self", "own", "recalled", "world", "events", "now", "task"
]
OptionKind: TypeAlias = Literal["exit", "item"]


@dataclass(frozen=True, slots=True)
class Section:
    """One part of a prompt with its heading. `tokens` is about how many it takes."""

    name: SectionName
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Option:
    """Something the character could do, by the number that the prompt gives it."""

    number: int
    kind: OptionKind
    entity: str
    text: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """All that a model is given. `owner` is whose prompt it is, `None` for the game master's.

    `text` is the exact prompt, the sections in order; `tokens` is about how many it takes and
    never above `budget`. It bears no score.
    """

    owner: str | None
    sections: tuple[Section, ...]
    text: str
    tokens: int
    budget: int
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a section, taken or left out as a whole.

    Of lines that do not all fit, those of the lowest `rank` are taken first, and of one rank the
    earlier. `under` is a line that stands once above all lines with the same one. `of` says what
    of its owner's mind it tells.
    """

    text: str
    rank: int = 0
    under: str = ""
    of: Key | None = None


def one_line(text: str) -> str:
    """A text on one line: what somebody says or wrote cannot begin a line, and so no section."""
    return " ".join(text.split())


def bullet(text: str) -> str:
    """A text as an item of a list."""
    return f"- {text}"


_ENDS = (
    re.compile(r"[.!?…]+[\"'”’)]*\s+|[。！？…]+[”’」』）]*"),
    re.compile(r"[,;:–—]\s+|[，；：、—]+"),
    re.compile(r"\s+|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])"),
)
"""Where a text may be cut: after sentences, else after clauses, else after words."""

ENOUGH = 4
"""A text is cut at a clause or a word where whole sentences fill less than a quarter of the room:
one long sentence is not to be lost for being one."""


def shortened(text: str, room: int, gap: str, *, end: bool = False) -> str:
    """As many whole sentences from the beginning as fit, and a gap for the rest.

    With `end` those at the end stay as well, in half of the room: of what was said last the end is
    what is to be answered. Where not even a word fits, nothing is left but the gap.
    """
    if cost(text) <= room:
        return text
    left = room - cost(gap)
    last = _kept(text, left // 2, last=True) if end else ""
    first = _kept(text, left - cost(last) if last else left, last=False)
    return f"{first.rstrip()}{gap}{last.lstrip()}"


def _kept(text: str, room: int, *, last: bool) -> str:
    """The beginning of a text that fits, or its end: of whole sentences if those are enough."""
    best = ""
    for ends in _ENDS:
        cuts = [found.end() for found in ends.finditer(text) if 0 < found.end() < len(text)]
        parts = [text[n:] for n in cuts] if last else [text[:n] for n in reversed(cuts)]
        n = bisect_left(parts, True, key=lambda part: cost(part) <= room)
        if n < len(parts) and len(parts[n]) > len(best):
            best = parts[n]
        if best and cost(best) * ENOUGH >= room:
            break
    return best


def cost(text: str) -> int:
    """What a line takes at most: sizes of lines add up to no less than the size of the whole."""
    return tokens(f"{text}\n")


def chosen(lines: Sequence[Line], room: int) -> list[Line]:
    """The lines that fit, in their order. A long one that does not fit lets shorter ones in."""
    left = room
    taken: set[int] = set()
    above: set[str] = set()
    for n in sorted(range(len(lines)), key=lambda n: lines[n].rank):
        line = lines[n]
        head = cost(line.under) if line.under and line.under not in above else 0
        if cost(line.text) + head <= left:
            left -= cost(line.text) + head
            taken.add(n)
            above.add(line.under)
    return [line for n, line in enumerate(lines) if n in taken]


def section(name: SectionName, head: str, lines: Sequence[Line], room: int) -> Section | None:
    """A section in at most `room` tokens; `None` where not even one of its lines fits."""
    return built(name, head, chosen(lines, room - cost(head) - 1))


def built(name: SectionName, head: str, taken: Sequence[Line]) -> Section | None:
    """A section of lines that were chosen; `None` of none."""
    if not taken:
        return None
    text: list[str] = [head]
    above = ""
    for line in taken:
        if line.under != above and line.under:
            text.append(line.under)
        above = line.under
        text.append(line.text)
    whole = "\n".join(text)
    return Section(name, whole, tokens(f"{whole}\n\n"))


def spent(*sections: Section | None) -> int:
    """What sections take together."""
    return sum(each.tokens for each in sections if each is not None)


def prompt(
    owner: str | None,
    sections: Iterable[Section | None],
    budget: int,
    options: tuple[Option, ...] = (),
) -> Prompt:
    """Sections put together, with the options that stand in them."""
    there = tuple(each for each in sections if each is not None)
    text = "\n\n".join(each.text for each in there)
    return Prompt(owner, there, text, tokens(text), budget, options)


def option_line(option: Option) -> str:
    """How an option stands in a prompt."""
    return f"{option.number}. {option.text}"


def numbered(taken: Sequence[Line], options: Sequence[Option]) -> tuple[list[Line], list[Option]]:
    """The lines that were chosen with the options among them, numbered anew without gaps."""
    waiting = {option_line(each): each for each in options}
    lines: list[Line] = []
    kept: list[Option] = []
    for line in taken:
        option = waiting.get(line.text)
        if option is not None:
            option = replace(option, number=len(kept) + 1)
            kept.append(option)
            line = replace(line, text=option_line(option))
        lines.append(line)
    return lines, kept
