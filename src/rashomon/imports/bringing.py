"""Cards and lorebooks as a world and its first turns.

What a card says of its character is that character's alone. Its scenario is told to the reader and
to the character, and stands in no place, for what stands in a place is seen by all in it. Lore is
known to nobody until it is given, but for what a card always says: that its character knows. The
player knows the characters' names, since whoever brings a card has read it; a character knows the
player's where its card speaks of `{{user}}`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import PurePath
from typing import Any
from unicodedata import normalize

from rashomon.errors import BadFile
from rashomon.imports import cards, greeting, strictjson
from rashomon.imports.cardfile import CardFile
from rashomon.imports.cards import Book, Card, Entry
from rashomon.imports.filling import filled, names, speaks_of_user, without_starts
from rashomon.story.calendar import is_chinese
from rashomon.story.naming import is_cjk
from rashomon.story.world import slug

MANIFEST = "cards"
"""The name under which it is kept which file is whose, and what was made of it."""

MOST_FILES = 50
MOST_BYTES = 100_000_000
_LONGEST_TITLE = 300
_TRIES = 20


@dataclass(frozen=True, slots=True)
class Brought:
    """A world and turns as they would stand in files, and the files they were made of."""

    world: dict[str, Any]
    turns: list[dict[str, Any]]
    originals: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Words:
    you: str
    here: str
    personality: str
    scenario: str
    examples: str
    entry: str
    acquaintance: str
    comma: str
    and_: str
    stop: str


_ENGLISH = _Words(
    "You", "here", "Personality: {text}", "The situation: {text}",
    "Examples of how {name} speaks:\n{text}", "entry {n}", "acquaintance", ", ", " and ", ".",
)  # fmt: skip
_CHINESE = _Words(
    "你", "这里", "性格：{text}", "处境：{text}", "{name}说话的例子：\n{text}", "条目{n}", "熟人",
    "、", "与", "。",
)  # fmt: skip


@dataclass
class _Making:
    """A world while it is made of cards and books, in the order in which they came."""

    language: str
    words: _Words
    player: str
    taken: dict[str, int] = field(default_factory=dict[str, int])
    lore: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    _same: dict[tuple[object, ...], str] = field(default_factory=dict[tuple[object, ...], str])

    def id(self, name: str) -> str:
        """An id that is not taken yet."""
        stem = normalize("NFC", slug(name))
        for n in count(self.taken.get(stem, 0) + 1):
            found = stem if n == 1 else f"{stem}-{n}"
            if found not in self.taken:
                self.taken[found] = 1
                self.taken[stem] = n
                return found
        raise AssertionError

    def add(self, book: Book, called: str) -> tuple[list[str], dict[str, list[str]]]:
        """Take in a lorebook: the ids of what is constant in it, and what came of each entry."""
        constant: list[str] = []
        made: dict[str, list[str]] = {}
        for entry in book.entries:
            text = filled(entry.text, called, self.player).strip()
            known = [filled(key, called, self.player) for key in entry.keys]
            name, *others = [_as_written(key, text) for key in known] or [
                entry.title or self.words.entry.format(n=entry.number)
            ]
            id = self._same.get((name, *sorted(others), text))
            if id is None and text:
                id = self._same[name, *sorted(others), text] = self.id(name)
                aliases = [each for each in dict.fromkeys(others) if each != name]
                self.lore.append({"id": id, "name": name, "aliases": aliases, "text": text})
            if id is not None:
                made[entry.number] = [id, digest(text), digest("\n".join((name, *others)))]
                constant += [id] if entry.constant else []
        return list(dict.fromkeys(constant)), made


def bring(files: Sequence[CardFile], player: str | None = None) -> Brought:
    """One story of all these files; raises `BadFile` in one sentence.

    `player` is the name of whoever plays, in place of “You” in the story's language.
    """
    read, books = _read(files)
    people = [card for card in read if card is not None]
    language = guessed(_texts(people, filter(None, books)))
    words = _CHINESE if is_chinese(language) else _ENGLISH
    called = _player_name(player, words)
    make = _Making(language, words, called)
    you, here = make.id(called), make.id("here")
    ids = [None if card is None else make.id(card.name) for card in read]
    everybody = _joined([card.called for card in people], words) or called
    kept: list[dict[str, Any]] = []
    knows: dict[int, list[str]] = {}
    shared: list[str] = []
    for n, file in enumerate(files):
        card, book = read[n], books[n]
        inner = card.book if card else book
        by = card.called if card else everybody
        constant, made = make.add(inner, by) if inner else ([], {})
        (shared if card is None else knows.setdefault(n, [])).extend(constant)
        kept.append({"file": file.name, "original": f"card {n + 1}", "who": ids[n], "lore": made})
    characters: list[dict[str, Any]] = [_player(you, called, ids, people, words)]
    for n, card in enumerate(read):
        if card is None:
            continue
        others = [(ids[m], each.name) for m, each in enumerate(read) if each and m != n]
        one = _character(str(ids[n]), card, make, (you, called), others)
        one["knows"] = list(dict.fromkeys([*knows.get(n, []), *shared]))
        characters.append(one)
        kept[n] |= {"name": digest(one["name"]), "persona": digest(one["persona"])}
    title = _joined([card.name for card in people], words) or _title(files, books)
    opening = dict.fromkeys(filled(c.scenario, c.called, called).strip() for c in people)
    world = {
        "title": title[:_LONGEST_TITLE], "language": language,
        "opening": "\n\n".join(filter(None, opening)),
        "places": [{"id": here, "name": words.here}],
        "characters": [{**each, "at": here} for each in characters], "lore": make.lore,
    }  # fmt: skip
    manifest = {"player": called, "you": you, "place": here, "files": kept}
    originals = {MANIFEST: strictjson.dump(manifest)}
    originals |= {f"card {n}": file.data for n, file in enumerate(files, 1)}
    turns = [
        greeting_turn(card, str(ids[n]), manifest, first, alone=len(people) == 1)
        for n, card in enumerate(read)
        if card and (first := first_message(card, alone=len(people) == 1)).strip()
    ]
    return Brought(world, turns, originals)


def _read(files: Sequence[CardFile]) -> tuple[list[Card | None], list[Book | None]]:
    """Of each file the card, or else the lorebook that it is; within bounds for all together."""
    if len(files) > MOST_FILES or sum(len(each.data) for each in files) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise BadFile(f"A story is made of at most {MOST_FILES} cards, with {most} MB together.")
    books = [_separate(each) for each in files]
    read = [None if books[n] else cards.read_card(f.raw, f.name) for n, f in enumerate(files)]
    every = [*filter(None, books), *(card.book for card in read if card and card.book)]
    if sum(len(book.entries) for book in every) > cards.MOST_ENTRIES:
        raise BadFile(f"A story has at most {cards.MOST_ENTRIES:,} entries of lorebooks.")
    return read, books


def _separate(file: CardFile) -> Book | None:
    """The lorebook that a file is, or `None` for a card."""
    if not cards.is_lorebook(file.raw):
        return None
    return cards.read_book(cards.book_of(file.raw, file.name), file.name)


def first_message(card: Card, *, alone: bool) -> str:
    """What a character begins with: among others what it has for groups, if it has that."""
    return card.for_groups[0] if card.for_groups and not alone else card.first_mes


def greeting_turn(
    card: Card, who: str, manifest: Mapping[str, Any], text: str, *, alone: bool
) -> dict[str, Any]:
    """The turn that one of a card's messages is."""
    said = filled(text, card.called, manifest["player"])
    you, place = manifest["you"], manifest["place"]
    return greeting.turn(said, who, card.called, you, place, alone=alone)


