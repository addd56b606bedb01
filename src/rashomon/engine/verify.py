"""Verifying: the chain of seals is recomputed from the events and compared with the story's own."""

from __future__ import annotations

from dataclasses import dataclass

from rashomon.engine.context import Context
from rashomon.ports.store import StoredStory
from rashomon.record.chain import FIRST, seal

_PAGE = 2000


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifying found. `head` is the last seal, in hexadecimal: note it elsewhere.

    `ok` says that events, seals and the story agree. A whole chain rewritten consistently agrees
    too, and is only found against a head that was noted elsewhere.
    """

    ok: bool
    sealed: int
    head: str
    fault: str | None


def verify(context: Context, story: str, *, head: str | None = None) -> Verified:
    """Recompute the chain; with `head`, also ask whether it passed through that seal."""
    with context.store.reading(story) as unit:
        return recompute(unit, head)


def recompute(unit: StoredStory, noted: str | None = None) -> Verified:
    """The same of a story that is open already."""
    before = FIRST
    count = 0
    met = noted in (None, before.hex())
    last = unit.last_sealed_event()
    stored = iter(unit.seals())
    after = 0
    while after < last:
        page = unit.events(after=after, limit=_PAGE, recorded=True)
        page = [each for each in page if each.id <= last]
        if not page:
            break
        for event in page:
            before = seal(before, event)
            found = next(stored, None)
            if found is None or found.event != event.id:
                return _broken(unit, f"event {event.id} lies among the sealed and has no seal")
            if found.hash != before:
                return _broken(unit, f"event {event.id} is not as it was sealed")
            met = met or before.hex() == noted
            count += 1
        after = page[-1].id
    extra = next(stored, None)
    if extra is not None:
        return _broken(unit, f"event {extra.event} is sealed and is not there")
    if count != unit.head.sealed or before != unit.head.sealed_head:
        return _broken(
            unit, f"the story counts {unit.head.sealed} sealed events, and the chain has {count}"
        )
    if not met:
        return _broken(unit, "the head that was noted lies nowhere on this chain")
    return Verified(True, count, before.hex(), None)


def _broken(unit: StoredStory, fault: str) -> Verified:
    return Verified(False, unit.head.sealed, unit.head.sealed_head.hex(), fault)
