"""Plays in TEI: what was said on a stage, and who was there to hear it.

A play is the one kind of story in which somebody else has already written down, line by line, who
is present. Stage directions become moves, speeches become lines, and nothing else is taken over:
what a direction tells of blows and kisses does not say who saw them, and a guess would be a leak.

Offstage is nowhere. The stage empties at each scene, for editors forget exits; and who speaks
within is in a place the stage overhears, for as long as the line lasts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from rashomon.errors import BadFile
from rashomon.imports.tei_script import Cast, Move, Scene, Speech, every, said, scenes, tag

LARGEST = 50_000_000
"""Bytes beyond which a file is no play; the longest of Shakespeare's, word by word, has 8 MB."""

DEEPEST = 200
"""Elements inside each other beyond which a file is no play; real ones have about 12."""

WORDS_A_MINUTE = 150
"""How fast lines are spoken; actors and audio books go at 140 to 160 words a minute."""

STAGE, WITHIN = "stage", "within"

_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_ONE_OTHER = re.compile(r"(?:him|her|ihm|ihr|lui|the other)", re.IGNORECASE)
_LANGUAGES = {
    "eng": "en",
    "enm": "en",
    "ger": "de",
    "deu": "de",
    "gmh": "de",
    "fre": "fr",
    "fra": "fr",
    "ita": "it",
    "spa": "es",
    "por": "pt",
    "rus": "ru",
    "dut": "nl",
    "nld": "nl",
    "lat": "la",
    "swe": "sv",
    "dan": "da",
    "nor": "no",
    "hun": "hu",
    "pol": "pl",
    "ukr": "uk",
    "zho": "zh",
}
"""Three-letter codes, as TEI likes them, and the two-letter ones that text analysis knows."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play as a world file and the turns that play it, both as they would stand in a file.

    They are plain keys and values on purpose: what a stranger wrote goes through the same checks as
    anything typed by hand.
    """

    world: dict[str, Any]
    turns: list[dict[str, Any]]


def is_tei(head: bytes) -> bool:
    """Say from the first bytes of a file whether it is TEI; whether it is a play, `read` knows.

    Only the first element counts, so that a story in which somebody mentions TEI is not taken for
    one.
    """
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = head.decode(encoding, errors="ignore")
    text = re.sub(r"<!--.*?-->|<\?.*?\?>", " ", text, flags=re.DOTALL)
    text = re.sub(r"<!DOCTYPE[^\[>]*(\[.*?\]\s*)?>", " ", text, count=1, flags=re.DOTALL)
    return re.match(r"\s*<(?:\w+:)?(?:TEI(?:\.2)?|teiCorpus)[\s>/]", text) is not None


def read(data: bytes) -> Play:
    """Read a whole TEI file, Folger's or DraCor's or one like them, as a play.

    Raises `BadFile` with one sentence for what is no XML, too large, no TEI, or without a speech.
    """
    root = _parse(data)
    cast = Cast(root)
    outermost = next(every(root, "text"), root)
    played = scenes(outermost, cast)
    if not any(isinstance(each, Speech) and each.text for scene in played for each in scene):
        raise BadFile("This TEI file holds no speeches, so there is no play in it.")
    stage = _Stage(cast)
    for scene in played:
        stage.play(scene)
    places = [
        {"id": STAGE, "name": "the stage", "overhears": [WITHIN]},
        {"id": WITHIN, "name": "behind the stage"},
    ]
    world = {
        "title": _title(root),
        "language": _language(root),
        "places": places,
        "characters": cast.characters(),
    }
    return Play(world, stage.turns)


def _parse(data: bytes) -> Element:
    if len(data) > LARGEST:
        raise BadFile(f"This file is larger than {LARGEST // 1_000_000} MB, which no play is.")
    try:
        root: Element = fromstring(data)
    except DefusedXmlException:
        raise BadFile(
            "This XML file defines entities of its own, which can be used to attack a reader;"
            " take them out of it."
        ) from None
    except ParseError as error:
        line, column = error.position
        raise BadFile(f"This is no well-formed XML: line {line}, column {column + 1}.") from None
    except (LookupError, ValueError):
        raise BadFile(
            "This XML file is in an encoding that cannot be read; save it as UTF-8."
        ) from None
    if tag(root) not in ("TEI", "TEI.2", "teiCorpus"):
        raise BadFile("This XML file is no TEI: its first element is not <TEI>.")
    level = [root]
    for _ in range(DEEPEST):
        level = [child for element in level for child in element]
    if level:
        raise BadFile(f"This XML file is nested more than {DEEPEST} deep, which no play is.")
    return root


def _title(root: Element) -> str:
    titles = (title for part in every(root, "titleStmt") for title in every(part, "title"))
    found = [said(title) for title in titles]
    return next((title[:500] for title in found if title), "A play")


