from __future__ import annotations

from dataclasses import replace

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Mend
from rashomon.record.keeper.view import View


def something_lost(change: Proposal, view: View) -> Finding:
    """A version lacks something that is in the words of the plain one."""
    if not isinstance(change, Version):
        return None
    if "none" in change.lost:
        lost = tuple(each for each in change.lost if each != "none")
        return Mend(replace(change, lost=lost), "To lose nothing is no loss.")
    if view.made_out(change) is not None:
        return None
    return LeaveOut("There is nothing of the kind in it to lose.")
