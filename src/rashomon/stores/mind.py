"""What is read of one mind: every statement here is bound to its owner."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, select

from rashomon.stores import latest
from rashomon.stores import tables as t
from rashomon.stores.history import history
from rashomon.stores.lean import lean
from rashomon.stores.marks import Beside
from rashomon.stores.perceptions import BY_EVENT, BY_ID, FACTS, FACTS_OF, PERCEPTIONS
from rashomon.stores.queries import AnyRow, Query, chunks, newest
from rashomon.stores.rows import HOW_OF, HOWS, KIND_OF, to_json, unpack_form, value_of
from rashomon.stores.textindex import document_of
from rashomon.story.event import DEFAULT_IMPORTANCE, Scalar, Set
from rashomon.story.history import History
from rashomon.story.mind import Belief, Known, NameKnown, Relationship
from rashomon.story.perception import Fact, Held, Lean, Moment, Version

if TYPE_CHECKING:
    from rashomon.stores.reading import StoryReading

_SAID = HOW_OF["said"]
_SAW = HOW_OF["saw"]


class MindReading:
    """One mind in one transaction; the implementation of `ports.store.StoredMind`.

    Several ids may share a mind, where an alias was merged: of an event that both perceived, the
    first one's perception counts.
    """

    def __init__(self, story: StoryReading, owner: str, merged: Sequence[str] = ()) -> None:
        self.story = story
        self.owner = owner
        self.owners = story.symbols.numbers(story.connection, (owner, *merged))
        self.given = {"the_story": story.key, "the_owners": list(self.owners)}

    # Perceptions.

    def perceptions(
        self,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        ids: Sequence[int] | None = None,
        events: Sequence[int] | None = None,
    ) -> list[Held]:
        """Perceptions in the order of events; `after` is a moment, `before` a perception's id."""
        p = t.perceptions
        if ids is not None or events is not None:
            query, wanted = (BY_ID, ids) if ids is not None else (BY_EVENT, events)
            found: list[Held] = []
            for chunk in chunks(sorted(set(wanted or ()))):
                found += self._read(self._rows(query, {"the_ids": list(chunk)}))
            return sorted(found, key=lambda held: held.moment)
        query = PERCEPTIONS.order_by(p.c.event.desc())
        if before is not None:
            moment = select(p.c.event).where(p.c.story == self.story.key, p.c.id == before)
            query = query.where(p.c.event < moment.scalar_subquery())
        if after is not None:
            query = query.where(p.c.event > after)
        return self._page(query, limit)

    def _page(self, query: Query, limit: int | None) -> list[Held]:
        """The newest `limit` that are still there: what a deletion took away does not count."""
        if limit is None:
            return self._read(self._rows(query))
        found: list[Held] = []
        while len(found) < limit:
            rows = self._rows(query.limit(limit - len(found)))
            if not rows:
                break
            found = self._read(rows) + found
            query = query.where(t.perceptions.c.event < rows[-1].event)
        return found

    def _rows(self, query: Query, more: Mapping[str, Any] | None = None) -> Sequence[AnyRow]:
        """The rows of a statement about this owner."""
        return self.story.rows(query, {**self.given, **(more or {})})

    def _read(self, rows: Sequence[AnyRow]) -> list[Held]:
        facts = self._facts(sorted({row.event for row in rows}))
        found: dict[int, Held] = {}
        for row in rows:
            if row.gone or (row.event in found and row.owner != self.owners[0]):
                continue
            conveyed = tuple(facts.get((row.owner, row.event), ()))
            found[row.event] = self._one(row, conveyed)
        return [found[moment] for moment in sorted(found)]

    def _one(self, row: AnyRow, facts: tuple[Fact, ...]) -> Held:
        """A row of `PERCEPTIONS` as a value, as its newest version has it."""
        edited = row.version is not None
        mode, accuracy, kind, hidden = unpack_form(row.new_form if edited else row.form)
        event = None
        if row.id is not None:
            mark = Beside(row.mark_importance, row.mark_tags, row.mark_data)
            event = self.story.read_event(row, mark, row.id <= (row.sealed or 0))
        importance: int = row.weight if event is None else event.importance
        if accuracy == "partial":
            importance = DEFAULT_IMPORTANCE
        if row.new_weight is not None:
            importance = row.new_weight
        stood = self.story.name(row.stood)
        return Held(
            id=row.perception, owner=self.owner, moment=row.event, event=event,
            time=row.remembered if event is None else event.time,
            mode=mode, accuracy=accuracy, version=kind,
            at=event.at if event is not None and row.stood is None else stood,
            hidden=hidden, own=row.new_body if edited else row.body,
            teller=self.story.name(row.teller), facts=facts, importance=importance,
            first=row.body,
            people=() if row.people is None else tuple(json.loads(row.people)),
            locked=() if row.locked is None else tuple(json.loads(row.locked)),
            edited=edited,
            document=document_of(row.event, row.new_text_id if edited else row.text_id, kind),
        )  # fmt: skip

    # Facts.

    def _facts(self, moments: Sequence[int]) -> dict[tuple[int, int], list[Fact]]:
        found: dict[tuple[int, int], list[Fact]] = {}
        for query, which in FACTS_OF.runs(moments):
            for row in self._rows(query, which):
                found.setdefault((row.owner, row.event), []).append(self.fact(row))
        return found

    def fact(self, row: AnyRow) -> Fact:
        """A row of `FACTS`."""
        name = self.story.known_name
        return Fact(
            name(row.entity),
            name(row.property),
            value_of(row.value),
            HOWS[row.how],
            self.story.name(row.teller),
            row.root,
        )

    def _moments(self, query: Query) -> list[Moment]:
        rows = self._rows(query)
        events = {e.id: e for e in self.story.events(ids=[row.event for row in rows])}
        turns = self._turns_of([row.commit for row in rows if row.event not in events])
        found: list[Moment] = []
        for row in rows:
            event = events.get(row.event)
            if event is not None:
                found.append(Moment(self.fact(row), row.event, event.id, event.turn, event.time))
            else:
                turn, time = turns.get(row.commit, (0, 0.0))
                found.append(Moment(self.fact(row), row.event, None, turn, time))
        return found

    def _turns_of(self, commits: Sequence[int]) -> dict[int, tuple[int, float]]:
        c, u = t.commits, t.turns
        found: dict[int, tuple[int, float]] = {}
        for chunk in chunks(sorted(set(commits))):
            query = (
                select(c.c.id, c.c.turn, u.c.time)
                .outerjoin(u, and_(u.c.story == c.c.story, u.c.number == c.c.turn))
                .where(c.c.story == self.story.key, c.c.id.in_(chunk))
            )
            for row in self.story.rows(query):
                found[row.id] = (row.turn, row.time or 0.0)
        return found

    def latest(self, *entities: str, witnessed: bool) -> list[Moment]:
        """For each property of a thing, the newest fact the owner was shown or told."""
        numbers = self.story.symbols.numbers(self.story.connection, entities)
        f = t.facts
        found: list[Moment] = []
        hows = (_SAW,) if witnessed else (_SAW, HOW_OF["told"])
        properties = (
            select(f.c.property)
            .distinct()
            .where(f.c.story == self.story.key, f.c.owner.in_(self.owners), f.c.entity.in_(numbers))
        )
        for (prop,) in self.story.rows(properties):
            query = FACTS.where(f.c.entity.in_(numbers), f.c.property == prop, f.c.how.in_(hows))
            found += self._moments(query.order_by(f.c.event.desc()).limit(1))
        return found

    def facts_about(self, *entities: str, before: int | None = None) -> Iterator[Moment]:
        """Facts about a thing, newest first, in pages, so that whoever stops early pays little."""
        numbers = self.story.symbols.numbers(self.story.connection, entities)
        f = t.facts
        last = before
        while True:
            query = FACTS.where(f.c.entity.in_(numbers))
            if last is not None:
                query = query.where(f.c.event < last)
            events = select(query.subquery().c.event).distinct()
            page = events.order_by(events.selected_columns[0].desc()).limit(100)
            moments = [row[0] for row in self._rows(page)]
            if not moments:
                return
            last = moments[-1]
            found = self._moments(query.where(f.c.event >= last).order_by(f.c.event.desc()))
            yield from found

    def moments(self) -> dict[int, list[Fact]]:
        """What was conveyed at moments that are no events."""
        f, e = t.facts, t.events
        query = FACTS.outerjoin(e, and_(e.c.story == f.c.story, e.c.id == f.c.event))
        query = query.where(e.c.id.is_(None)).order_by(f.c.event)
        found: dict[int, list[Fact]] = {}
        for row in self._rows(query):
            found.setdefault(row.event, []).append(self.fact(row))
        return found

    def history(self) -> History:
        """Every version of what this mind holds."""
        return history(self.story, self.owners)

    def ever_perceived(self, moment: int) -> bool:
        """Whether there ever was a perception of this moment, be it gone by now."""
        p = t.perceptions
        query = select(p.c.id).where(
            p.c.story == self.story.key, p.c.owner.in_(self.owners), p.c.event == moment
        )
        return self.story.run(query).first() is not None

    def sightings(self, *people: str) -> list[tuple[int, str | None]]:
        """Where the owner saw somebody, by moments in order; `None` from when it saw it leave.

        Who acted is no more seen where somebody took the perception away, or made a deed's partial
        or mistaken.
        """
        story, p, e, f = self.story, t.perceptions, t.events, t.facts
        numbers = story.symbols.numbers(story.connection, people)
        place = story.symbols.number(story.connection, "at")
        if not numbers or not self.owners:
            return []
        shown = FACTS.where(
            f.c.entity.in_(numbers), f.c.property == place, f.c.how == HOW_OF["saw"]
        )
        acts = (
            select(p.c.owner, p.c.event, p.c.form, e.c.at, e.c.kind)
            .join(e, and_(e.c.story == p.c.story, e.c.id == p.c.event))
            .where(
                p.c.story == story.key, p.c.owner.in_(self.owners), e.c.who.in_(numbers),
                e.c.kind != KIND_OF["move"],
            )
        )  # fmt: skip
        unseen = (Version.LISTENS, Version.REMOTE)
        blurred = self._blurred()
        found: list[tuple[int, Scalar]] = [
            (row.event, story.name(row.at))
            for row in story.rows(acts)
            if unpack_form(row.form)[2] not in unseen
            and (row.owner, row.event, row.kind) not in blurred
        ]
        found += [(row.event, value_of(row.value)) for row in self._rows(shown)]  # after the deed
        return sorted(
            ((moment, at if isinstance(at, str) else None) for moment, at in found),
            key=lambda sighting: sighting[0],
        )

    def _blurred(self) -> set[tuple[int, int, int]]:
        """By owner, event and kind, where a perception is gone or no longer says who acted."""
        v = t.perception_versions
        query = newest(v, ("owner", "event"), self.story.key).where(v.c.owner.in_(self.owners))
        found: set[tuple[int, int, int]] = set()
        for row in self.story.rows(query):
            poorer = unpack_form(row.form)[1] != "whole"
            found |= {
                (row.owner, row.event, number)
                for kind, number in KIND_OF.items()
                if row.gone or (poorer and kind == "deed")
            }
        return found

    def facts_at(self, moment: int) -> list[Fact]:
        """What this owner's perception of one event conveys."""
        return [fact for found in self._facts([moment]).values() for fact in found]

    def roots(self, fact: Set) -> tuple[int | None, int | None]:
        """The root of the latest perception that conveys this, and of the latest own line."""
        story = self.story
        entity = story.symbols.number(story.connection, fact.entity)
        prop = story.symbols.number(story.connection, fact.key)
        if entity is None or prop is None:
            return None, None
        found = [
            each
            for owner in self.owners
            for each in latest.roots(story, owner, entity, prop, to_json(fact.value))
        ]
        heard = max(((event, root) for how, event, root in found if how != _SAID), default=None)
        said = max(((event, root) for how, event, root in found if how == _SAID), default=None)
        return None if heard is None else heard[1], None if said is None else said[1]

    def whereabouts(self) -> dict[str, Scalar]:
        """Where each thing is to this owner's last knowledge."""
        place = self.story.symbols.number(self.story.connection, "at")
        if place is None:
            return {}
        found: dict[int, tuple[int, Scalar]] = {}
        for owner in self.owners:
            for entity, event, value in latest.whereabouts(self.story, owner, place):
                if entity not in found or found[entity][0] <= event:
                    found[entity] = (event, value)
        return {self.story.known_name(entity): value for entity, (_, value) in found.items()}

    def first_shown(self, *things: str) -> dict[str, int]:
        """The moment at which each of some things was first shown to be somewhere, or to leave."""
        story = self.story
        place = story.symbols.number(story.connection, "at")
        numbers = story.symbols.numbers(story.connection, things)
        found: dict[str, int] = {}
        if place is None:
            return found
        for owner in self.owners:
            for entity, moment in latest.first_shown(story, owner, place, numbers):
                name = story.known_name(entity)
                found[name] = min(moment, found.get(name, moment))
        return found

    def count(self, after: int) -> int:
        """How many perceptions there are after a moment, as they were made."""
        p = t.perceptions
        query = select(func.count()).where(
            p.c.story == self.story.key, p.c.owner.in_(self.owners), p.c.event > after
        )
        return self.story.run(query).scalar_one()

    def formed(self) -> dict[int, int]:
        """For each belief, the last turn that was recorded when it was formed."""
        b, c = t.beliefs, t.commits
        first = (
            select(b.c.id, func.min(b.c.commit).label("commit"))
            .where(b.c.story == self.story.key, b.c.owner.in_(self.owners))
            .group_by(b.c.id)
            .subquery()
        )
        query = select(first.c.id, c.c.turn).join(
            c, and_(c.c.story == self.story.key, c.c.id == first.c.commit)
        )
        return {row[0]: row[1] for row in self.story.run(query)}

    def recollections(self, since: int = 0) -> dict[int, tuple[float, ...]]:
        """When memories came to mind, as turns that named them say: story time, by perception."""
        r, c, u = t.recollections, t.commits, t.turns
        query = (
            select(r.c.perception, u.c.time)
            .join(c, and_(c.c.story == r.c.story, c.c.id == r.c.commit))
            .join(u, and_(u.c.story == c.c.story, u.c.number == c.c.turn))
            .where(
                r.c.story == self.story.key, r.c.owner.in_(self.owners), r.c.commit > since
            )
            .order_by(u.c.time)
        )  # fmt: skip
        found: dict[int, tuple[float, ...]] = {}
        for perception, time in self.story.run(query):
            found[perception] = (*found.get(perception, ()), time)
        return found

    def lean(self, after: int | None, *, imperfect: bool) -> Lean:
        """All perceptions after a moment, as weighing them needs them."""
        return lean(self, after, imperfect=imperfect)

    # What else a mind holds.

    def knowledge(self, *entities: str) -> list[Known]:
        """Edges of knowledge, oldest first; with `entities` only those to them."""
        k = t.knowledge
        query = newest(k, ("owner", "entity"), self.story.key, gone=False)
        query = query.where(k.c.owner.in_(self.owners)).order_by(k.c.event, k.c.entity)
        if entities:
            numbers = self.story.symbols.numbers(self.story.connection, entities)
            query = query.where(k.c.entity.in_(numbers))
        return [self.story.read_known(row) for row in self.story.rows(query)]

    def names(self) -> list[NameKnown]:
        """Names of persons, in the order in which they were learnt."""
        query = newest(t.names, ("owner", "person", "name"), self.story.key, gone=False)
        query = query.where(t.names.c.owner.in_(self.owners)).order_by(
            t.names.c.event, t.names.c.person, t.names.c.name
        )
        return [self.story.read_name(row) for row in self.story.rows(query)]

    def relationships(self) -> list[Relationship]:
        """How this owner regards others."""
        r = t.relationships
        query = newest(r, ("owner", "about"), self.story.key, gone=False)
        query = query.where(r.c.owner.in_(self.owners)).order_by(r.c.event, r.c.about)
        return [
            Relationship(
                self.owner, self.story.known_name(row.about), row.kind, row.text, row.calls,
                row.event if row.event > 0 else None, tuple(json.loads(row.locked)),
            )
            for row in self.story.rows(query)
        ]  # fmt: skip

    def beliefs(self) -> list[Belief]:
        """Beliefs, whatever their status."""
        query = newest(t.beliefs, ("id",), self.story.key, gone=False)
        query = query.where(t.beliefs.c.owner.in_(self.owners)).order_by(t.beliefs.c.id)
        return [self.story.read_belief(row) for row in self.story.rows(query)]
