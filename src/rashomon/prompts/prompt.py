"""A prompt as it is handed out, and the fitting of its sections to a budget."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

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
    """One line of a section, taken or left out as a whole, so that no sentence is ever cut.

    Of lines that do not all fit, those of the lowest `rank` are taken first, and of one rank the
    earlier. `under` is a line that stands once above all lines with the same one.
    """

    text: str
    rank: int = 0
    under: str = ""


def one_line(text: str) -> str:
    """A text on one line: what somebody says or wrote cannot begin a line, and so no section."""
    return " ".join(text.split())


def bullet(text: str) -> str:
    """A text as an item of a list."""
    return f"- {text}"


_SENTENCE = re.compile(r"[.!?…]+[\"'”’)]*\s+|[。！？…]+[”’」』）]*")


def shortened(text: str, room: int, gap: str) -> str:
    """As many whole sentences from the beginning as fit, and a gap for the rest.

    Where not even one fits, nothing is left but the gap.
    """
    if cost(text) <= room:
        return text
    left = room - cost(gap)
    end = 0
    for found in _SENTENCE.finditer(text):
        if cost(text[: found.end()]) > left:
            break
        end = found.end()
    return f"{text[:end].rstrip()}{gap}"


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
    taken = chosen(lines, room - cost(head) - 1)
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
    """Sections put together; options whose line was left out are no options."""
    there = tuple(each for each in sections if each is not None)
    text = "\n\n".join(each.text for each in there)
    lines = set(text.split("\n"))
    shown = tuple(each for each in options if option_line(each) in lines)
    return Prompt(owner, there, text, tokens(text), budget, shown)


def option_line(option: Option) -> str:
    """How an option stands in a prompt."""
    return f"{option.number}. {option.text}"
