"""Vectors as rows: which documents lack one, what is written, and what goes with its text.

Both databases hold the same bytes and leave the arithmetic to numpy. A mind's own vectors are some
thousands out of a story's, and an index over all of them (pgvector was tried) finds the story's
nearest and then has to throw away what this mind does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, literal, or_, select, update

from rashomon.stores import tables as t
from rashomon.stores.queries import chunks
from rashomon.stores.textindex import OWN_TEXT
from rashomon.story.naming import unnamed

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix
    from rashomon.stores.reading import StoryReading
    from rashomon.stores.writing import StoryWriter

_NO_MODEL = -1


class Model(NamedTuple):
    """A model's number in a story, and a version that rises with every writing of its vectors."""

    id: int
    version: int


def model_of(story: StoryReading, name: str) -> Model | None:
    """The model of that name; `None` where it never made a vector of this story."""
    m = t.vector_models
    query = select(m.c.id, m.c.version).where(m.c.story == story.key, m.c.name == name)
    row = story.run(query).first()
    return None if row is None else Model(row.id, row.version)


# What lacks a vector.


def missing(story: StoryReading, name: str, limit: int, after: int) -> list[tuple[int, str]]:
    """The first `limit` documents after a number that have no vector of this model."""
    model = model_of(story, name)
    id = _NO_MODEL if model is None else model.id
    found: list[tuple[int, str]] = []
    if after < OWN_TEXT:
        e = t.events
        query = select(e.c.id, e.c.text).where(
            e.c.story == story.key, e.c.id > after, e.c.text != "",
            ~_has_vector(story.key, e.c.id, id),
        ).order_by(e.c.id).limit(limit)  # fmt: skip
        found += [(row.id, unnamed(row.text)) for row in story.rows(query)]
    own = _missing_own(story, id, max(0, after - OWN_TEXT), limit)
    while len(found) < limit and (each := next(own, None)) is not None:
        found.append(each)
    return found


def count_missing(story: StoryReading, name: str) -> int:
    """How many documents have no vector of this model."""
    model = model_of(story, name)
    id = _NO_MODEL if model is None else model.id
    e = t.events
    query = select(func.count()).select_from(e).where(
        e.c.story == story.key, e.c.text != "", ~_has_vector(story.key, e.c.id, id)
    )  # fmt: skip
    return int(story.run(query).scalar_one()) + sum(1 for _ in _missing_own(story, id, 0, 1000))


def _has_vector(story: int, number: object, model: int):
    v = t.vectors
    return (
        select(literal(1))
        .where(v.c.story == story, v.c.number == number, v.c.model == model)
        .exists()
    )


def _missing_own(
    story: StoryReading, model: int, after: int, page: int
) -> Iterator[tuple[int, str]]:
    """Own texts without a vector. One that nobody holds any more is no document and needs none."""
    x = t.texts
    while True:
        query = select(x.c.id, x.c.event).where(
            x.c.story == story.key, x.c.id > after,
            ~_has_vector(story.key, x.c.id + OWN_TEXT, model),
        ).order_by(x.c.id).limit(page)  # fmt: skip
        rows = story.rows(query)
        documents = story.documents.of({row.event for row in rows})
        for row in rows:
            document = documents.get(OWN_TEXT | row.id)
            if document is not None:
                yield OWN_TEXT | row.id, document.text
        if len(rows) < page:
            return
        after = rows[-1].id


# What is read.


def read(story: StoryReading, model: Model, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """The vectors that a model made of some documents."""
    v = t.vectors
    query = select(v.c.number, v.c.vector).where(v.c.story == story.key, v.c.model == model.id)
    for chunk in chunks(numbers):
        for number, vector in story.rows(query.where(v.c.number.in_(chunk))):
            yield number, bytes(vector)


# What is written, and what goes.


def put(writer: StoryWriter, name: str, numbers: Sequence[int], matrix: Matrix) -> int:
    """Keep vectors of those documents that are still there; whatever they had before goes."""
    from rashomon.stores.warm import packed

    there = _documented(writer, numbers).intersection(numbers)
    model = _model_to_write(writer, name)
    rows = [
        {"story": writer.key, "number": number, "model": model, "vector": vector}
        for number, vector in zip(numbers, packed(matrix), strict=True)
        if number in there
    ]
    drop_vectors(writer, there)
    if rows:
        writer.connection.execute(insert(t.vectors), rows)
    return len(rows)


def _documented(writer: StoryWriter, numbers: Sequence[int]) -> set[int]:
    """Those of these numbers that documents have. A number is never another document's later."""
    e, x = t.events, t.texts
    found: set[int] = set()
    for chunk in chunks([number for number in numbers if number < OWN_TEXT]):
        query = select(e.c.id).where(e.c.story == writer.key, e.c.id.in_(chunk))
        found |= {row.id for row in writer.rows(query)}
    moments: set[int] = set()
    for chunk in chunks([number - OWN_TEXT for number in numbers if number >= OWN_TEXT]):
        query = select(x.c.event).where(x.c.story == writer.key, x.c.id.in_(chunk))
        moments |= {row.event for row in writer.rows(query)}
    return found | writer.documents.of(moments).keys()


def _model_to_write(writer: StoryWriter, name: str) -> int:
    m = t.vector_models
    model = model_of(writer, name)
    if model is not None:
        ours = and_(m.c.story == writer.key, m.c.id == model.id)
        writer.connection.execute(update(m).where(ours).values(version=model.version + 1))
        return model.id
    last = writer.run(select(func.max(m.c.id)).where(m.c.story == writer.key)).scalar() or 0
    row = {"story": writer.key, "id": last + 1, "name": name, "version": 1}
    writer.connection.execute(insert(m), row)
    return last + 1


def drop_vectors(writer: StoryWriter, numbers: Iterable[int]) -> None:
    """Delete the vectors of documents, whichever model made them."""
    v = t.vectors
    for chunk in chunks(list(numbers)):
        gone = delete(v).where(v.c.story == writer.key, v.c.number.in_(chunk))
        writer.connection.execute(gone)


def copy_vectors(connection: Connection, source: int, target: int) -> None:
    """Give a branch the vectors of the documents it has: they are of the same texts."""
    m, v, e, x = t.vector_models, t.vectors, t.events, t.texts
    models = select(literal(target), m.c.id, m.c.name, m.c.version).where(m.c.story == source)
    connection.execute(insert(m).from_select(["story", "id", "name", "version"], models))
    there = or_(
        v.c.number.in_(select(e.c.id).where(e.c.story == target)),
        v.c.number.in_(select(x.c.id + OWN_TEXT).where(x.c.story == target)),
    )
    rows = select(literal(target), v.c.number, v.c.model, v.c.vector).where(
        v.c.story == source, there
    )
    connection.execute(insert(v).from_select(["story", "number", "model", "vector"], rows))
