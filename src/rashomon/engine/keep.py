"""Keeping: pending turns are graded and tagged, and sealed; by a model where one is set.

A model's answers are judged before anything is written. If it fails, everything is as before: the
turns stay pending, and the next keeping tries again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rashomon.engine.ask import Asking, asking
from rashomon.engine.calls import Estimate, estimated
from rashomon.engine.context import Context
from rashomon.engine.keep_asking import KeptBatch, estimated_requests, keep_batch
from rashomon.engine.telemetry import span
from rashomon.ports.language import LanguageModel
from rashomon.ports.store import Mark, Seal, StoryWriting
from rashomon.record.chain import chain
from rashomon.record.keeper.judge import Verdict
from rashomon.record.keeping import graded
from rashomon.story.event import Event
from rashomon.story.mind import By


@dataclass(frozen=True, slots=True)
class Kept:
    """What a keeping did: how many turns and events were sealed, and how many stay pending.

    `by` says who kept: `engine` is the rules. Of a model, `verdicts` has every proposal with what
    became of it and why, and `runs` the numbers of its runs. `failed` says why it came to nothing,
    or to no more than this; what was not sealed is due again. `put_off`: the budget of calls had no
    room for more.
    """

    turns: int
    events: int
    pending: int
    by: By = "engine"
    verdicts: tuple[Verdict, ...] = ()
    runs: tuple[int, ...] = ()
    failed: str = ""
    put_off: bool = False


def keep_now(context: Context, story: str, *, leave: int = 0) -> Kept:
    """Keep every pending turn but the newest `leave`, and seal them.

    Raises `BadSetting` where the model that is set is none that can be asked.
    """
    with asking(context, story) as asked:
        model, upto = context.models(asked.settings, "keeper"), asked.unit.head.turn - leave
    return _keep(context, story, model, upto, leave, budgeted=False)


def keep_if_due(context: Context, story: str) -> Kept:
    """The automatic keeping, once `record.backlog` turns are pending beyond the open ones.

    It keeps to `budget.callsPerTurn`.
    """
    with asking(context, story) as asked:
        pending, leave = _pending(asked), asked.settings.whole("record.open")
        if pending < leave + asked.settings.whole("record.backlog"):
            return Kept(0, 0, pending)
        model, upto = context.models(asked.settings, "keeper"), asked.unit.head.turn - leave
    return _keep(context, story, model, upto, leave, budgeted=True)


def keep_estimate(context: Context, story: str, *, leave: int = 0) -> Estimate:
    """How many calls `keep_now` makes at most, and about how many tokens they take."""
    with asking(context, story) as asked:
        if context.models(asked.settings, "keeper") is None:
            return Estimate()
        return estimated(estimated_requests(asked, asked.unit.head.turn - leave))


def _pending(asked: Asking) -> int:
    return asked.unit.head.turn - asked.unit.last_sealed_turn()


def _keep(
    context: Context,
    story: str,
    model: LanguageModel | None,
    upto: int,
    leave: int,
    *,
    budgeted: bool,
) -> Kept:
    if model is None:
        with context.store.writing(story) as unit:
            return keep_by_rule(unit, leave=leave)
    done: list[KeptBatch] = []
    while not done or not (done[-1].failed or done[-1].put_off):
        with span("keep", story=story, model=model.name):
            batch = keep_batch(context, story, model, upto, leave, budgeted)
        if batch is None:
            break
        done.append(batch)
    with asking(context, story) as asked:
        pending = _pending(asked)
    return Kept(
        turns=sum(each.turns for each in done),
        events=sum(each.events for each in done),
        pending=pending,
        by="keeper",
        verdicts=tuple(verdict for each in done for verdict in each.verdicts),
        runs=tuple(each.run for each in done if each.run),
        failed=done[-1].failed if done else "",
        put_off=bool(done) and done[-1].put_off,
    )


def keep_by_rule(unit: StoryWriting, *, leave: int, fresh: Sequence[Event] = ()) -> Kept:
    """Grade, tag and seal in one commit what is pending, but for the newest `leave` turns.

    `fresh` are the newest events, where whoever recorded them has them still: to read thousands
    back would take longer than to seal them.
    """
    last, sealed = unit.head.turn, unit.last_sealed_turn()
    upto = last - leave
    if upto <= sealed:
        return Kept(0, 0, last - sealed)
    first = unit.last_sealed_event()
    older = unit.events(after=first, before=fresh[0].id if fresh else None)
    events = [event for event in (*older, *fresh) if event.turn <= upto]
    if not events:
        return Kept(0, 0, last - sealed)
    locks = unit.locks([event.id for event in older])
    unit.commit("keep", "engine", unit.head.turn)
    marks: list[Mark] = []
    for event in events:
        importance, tags = graded(event)
        locked = locks.get(event.id, ())
        changed = importance if importance != event.importance else None
        named = tags if tags != event.tags else None
        changed = None if "importance" in locked else changed
        named = None if "tags" in locked else named
        if changed is not None or named is not None:
            marks.append(Mark(event.id, changed, named))
    unit.write_marks(marks)
    seals = [Seal(event.id, digest) for event, digest in chain(unit.head.sealed_head, events)]
    unit.write_seals(seals)
    return Kept(upto - sealed, len(events), last - upto)
