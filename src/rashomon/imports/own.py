"""The project's own export: one JSON object a line, the first of which says what it is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, cast

from rashomon.errors import BadFile, named, shown
from rashomon.imports.whole import whole

FORMAT = 1
"""The number of this format. A file of a higher one is refused, of a lower one read for ever."""


def is_own(head: bytes) -> bool:
    """Whether a file begins as an export does."""
    return head.lstrip().startswith(b'{"rashomon"')


def write(path: Path, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Write dumped rows to a file, which is there whole or not at all."""
    with whole(path) as file:
        digest = hashlib.sha256()
        for line in _written(rows):
            digest.update(line.encode())
            file.write(line.encode())
        file.write(json.dumps({"sha256": digest.hexdigest()}).encode() + b"\n")


def _written(rows: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    yield json.dumps({"rashomon": FORMAT}) + "\n"
    for table, row in rows:
        line = {"table": table, **row}
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


@dataclass(frozen=True)
class Export:
    """An export on disk: the id of its story, and its rows when they are asked for."""

    path: Path
    id: str

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every row with its table. Raises `BadFile` at the first line that is none.

        The last line holds a hash of those before it, so that a file that breaks off between two
        lines, or lost one on its way, is no export.
        """
        digest, end = hashlib.sha256(), None
        with self.path.open(encoding="utf-8", errors="strict", newline="\n") as file:
            for number, line in enumerate(_lines(self.path, file), 1):
                row = _object(self.path, number, line)
                if end is not None:
                    raise BadFile(
                        f"{named(self.path)}, line {number}: the export ended before this line."
                    )
                if "sha256" in row and "table" not in row:
                    end = row["sha256"]
                    continue
                digest.update(line.encode())
                if number == 1:
                    continue
                table = row.pop("table", None)
                if not isinstance(table, str):
                    raise BadFile(f"{named(self.path)}, line {number}: a row must name its table.")
                yield table, row
        if end is None:
            raise BadFile(f"{named(self.path)} breaks off; it is not a whole export.")
        if end != digest.hexdigest():
            raise BadFile(f"{named(self.path)} is not as it was exported: its hash is another.")


def read(path: Path) -> Export:
    """Look at the beginning of an export; its rows are read when the story is restored."""
    with path.open(encoding="utf-8", newline="\n") as file:
        lines = _lines(path, file)
        first = _object(path, 1, next(lines, ""))
        number = first.get("rashomon")
        if type(number) is int and number > FORMAT:
            raise BadFile(
                f"{named(path)} was exported by a newer rashomon (format {shown(number)}, this one "
                f"reads {FORMAT}); import it with that."
            )
        if number != FORMAT:
            raise BadFile(f"{named(path)}, line 1: this is no number of a format that there was.")
        story = _object(path, 2, next(lines, ""))
    if story.get("table") != "stories" or not isinstance(story.get("id"), str):
        raise BadFile(f"{named(path)}, line 2: an export begins with its story.")
    return Export(path, cast(str, story["id"]))


def _lines(path: Path, file: Iterable[str]) -> Iterator[str]:
    try:
        yield from file
    except UnicodeDecodeError:
        raise BadFile(f"{named(path)} is not UTF-8 text.") from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found: object = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise BadFile(
            f"{named(path)}, line {number}: this is no JSON, so the file is damaged."
        ) from None
    if not isinstance(found, dict):
        raise BadFile(f"{named(path)}, line {number}: each line is one JSON object.")
    return cast(dict[str, Any], found)
