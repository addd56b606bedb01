"""What accepted proposals come to, in the shapes that a store takes.

Marks and versions are as the store has them. Of a move or a claim it is worked out who is conveyed
what: to nobody else does anything of this grant anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from rashomon.record.convey import Past, told_by
from rashomon.record.keeper.proposals import (
    Bond,
    Claim,
    CloseThread,
    Grade,
    Move,
    OpenThread,
    Retells,
    Tag,
    Version,
)
from rashomon.record.keeper.view import View
from rashomon.story.event import Event, Set
from rashomon.story.mind import Relationship, Thread
from rashomon.story.naming import render
from rashomon.story.perception import Fact, Held
from rashomon.story.perception import Version as Form
from rashomon.story.phrasing import phrases, text_of
from rashomon.story.places import Atlas
from rashomon.story.regard import turned


class Marked(NamedTuple):
    """What is said of an event beside it; `None` leaves what stood before. `tags` are all of them.

    The fields are the first of the store's mark, which has what is claimed and retold as well.
    """

    event: int
    importance: int | None
    tags: tuple[str, ...] | None


class Changed(NamedTuple):
    """What an event changed beside what its step says, at its own moment.

    `stands` is false where something later changed the same: then the world stays as it is.
    """

    event: int
    set: Set
    stands: bool


class Conveyed(NamedTuple):
    """A fact that an owner's perception of an event conveys; it replaces one of the same property.

    It grants no knowledge: whoever has it knew already what it is about.
    """

    owner: str
    event: int
    fact: Fact


class Claimed(NamedTuple):
    """What a line claims beside what its step says."""

    event: int
    set: Set


class Retold(NamedTuple):
    """The event that a line passes on."""

    event: int
    of: int


class Regarded(NamedTuple):
    """A relationship as it is to be written; `perception` is the owner's own that it cites."""

    relationship: Relationship
    perception: int


@dataclass(frozen=True, slots=True)
class Written:
    """All that is to be written. A new thread has no id yet: 0.

    `versions` are perceptions with the text that they come to have. They convey nothing any more,
    so whoever writes them looks after what rested on them, as for an author's edit.
    """

    marks: tuple[Marked, ...] = ()
    changed: tuple[Changed, ...] = ()
    claimed: tuple[Claimed, ...] = ()
    retold: tuple[Retold, ...] = ()
    conveyed: tuple[Conveyed, ...] = ()
    threads: tuple[Thread, ...] = ()
    bonds: tuple[Regarded, ...] = ()
    versions: tuple[Held, ...] = ()


def written(view: View) -> Written:
    """What the proposals accepted by a view come to."""
    moves = list(view.of(Move))
    return Written(
        marks=tuple(_marks(view)),
        changed=tuple(
            Changed(each.event, change, view.stands(change, each.event))
            for each, change in ((move, Set(move.item, "at", move.to)) for move in moves)
        ),
        claimed=tuple(
            Claimed(each.event, Set(each.item, "at", each.at)) for each in view.of(Claim)
        ),
        retold=tuple(Retold(each.event, each.of) for each in view.of(Retells)),
        conveyed=_conveyed(view),
        threads=tuple(_threads(view)),
        bonds=tuple(_bond(view, each) for each in view.of(Bond)),
        versions=tuple(filter(None, map(view.made_out, view.of(Version)))),
    )


def _marks(view: View) -> Iterable[Marked]:
    grades = {each.event: each.importance for each in view.of(Grade)}
    tags: dict[int, list[str]] = {}
    for each in view.of(Tag):
        tags.setdefault(each.event, list(view.shown[each.event].tags)).append(each.tag)
    for event in sorted({*grades, *tags}):
        yield Marked(event, grades.get(event), tuple(tags[event]) if event in tags else None)


def _threads(view: View) -> Iterable[Thread]:
    for each in view.of(OpenThread):
        event = view.shown[each.event]
        who = () if event.who is None else (event.who,)
        people = tuple(dict.fromkeys((*who, *event.to, *event.people)))
        yield Thread(
            0,
            each.kind,
            objective(event, view.atlas, view.language),
            "open",
            event.id,
            None,
            people,
        )
    for each in view.of(CloseThread):
        status = "resolved" if each.act == "resolve" else "dropped"
        yield replace(view.open[each.thread], status=status, closed=each.event)


def objective(event: Event, atlas: Atlas, language: str) -> str:
    """An event in one sentence, everybody by name: how whoever directs the story reads a thread."""

    def name_of(entity: str) -> str:
        found = atlas.entities.get(entity)
        return entity if found is None else found.name or ""

    text = text_of(event, Form.WHOLE, None, name_of, language)
    if event.kind not in ("line", "thought"):
        return render(text, name_of)
    say = phrases(language)
    return say.quoting.format(who=name_of(str(event.who)), words=say.quoted.format(text=text))


