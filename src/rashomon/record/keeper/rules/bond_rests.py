from __future__ import annotations

from rashomon.record.keeper.proposals import Bond, Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def bond_rests(change: Proposal, view: View) -> Finding:
    """Who acted stays in a version on which a bond of the same request rests."""
    if not isinstance(change, Version):
        return None
    if change.mistaken_for is None and "who" not in change.lost:
        return None
    for bond in view.of(Bond):
        if (bond.owner, bond.event) == (change.owner, change.event):
            return Refuse("A bond of this request rests on it.")
    return None
