from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Retells
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def retells_a_line(change: Proposal, view: View) -> Finding:
    """Only a line retells, and only an event before it."""
    if not isinstance(change, Retells):
        return None
    event = view.shown[change.event]
    if event.kind != "line":
        return Refuse(f"Nothing is retold by a {event.kind}.")
    if change.of >= event.id:
        return Refuse(f"Event {change.of} is not before it.")
    return None
