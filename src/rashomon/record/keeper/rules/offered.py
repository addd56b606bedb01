from __future__ import annotations

from rashomon.record.keeper.proposals import TASKS, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def offered(change: Proposal, view: View) -> Finding:
    """Only what a request asked for is taken from its answer."""
    if TASKS[type(change)] in view.tasks:
        return None
    return LeaveOut("It was not asked for in this request.")
