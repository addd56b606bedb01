"""The formats that `import` takes, each known by how a file of it begins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rashomon.errors import BadFile, named
from rashomon.imports import own, tei

Imported: TypeAlias = own.Export | tei.Play


@dataclass(frozen=True)
class Format:
    """One format: what people call it, how it is known, and how it is read."""

    name: str
    begins: Callable[[bytes], bool]
    read: Callable[[Path], Imported]


def _play(path: Path) -> tei.Play:
    with path.open("rb") as file:
        return tei.read(file.read(tei.LARGEST + 1))


FORMATS: tuple[Format, ...] = (
    Format("a story exported by rashomon", own.is_own, own.read),
    Format("a play in TEI", tei.is_tei, _play),
)


def read(path: Path) -> Imported:
    """Read a file of any of the formats. Raises `BadFile` with what could be read instead."""
    try:
        with path.open("rb") as file:
            head = file.read(64 * 1024)
        for each in FORMATS:
            if each.begins(head):
                return each.read(path)
    except UnicodeDecodeError:
        raise BadFile(f"{named(path)} is not UTF-8 text.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "that is no name of a file"
        raise BadFile(f"{named(path)} cannot be read: {reason}.") from None
    known = " and ".join(each.name for each in FORMATS)
    raise BadFile(f"{named(path)} is of no format that can be imported; those are {known}.")
