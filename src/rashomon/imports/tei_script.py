"""What a play in TEI says, before anybody plays it: its people, its moves and its speeches.

Editors mark the same thing in many ways, and some do not mark it at all. Everything that depends on
how one of them marks a direction or words it stands here, so that the stage need know none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias
from xml.etree.ElementTree import Element

WORDS = re.compile(r"[^\W\d_]+")

_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
_UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ue000-\ue0ff]")
_BLOCKS = frozenset({"ab", "div", "l", "lb", "lg", "p", "stage"})
_SILENT = frozenset(
    {"abbr", "castList", "del", "figure", "fw", "head", "note", "orig", "rdg", "sic", "speaker"}
)
_ENTRANCE, _EXIT = frozenset({"entrance", "enter", "entry"}), frozenset({"exit", "exeunt"})
_MANNERS = frozenset({"", "delivery", "location", "mixed", "modifier"})

_ENTERS = re.compile(
    r"\b(?:(?:re-?)?enter(?:s|ing)?|entrance|tritt|treten|kommt|kommen|erscheint|entr(?:ent?|ant)"
    r"|entra(?:n|no)?|salen?|вход(?:ит|ят))\b",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    r"\b(?:exits?|exeunt|departs?|leaves?(?! (?:an?|the|h\w+|it)\b)|go(?:es)? (?:out|off|away)"
    r"|(?<!auf und )ab|sort(?:ent|ant)?|vanse|vase|salen?|esce|escono|(?<!a )parte|partono"
    r"|уход(?:ит|ят))\b",
    re.IGNORECASE,
)
_ALL_LEAVE = re.compile(
    r"(?:exeunt(?: omnes)?|(?:they|all|they all) (?:exit|leave)|alle ab|(?:ils|tous) sortent"
    r"|vanse)",
    re.IGNORECASE,
)
_ONE_LEAVES = re.compile(
    r"(?:exit|(?:s?he) (?:exits|leaves)|ab|(?:il|elle) sort|vase)", re.IGNORECASE
)
_ASIDE = re.compile(
    r"\b(?:aside|apart|à part|a ?parte|beiseite|bei seite|für sich|в сторону)\b", re.IGNORECASE
)
_STEPS_ASIDE = re.compile(
    r"\b(?:cast|com|draw|go|lead|lay|look|mov|pull|put|stand|step|tak|throw|turn|walk)"
    r"(?:e|es|s|ing)?\b.*\b(?:aside|apart)\b",
    re.IGNORECASE,
)
_OFF = re.compile(
    r"\b(?:within|off-?\s?stage|beneath|below|under the stage|dentro|drinnen"
    r"|derrière le théâtre|hinter der (?:szene|bühne)|von (?:draußen|innen)|за сценой)\b",
    re.IGNORECASE,
)
_TO = re.compile(r"\b(?:to|zu|zum|zur|à|au|al?|к)\s+(.+)$", re.IGNORECASE)
_EMPTY_WORDS = frozenset(
    {"a", "an", "and", "das", "der", "die", "first", "la", "lady", "le", "lord", "of", "other"}
    | {"second", "sir", "the", "third"}
)


@dataclass(frozen=True, slots=True)
class Move:
    """People coming or going. Where nobody is named it is `everybody`, or the last to have spoken.

    "either" is a direction that tells of both: those on stage leave by it, the others come on.
    """

    kind: Literal["enter", "leave", "either"]
    who: tuple[str, ...]
    everybody: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """One speech. `before` are the moves ahead of its first word, `after` those that follow it.

    `off` is where the directions put the voice: "elsewhere" only if its owner is not on stage.
    `to` and `aside_to` are the words in which a direction names those spoken to.
    """

    who: tuple[str, ...]
    text: str
    before: tuple[Move, ...]
    after: tuple[Move, ...]
    aside: bool
    aside_to: tuple[str, ...]
    to: tuple[str, ...]
    off: Literal["no", "elsewhere", "within"]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All coming and going in the course of it."""
        return (*self.before, *self.after)


