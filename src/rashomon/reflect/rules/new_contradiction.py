from __future__ import annotations

from rashomon.reflect.proposals import Doubt, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def new_contradiction(change: Proposal, view: View) -> Finding:
    """A belief is doubted only for a perception that contradicts it, one of a new root."""
    if not isinstance(change, Doubt):
        return None
    belief = view.held[change.belief]
    fresh = [id for id in change.contradicts if id not in belief.contradicts]
    if not fresh:
        return LeaveOut("Nothing new that contradicts it is named.")
    old = {root for each in view.grounds(belief.contradicts) for root in each.roots}
    if all(each.roots & old for each in view.grounds(fresh)):
        return LeaveOut("It is told again, and the belief was doubted for it before.")
    return None
