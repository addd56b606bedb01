from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def pending(change: Proposal, view: View) -> Finding:
    """Nothing is marked on a sealed event."""
    if not view.shown[change.event].sealed:
        return None
    return Refuse(f"Event {change.event} is sealed.")
