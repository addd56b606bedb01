"""Character cards and lorebooks of SillyTavern and its kin, as their fields say them.

Cards of version 1 (plain fields), 2 (`chara_card_v2`) and 3 (`chara_card_v3`), and lorebooks as
they stand in a card, by themselves (`lorebook_v3`) and as world info. What is read here is data:
a system prompt or an instruction in a card is a text that can be shown, and is never followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from rashomon.errors import BadFile, shown
from rashomon.story.faults import unfit

Spec: TypeAlias = Literal["1", "2", "3"]
Raw: TypeAlias = Mapping[str, Any]

SPECS: Mapping[str, Spec] = {"chara_card_v2": "2", "chara_card_v3": "3"}
LOREBOOK = "lorebook_v3"
LONGEST_NAME = 100
MOST_ENTRIES = 10_000
MOST_KEYS = 50
MOST_TEXTS = 1_000
"""More keys of an entry become no names, and a card of more greetings is refused: each bound is far
beyond what somebody writes by hand, and keeps the time that a stranger's file can take."""

_PLAIN = ("description", "personality", "scenario", "first_mes", "mes_example")
_DECORATOR = re.compile(r"\n*@@@?(\w+).*(?:\n|\Z)")
_REGEX = re.compile(r"/.*/[a-z]*", re.DOTALL)
_SIGNS = re.compile(r"[\\^$|?*+()\[\]{}]")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a lorebook: where it stands in it, the keys that are plain words, its text.

    `title` is what its author calls it in the editor: often a note, and no name that is spoken.
    """

    number: str
    keys: tuple[str, ...]
    title: str
    text: str
    constant: bool


@dataclass(frozen=True, slots=True)
class Book:
    """A lorebook: its name, if it has one, and the entries that are on."""

    name: str
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """The texts of a card as they stand in it; `called` is what `{{char}}` stands for."""

    spec: Spec
    name: str
    called: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    first_mes: str = ""
    mes_example: str = ""
    alternates: tuple[str, ...] = ()
    for_groups: tuple[str, ...] = ()
    system_prompt: str = ""
    post_history_instructions: str = ""
    creator_notes: str = ""
    creator: str = ""
    version: str = ""
    tags: tuple[str, ...] = ()
    book: Book | None = None


def is_lorebook(raw: Raw) -> bool:
    """Whether this is a lorebook by itself, and no card."""
    return raw.get("spec") == LOREBOOK or ("entries" in raw and "spec" not in raw)


def data_of(raw: Raw, where: str) -> tuple[Spec, Raw]:
    """The version of a card, and the object that holds its fields.

    Raises `BadFile` for what is none: the fields alone would tell nobody what went wrong.
    """
    spec, inner = raw.get("spec"), raw.get("data")
    if spec is not None and (not isinstance(spec, str) or spec not in SPECS):
        known = " and ".join(SPECS)
        raise BadFile(f"{where} says that it is {shown(spec)}; the cards that can be read are of "
                      f"{known}, or of the first kind, which say nothing.")  # fmt: skip
    if isinstance(spec, str):
        if not isinstance(inner, dict):
            raise BadFile(f"{where} is a card without 'data', in which all that it says should be.")
        return SPECS[spec], cast(Raw, inner)
    if isinstance(inner, dict) and "name" in inner:
        return "2", cast(Raw, inner)
    if "name" not in raw or not any(key in raw for key in _PLAIN):
        raise BadFile(f"{where} is neither a character card nor a lorebook: it has no name with a "
                      "description or a first message, and no entries.")  # fmt: skip
    return "1", raw


def read_card(raw: Raw, where: str) -> Card:
    """A card as its fields say it; raises `BadFile` for a field of another kind."""
    spec, data = data_of(raw, where)
    name = line(text_of(data, "name", where))
    if not name:
        raise BadFile(f"{where} has no name; give the character one.")
    if len(name) > LONGEST_NAME:
        raise BadFile(f"{where} has a name of more than {LONGEST_NAME} characters; shorten it.")
    nickname = line(text_of(data, "nickname", where))[:LONGEST_NAME]
    book = data.get("character_book")
    if book is not None and not isinstance(book, dict):
        raise BadFile(f"{where} has a 'character_book' that is no lorebook.")
    texts = {key: text_of(data, key, where) for key in _PLAIN}
    notes = {
        key: text_of(data, key, where) for key in ("system_prompt", "creator_notes", "creator")
    }
    return Card(
        spec, name, nickname or name, **texts, **notes,
        alternates=texts_of(data, "alternate_greetings", where),
        for_groups=texts_of(data, "group_only_greetings", where),
        post_history_instructions=text_of(data, "post_history_instructions", where),
        version=text_of(data, "character_version", where), tags=texts_of(data, "tags", where),
        book=None if book is None else read_book(cast(Raw, book), f"{where}, 'character_book'"),
    )  # fmt: skip


def book_of(raw: Raw, where: str) -> Raw:
    """The object that holds the entries of a lorebook by itself."""
    if raw.get("spec") != LOREBOOK:
        return raw
    inner = raw.get("data")
    if not isinstance(inner, dict):
        raise BadFile(f"{where} is a lorebook without 'data', in which its entries should be.")
    return cast(Raw, inner)


def read_book(raw: Raw, where: str) -> Book:
    """A lorebook; what is off in it is passed over, as it is where it comes from."""
    entries = tuple(
        entry
        for number, each in entries_of(raw, where)
        if (entry := _entry(number, each, f"{where}, entry {number}")) is not None
    )
    return Book(line(text_of(raw, "name", where)), entries)


def entries_of(raw: Raw, where: str) -> Iterator[tuple[str, Raw]]:
    """Every entry with its number or key: a list in cards, an object in world info."""
    entries = raw.get("entries")
    pairs: list[tuple[str, Any]]
    if isinstance(entries, dict):
        pairs = list(cast(dict[str, Any], entries).items())
    elif isinstance(entries, list):
        pairs = [(str(n), each) for n, each in enumerate(cast(list[Any], entries))]
    elif entries is None:
        pairs = []
    else:
        raise BadFile(f"{where} has 'entries' that are neither a list nor an object.")
    if len(pairs) > MOST_ENTRIES:
        raise BadFile(f"{where} has more than {MOST_ENTRIES:,} entries, which no lorebook has.")
    for number, each in pairs:
        if not isinstance(each, dict):
            raise BadFile(f"{where}, entry {shown(number)} is no object of keys and values.")
        yield number, cast(Raw, each)


def _entry(number: str, raw: Raw, where: str) -> Entry | None:
    keys = texts_of(raw, "keys" if "keys" in raw else "key", where)
    content = text_of(raw, "content", where)
    title = line(text_of(raw, "name", where)) or line(text_of(raw, "comment", where))
    marks, at = set[str](), 0
    while (mark := _DECORATOR.match(content, at)) is not None:
        marks.add(mark[1])
        at = mark.end()
    content = content[at:]
    off = raw.get("enabled") is False or raw.get("disable") is True
    if off or ("dont_activate" in marks and "activate" not in marks) or not content.strip():
        return None
    by_pattern = raw.get("use_regex") is True
    words = [
        line(key)
        for key in keys[:MOST_KEYS]
        if not _REGEX.fullmatch(key.strip()) and not (by_pattern and _SIGNS.search(key))
    ]
    names = tuple(dict.fromkeys(word for word in words if word and len(word) <= LONGEST_NAME))
    constant = raw.get("constant") is True or "activate" in marks
    return Entry(number, names, title[:LONGEST_NAME], content.strip(), constant)


def text_of(raw: Raw, key: str, where: str) -> str:
    """A text that may be missing; line ends are made alike, and what no text may hold is gone."""
    value = raw.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadFile(f"{where} has a '{key}' that should be a text, and is {shown(value)}.")
    return _cleaned(value)


def texts_of(raw: Raw, key: str, where: str) -> tuple[str, ...]:
    """A list of texts that may be missing."""
    value = raw.get(key)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadFile(f"{where} has '{key}' that should be a list of texts.")
    found = cast(list[object], value)
    if len(found) > MOST_TEXTS:
        raise BadFile(f"{where} has more than {MOST_TEXTS:,} texts in '{key}'.")
    if not all(isinstance(each, str) for each in found):
        raise BadFile(f"{where} has '{key}' in which something is no text.")
    return tuple(_cleaned(str(each)) for each in found)


def line(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def _cleaned(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.isascii() and text.isprintable():
        return text
    return "".join(c for c in text if not unfit(c))
