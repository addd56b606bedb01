"""What the record keeper is shown: the oldest pending turns, with all that bears on them.

Newer turns may still be taken back, and what is kept now stays when they are. So nothing that they
brought in is shown: neither people and things, nor threads, nor who was made a witness since.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rashomon.engine.ask import Asking
from rashomon.engine.origins import origin
from rashomon.ports.store import StoredStory, Takeable
from rashomon.record.convey import Past
from rashomon.record.keeper.proposals import Claim, Proposal, Retells
from rashomon.record.keeper.view import Became, View
from rashomon.story.event import DEFAULT_IMPORTANCE, Event, Scalar, Set
from rashomon.story.mind import Known, NameKnown, Relationship
from rashomon.story.perception import Held
from rashomon.story.places import Atlas

EARLIER = 100
"""How many events before the first pending one are looked at, for what a line may retell."""

FACTS = 200
"""How many facts about a thing are looked through for where a claim about it comes from."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The turns that are kept together, and what is known of them.

    `pending` are their events as they were recorded, which is what is sealed. `last` is their
    newest turn, `turns` how many they are. `raw` has whose row a perception is, where ids were
    merged. `takeable` can still be taken back, and so do perceptions with an id from `unsure` on.
    `newest` is the newest event there was, `commit` the newest commit.
    """

    view: View
    pending: tuple[Event, ...]
    turns: int
    last: int
    raw: Mapping[tuple[str, int], str]
    takeable: Takeable
    unsure: int | None
    newest: int
    commit: int

    @property
    def until(self) -> int:
        """The newest event that is kept."""
        return self.pending[-1].id


def load(asked: Asking, upto: int, after: int | None = None) -> Batch | None:
    """The next batch of the turns up to one; `None` where nothing is due.

    `after` looks beyond what will be kept first, as if it were sealed already.
    """
    unit = asked.unit
    sealed = unit.last_sealed_event() if after is None else after
    due = [each for each in unit.events(after=sealed, recorded=True) if each.turn <= upto]
    numbers = sorted({each.turn for each in due})[: asked.settings.whole("record.backlog")]
    if not numbers:
        return None
    last = upto if numbers[-1] == due[-1].turn else numbers[-1]
    pending = tuple(each for each in due if each.turn <= last)
    before = unit.events(before=pending[0].id, limit=EARLIER)
    first = next((each.turn for each in reversed(before)), 0)
    takeable, unsure = _takeable(unit, last)
    view, raw = _view(asked, before, pending, takeable, unsure)
    return Batch(
        view=view, pending=pending, turns=last - first, last=last, raw=raw, takeable=takeable,
        unsure=unsure, newest=unit.next_event() - 1, commit=unit.head.commit,
    )  # fmt: skip


def _takeable(unit: StoredStory, last: int) -> tuple[Takeable, int | None]:
    """What an undo of the turns after one would take back, and the first perception of it."""
    after = unit.turn(last + 1)
    if after is None:
        return Takeable(), None
    (commit, *_) = unit.commits(since=after.commit)
    return unit.takeable(after.commit), commit.first_perception


def _view(
    asked: Asking,
    before: Iterable[Event],
    pending: tuple[Event, ...],
    takeable: Takeable,
    unsure: int | None,
) -> tuple[View, dict[tuple[str, int], str]]:
    unit, atlas = asked.unit, asked.atlas
    ids = [each.id for each in pending]
    shown = [replace(each, sealed=True) for each in before]
    shown += [replace(each, sealed=False) for each in unit.events(ids=ids)]
    events = {each.id: canonical(each, atlas) for each in shown}
    held, raw = _perceptions(asked, events, unsure)
    live = frozenset(each for each in atlas.entities if atlas.live(each) is not None)
    view = View(
        atlas=atlas,
        language=asked.world.language,
        events=tuple(events.values()),
        perceptions=held,
        entities=live - takeable.entities,
        threads=tuple(each for each in unit.threads() if each.id not in takeable.threads),
        knowledge=tuple(_knowledge(asked)),
        names=tuple(_names(unit, atlas, pending[-1].id)),
        bonds=tuple(_bonds(asked)),
        locked=_locked(unit, pending),
        start=_states(unit, atlas, pending[0].id),
        changes=tuple(
            Became(atlas.canonical(entity), key, _end(atlas, key, value), moment)
            for entity, key, value, moment in unit.changes(pending[0].id)
            if atlas.live(atlas.canonical(entity)) is not None
        ),
        versions_from=asked.settings.whole("record.versionsFrom"),
        imperfect=asked.settings.on("memory.imperfect"),
    )
    return view, raw


def _perceptions(
    asked: Asking, events: Mapping[int, Event], unsure: int | None
) -> tuple[tuple[Held, ...], dict[tuple[str, int], str]]:
    """What everybody has of the events shown; of two that share a mind, the first one's counts."""
    found: dict[tuple[str, int], Held] = {}
    raw: dict[tuple[str, int], str] = {}
    for owner in asked.atlas.characters:
        for id in asked.every_id(owner):
            for held in asked.unit.mind(id).perceptions(events=[*events]):
                key = (owner, held.moment)
                if key in found or (unsure is not None and held.id >= unsure):
                    continue
                raw[key] = id
                found[key] = replace(held, owner=owner, event=events[held.moment])
    return tuple(found.values()), raw


