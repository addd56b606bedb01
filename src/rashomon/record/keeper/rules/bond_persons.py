from __future__ import annotations

from rashomon.record.keeper.proposals import Bond, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.story.places import a_kind


def bond_persons(change: Proposal, view: View) -> Finding:
    """A bond is between two persons, and neither of them is background."""
    if not isinstance(change, Bond):
        return None
    for person in (change.owner, change.about):
        kind = view.atlas.kind(person)
        if kind != "character":
            return Refuse(f"{person!r} is {a_kind(kind)} and no person.")
        if person in view.atlas.background:
            return Refuse(f"{person!r} is in the background, where nobody has bonds.")
    if change.owner == change.about:
        return Refuse(f"{change.owner!r} has no bond with itself.")
    return None
