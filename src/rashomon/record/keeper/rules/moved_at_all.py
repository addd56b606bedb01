from __future__ import annotations

from rashomon.record.keeper.proposals import Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def moved_at_all(change: Proposal, view: View) -> Finding:
    """An item moves from where it is to somewhere else."""
    if not isinstance(change, Move) or view.before(change.event).at(change.item) != change.to:
        return None
    return LeaveOut(f"{change.item!r} is at {change.to!r} already.")
