from __future__ import annotations

from rashomon.record.keeper.proposals import Bond, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def bond_perceived(change: Proposal, view: View) -> Finding:
    """A bond cites its owner's own perception, one that is whole or tells at least who acted."""
    if not isinstance(change, Bond):
        return None
    held = view.stands_as(change.owner, change.event)
    if held is None:
        return Refuse(f"{change.owner!r} perceived nothing of event {change.event}.")
    who = view.shown[change.event].who
    if held.accuracy == "whole" or who == change.owner or who in view.tells(held):
        return None
    return Refuse(f"{change.owner!r} could not tell who acted.")
