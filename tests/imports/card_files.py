"""Cards of our own making, in every kind of file, whole or damaged in one place."""

from __future__ import annotations

import base64
import io
import json
import struct
import zipfile
import zlib
from typing import Any

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind: bytes, data: bytes, crc: int | None = None) -> bytes:
    """A chunk of a PNG file, with its own checksum or a given one."""
    made = zlib.crc32(kind + data) if crc is None else crc
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", made)


HEAD = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
PIXEL = chunk(b"IDAT", zlib.compress(b"\0\x60"))
END = chunk(b"IEND", b"")


def text(key: str, said: bytes) -> bytes:
    """A text chunk."""
    return chunk(b"tEXt", key.encode("latin-1") + b"\0" + said)


def packed(raw: object) -> bytes:
    """A card as it stands in a text chunk."""
    return base64.b64encode(raw if isinstance(raw, bytes) else json.dumps(raw).encode())


def png(*chunks: bytes, rest: bytes = b"") -> bytes:
    """A picture of one pixel with these chunks before it."""
    return SIGNATURE + HEAD + b"".join(chunks) + PIXEL + END + rest


def zipped(members: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", packing) as target:
        for path, body in members.items():
            target.writestr(zipfile.ZipInfo(path), body, packing)
    return file.getvalue()


def v1(**more: Any) -> dict[str, Any]:
    """A card of the first version."""
    return {
        "name": "Ada", "description": "A baker.", "personality": "gruff", "scenario": "",
        "first_mes": 'Ada looks up. "We are shut."', "mes_example": "", **more,
    }  # fmt: skip


def v2(**more: Any) -> dict[str, Any]:
    """A card of the second version."""
    data = {
        **v1(), "creator_notes": "", "system_prompt": "", "post_history_instructions": "",
        "alternate_greetings": [], "tags": [], "creator": "", "character_version": "",
        "extensions": {}, **more,
    }  # fmt: skip
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def v3(**more: Any) -> dict[str, Any]:
    """A card of the third version."""
    data = {**v2()["data"], "group_only_greetings": [], **more}
    return {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}


def entry(*keys: str, content: str, **more: Any) -> dict[str, Any]:
    """An entry of a card's lorebook."""
    return {
        "keys": list(keys), "content": content, "extensions": {}, "enabled": True,
        "insertion_order": 100, **more,
    }  # fmt: skip


def info(*keys: str, content: str, **more: Any) -> dict[str, Any]:
    """An entry of world info."""
    return {"uid": 0, "key": list(keys), "keysecondary": [], "content": content, **more}


def js(raw: object) -> bytes:
    """The bytes of a JSON file."""
    return json.dumps(raw, ensure_ascii=False, indent=2).encode()
