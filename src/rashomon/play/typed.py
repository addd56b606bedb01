"""What a person typed becomes a draft turn for the character it plays, by rule alone.

Marks first, then commands and prose, sentence by sentence, in order. Nothing typed is lost: what
cannot be read as anything is a deed or a line in the words typed, and what could mean two things is
asked back. Words that were meant for few are never let out to more: a whisper to nobody in
particular stays a thought until its player has said to whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rashomon.play import chinese, english, unread
from rashomon.play.acts import deed
from rashomon.play.calling import folded
from rashomon.play.here import Here
from rashomon.play.hushed import hushed, is_hushed
from rashomon.play.marks import Piece, clean, has_words, pieces
from rashomon.play.stage import Draft, Question, Stage
from rashomon.play.units import Tag, Unit
from rashomon.story.calendar import is_chinese
from rashomon.story.naming import is_cjk
from rashomon.story.turn import Step

LONGEST = 20_000
"""So many characters are read at once: ten pages, and more than anybody types in one go."""

_KANA = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_NOTE_TO = re.compile(r"\s*([^:：\n]{1,60}?)\s*[:：]\s*(?=\S)")
_VOCATIVE = re.compile(
    r"^\s*([^,，!！?？.。]{1,40})[,，!！](?=.)|[,，]\s*([^,，]{1,40}?)[.!?。！？…]*\s*$"
)
_PUNCTUATION = re.compile(r"[\s.,;:!?…。，、；：！？\-–—·~～*＊()（）\"'’‘”“«»„「」『』/]*$")


@dataclass(frozen=True, slots=True)
class Note:
    """Something said beside the story: to the game master, or to whoever plays `to` (an id)."""

    text: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """What was read. With `questions` the steps do not stand yet: they are to be answered first.

    `minutes` is how long it took where that was said. `goes_on` is true where the player lets the
    others go on, be it without a step of its own.
    """

    steps: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()
    questions: tuple[Question, ...] = ()
    minutes: float | None = None
    goes_on: bool = False

    @property
    def nothing(self) -> bool:
        """Whether there was nothing to be read at all."""
        return not (self.steps or self.notes or self.questions or self.goes_on)


def typed(text: str, here: Here, meant: Mapping[str, str] | None = None) -> Typed:
    """Read what was typed against what the character has before it. Never raises.

    `meant` holds answers to questions of an earlier reading of the same text: by `about`, the id
    of the choice.
    """
    text = clean(text)
    stage = Stage(here, meant or {})
    if len(text) > LONGEST:
        stage.ask("long", stage.say.too_long.format(count=len(text), most=LONGEST))
        return Typed(questions=tuple(stage.questions))
    return _Reader(stage, pieces(text)).read()


class _Reader:
    """Reads pieces into steps, one paragraph after the other."""

    def __init__(self, stage: Stage, found: Sequence[Piece]) -> None:
        self.stage, self.pieces = stage, found
        marks = {piece.mark for piece in found}
        self.quotes, self.stars = "quote" in marks, "star" in marks
        self.drafts: list[Draft] = []
        self.notes: list[Note] = []
        self.minutes: float | None = None
        self.goes_on = False
        self.open_deed = False

    def read(self) -> Typed:
        """The whole reading."""
        for paragraph in _paragraphs(self.pieces):
            self._paragraph(paragraph)
        steps = tuple(Step.model_validate(_tidy(draft)) for draft in self.drafts)
        return Typed(
            steps, tuple(self.notes), tuple(self.stage.questions), self.minutes, self.goes_on
        )

    def _paragraph(self, found: list[Piece]) -> None:
        low = hushed(found, self.stage)
        tags, found = self._tagged(found)
        for number, tag in low.items():
            own = tags.get(number)
            if found[number].mark == "quote" and (own is None or own.kind == "line"):
                to, did = (None, "") if own is None else (own.to, own.deed)
                tags[number] = Tag(tag.kind, to or tag.to, did)
        holds: Tag | None = None
        for number, piece in enumerate(found):
            self.open_deed = False
            match piece.mark:
                case "note":
                    self._note(piece.text)
                case "aside":
                    self._think(piece.text)
                case "quote":
                    holds = tags.get(number) or holds
                    self._quote(piece.text, holds, first=number in tags)
                case "star":
                    self._star(piece.text)
                case _:
                    self._prose(piece.text, low.get(number), alone=len(found) == 1)

    def _tagged(self, found: list[Piece]) -> tuple[dict[int, Tag], list[Piece]]:
        """Who says each quote and how, and the pieces without the words that tell it."""
        found = list(found)
        tags: dict[int, Tag] = {}
        for number, piece in enumerate(found):
            if piece.mark != "quote":
                continue
            before = found[number - 1] if number else None
            after = found[number + 1] if number + 1 < len(found) else None
            if before is not None and before.mark == "prose":
                rest, tag = _grammar(before.text, self.stage).tag_before(before.text, self.stage)
                if tag is not None:
                    found[number - 1] = Piece("prose", rest)
                    if tag.to is None and after is not None and after.mark == "prose":
                        to, rest = _grammar(after.text, self.stage).tag_to(after.text, self.stage)
                        tag, found[number + 1] = tag._replace(to=to), Piece("prose", rest)
                    tags[number] = self._whispered(tag, before.text)
                    continue
            if after is not None and after.mark == "prose" and not _introduces(found, number + 1):
                tag, rest = _grammar(after.text, self.stage).tag_after(after.text, self.stage)
                if tag is not None:
                    tags[number], found[number + 1] = tag, Piece("prose", rest)
        return tags, found

    def _whispered(self, tag: Tag, prose: str) -> Tag:
        """A whisper after leaning towards somebody is for that one."""
        if tag.kind != "whisper" or tag.to is not None:
            return tag
        return tag._replace(to=self.stage.only_one_in(prose))

    # The pieces.

    def _note(self, text: str) -> None:
        found = _NOTE_TO.match(text)
        if found:
            who = self._anybody(found[1])
            if who is not None:
                self.notes.append(Note(text[found.end() :].strip(), who))
                return
        self.notes.append(Note(text.strip()))

    def _anybody(self, words: str) -> str | None:
        here = self.stage.here
        if folded(words) in map(folded, here.names):
            return here.who
        return self.stage.person(words) if self.stage.names_person(words) else None

    def _star(self, text: str) -> None:
        inner = pieces(text)
        if any(piece.mark != "prose" for piece in inner):
            outer, self.quotes = self.quotes, True
            self._paragraph([piece for piece in inner if piece.mark != "break"])
            self.quotes = outer
            return
        self._narrate(text)

    def _prose(self, text: str, low: Tag | None, *, alone: bool) -> None:
        if not text.strip():
            return
        if _PUNCTUATION.fullmatch(text) and not alone:
            return
        command = text.startswith("/") and len(text) > 1
        if command:
            text = text[1:].lstrip() or text
        grammar = _grammar(text, self.stage, command=command)
        if not has_words(text):
            self._say(text, None)
        elif command:
            self._narrate(text, command=True)
        elif self.quotes:
            self._narrate(text)
        elif self.stars:
            kinds = [unit.kind for unit in grammar.narration(text, self.stage)]
            if kinds == ["whisper"]:
                self._narrate(text)
            else:
                self._quote(text, low, first=True)
        elif grammar.is_spoken(text, self.stage):
            own = Tag("whisper", self.stage.only_one_in(text)) if is_hushed(text) else None
            self._quote(text, own, first=True)
        else:
            self._narrate(text)

    def _quote(self, text: str, tag: Tag | None, *, first: bool) -> None:
        if tag is None:
            self._say(text, None)
            return
        if tag.kind == "other" and tag.to is not None:
            who = self.stage.here.names[0] if self.stage.here.names else ""
            self.stage.ask("other", self.stage.say.not_yours.format(who=who, words=text))
            self._think(text)
            return
        if tag.deed and first:
            self._do(deed(self.stage, None, tag.deed))
        if tag.kind == "thought":
            self._think(text)
        elif tag.kind == "whisper":
            self._whisper(text, tag.to)
        else:
            self._say(text, tag.to)

    def _narrate(self, text: str, *, command: bool = False) -> None:
        self.open_deed = False
        for unit in _grammar(text, self.stage, command=command).narration(text, self.stage):
            self._unit(unit)

    def _unit(self, unit: Unit) -> None:
        match unit.kind:
            case "deed":
                self._deed(unit)
            case "thought":
                self._think(unit.text)
            case "line":
                self._say(unit.text, unit.to)
            case "whisper":
                self._whisper(unit.text, unit.to)
            case "go" | "leave":
                self._go(unit)
            case "wait":
                self._do(deed(self.stage, None, unit.text))
                self.minutes = unit.minutes if unit.minutes is not None else self.minutes
                self.goes_on = True
            case "continue":
                self.goes_on = True

    # The steps.

    def _do(self, draft: Draft) -> None:
        if str(draft["does"]).strip():
            self.drafts.append(draft)
            self.open_deed = True

    def _deed(self, unit: Unit) -> None:
        draft = deed(self.stage, unit.request, unit.text)
        plain = set(draft) == {"who", "does"}
        if self.open_deed and plain and (unit.joined or unit.apart):
            last = self.drafts[-1]
            last["does"] = _joined(str(last["does"]), unit)
            return
        self._do(draft)

    def _think(self, text: str) -> None:
        self.open_deed = False
        if text.strip():
            self.drafts.append({"who": self.stage.here.who, "thinks": text.strip()})

    def _say(self, text: str, to: str | None) -> None:
        self.open_deed = False
        if not text.strip():
            return
        person = self.stage.person(to) if to else self._called(text)
        line: Draft = {"who": self.stage.here.who, "says": text.strip()}
        if person is not None and person != self.stage.here.who:
            line["to"] = [person]
        self.drafts.append(line)

    def _called(self, text: str) -> str | None:
        """Whom a line calls by name at its beginning or its end."""
        found = _VOCATIVE.search(text)
        words = {folded(each) for each in found.groups() if each} if found else {folded(text)}
        ids = [
            person.id for person in self.stage.present()
            if words & {folded(name) for name in person.names}
        ]  # fmt: skip
        return ids[0] if len(ids) == 1 else None

    def _whisper(self, text: str, to: str | None) -> None:
        self.open_deed = False
        if not text.strip():
            return
        present = {person.id: person for person in self.stage.present()}
        person = self.stage.person(to) if to else None
        chosen = self.stage.meant.get("whisper")
        if person is None and to is None:
            person = next(iter(present)) if len(present) == 1 else chosen
        if person not in present and chosen in present:
            person = chosen
        if person in present:
            said = {"who": self.stage.here.who, "says": text.strip(), "to": [person]}
            self.drafts.append({**said, "whisper": True})
            return
        say = self.stage.say
        if not present:
            self.stage.ask("whisper", say.whisper_nobody)
        elif not self.stage.questions or self.stage.questions[-1].kind != "which":
            names = ((id, (p.names or (p.looks,))[0]) for id, p in present.items())
            self.stage.ask("whisper", say.whisper_to, "whisper", names)
        self._think(text)

    def _go(self, unit: Unit) -> None:
        stage = self.stage
        if unit.kind == "leave" and not unit.by:
            way, named, left = stage.leave(), True, ""
        else:
            way, named, left = stage.way(unit.place, unit.by)
        if way is None:
            self._do(deed(stage, None, unit.text))
            return
        left = left.strip(" ,，.。了吧去里的着")
        how = unit.to or ""
        if left:
            verb = "" if how or is_cjk(left) else "goes"
            how = " ".join(part for part in (how, verb, left) if part)
        if how and named:
            self._do(deed(stage, None, how))
        self.drafts.append(stage.go(way))
        self.open_deed = False


def _paragraphs(found: Iterable[Piece]) -> Iterator[list[Piece]]:
    paragraph: list[Piece] = []
    for piece in found:
        if piece.mark == "break":
            if paragraph:
                yield paragraph
            paragraph = []
        else:
            paragraph.append(piece)
    if paragraph:
        yield paragraph


def _introduces(found: Sequence[Piece], number: int) -> bool:
    """Whether the prose here leads to the quote behind it."""
    following = found[number + 1] if number + 1 < len(found) else None
    return (
        following is not None and following.mark == "quote"
        and found[number].text.rstrip().endswith((":", "："))
    )  # fmt: skip


def _joined(before: str, unit: Unit) -> str:
    if unit.joined:
        return f"{before}{unit.joined}{unit.text}"
    stop = "" if before[-1:] in ".!?…。！？" else "。" if is_cjk(before[-1:]) else "."
    return f"{before}{stop}{'' if is_cjk(unit.text[:1]) else ' '}{unit.text}"


def _tidy(draft: Draft) -> dict[str, Any]:
    """A draft as a step takes it: a deed needs no full stop of its own."""
    found = dict(draft)
    if "does" in found:
        text = str(found["does"]).strip()
        short = text[:-1] if text.endswith(("。", ".")) and not text.endswith("..") else text
        found["does"] = short.rstrip(" ,，") or text
    return found


def _grammar(text: str, stage: Stage, *, command: bool = False) -> Any:
    """The grammar that reads a text: by its script first, then by the story's language."""
    language = stage.here.language.casefold()
    if is_cjk(text) and text[:1].isascii() and english.is_command(text):
        return english
    if _KANA.search(text):
        return unread
    if is_cjk(text):
        return chinese
    if command or is_chinese(language) or language.split("-")[0].split("_")[0] == "en":
        return english
    return unread