Scene: TypeAlias = "list[Move | Speech]"


def tag(element: Element) -> str:
    """The name of an element without its namespace, which older files lack."""
    return element.tag.rpartition("}")[2]


def every(element: Element, *tags: str) -> Iterator[Element]:
    """All elements of these names at any depth, in order, the element itself among them."""
    return (each for each in element.iter() if tag(each) in tags)


def said(element: Element | None) -> str:
    """The text of a small element in one line."""
    return "" if element is None else tidy("".join(_strings(element)))


def _strings(element: Element) -> Iterator[str]:
    yield " " if tag(element) in _BLOCKS else ""
    yield element.text or ""
    for child in element:
        yield from _strings(child)
        yield child.tail or ""


def tidy(text: str) -> str:
    """Write a text in one line, without the signs that no text of a story may hold."""
    return " ".join(_UNFIT.sub("", text).split())


def _ids(element: Element, *keys: str) -> tuple[str, ...]:
    """The ids some attributes point at: `#a #b`, with or without the sign or a file before it."""
    pointed = (word for key in keys for word in re.split(r"[\s,]+", element.get(key, "")))
    found = (re.sub(r"[:/]", "_", word.rpartition("#")[2]) for word in pointed)
    return tuple(dict.fromkeys(each for each in found if each))


@dataclass
class _Person:
    """Somebody of the play: every name the file has, the best first, and what it says of them."""

    names: list[str] = field(default_factory=list[str])
    label: str = ""
    described: str = ""
    used: bool = False


class Cast:
    """The people of a play, from the lists at its head and from whoever comes on unlisted."""

    def __init__(self, root: Element) -> None:
        self._people: dict[str, _Person] = {}
        for each in every(root, "person", "personGrp"):
            names = list(every(each, "persName")) or list(every(each, "name"))
            self._list(_ids(each, _XML_ID), names)
        for each in every(root, "castItem"):
            self._list_item(each)

    def _list_item(self, item: Element) -> None:
        # On an item `corresp` leads from a member to its group, unless it is all there is.
        own = _ids(item, _XML_ID, "sameAs")
        own = own or tuple(id for id in _ids(item, "corresp") if id in self._people)
        for part in list(every(item, "role")) or [item]:
            ids = own if part is item else _ids(part, _XML_ID, "sameAs", "corresp") or own
            names = list(every(part, "name")) or ([part] if part is not item else [])
            self._list(ids, names, said(next(every(item, "roleDesc"), None)))

    def _list(self, ids: Iterable[str], names: Iterable[Element], described: str = "") -> None:
        found = [said(name)[:500] for name in names]
        for id in ids:
            person = self._people.setdefault(id, _Person())
            person.names += [each for each in found if each not in ("", id, *person.names)]
            person.described = person.described or described

    def meet(self, id: str, label: str = "") -> str:
        """Note that somebody has a part, and what the play calls it where it speaks."""
        person = self._people.setdefault(id, _Person())
        person.used, person.label = True, person.label or label
        return id

    def by_label(self, label: str) -> str:
        """Find, or make, the one a speech is given to that points at nobody."""
        found = self.find(label, self._people)
        id = found[0] if found else "_".join(WORDS.findall(label.lower()))
        return self.meet(id or "somebody", label)

    def find(self, words: str, among: Iterable[str]) -> tuple[str, ...]:
        """Find whom a direction names in passing ("Toby and the Fool"), nobody where it is unclear.

        Each part goes to the one with whose name it shares most. A tie goes to none: an aside that
        reaches one person too few is a smaller fault than one that reaches the wrong one.
        """
        people = {id: self._names(id) for id in among}
        found: list[str] = []
        for part in re.split(r",|;|&|\b(?:and|und|et|y|e)\b", words):
            wanted = _words_of(part)
            scores = {id: _likeness(wanted, names) for id, names in people.items()}
            best = max(scores.values(), default=(0, 0.0))
            winners = [id for id, score in scores.items() if score == best and best[0]]
            found += winners if len(winners) == 1 else []
        return tuple(dict.fromkeys(found))

    def _names(self, id: str) -> list[set[str]]:
        person = self._people.get(id, _Person())
        return [_words_of(name) for name in (*person.names, person.label, _from_id(id))]

    def characters(self) -> list[dict[str, Any]]:
        """Everybody who has a part, or at least a name, as a world file would list them."""
        found: list[dict[str, Any]] = []
        for id, person in self._people.items():
            if not (person.used or person.names):
                continue
            names = person.names or [_from_label(person.label) or _from_id(id) or id]
            one: dict[str, Any] = {"id": id, "name": names[0], "role": "cast", "at": None}
            if names[1:]:
                one["aliases"] = names[1:]
            if person.described:
                one["persona"] = person.described
            found.append(one)
        return found