def _knowledge(asked: Asking) -> Iterable[Known]:
    canonical = asked.atlas.canonical
    for owner in asked.atlas.characters:
        for edge in asked.mind(owner).knowledge():
            yield replace(edge, owner=owner, entity=canonical(edge.entity))


def _names(unit: StoredStory, atlas: Atlas, until: int) -> Iterable[NameKnown]:
    """Names as they were known by then: a turn recorded meanwhile changes nothing that is shown."""
    for each in unit.names():
        if each.event is None or each.event <= until:
            owner, person = atlas.canonical(each.owner), atlas.canonical(each.person)
            yield replace(each, owner=owner, person=person)


def _bonds(asked: Asking) -> Iterable[Relationship]:
    for owner in asked.atlas.characters:
        for bond in asked.mind(owner).relationships():
            yield replace(bond, about=asked.atlas.canonical(bond.about))


def _locked(unit: StoredStory, pending: Collection[Event]) -> dict[int, frozenset[str]]:
    """What an author set beside these events, and what a step itself said of how it weighs."""
    found = unit.locks([each.id for each in pending])
    for event in pending:
        if event.importance != DEFAULT_IMPORTANCE:
            found[event.id] = found.get(event.id, frozenset()) | {"importance"}
    return found


def _states(unit: StoredStory, atlas: Atlas, before: int) -> dict[str, dict[str, Scalar]]:
    return {
        entity: {key: _end(atlas, key, value) for key, value in found.items()}
        for entity, found in unit.states(before).items()
        if atlas.live(entity) is not None
    }


def _end(atlas: Atlas, key: str, value: Scalar) -> Scalar:
    return atlas.canonical(value) if key == "at" and isinstance(value, str) else value


def canonical(event: Event, atlas: Atlas) -> Event:
    """An event with every id that was merged into another replaced by that other."""
    if not atlas.aliases:
        return event
    changed: dict[str, Any] = {}
    for key in ("who", "at", "reads", "goes", "by"):
        value = getattr(event, key)
        changed[key] = None if value is None else atlas.canonical(value)
    for key in ("to", "with_", "on", "people", "named"):
        changed[key] = tuple(dict.fromkeys(map(atlas.canonical, getattr(event, key))))
    for key in ("changes", "claims"):
        changed[key] = tuple(
            Set(atlas.canonical(each.entity), each.key, _end(atlas, each.key, each.value))
            for each in getattr(event, key)
        )
    return replace(event, **changed)


def past_of(asked: Asking, batch: Batch, proposals: Sequence[Proposal]) -> Past:
    """Where the claims that are proposed come from, from before the turns that are kept."""
    first, shown = batch.pending[0].id, batch.view.shown
    roots: dict[tuple[str, Set], tuple[int | None, int | None]] = {}
    for each in proposals:
        event = shown.get(each.event) if isinstance(each, Claim) else None
        if isinstance(each, Claim) and event is not None and event.who is not None:
            claim = Set(each.item, "at", each.at)
            roots[event.who, claim] = _roots(asked, event.who, claim, first)
    ends = {each.of for each in proposals if isinstance(each, Retells)}
    ends |= {event.retells for event in shown.values() if event.retells is not None}
    return Past(roots=roots, origins={event: origin(asked.unit, event) for event in ends})


def _roots(asked: Asking, speaker: str, claim: Set, before: int) -> tuple[int | None, int | None]:
    """The root by which a speaker had something, and by which it had said so, before a moment."""
    heard: int | None = None
    said: int | None = None
    things = asked.every_id(claim.entity)
    found = asked.mind(speaker).facts_about(*things, before=before)
    for moment, _ in zip(found, range(FACTS), strict=False):
        fact = moment.fact
        if fact.key != claim.key or _end(asked.atlas, fact.key, fact.value) != claim.value:
            continue
        if fact.how == "said":
            said = fact.root if said is None else said
        elif heard is None:
            return fact.root, said
    return heard, said