def _player(
    you: str, called: str, ids: Sequence[str | None], people: Sequence[Card], words: _Words
) -> dict[str, Any]:
    found = zip(filter(None, ids), people, strict=True)
    bonds = [{"about": id, "kind": words.acquaintance, "calls": card.name} for id, card in found]
    return {"id": you, "name": called, "role": "played", "relationships": bonds}


def _character(
    id: str, card: Card, make: _Making, player: tuple[str, str],
    others: Iterable[tuple[str | None, str]],
) -> dict[str, Any]:  # fmt: skip
    """A character of a card. It knows by name those whom its card speaks of."""
    own = (card.description, card.personality, card.scenario)
    persona = _persona(card, make)
    meant = [player] if any(map(speaks_of_user, own)) else []
    meant += [(str(id), name) for id, name in others if any(names(each, name) for each in own)]
    return {
        "id": id, "name": card.name, "persona": persona,
        "aliases": [card.called] if card.called != card.name else [],
        "relationships": [
            {"about": about, "kind": make.words.acquaintance, "calls": name}
            for about, name in meant
        ],
    }  # fmt: skip


def _persona(card: Card, make: _Making) -> str:
    return "\n\n".join(text for _, text in persona_parts(card, make.player, make.language))


def persona_parts(card: Card, player: str, language: str) -> list[tuple[str, str]]:
    """Who it is, then how it is, then the situation, then how it speaks, each with its field.

    The least comes last: a prompt cuts a persona from its end where it is too long, as other
    programs do with examples.
    """

    def said(text: str) -> str:
        return filled(text, card.called, player).strip()

    words = _CHINESE if is_chinese(language) else _ENGLISH
    description, personality = said(card.description), said(card.personality)
    if description and personality:
        personality = words.personality.format(text=personality)
    scenario, examples = said(card.scenario), without_starts(said(card.mes_example))
    parts = (
        ("description", description),
        ("personality", personality),
        ("scenario", scenario and words.scenario.format(text=scenario)),
        ("mes_example", examples and words.examples.format(name=card.called, text=examples)),
    )
    found = [(key, text) for key, text in parts if text]
    stopped = [(key, f"{t}{words.stop}" if t[-1].isalnum() else t) for key, t in found[:-1]]
    return [*stopped, *found[-1:]]


