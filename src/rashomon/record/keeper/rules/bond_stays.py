from __future__ import annotations

from rashomon.record.keeper.proposals import Bond, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def bond_stays(change: Proposal, view: View) -> Finding:
    """What an author wrote of a relationship stays."""
    if not isinstance(change, Bond):
        return None
    bond = view.relationships.get((change.owner, change.about))
    if bond is None or "text" not in bond.locked:
        return None
    return Refuse("An author wrote how it is between them.")
