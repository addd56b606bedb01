from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Add, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend
from rashomon.reflect.view import View


def offered(change: Proposal, view: View) -> Finding:
    """In the narrow shape no new belief is sure at once and none is put in other words."""
    if view.wide:
        return None
    if isinstance(change, Revise):
        return LeaveOut("To put a belief in other words was not offered.")
    if isinstance(change, Add) and change.confidence == "sure":
        return Mend(
            replace(change, confidence="likely"),
            "It is likely and not sure, for to be sure at once was not offered.",
        )
    return None
