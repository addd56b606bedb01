"""The files that cards come in: PNG, CHARX and plain JSON, read and written without loss.

A file is kept as it came, so that what nobody here understands (a picture, another program's
chunk, an asset) is given back byte for byte; a change is put into a copy of it.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rashomon.errors import BadFile
from rashomon.imports import charx, png, strictjson

Kind: TypeAlias = Literal["png", "charx", "json"]
KINDS: tuple[Kind, ...] = ("png", "charx", "json")
MOST_BYTES = 50_000_000
"""A hundred times the card that SillyTavern brings along, with its picture."""

ICON = "assets/icon/images/main.png"
_V3, _V2 = "ccv3", "chara"
_KEYS = (_V3, _V2)
_ZIP = b"PK\x03\x04"
_OTHER = (
    (b"\xff\xd8\xff", "a JPEG"), (b"GIF8", "a GIF"), (b"RIFF", "a WebP or another RIFF file"),
    (b"\x00\x00\x00", "an AVIF or a video"), (b"%PDF", "a PDF"),
    (b"PK\x05\x06", "an empty zip"), (b"Rar!", "a RAR archive"), (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x1f\x8b", "a gzip file"), (b"\x8bJNG", "a JNG"), (b"\x8aMNG", "an MNG"),
)  # fmt: skip

Raw: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Raw], Raw]


@dataclass(frozen=True)
class CardFile:
    """A file with a card or a lorebook in it: its name, its bytes, and the object it holds."""

    name: str
    kind: Kind
    data: bytes
    raw: Raw


def is_card(head: bytes) -> bool:
    """Whether a file may be a card or a lorebook, or looks as if somebody thought so."""
    if head.startswith((png.SIGNATURE, _ZIP)) or any(head.startswith(each) for each, _ in _OTHER):
        return True
    return head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def read(data: bytes, name: str) -> CardFile:
    """A file by its content; raises `BadFile` in one sentence."""
    if len(data) > MOST_BYTES:
        raise BadFile(f"{name} is larger than {MOST_BYTES // 1_000_000} MB, which no card is.")
    if data.startswith(png.SIGNATURE):
        picture = png.read(data, name)
        return CardFile(name, "png", data, _in_picture(picture, name))
    if data.startswith(_ZIP):
        inner = charx.card(data, name, strictjson.MOST_BYTES)
        return CardFile(name, "charx", data, strictjson.parse(inner, f"{name}, {charx.CARD}"))
    for begins, what in _OTHER:
        if data.startswith(begins):
            raise BadFile(f"{name} is {what}, in which there is no card; cards are PNG, CHARX or "
                          "JSON files.")  # fmt: skip
    return CardFile(name, "json", data, strictjson.parse(data, name))


def _in_picture(picture: png.Png, name: str) -> Raw:
    """The card in a picture: the newer one where there are two, as all readers take it."""
    for key in _KEYS:
        for _, chunk in picture.texts():
            if chunk.key == key:
                return strictjson.parse(_plain(chunk.text, name), f"{name}, {key}")
    raise BadFile(f"{name} is a picture without a card in it; many sites take it out of their "
                  "previews, so save the card itself.")  # fmt: skip


def _plain(text: bytes, name: str) -> bytes:
    try:
        return base64.b64decode(b"".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadFile(f"{name} is damaged: the card in it is not written in base64.") from None


def changed(file: CardFile, change: Change) -> bytes:
    """The same file with a change made to every card in it; without one, the very same bytes."""
    if change(file.raw) == file.raw:
        return file.data
    if file.kind == "png":
        picture = png.read(file.data, file.name)
        texts: dict[str, bytes] = {}
        for _, chunk in picture.texts():
            if chunk.key in _KEYS and chunk.key not in texts:
                raw = strictjson.parse(_plain(chunk.text, file.name), file.name)
                texts[chunk.key] = base64.b64encode(strictjson.dump(change(raw)))
        return png.write(png.with_texts(picture, texts.items()))
    new = strictjson.dump(change(file.raw), 4)
    return new if file.kind == "json" else charx.with_card(file.data, file.name, new)


def as_kind(data: bytes, name: str, kind: Kind) -> bytes:
    """A file of one kind as one of another; raises `BadFile` where that would lose something."""
    file = read(data, name)
    if file.kind == kind:
        return data
    picture = _picture(file)
    if kind == "json":
        return strictjson.dump(file.raw, 4)
    if kind == "charx":
        members = [(charx.CARD, strictjson.dump(_with_icon(file.raw) if picture else file.raw, 4))]
        return charx.write([*members, *([(ICON, png.write(picture))] if picture else [])])
    key = _V3 if file.raw.get("spec") == "chara_card_v3" else _V2
    text = base64.b64encode(strictjson.dump(file.raw))
    return png.write(png.with_texts(picture or png.blank(), [(key, text)]))


def _picture(file: CardFile) -> png.Png | None:
    """The picture of a card, without any card in it. Other files have no place in a picture."""
    if file.kind == "png":
        picture = png.read(file.data, file.name)
        kept = [each for each in picture.chunks if each.type != png.TEXT or each.key not in _KEYS]
        return png.Png(tuple(kept), picture.rest)
    if file.kind == "charx":
        beside = [each for each in charx.files(file.data, file.name) if not each.endswith("/")]
        if beside and beside != [ICON]:
            raise BadFile(f"{file.name} holds files that only a .charx can hold, such as "
                          f"{beside[0]}; write it as one.")  # fmt: skip
        icon = charx.one(file.data, file.name, ICON)
        if icon is not None and icon.startswith(png.SIGNATURE):
            return png.read(icon, f"{file.name}, {ICON}")
    return None


def _with_icon(raw: Raw) -> Raw:
    """A card of version 3 names its picture among its assets; older ones have no such list."""
    if raw.get("spec") != "chara_card_v3" or not isinstance(raw.get("data"), dict):
        return raw
    data: Raw = raw["data"]
    icon = {"type": "icon", "uri": f"embeded://{ICON}", "name": "main", "ext": "png"}
    return raw if data.get("assets") else {**raw, "data": {**data, "assets": [icon]}}
