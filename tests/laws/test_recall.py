"""Whatever a life was like, what comes to mind is the owner's own, and asking leaves no trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule
from sqlalchemy import event as happens

import rashomon
from rashomon import Library, Story
from rashomon.engine.warm import Minds
from rashomon.recall.choose import tokens
from rashomon.recall.recollect import Recollection, TraceRow
from rashomon.recall.retention import DETAILS
from tests.laws.life import (
    DATABASES,
    PATIENCE,
    LawMachine,
    Life,
    address,
    difference,
    run,
    strings,
)
from tests.laws.model import canaries
from tests.laws.test_minds import correct
from tests.laws.worlds import Dice
from tests.stores.toy import Toy

ALL: dict[str, Any] = {
    "recall.limit": 100, "recall.candidates": 1000, "recall.tokens": 100_000, "recall.variety": 0,
}  # fmt: skip
"""Settings under which nothing is left out for want of room."""

SEEN: Counter[str] = Counter()
"""What the lives of one run came upon, so that a law is known to have been put to the test."""

PLAIN = {"kind", "id", "event", "turn", "text", "detail", "who", "who_name", "when", "where", "how",
         "confidence", "event_kind"}  # fmt: skip


def by_meaning(url: str) -> Library:
    """A library with a small model of meaning, so that vectors take part in every law."""
    library = rashomon.open(url)
    library.context.embedder = lambda setting: Toy()
    return library


def set_all(story: Story, values: dict[str, Any]) -> None:
    """Set several settings of a story."""
    for key, value in values.items():
        story.set(key, value)


def questions(life: Life, dice: Dice, most: int = 3) -> list[dict[str, Any]]:
    """A few things to ask of a mind: words, word for word, people, places, things, times."""
    model = life.model
    found: list[dict[str, Any]] = []
    for _ in range(dice.upto(most, 1)):
        asked: dict[str, Any] = {}
        if not dice.once_in(4):
            asked["text"] = _words(life, dice)
        if dice.once_in(2):
            asked["people"] = dice.some(list(model.people))
        if dice.once_in(4):
            asked["places"] = dice.some(list(model.places))
        if dice.once_in(4) and model.items:
            asked["items"] = dice.some(list(model.items))
        if dice.once_in(6):
            asked["tags"] = [dice.pick(("promise", "gift", "secret"))]
        if dice.once_in(6):
            asked["until"] = life.story.clock.seconds - 60
        if dice.once_in(3):
            asked["limit"] = dice.upto(9)
        found.append(asked)
    return found


def _words(life: Life, dice: Dice) -> str:
    texts = [event.text for event in life.story.events(limit=20) if event.text]
    loose = ["sees now", "carefully", "suddenly met", "so it is", *life.words.made[-4:]]
    whole = dice.pick(texts) if texts else "sees"
    parts = whole.split()
    return dice.pick((whole, parts[-1], parts[0], dice.pick(loose), f"{whole} {dice.pick(loose)}"))


def answer(story: Story, owner: str, asked: dict[str, Any]) -> Recollection:
    """A recollection with its trace."""
    return story.mind(owner).recall(explain=True, **asked)


def answers(story: Story, owners: Sequence[str], asked: Sequence[dict[str, Any]]) -> list[Any]:
    """What each of these owners answers to each question."""
    return [answer(story, owner, each) for owner in owners for each in asked]


def trace(found: Recollection) -> tuple[TraceRow, ...]:
    """The trace of an answer that was asked for one."""
    assert found.trace is not None
    return found.trace


@contextmanager
def nothing_written(library: Library) -> Iterator[list[str]]:
    """Watch a library's connections: whatever is sent may only read, and must change no row."""
    engine: Any = library.context.store.backend.engine  # type: ignore[attr-defined]
    sent: list[str] = []
    changed: set[tuple[int, int]] = set()

    def before(_c: Any, cursor: Any, statement: str, *_: Any) -> None:
        sent.append(statement)
        raw = cursor.connection
        if hasattr(raw, "total_changes"):
            changed.add((id(raw), raw.total_changes))

    happens.listen(engine, "before_cursor_execute", before)
    happens.listen(engine, "after_cursor_execute", before)
    try:
        yield sent
    finally:
        happens.remove(engine, "before_cursor_execute", before)
        happens.remove(engine, "after_cursor_execute", before)
    assert sent
    for statement in sent:
        said = statement.lstrip(" (").upper()
        assert said == "BEGIN" or said.startswith(("SELECT", "WITH", "SET TRANSACTION")), statement
        assert "FOR UPDATE" not in said, statement
    connections = [connection for connection, _ in changed]
    assert len(connections) == len(set(connections)), "rows were changed"


