"""Runs in their tables: written with a bound on what they take, read, summed, taken back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, insert, select, update

from rashomon.stores import tables as t
from rashomon.story.faults import unfit
from rashomon.story.run import Cost, Edit, RoleCost, Run, RunKind, RunStep, RunSummary, spent

if TYPE_CHECKING:
    from rashomon.stores.queries import AnyRow
    from rashomon.stores.reading import StoryReading

LONGEST = 256 * 1024
"""Characters of one text of a step that are kept: a hundred times a prompt of the usual size."""

_NOTED = ("system", "prompt")
_STEP = {each.name for each in fields(RunStep)}


def packed(steps: Sequence[RunStep]) -> bytes:
    """Steps as they are stored."""
    return zlib.compress(json.dumps([asdict(bounded(step)) for step in steps]).encode(), 6)


def unpacked(body: bytes) -> tuple[RunStep, ...]:
    """The reverse; what a newer version wrote beside the fields of today is passed over."""
    found: list[RunStep] = []
    for row in json.loads(zlib.decompress(body)):
        given: dict[str, Any] = {key: value for key, value in row.items() if key in _STEP}
        given["edits"] = tuple(Edit(**each) for each in given.get("edits", ()))
        given |= {key: tuple(given.get(key, ())) for key in ("replies", "notes")}
        found.append(RunStep(**given))
    return tuple(found)


def bounded(step: RunStep) -> RunStep:
    """A step whose long texts are cut, with a note that says which and by how much."""
    notes: list[str] = []

    def cut(what: str, text: str) -> str:
        if len(text) <= LONGEST:
            return text
        notes.append(f"Of the {what}, {LONGEST} of {len(text)} characters are kept.")
        return text[:LONGEST]

    texts = {name: cut(name, getattr(step, name)) for name in _NOTED}
    replies = tuple(cut(f"reply {n}", text) for n, text in enumerate(step.replies, 1))
    edits = tuple(
        Edit(cut("proposal", each.proposal), each.outcome, cut("reason", each.reason))
        for each in step.edits
    )
    said = tuple(cut("note", note) for note in step.notes)
    return replace(step, **texts, replies=replies, edits=edits, notes=(*said, *notes))


def write(story: StoryReading, run: Run, room: int | None) -> int:
    """Write a run and let the oldest bodies go until all take `room` bytes; answers its number."""
    connection, key = story.connection, story.key
    body = packed(run.steps)
    total = spent(run.steps).total
    size = len(body)
    book = _book(connection, key)
    number = book.next
    reason = "".join(c for c in run.reason if not unfit(c))[:LONGEST]
    connection.execute(insert(t.runs).values(
        story=key, id=number, kind=run.kind, turn=run.turn, commit=run.commit, at=run.at,
        status=run.status, reason=reason, calls=total.calls, read=total.read,
        written=total.written, seconds=total.seconds, cost=total.cost,
    ))  # fmt: skip
    connection.execute(insert(t.run_bodies).values(story=key, run=number, size=size, body=body))
    size = _pruned(connection, key, book.size + size, room)
    _keep_book(connection, key, next=number + 1, size=size, sums=_summed(book.sums, run))
    return number


def count_only(story: StoryReading, run: Run) -> int:
    """Add what a run took to the sums and keep nothing else of it; answers its number."""
    book = _book(story.connection, story.key)
    sums = _summed(book.sums, run)
    _keep_book(story.connection, story.key, next=book.next + 1, sums=sums)
    return book.next


def _summed(sums: str, run: Run) -> str:
    """The sums of a book with what a run took."""
    found: dict[str, Any] = json.loads(sums)
    for each in spent(run.steps).roles:
        before = RoleCost(**found[each.role]) if each.role in found else RoleCost(each.role)
        found[each.role] = asdict(before.plus(each))
    return json.dumps(found)


def _book(connection: Connection, key: int) -> AnyRow:
    query = select(t.run_books).where(t.run_books.c.story == key)
    found = connection.execute(query).first()
    if found is None:
        connection.execute(insert(t.run_books).values(story=key, next=1, size=0, sums="{}"))
        found = connection.execute(query).one()
    return found


def _keep_book(connection: Connection, key: int, **values: Any) -> None:
    connection.execute(update(t.run_books).where(t.run_books.c.story == key).values(**values))


def _pruned(connection: Connection, key: int, size: int, room: int | None) -> int:
    """Let the oldest bodies go, in pages; answers what the rest take."""
    b = t.run_bodies
    while room is not None and size > room:
        query = select(b.c.run, b.c.size).where(b.c.story == key).order_by(b.c.run).limit(64)
        going: list[int] = []
        for run, bytes_ in connection.execute(query):
            if size <= room:
                break
            going.append(run)
            size -= bytes_
        if not going:
            break
        connection.execute(delete(b).where(b.c.story == key, b.c.run.in_(going)))
    return size


def prune(story: StoryReading, room: int) -> None:
    """Let the oldest bodies go until the rest take `room` bytes."""
    book = _book(story.connection, story.key)
    size = _pruned(story.connection, story.key, book.size, room)
    _keep_book(story.connection, story.key, size=size)


def take_back(connection: Connection, key: int, turn: int) -> None:
    """Delete the runs that could show what came after a turn. What they took stays counted."""
    r, b = t.runs, t.run_bodies
    later = select(r.c.id).where(r.c.story == key, r.c.turn > turn)
    gone = connection.execute(delete(b).where(b.c.story == key, b.c.run.in_(later))).rowcount
    connection.execute(delete(r).where(r.c.story == key, r.c.turn > turn))
    if gone:
        left = select(func.coalesce(func.sum(b.c.size), 0)).where(b.c.story == key)
        _keep_book(connection, key, size=int(connection.execute(left).scalar_one()))


# Reading.


def newest(
    story: StoryReading, limit: int | None, before: int | None, kind: RunKind | None
) -> list[RunSummary]:
    """Runs, newest first."""
    r, b = t.runs, t.run_bodies
    query = select(r, b.c.run.label("body")).outerjoin(
        b, (b.c.story == r.c.story) & (b.c.run == r.c.id)
    )
    query = query.where(r.c.story == story.key)
    if before is not None:
        query = query.where(r.c.id < before)
    if kind is not None:
        query = query.where(r.c.kind == kind)
    return [
        RunSummary(
            id=row.id, kind=row.kind, turn=row.turn, commit=row.commit, at=row.at,
            status=row.status, reason=row.reason, calls=row.calls, read=row.read,
            written=row.written, seconds=row.seconds, cost=row.cost, pruned=row.body is None,
        )
        for row in story.rows(query.order_by(r.c.id.desc()).limit(limit))
    ]  # fmt: skip


def one(story: StoryReading, number: int) -> Run | None:
    """A run with its steps, as far as they are kept."""
    r, b = t.runs, t.run_bodies
    query = select(r, b.c.body).outerjoin(b, (b.c.story == r.c.story) & (b.c.run == r.c.id))
    row = story.run(query.where(r.c.story == story.key, r.c.id == number)).first()
    if row is None:
        return None
    return Run(
        id=row.id, kind=row.kind, turn=row.turn, commit=row.commit, at=row.at, status=row.status,
        reason=row.reason, steps=() if row.body is None else unpacked(bytes(row.body)),
        pruned=row.body is None,
    )  # fmt: skip


def cost(story: StoryReading) -> Cost:
    """What all calls took, by role."""
    query = select(t.run_books.c.sums).where(t.run_books.c.story == story.key)
    sums = json.loads(story.run(query).scalar() or "{}")
    return Cost(tuple(RoleCost(**sums[role]) for role in sorted(sums)))
