"""Cards and lorebooks given back: as they came, with what an author has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from rashomon.errors import BadFile
from rashomon.imports import cardfile, cards, strictjson
from rashomon.imports.bringing import digest, greeting_turn, persona_parts
from rashomon.imports.cardfile import CardFile, Kind, Raw
from rashomon.imports.filling import filled
from rashomon.story.turn import Turn
from rashomon.story.world import Character, Lore, World


@dataclass(frozen=True)
class KeptCard:
    """What a character's card says beside its persona, with the names put in.

    `greetings` are its first message and the alternates, `for_groups` those for company; `turns`
    are the greetings as turns that can be recorded. All of it is data: `system_prompt` and
    `post_history_instructions` are shown to whoever asks and followed by nobody.
    """

    who: str
    file: str
    spec: str
    greetings: tuple[str, ...]
    turns: tuple[Turn, ...]
    for_groups: tuple[str, ...]
    examples: str
    system_prompt: str
    post_history_instructions: str
    creator_notes: str
    creator: str
    version: str
    tags: tuple[str, ...]


@dataclass(frozen=True)
class Kept:
    """One file that a story was brought in from, and what was made of it."""

    file: CardFile
    made: Mapping[str, Any]
    manifest: Mapping[str, Any]


def manifest_of(data: bytes | None) -> Mapping[str, Any]:
    """Which file is whose; empty for a story that was not made of cards."""
    if data is None:
        return {}
    found = strictjson.parse(data, "What is kept of the cards")
    files = found.get("files")
    if not isinstance(files, list) or not all(isinstance(e, dict) for e in cast(list[Any], files)):
        raise BadFile("What is kept of the cards makes no sense; it is damaged.")
    return found


def kept(data: bytes, made: Mapping[str, Any], manifest: Mapping[str, Any]) -> Kept:
    """A file as it is kept. It is read as if it came in today: an export can be anybody's."""
    return Kept(cardfile.read(data, str(made.get("file"))), made, manifest)


def told(one: Kept, *, alone: bool) -> KeptCard:
    """What a character's card says."""
    card = cards.read_card(one.file.raw, one.file.name)
    who, player = str(one.made["who"]), str(one.manifest["player"])

    def said(text: str) -> str:
        return filled(text, card.called, player)

    greetings = [text for text in (card.first_mes, *card.alternates) if text.strip()]
    turns = (greeting_turn(card, who, one.manifest, text, alone=alone) for text in greetings)
    return KeptCard(
        who, one.file.name, card.spec, tuple(map(said, greetings)),
        tuple(Turn.model_validate(each) for each in turns), tuple(map(said, card.for_groups)),
        said(card.mes_example), said(card.system_prompt), said(card.post_history_instructions),
        card.creator_notes, card.creator, card.version, card.tags,
    )  # fmt: skip


def card_back(one: Kept, world: World, kind: Kind | None) -> bytes:
    """A character's card, with its name, persona and lore as the story has them now.

    What nobody has changed is as it came, to the byte where the kind of file is the same.
    """
    who = str(one.made["who"])
    character = next(each for each in world.characters if each.id == who)
    lore = {each.id: each for each in world.lore}

    def change(raw: Raw) -> Raw:
        _, data = cards.data_of(raw, one.file.name)
        fields: dict[str, Any] = {}
        if digest(character.name) != one.made.get("name"):
            fields["name"] = character.name
        if digest(character.persona) != one.made.get("persona"):
            fields |= _persona(raw, character, one, world.language)
        book = data.get("character_book")
        if isinstance(book, dict) and (new := _book(cast(Raw, book), one, lore)) != book:
            fields["character_book"] = new
        if data is raw:
            return {**raw, **fields}
        above = {key: value for key, value in fields.items() if key in raw}
        return {**raw, **above, "data": {**data, **fields}}

    data = cardfile.changed(one.file, change)
    return data if kind is None else cardfile.as_kind(data, one.file.name, kind)


def _persona(raw: Raw, character: Character, one: Kept, language: str) -> dict[str, str]:
    """The fields of a persona that was rewritten: those its end still shows stay, all else is one.

    The card of this raw is read again, for a file may hold the same card in two versions.
    """
    card = cards.read_card(raw, one.file.name)
    parts = persona_parts(card, str(one.manifest.get("player")), language)
    left = character.persona.strip()
    gone = ["description", "personality", "scenario", "mes_example"]
    for key, text in reversed(parts):
        if key == "description" or not left.endswith(f"\n\n{text}"):
            break
        left = left.removesuffix(f"\n\n{text}")
        gone.remove(key)
    there = cards.data_of(raw, one.file.name)[1]
    return {**{key: "" for key in gone if key in there}, "description": left}


def _book(book: Raw, one: Kept, lore: Mapping[str, Lore]) -> Raw:
    """A lorebook whose entries say what the lore made of them says now; what is gone is off."""
    made = cast(Mapping[str, Any], one.made.get("lore") or {})
    entries: dict[str, Raw] = {}
    for number, entry in cards.entries_of(book, one.file.name):
        new = dict(entry)
        if isinstance(made.get(number), list):
            id, text, names = cast(list[str], made[number])
            now = lore.get(id)
            if now is None:
                new |= {"disable": True} if "key" in new else {"enabled": False}
            else:
                if digest(now.text) != text:
                    new["content"] = now.text
                if digest("\n".join(now.every_name)) != names:
                    new["key" if "key" in new else "keys"] = list(now.every_name)
        entries[number] = new
    whole = entries if isinstance(book.get("entries"), dict) else list(entries.values())
    return {**book, "entries": whole} if "entries" in book else book


def book_back(one: Kept, world: World) -> bytes:
    """A lorebook that came by itself."""
    lore = {each.id: each for each in world.lore}

    def change(raw: Raw) -> Raw:
        book = dict(cards.book_of(raw, one.file.name))
        new = _book(book, one, lore)
        return new if raw.get("spec") != cards.LOREBOOK else {**raw, "data": new}

    return cardfile.changed(one.file, change)


def new_card(who: str, world: World, kind: Kind | None) -> bytes:
    """A card of version 2 for a character that came from none, with the lore it knows."""
    character = next(each for each in world.characters if each.id == who)
    known = [each for each in world.lore if each.id in character.knows]
    entries: list[Raw] = [
        {
            "keys": list(each.every_name), "content": each.text, "extensions": {}, "enabled": True,
            "insertion_order": 100, "id": n, "constant": True,
        }
        for n, each in enumerate(known)
    ]  # fmt: skip
    texts = ("personality", "scenario", "first_mes", "mes_example", "creator_notes", "creator",
             "system_prompt", "post_history_instructions", "character_version")  # fmt: skip
    data: Raw = {
        "name": character.name, "description": character.persona, **dict.fromkeys(texts, ""),
        "alternate_greetings": [], "tags": [], "extensions": {},
        "character_book": {"name": world.title, "extensions": {}, "entries": entries},
    }  # fmt: skip
    raw: Raw = {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}
    plain = strictjson.dump(raw, 4)
    return cardfile.as_kind(plain, f"The card of {who}", kind or "png")
