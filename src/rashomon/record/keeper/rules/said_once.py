from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, subject
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View


def said_once(change: Proposal, view: View) -> Finding:
    """Of two proposals of one request that decide the same, the first counts."""
    if subject(change) not in {subject(each) for each in view.taken}:
        return None
    return LeaveOut("Another proposal of this request decides it already.")
