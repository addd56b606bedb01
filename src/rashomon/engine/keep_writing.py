"""Writing what was accepted of a keeper's proposals: one commit, sealed at the end."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rashomon.engine.keep_view import Batch
from rashomon.ports.store import Mark, PerceptionVersion, Seal, StoredMind, StoryWriting, Versions
from rashomon.record.chain import chain
from rashomon.record.keeper.judge import Verdict
from rashomon.record.keeper.proposals import subject
from rashomon.record.keeper.writing import Conveyed, Written
from rashomon.record.resting import Resting, resting_on
from rashomon.story.event import DEFAULT_IMPORTANCE, Set
from rashomon.story.mind import Belief
from rashomon.story.perception import Held
from rashomon.story.places import Atlas


@dataclass(frozen=True, slots=True)
class Loss:
    """A version of somebody's, and what rested on what it has lost."""

    before: Held
    after: Held
    resting: Resting


def losses(unit: StoryWriting, atlas: Atlas, batch: Batch, written: Written) -> list[Loss]:
    """What rests on what versions lose. Of one owner, none of them carries on what another lost."""
    changed: dict[str, dict[int, Held]] = {}
    for held in written.versions:
        raw = batch.raw[held.owner, held.moment]
        changed.setdefault(raw, {})[held.moment] = replace(held, owner=raw)
    found: list[Loss] = []
    for owner, after in changed.items():
        mind = unit.mind(owner)
        every = mind.perceptions()
        now = [after.get(each.moment, each) for each in every]
        for moment, held in sorted(after.items()):
            before = next(each for each in every if each.moment == moment)
            others = [each for each in now if each.moment != moment]
            found.append(Loss(before, held, _resting(atlas, mind, before, held, others)))
    return found


def _resting(
    atlas: Atlas, mind: StoredMind, before: Held, after: Held, others: Sequence[Held]
) -> Resting:
    return resting_on(
        atlas, before, after, others, mind.moments(), knowledge=mind.knowledge(),
        names=mind.names(), bonds=mind.relationships(), beliefs=mind.beliefs(),
    )  # fmt: skip


def unsure(loss: Loss, batch: Batch) -> bool:
    """Whether what a version loses is carried on by what may still be taken back.

    A keeping stays when newer turns are taken back, so it can neither rest anything on them nor
    take anything away that they give.
    """
    resting = loss.resting
    carried = (
        other for found in (resting.knowledge, resting.names, resting.bonds)
        for _, other in found.values()
    )  # fmt: skip
    for other in carried:
        if other is None:
            continue
        if other.moment > batch.until or (batch.unsure is not None and other.id >= batch.unsure):
            return True
    return any(belief.id in batch.takeable.beliefs for belief, _ in resting.beliefs.values())


def write(
    unit: StoryWriting,
    batch: Batch,
    written: Written,
    lost: Iterable[Loss],
    verdicts: Iterable[Verdict],
) -> int:
    """Write it all, seal the batch, and answer the commit."""
    why = {subject(each.change): each.reason for each in verdicts if each.change is not None}
    number = unit.commit("keep", "keeper", unit.head.turn)
    unit.write_marks(_marks(written))
    unit.write_states(
        (each.set.entity, each.set.key, each.set.value, each.event) for each in written.changed
    )
    unit.write_conveyed(
        Conveyed(batch.raw[owner, event], event, fact) for owner, event, fact in written.conveyed
    )
    for each in written.threads:
        thread = each if each.id else replace(each, id=unit.take_thread())
        about = ("close", each.id) if each.id else ("thread", each.opened, each.kind)
        unit.write_versions(Versions(threads=[(thread, False)]), "keeper", why[about])
    bonds: set[tuple[str, str]] = set()
    for bond, perception in written.bonds:
        bonds.add((bond.owner, bond.about))
        moment = 0 if bond.since is None else bond.since
        if moment > batch.until:  # they only met in a turn that may still be taken back
            moment = next(each.moment for each in batch.view.perceptions if each.id == perception)
        versions = Versions(relationships=[(bond, moment, False)])
        unit.write_versions(versions, "keeper", why["bond", bond.owner, bond.about])
    _write_lost(unit, batch, written, lost, bonds, why)
    sealed = chain(unit.head.sealed_head, batch.pending)
    unit.write_seals([Seal(event.id, digest) for event, digest in sealed])
    return number


def _marks(written: Written) -> Iterable[Mark]:
    """The marks of each event as one: its grade and tags, what it claims, what it retells."""
    graded = {each.event: each for each in written.marks}
    retold = {each.event: each.of for each in written.retold}
    claims: dict[int, list[Set]] = {}
    for each in written.claimed:
        claims.setdefault(each.event, []).append(each.set)
    for event in sorted({*graded, *retold, *claims}):
        grade = graded.get(event)
        yield Mark(
            event,
            None if grade is None else grade.importance,
            None if grade is None else grade.tags,
            tuple(claims.get(event, ())),
            retold.get(event),
        )


def _write_lost(
    unit: StoryWriting,
    batch: Batch,
    written: Written,
    lost: Iterable[Loss],
    bonds: Collection[tuple[str, str]],
    why: Mapping[Hashable, str],
) -> None:
    """Versions of perceptions, and what goes with what they have lost."""
    graded = {each.event: each.importance for each in written.marks}
    owners = {(raw, moment): owner for (owner, moment), raw in batch.raw.items()}
    beliefs: dict[int, Belief] = {}
    for loss in lost:
        held, versions = loss.after, Versions()
        weighs = DEFAULT_IMPORTANCE
        if held.accuracy != "partial":
            weighs = graded.get(held.moment) or held.importance
        reason = why["version", owners[held.owner, held.moment], held.moment]
        version = PerceptionVersion(replace(held, importance=weighs), False, reason)
        versions.perceptions.append(version)
        for edge, other in loss.resting.knowledge.values():
            since = edge.since if other is None else other.time
            moment = 0 if other is None else other.moment
            gone = other is None
            versions.knowledge.append((replace(edge, since=since), moment, False, gone))
        for name, other in loss.resting.names.values():
            versions.names.append((name, 0 if other is None else other.moment, other is None))
        for bond, other in loss.resting.bonds.values():
            if (bond.owner, bond.about) not in bonds:
                moment = 0 if other is None else other.moment
                versions.relationships.append((bond, moment, other is None))
        unit.write_versions(versions, "keeper", reason)
        for belief, _ in loss.resting.beliefs.values():
            before = beliefs.get(belief.id, belief)
            rest = tuple(each for each in before.supports if each != loss.before.id)
            beliefs[belief.id] = replace(before, supports=rest)
    left = [(each, not each.supports) for each in beliefs.values()]
    unit.write_versions(Versions(beliefs=left), "keeper", "What it rested on was not had whole.")
