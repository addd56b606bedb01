"""What a version of an event makes known: the law by which perceiving becomes knowledge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rashomon.story.event import Event
from rashomon.story.mind import EdgeHow
from rashomon.story.perception import Accuracy, Fact, Mode, Version

_TOLD: EdgeHow = "told"
_PERCEIVED: EdgeHow = "perceived"
_BEING_THERE: EdgeHow = "being_there"


def grants(
    event: Event,
    mode: Mode,
    version: Version,
    accuracy: Accuracy,
    owner: str,
    facts: Iterable[Fact],
) -> Iterator[tuple[str, EdgeHow]]:
    """What one version of an event makes known to its owner, and how; persons may be among it.

    Of a happening that is only heard, the place alone: what it was done with or to is to be seen.

    A function of what was recorded alone, so that after a correction the edges of a mind can be
    worked out again from what it still holds. A speaker learns nothing by what it says itself.
    """
    if event.kind == "line":
        if owner == event.who:
            return
        for thing in _shown(event, version, accuracy):
            yield thing, _PERCEIVED if thing == event.at else _TOLD
        for thing in event.named if accuracy != "partial" else ():
            yield thing, _TOLD
        for thing in _named(facts):
            yield thing, _TOLD
        return
    how = _BEING_THERE if event.kind == "move" and owner == event.who else _PERCEIVED
    heard = event.kind == "happening" and mode == "heard"
    shown = _shown(event, version, accuracy)
    for thing in [t for t in shown if t == event.at] if heard else shown:
        yield thing, how
    for thing in event.named if version is Version.READER else ():
        yield thing, _TOLD
    for thing in _named(facts):
        yield thing, how


def _shown(event: Event, version: Version, accuracy: Accuracy) -> list[str]:
    """The things that a version names beyond those in its facts. A partial one names none."""
    if accuracy == "partial":
        return []
    if event.kind == "move":
        ends = {Version.LEFT: (event.at, event.by), Version.ARRIVED: (event.goes,)}
        shown = ends.get(version, (event.at, event.by, event.goes))
        return [thing for thing in shown if thing is not None]
    things = [*event.with_, *event.on]
    if event.reads is not None:
        things.append(event.reads)
    if event.at is not None and version is not Version.REMOTE:
        things.append(event.at)
    return things


def _named(facts: Iterable[Fact]) -> Iterator[str]:
    """The ids that facts are about, or name as a place, a holder or a container."""
    for entity, key, value, _, _, _ in facts:
        yield entity
        if key == "at" and isinstance(value, str):
            yield value