def _likeness(wanted: set[str], names: Iterable[set[str]]) -> tuple[int, float]:
    """How many words are shared with the likeliest of some names, and what part of it they are."""
    shared = ((len(wanted & name), name) for name in names)
    return max(((count, count / len(name)) for count, name in shared if count), default=(0, 0.0))


def _words_of(text: str) -> set[str]:
    words = WORDS.findall(re.sub(r"[’'`]s?\b", " ", text.casefold()))
    return {word.removesuffix("s") for word in words if len(word) > 1} - _EMPTY_WORDS


def _from_id(id: str) -> str:
    """Read an id as a name: `SERVANTS.1_Ham` as "Servants 1", `TobyBelch_TN` as "Toby Belch"."""
    stem = id.rpartition("_")[0] or id
    parts = re.findall(r"[A-Z]?[^\WA-Z\d_]+|[^\W\d_]+|[1-9]\d*", stem)
    return " ".join(part.capitalize() if part.isupper() else part for part in parts)


def _from_label(label: str) -> str:
    """Write a speaker's label as a name: `FIRST OFFICER.` as "First Officer"."""
    label = label.strip(" .:,;")
    return (label.title() if label.isupper() else label)[:500]


def scenes(text: Element, cast: Cast) -> list[Scene]:
    """Flatten a text into scenes; every division begins one, and ends the one around it."""
    found: list[Scene] = [[]]

    def walk(element: Element) -> None:
        for child in element:
            name = tag(child)
            if name == "sp":
                found[-1].append(_speech(child, cast))
            elif name == "stage":
                found[-1] += _moves(child, cast, opening=not found[-1])
            elif name.startswith("div"):
                found.append([])
                walk(child)
                found.append([])
            elif name not in _SILENT:
                walk(child)

    walk(text)
    return [scene for scene in found if scene]


def _moves(
    stage: Element, cast: Cast, *, spoken: bool = False, opening: bool = False
) -> Iterator[Move]:
    """What moves a direction tells of, its own before those of directions inside it.

    Between speeches a direction is read whole, by its own mark. One marked `mixed` tells of several
    things that a company does at once ("They cross the stage; he exits"), and moves nobody: where
    another edition could be laid beside it, it did not. Whom it brings on is on from its first
    words. Within a speech the parts are moments of that speech, and each counts.
    """
    mark, words = stage.get("type", "").lower(), _own_words(stage)
    who = tuple(map(cast.meet, _ids(stage, "who")))
    kind = _kind(mark, words, named=bool(who), opening=opening)
    if kind is not None and who:
        yield Move(kind, who)
    elif kind == "leave" and _ALL_LEAVE.fullmatch(words):
        yield Move("leave", (), everybody=True)
    elif kind == "leave" and _ONE_LEAVES.fullmatch(words):
        yield Move("leave", ())
    if mark != "mixed" or spoken:
        for part in stage:
            if tag(part) == "stage":
                yield from _moves(part, cast, spoken=spoken, opening=opening)


