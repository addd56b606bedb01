"""A random story lived through, beside a model of what everybody may hold of it."""

from __future__ import annotations

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from rashomon import Library
from rashomon.engine import keep
from rashomon.errors import BadTurn, NothingToUndo
from tests.laws import worlds
from tests.laws.model import Model
from tests.laws.worlds import Canaries, Dice

FULL = os.environ.get("RASHOMON_FULL") == "1"
SEED = int(os.environ.get("RASHOMON_SEED", "1203"))
PATIENCE = 7200 if FULL else 600
"""Seconds that a machine may take, on a machine that others keep busy."""
PHASES = [Phase.generate, *([Phase.shrink] if os.environ.get("RASHOMON_SHRINK") == "1" else [])]
"""Making a failing life small takes minutes, so it is only done when asked for."""
LIVED = 4
"""With how many turns a life begins: an empty one would hold every law."""

SEEN: Counter[str] = Counter()
"""What all lives of this process recorded, by kind: a law that saw no whisper holds of none."""

COUNTERS = {
    "epoch", "head", "next_commit", "next_event", "next_perception", "next_text", "next_belief",
    "next_thread", "next_memory",
}  # fmt: skip

_numbers = count(1)

Rows = list[tuple[str, str]]


def run(
    machine: type[LawMachine],
    url: str,
    *,
    examples: int,
    steps: int,
    on: Callable[..., Library],
    made: Callable[[Library], LawMachine] | None = None,
) -> None:
    """Run a machine on one database: the same examples every time, unless a seed says otherwise.

    RASHOMON_FULL=1 takes thirty times as many. PostgreSQL gets a quarter of them, since what it
    could do differently is in few places.
    """
    wanted = examples * (30 if FULL else 1)
    if url.startswith("postgresql"):
        wanted = max(wanted // 4, 2)
    library = on(url)

    def factory() -> LawMachine:
        return machine(library) if made is None else made(library)

    factory._hypothesis_internal_use_seed = SEED  # type: ignore[attr-defined]
    try:
        run_state_machine_as_test(
            factory,
            settings=settings(
                max_examples=wanted, stateful_step_count=steps * (2 if FULL else 1),
                database=None, print_blob=False, phases=PHASES,
                suppress_health_check=list(settings().suppress_health_check), deadline=None,
            ),
        )  # fmt: skip
    finally:
        library.close()


def rows(library: Library, story: str) -> Rows:
    """Every row of a story in a form that can be compared."""
    return [
        (table, json.dumps(row, sort_keys=True, ensure_ascii=False))
        for table, row in library.context.store.dump(story)
    ]


def bare(
    dumped: Rows, *, but: frozenset[int] = frozenset(), clock: bool = True, counters: bool = False
) -> Rows:
    """Rows without what a law exempts: counters of ids, and the rows of the commits `but`.

    Without `clock`, also without what the wall clock said.
    """
    found: Rows = []
    for table, text in dumped:
        row = json.loads(text)
        if row.get("id" if table == "commits" else "commit") in but:
            continue
        if table == "stories":
            row.pop("id")
            row.pop("created")
            if not counters:
                row = {key: value for key, value in row.items() if key not in COUNTERS}
            if but:
                row.pop("sealed")
                row.pop("sealed_head")
        if table == "commits" and not clock:
            row.pop("at")
        found.append((table, json.dumps(row, sort_keys=True, ensure_ascii=False)))
    return sorted(found)


def difference(one: Rows, other: Rows) -> list[tuple[str, tuple[str, str]]]:
    """What only one of two dumps has; empty where they are equal."""
    left, right = set(one), set(other)
    gone = [("only before", row) for row in one if row not in right]
    return gone + [("only after", row) for row in other if row not in left]


def strings(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for each in dataclasses.fields(value):
            yield from strings(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from strings(key)
            yield from strings(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from strings(each)


@dataclasses.dataclass
class Before:
    """How everything stood just before a turn was recorded, and the edits made since."""

    model: Model
    dumped: Rows
    edits: list[Callable[[Model], bool]] = dataclasses.field(default_factory=list)


class Life:
    """One story of a library, recorded into at random; no turn takes over `longest` minutes."""

    def __init__(self, library: Library, data: st.DataObject, *, longest: float = 1e6) -> None:
        self.library = library
        self.longest = longest
        self.words = Canaries()
        dice = Dice(data)
        world = worlds.world(dice, self.words)
        self.model = Model()
        self.model.bring(world)
        self.story = library.create(world, as_=f"s{next(_numbers)}")
        self.before: list[Before] = []
        self.refused = 0
        for _ in range(LIVED):
            self.record(data)

    def rows(self) -> Rows:
        """Every row of the story."""
        return rows(self.library, self.story.id)

    def turn(self, dice: Dice) -> tuple[dict[str, Any], Model]:
        """A turn to try, and the model as it leaves it."""
        tried = self.model.copy()
        owner = dice.pick(list(tried.people))
        held = {owner: [p.id for p in self.story.mind(owner).perceptions()]}
        made = worlds.turn(dice, self.words, tried, held)
        return {**made, "minutes": min(made["minutes"], self.longest)}, tried

    def record(self, data: st.DataObject) -> bool:
        """Record a random turn, or see it refused; tells which."""
        made, tried = self.turn(Dice(data))
        before = self.rows()
        faults = self.story.check(made)
        if faults:
            with pytest.raises(BadTurn):
                self.story.record(made)
            assert not difference(before, self.rows()), "a refused turn wrote something"
            self.refused += 1
            SEEN["refused"] += 1
            return False
        done = self.story.record(made)
        tried.take(done.events)
        for event in self.story.events(turn=done.turn):
            marks = (("whisper", event.whisper), ("call", event.over), ("covert", event.covert))
            SEEN.update([event.kind, *(name for name, is_so in marks if is_so)])
        self.before.append(Before(self.model, before))
        self.model = tried
        assert done.turn == len(self.before)
        return True

    def keep(self, leave: int) -> None:
        """Seal all pending turns but the newest `leave`."""
        keep.keep_now(self.library.context, self.story.id, leave=leave)

    def edit(self, change: Callable[[Model], bool]) -> bool:
        """Let the model have an edit that the story has had."""
        for each in self.before:
            each.edits.append(change)
        return change(self.model)

    def undo(self) -> tuple[Before, Any] | None:
        """Undo a turn in story and model; `None` where there is nothing to undo."""
        try:
            undone = self.story.undo()
        except NothingToUndo:
            return None
        before = self.before.pop()
        self.model = before.model.copy()
        for change in before.edits:
            change(self.model)
        return before, undone

    def gone(self) -> None:
        """Delete the story: it must leave nothing behind, and the library empty for the next."""
        self.library.delete(self.story.id)


class LawMachine(RuleBasedStateMachine):
    """A story that Hypothesis records into; each law adds what it looks at."""

    life: Life

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.library = library

    def teardown(self) -> None:
        if hasattr(self, "life"):
            try:
                self.finally_holds()
            finally:
                self.life.gone()

    def finally_holds(self) -> None:
        """What holds of a story however it came about; looked at when it is over."""


DATABASES = pytest.mark.parametrize("where", ["sqlite", "postgres"])


def address(request: pytest.FixtureRequest, where: str) -> str:
    """A fresh database of this kind."""
    return ":memory:" if where == "sqlite" else request.getfixturevalue("postgres_database")
