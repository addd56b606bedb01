"""Whom a mind has seen, and since when: what strangers look like to it hangs on that.

A sight is found where it costs least: by an index over what was shown, which answers for nearly
everybody, and by reading the mind only for who was never shown, as a voice on a telephone is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rashomon.engine.warm import KeptSights
from rashomon.story.perception import Held
from rashomon.views.sight import Sights, first_sights

if TYPE_CHECKING:
    from rashomon.engine.ask import Asking


@dataclass(frozen=True)
class Looking:
    """`views.naming.Seen` for a mind that is not in memory, as long as its transaction is open."""

    asked: Asking
    owner: str
    shown: dict[str, int | None] = field(default_factory=dict[str, int | None])

    def __call__(self, person: str, moment: int | None) -> bool:
        asked = self.asked
        if person not in self.shown:
            found = asked.mind(self.owner).first_shown(*asked.every_id(person))
            self.shown[person] = min(found.values(), default=None)
        first = self.shown[person]
        if first is not None and (moment is None or first <= moment):
            return True
        return sights_of(asked, self.owner)(person, moment)


def sights_of(asked: Asking, owner: str) -> Sights:
    """Everybody whom a mind has seen; read once, and then what came since.

    For names that outlast their transaction, as a reflection's do.
    """
    head, minds = asked.unit.head, asked.context.minds
    kept = minds.sights((head.key, owner))
    if kept is not None and (kept.epoch != head.epoch or kept.commit > head.commit):
        kept = None
    if kept is not None and kept.commit == head.commit:
        return kept.sights
    imperfect = asked.settings.on("memory.imperfect")
    new = asked.mind(owner).lean(None if kept is None else kept.last, imperfect=imperfect)
    last = new.moments[-1] if new.moments else None if kept is None else kept.last
    sights = grown(asked, owner, None if kept is None else kept.sights, new.kinds)
    minds.see((head.key, owner), KeptSights(head.epoch, head.commit, last, sights))
    return sights


def grown(asked: Asking, owner: str, before: Sights | None, new: Iterable[Held]) -> Sights:
    """The sights of a mind, with those of the perceptions that came since.

    What was shown where no event was, as at the start, stands in no perception.
    """
    atlas, imperfect = asked.atlas, asked.settings.on("memory.imperfect")
    known: Mapping[str, int] = {} if before is None else before.first
    found = first_sights(new, atlas, known, imperfect=imperfect)
    people = [id for id, kind in atlas.kinds.items() if kind == "character" and id not in known]
    every = [each for id in people for each in asked.every_id(id)]
    for id, moment in asked.mind(owner).first_shown(*every).items():
        person = atlas.canonical(id)
        found[person] = min(moment, found.get(person, moment))
    return Sights(found)
