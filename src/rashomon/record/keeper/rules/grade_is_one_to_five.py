from __future__ import annotations

from rashomon.record.keeper.proposals import Grade, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def grade_is_one_to_five(change: Proposal, view: View) -> Finding:
    """A grade is a whole number from 1 to 5."""
    if not isinstance(change, Grade) or 1 <= change.importance <= 5:
        return None
    return LeaveOut(f"A grade is 1 to 5, not {change.importance}.")
