from __future__ import annotations

from rashomon.reflect.proposals import Add, Merge, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def one_change(change: Proposal, view: View) -> Finding:
    """In one request a belief takes one change; one that another is merged into takes none."""
    if isinstance(change, Add):
        return None
    if change.belief in view.changed:
        return LeaveOut(f"Belief {change.belief} was changed by this request already.")
    if change.belief in view.staying:
        return LeaveOut(f"Another was merged into belief {change.belief}, which therefore stays.")
    if isinstance(change, Merge) and change.into in view.changed:
        return LeaveOut(f"Belief {change.into} was changed by this request already.")
    return None
