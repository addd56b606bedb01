"""Rows and values: how what the engine thinks in is packed into what the tables hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rashomon.story.event import DEFAULT_IMPORTANCE, KINDS, Event, Scalar, Set
from rashomon.story.mind import CONFIDENCES, Confidence, EdgeHow
from rashomon.story.perception import ACCURACIES, MODES, Accuracy, FactHow, Mode, Version

HOWS: tuple[FactHow, ...] = ("saw", "told", "said")
EDGES: tuple[EdgeHow, ...] = ("authored", "being_there", "perceived", "told")

MODE_OF: Mapping[Mode, int] = {mode: n for n, mode in enumerate(MODES)}
ACCURACY_OF: Mapping[Accuracy, int] = {accuracy: n for n, accuracy in enumerate(ACCURACIES)}
KIND_OF = {kind: n for n, kind in enumerate(KINDS)}
HOW_OF = {how: n for n, how in enumerate(HOWS)}
EDGE_OF = {how: n for n, how in enumerate(EDGES)}
CONFIDENCE_OF: Mapping[Confidence, int] = {c: n for n, c in enumerate(CONFIDENCES)}

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)
to_json: Callable[[Any], str] = _encoder.encode


@cache
def pack_form(mode: Mode, accuracy: Accuracy, version: int, hidden: bool) -> int:
    """Mode, accuracy, version and hiddenness in one small integer."""
    return MODE_OF[mode] | version << 3 | ACCURACY_OF[accuracy] << 6 | hidden << 8


@cache
def unpack_form(form: int) -> tuple[Mode, Accuracy, Version, bool]:
    """The reverse of `pack_form`."""
    return (
        MODES[form & 7],
        ACCURACIES[form >> 6 & 3],
        Version(form >> 3 & 7),
        bool(form >> 8 & 1),
    )


_SIMPLE = ("to", "over", "with_", "on", "retells", "reads", "goes", "by", "people", "named", "tags")


def event_data(event: Event) -> str | None:
    """What an event has beyond its columns, as JSON; `None` for the many that have nothing."""
    data: dict[str, Any] = {}
    for name in _SIMPLE:
        value = getattr(event, name)
        if value is not None and value != ():
            data[name] = value
    if event.changes:
        data["changes"] = event.changes
    if event.claims:
        data["claims"] = event.claims
    if event.whisper:
        data["whisper"] = True
    if event.covert:
        data["covert"] = True
    if event.sense != "both":
        data["sense"] = event.sense
    if event.importance != DEFAULT_IMPORTANCE:
        data["importance"] = event.importance
    return to_json(data) if data else None


def read_event_data(data: str | None) -> dict[str, Any]:
    """The reverse of `event_data`: keyword arguments for `Event`."""
    if data is None:
        return {}
    found: dict[str, Any] = json.loads(data)
    for name in ("to", "with_", "on", "people", "named", "tags"):
        if name in found:
            found[name] = tuple(found[name])
    for name in ("changes", "claims"):
        if name in found:
            found[name] = tuple(Set(*each) for each in found[name])
    return found


def value_of(text: str) -> Scalar:
    """A property's value from its row."""
    return json.loads(text)
