"""CHARX: a zip of a card and what belongs to it. Only the card is ever unpacked on the way in."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable

from rashomon.errors import BadFile, shown

CARD = "card.json"
MOST_FILES = 5_000
MOST_UNPACKED = 200_000_000
"""Bytes of all files together: four times what may come in packed."""

_MOST_LISTED = 2_000_000
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"
_ENCRYPTED = 1
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, OSError,
           NotImplementedError, struct.error)  # fmt: skip


def card(data: bytes, name: str, most: int) -> bytes:
    """The JSON of the card in a CHARX file; raises `BadFile` in one sentence.

    Every name and size in its list is looked at, so that what is taken in now can also be written
    again later.
    """
    with _opened(data, name) as packed:
        found = _checked(packed, name)
        info = found.get(CARD)
        if info is None:
            raise BadFile(f"{name} is a zip without a {CARD}, so there is no card in it.")
        return _unpacked(packed, info, name, most)


def files(data: bytes, name: str) -> list[str]:
    """The names of all files beside the card."""
    with _opened(data, name) as packed:
        return [each for each in _checked(packed, name) if each != CARD]


def one(data: bytes, name: str, path: str) -> bytes | None:
    """One file, or `None` where there is none by that path."""
    with _opened(data, name) as packed:
        info = _checked(packed, name).get(path)
        return None if info is None else _unpacked(packed, info, name, info.file_size)


def with_card(data: bytes, name: str, new: bytes) -> bytes:
    """The same file with another card; whatever lies beside it stays as it is."""
    written = io.BytesIO()
    with _opened(data, name) as packed, zipfile.ZipFile(written, "w") as target:
        for path, info in _checked(packed, name).items():
            body = new if path == CARD else _unpacked(packed, info, name, info.file_size)
            target.writestr(info, body, info.compress_type)
        target.comment = packed.comment
    return written.getvalue()


def write(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A new CHARX file; it bears no time, so that the same card makes the same file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as target:
        for path, body in members:
            target.writestr(zipfile.ZipInfo(path), body, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    """Open a zip whose list of files is no longer than it may be, by what stands at its end."""
    end = data.rfind(_END)
    if end < 0 or len(data) < end + 22:
        raise BadFile(f"{name} breaks off; it is not a whole zip file.")
    count, listed = struct.unpack_from("<HI", data, end + 10)
    if count > MOST_FILES or listed > _MOST_LISTED or data[end - 20 : end - 16] == _END_64:
        raise BadFile(f"{name} holds more than {MOST_FILES:,} files, which no card has.")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except _BROKEN:
        raise BadFile(f"{name} is no zip file that can be read; it is damaged.") from None


def _checked(packed: zipfile.ZipFile, name: str) -> dict[str, zipfile.ZipInfo]:
    found: dict[str, zipfile.ZipInfo] = {}
    size = 0
    for info in packed.infolist():
        path = info.filename
        if info.flag_bits & _ENCRYPTED:
            raise BadFile(f"{name} is encrypted; save it without a password.")
        if _leads_away(path) or _leads_away(info.orig_filename):
            raise BadFile(f"{name} holds a file {shown(path)}, whose name leads out of it.")
        if path in found:
            raise BadFile(f"{name} holds two files of one name, {shown(path)}.")
        if info.compress_type not in _PACKINGS:
            raise BadFile(f"{name} is packed in an unusual way; pack it as a plain zip.")
        size += info.file_size
        if size > MOST_UNPACKED:
            most = MOST_UNPACKED // 1_000_000
            raise BadFile(f"{name} unpacks to more than {most} MB, which no card does.")
        found[path] = info
    return found


def _leads_away(path: str) -> bool:
    parts = path.split("/")
    return not path or ".." in parts or parts[0] == "" or any(c in path for c in "\\:\0")


def _unpacked(packed: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, most: int) -> bytes:
    if info.file_size > most:
        raise BadFile(f"{name} holds a card of more than {most // 1_000_000} MB, which none is.")
    try:
        with packed.open(info) as file:
            body = file.read(most + 1)
    except _BROKEN:
        raise BadFile(f"{name} is damaged: {shown(info.filename)} cannot be unpacked.") from None
    if len(body) > most:
        raise BadFile(f"{name} is damaged: {shown(info.filename)} is longer than it says.")
    return body
