"""Whether a step can be: every reason for which one is refused, in plain sentences."""

from __future__ import annotations

from rashomon.errors import Fault, did_you_mean
from rashomon.record.convey import Past
from rashomon.record.reach import impossible, inside_themselves, unreachable
from rashomon.record.scene import Draft
from rashomon.story.event import Set
from rashomon.story.places import EntityKind, a_kind, kind_of
from rashomon.story.turn import Step

_THINGS: tuple[EntityKind, ...] = ("place", "exit", "item", "character", "lore")


class StepCheck:
    """Collects the faults of one step. `number` counts from 1, as people count."""

    def __init__(self, draft: Draft, step: Step, number: int, past: Past) -> None:
        self.draft, self.step, self.number, self.past = draft, step, number, past
        self.faults: list[Fault] = []

    def fault(self, where: str, message: str) -> None:
        """Note a fault at a key of the step."""
        place = f"steps[{self.number - 1}].{where}"
        self.faults.append(Fault(self.number, place, f"Step {self.number}, {where}: {message}"))

    def run(self, changes: tuple[Set, ...], claims: tuple[Set, ...]) -> list[Fault]:
        """Every fault of the step as the scene stands before it."""
        self._ids()
        if self.faults:
            return self.faults
        for where, each in (("changes", changes), ("claims", claims)):
            for one in each:
                reason = impossible(self.draft, one)
                if reason is not None:
                    self.fault(where, reason)
        for entity in inside_themselves(self.draft, changes):
            self.fault("changes", f"{entity!r} would end up inside itself")
        if self.faults:
            return self.faults
        match self.step.kind:
            case "line":
                self._line()
            case "deed":
                self._deed(changes)
            case "happening" if not self.step.says_where and len(self.draft.atlas.places) > 1:
                self.fault("at", "say where it happens, or `at: null` for nowhere in particular")
            case _:
                pass
        self._watchers()
        return self.faults

    def _ids(self) -> None:
        step = self.step
        if step.who is not None:
            self._is("who", step.who, ("character",))
        for where in ("to", "noticed_by", "missed_by"):
            for entity in getattr(step, where):
                self._is(where, entity, ("character",))
        for where, ids in (("with", step.with_), ("on", step.on)):
            for entity in ids:
                self._is(where, entity, _THINGS)
        if step.reads is not None:
            self._is("reads", step.reads, ("item",))
        if step.by is not None:
            self._is("by", step.by, ("exit",))
        if step.goes is not None:
            self._is("goes", step.goes, ("place",))
        if step.at is not None:
            self._is("at", step.at, ("place",))

    def _is(self, where: str, entity: str, kinds: tuple[EntityKind, ...]) -> None:
        atlas = self.draft.atlas
        found = atlas.live(entity)
        wanted = kinds[0] if len(kinds) == 1 else "thing"
        needed = a_kind(kinds[0]) if len(kinds) == 1 else "a thing"
        if entity in atlas.retired:
            self.fault(where, f"{entity!r} is retired and can be used no more")
        elif found is None:
            known = [id for id, kind in atlas.kinds.items() if kind in kinds]
            meant = did_you_mean(entity, known)
            self.fault(where, f"there is no {wanted} {entity!r}{meant}")
        elif kind_of(found) not in kinds:
            self.fault(
                where, f"{entity!r} is {a_kind(kind_of(found))}, and {needed} is needed here"
            )

    def _line(self) -> None:
        step, draft = self.step, self.draft
        speaker = str(step.who)
        place = draft.at(speaker)
        for person in step.to:
            if person == speaker:
                self.fault("to", f"{speaker!r} cannot speak to itself; let it think instead")
            elif step.whisper and (place is None or draft.at(person) != place):
                where = f"{person!r} is {_where(draft, person)} and {speaker!r}"
                self.fault(
                    "to",
                    f"{where} {_where(draft, speaker)}; who is whispered to must be in that place",
                )
            elif step.over is not None and draft.at(person) is None:
                self.fault("to", f"{person!r} is nowhere, and hears nothing from afar")
        if step.retells is not None and self.past.retold.get((speaker, step.retells)) is None:
            self.fault(
                "retells",
                f"{speaker!r} holds no perception of an event {step.retells} that it could retell",
            )

    def _deed(self, changes: tuple[Set, ...]) -> None:
        for where, reason in unreachable(self.draft, self.step, changes):
            self.fault(where, reason)

    def _watchers(self) -> None:
        for person in self.step.noticed_by:
            if self.draft.at(person) is None:
                self.fault("noticed_by", f"{person!r} is nowhere, and perceives nothing")


def _where(draft: Draft, person: str) -> str:
    at = draft.at(person)
    return "nowhere" if at is None else f"in {at!r}"


def way_of(draft: Draft, step: Step) -> tuple[str | None, str | None]:
    """The exit a move takes, or why there is none: a pair of (exit, reason), one of them `None`.

    From nowhere, and to nowhere, no exit is needed: both are `None` then.
    """
    mover, goal = str(step.who), step.goes
    here = draft.at(mover)
    if here == goal:
        return None, f"{mover!r} is {_where(draft, mover)} already"
    if here is None or goal is None:
        end = goal if here is None else here
        if step.by is not None and all(
            w.id != step.by for w in draft.atlas.exits_at.get(str(end), ())
        ):
            return None, f"the exit {step.by!r} does not end at {end!r}"
        return step.by, None
    leading = [way.id for way, to in draft.atlas.ways_out(here) if to == goal]
    open_ways = [way for way in leading if not draft.get(way, "locked")]
    if step.by is not None:
        if step.by not in leading:
            choice = _choices(leading) if leading else _exits_from(draft, here)
            return None, f"the exit {step.by!r} does not lead from {here!r} to {goal!r}; {choice}"
        if step.by not in open_ways:
            return None, f"the exit {step.by!r} is locked"
        return step.by, None
    if len(open_ways) == 1:
        return open_ways[0], None
    if not leading:
        return None, f"no exit leads from {here!r} to {goal!r}; {_exits_from(draft, here)}"
    if not open_ways:
        return (
            None,
            f"the way from {here!r} to {goal!r} is locked ({', '.join(map(repr, leading))})",
        )
    return None, f"more than one exit leads from {here!r} to {goal!r}; {_choices(open_ways)}"


def _choices(ways: list[str]) -> str:
    return f"say by which: {', '.join(map(repr, ways))}"


def _exits_from(draft: Draft, here: str) -> str:
    ways = [f"{way.id!r} to {to!r}" for way, to in draft.atlas.ways_out(here)]
    return f"from here lead {', '.join(ways)}" if ways else "no exit leads away from here"
