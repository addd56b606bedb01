"""The chunks of a PNG file: read, checked, and written again with other texts between them.

Three dozen lines instead of an imaging library: nothing here looks at a picture, and what is not
decoded can neither be blown up in memory nor be changed by having been saved anew.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rashomon.errors import BadFile

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MOST_CHUNKS = 50_000
"""A picture of fifty megabytes in the usual chunks of 8 KB has six thousand."""

TEXT, END = b"tEXt", b"IEND"
_FIRST = b"IHDR"


@dataclass(frozen=True, slots=True)
class Chunk:
    """One chunk: its type of four letters, and its data without length and checksum."""

    type: bytes
    data: bytes

    @property
    def key(self) -> str:
        """Of a text chunk the word it is found by, in lower case."""
        return self.data.partition(b"\0")[0].decode("latin-1").lower()

    @property
    def text(self) -> bytes:
        """Of a text chunk what it says."""
        return self.data.partition(b"\0")[2]


@dataclass(frozen=True, slots=True)
class Png:
    """A whole file: its chunks in order, and what lies behind the last of them."""

    chunks: tuple[Chunk, ...]
    rest: bytes = b""

    def texts(self) -> Iterator[tuple[int, Chunk]]:
        """Every text chunk with its number."""
        yield from ((n, each) for n, each in enumerate(self.chunks) if each.type == TEXT)


def read(data: bytes, name: str) -> Png:
    """The chunks of a file; raises `BadFile` for one that is broken off or damaged."""
    chunks: list[Chunk] = []
    at = len(SIGNATURE)
    while not chunks or chunks[-1].type != END:
        if at + 12 > len(data):
            raise BadFile(f"{name} breaks off; it is not a whole PNG file.")
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 8 + length
        if end + 4 > len(data):
            raise BadFile(f"{name} breaks off; it is not a whole PNG file.")
        kind = data[at + 4 : at + 8]
        (checksum,) = struct.unpack_from(">I", data, end)
        if checksum != zlib.crc32(memoryview(data)[at + 4 : end]):
            raise BadFile(f"{name} is damaged: a checksum in it is not that of what it stands by.")
        chunks.append(Chunk(kind, data[at + 8 : end]))
        if len(chunks) > MOST_CHUNKS:
            raise BadFile(f"{name} has more than {MOST_CHUNKS:,} chunks, which no picture has.")
        at = end + 4
    if chunks[0].type != _FIRST:
        raise BadFile(f"{name} is no PNG file: it does not begin with what its picture is.")
    return Png(tuple(chunks), data[at:])


def write(png: Png) -> bytes:
    """The bytes of a file; what was read is written as it was."""
    parts = [SIGNATURE]
    for each in png.chunks:
        body = each.type + each.data
        parts += [struct.pack(">I", len(each.data)), body, struct.pack(">I", zlib.crc32(body))]
    return b"".join([*parts, png.rest])


def with_texts(png: Png, texts: Iterable[tuple[str, bytes]]) -> Png:
    """The same picture with these texts: each where one of its key stands, or else at the end."""
    chunks = list(png.chunks)
    for key, said in texts:
        new = Chunk(TEXT, key.encode("latin-1") + b"\0" + said)
        at = next(
            (n for n, each in enumerate(chunks) if each.type == TEXT and each.key == key), None
        )
        if at is None:
            chunks.insert(len(chunks) - 1, new)
        else:
            chunks[at] = new
    return Png(tuple(chunks), png.rest)


def blank(width: int = 400, height: int = 600, grey: int = 96) -> Png:
    """A plain grey picture, for a card that came without one."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + bytes([grey]) * width) * height, 9)
    return Png((Chunk(_FIRST, header), Chunk(b"IDAT", rows), Chunk(END, b"")))
