"""What is read of one story: the same statements on every database."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Result, Table, and_, bindparam, func, select

from rashomon.errors import NotFound
from rashomon.ports.store import CommitInfo, ReflectedOn, Seal, StoryHead, Takeable, TurnInfo
from rashomon.stores import latest, marks, runs, vectors
from rashomon.stores import tables as t
from rashomon.stores.documents import Documents
from rashomon.stores.marks import NOTHING, Beside, applied
from rashomon.stores.mind import MindReading
from rashomon.stores.queries import AnyRow, Query, Union, chunks, newest
from rashomon.stores.rows import EDGES, read_event_data, value_of
from rashomon.stores.symbols import Symbols
from rashomon.stores.textindex import OWN_TEXT, TextIndex
from rashomon.story.event import KINDS, Event, Scalar
from rashomon.story.mind import CONFIDENCES, Belief, Known, NameKnown, Thread
from rashomon.story.places import ENTITY_MODELS, Entity
from rashomon.story.run import Cost, Run, RunKind, RunSummary

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix
    from rashomon.ports.vectors import Numbers, Shelved, Vectors
    from rashomon.stores.warm import WarmVectors

_LAST_SEALED = select(func.max(t.seals.c.event)).where(t.seals.c.story == bindparam("the_story"))


class StoryReading:
    """One story in one transaction; the implementation of `ports.store.StoredStory`."""

    def __init__(
        self,
        connection: Connection,
        head: StoryHead,
        symbols: Symbols,
        index: TextIndex,
        warm: Callable[[], WarmVectors],
    ) -> None:
        self.connection = connection
        self._head = head
        self.symbols = symbols
        self.index = index
        self._warm = warm
        self._sealed_event: int | None = None
        self.documents = Documents(self)

    @property
    def head(self) -> StoryHead:
        """Where the story stands in this transaction."""
        return self._head

    def next_event(self) -> int:
        """The first event id that is free."""
        return self._head.next_event

    @property
    def key(self) -> int:
        """The story's integer, with which every key begins."""
        return self._head.key

    def name(self, number: int | None) -> str | None:
        """The id behind a number in a row."""
        return self.symbols.name(self.connection, number)

    def known_name(self, number: int) -> str:
        """The id behind a number in a column that is never empty."""
        found = self.symbols.name(self.connection, number)
        assert found is not None
        return found

    def run(
        self,
        query: Query | Union,
        given: Mapping[str, Any] | None = None,
        reads: Table | None = None,
    ) -> Result[*tuple[Any, ...]]:
        """Run a query. Every read goes through here, so that a writer can write first.

        `reads` is the table that it reads, where it reads no other: only that one need be written.
        """
        return self.connection.execute(query, given)

    def rows(self, query: Query, given: Mapping[str, Any] | None = None) -> Sequence[AnyRow]:
        """All rows of a query."""
        return self.run(query, given).all()

    def mind(self, owner: str, *merged: str) -> MindReading:
        """One mind, and those of the ids that were merged into it."""
        return MindReading(self, owner, merged)

    def world(self) -> Mapping[str, Any]:
        """What the world says of itself, its entities apart."""
        query = select(t.worlds.c.data).where(t.worlds.c.story == self.key)
        query = query.order_by(t.worlds.c.commit.desc()).limit(1)
        return json.loads(self.run(query).scalar_one())

    def entities(self) -> list[tuple[Entity, bool]]:
        """Everything defined, in the order of its first definition, and whether it is retired."""
        order = select(t.entities.c.entity, func.min(t.entities.c.commit).label("first"))
        order = order.where(t.entities.c.story == self.key).group_by(t.entities.c.entity)
        first = order.subquery()
        query = (
            newest(t.entities, ("entity",), self.key)
            .join(first, first.c.entity == t.entities.c.entity)
            .order_by(first.c.first, t.entities.c.entity)
        )
        return [
            (ENTITY_MODELS[row.kind].model_validate_json(row.data), row.retired)
            for row in self.rows(query)
        ]

    def entities_version(self) -> int:
        """The newest commit that defined anything."""
        query = select(func.max(t.entities.c.commit)).where(t.entities.c.story == self.key)
        return self.run(query).scalar() or 0

    def aliases(self) -> dict[str, str]:
        """Ids that stand for another one."""
        query = newest(t.aliases, ("alias",), self.key)
        return {
            self.known_name(row.alias): self.known_name(row.target)
            for row in self.rows(query)
            if row.target is not None
        }

    def settings(self) -> dict[str, Scalar]:
        """The story's own settings."""
        rows = self.rows(newest(t.settings, ("key",), self.key))
        return {row.key: value_of(row.value) for row in rows if row.value is not None}

    def states(self, before: int | None = None) -> dict[str, dict[str, Scalar]]:
        """Every property as it stands after what set it last, or stood before a moment."""
        found: dict[str, dict[str, Scalar]] = {}
        for entity, prop, value in latest.states(self, before):
            found.setdefault(self.known_name(entity), {})[self.known_name(prop)] = value
        return found

    def changes(self, since: int) -> list[tuple[str, str, Scalar, int]]:
        """Every change of a property from a moment on, in order."""
        return latest.changes(self, since)

    def known(self) -> dict[str, set[str]]:
        """Every edge of knowledge, by owner."""
        found: dict[str, set[str]] = {}
        query = newest(t.knowledge, ("owner", "entity"), self.key, gone=False)
        for row in self.rows(query):
            found.setdefault(self.known_name(row.owner), set()).add(self.known_name(row.entity))
        return found

    def names(self) -> list[NameKnown]:
        """Every name that anybody knows."""
        query = newest(t.names, ("owner", "person", "name"), self.key, gone=False)
        return [
            self.read_name(row)
            for row in self.rows(query.order_by(t.names.c.event, t.names.c.owner, t.names.c.name))
        ]

    def read_name(self, row: AnyRow) -> NameKnown:
        """A row of `names`."""
        event = row.event if row.event > 0 else None
        return NameKnown(self.known_name(row.owner), self.known_name(row.person), row.name, event)

    def bonds(self) -> list[tuple[str, str]]:
        """Who has a relationship with whom."""
        query = newest(t.relationships, ("owner", "about"), self.key, gone=False)
        return [(self.known_name(r.owner), self.known_name(r.about)) for r in self.rows(query)]

    def knowers(self, *entities: str) -> list[Known]:
        """Everybody's edge to a thing."""
        numbers = self.symbols.numbers(self.connection, entities)
        query = newest(t.knowledge, ("owner", "entity"), self.key, gone=False)
        query = query.where(t.knowledge.c.entity.in_(numbers))
        query = query.order_by(t.knowledge.c.event, t.knowledge.c.owner)
        return [self.read_known(row) for row in self.rows(query)]

    def read_known(self, row: AnyRow) -> Known:
        """A row of `knowledge`."""
        event = row.event if row.event > 0 and self._is_event(row.event) else None
        return Known(
            self.known_name(row.owner),
            self.known_name(row.entity),
            EDGES[int(row.how)],
            row.since,
            event,
        )

    def _is_event(self, moment: int) -> bool:
        query = select(t.events.c.id).where(t.events.c.story == self.key, t.events.c.id == moment)
        return self.run(query).first() is not None

    # Events.

    def last_sealed_event(self) -> int:
        """The newest sealed event's id, 0 while nothing is sealed: what is sealed, is a prefix."""
        if self._sealed_event is None:
            self._sealed_event = int(self.run(_LAST_SEALED, {"the_story": self.key}).scalar() or 0)
        return int(self._sealed_event)

    def last_sealed_turn(self) -> int:
        """The newest sealed turn; turns without events are sealed with the next that has some."""
        last = self.last_sealed_event()
        if last == 0:
            return 0
        query = select(t.events.c.turn).where(t.events.c.story == self.key, t.events.c.id == last)
        return self.run(query).scalar_one()

    def event_query(self) -> Query:
        """Events with the time of their turn."""
        e, u = t.events, t.turns
        return (
            select(e, u.c.time)
            .join(u, and_(u.c.story == e.c.story, u.c.number == e.c.turn))
            .where(e.c.story == self.key)
        )

    def events(
        self,
        *,
        ids: Sequence[int] | None = None,
        turn: int | None = None,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        recorded: bool = False,
    ) -> list[Event]:
        """Events in order. With `limit`, the last so many (the first, if only `after` is given).

        With `recorded` as they were recorded, without what was marked of them later.
        """
        if ids is not None:
            among = (self.event_query().where(t.events.c.id.in_(n)) for n in chunks(sorted({*ids})))
            return [event for query in among for event in self._events(query, recorded)]
        query = self.event_query()
        if turn is not None:
            query = query.where(t.events.c.turn == turn)
        if before is not None:
            query = query.where(t.events.c.id < before)
        if after is not None:
            query = query.where(t.events.c.id > after)
        if limit is None or (after is not None and before is None):
            return self._events(query.order_by(t.events.c.id).limit(limit), recorded)
        return self._events(query.order_by(t.events.c.id.desc()).limit(limit), recorded)

    def _events(self, query: Query, recorded: bool) -> list[Event]:
        rows = self.rows(query)
        beside = {} if recorded else marks.beside(self, [row.id for row in rows])
        sealed = self.last_sealed_event()
        found = [
            self.read_event(row, beside.get(row.id, NOTHING), row.id <= sealed) for row in rows
        ]
        return sorted(found, key=lambda event: event.id)

    def read_event(self, row: AnyRow, beside: Beside, sealed: bool) -> Event:
        """A row of `event_query`, with what is said of it beside."""
        data = read_event_data(row.data)
        applied(data, beside)
        return Event(
            id=row.id, turn=row.turn, step=row.step, kind=KINDS[int(row.kind)],
            who=self.name(row.who), at=self.name(row.at), time=row.time, text=row.text,
            sealed=sealed, **data,
        )  # fmt: skip

    def seals(self) -> Iterator[Seal]:
        """Every seal in order."""
        query = select(t.seals.c.event, t.seals.c.hash).where(t.seals.c.story == self.key)
        for event, digest in self.run(query.order_by(t.seals.c.event)):
            yield Seal(event, bytes(digest))

    # Turns and commits.

    def turns(self, *, after: int = 0) -> list[TurnInfo]:
        """Turns in order."""
        query = select(t.turns).where(t.turns.c.story == self.key, t.turns.c.number > after)
        return [self._turn(row) for row in self.rows(query.order_by(t.turns.c.number))]

    def turn(self, number: int) -> TurnInfo | None:
        """One turn."""
        query = select(t.turns).where(t.turns.c.story == self.key, t.turns.c.number == number)
        row = self.run(query).first()
        return None if row is None else self._turn(row)

    def _turn(self, row: AnyRow) -> TurnInfo:
        viewpoint = self.name(row.viewpoint)
        return TurnInfo(row.number, row.commit, row.time, row.minutes, row.narration, viewpoint)

    def commits(self, *, since: int = 0) -> list[CommitInfo]:
        """Commits from a number on, in order."""
        query = select(t.commits).where(t.commits.c.story == self.key, t.commits.c.id >= since)
        return [
            CommitInfo(
                row.id,
                row.kind,
                row.by,
                row.turn,
                row.at,
                row.first_event,
                row.first_perception,
                None if row.act is None else json.loads(row.act),
            )
            for row in self.rows(query.order_by(t.commits.c.id))
        ]

    def takeable(self, commit: int) -> Takeable:
        """What is new, or has a version that goes, when all from this commit on is taken back."""
        beliefs, threads = (
            frozenset(
                id
                for (id,) in self.rows(
                    select(table.c.id)
                    .join(
                        t.commits,
                        and_(t.commits.c.story == self.key, t.commits.c.id == table.c.commit),
                    )
                    .where(table.c.story == self.key, table.c.commit >= commit)
                    .where(t.commits.c.kind != "keep")
                )
            )
            for table in (t.beliefs, t.threads)
        )
        new = select(t.entities.c.entity).where(t.entities.c.story == self.key)
        new = new.group_by(t.entities.c.entity).having(func.min(t.entities.c.commit) >= commit)
        entities = frozenset(self.known_name(entity) for (entity,) in self.rows(new))
        return Takeable(beliefs, threads, entities)

    # Who holds what.

    def witnesses(self, event: int) -> list[str]:
        """The owners of a perception of an event, as it stands now."""
        query = select(t.events.c.first, t.events.c.witnesses)
        query = query.where(t.events.c.story == self.key, t.events.c.id == event)
        row = self.run(query).first()
        if row is None:
            raise NotFound("event", event)
        p = t.perceptions
        query = select(p.c.owner).where(
            p.c.story == self.key, p.c.id >= row.first, p.c.id < row.first + row.witnesses
        )
        found = [owner for (owner,) in self.run(query.order_by(p.c.id))]
        versions = newest(t.perception_versions, ("owner", "event"), self.key)
        for version in self.rows(versions.where(t.perception_versions.c.event == event)):
            if version.gone and version.owner in found:
                found.remove(version.owner)
            elif not version.gone and version.owner not in found:
                found.append(version.owner)
        return [self.known_name(owner) for owner in found]

    def reflections(self) -> list[ReflectedOn]:
        """The last reflection of everybody who ever reflected."""
        other = t.reflections.alias()
        newest = select(func.max(other.c.commit)).where(
            other.c.story == t.reflections.c.story, other.c.owner == t.reflections.c.owner
        )
        query = select(t.reflections).where(
            t.reflections.c.story == self.key, t.reflections.c.commit == newest.scalar_subquery()
        )
        return [
            ReflectedOn(
                self.known_name(row.owner), row.turn, row.time, row.moment, row.automatic,
                {int(belief): moment for belief, moment in json.loads(row.checked).items()},
            )
            for row in self.rows(query)
        ]  # fmt: skip

    def places(self, person: str, after: int) -> list[str | None]:
        """Where somebody was at a moment, and each place where it has been since, in order."""
        s = t.states
        who = self.symbols.number(self.connection, person)
        at = self.symbols.number(self.connection, "at")
        held = select(s.c.event, s.c.value).where(
            s.c.story == self.key, s.c.entity == who, s.c.property == at
        )
        before = held.where(s.c.event <= after).order_by(s.c.event.desc(), s.c.commit.desc())
        since = held.where(s.c.event > after).order_by(s.c.event, s.c.commit)
        rows = [*self.run(before.limit(1)), *self.run(since)]
        found = [value_of(value) for _, value in rows]
        return [place if isinstance(place, str) else None for place in found]

    def retellings(self, speaker: str, event: int) -> list[int]:
        """The lines in which somebody retold an event."""
        return marks.retellings(self, speaker, event)

    def locks(self, events: Sequence[int]) -> dict[int, frozenset[str]]:
        """Which fields beside these events an author set and did not release."""
        return marks.locks(self, events)

    def owner_of(self, perception: int) -> str | None:
        """Whose perception this is."""
        p = t.perceptions
        query = select(p.c.owner).where(p.c.story == self.key, p.c.id == perception)
        return self.name(self.run(query).scalar())

    def belief(self, belief: int) -> Belief | None:
        """One belief, whoever's."""
        query = newest(t.beliefs, ("id",), self.key, gone=False).where(t.beliefs.c.id == belief)
        row = self.run(query).first()
        return None if row is None else self.read_belief(row)

    def read_belief(self, row: AnyRow) -> Belief:
        """A row of `beliefs`."""
        return Belief(
            id=row.id, owner=self.known_name(row.owner), text=row.text,
            about=tuple(json.loads(row.about)), confidence=CONFIDENCES[int(row.confidence)],
            status=row.status, supports=tuple(json.loads(row.supports)),
            contradicts=tuple(json.loads(row.contradicts)), formed=row.formed,
            revised=row.revised, authored=row.authored, locked=tuple(json.loads(row.locked)),
        )  # fmt: skip

    def threads(self) -> list[Thread]:
        """Every thread."""
        query = newest(t.threads, ("id",), self.key, gone=False).order_by(t.threads.c.id)
        return [
            Thread(
                id=row.id, kind=row.kind, text=row.text, status=row.status, opened=row.opened,
                closed=row.closed, people=tuple(json.loads(row.people)),
                locked=tuple(json.loads(row.locked)),
            )
            for row in self.rows(query)
        ]  # fmt: skip

    def search(self, words: Sequence[str], limit: int) -> list[int]:
        """Events that have all these terms in one of their texts, newest first."""
        if not words:
            return []
        numbers = self.index.search(self.connection, self.key, words, limit)
        own = [number & ~OWN_TEXT for number in numbers if number & OWN_TEXT]
        found = {number for number in numbers if not number & OWN_TEXT}
        for chunk in chunks(own):
            query = select(t.texts.c.event).where(t.texts.c.story == self.key)
            found |= {event for (event,) in self.rows(query.where(t.texts.c.id.in_(chunk)))}
        return sorted((event for event in found if event > 0), reverse=True)

    def original(self, name: str) -> bytes | None:
        """A file that the story was brought in from, as it came."""
        o = t.originals
        query = select(o.c.data).where(o.c.story == self.key, o.c.name == name)
        parts = [bytes(data) for (data,) in self.rows(query.order_by(o.c.part))]
        return b"".join(parts) if parts else None

    # Runs.

    def runs(
        self, *, limit: int | None = None, before: int | None = None, kind: RunKind | None = None
    ) -> list[RunSummary]:
        """Runs, newest first."""
        return runs.newest(self, limit, before, kind)

    def run_of(self, number: int) -> Run | None:
        """One run with its steps."""
        return runs.one(self, number)

    def cost(self) -> Cost:
        """What all calls took, by role."""
        return runs.cost(self)

    # Vectors.

    def vectors(self, model: str, numbers: Sequence[int] | Numbers) -> Vectors:
        """The vectors that this model made of these documents."""
        return self._warm().vectors(self, model, numbers)

    def shelved(self, model: str, numbers: Sequence[int] | Numbers) -> Shelved:
        """The same, for many questions."""
        return self._warm().shelved(self, model, numbers)

    def shelve(self, model: str, numbers: Sequence[int], matrix: Matrix) -> None:
        """Keep vectors of documents in memory, and write nothing."""
        self._warm().shelve(self.key, model, numbers, matrix)

    def missing_vectors(self, model: str, limit: int, after: int = 0) -> list[tuple[int, str]]:
        """Documents after a number that have no vector of this model."""
        return vectors.missing(self, model, limit, after)

    def count_missing_vectors(self, model: str) -> int:
        """How many documents have no vector of this model."""
        return vectors.count_missing(self, model)
