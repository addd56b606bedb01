"""The formats that `import` takes, each known by how a file of it begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rashomon.errors import BadFile, named
from rashomon.imports import bringing, cardfile, own, tei

Imported: TypeAlias = own.Export | tei.Play | cardfile.CardFile


@dataclass(frozen=True)
class Format:
    """One format: what people call it, how it is known, and how it is read.

    Files of a format that `joins` make one story together.
    """

    name: str
    begins: Callable[[bytes], bool]
    read: Callable[[Path], Imported]
    joins: bool = False


def _play(path: Path) -> tei.Play:
    with path.open("rb") as file:
        return tei.read(file.read(tei.LARGEST + 1))


def _card(path: Path) -> cardfile.CardFile:
    with path.open("rb") as file:
        return cardfile.read(file.read(cardfile.MOST_BYTES + 1), named(path.name))


FORMATS: tuple[Format, ...] = (
    Format("a story exported by rashomon", own.is_own, own.read),
    Format("a play in TEI", tei.is_tei, _play),
    Format("a character card or lorebook", cardfile.is_card, _card, joins=True),
)


def read(path: Path) -> Imported:
    """Read a file of any of the formats. Raises `BadFile` with what could be read instead."""
    try:
        return _format(path).read(path)
    except UnicodeDecodeError:
        raise BadFile(f"{named(path)} is not UTF-8 text.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "that is no name of a file"
        raise BadFile(f"{named(path)} cannot be read: {reason}.") from None


def read_together(paths: Sequence[Path], player: str | None = None) -> bringing.Brought:
    """Read cards and lorebooks that make one story. Raises `BadFile` for any other file."""
    found: list[cardfile.CardFile] = []
    for path in paths:
        one = read(path)
        if not isinstance(one, cardfile.CardFile):
            raise BadFile(f"{named(path)} is a story by itself; only cards and lorebooks are made "
                          "into one.")  # fmt: skip
        found.append(one)
    return bringing.bring(found, player)


def grouped(paths: Sequence[Path]) -> list[list[Path]]:
    """The files of each story that they make, told by how they begin.

    What cannot be read is by itself: what is wrong with it is said when it is.
    """
    groups: list[list[Path]] = []
    joined: list[Path] = []
    for path in paths:
        try:
            joins = _format(path).joins
        except (BadFile, OSError, ValueError):
            joins = False
        if not joins:
            groups.append([path])
            continue
        if not joined:
            groups.append(joined)
        joined.append(path)
    return groups


def _format(path: Path) -> Format:
    with path.open("rb") as file:
        head = file.read(64 * 1024)
    for each in FORMATS:
        if each.begins(head):
            return each
    known = ", ".join(each.name for each in FORMATS[:-1])
    raise BadFile(
        f"{named(path)} is of no format that can be imported; those are {known} and "
        f"{FORMATS[-1].name}."
    )
