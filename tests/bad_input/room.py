"""A library in which nothing wrong leaves a trace, and what every refusal sounds like."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rashomon.api.library import Library
from rashomon.api.mind import Mind
from rashomon.api.story import Story
from rashomon.errors import Refused

STORY = "gate"
WORLD: dict[str, Any] = {
    "id": STORY,
    "title": "The Gate",
    "places": [
        {"id": "yard", "name": "the yard"},
        {"id": "tower", "name": "the tower", "overlooks": ["yard"]},
        {"id": "cell", "name": "the cell"},
    ],
    "exits": [
        {"id": "stairs", "name": "the stairs", "from": "yard", "to": "tower"},
        {"id": "iron_door", "name": "the iron door", "from": "yard", "to": "cell", "locked": True},
    ],
    "items": [
        {"id": "key", "name": "a key", "at": "elias"},
        {"id": "chest", "name": "a chest", "at": "yard", "closed": True},
        {"id": "coin", "name": "a coin", "at": "chest"},
        {"id": "letter", "name": "a letter", "at": "cell", "text": "Come at once."},
    ],
    "characters": [
        {"id": "mara", "name": "Mara", "at": "yard", "beliefs": [{"text": "All is well."}]},
        {"id": "elias", "name": "Elias", "at": "yard", "memories": [{"text": "A bell rang."}]},
        {"id": "tomas", "name": "Tomas", "at": "cell"},
        {"id": "ghost", "name": "a ghost", "at": None},
    ],
    "lore": [{"id": "order", "name": "the Order"}],
}
TURNS: list[dict[str, Any]] = [
    {"steps": [{"who": "mara", "says": "Who goes there?", "to": ["elias"]}]},
    {"steps": [{"who": "tomas", "thinks": "They forgot me."}]},
    {"steps": [{"who": "elias", "does": "shows the key", "with": ["key"]}]},
]

JARGON = re.compile(
    r"Traceback|<class|<[\w.]+ object|0x[0-9a-f]{6}|NoneType|\bNone\b|\bTrue\b|\bFalse\b"
    r"|\w+(?:Error|Exception|Warning)\b|pydantic|validation|value_error|Input should"
    r"|\b(?:dict|str|int|float|bool|bytes|tuple|list index|codec|errno|Errno)\b|sqlalche|sqlite3\."
    r"|psycopg|UNIQUE constraint|NOT NULL|datatype mismatch|https?://\w|\(Background on|<built-in"
    r"|mappingproxy|MappingProxy|PosixPath",
)
"""What a program says to programmers, and nobody else can use."""

LONGEST = 600


def plain(said: str, *places: str) -> None:
    """Hold what was said to be one plain sentence that names the place of the fault."""
    assert said.strip() == said, repr(said)
    assert said, "nothing was said"
    assert "\n" not in said, said
    assert said.isprintable(), repr(said)
    assert said[-1] in ".?", said
    assert not said.endswith((".?", "..", "?.")), said
    assert len(said) <= LONGEST, f"{len(said)} characters: {said[:200]}"
    jargon = JARGON.search(said)
    assert jargon is None, f"{jargon.group()!r} in {said}"
    for place in places:
        assert place in said, f"{place!r} is not in {said!r}"


def refusal(do: Callable[[], object]) -> str:
    """What is said when something is refused; anything but a refusal is a fault of ours."""
    try:
        got = do()
    except Refused as refused:
        return str(refused)
    pytest.fail(f"this was let pass: {got!r:.200}")


@dataclass(frozen=True)
class Room:
    """A library with one story of three turns, the folder of its file, and handles on both."""

    library: Library
    folder: Path

    @property
    def story(self) -> Story:
        return self.library.story(STORY)

    @property
    def mara(self) -> Mind:
        return self.story.mind("mara")

    def file(self, name: str, content: bytes | str) -> Path:
        """A file of this content, beside the library."""
        path = self.folder / name
        raw = content.encode() if isinstance(content, str) else content
        path.write_bytes(raw)
        return path

    def everything(self) -> dict[str, list[Any]]:
        """Every row of every story."""
        store = self.library.context.store
        return {each.id: list(store.dump(each.id)) for each in store.stories()}

    @contextmanager
    def nothing_written(self) -> Iterator[None]:
        """Hold that neither a row nor a file is there afterwards that was not before."""
        rows, files = self.everything(), self._files()
        yield
        assert self.everything() == rows
        assert self._files() == files

    def _files(self) -> list[str]:
        found = (str(each.relative_to(self.folder)) for each in self.folder.rglob("*"))
        return sorted(name for name in found if not name.endswith(("-wal", "-shm")))
