from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def worth_a_version(change: Proposal, view: View) -> Finding:
    """Only an event of the importance in record.versionsFrom, or more, has versions."""
    if not isinstance(change, Version):
        return None
    weight = view.importance(view.shown[change.event])
    if weight >= view.versions_from:
        return None
    return LeaveOut(f"It weighs {weight}, and versions begin at {view.versions_from}.")
