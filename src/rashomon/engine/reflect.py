"""Reflection: each character sorts what it has taken in since its last one, judged step by step.

All minds of a pass are read at once; a model, where one is set, is asked about them side by side
while no transaction is open; then each owner's changes are judged and written in a commit of their
own, if what it was shown still stands. Whoever fails holds up nobody else, and is due again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, TypeAlias

from rashomon.engine import runs
from rashomon.engine.ask import Asking, asking
from rashomon.engine.budget import Share, left, shared
from rashomon.engine.calls import Answered, Estimate, ask_all, estimated, step_of
from rashomon.engine.context import Context
from rashomon.engine.reflecting import Look, look, role, standing, stands
from rashomon.engine.telemetry import span
from rashomon.errors import NotFound, Refused
from rashomon.ports.language import LanguageModel
from rashomon.ports.store import ReflectedOn, StoryWriting, Versions
from rashomon.prompts.asking import Asked
from rashomon.prompts.reflecting import check, sort_new, sort_old, sort_wide
from rashomon.reflect import byrule
from rashomon.reflect.bearing import doubt
from rashomon.reflect.judge import Judged, Verdict, judge
from rashomon.reflect.proposals import Proposal
from rashomon.reflect.view import View
from rashomon.reflect.when import Due, Reason, due
from rashomon.reflect.when import asked as asked_for
from rashomon.settings import Settings
from rashomon.story.mind import Belief, By
from rashomon.story.run import Edit, Run, RunStep

RULES = "rules"
"""What a run calls a mind without a model."""


@dataclass(frozen=True, slots=True)
class OwnersReflection:
    """What one character made of what it had taken in.

    `new` and `changed` are ids of beliefs, `doubted` those that something spoke against; `verdicts`
    has every proposal with what became of it and why; `by` says who proposed: `engine` is the
    rules. `run` is the number of its run.
    """

    owner: str
    commit: int
    perceptions: int
    new: tuple[int, ...]
    changed: tuple[int, ...]
    doubted: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    by: By
    run: int = 0


@dataclass(frozen=True, slots=True)
class Reflection:
    """One pass: why it came about, and what came of it for each. `failed` says whose did not.

    `put_off` are those for whom the budget of calls has no room now; they are due again.
    """

    reason: Reason | None
    owners: tuple[OwnersReflection, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    put_off: tuple[str, ...] = ()


def reflect_now(context: Context, story: str, owner: str | None = None) -> Reflection:
    """Let one character reflect, or all who have anything new. Raises `NotFound`, `Refused`."""
    with asking(context, story) as asked:
        wanted = _wanted(asked, owner)
        minds = _Minds.of(context, asked.settings)
    return _pass(context, story, wanted, minds, automatic=False)


def reflect_if_due(context: Context, story: str) -> Reflection:
    """The automatic reflection, if one is due by what the story has."""
    with asking(context, story) as asked:
        wanted = due(standing(asked), asked.settings)
        minds = _Minds.of(context, asked.settings)
    return _pass(context, story, wanted, minds, automatic=True)


def reflect_estimate(context: Context, story: str, owner: str | None = None) -> Estimate:
    """How many calls `reflect_now` makes at most, and about how many tokens they take."""
    with asking(context, story) as asked:
        wanted, minds = _wanted(asked, owner), _Minds.of(context, asked.settings)
        found: list[Asked[Any, Any]] = []
        for each in () if wanted is None else wanted.owners:
            seen = look(asked, each, asked.settings.whole("reflection.checks"))
            if minds.check is not None:
                found += _checks(seen)
            if minds.sort is not None:
                view = replace(seen.view, due=seen.checks.due, wide=minds.wide)
                found += _sorts(seen, view, wide=minds.wide)
    return estimated(found)


def _wanted(asked: Asking, owner: str | None) -> Due | None:
    if owner is None:
        return asked_for(standing(asked))
    owner = asked.person(owner)
    if role(asked.atlas, owner) == "background":
        raise Refused(f"{owner} is a background character, and holds no beliefs.")
    return Due("asked", (owner,))


# Who is asked, and what.


@dataclass(frozen=True, slots=True)
class _Minds:
    """Who answers the checks and who sorts: a model each, or the rules (`None`)."""

    check: LanguageModel | None
    sort: LanguageModel | None
    wide: bool
    at_once: int

    @classmethod
    def of(cls, context: Context, settings: Settings) -> _Minds:
        """The minds that the settings name."""
        return cls(
            context.models(settings, "check"),
            context.models(settings, "reflection"),
            settings.text("models.shape") == "wide",
            settings.whole("models.concurrency"),
        )

    def share(self, owners: Sequence[str], settings: Settings, room: int | None) -> list[Share]:
        """Who reflects now, and how many beliefs of each are checked; `None` is no bound.

        What rules do takes no call.
        """
        checks = settings.whole("reflection.checks")
        if room is None or (self.check is None and self.sort is None):
            return [Share(owner, checks) for owner in owners]
        sorts = 0 if self.sort is None else 1 if self.wide else 2
        found = shared(owners, room, sorts=sorts, checks=0 if self.check is None else checks)
        return [each._replace(checks=checks) for each in found] if self.check is None else found

    @property
    def by(self) -> By:
        """Who proposes."""
        return byrule.BY if self.check is None and self.sort is None else "reflection"


Proposed: TypeAlias = Asked[Any, Proposal]


def _checks(seen: Look) -> list[Proposed]:
    """A small request for each belief that is checked now."""
    return [check.ask(each, seen.names, seen.when) for each in seen.checks.now]


def _sorts(seen: Look, view: View, *, wide: bool) -> list[Proposed]:
    """What the sort asks of one mind: in `wide` one request, else one of what is held, one of what
    is new; the most bearing of each, and none where no rule could accept a change."""
    if wide:
        return [*islice(sort_wide.ask(view, seen.names, seen.when, seen.new), 1)]
    return [
        *islice(sort_old.ask(view, seen.names, seen.when, seen.new), 1),
        *islice(sort_new.ask(view, seen.names, seen.when, seen.new), 1),
    ]


# One pass.


@dataclass(slots=True)
class _Thinking:
    """One owner's reflection under way. `failed` says why it came to nothing."""

    seen: Look
    wide: bool = False
    failed: str = ""
    doubted: Judged = field(default_factory=lambda: Judged((), ()))
    sorted_: Judged = field(default_factory=lambda: Judged((), ()))
    shown: set[int] = field(default_factory=set[int])
    steps: list[RunStep] = field(default_factory=list[RunStep])

    @property
    def view(self) -> View:
        """What the sort sees: what was just doubted takes no other change, nor does what is due."""
        return replace(
            self.seen.view,
            due=self.seen.checks.due,
            doubted=frozenset(written.belief.id for written in self.doubted.written),
            beliefs=_with(self.seen.view.beliefs, self.doubted),
            wide=self.wide,
        )


