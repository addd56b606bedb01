"""Keeping the text index true: which documents rows make, before and after a change of rows."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, select

from rashomon.stores import tables as t
from rashomon.stores.queries import chunks, newest
from rashomon.stores.rows import unpack_form
from rashomon.stores.textindex import WORDLESS, Document, Held, documents_of
from rashomon.stores.vectors import drop_vectors

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading
    from rashomon.stores.writing import StoryWriter


class Documents:
    """The documents of one story, as its rows make them."""

    def __init__(self, story: StoryReading) -> None:
        self.story = story

    def touched_by(self, commits: Sequence[int]) -> set[int]:
        """The moments that these commits wrote, and those whose perceptions they changed.

        An event that nobody perceived has a document too, so events are asked for by themselves.
        """
        e, p, v, c = t.events, t.perceptions, t.perception_versions, t.commits
        key = self.story.key
        found: set[int] = set()
        for chunk in chunks(commits):
            first = select(func.min(c.c.first_perception)).where(
                c.c.story == key, c.c.id.in_(chunk)
            )
            earliest = select(func.min(c.c.first_event)).where(c.c.story == key, c.c.id.in_(chunk))
            events = select(e.c.id).where(
                e.c.story == key, e.c.id >= earliest.scalar_subquery(), e.c.commit.in_(chunk)
            )
            base = select(p.c.event).where(
                p.c.story == key, p.c.id >= first.scalar_subquery(), p.c.commit.in_(chunk)
            )
            versions = select(v.c.event).where(v.c.story == key, v.c.commit.in_(chunk))
            for query in (events, base.distinct(), versions.distinct()):
                found |= {event for (event,) in self.story.rows(query)}
        return found

    def of(self, moments: Iterable[int]) -> dict[int, Document]:
        """The documents of these moments, by number."""
        found: dict[int, Document] = {}
        for chunk in chunks(sorted(moments)):
            found.update(self._of(chunk))
        return found

    def _of(self, moments: Sequence[int]) -> dict[int, Document]:
        e, x = t.events, t.texts
        key = self.story.key
        events = {
            row.id: row.text
            for row in self.story.rows(
                select(e.c.id, e.c.text).where(e.c.story == key, e.c.id.in_(moments))
            )
        }
        held = self._held(moments)
        numbers = [row.text for row in held if row.text is not None]
        texts: dict[int, str] = {}
        for chunk in chunks(numbers):
            query = select(x.c.id, x.c.body).where(x.c.story == key, x.c.id.in_(chunk))
            texts.update({row.id: row.body for row in self.story.rows(query)})
        return documents_of(held, events, texts)

    def _held(self, moments: Sequence[int]) -> list[Held]:
        p, e, v = t.perceptions, t.events, t.perception_versions
        key = self.story.key
        columns = (p.c.owner, p.c.event, p.c.text, p.c.form)
        witnessed = (
            select(*columns)
            .join(
                e,
                and_(
                    e.c.story == p.c.story,
                    p.c.id >= e.c.first,
                    p.c.id < e.c.first + e.c.witnesses,
                ),
            )
            .where(e.c.story == key, p.c.story == key, e.c.id.in_(moments))
        )
        rows: dict[tuple[int, int], Sequence[Any]] = {}
        rows.update({(row[0], row[1]): row for row in self.story.rows(witnessed)})
        memories = [moment for moment in moments if moment < 0]
        if memories:
            owners = select(t.symbols.c.id).where(t.symbols.c.story == key)
            authored = select(*columns).where(
                p.c.story == key, p.c.owner.in_(owners), p.c.event.in_(memories)
            )
            rows.update({(row[0], row[1]): row for row in self.story.rows(authored)})
        versions = newest(v, ("owner", "event"), key).where(v.c.event.in_(moments))
        columns = (v.c.owner, v.c.event, v.c.text, v.c.form, v.c.gone)
        for *row, gone in self.story.rows(versions.with_only_columns(*columns)):
            if gone:
                rows.pop((row[0], row[1]), None)
            else:
                rows[row[0], row[1]] = row
        return [
            Held(owner, event, text, unpack_form(form)[2] not in WORDLESS)
            for owner, event, text, form in rows.values()
        ]


@contextmanager
def kept_up(writer: StoryWriter, moments: set[int]) -> Generator[None]:
    """Let the text index follow what happens to these moments' rows inside the block.

    A document that is gone afterwards takes its vector along; one whose owners changed keeps it,
    for its text is the same.
    """
    documents = writer.documents
    before = documents.of(moments) if moments else {}
    yield
    after = documents.of(moments) if moments else {}
    old = {n: document for n, document in before.items() if after.get(n) != document}
    new = {n: document for n, document in after.items() if before.get(n) != document}
    writer.index.remove(writer.connection, writer.key, writer.language, old)
    writer.index.add(writer.connection, writer.key, writer.language, new)
    drop_vectors(writer, before.keys() - after.keys())
