from __future__ import annotations

from rashomon.record.keeper.proposals import CloseThread, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def thread_stays(change: Proposal, view: View) -> Finding:
    """A thread whose status or end an author set stays."""
    if not isinstance(change, CloseThread):
        return None
    if {"status", "closed"}.isdisjoint(view.open[change.thread].locked):
        return None
    return Refuse(f"An author said how thread {change.thread} stands.")
