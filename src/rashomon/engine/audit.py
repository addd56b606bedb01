"""Auditing: stored prompts are read again, and nothing may stand in one that its owner lacked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rashomon.engine.ask import Asking, asking
from rashomon.engine.context import Context
from rashomon.engine.keep_view import canonical
from rashomon.engine.telemetry import span
from rashomon.ports.store import StoredStory
from rashomon.record.keeper.writing import objective
from rashomon.story.event import Event
from rashomon.story.history import History
from rashomon.story.mind import Thread
from rashomon.story.naming import is_cjk
from rashomon.story.run import Run, RunStep
from rashomon.views.auditing import Leak, Named, leaks, word_leaks
from rashomon.views.corpus import Corpus, Source
from rashomon.views.grounds import Grounds, Past, Span
from rashomon.views.sources import engine_sources, event_sources, mind_sources, world_sources

_PAGE = 200

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')

WORDS, CHARACTERS = 5, 12
"""From so many words, or characters of a script without spaces, on a string is a sentence."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a stored prompt held and its owner could not know, or that is to be noted.

    `run` is its number, `step` counts from 1; `owner` is whose prompt it was, `None` for the
    record; `what` says what it is, `where` shows the place in the prompt.
    """

    run: int
    step: int
    owner: str | None
    what: str
    where: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit came to.

    `prompts` were read: `checked` of them were made from one mind, `record` from the objective
    record. `pruned` runs have no prompts any more. `notes` are sentences in replies to prompts
    that saw the record, which should hold none: nobody reads them, and they are no findings.
    """

    prompts: int
    checked: int
    record: int
    pruned: int
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...] = ()

    @property
    def holding(self) -> int:
        """How many prompts hold anything that their character could not know."""
        return len({(each.run, each.step) for each in self.findings})


Progress: TypeAlias = Callable[[int, int], None]
"""Told after each run how many are read, and out of how many."""


def audit(context: Context, story: str, progress: Progress | None = None) -> Audit:
    """Check every stored prompt of a story against what its character could know at that time."""
    with span("audit", story=story), asking(context, story) as asked:
        return _Auditor(asked, progress or (lambda done, of: None)).audit()


