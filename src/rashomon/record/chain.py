"""The chain of seals: each is a hash over an event and the seal before it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from rashomon.story.event import Event

FIRST = b""
"""What the first seal has before it."""


def seal(before: bytes, event: Event) -> bytes:
    """The seal of an event: SHA-256 over the seal before it and all that can never change.

    Importance and tags are opinions about an event and may be corrected; they are no part of it.
    """
    content = [
        event.id, event.turn, event.step, event.kind, event.who, event.at, event.time, event.text,
        event.to, event.whisper, event.over, event.with_, event.on, event.changes, event.claims,
        event.retells, event.reads, event.goes, event.by, event.sense, event.covert, event.people,
        event.named,
    ]  # fmt: skip
    encoded = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return hashlib.sha256(before + encoded).digest()


def chain(before: bytes, events: Iterable[Event]) -> Iterator[tuple[Event, bytes]]:
    """Each event with its seal, in order."""
    for event in events:
        before = seal(before, event)
        yield event, before
