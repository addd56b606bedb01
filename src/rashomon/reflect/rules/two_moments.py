from __future__ import annotations

from rashomon.reflect.proposals import Add, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View, recurs


def two_moments(change: Proposal, view: View) -> Finding:
    """A new belief rests on two roots from two different turns, or on one event of importance 5."""
    if not isinstance(change, Add):
        return None
    grounds = view.grounds(change.supports)
    if not grounds:
        return LeaveOut("Nothing that was shown speaks for it.")
    if recurs(grounds) or any(each.great for each in grounds):
        return None
    if len({each.moment for each in grounds}) == 1:
        return LeaveOut("It rests on one passing moment.")
    return LeaveOut("All that speaks for it goes back to one root, however often it was told.")
