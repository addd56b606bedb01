"""The project's own export: one JSON object a line, the first of which says what it is."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rashomon.errors import BadFile

FORMAT = 1
"""The number of this format. A file of a higher one is refused, of a lower one read for ever."""


def is_own(head: bytes) -> bool:
    """Whether a file begins as an export does."""
    return head.lstrip().startswith(b'{"rashomon"')


def write(path: Path, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Write dumped rows to a file, which is there whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps({"rashomon": FORMAT}) + "\n")
            for table, row in rows:
                line = {"table": table, **{f"{key}": value for key, value in row.items()}}
                file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        part.unlink(missing_ok=True)


@dataclass(frozen=True)
class Export:
    """An export on disk: the id of its story, and its rows when they are asked for."""

    path: Path
    id: str

    def rows(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Every row with its table. Raises `BadFile` at the first line that is none."""
        with self.path.open(encoding="utf-8", errors="strict", newline="\n") as file:
            for number, line in enumerate(_lines(self.path, file), 1):
                if number == 1:
                    continue
                row = _object(self.path, number, line)
                table = row.pop("table", None)
                if not isinstance(table, str):
                    raise BadFile(f"{self.path}, line {number}: a row must name its table.")
                yield table, row


def read(path: Path) -> Export:
    """Look at the beginning of an export; its rows are read when the story is restored."""
    with path.open(encoding="utf-8", newline="\n") as file:
        lines = _lines(path, file)
        first = _object(path, 1, next(lines, ""))
        if first.get("rashomon") != FORMAT:
            raise BadFile(
                f"{path} is an export of format {first.get('rashomon')!r}; "
                f"this rashomon reads {FORMAT}."
            )
        story = _object(path, 2, next(lines, ""))
    if story.get("table") != "stories" or not isinstance(story.get("id"), str):
        raise BadFile(f"{path}, line 2: an export begins with its story.")
    return Export(path, cast(str, story["id"]))


def _lines(path: Path, file: Iterable[str]) -> Iterator[str]:
    try:
        yield from file
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8 text.") from None


def _object(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        found: object = json.loads(line)
    except ValueError:
        raise BadFile(f"{path}, line {number}: this is no JSON, so the file is damaged.") from None
    if not isinstance(found, dict):
        raise BadFile(f"{path}, line {number}: each line is one JSON object.")
    return cast(dict[str, Any], found)
