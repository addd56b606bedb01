from __future__ import annotations

from rashomon.record.keeper.proposals import Claim, Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Refuse
from rashomon.record.keeper.view import View


def step_has_said(change: Proposal, view: View) -> Finding:
    """What a step itself changed or claimed is not said otherwise beside it."""
    if not isinstance(change, Move | Claim):
        return None
    end = change.to if isinstance(change, Move) else change.at
    own = view.own(view.shown[change.event])
    if (change.item, "at") not in own:
        return None
    if own[change.item, "at"] == end:
        return LeaveOut("The step says so itself.")
    return Refuse(f"The step itself says where {change.item!r} is.")
