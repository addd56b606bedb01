"""A picture of how memories last: retention over story time, as SVG.

It is drawn in this room and not in a command, so that every door shows the same one. Memories that
came about together and matter alike have one curve to the eye; they are one line, and a thicker
one, so that two hundred of them can still be read at a thousand pixels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from math import floor, log2
from xml.etree import ElementTree as ET

from rashomon.recall.lasting import Lasting, Point, curve
from rashomon.recall.retention import DETAILS, THRESHOLDS, Detail, detail_name
from rashomon.story.calendar import Calendar, is_chinese

WIDTH, HEIGHT = 1000, 600
LEFT, RIGHT, TOP, BOTTOM = 84, 76, 104, 56
"""Pixels around the curves: names of levels, numbers of memories, title and legend, dates."""

COLOURS: Mapping[Detail, str] = {
    "vivid": "#1d4e9e",
    "clear": "#1f9187",
    "faded": "#d98a14",
    "vague": "#c2482c",
    "lost": "#8a8a8a",
}
"""From cold to warm to none, each told from its neighbours by those who do not see red or green."""

BUCKETS = (3, 6, 12, 24, 48, 96, 192)
"""Pixels: what began, came to mind again and was digested within so many of each other, and matters
and is held alike, is one line. The first width is taken that leaves no more than `LINES`; else the
last."""

LINES = 48
"""How many lines can be followed where they cross; tried with two hundred memories of a season."""

NUMBERED = 32
"""Up to so many lines have the numbers of their memories at their end; more would not be read."""

LINE = 12.0
TICKS = 4
SHORT = 90
LISTED = 5
"""So many memories of a line are listed for whoever points at it."""

_INK, _DIM, _PAPER = "#22262b", "#6b7178", "#ffffff"
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class _Words:
    title: str
    under: str
    again: str
    digested: str
    before: str
    more: str


_ENGLISH = _Words(
    title="What {name} still holds",
    under="How well each memory was held until {now}. A thicker line is several alike.",
    again="came to mind again",
    digested="taken up by a belief",
    before="from before the story",
    more="and {count} more alike",
)
_CHINESE = _Words(
    title="{name}还记得什么",
    under="每段记忆到{now}为止保持得如何。粗线是几段相似的记忆。",
    again="再次想起",
    digested="已归入信念",
    before="故事开始之前的",
    more="另有{count}段相似",
)


@dataclass(frozen=True)
class _Bundle:
    """Memories with one curve to the eye, and that curve."""

    memories: tuple[Lasting, ...]
    points: tuple[Point, ...]

    @property
    def shown(self) -> Lasting:
        """The one whose curve it is: the middle one."""
        return self.memories[len(self.memories) // 2]

    @property
    def again(self) -> list[Point]:
        """Where its curve shows that it came to mind again."""
        start, held = self.points[0].time, dict(self.points)
        return [
            Point(time, held[time])
            for time in self.shown.recollected
            if start < time <= self.points[-1].time and time in held
        ]

    @property
    def before(self) -> bool:
        """Whether it is of a time before the story, where its curve does not reach."""
        return self.shown.time < 0

    @property
    def number(self) -> str:
        """The id of the one whose curve it is, and how many more there are."""
        others = len(self.memories) - 1
        return f"{self.shown.id} +{others}" if others else str(self.shown.id)


@dataclass(frozen=True)
class _Frame:
    """Where a moment and a retention lie on the paper."""

    since: float
    until: float
    least: float

    @cached_property
    def span(self) -> float:
        """Seconds from the left to the right; never nothing."""
        return max(self.until - self.since, 1.0)

    def x(self, time: float) -> float:
        """Pixels from the left."""
        share = (time - self.since) / self.span
        return LEFT + min(max(share, 0.0), 1.0) * (WIDTH - LEFT - RIGHT)

    def y(self, retention: float) -> float:
        """Pixels from above."""
        share = (1.0 - retention) / (1.0 - self.least)
        return TOP + min(max(share, 0.0), 1.0) * (HEIGHT - TOP - BOTTOM)


def plot(
    memories: Sequence[Lasting], now: float, name: str, calendar: Calendar, language: str
) -> str:
    """The memories of one mind as a picture, an SVG document in itself.

    Each line is a memory's retention from when it was perceived, or from the story's beginning,
    to `now` (seconds of story time); its colour is its level of detail today. A memory of a time
    before the story has a ring where the story begins, since when it has been held. `name` is whose
    they are. Whatever the texts hold is written as text: nothing in them can become part of the
    drawing.
    """
    say = _CHINESE if is_chinese(language) else _ENGLISH
    since = min([max(each.time, 0.0) for each in memories] or [0.0])
    bundles = _bundles(memories, since, now)
    lowest = min((point.retention for each in bundles for point in each.points), default=1.0)
    frame = _Frame(since, now, min(max(floor(lowest * 10 - 0.5) / 10, 0.0), 0.3))
    svg = ET.Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDTH} {HEIGHT}",
        "width": str(WIDTH), "height": str(HEIGHT), "role": "img",
        "font-family": "system-ui, 'Noto Sans', 'Noto Sans CJK SC', sans-serif", "font-size": "12",
    })  # fmt: skip
    title = say.title.format(name=name)
    ET.SubElement(svg, "title").text = _clean(title)
    _rect(svg, 0, 0, WIDTH, HEIGHT, _PAPER)
    _text(svg, LEFT, 34, title, size=20, weight="600")
    _text(svg, LEFT, 56, say.under.format(now=calendar.show(now, language)), fill=_DIM)
    _legend(svg, memories, bundles, say, language)
    _levels(svg, frame, language)
    _dates(svg, frame, calendar, language)
    for bundle in bundles:
        _line(svg, frame, bundle, say)
    if len(bundles) <= NUMBERED:
        _numbers(svg, frame, bundles)
    return ET.tostring(svg, encoding="unicode", xml_declaration=False) + "\n"


def _bundles(memories: Sequence[Lasting], since: float, now: float) -> list[_Bundle]:
    """The lines to draw, those of what is held least first, so that the best lie on top.

    A line of several is the curve of the middle one.
    """
    alike: dict[tuple[object, ...], list[Lasting]] = {}
    for bucket in BUCKETS:
        alike = _alike(memories, _Frame(since, now, 0.0), bucket)
        if len(alike) <= LINES:
            break
    found = [
        _Bundle(tuple(group), curve(group[len(group) // 2], now, since)) for group in alike.values()
    ]
    return sorted(found, key=lambda bundle: (bundle.points[-1].retention, bundle.shown.id))


def _alike(
    memories: Sequence[Lasting], frame: _Frame, bucket: float
) -> dict[tuple[object, ...], list[Lasting]]:
    def about(time: float) -> int:
        return int((frame.x(time) - LEFT) / bucket)

    found: dict[tuple[object, ...], list[Lasting]] = {}
    for each in sorted(memories, key=lambda memory: (memory.time, memory.id)):
        again = tuple(about(time) for time in each.recollected)
        taken = None if each.digested is None else about(each.digested)
        key = (about(each.time), each.importance, each.detail, again, taken)
        found.setdefault(key, []).append(each)
    return found


# The paper.


def _levels(svg: ET.Element, frame: _Frame, language: str) -> None:
    """A band for each level of detail, its name beside it, and a line where it begins."""
    above = 1.0
    bounds: list[tuple[Detail, float]] = [*THRESHOLDS, ("lost", frame.least)]
    for level, least in bounds:
        top, bottom = frame.y(above), frame.y(least)
        above = least
        if bottom - top < 1:
            continue
        band = _rect(svg, LEFT, top, WIDTH - LEFT - RIGHT, bottom - top, COLOURS[level])
        band.set("fill-opacity", "0.07")
        named = detail_name(level, language)
        at = (top + bottom) / 2 + 4
        _text(svg, LEFT - 10, at, named, fill=COLOURS[level], anchor="end", weight="600")
        if level != "lost":
            _rule(svg, LEFT, bottom, WIDTH - RIGHT, bottom, COLOURS[level], dash="2 4")
    _rule(svg, LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, _DIM)


def _dates(svg: ET.Element, frame: _Frame, calendar: Calendar, language: str) -> None:
    for n in range(TICKS):
        time = frame.since + frame.span * n / (TICKS - 1)
        x, y = frame.x(time), HEIGHT - BOTTOM
        _rule(svg, x, y, x, y + 6, _DIM)
        anchor = "start" if n == 0 else "end" if n == TICKS - 1 else "middle"
        said = calendar.show(time, language)
        _text(svg, x, y + 22, said, fill=_DIM, anchor=anchor, size=10)


def _legend(
    svg: ET.Element, memories: Sequence[Lasting], bundles: Sequence[_Bundle], say: _Words,
    language: str,
) -> None:  # fmt: skip
    """What colours and marks mean; of marks only those that are in the picture."""
    x, y = float(LEFT), 84.0
    for level in DETAILS:
        count = sum(each.detail == level for each in memories)
        _rule(svg, x, y - 4, x + 18, y - 4, COLOURS[level], width=3)
        said = f"{detail_name(level, language)} {count}"
        _text(svg, x + 24, y, said)
        x += 40 + _wide(said)
    if any(each.again for each in bundles):
        _mark(svg, x + 5, y - 4, _INK)
        _text(svg, x + 16, y, say.again)
        x += 32 + _wide(say.again)
    if any(each.shown.digested is not None for each in bundles):
        _rule(svg, x, y - 4, x + 22, y - 4, _INK, width=2, dash="5 3")
        _text(svg, x + 28, y, say.digested)
        x += 44 + _wide(say.digested)
    if any(each.before for each in bundles):
        _ring(svg, x + 5, y - 4, _INK)
        _text(svg, x + 16, y, say.before)


def _wide(text: str) -> float:
    """About how many pixels a text takes at the size of the legend."""
    return sum(12.0 if ord(char) >= 0x2E80 else 6.6 for char in text)


# The lines.


def _line(svg: ET.Element, frame: _Frame, bundle: _Bundle, say: _Words) -> None:
    shown, colour = bundle.shown, COLOURS[bundle.shown.detail]
    group = ET.SubElement(svg, "g")
    ET.SubElement(group, "title").text = _clean(_told(bundle, say))
    since = shown.digested
    whole = [p for p in bundle.points if since is None or p.time < since]
    taken = [p for p in bundle.points if since is not None and p.time >= since]
    width = min(1.4 + 0.7 * log2(len(bundle.memories)), 5.0)
    for points, dash in ((whole, None), (whole[-1:] + taken, "5 3")):
        if len(points) < 2 or (dash and not taken):
            continue
        drawn = " ".join(f"{frame.x(p.time):.1f},{frame.y(p.retention):.1f}" for p in points)
        line = ET.SubElement(group, "polyline", {
            "points": drawn, "fill": "none", "stroke": colour, "stroke-width": f"{width:.1f}",
            "stroke-linejoin": "round", "stroke-opacity": "0.8",
        })  # fmt: skip
        if dash:
            line.set("stroke-dasharray", dash)
    last = bundle.points[-1]
    x, y = f"{frame.x(last.time):.1f}", f"{frame.y(last.retention):.1f}"
    ET.SubElement(group, "circle", {"cx": x, "cy": y, "r": "2.6", "fill": colour})
    if bundle.before:
        _ring(group, frame.x(bundle.points[0].time), frame.y(bundle.points[0].retention), colour)
    for time, retention in bundle.again:
        _mark(group, frame.x(time), frame.y(retention), colour)


def _told(bundle: _Bundle, say: _Words) -> str:
    """What a line is of, for whoever points at it: a memory a row, and how many more there are."""
    rows: list[str] = []
    shown = bundle.shown
    others = [each for each in bundle.memories if each.id != shown.id]
    for each in (shown, *others[: LISTED - 1]):
        text = " ".join(each.text.split())
        text = text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"
        rows.append(f"{each.id}: {text}" if text else str(each.id))
    more = len(bundle.memories) - LISTED
    return "\n".join([*rows, say.more.format(count=more)] if more > 0 else rows)


def _numbers(svg: ET.Element, frame: _Frame, bundles: Sequence[_Bundle]) -> None:
    """The ids of memories at the ends of their lines, moved apart where they would overlap."""
    ends = sorted(((frame.y(each.points[-1].retention), each) for each in bundles),
                  key=lambda end: (end[0], end[1].shown.id))  # fmt: skip
    places: list[float] = []
    for y, _ in ends:
        places.append(max(y, places[-1] + LINE) if places else y)
    lowest = float(HEIGHT - BOTTOM)
    for n in reversed(range(len(places))):
        places[n] = min(places[n], lowest)
        lowest = places[n] - LINE
    for place, (y, each) in zip(places, ends, strict=True):
        colour = COLOURS[each.shown.detail]
        if abs(place - y) > 2:
            _rule(svg, WIDTH - RIGHT + 4, y, WIDTH - RIGHT + 16, place, colour, width=0.6)
        _text(svg, WIDTH - RIGHT + 19, place + 4, each.number, fill=colour, size=10)


# What is put on paper.


def _clean(text: str) -> str:
    """A text without the characters that no XML may hold."""
    return _NO_XML.sub("\ufffd", text)


def _text(
    parent: ET.Element, x: float, y: float, text: str, *, fill: str = _INK, anchor: str = "start",
    size: int = 12, weight: str = "400",
) -> None:  # fmt: skip
    made = ET.SubElement(parent, "text", {
        "x": f"{x:.1f}", "y": f"{y:.1f}", "fill": fill, "text-anchor": anchor,
        "font-size": str(size), "font-weight": weight,
    })  # fmt: skip
    made.text = _clean(text)


def _rect(
    parent: ET.Element, x: float, y: float, width: float, height: float, fill: str
) -> ET.Element:
    return ET.SubElement(parent, "rect", {
        "x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}",
        "fill": fill,
    })  # fmt: skip


def _rule(
    parent: ET.Element, x: float, y: float, to_x: float, to_y: float, stroke: str, *,
    width: float = 1, dash: str = "",
) -> None:  # fmt: skip
    made = ET.SubElement(parent, "line", {
        "x1": f"{x:.1f}", "y1": f"{y:.1f}", "x2": f"{to_x:.1f}", "y2": f"{to_y:.1f}",
        "stroke": stroke, "stroke-width": f"{width:g}",
    })  # fmt: skip
    if dash:
        made.set("stroke-dasharray", dash)


def _ring(parent: ET.Element, x: float, y: float, stroke: str) -> None:
    """A small circle that is open."""
    ET.SubElement(parent, "circle", {
        "cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": "4", "fill": _PAPER, "stroke": stroke,
        "stroke-width": "1.6",
    })  # fmt: skip


def _mark(parent: ET.Element, x: float, y: float, fill: str) -> None:
    """A small triangle that points up."""
    corners = ((x - 4.5, y + 4), (x + 4.5, y + 4), (x, y - 5))
    points = " ".join(f"{each:.1f}" for each in chain.from_iterable(corners))
    ET.SubElement(parent, "polygon", {"points": points, "fill": fill, "stroke": _PAPER,
                                      "stroke-width": "0.8"})  # fmt: skip
