"""What is written of one story, all of it under the commit that was opened last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Result, Table, delete, func, select, update

from rashomon.ports.store import (
    CommitInfo,
    CommitKind,
    Mark,
    ReflectedOn,
    Seal,
    StoryHead,
    Versions,
)
from rashomon.record.keeper.writing import Conveyed
from rashomon.record.recording import Recorded
from rashomon.record.scene import Heard, Learnt
from rashomon.record.start import Memory, Start
from rashomon.stores import runs, vectors
from rashomon.stores import tables as t
from rashomon.stores.documents import WORDLESS, kept_up
from rashomon.stores.marks import packed
from rashomon.stores.originals import Originals
from rashomon.stores.queries import Query, Union
from rashomon.stores.rows import (
    CONFIDENCE_OF,
    EDGE_OF,
    HOW_OF,
    KIND_OF,
    event_data,
    pack_form,
    to_json,
)
from rashomon.stores.symbols import Symbols
from rashomon.stores.textindex import Document, TextIndex, documents_of
from rashomon.stores.textindex import Held as IndexRow
from rashomon.story.event import Event, Scalar
from rashomon.story.mind import By
from rashomon.story.perception import Fact, Held, Seen, Version
from rashomon.story.places import Entity, kind_of
from rashomon.story.run import Run

if TYPE_CHECKING:
    from rashomon.ports.embedder import Matrix
    from rashomon.stores.warm import WarmVectors

InsertRows = Callable[[Connection, str, Sequence[str], list[tuple[Any, ...]]], None]

_COLUMNS = {table.name: [column.name for column in table.columns] for table in t.STORY_TABLES}


def _cold() -> WarmVectors:
    """Nothing that a writer reads is kept: it may be taken back with all that it wrote."""
    from rashomon.stores.warm import WarmVectors

    return WarmVectors()


class StoryWriter(Originals):
    """One story in one writing transaction; the implementation of `ports.store.StoryWriting`.

    Rows are gathered and handed to the driver table by table, at the latest before the next
    question is asked, so that many turns cost few statements.
    """

    def __init__(
        self,
        connection: Connection,
        head: StoryHead,
        symbols: Symbols,
        index: TextIndex,
        *,
        insert_rows: InsertRows,
        counters: dict[str, int],
        now: float,
    ) -> None:
        super().__init__(connection, head, symbols, index, _cold)
        self._insert_rows = insert_rows
        self._counters = counters
        self._now = now
        self._rows: dict[str, list[tuple[Any, ...]]] = {}
        self._unindexed: dict[int, Document] = {}
        self._numbers = symbols.numbers_known
        self._commit = head.commit
        self._language: str | None = None

    # The machinery.

    @property
    def language(self) -> str:
        """The story's language, which decides how texts are analysed."""
        if self._language is None:
            self._language = str(self.world()["language"])
        return self._language

    def run(
        self,
        query: Query | Union,
        given: Mapping[str, Any] | None = None,
        reads: Table | None = None,
    ) -> Result[*tuple[Any, ...]]:
        """Ask, after what was gathered has been written."""
        if reads is None:
            self.flush()
        else:
            self._flush_table(reads.name, self._rows.pop(reads.name, []))
        return super().run(query, given)

    def add(self, table: Table, *values: Any) -> None:
        """Gather one row: the story's key is put before its values."""
        self._rows.setdefault(table.name, []).append((self._head.key, *values))

    def flush(self) -> None:
        """Write what was gathered, table by table."""
        while self._rows:
            rows, self._rows = self._rows, {}
            for name, gathered in rows.items():
                self._flush_table(name, gathered)
        if self._unindexed:
            documents, self._unindexed = self._unindexed, {}
            self.index.add(self.connection, self.key, self.language, documents)

    def _flush_table(self, name: str, rows: list[tuple[Any, ...]]) -> None:
        if rows:
            self._insert_rows(self.connection, name, _COLUMNS[name], rows)

    def search(self, words: Sequence[str], limit: int) -> list[int]:
        """Search, after what was gathered has been written."""
        self.flush()
        return super().search(words, limit)

    def symbol(self, name: str) -> int:
        """The number of an id, made if need be. Numbers begin with 1."""
        return self._numbers.get(name) or self.symbols.make(self.connection, name)

    def maybe(self, name: str | None) -> int | None:
        """The number of an id, or `None` for none."""
        return None if name is None else self.symbols.make(self.connection, name)

    def take(self, counter: str, count: int = 1) -> int:
        """Use up ids; answers the first of them."""
        first = self._counters[counter]
        self._counters[counter] = first + count
        return first

    def next_event(self) -> int:
        """The first event id that is free."""
        return self._counters["next_event"]

    def set_head(self, **values: Any) -> None:
        """Let the story stand somewhere else, as a copy does."""
        self._head = replace(self._head, **values)

    def set_counter(self, counter: str, value: int) -> None:
        """Set the next free id of a copy."""
        self._counters[counter] = value

    def finish(self) -> None:
        """Write the rest and bring the story's row up to date."""
        self.flush()
        head = self._head
        self.connection.execute(
            update(t.stories)
            .where(t.stories.c.key == head.key)
            .values(
                epoch=head.epoch, head=head.commit, turn=head.turn, time=head.time,
                sealed=head.sealed, sealed_head=head.sealed_head, **self._counters,
            )
        )  # fmt: skip

    def commit(
        self, kind: CommitKind, by: By, turn: int, act: Mapping[str, Any] | None = None
    ) -> int:
        """Open the next commit."""
        number = self.take("next_commit")
        events, perceptions = self._counters["next_event"], self._counters["next_perception"]
        shown = None if act is None else to_json(act)
        self.add(t.commits, number, kind, by, turn, self._now, events, perceptions, shown)
        epoch = self._head.epoch + (kind != "turn")
        self._head = replace(self._head, commit=number, epoch=epoch)
        self._commit = number
        return number

    # Turns.

    def write_turn(self, recorded: Recorded) -> None:
        """Write all that one turn made."""
        turn = recorded.turn
        self.add(
            t.turns, recorded.number, self._commit, recorded.time, turn.minutes,
            turn.narration, self.maybe(turn.viewpoint),
        )  # fmt: skip
        if recorded.added:
            self.write_entities(recorded.added, frozenset())
        if recorded.start is not None:
            self.write_start(recorded.start, (), (), recorded.start_moment)
        for event, seen in zip(recorded.events, recorded.seen, strict=True):
            self._write_event(event, seen)
        self.write_states(recorded.state)
        self._write_learnt(recorded.learnt, recorded.time)
        self._write_heard(recorded.heard)
        for owner, about, moment in recorded.met:
            self.add(
                t.relationships, self.symbol(owner), self.symbol(about), self._commit,
                "acquaintance", "", None, moment, "[]", False, "engine", None,
            )  # fmt: skip
        for owner, ids in turn.recollections.items():
            for perception in dict.fromkeys(ids):
                self.add(t.recollections, self.symbol(owner), perception, self._commit)
        self._counters["next_event"] = recorded.next_event
        self._head = replace(self._head, turn=recorded.number, time=recorded.after)

    def _write_event(self, event: Event, seen: Mapping[str, Seen]) -> None:
        first = self.take("next_perception", len(seen))
        self.add(
            t.events, event.id, self._commit, event.turn, event.step, KIND_OF[event.kind],
            self.maybe(event.who), self.maybe(event.at), first, len(seen), event.text,
            event_data(event),
        )  # fmt: skip
        index: list[IndexRow] = []
        texts: dict[int, str] = {}
        key, commit, place = self._head.key, self._commit, event.at
        rows = self._rows.setdefault(t.perceptions.name, [])
        symbols = self._numbers
        for number, perception in enumerate(seen.values(), first):
            who, mode, accuracy, version, at, hidden, facts, own, _ = perception
            owner = symbols.get(who) or self.symbol(who)
            text = None
            if own is not None:
                text = self.write_text(event.id, own)
                texts[text] = own
            elsewhere = None if at == place else self.maybe(at)
            form = pack_form(mode, accuracy, version, hidden)
            rows.append((key, owner, event.id, number, form, elsewhere, text, commit))
            for fact in facts:
                self.write_fact(owner, event.id, fact)
            index.append(IndexRow(owner, event.id, text, version not in WORDLESS))
        self._unindexed.update(documents_of(index, {event.id: event.text}, texts))

    def write_text(self, event: int, body: str) -> int:
        """Write a text of somebody's own."""
        number = self.take("next_text")
        self.add(t.texts, number, self._commit, event, body)
        return number

    def write_fact(self, owner: int, moment: int, fact: Fact, *, gone: bool = False) -> None:
        """Write one thing conveyed, or that it is no longer."""
        self.add(
            t.facts, owner, moment, self.symbol(fact.entity), self.symbol(fact.key),
            self._commit, to_json(fact.value), HOW_OF[fact.how], self.maybe(fact.by), fact.root,
            gone,
        )  # fmt: skip

    def _write_learnt(self, learnt: Iterable[Learnt], since: float) -> None:
        for owner, entity, how, moment in learnt:
            self.add(
                t.knowledge, self.symbol(owner), self.symbol(entity), self._commit,
                EDGE_OF[how], moment, since, False, False, "engine", None,
            )  # fmt: skip

    def _write_heard(self, heard: Iterable[Heard]) -> None:
        for owner, person, name, moment in heard:
            self.add(
                t.names, self.symbol(owner), self.symbol(person), name, self._commit, moment,
                False, "engine", None,
            )  # fmt: skip

    # Starts, entities, states.

    def take_moment(self) -> int:
        """Use up one event id for a moment that is no event."""
        return self.take("next_event")

    def take_belief(self) -> int:
        """Use up one id for a new belief."""
        return self.take("next_belief")

    def take_thread(self) -> int:
        """Use up one id for a new thread."""
        return self.take("next_thread")

    def write_start(
        self, start: Start, learnt: Iterable[Learnt], heard: Iterable[Heard], moment: int
    ) -> None:
        """Write what authored characters bring with them."""
        for owner, fact in start.facts:
            self.write_fact(self.symbol(owner), moment, fact)
        self._write_learnt(learnt, self._head.time)
        self._write_heard(heard)
        for memory in sorted(start.memories, key=lambda memory: memory.time):
            self._write_memory(memory)
        versions = Versions()
        for belief in start.beliefs:
            versions.beliefs.append((replace(belief, id=self.take("next_belief")), False))
        for relationship in start.relationships:
            versions.relationships.append((relationship, moment, False))
        self.write_versions(versions, "author", None)

    def _write_memory(self, memory: Memory) -> None:
        moment = self.take("next_memory") - (1 << 40)
        text = self.write_text(moment, memory.text)
        owner = self.symbol(memory.owner)
        form = pack_form("saw", "whole", Version.WHOLE, hidden=False)
        number = self.take("next_perception")
        self.add(t.perceptions, owner, moment, number, form, None, text, self._commit)
        self.add(
            t.memories, moment, self._commit, memory.time, to_json(memory.people),
            memory.importance,
        )  # fmt: skip
        index = [IndexRow(owner, moment, text, True)]
        self._unindexed.update(documents_of(index, {}, {text: memory.text}))

    def write_entities(self, new: Iterable[Entity], retired: frozenset[str]) -> None:
        """Write definitions; those in `retired` are out of use from now on."""
        for entity in new:
            data = entity.model_dump_json(by_alias=True)
            number = self.symbol(entity.id)
            self.add(t.entities, number, self._commit, kind_of(entity), data, entity.id in retired)

    def write_states(self, states: Iterable[tuple[str, str, Scalar, int]]) -> None:
        """Write how properties changed; of several changes by one event the last counts."""
        last = {(entity, key, moment): value for entity, key, value, moment in states}
        for (entity, key, moment), value in last.items():
            self.add(
                t.states, self.symbol(entity), self.symbol(key), moment, self._commit,
                to_json(value),
            )  # fmt: skip

    def write_world(self, data: Mapping[str, Any]) -> None:
        """Write what the world says of itself."""
        self.add(t.worlds, self._commit, to_json(data))
        self._language = str(data["language"])

    def write_setting(self, key: str, value: Scalar) -> None:
        """Write a setting of the story's own; `None` goes back to the world's."""
        self.add(t.settings, key, self._commit, None if value is None else to_json(value))

    def write_alias(self, alias: str, target: str | None) -> None:
        """Let one id stand for another, or for itself again."""
        self.add(t.aliases, self.symbol(alias), self._commit, self.maybe(target))

    # Versions, marks, seals.

    def write_versions(self, versions: Versions, by: By, why: str | None) -> None:
        """Write new versions of what can change."""
        self._write_perceptions(versions, by)
        for belief, gone in versions.beliefs:
            self.add(
                t.beliefs, belief.id, self._commit, self.symbol(belief.owner), belief.text,
                to_json(belief.about), CONFIDENCE_OF[belief.confidence], belief.status,
                to_json(belief.supports), to_json(belief.contradicts), belief.formed,
                belief.revised, belief.authored, to_json(belief.locked), gone, by, why,
            )  # fmt: skip
        for bond, moment, gone in versions.relationships:
            self.add(
                t.relationships, self.symbol(bond.owner), self.symbol(bond.about), self._commit,
                bond.kind, bond.text, bond.calls, moment, to_json(bond.locked), gone, by, why,
            )  # fmt: skip
        for known, moment, locked, gone in versions.knowledge:
            self.add(
                t.knowledge, self.symbol(known.owner), self.symbol(known.entity), self._commit,
                EDGE_OF[known.how], moment, known.since, locked, gone, by, why,
            )  # fmt: skip
        for name, moment, gone in versions.names:
            self.add(
                t.names, self.symbol(name.owner), self.symbol(name.person), name.name,
                self._commit, moment, gone, by, why,
            )  # fmt: skip
        for thread, gone in versions.threads:
            self.add(
                t.threads, thread.id, self._commit, thread.kind, thread.text, thread.status,
                thread.opened, thread.closed, to_json(thread.people), to_json(thread.locked),
                gone, by, why,
            )  # fmt: skip

    def _write_perceptions(self, versions: Versions, by: By) -> None:
        events = {version.held.moment for version in versions.perceptions}
        with kept_up(self, events):
            for version in versions.perceptions:
                self._write_perception(version.held, version.gone, version.new, by, version.why)

    def _write_perception(self, held: Held, gone: bool, new: bool, by: By, why: str | None) -> None:
        owner = self.symbol(held.owner)
        form = pack_form(held.mode, held.accuracy, held.version, held.hidden)
        text = None if held.own is None else self.write_text(held.moment, held.own)
        if new:
            number = self.take("next_perception")
            elsewhere = held.at if held.event is None or held.at != held.event.at else None
            self.add(
                t.perceptions, owner, held.moment, number, form, self.maybe(elsewhere), text,
                self._commit,
            )  # fmt: skip
        else:
            self._replace_facts(held)
        self.add(
            t.perception_versions, owner, held.moment, self._commit, form, text,
            self.maybe(held.teller), held.importance, to_json(held.locked), gone, by, why,
        )  # fmt: skip
        for fact in held.facts if new and not gone else ():
            self.write_fact(owner, held.moment, fact)

    def _replace_facts(self, held: Held) -> None:
        owner = self.symbol(held.owner)
        before: dict[tuple[str, str], Fact] = {}
        for old in self.mind(held.owner).facts_at(held.moment):
            before[old.entity, old.key] = old
        for fact in held.facts:
            if before.pop((fact.entity, fact.key), None) != fact:
                self.write_fact(owner, held.moment, fact)
        for fact in before.values():
            self.write_fact(owner, held.moment, fact, gone=True)

    def write_reflection(self, reflected: ReflectedOn) -> None:
        """Write that somebody reflected."""
        self.add(
            t.reflections, self.symbol(reflected.owner), self._commit, reflected.turn,
            reflected.time, reflected.moment, reflected.automatic,
            to_json({str(belief): moment for belief, moment in reflected.checked.items()}),
        )  # fmt: skip

    def write_marks(self, marks: Iterable[Mark]) -> None:
        """Write what is said of events beside them."""
        for mark in marks:
            self.add(t.marks, mark.event, self._commit, *packed(mark))

    def write_conveyed(self, conveyed: Iterable[Conveyed]) -> None:
        """Write what perceptions that are there convey from now on."""
        for owner, event, fact in conveyed:
            self.write_fact(self.symbol(owner), event, fact)

    def write_seals(self, seals: Sequence[Seal]) -> None:
        """Seal events, in order."""
        for event, digest in seals:
            self.add(t.seals, event, self._commit, digest)
        if seals:
            self._sealed_event = seals[-1].event
            self._head = replace(
                self._head,
                sealed=self._head.sealed + len(seals),
                sealed_head=seals[-1].hash,
            )

    # Vectors.

    def put_vectors(self, model: str, numbers: Sequence[int], matrix: Matrix) -> int:
        """Keep vectors of documents, instead of any other model's."""
        return vectors.put(self, model, numbers, matrix)

    # Runs.

    def write_run(self, run: Run, *, room: int | None = None, seen: int | None = None) -> int:
        """Write a run; of one whose turn was taken back meanwhile only what it took."""
        self.flush()
        if run.turn:
            turn = self.turn(run.turn)
            again = turn is not None and seen is not None and turn.commit > seen
            if turn is None or (again and turn.commit != run.commit):
                return runs.count_only(self, run)
        return runs.write(self, run, room)

    def prune_runs(self, room: int) -> None:
        """Let the steps of the oldest runs go until those of the rest take so many bytes."""
        runs.prune(self, room)

    # Taking back.

    def take_back(self, commits: Sequence[CommitInfo], turn: int, time: float) -> int:
        """Delete every row of these commits, and leave the story at this turn and time."""
        self.flush()
        ids = [commit.id for commit in commits]
        with kept_up(self, self.documents.touched_by(ids)):
            gone = 0
            for table in t.STORY_TABLES:
                if "commit" in table.c or table is t.commits:
                    count = self._delete(table, ids, commits[0])
                    gone = count if table is t.events else gone
        runs.take_back(self.connection, self.key, turn)
        newest = select(func.max(t.commits.c.id)).where(t.commits.c.story == self.key)
        rest = self.run(newest).scalar_one()
        self._head = replace(
            self._head, epoch=self._head.epoch + 1, commit=rest, turn=turn, time=time
        )
        return gone

    def _delete(self, table: Table, commits: Sequence[int], first: CommitInfo) -> int:
        column = table.c.id if table is t.commits else table.c.commit
        statement = delete(table).where(table.c.story == self.key, column.in_(commits))
        if table is t.events:
            statement = statement.where(table.c.id >= first.first_event)
        elif table is t.perceptions:
            statement = statement.where(table.c.id >= first.first_perception)
        elif table is t.turns:
            statement = statement.where(table.c.number >= first.turn)
        return self.connection.execute(statement).rowcount