class Recalling(LawMachine):
    """Lives, corrects, believes, takes back; and asks at every turn."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        for _ in range(3):
            self.life.record(data)

    @property
    def story(self) -> Story:
        """The story lived."""
        return self.life.story

    def owners(self, dice: Dice) -> list[str]:
        """A few of the people; everybody would take long."""
        return dice.some(list(self.life.model.people), 2) or [next(iter(self.life.model.people))]

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        """Record a turn; what was answered before it is answered when it is taken back."""
        dice, life = Dice(data), self.life
        owners, asked = self.owners(dice), questions(life, dice)
        before = answers(self.story, owners, asked)
        here = len(life.before)
        if not life.record(data):
            return
        turn = self.story.events(turn=here + 1)
        if dice.once_in(2):
            branch = self.story.branch(here, as_=f"{self.story.id}-then")
            assert answers(branch, owners, asked) == before, "a branch remembers otherwise"
            self.library.delete(branch.id)
        if dice.once_in(2):
            life.undo()
            assert answers(self.story, owners, asked) == before, "an undone turn is remembered"
            every = [{"text": each.text} for each in turn if each.text][:3]
            gone = {c for each in turn for c in canaries(each.text) if c[0] == "t"}
            found = answers(self.story, list(life.model.people), every)
            assert not gone & canaries(" ".join(strings(found)))

    @rule(leave=st.integers(0, 2))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @rule()
    def undo(self) -> None:
        self.life.undo()

    @rule()
    def embed(self) -> None:
        self.story.embed_now()

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    @rule(data=st.data())
    def believe(self, data: st.DataObject) -> None:
        self._believe(Dice(data))

    def _believe(self, dice: Dice) -> None:
        """Let somebody believe something on some grounds, against others, and ask it of both."""
        life = self.life
        owner = dice.pick([p for p, d in life.model.people.items() if d["role"] != "background"]
                          or [""])  # fmt: skip
        held = self.story.mind(owner).perceptions() if owner else []
        if not held:
            return
        grounds = [p.id for p in dice.some(held, 3)]
        against = [p.id for p in dice.some(held, 2) if p.id not in grounds]
        word = life.words.word("t")
        self.story.edit(
            "belief", owner=owner, text=f"So it sees {word} now", supports=grounds,
            contradicts=against, about=dice.some(list(life.model.people), 1),
        )  # fmt: skip
        cited = [(owner, p.event) for p in held if p.id in (*grounds, *against) and p.event]
        life.edit(lambda m: m.told(owner, word, cited=cited))
        said = [f"{p.text} {word}" for p in held if p.id in (*grounds, *against)]
        for each in ({"text": text} for text in said):
            self._own_and_within(owner, each, answer(self.story, owner, each))

    @rule(data=st.data())
    def set_something(self, data: st.DataObject) -> None:
        dice = Dice(data)
        key, values = dice.pick((
            ("recall.limit", (1, 3, 8)), ("recall.tokens", (50, 80, 1200)),
            ("recall.candidates", (1, 5, 60)), ("recall.companions", (0, 2, 20)),
            ("recall.variety", (0, 0.3, 1)), ("recall.weight.recency", (0, 5)),
            ("recall.weight.retention", (0.1, 5)), ("memory.imperfect", (True, False)),
            ("memory.foldedFade", (0.5, 1)),
        ))  # fmt: skip
        self.story.set(key, dice.pick(values))

    @rule(data=st.data())
    def ask(self, data: st.DataObject) -> None:
        """What is answered is the owner's own and within all measures; asking changes nothing."""
        dice = Dice(data)
        if dice.once_in(2):
            self._believe(dice)
        before = self.life.rows()
        owners, asked = self.owners(dice), questions(self.life, dice)
        with nothing_written(self.library):
            found = answers(self.story, owners, asked)
        assert not difference(before, self.life.rows()), "recall wrote something"
        for owner in owners:
            for each in asked:
                self._own_and_within(owner, each, found.pop(0))
        self.library.context.minds, warm = Minds(), answers(self.story, owners, asked)
        assert answers(self.story, owners, asked) == warm, "a mind read anew answers otherwise"

    def _own_and_within(self, owner: str, asked: dict[str, Any], found: Recollection) -> None:
        mind, settings = self.story.mind(owner), self.story.settings
        perceptions = {p.id: p for p in mind.perceptions(limit=None)}
        beliefs = {b.id for b in mind.beliefs() if b.status == "held"}
        for each in (*found.memories, *trace(found)):
            assert each.id in (perceptions if each.kind == "perception" else beliefs)
        weighed = [row for row in trace(found) if row.kind == "perception"]
        assert len(weighed) <= settings.whole("recall.candidates")
        given = [(each.kind, each.id) for each in found.memories]
        most = asked.get("limit", settings.whole("recall.limit"))
        assert len(given) == len(set(given)) <= most
        size = sum(tokens(each.text) for each in found.memories)
        assert size <= settings.whole("recall.tokens")
        assert [key for key in given if key not in
                [(r.kind, r.id) for r in trace(found) if r.taken]] == []  # fmt: skip
        for each in found.memories:
            told = {key: getattr(each, key) for key in PLAIN}
            assert set(each.__dataclass_fields__) == PLAIN, "a new field: is it a score?"
            assert not [value for value in told.values() if isinstance(value, float)]
            if each.kind == "perception":
                read = perceptions[each.id]
                assert (each.event, each.turn, each.who) == (read.event, read.turn, read.who)
                if each.detail in ("vivid", "clear"):
                    assert each.text == read.text
                if read.importance >= 4:
                    assert each.detail in ("vivid", "clear", "faded")
                if not settings.on("memory.imperfect"):
                    assert (each.detail, each.text) == ("vivid", read.text)
        self._folded(owner, found)

    def _folded(self, owner: str, found: Recollection) -> None:
        """Never a belief with its grounds; what speaks against it is cut by no belief."""
        weighed = {row.id for row in trace(found) if row.kind == "belief"}
        held = [b for b in self.story.mind(owner).beliefs() if b.id in weighed]
        against = {id for belief in held for id in belief.contradicts}
        grounds = {id for belief in held for id in belief.supports} - against
        for row in trace(found):
            if row.kind == "perception":
                assert (row.by == "fold") == (row.id in grounds), row
                assert not (row.taken and row.id in grounds), row
                SEEN["folded"] += row.id in grounds
                SEEN["doubted"] += row.taken and row.id in against
            SEEN[f"cut by {row.by}" if not row.taken else "taken"] += 1
        SEEN.update(f"told {each.detail}" for each in found.memories)

    @rule(data=st.data())
    def ask_more(self, data: st.DataObject) -> None:
        """With more candidates, the first memory stays first, or a better one comes before it.

        Relevance is scaled by the best of all rows, whichever are taken, so that no total falls;
        of memories with one total the later comes first.
        """
        dice = Dice(data)
        set_all(self.story, {"recall.tokens": 100_000})
        owners, asked = self.owners(dice), questions(self.life, dice)
        last: list[Recollection] = []
        for most in (1, 4, 60):
            self.story.set("recall.candidates", most)
            now = answers(self.story, owners, asked)
            for before, after in zip(last, now, strict=False):
                rows = {(row.kind, row.id): row for row in trace(after)}
                for row in trace(before):
                    more = rows[row.kind, row.id]
                    assert more.total >= row.total
                    assert more.standings.keys() >= row.standings.keys()
                if not before.memories:
                    continue
                old, new = before.memories[0], after.memories[0]
                if (old.kind, old.id) != (new.kind, new.id):
                    beaten, better = rows[old.kind, old.id], rows[new.kind, new.id]
                    later = better.total == beaten.total and new.id > old.id
                    assert better.total > beaten.total or later
            last = now

    @rule(data=st.data())
    def call_to_mind(self, data: st.DataObject) -> None:
        """A recollection makes a memory last, and goes when its turn is taken back."""
        dice = Dice(data)
        set_all(self.story, {**ALL, "memory.imperfect": True})
        owner = dice.pick(list(self.life.model.people))
        held = self.story.mind(owner).perceptions()
        if not held:
            return
        each = dice.pick(held)
        asked = {"text": each.text, "people": [each.who] if each.who else []}
        later = {"minutes": 60 * 24 * dice.pick((1, 30)), "steps": []}
        before = answer(self.story, owner, asked)
        kept: list[float] = []
        for recollections in ({}, {owner: [each.id]}):
            for _ in range(2):
                self.story.record({**later, "recollections": recollections})
            found = {r.id: r for r in trace(answer(self.story, owner, asked))
                     if r.kind == "perception"}  # fmt: skip
            kept.append(found[each.id].retention if each.id in found else 0.0)
            self.story.undo()
            self.story.undo()
        without, withal = kept
        assert withal > without
        assert answer(self.story, owner, asked) == before

    @rule(data=st.data(), minutes=st.integers(1, 15))
    def skip_a_month(self, data: st.DataObject, minutes: int) -> None:
        """A month that is skipped fades everything more than twenty turns of an evening."""
        dice = Dice(data)
        set_all(self.story, {**ALL, "memory.imperfect": True, "memory.foldedFade": 1})
        owners, asked = self.owners(dice), [{"text": "sees now carefully suddenly"}]
        now = answers(self.story, owners, asked)
        times: list[list[Any]] = [now]
        for turns in ([{"minutes": minutes, "steps": []}] * 20, [{"minutes": 43_200, "steps": []}]):
            branch = self.story.branch(len(self.life.before), as_=f"{self.story.id}-later")
            for turn in turns:
                branch.record(turn)
            times.append(answers(branch, owners, asked))
            self.library.delete(branch.id)
        for recalled in zip(*times, strict=True):
            rows = [{r.id: r for r in trace(each) if r.kind == "perception"} for each in recalled]
            for id, row in rows[1].items():
                held = [each[id].retention if id in each else 0.0 for each in rows]
                assert held[1] <= held[0]
                assert held[2] < held[1] or (row.retention == held[2] == 1.0)
            told = [{m.id: m for m in each.memories if m.kind == "perception"} for each in recalled]
            for earlier, after in pairwise(told):
                for id in earlier.keys() & after.keys():
                    levels = [DETAILS.index(each[id].detail) for each in (earlier, after)]
                    assert levels == sorted(levels), "something came back by itself"


