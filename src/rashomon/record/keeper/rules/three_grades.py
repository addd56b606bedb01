from __future__ import annotations

from rashomon.record.keeper.proposals import Grade, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import GRADES, View


def three_grades(change: Proposal, view: View) -> Finding:
    """A request gives at most three grades."""
    if not isinstance(change, Grade) or sum(1 for _ in view.of(Grade)) < GRADES:
        return None
    return LeaveOut(f"{GRADES} grades were given in this request already.")