def _bond(view: View, change: Bond) -> Regarded:
    before = view.relationships.get((change.owner, change.about))
    if before is None:
        before = Relationship(change.owner, change.about, "", "", None, change.event)
    kind, text = before.kind, before.text
    if kind == "acquaintance" and before.since is not None:
        text = ""  # the engine's own word for one who was merely met
    kind, text = turned(kind, text, change.turn, view.language)
    if "kind" in before.locked:
        kind = before.kind
    perception = view.held[change.owner, change.event].id
    return Regarded(replace(before, kind=kind, text=text), perception)


# What is conveyed.

_Key = tuple[str, int, str, str]


def _conveyed(view: View) -> tuple[Conveyed, ...]:
    """Facts by moves, by claims and by roots that a retelling puts right, in the order of events.

    In that order, since who claims what it was told an event before has it from there.
    """
    found: dict[_Key, Fact] = {}
    marks = [*view.of(Move), *view.of(Claim), *view.of(Retells)]
    for change in sorted(marks, key=lambda each: each.event):
        event = view.shown[change.event]
        match change:
            case Move():
                fact = Fact(change.item, "at", change.to, "saw", None, event.id)
                _give(view, found, change, fact)
            case Claim():
                _give(view, found, change, _claimed(view, found, change))
            case Retells():
                _reroot(view, found, event, _root_of(view, found, event, change.of))
    lost = {(each.owner, each.event) for each in view.of(Version)}
    return tuple(
        Conveyed(owner, event, fact)
        for (owner, event, _, _), fact in found.items()
        if (owner, event) not in lost
    )


def _give(view: View, found: dict[_Key, Fact], change: Move | Claim, fact: Fact) -> None:
    event = view.shown[change.event]
    for held in view.perceptions:
        if held.moment != change.event or not view.hears_of(held, change):
            continue
        own = fact
        if event.kind == "line" and held.owner == event.who:
            own = fact._replace(how="said", by=None)
        found[held.owner, event.id, fact.entity, fact.key] = own


def _claimed(view: View, found: Mapping[_Key, Fact], change: Claim) -> Fact:
    """A claim as its hearers have it, with the root that it would have had by its step."""
    event = view.shown[change.event]
    speaker, claim = str(event.who), Set(change.item, "at", change.at)
    of = view.retold(event)
    retold = None if of is None else _facts(view, found, speaker, of, event.id)
    heard, said = view.past.roots.get((speaker, claim), (None, None))
    past = Past(
        roots={(speaker, claim): (_by(heard, event.id), _by(said, event.id))},
        retold={} if of is None else {(speaker, of): retold},
        origins={} if of is None else {of: _origin(view, of)},
    )
    before = [
        fact
        for held in sorted(view.perceptions, key=lambda each: each.moment)
        if held.owner == speaker and held.moment < event.id
        for fact in _now(found, held)
    ]
    told = told_by(replace(event, claims=(claim,), retells=of), past, before)
    return next(fact for fact in told if fact[:2] == claim[:2])


def _by(root: int | None, event: int) -> int | None:
    return None if root is None or root >= event else root


def _now(found: Mapping[_Key, Fact], held: Held) -> list[Fact]:
    """What a perception conveys with what is to be written of it."""
    facts = {(fact.entity, fact.key): fact for fact in held.facts}
    for (owner, event, entity, key), fact in found.items():
        if (owner, event) == (held.owner, held.moment):
            facts[entity, key] = fact
    return list(facts.values())


def _facts(
    view: View, found: Mapping[_Key, Fact], owner: str, of: int, by: int
) -> tuple[Fact, ...] | None:
    held = view.held.get((owner, of))
    return view.had(owner, of, by) if held is None else tuple(_now(found, held))


def _root_of(view: View, found: Mapping[_Key, Fact], event: Event, of: int) -> int:
    """What a retelling goes back to in the end."""
    facts = _facts(view, found, str(event.who), of, event.id) or ()
    return next((fact.root for fact in facts), _origin(view, of))


def _origin(view: View, of: int) -> int:
    """The event that a chain of retellings begins with, by steps and by what was accepted."""
    while True:
        event = view.shown.get(of)
        back = None if event is None else view.retold(event)
        if back is None or back >= of:
            return view.past.origins.get(of, of)
        of = back


def _reroot(view: View, found: dict[_Key, Fact], event: Event, root: int) -> None:
    """Let what rested on a line alone rest on what the line retells, wherever it was told on."""
    for held in view.perceptions:
        for fact in _now(found, held) if held.moment >= event.id else ():
            if fact.root == event.id and "conveys" not in held.locked:
                found[held.owner, held.moment, fact.entity, fact.key] = fact._replace(root=root)
