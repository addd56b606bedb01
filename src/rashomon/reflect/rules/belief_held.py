from __future__ import annotations

from rashomon.reflect.proposals import Add, Merge, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def belief_held(change: Proposal, view: View) -> Finding:
    """Only beliefs that the owner holds, and that were shown in this request, can be changed."""
    if isinstance(change, Add):
        return None
    named = (change.belief, change.into) if isinstance(change, Merge) else (change.belief,)
    for id in named:
        if id not in view.held:
            return LeaveOut(f"No belief {id} was shown, or it is held no longer.")
    if len(set(named)) < len(named):
        return LeaveOut("A belief cannot be merged into itself.")
    return None
