"""One story, as the library's users hold it: recorded, asked about, corrected, taken back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rashomon.api import cards
from rashomon.api.mind import Mind
from rashomon.engine import (
    ask,
    audit,
    edits,
    embed_missing,
    keep,
    prompting,
    record_turn,
    reflect,
    runs,
    undo,
    verify,
)
from rashomon.engine.audit import Audit
from rashomon.engine.calls import Estimate
from rashomon.engine.context import Context
from rashomon.engine.edits import Edited, Rest
from rashomon.engine.embed_missing import Embedded, Progress
from rashomon.engine.keep import Kept
from rashomon.engine.record_turn import Done
from rashomon.engine.reflect import Reflection
from rashomon.engine.undo import Undone
from rashomon.engine.verify import Verified
from rashomon.errors import Fault
from rashomon.imports.returning import KeptCard
from rashomon.prompts.prompt import Prompt
from rashomon.settings import Settings
from rashomon.story.event import Event
from rashomon.story.mind import Teaching, Thread
from rashomon.story.run import Cost, Run, RunSummary
from rashomon.story.world import World


@dataclass(frozen=True)
class Clock:
    """Where story time stands: `seconds` since the start, and as the story's calendar says it."""

    seconds: float
    shown: str
    turn: int


@dataclass(frozen=True)
class Story:
    """A story of a library. It holds nothing itself: every call sees what was last committed."""

    context: Context = field(repr=False)
    id: str
    wall_clock: Callable[[], float] = field(repr=False)

    # Recording.

    def record(self, turn: object) -> Done:
        """Record one turn (a `Turn` or its JSON) durably, or raise `BadTurn` and write nothing."""
        done = record_turn.record_turn(self.context, self.id, turn)
        self.context.touched(self.id)
        return done

    def record_many(self, turns: Iterable[object]) -> list[Done]:
        """Record many turns, far faster; all but the newest `record.open` are kept by rule.

        Stops with `BadTurn` at the first that is refused; those before it stay recorded.
        """
        try:
            return record_turn.record_many(self.context, self.id, turns)
        finally:
            self.context.touched(self.id)

    def check(self, turn: object) -> tuple[Fault, ...]:
        """The faults for which this turn would be refused; writes nothing."""
        return record_turn.check_turn(self.context, self.id, turn)

    def check_many(self, turns: Iterable[object]) -> list[tuple[Fault, ...]]:
        """The same of many turns, each on top of those before it that are without fault.

        Others wait to write to the database until the last is checked.
        """
        return record_turn.check_turns(self.context, self.id, turns)

    def keep_now(self) -> Kept:
        """Grade, tag and seal every pending turn: by the model that is set, or by rule.

        Where the model fails, `Kept.failed` says why, and what is not sealed is as it was.
        """
        return keep.keep_now(self.context, self.id)

    def keep_if_due(self) -> Kept:
        """The same but for the newest `record.open` turns, once `record.backlog` more wait."""
        return keep.keep_if_due(self.context, self.id)

    def keep_estimate(self) -> Estimate:
        """How many calls `keep_now` would make at most; none where no model is set."""
        return keep.keep_estimate(self.context, self.id)

    def embed_now(self, progress: Progress | None = None) -> Embedded:
        """Make the vectors that are due, for recall by meaning; `progress(done, of)` in between.

        May be broken off at any moment: what is not done is due again.
        """
        return embed_missing.embed_missing(self.context, self.id, progress)

    async def keep(self) -> Kept:
        """The same, without holding up an event loop."""
        return await asyncio.to_thread(self.keep_now)

    def reflect_now(self, owner: str | None = None) -> Reflection:
        """Let one character sort what it has taken in, or everybody who has anything new.

        Raises `NotFound`, and `Refused` for a background character.
        """
        return reflect.reflect_now(self.context, self.id, owner)

    def reflect_if_due(self) -> Reflection:
        """The same for those whose turn it is by the settings, if it is anybody's."""
        return reflect.reflect_if_due(self.context, self.id)

    def reflect_estimate(self, owner: str | None = None) -> Estimate:
        """How many calls `reflect_now` would make at most; none where no model is set."""
        return reflect.reflect_estimate(self.context, self.id, owner)

    async def reflect(self, owner: str | None = None) -> Reflection:
        """`reflect_now`, without holding up an event loop."""
        return await asyncio.to_thread(self.reflect_now, owner)

    def card(self, who: str) -> KeptCard | None:
        """What the card says that a character was brought in from; `None` where there was none."""
        return cards.kept_card(self.context, self.id, who)

    # Going back.

    def undo(self) -> Undone:
        """Take back the newest pending turn; raises `NothingToUndo` where all are sealed."""
        return undo.undo(self.context, self.id)

    def branch(self, turn: int, as_: str | None = None) -> Story:
        """A new story of this one as it stood just before turn `turn` + 1 was recorded."""
        name = undo.branch(self.context, self.id, turn, as_, self.wall_clock())
        return Story(self.context, name, self.wall_clock)

    def rewind(self, turn: int, as_: str | None = None) -> Story:
        """Go back to the end of a turn; answers the story to go on with, maybe a branch."""
        return Story(self.context, self.rewind_to(turn, as_).story, self.wall_clock)

    def rewind_to(self, turn: int, as_: str | None = None) -> undo.Rewound:
        """The same, with what was taken back."""
        return undo.rewind(self.context, self.id, turn, as_, self.wall_clock())

    def verify(self, head: str | None = None) -> Verified:
        """Recompute the chain of seals; `head` is one that was noted elsewhere, in hexadecimal."""
        return verify.verify(self.context, self.id, head=head)

    # Asking.

    @property
    def clock(self) -> Clock:
        """Story time now."""
        with ask.asking(self.context, self.id) as asked:
            head, world = asked.unit.head, asked.world
            shown = world.calendar.show(head.time, world.language)
            return Clock(head.time, shown, head.turn)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        with ask.asking(self.context, self.id) as asked:
            return asked.settings

    @property
    def world(self) -> World:
        """The world as it stands, with what turns and edits brought in."""
        with ask.asking(self.context, self.id) as asked:
            return edits.whole_world(asked.world, asked.atlas)

    @property
    def pending(self) -> int:
        """How many turns are not sealed."""
        with ask.asking(self.context, self.id) as asked:
            return asked.unit.head.turn - asked.unit.last_sealed_turn()

    def mind(self, owner: str) -> Mind:
        """The mind of one character."""
        return Mind(self.context, self.id, owner)

    def events(
        self, limit: int | None = 200, before: int | None = None, turn: int | None = None
    ) -> list[Event]:
        """The newest `limit` events, oldest of them first; `before` pages back by id."""
        with ask.asking(self.context, self.id) as asked:
            return ask.events(asked, limit=limit, before=before, turn=turn)

    def event(self, id: int) -> Event:
        """One event; raises `NotFound`."""
        with ask.asking(self.context, self.id) as asked:
            return ask.event(asked, id)

    def threads(self) -> list[Thread]:
        """Promises, mysteries and goals, objectively."""
        with ask.asking(self.context, self.id) as asked:
            return ask.threads(asked, None)

    def search(self, text: str, limit: int = 50) -> list[Event]:
        """Events in which all words of `text` occur, whoever perceived them, newest first."""
        with ask.asking(self.context, self.id) as asked:
            return ask.search(asked, text, limit)

    def who_perceived(self, event: int) -> list[str]:
        """Who has a perception of an event."""
        with ask.asking(self.context, self.id) as asked:
            return ask.who_perceived(asked, event)

    def who_knows(self, entity: str) -> list[str]:
        """Who can identify a thing."""
        with ask.asking(self.context, self.id) as asked:
            return ask.who_knows(asked, entity)

    def spread(self, entity: str) -> list[Teaching]:
        """Who learnt of a thing when, and from whom."""
        with ask.asking(self.context, self.id) as asked:
            return ask.spread(asked, entity)

    def context_gm(self) -> Prompt:
        """What a model directing the story may be given: objective, and nobody's mind."""
        return prompting.context_gm(self.context, self.id)

    # Looking into what models were asked.

    def runs(
        self, limit: int | None = 50, before: int | None = None, kind: str | None = None
    ) -> list[RunSummary]:
        """The newest `limit` runs, newest first; `before` pages on by number.

        `kind` is `turn`, `keep`, `reflect` or `recall`.
        """
        return runs.runs(self.context, self.id, limit=limit, before=before, kind=kind)

    def run(self, number: int) -> Run:
        """One run with all that was asked and answered; raises `NotFound`."""
        return runs.run(self.context, self.id, number)

    def cost(self) -> Cost:
        """What all calls took, by role; also those of turns that were taken back."""
        return runs.cost(self.context, self.id)

    def audit(self, progress: audit.Progress | None = None) -> Audit:
        """Read every stored prompt again: does one hold what its character could not know then?

        `progress(done, of)` is told after each run.
        """
        return audit.audit(self.context, self.id, progress)

    # Correcting.

    def rests_on(self, kind: str, id: object) -> tuple[Rest, ...]:
        """What rests on something that could be edited; what rests on it alone would go with it."""
        return edits.rests_on(self.context, self.id, kind, id)

    def preview_edit(
        self,
        kind: str,
        id: object = None,
        /,
        *,
        keep: Sequence[str] = (),
        release: Sequence[str] = (),
        **fields: Any,
    ) -> Edited:
        """What `edit` would take with it, and what would stay; refused where that would be.

        Nothing is written, so that the answer bears the commit 0.
        """
        return edits.preview(
            self.context, self.id, kind, id, keep=keep, release=release, fields=fields
        )

    def edit(
        self,
        kind: str,
        id: object = None,
        /,
        *,
        why: str | None = None,
        keep: Sequence[str] = (),
        release: Sequence[str] = (),
        **fields: Any,
    ) -> Edited:
        """Correct a perception, belief, relationship, knowledge, thread or event's grade.

        What is set here is locked against model and rule until it is named in `release`. What
        rests on a perception alone goes with it, but for those named in `keep` (`Rest.id`).
        """
        return edits.edit(
            self.context, self.id, kind, id, why=why, keep=keep, release=release, fields=fields
        )

    def edit_audience(
        self,
        event_id: int,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        keep: Sequence[str] = (),
        why: str | None = None,
    ) -> Edited:
        """Correct who perceived an event."""
        return edits.edit_audience(
            self.context, self.id, event_id, add=add, remove=remove, keep=keep, why=why
        )

    def edit_world(self, why: str | None = None, **changes: Any) -> Edited:
        """Change the world from now on.

        `places`, `exits`, `items`, `characters` and `lore` hold definitions as in a world file: a
        new id adds, a known one changes the keys given. `retire` holds ids that go out of use.
        `title` and `opening` are replaced.
        """
        return edits.edit_world(self.context, self.id, why=why, changes=changes)

    def grant(self, owner: str, entity: str, why: str | None = None) -> Edited:
        """Let somebody know a thing, as its author."""
        return self.edit("knowledge", (owner, entity), known=True, why=why)

    def merge(self, alias_id: str, into: str, why: str | None = None) -> Edited:
        """Let one id stand for another from now on, in everything that is read."""
        return self.edit("alias", alias_id, into=into, why=why)

    def split(self, alias_id: str, why: str | None = None) -> Edited:
        """Take a merging back."""
        return self.edit("alias", alias_id, into=None, why=why)

    def set(self, key: str, value: object) -> Edited:
        """Change a setting of this story; `None` goes back to the world's."""
        return edits.edit_setting(self.context, self.id, key, value)
