from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Refuse
from rashomon.record.keeper.view import View


def form(change: Proposal, view: View) -> Finding:
    """A proposal counts only if each id and word of it is of the request and none is missing."""
    for fault in change.faults:
        if fault.slot == "field":
            return LeaveOut(f"It lacks {fault.given!r}.")
        if fault.slot == "word":
            return LeaveOut(f"{fault.given!r} is no word of the list.")
        return Refuse(f"There is no {fault.slot} {fault.given} in this request.")
    return None