def _language(root: Element) -> str:
    marked = [root.get(_LANG), *(each.get(_LANG) for each in every(root, "text"))]
    used = [each.get("ident") for each in every(root, "language")]
    for each in filter(None, [*marked, *used]):
        first, dash, rest = each.partition("-")
        if re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", each):
            return _LANGUAGES.get(first.lower(), first) + dash + rest
    return "en"


class _Stage:
    """Plays the scenes through, keeping who is on, and writes down the turns.

    A turn is a speech with the moves before it and within it: what belongs to one moment is one
    turn, and each can be undone or branched off by itself.
    """

    def __init__(self, cast: Cast) -> None:
        self.turns: list[dict[str, Any]] = []
        self._cast = cast
        self._on: dict[str, None] = {}
        self._steps: list[dict[str, Any]] = []
        self._last: str | None = None

    def play(self, scene: Scene) -> None:
        """One scene, from an empty stage to an empty stage.

        Where no direction brings anybody on, the scene is one of those whose people are simply
        there, and all who speak in it are on from its start.
        """
        speeches = [each for each in scene if isinstance(each, Speech)]
        moves = [each for each in scene if isinstance(each, Move)]
        moves += [move for each in speeches for move in each.moves]
        if all(move.kind == "leave" for move in moves):
            self._enter(id for each in speeches if each.off == "no" for id in each.who)
        for each in scene:
            if isinstance(each, Speech):
                self._speak(each)
            else:
                self._move(each)
        # Nobody was shown going, so nobody sees it.
        self._steps += [{"who": id, "goes": None, "covert": True} for id in self._on]
        self._on.clear()
        self._last = None
        self._end_turn(0)

    def _end_turn(self, minutes: float) -> None:
        if self._steps:
            self.turns.append({"minutes": minutes, "steps": self._steps})
            self._steps = []

    def _move(self, move: Move) -> None:
        who = move.who
        if move.everybody:
            who = tuple(self._on)
        elif not who:
            who = (self._last,) if self._last is not None else ()
        leaving = [id for id in who if id in self._on and move.kind != "enter"]
        if move.kind != "leave":
            self._enter(id for id in who if id not in leaving)
        self._leave(leaving)

    def _enter(self, who: Iterable[str]) -> None:
        for id in who:
            if id not in self._on:
                self._on[id] = None
                self._steps.append({"who": id, "goes": STAGE})

    def _leave(self, who: Iterable[str]) -> None:
        for id in who:
            if id in self._on:
                del self._on[id]
                self._steps.append({"who": id, "goes": None})

    def _speak(self, speech: Speech) -> None:
        for move in speech.before:
            self._move(move)
        if speech.text:
            self._say(speech)
        self._last = speech.who[0]
        for move in speech.after:
            self._move(move)
        self._end_turn(max(0.01, round(len(speech.text.split()) / WORDS_A_MINUTE, 2)))

    def _say(self, speech: Speech) -> None:
        """Speak a line from where its speaker is; who was never brought on comes on by speaking."""
        speaker, off = speech.who[0], speech.off
        inside = off == "within" or (off == "elsewhere" and speaker not in self._on)
        voice = speaker not in self._on and self._is_of_a_crowd(speaker)
        if inside:
            self._leave([speaker])
            self._steps.append({"who": speaker, "goes": WITHIN})
        else:
            together = not any(id in self._on for id in speech.who)
            self._enter(speech.who if together else [speaker])
        self._steps.append(self._line(speech))
        if inside:
            self._steps.append({"who": speaker, "goes": None})
        elif voice:
            self._leave([speaker])

    def _is_of_a_crowd(self, id: str) -> bool:
        """Whether a crowd on stage speaks through this one (`PLEBEIANS.1_JC` of `PLEBEIANS_JC`).

        It was the crowd that came on and that hears; the voice is only lent to it for a line.
        """
        stem, _, play = id.rpartition("_")
        parts = stem.split(".")
        crowds = (".".join(parts[:count]) for count in range(1, len(parts)))
        return any(f"{crowd}_{play}" in self._on for crowd in crowds)

    def _line(self, speech: Speech) -> dict[str, Any]:
        """The speech as a step. An aside anywhere in it makes all of it one.

        A speech is one line, and a line is had whole or not at all: those from whom a part is kept
        miss the rest as well, for the other way round they would hear what was kept from them.
        """
        speaker = speech.who[0]
        others = [id for id in self._on if id != speaker]
        line: dict[str, Any] = {"who": speaker, "says": speech.text}
        heard = self._named(speech.aside_to if speech.aside else speech.to, others)
        if heard:
            line["to"] = heard
        if speech.aside:
            line["missed_by"] = [id for id in others if id not in (*heard, *speech.who)]
        return line

    def _named(self, phrases: Iterable[str], others: Sequence[str]) -> list[str]:
        found: list[str] = []
        for phrase in phrases:
            if len(others) == 1 and _ONE_OTHER.fullmatch(phrase):
                found += others
            found += self._cast.find(phrase, others)
        return list(dict.fromkeys(found))
