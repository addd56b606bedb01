from __future__ import annotations

from rashomon.reflect.proposals import Add, Merge, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def untouched(change: Proposal, view: View) -> Finding:
    """A belief that was doubted in this pass, or whose check is due, takes no other change."""
    if isinstance(change, Add):
        return None
    for id in (change.belief, change.into) if isinstance(change, Merge) else (change.belief,):
        if id in view.doubted:
            return LeaveOut(f"Belief {id} was doubted in this pass and takes no other change.")
        if id in view.due:
            return LeaveOut(f"Belief {id} is still to be checked and takes no change before that.")
    return None
