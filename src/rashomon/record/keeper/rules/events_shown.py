from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Retells
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def events_shown(change: Proposal, view: View) -> Finding:
    """Only events that were shown in this request can be marked or referred to."""
    events = (change.event, change.of) if isinstance(change, Retells) else (change.event,)
    for event in events:
        if event not in view.shown:
            return Refuse(f"Event {event} was not shown.")
    return None
