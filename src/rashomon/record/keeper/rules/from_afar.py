from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def from_afar(change: Proposal, view: View) -> Finding:
    """Whoever saw and heard it from where it happened, or did it, has it whole."""
    if not isinstance(change, Version):
        return None
    event = view.shown[change.event]
    if change.owner == event.who:
        return Refuse(f"{change.owner!r} did it itself.")
    if view.was_there(view.held[change.owner, event.id]):
        return Refuse(f"{change.owner!r} perceived it from where it happened.")
    return None