class Canaries(LawMachine):
    """Lives through less than a day, so that every memory is still word for word."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data, longest=60)
        set_all(self.life.story, ALL)

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(0, 2))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @rule()
    def undo(self) -> None:
        self.life.undo()

    @rule()
    def embed(self) -> None:
        self.life.story.embed_now()

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    def finally_holds(self) -> None:
        """Each canary comes to the minds that hold it with its words, and to no other."""
        story, model = self.life.story, self.life.model
        held = {c for event in model.events.values() for view in event.views.values()
                for c in view.tokens}.union(*(e.text for e in model.events.values()))  # fmt: skip
        for owner in model.people:
            mind, allowed = story.mind(owner), model.allowed(owner)
            has = set[str]().union(*(view.tokens for view in model.views(owner)))
            believed = canaries(" ".join(b.text for b in mind.beliefs() if b.status == "held"))
            for canary in [each for each in self.life.words.made if each[0] == "t"]:
                found = canaries(" ".join(strings(mind.recall(canary))))
                assert found <= allowed, (owner, canary, found - allowed)
                if canary in held:
                    assert (canary in found) == (canary in has), (owner, canary, story.events())
                elif canary in believed:
                    assert canary in found, (owner, canary)


class Exactly(LawMachine):
    """Lives long, and lets versions be partial and mistaken; then memory is made perfect."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.meant: dict[tuple[str, int], str] = {}

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(0, 2))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data(), accuracy=st.sampled_from(["partial", "mistaken"]))
    def mistake(self, data: st.DataObject, accuracy: str) -> None:
        """Let somebody have an event otherwise than it was; its words are kept here."""
        dice, story = Dice(data), self.life.story
        owner = dice.pick(list(self.life.model.people))
        held = [p for p in story.mind(owner).perceptions()
                if p.event is not None and (owner, p.event) not in self.meant]  # fmt: skip
        if not held:
            return
        each = dice.pick(held)
        word = self.life.words.word("t")
        story.edit("perception", each.id, text=f"Perhaps {word}", accuracy=accuracy)
        self.life.edit(lambda m: m.rewritten(owner, each.event, word))
        self.meant[owner, each.event or 0] = each.text

    def finally_holds(self) -> None:
        """Every text is then as the mind reads it, and that is as it was before it was changed."""
        story = self.life.story
        set_all(story, {**ALL, "memory.imperfect": False})
        for owner in self.life.model.people:
            mind = story.mind(owner)
            read = {p.id: p for p in mind.perceptions(limit=None)}
            for kind, each in [*((p.kind, p) for p in read.values())][-12:]:
                if each.event is None:
                    continue
                event = story.event(each.event)
                found = mind.recall(each.text, since=each.time, until=each.time)
                for memory in found.memories:
                    if memory.kind == "perception":
                        assert (memory.detail, memory.text) == ("vivid", read[memory.id].text)
                words = canaries(self.meant.get((owner, each.event), each.text))
                words = {c for c in words if c[0] == "t"}
                if words and (owner, each.event) not in self.meant:
                    assert each.id in {m.id for m in found.memories if m.kind == "perception"}
                assert words == {c for c in canaries(each.text) if c[0] == "t"}
                if kind == "line" and each.mode == "saw":
                    assert not {c for c in canaries(event.text) if c[0] == "t"} & words


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_what_comes_to_mind_is_the_owners_and_asking_leaves_no_trace(
    request: pytest.FixtureRequest, where: str
) -> None:
    SEEN.clear()
    run(Recalling, address(request, where), examples=20, steps=12, on=by_meaning)
    if where == "sqlite":
        assert min(SEEN["folded"], SEEN["doubted"], SEEN["told faded"]) >= 3, SEEN


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_words_come_to_the_minds_that_hold_them_and_to_no_other(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(Canaries, address(request, where), examples=6, steps=8, on=by_meaning)


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_a_perfect_memory_has_every_text_as_it_was(
    request: pytest.FixtureRequest, where: str
) -> None:
    run(Exactly, address(request, where), examples=5, steps=10, on=by_meaning)