def _pass(
    context: Context, story: str, wanted: Due | None, minds: _Minds, *, automatic: bool
) -> Reflection:
    if wanted is None:
        return Reflection(None)
    with asking(context, story) as asked:
        settings, commit = asked.settings, asked.unit.head.commit
        shares = minds.share(
            wanted.owners, settings, left(asked.unit, settings) if automatic else None
        )
        wide = minds.wide and minds.sort is not None
        every = [_Thinking(look(asked, owner, checks), wide) for owner, checks in shares]
    with span("reflect", story=story, reason=wanted.reason, owners=len(every)):
        _check(context, every, minds)
        _sort(context, every, minds)
    done: list[OwnersReflection] = []
    for each in every:
        if not each.failed:
            try:
                done.append(_write(context, story, each, minds.by, commit, automatic=automatic))
                continue
            except (Refused, NotFound) as error:
                each.failed = str(error)
        _keep_failed(context, story, each, commit)
    failed = tuple((each.seen.owner, each.failed) for each in every if each.failed)
    put_off = {*wanted.owners} - {each.owner for each in shares}
    return Reflection(
        wanted.reason, tuple(done), failed, tuple(o for o in wanted.owners if o in put_off)
    )


def _check(context: Context, every: Sequence[_Thinking], minds: _Minds) -> None:
    """The contradiction checks; what comes of them is judged like all else."""
    if minds.check is None:
        for each in every:
            view, kinds = each.seen.view, each.seen.kinds
            found = (
                doubt(b.belief, byrule.answers(b.belief, b.perceptions, view, kinds))
                for b in each.seen.checks.now
            )
            each.doubted = judge([proposal for proposal in found if proposal is not None], view)
            _by_rule(each, "check", each.doubted)
        return
    requests = {id(each): _checks(each.seen) for each in every}
    _ask(context, every, requests, minds.check, minds.at_once, lambda each: each.seen.view, True)


def _sort(context: Context, every: Sequence[_Thinking], minds: _Minds) -> None:
    """The sort: what each mind now makes of all it was shown."""
    going = [each for each in every if not each.failed]
    if minds.sort is None:
        for each in going:
            own = each.seen.names
            each.sorted_ = judge(byrule.reflected(each.view, each.seen.kinds, own), each.view)
            _by_rule(each, "sort", each.sorted_)
        return
    requests = {id(each): _sorts(each.seen, each.view, wide=minds.wide) for each in going}
    _ask(context, going, requests, minds.sort, minds.at_once, lambda each: each.view, False)


