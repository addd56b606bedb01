"""Keeping with a model, one batch of turns: load, ask, judge, read back, look again, write.

No transaction is open while the model thinks, so a story may go on meanwhile. Before anything is
written, all that was asked is put together anew: where a word of it would be another one now, the
answers are about something that is no more, and are dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from rashomon.engine import runs
from rashomon.engine.ask import Asking, asking
from rashomon.engine.budget import left
from rashomon.engine.calls import Answered, ask_all, step_of
from rashomon.engine.context import Context
from rashomon.engine.keep_view import Batch, load, past_of
from rashomon.engine.keep_writing import losses, unsure, write
from rashomon.ports.language import LanguageModel
from rashomon.ports.store import StoryWriting
from rashomon.prompts.asking import Asked
from rashomon.prompts.keeping import NARROW, TASKS, WIDE, verify
from rashomon.record.keeper.judge import Verdict, judge
from rashomon.record.keeper.proposals import Grade, Proposal, Version
from rashomon.record.keeper.view import View
from rashomon.record.keeper.writing import Written, written
from rashomon.settings import Settings
from rashomon.story.run import Edit, Run, RunStep

Request: TypeAlias = Asked[Any, Any]

_Verdicts: TypeAlias = list[tuple[Verdict, ...]]

GONE = "What was shown was changed or taken back meanwhile; it is due again."
NEEDED = "What was learnt by it is needed in turns that can still be taken back."
TAKEN_BACK = "It was taken back on being read again."
UNREAD = "No answer could be read, so nothing is taken back."


@dataclass(frozen=True, slots=True)
class KeptBatch:
    """What came of one batch; `failed` says why nothing did.

    `put_off`: the budget of calls had no room for it, so that nothing was asked.
    """

    turns: int = 0
    events: int = 0
    verdicts: tuple[Verdict, ...] = ()
    run: int = 0
    failed: str = ""
    put_off: bool = False


@dataclass(slots=True)
class _Round:
    """Requests that are asked together, with what they were answered.

    `lenient`: an answer that cannot be read is none, and fails nothing.
    """

    requests: list[Request]
    answers: list[Answered[Any]]
    lenient: bool = False

    @property
    def failed(self) -> str:
        """Why the answers are none to go by; empty where they are."""
        for each in self.answers:
            if each.reply is None:
                return each.failed
            if each.value is None and not self.lenient:
                faults = " ".join(each.reply.reading.faults)
                return f"No answer to {each.request.task} could be read. {faults}".strip()
        return ""

    def proposals(self) -> list[tuple[Request, tuple[Any, ...]]]:
        """What each reply proposes."""
        return [
            (asked, () if answer.value is None else asked.proposals(answer.value))
            for asked, answer in zip(self.requests, self.answers, strict=True)
        ]


def requests_of(view: View, settings: Settings) -> list[Request]:
    """What is asked about a batch first; versions are asked for when it is graded."""
    names = WIDE if settings.text("models.shape") == "wide" else NARROW
    return [asked for name in names for asked in TASKS[name].ask(view)]


def versions_of(view: View) -> list[Request]:
    """Who is asked what it may have missed, given what was accepted so far."""
    return list(TASKS["versions"].ask(view))


def verify_of(view: View, rounds: Sequence[_Round]) -> list[Request]:
    """What of the accepted is read back, given what was asked so far."""
    most = verify.most(each for one in rounds for each in one.requests)
    return list(TASKS["verify"].ask(view))[:most]


def keep_batch(
    context: Context, story: str, model: LanguageModel, upto: int, leave: int, budgeted: bool
) -> KeptBatch | None:
    """Keep the next batch of the turns up to one, but for the newest `leave`.

    `None` where nothing is due. `budgeted`: only with so many calls as there is room for; versions
    and reading back are the first to be done without.
    """
    with asking(context, story) as asked:
        batch = load(asked, min(upto, asked.unit.head.turn - leave))
        if batch is None:
            return None
        at_once = asked.settings.whole("models.concurrency")
        first = _Round(requests_of(batch.view, asked.settings), [])
        room = left(asked.unit, asked.settings) - len(first.requests) if budgeted else None
    if room is not None and room < 0:
        return KeptBatch(put_off=True)
    sitting = _Sitting(context, story, model, at_once, batch, room)
    failed = sitting.ask(first)
    if failed:
        return sitting.ended("failed", failed)
    with asking(context, story) as asked:
        now = sitting.again(asked, leave)
        view = None if now is None else _judged(_viewed(asked, now, first), first)[1]
    if view is None:
        return sitting.ended("dropped", GONE)
    failed = sitting.ask(_Round(versions_of(view)[:room], []))
    if failed:
        return sitting.ended("failed", failed)
    with asking(context, story) as asked:
        read = sitting.to_read(asked, leave)
    if read is None:
        return sitting.ended("dropped", GONE)
    failed = sitting.ask(_Round(read, [], lenient=True))
    if failed:
        return sitting.ended("failed", failed)
    with context.store.writing(story) as unit:
        done = sitting.write(unit, leave)
    return sitting.ended("dropped", GONE) if done is None else done


@dataclass(slots=True)
class _Sitting:
    """One batch and all that was asked about it."""

    context: Context
    story: str
    model: LanguageModel
    at_once: int
    batch: Batch
    room: int | None
    rounds: tuple[_Round, ...] = ()

    def ask(self, of: _Round) -> str:
        """Ask what a round has, and answer why it failed, if it did."""
        requests = [each.request for each in of.requests]
        of.answers = ask_all(self.context.calls, self.model, requests, self.at_once)
        self.rounds = (*self.rounds, of)
        return of.failed

    def again(self, asked: Asking, leave: int) -> Batch | None:
        """The batch as it stands now; `None` where anything that was shown does so no more."""
        if asked.unit.head.turn - leave < self.batch.last:
            return None
        now = load(asked, self.batch.last)
        if now is None or now.pending != self.batch.pending:
            return None
        (first, *_) = self.rounds
        return now if _same(requests_of(now.view, asked.settings), first) else None

    def judged(self, asked: Asking, leave: int) -> tuple[Batch, _Verdicts, View] | None:
        """All proposals judged by how the story stands now; `None` as for `again`."""
        now = self.again(asked, leave)
        if now is None:
            return None
        first, second, *_ = self.rounds
        verdicts, view = _judged(_viewed(asked, now, first), first)
        if not _same(versions_of(view)[: self.room], second):
            return None
        more, view = _judged(view, second)
        return now, [*verdicts, *more], view

    def to_read(self, asked: Asking, leave: int) -> list[Request] | None:
        """What is read back: nothing where nothing was accepted; `None` as for `again`."""
        if not asked.settings.on("record.verify"):
            return []
        found = self.judged(asked, leave)
        return None if found is None else verify_of(found[2], self.rounds)[: self.spare]

    @property
    def spare(self) -> int | None:
        """How many calls there is room for after the versions."""
        return None if self.room is None else self.room - len(self.rounds[1].requests)

    def dropped(self, view: View) -> list[Proposal] | None:
        """What of the accepted was taken back on being read; `None` where it would read otherwise.

        It is found by what would be asked now, for what is counted there is what is accepted now.
        """
        (*before, last) = self.rounds
        if not last.requests:
            return []
        now = _Round(verify_of(view, before)[: self.spare], last.answers)
        if not _same(now.requests, last):
            return None
        drops = [each for _, some in now.proposals() for each in some]
        return [view.taken[each.edit - 1] for each in drops if not each.faults]

    def write(self, unit: StoryWriting, leave: int) -> KeptBatch | None:
        """Judge all of it by how the story stands now, and write; `None` where it is dropped."""
        found = self.judged(Asking(unit, self.context), leave)
        if found is None:
            return None
        now, verdicts, view = found
        out = self.dropped(view)
        if out is None:
            return None
        if out:
            verdicts, view = _without(out, view, self.rounds[:-1], verdicts)
        verdicts, made, lost = _settled(unit, now, view, verdicts)
        flat = [verdict for some in verdicts for verdict in some]
        commit = write(unit, now, made, lost, flat)
        run = Run(0, "keep", self.batch.last, commit, self.context.clock(), "done", "",
                  self._steps(verdicts))  # fmt: skip
        number = runs.write(unit, run, seen=self.batch.commit)
        return KeptBatch(now.turns, len(now.pending), tuple(flat), number)

    def ended(self, status: Any, why: str) -> KeptBatch:
        """The end of a sitting that came to nothing: only what was asked is kept."""
        run = Run(0, "keep", self.batch.last, None, self.context.clock(), status, why,
                  self._steps(()))  # fmt: skip
        number = runs.keep_run(self.context, self.story, run, seen=self.batch.commit)
        return KeptBatch(run=number, failed=why)

    def _steps(self, verdicts: Sequence[Sequence[Verdict]]) -> tuple[RunStep, ...]:
        answers = [each for one in self.rounds for each in one.answers]
        edits = [tuple(map(_edit, some)) for some in verdicts]
        edits += [()] * (len(answers) - len(edits))
        steps = [
            step_of(answer, self.model.name, self.batch.newest, some)
            for answer, some in zip(answers, edits, strict=True)
        ]
        read = [*_notes(self.rounds[-1])] if self.rounds[-1].lenient else []
        return tuple(
            replace(step, notes=(*step.notes, *more))
            for step, more in zip(steps, [()] * (len(steps) - len(read)) + read, strict=True)
        )


def _same(now: Sequence[Request], then: _Round) -> bool:
    """Whether the same would be asked now, word for word."""
    return [(each.request.owner, each.request.text) for each in now] == [
        (each.request.owner, each.request.text) for each in then.requests
    ]


def _viewed(asked: Asking, batch: Batch, first: _Round) -> View:
    """The view by which answers are judged: with where the claims among them come from."""
    every = [proposal for _, some in first.proposals() for proposal in some]
    return replace(batch.view, past=past_of(asked, batch, every))


def _before(view: View, asked: Request) -> View:
    """The view by which one reply is judged: grades of what it was not shown are not its own."""
    shown = {*asked.ids.events.values()}
    taken = (each for each in view.taken if not isinstance(each, Grade) or each.event in shown)
    return replace(view, taken=tuple(taken))


def _judged(view: View, of: _Round) -> tuple[_Verdicts, View]:
    """Judge each reply in turn, and answer the view with all that was accepted."""
    found: _Verdicts = []
    for asked, proposals in of.proposals():
        judged = judge(proposals, _before(view, asked))
        found.append(judged.verdicts)
        view = replace(view, taken=(*view.taken, *judged.accepted))
    return found, view


def _without(
    out: Collection[Proposal], view: View, rounds: Sequence[_Round], verdicts: _Verdicts
) -> tuple[_Verdicts, View]:
    """Take back some of what was accepted, and judge what is left of it from the beginning.

    What was not accepted before is not now: it was not read back.
    """
    requests = [each for one in rounds for each in one.requests]
    found: _Verdicts = []
    view = replace(view, taken=())
    for asked, some in zip(requests, verdicts, strict=True):
        stay = [each.change for each in some if each.change is not None and each.change not in out]
        judged = judge(stay, _before(view, asked))
        view = replace(view, taken=(*view.taken, *judged.accepted))
        again = iter(judged.verdicts)
        found.append(tuple(_stands(each, out, again) for each in some))
    return found, view


def _stands(before: Verdict, out: Collection[Proposal], again: Iterator[Verdict]) -> Verdict:
    """A verdict once some was taken back; `again` has those on what is left, in order."""
    if before.change is None:
        return before
    if before.change in out:
        return replace(before, outcome="left_out", reason=TAKEN_BACK, change=None)
    now = next(again)
    return before if now.change == before.change else replace(now, proposal=before.proposal)


def _notes(of: _Round) -> Iterator[tuple[str, ...]]:
    """What is to be said of each answer on what was read back: what it named and is not there."""
    for (_, drops), answer in zip(of.proposals(), of.answers, strict=True):
        unread = answer.reply is not None and answer.value is None
        yield (UNREAD,) if unread else tuple(note for each in drops for note in each.notes)


def _settled(
    unit: StoryWriting, batch: Batch, view: View, verdicts: _Verdicts
) -> tuple[_Verdicts, Written, list[Any]]:
    """What is to be written, without versions whose losses newer turns make up for."""
    while True:
        made = written(view)
        lost = losses(unit, view.atlas, batch, made)
        owners = {(raw, moment): owner for (owner, moment), raw in batch.raw.items()}
        out = {
            (owners[each.after.owner, each.after.moment], each.after.moment)
            for each in lost
            if unsure(each, batch)
        }
        if not out:
            return verdicts, made, lost
        view = replace(view, taken=tuple(each for each in view.taken if not _among(each, out)))
        verdicts = [
            tuple(
                replace(each, outcome="left_out", reason=NEEDED, change=None)
                if _among(each.change, out)
                else each
                for each in some
            )
            for some in verdicts
        ]


def _among(change: object, out: set[tuple[str, int]]) -> bool:
    return isinstance(change, Version) and (change.owner, change.event) in out


def _edit(verdict: Verdict) -> Edit:
    return Edit(in_words(verdict.proposal), verdict.outcome, verdict.reason)


_FORMS: Mapping[str, str] = {
    "Grade": "grade event {event} as {importance}",
    "Move": "event {event} moves {item} to {to}",
    "Claim": "event {event} claims {item} at {at}",
    "Retells": "event {event} retells event {of}",
    "Tag": "tag event {event} as {tag}",
    "OpenThread": "event {event} opens a {kind}",
    "CloseThread": "event {event} ends thread {thread}: {act}",
    "Bond": "for event {event}, {owner} regards {about}: {turn}",
    "Version": "of event {event}, {owner} lost {lost}",
}


def in_words(proposal: Any) -> str:
    """A proposal as a run shows it."""
    form = _FORMS.get(type(proposal).__name__)
    if form is None:
        return "something that is no proposal"
    given = {name: getattr(proposal, name) for name in proposal.__slots__}
    if isinstance(proposal, Version):
        given["lost"] = ", ".join(map(str, proposal.lost)) or "nothing"
        if proposal.mistaken_for is not None:
            form += " and took who acted for {mistaken_for}"
    said = form.format(**given)
    faults = ", ".join(f"{fault.slot} {fault.given!r}" for fault in proposal.faults)
    return f"{said} (not understood: {faults})" if faults else said


def estimated_requests(asked: Asking, upto: int) -> Iterator[Request]:
    """What would be asked at most of all that is due."""
    after: int | None = None
    while (batch := load(asked, upto, after)) is not None:
        every = requests_of(batch.view, asked.settings)
        every += versions_of(replace(batch.view, versions_from=1))
        yield from every
        if asked.settings.on("record.verify"):
            yield from verify.foreseen(batch.view, verify.most(every))
        after = batch.until
