from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def witnessed(change: Proposal, view: View) -> Finding:
    """A version needs somebody who perceived it, was told by one who did, or inferred it."""
    if not isinstance(change, Version):
        return None
    held = view.held.get((change.owner, change.event))
    if held is None:
        return Refuse(f"{change.owner!r} perceived nothing of event {change.event}.")
    if held.mode == "told" and (held.teller, change.event) not in view.held:
        return Refuse(f"Whoever told {change.owner!r} had not perceived it either.")
    if held.mode == "inferred" and not view.grounds(held):
        return Refuse(f"{change.owner!r} perceived nothing from which it could be inferred.")
    return None
