"""One perception as an entry of a journal: who, when, how come by, and the words for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rashomon.play.teller import Names
from rashomon.story.calendar import Calendar, is_chinese
from rashomon.story.perception import Mode, Perception
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import prompting

How: TypeAlias = Mode | Literal["remembered", "start"]


@dataclass(frozen=True)
class Wording:
    """The headings and short words of journals and reveals in one language."""

    how: Mapping[How, str]
    told_by: str
    unknown_place: str
    keys: Mapping[str, str]
    values: Mapping[tuple[str, bool], str]
    yes: str
    no: str
    accounts: str
    differs: str
    empty: str
    alone: str
    version: str


ENGLISH: Final = Wording(
    how={
        "did": "did it", "saw": "saw it", "heard": "heard it", "told": "was told",
        "inferred": "concluded", "remembered": "remembered", "start": "from the start",
    },
    told_by="told by {who}",
    unknown_place="where, unknown",
    keys={"at": "where", "locked": "lock", "closed": "open or closed", "hidden": "hidden",
          "worn": "worn", "text": "what is written"},
    values={
        ("locked", True): "locked", ("locked", False): "not locked",
        ("closed", True): "closed", ("closed", False): "open",
    },
    yes="yes", no="no",
    accounts="What was seen, heard and told",
    differs="these do not agree",
    empty="Nothing yet.",
    alone="nobody else",
    version="{value} ({how}, {when})",
)  # fmt: skip

CHINESE: Final = Wording(
    how={
        "did": "亲手做的", "saw": "亲眼看见", "heard": "亲耳听见", "told": "听说",
        "inferred": "推想", "remembered": "记得", "start": "一开始就知道",
    },
    told_by="听{who}说",
    unknown_place="下落不明",
    keys={"at": "在哪里", "locked": "锁", "closed": "开关", "hidden": "是否藏着",
          "worn": "是否穿戴", "text": "写着什么"},
    values={
        ("locked", True): "锁着", ("locked", False): "没有锁",
        ("closed", True): "关着", ("closed", False): "开着",
    },
    yes="是", no="否",
    accounts="所见、所闻、所听说",
    differs="说法不一",
    empty="还什么都没有。",
    alone="只有自己",
    version="{value}（{how}，{when}）",
)  # fmt: skip


def wording(language: str) -> Wording:
    """The words for a language tag; English where there are none of its own."""
    return CHINESE if is_chinese(language) else ENGLISH


@dataclass(frozen=True, slots=True)
class Lived:
    """One perception in its owner's words. `how` says how it came by it, `when` in story words."""

    perception: int
    event: int | None
    turn: int
    time: float
    when: str
    who: str | None
    how: How
    how_said: str
    place: str | None
    text: str


def lived(held: Perception, names: Names, calendar: Calendar, language: str) -> Lived:
    """A perception as its owner would write it down, spoken words with who spoke them."""
    say = wording(language)
    how: How = "remembered" if held.kind == "memory" else held.mode
    said = say.how[how]
    if how == "told" and held.teller is not None:
        said = say.told_by.format(who=names(held.teller, held.event))
    place = None if held.place is None else names(held.place, None) or None
    return Lived(
        held.id, held.event, held.turn, held.time, calendar.show(held.time, language),
        held.who, how, said, place, text_of(held, language),
    )  # fmt: skip


def text_of(held: Perception, language: str) -> str:
    """A perception's text on its own: words bear who said or thought them."""
    say = prompting(language)
    who = held.who_name or phrases(language).somebody
    if held.kind == "line" and held.mode != "saw":
        return say.line.format(who=who, text=held.text)
    if held.kind == "thought":
        return say.thinks.format(who=who, text=held.text)
    return held.text


def cell(text: str) -> str:
    """A text as Markdown takes it in a line: one line, and nothing of it read as a mark."""
    plain = " ".join(text.split())
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|~" else char for char in plain)
