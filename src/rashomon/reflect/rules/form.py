from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend
from rashomon.reflect.view import View


def form(change: Proposal, view: View) -> Finding:
    """A proposal counts without what it misquotes, but not without its belief or a field."""
    for fault in change.faults:
        if fault.slot == "belief":
            return LeaveOut(f"There is no belief {fault.given} in this request.")
        if fault.slot == "field":
            return LeaveOut(f"It lacks {fault.given!r}.")
    if change.faults:
        given = ", ".join(fault.given for fault in change.faults)
        return Mend(replace(change, faults=()), f"Left out of it, for it was not shown: {given}.")
    return None
