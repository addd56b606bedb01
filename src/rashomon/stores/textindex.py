"""The text index: which events, and whose memories of them, have which words.

A document is one text and the owners who hold it: an event as it reads to whoever has it whole,
or somebody's own text of it. Owners are terms beside the words, so that a search in one mind
never touches another. Documents are not stored, only indexed, and to take one out again it must
be told what it held; both times it is made from the rows by the same function.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from rashomon.story.naming import unnamed
from rashomon.story.perception import Version

OWN_TEXT = 1 << 39
"""Set in the number of a document that is somebody's own text; below it is the event's id."""

WORDLESS = frozenset({Version.WHISPER, Version.LISTENS, Version.LEFT, Version.ARRIVED})
"""The versions of an event that have none of its words."""


def document_of(moment: int, text: int | None, version: Version) -> int:
    """The number of the document that a perception's words are; 0 where it has none of its own."""
    if text is not None:
        return OWN_TEXT | text
    return moment if moment > 0 and version not in WORDLESS else 0


class Document(NamedTuple):
    """What the index holds of one text. `owners` are symbols in rising order."""

    owners: tuple[int, ...]
    text: str


class TextIndex(Protocol):
    """What differs between databases in full text."""

    def add(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Index documents by number."""
        ...

    def remove(
        self, connection: Connection, story: int, language: str, documents: Mapping[int, Document]
    ) -> None:
        """Take documents out again, given as they were added."""
        ...

    def clear(self, connection: Connection, story: int) -> None:
        """Take out everything of a story, where that needs no telling what it held."""
        ...

    def search(
        self, connection: Connection, story: int, words: Sequence[str], limit: int
    ) -> list[int]:
        """Numbers of documents with all these terms, newest first."""
        ...


class Held(NamedTuple):
    """A row of a perception, as far as the index needs it."""

    owner: int
    event: int
    text: int | None
    whole: bool


def documents_of(
    held: Iterable[Held], events: Mapping[int, str], texts: Mapping[int, str]
) -> dict[int, Document]:
    """The documents that rows of perceptions make. A version without words of its own makes none.

    `events` has the texts of events by id, `texts` own texts by number; names in them are left
    out, for a person is a cue of its own and is called differently by everybody.
    """
    owners: dict[int, list[int]] = {event: [] for event in events}
    for owner, event, text, whole in held:
        if text is not None:
            owners.setdefault(OWN_TEXT | text, []).append(owner)
        elif whole and event > 0:
            owners.setdefault(event, []).append(owner)
    found: dict[int, Document] = {}
    for number, whose in owners.items():
        text = texts[number & ~OWN_TEXT] if number & OWN_TEXT else events.get(number, "")
        if text:
            found[number] = Document(tuple(sorted(whose)), unnamed(text))
    return found
