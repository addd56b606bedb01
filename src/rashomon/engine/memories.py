"""What is left of each memory today: for whoever looks at a mind, not for the mind itself."""

from __future__ import annotations

from collections.abc import Sequence

from rashomon.engine.ask import Asking
from rashomon.engine.remember import BEGINNING, told
from rashomon.recall.lasting import Lasting
from rashomon.recall.retention import detail, retention
from rashomon.story.mind import Belief
from rashomon.story.perception import Perception
from rashomon.story.texts import optional
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived


def memories(asked: Asking, owner: str, *, limit: int | None, before: int | None) -> list[Lasting]:
    """The newest `limit` memories of the owner, oldest of them first. Raises `Refused`."""
    names, mind = asked.names(owner), asked.mind(owner)
    imperfect = asked.settings.on("memory.imperfect")
    share = asked.settings.number("memory.foldedFade")
    limit, before = optional(limit, "limit", 0), optional(before, "before")
    held = mind.perceptions(limit=limit, before=before)
    recollected = mind.recollections()
    digested = _digested(mind.beliefs())
    found: list[Lasting] = []
    for each in held:
        perception = as_perceived(each, names, imperfect=imperfect)
        times = recollected.get(each.id, ())
        if perception.event is None:
            times = (BEGINNING, *times)
        since = digested.get(each.id)
        found.append(
            _lasting(
                asked, names, perception, times, since,
                share=1.0 if since is None else share, perfect=not imperfect,
            )
        )  # fmt: skip
    return found


def _digested(beliefs: Sequence[Belief]) -> dict[int, float]:
    """Since when each perception is part of what a held belief was formed from."""
    found: dict[int, float] = {}
    for belief in beliefs:
        for id in belief.supports if belief.status == "held" else ():
            found[id] = min(belief.formed, found.get(id, belief.formed))
    return found


def _lasting(
    asked: Asking, names: NameBook, perception: Perception, times: tuple[float, ...],
    since: float | None, *, share: float, perfect: bool,
) -> Lasting:  # fmt: skip
    now, importance = asked.unit.head.time, perception.importance
    kept = retention(importance, perception.time, times, now, digested=share)
    level = detail(1.0 if perfect else kept, importance)
    return Lasting(
        id=perception.id, event=perception.event, turn=perception.turn, time=perception.time,
        kind=perception.kind, mode=perception.mode, who=perception.who,
        who_name=perception.who_name,
        when=asked.world.calendar.between(perception.time, now, asked.world.language),
        text="" if level == "lost" else told(names, perception, level),
        detail=level, importance=importance,
        recollected=times, digested=since, share=share, perfect=perfect,
    )  # fmt: skip
