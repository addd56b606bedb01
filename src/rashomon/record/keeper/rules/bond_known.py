from __future__ import annotations

from rashomon.record.keeper.proposals import Bond, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def bond_known(change: Proposal, view: View) -> Finding:
    """A bond is about somebody whom its owner made out there, or knows and heard of there."""
    if not isinstance(change, Bond):
        return None
    held = view.stands_as(change.owner, change.event)
    if held is None or change.about in view.tells(held):
        return None
    if not view.names_in(view.words(held), change.about):
        return Refuse(f"As {change.owner!r} has it, {change.about!r} has nothing to do with it.")
    if view.knows(change.owner, change.about, view.shown[change.event]):
        return None
    return Refuse(f"{change.owner!r} does not know who {change.about!r} is.")