class _Auditor:
    """One audit under way. What it is made of is read when the first prompt asks for it."""

    def __init__(self, asked: Asking, progress: Progress) -> None:
        self.asked = asked
        self.progress = progress
        self.unit: StoredStory = asked.unit
        self.pasts: dict[str, Past] = {}
        self.grounds: dict[str, Grounds] = {}

    def audit(self) -> Audit:
        """Read every run."""
        checked = record = pruned = 0
        findings: list[Finding] = []
        notes: list[Finding] = []
        whole = self._own_systems()
        for done, run in enumerate(self._runs(), 1):
            self.progress(done, len(self.numbers))
            pruned += run.pruned
            for number, step in enumerate(run.steps, 1):
                if not (step.prompt or step.system):
                    continue
                if step.owner is None:
                    record += 1
                    notes += _sentences(run, number, step)
                    continue
                checked += 1
                found = self._leaks(run, step, (step.role, step.task, step.system) in whole)
                findings += [Finding(run.id, number, step.owner, *leak) for leak in found]
        return Audit(checked + record, checked, record, pruned, tuple(findings), tuple(notes))

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of all runs, oldest first."""
        found: list[int] = []
        before: int | None = None
        while page := self.unit.runs(limit=_PAGE, before=before):
            found += [each.id for each in page]
            before = page[-1].id
        return found[::-1]

    def _runs(self) -> Iterator[Run]:
        """Every run, oldest first."""
        for number in self.numbers:
            run = self.unit.run_of(number)
            if run is not None:
                yield run

    def _own_systems(self) -> set[tuple[str, str, str]]:
        """The instructions that one owner alone was given for a task that others had others for.

        Instructions are the same for every request of a task. Such as are not belong to the
        prompt, whoever put something into them.
        """
        given: dict[tuple[str, str], dict[str, set[str | None]]] = {}
        for run in self._runs():
            for step in run.steps:
                if step.system:
                    task = given.setdefault((step.role, step.task), defaultdict(set))
                    task[step.system].add(step.owner)
        return {
            (*task, system)
            for task, systems in given.items()
            for system, owners in systems.items()
            if len(owners) == 1 and len(systems) > 1
        }

    def _leaks(self, run: Run, step: RunStep, own_system: bool) -> list[Leak]:
        asked, owner = self.asked, step.owner or ""
        owner = asked.atlas.canonical(owner)
        made = self._span(run, step)
        grounds = self.grounds.get(owner)
        if grounds is None or grounds.span != made:
            grounds = self.grounds[owner] = Grounds(self._past(owner), made)
        found = leaks(step.prompt, grounds, self.corpus, self.names)
        if own_system:
            found += word_leaks(step.system, grounds, self.corpus)
        return found

    # When.

    def _span(self, run: Run, step: RunStep) -> Span:
        """Between which commits a prompt was made, and before which event.

        A moment that is no event, as an author's edit takes one, counts with the event before it.
        The wall clock only decides among the commits that lie between two events: those while the
        calls were made may show or not.
        """
        ids, commits = self.event_ids, self.event_commits
        after = bisect_right(ids, step.moment)
        least = commits[after - 1] if after else 0
        most = max(commits[after] - 1 if after < len(ids) else self.unit.head.commit, least)
        moment = ids[after] - 1 if after < len(ids) else max(step.moment, self.unit.next_event())
        took = sum(each.seconds for each in run.steps)
        first, last = (min(max(self._commit_at(at), least), most) for at in (run.at - took, run.at))
        if run.commit is not None:
            first, last = min(first, run.commit - 1), max(run.commit, least)
        return Span(first, last, moment)

    def _commit_at(self, at: float) -> int:
        """The newest commit there was at a moment of the wall clock."""
        return max((id for id, when in self.commits if when <= at), default=0)

    @cached_property
    def commits(self) -> list[tuple[int, float]]:
        """Every commit and when it was."""
        return [(each.id, each.at) for each in self.unit.commits()]

    @cached_property
    def events(self) -> dict[int, Event]:
        """Every event."""
        return {event.id: event for event in self.unit.events()}

    @cached_property
    def event_ids(self) -> list[int]:
        """Their ids, in order."""
        return sorted(self.events)

    @cached_property
    def event_commits(self) -> list[int]:
        """The commits that wrote them."""
        of = {turn.number: turn.commit for turn in self.unit.turns()}
        return [of[self.events[id].turn] for id in self.event_ids]

    # What.

    @cached_property
    def histories(self) -> dict[str, History]:
        """The history of everybody, by every id that ever was one."""
        return {id: self.unit.mind(id).history() for id in self.asked.atlas.entities
                if self.asked.atlas.kinds.get(id) == "character"}  # fmt: skip

    def _past(self, owner: str) -> Past:
        found = self.pasts.get(owner)
        if found is None:
            asked = self.asked
            ids = asked.every_id(owner)
            history = self.unit.mind(*ids).history()
            found = self.pasts[owner] = Past(
                owner, frozenset(ids), history, asked.atlas, asked.world.language, self.events,
                self.lenient,
            )  # fmt: skip
        return found

    @cached_property
    def lenient(self) -> bool:
        """Whether memories ever were perfect here: then exact words came back with them."""
        if not self.asked.settings.on("memory.imperfect"):
            return True
        acts = (each.act for each in self.unit.commits() if each.act is not None)
        return any("memory.imperfect" in str(act) for act in acts)

    @cached_property
    def corpus(self) -> Corpus:
        """All that a prompt could have words from."""
        return Corpus([*self._sources()])

    def _sources(self) -> Iterator[Source]:
        asked = self.asked
        yield from engine_sources(asked.world)
        yield from world_sources(asked.world, asked.atlas)
        yield from event_sources(self.events.values(), asked.objective)
        for owner, history in self.histories.items():
            yield from mind_sources(owner, history, asked.objective)
        for turn in self.unit.turns():
            if turn.narration:
                said = f"the narration of turn {turn.number}"
                yield Source("narration", turn.narration, said, owner=turn.viewpoint)
        for thread in self.unit.threads():
            if not self._as_it_happened(thread):
                yield Source("nobody", thread.text, f"what thread {thread.id} is for its author")

    def _as_it_happened(self, thread: Thread) -> bool:
        """Whether a thread reads as the event that opened it, whose words have owners already."""
        event, atlas = self.events.get(thread.opened), self.asked.atlas
        if event is None:
            return False
        return thread.text == objective(canonical(event, atlas), atlas, self.asked.world.language)

    @cached_property
    def names(self) -> Named:
        """Every name of everybody and everything."""
        atlas = self.asked.atlas
        return Named.of(
            (name, atlas.canonical(id))
            for id, each in atlas.entities.items()
            for name in each.every_name
        )


def _sentences(run: Run, number: int, step: RunStep) -> Iterator[Finding]:
    """The sentences in the replies to a prompt that saw the record."""
    for reply in step.replies:
        for said in _STRING.findall(reply):
            words = len(said.split())
            if words >= WORDS or (is_cjk(said) and len(said) >= CHARACTERS):
                what = "a sentence in a reply to a prompt that saw the record"
                yield Finding(run.id, number, None, what, said[:200])
