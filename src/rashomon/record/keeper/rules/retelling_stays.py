from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Retells
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Refuse
from rashomon.record.keeper.view import View


def retelling_stays(change: Proposal, view: View) -> Finding:
    """What a step itself says that it retells stays."""
    if not isinstance(change, Retells):
        return None
    retells = view.shown[change.event].retells
    if retells is None:
        return None
    if retells == change.of:
        return LeaveOut("The step says so itself.")
    return Refuse(f"The step itself says that it retells event {retells}.")
