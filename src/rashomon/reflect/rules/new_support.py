from __future__ import annotations

from rashomon.reflect.proposals import Firm, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def new_support(change: Proposal, view: View) -> Finding:
    """A belief becomes surer only by new support, and a retelling is no new support."""
    if not isinstance(change, Firm):
        return None
    belief = view.held[change.belief]
    fresh = [id for id in change.supports if id not in belief.supports]
    if not fresh:
        return LeaveOut("No new support is named.")
    old = {root for each in view.grounds(belief.supports) for root in each.roots}
    if all(each.roots & old for each in view.grounds(fresh)):
        return LeaveOut("It is told again and rests on what the belief rests on already.")
    return None