def _kind(
    mark: str, words: str, *, named: bool, opening: bool
) -> Literal["enter", "leave", "either"] | None:
    """What a direction does: by its mark, and where it has none, by its words."""
    if mark in _ENTRANCE:
        return "enter"
    if mark in _EXIT:
        return "leave"
    if mark and not (mark == "mixed" and named):
        return None
    enters, leaves = _ENTERS.search(words), _LEAVES.search(words)
    if enters and leaves:
        return "either"
    if leaves:
        return "leave"
    # A scene that opens on people ("Orgon, Elmire") shows them, though nobody enters.
    return "enter" if enters or (opening and named and not mark) else None


def _own_words(stage: Element) -> str:
    """What a direction itself says, without those inside it and without brackets around it."""
    parts = [stage.text or ""]
    for child in stage:
        parts += [" " if tag(child) == "stage" else "".join(_strings(child)), child.tail or ""]
    return tidy("".join(parts)).strip(" ,.;:()[]—–-")


def _speech(sp: Element, cast: Cast) -> Speech:
    label = said(next(every(sp, "speaker"), None))
    who = tuple(cast.meet(id, label) for id in _ids(sp, "who")) or (cast.by_label(label),)
    pieces = list(_pieces(sp, any(True for _ in every(sp, "c"))))
    words = [piece if isinstance(piece, str) else " " for piece in pieces]
    first = next((index for index, word in enumerate(words) if word.strip()), len(pieces))
    before, after = _moves_around(pieces, first, who[0], cast)
    marks = _manners(pieces)
    asides = [mark for mark in marks if _ASIDE.search(mark[1]) and not _STEPS_ASIDE.search(mark[1])]
    openly = [words for kind, words in marks if kind != "location" and (kind, words) not in asides]
    return Speech(
        who=who,
        text=tidy("".join(words)),
        before=before,
        after=after,
        aside=bool(asides),
        aside_to=_addressed(_ASIDE.sub(" ", words) for _, words in asides),
        to=_addressed(openly),
        off=_whence(_manners(pieces[:first])),
    )


def _pieces(element: Element, spaced: bool) -> Iterator[str | Element]:
    """The words of a speech and the directions within it, in order.

    `spaced`: the file marks its blanks as words of their own (`<c> </c>`), so that those between
    the tags are only layout.
    """
    block = " " if tag(element) in _BLOCKS and element.get("break") != "no" else ""
    yield block
    if element.text and (not spaced or element.text.strip() or tag(element) == "c"):
        yield element.text
    for child in element:
        if tag(child) == "stage":
            yield child
        elif tag(child) not in _SILENT:
            yield from _pieces(child, spaced)
        if child.tail and (not spaced or child.tail.strip()):
            yield child.tail
    yield block


def _moves_around(
    pieces: Sequence[str | Element], first: int, speaker: str, cast: Cast
) -> tuple[tuple[Move, ...], tuple[Move, ...]]:
    """The moves ahead of the first word, and those after it; who goes off speaking speaks first."""
    before: list[Move] = []
    after: list[Move] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, str):
            continue
        for move in _moves(piece, cast, spoken=True):
            stays = move.kind == "enter" or (move.who and speaker not in move.who)
            (before if index < first and stays else after).append(move)
    return tuple(before), tuple(after)


def _manners(pieces: Iterable[str | Element]) -> list[tuple[str, str]]:
    """How, where and to whom something is said: pairs of (mark, words), inner directions too."""
    stages = [
        each for piece in pieces if not isinstance(piece, str) for each in every(piece, "stage")
    ]
    marked = [(stage.get("type", "").lower(), _own_words(stage)) for stage in stages]
    return [(mark, words) for mark, words in marked if mark in _MANNERS]


def _addressed(marks: Iterable[str]) -> tuple[str, ...]:
    found = (_TO.search(mark) for mark in marks)
    return tuple(match[1].strip() for match in found if match)


def _whence(ahead: Iterable[tuple[str, str]]) -> Literal["no", "elsewhere", "within"]:
    for mark, words in ahead:
        found = _OFF.search(words)
        if mark == "location":
            return "within" if found else "elsewhere"
        # "Knock within" is a noise off; "within" and "calling from within" are a voice.
        if found and not _TO.search(words) and (mark == "delivery" or found[0] == words):
            return "within"
    return "no"
