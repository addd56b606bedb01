from __future__ import annotations

from rashomon.record.keeper.proposals import CloseThread, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def thread_open(change: Proposal, view: View) -> Finding:
    """Only an open thread that was shown is closed, and by an event after its opening."""
    if not isinstance(change, CloseThread):
        return None
    thread = view.open.get(change.thread)
    if thread is None:
        return Refuse(f"Thread {change.thread} was not shown.")
    if thread.status != "open":
        return Refuse(f"Thread {thread.id} is {thread.status} already.")
    if change.event <= thread.opened:
        return Refuse(f"Thread {thread.id} was opened by event {thread.opened}.")
    return None
