from __future__ import annotations

from rashomon.record.keeper.naming import points_at
from rashomon.record.keeper.proposals import Claim, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def claim_named(change: Proposal, view: View) -> Finding:
    """A claim is only about things that the words of the line name or point at."""
    if not isinstance(change, Claim):
        return None
    event = view.shown[change.event]
    if not view.names_in(event.text, change.item):
        return Refuse(f"Its words do not name {change.item!r}.")
    if view.names_in(event.text, change.at) or points_at(event, change.at):
        return None
    return Refuse(f"Its words do not name {change.at!r}.")
