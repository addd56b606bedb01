from __future__ import annotations

from rashomon.record.keeper.proposals import OpenThread, Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def thread_new(change: Proposal, view: View) -> Finding:
    """An event opens one thread of a kind."""
    if not isinstance(change, OpenThread):
        return None
    for thread in view.threads:
        if (thread.opened, thread.kind) == (change.event, change.kind):
            return LeaveOut(f"It opened thread {thread.id} already.")
    return None