def _player_name(player: str | None, words: _Words) -> str:
    if player is None:
        return words.you
    name = cards.line(player)
    if not name or len(name) > cards.LONGEST_NAME:
        raise BadFile(f"The player's name should have 1 to {cards.LONGEST_NAME} characters.")
    return name


def _joined(found: Sequence[str], words: _Words) -> str:
    return words.and_.join(filter(None, [words.comma.join(found[:-1]), *found[-1:]]))


def _title(files: Sequence[CardFile], books: Sequence[Book | None]) -> str:
    named = next((book.name for book in books if book and book.name), "")
    return named or cards.line(PurePath(files[0].name).stem) or "Lore"


def _as_written(key: str, text: str) -> str:
    """A key as the text writes it in the midst of a sentence: `eldoria` is Eldoria.

    Keys are typed in small letters, and a name counts as said only where it has a capital.
    """
    if not key.islower() or not key.isascii() or len(text) > 20_000:
        return key
    at, low = 0, text.lower()
    for _ in range(_TRIES if len(low) == len(text) else 0):
        at = low.find(key, at + 1)
        if at < 0:
            break
        found = text[at : at + len(key)]
        whole = not text[at - 1].isalnum() and not text[at + len(key) : at + len(key) + 1].isalnum()
        inside = text[at - 1] == " " and text[:at].rstrip()[-1:].isalnum()
        if whole and inside and all(word[:1].isupper() for word in found.split()):
            return found
    return key


def _texts(people: Iterable[Card], books: Iterable[Book]) -> Iterator[str]:
    for card in people:
        yield from (card.description, card.personality, card.scenario, card.first_mes)
    entries: list[Entry] = [entry for book in books for entry in book.entries]
    yield from (entry.text for entry in entries)


def guessed(texts: Iterable[str]) -> str:
    """The language of texts, by the script that most of their letters are of; else English."""
    kinds = {"zh": 0, "ja": 0, "ko": 0, "en": 0}
    for text in texts:
        for char in text[:20_000]:
            if not char.isalpha():
                continue
            code = ord(char)
            if 0x3040 <= code <= 0x30FF:
                kinds["ja"] += 1
            elif 0xAC00 <= code <= 0xD7AF:
                kinds["ko"] += 1
            else:
                kinds["zh" if is_cjk(char) else "en"] += 1
    dense = kinds["zh"] + kinds["ja"] + kinds["ko"]
    if dense * 2 <= kinds["en"]:
        return "en"
    if kinds["ko"] * 2 > dense:
        return "ko"
    return "ja" if kinds["ja"] * 5 > dense else "zh"


def digest(text: str) -> str:
    """A short mark of a text, by which it is seen later whether an author has changed it."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]