def _ask(
    context: Context,
    every: Sequence[_Thinking],
    requests: Mapping[int, Sequence[Proposed]],
    model: LanguageModel,
    at_once: int,
    view: Callable[[_Thinking], View],
    checking: bool,
) -> None:
    """Ask for all owners side by side, and judge what each of their replies proposes."""
    flat = [asked for each in every for asked in requests[id(each)]]
    answers = iter(ask_all(context.calls, model, [asked.request for asked in flat], at_once))
    for each in every:
        proposals: list[tuple[Answered[Any], tuple[Proposal, ...]]] = []
        for asked in requests[id(each)]:
            answered = next(answers)
            value = answered.value
            proposals.append((answered, () if value is None else asked.proposals(value)))
            each.shown |= {*asked.ids.perceptions.values()}
            each.failed = each.failed or answered.failed
        judged = judge([one for _, some in proposals for one in some], view(each))
        if checking:
            each.doubted = judged
        else:
            each.sorted_ = judged
        verdicts = iter(judged.verdicts)
        for answered, some in proposals:
            edits = [_edit(verdict) for verdict in islice(verdicts, len(some))]
            each.steps.append(step_of(answered, model.name, each.seen.newest, edits))


def _by_rule(each: _Thinking, task: str, judged: Judged) -> None:
    if judged.verdicts:
        role = "check" if task == "check" else "reflection"
        edits = tuple(map(_edit, judged.verdicts))
        each.steps.append(
            RunStep(role, task, each.seen.owner, RULES, each.seen.newest, edits=edits)
        )


def _edit(verdict: Verdict) -> Edit:
    return Edit(in_words(verdict.proposal), verdict.outcome, verdict.reason)


def in_words(proposal: object) -> str:
    """A proposal as a run shows it: what it would do to which belief, and its words if any."""
    belief, text = getattr(proposal, "belief", None), getattr(proposal, "text", None)
    named = [type(proposal).__name__.lower().replace("letgo", "let go")]
    named += [f"belief {belief}"] if belief is not None else []
    named += [f"“{text}”"] if text else []
    return " ".join(named)


# Writing.


def _write(
    context: Context, story: str, each: _Thinking, by: By, commit: int, *, automatic: bool
) -> OwnersReflection:
    """Write what one owner came to, in one commit with its run; `Refused` if it stands no more."""
    seen = each.seen
    shown = {*each.shown, *(id for judged in (each.doubted, each.sorted_)
                            for written in judged.written
                            for id in (*written.belief.supports, *written.belief.contradicts)
                            if id in seen.held)}  # fmt: skip
    with context.store.writing(story) as unit:
        if not stands(unit, Asking(unit, context), seen, shown):
            raise Refused("What it was shown was changed or taken back meanwhile; it is due again.")
        number = unit.commit("reflect", by, unit.head.turn)
        new, changed = _write_beliefs(unit, (each.doubted, each.sorted_), by)
        unit.write_reflection(
            ReflectedOn(
                seen.owner, seen.turn, seen.time, seen.newest, automatic, seen.checked_now()
            )
        )
        run = Run(0, "reflect", seen.turn, number, context.clock(), "done", "", tuple(each.steps))
        kept = runs.write(unit, run, seen=commit) if each.steps else 0
    doubted = tuple(sorted(written.belief.id for written in each.doubted.written))
    return OwnersReflection(
        owner=seen.owner, commit=number, perceptions=len(seen.view.perceptions), new=new,
        changed=changed, doubted=doubted,
        verdicts=(*each.doubted.verdicts, *each.sorted_.verdicts), by=by, run=kept,
    )  # fmt: skip


def _keep_failed(context: Context, story: str, each: _Thinking, commit: int) -> None:
    """The run of a reflection that came to nothing, with why."""
    if each.steps:
        run = Run(0, "reflect", each.seen.turn, None, context.clock(), "failed", each.failed,
                  tuple(each.steps))  # fmt: skip
        runs.keep_run(context, story, run, seen=commit)


def _write_beliefs(
    unit: StoryWriting, every: Iterable[Judged], by: By
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    new: list[int] = []
    changed: list[int] = []
    for judged in every:
        for written in judged.written:
            belief = written.belief
            if belief.id:
                changed.append(belief.id)
            else:
                belief = replace(belief, id=unit.take_belief())
                new.append(belief.id)
            unit.write_versions(Versions(beliefs=[(belief, False)]), by, written.why)
    return tuple(new), tuple(dict.fromkeys(changed))


def _with(beliefs: tuple[Belief, ...], judged: Judged) -> tuple[Belief, ...]:
    written = {each.belief.id: each.belief for each in judged.written}
    return tuple(written.get(each.id, each) for each in beliefs)
