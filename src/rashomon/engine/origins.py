"""Where a chain of retellings begins: evidence is counted by that, however long the chain."""

from __future__ import annotations

from rashomon.ports.store import StoredStory


def origin(unit: StoredStory, event: int) -> int:
    """The event that a retelling of this one goes back to in the end: one that retells nothing.

    A line that passes on what was passed on is no new root. Whatever is retold came before, so that
    every chain ends.
    """
    while True:
        found = unit.events(ids=[event])
        if not found or found[0].retells is None:
            return event
        event = found[0].retells
