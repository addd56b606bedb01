from __future__ import annotations

from rashomon.record.keeper.proposals import Grade, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View
from rashomon.story.event import DEFAULT_IMPORTANCE


def grade_differs(change: Proposal, view: View) -> Finding:
    """A grade names an exception, and what all events weigh is none."""
    if not isinstance(change, Grade) or change.importance != DEFAULT_IMPORTANCE:
        return None
    return LeaveOut(f"It weighs {DEFAULT_IMPORTANCE} already.")
