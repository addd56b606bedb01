from __future__ import annotations

from dataclasses import replace

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Mend, Refuse
from rashomon.record.keeper.view import View


def taken_for_somebody(change: Proposal, view: View) -> Finding:
    """Somebody is mistaken for one whom the owner knows and who had no part in it."""
    if not isinstance(change, Version) or change.mistaken_for is None:
        return None
    other, event = change.mistaken_for, view.shown[change.event]
    if view.atlas.kind(other) != "character":
        return Refuse(f"{other!r} is no person.")
    if other in (change.owner, event.who, *event.people, *event.to):
        return Refuse(f"{other!r} had a part in it.")
    if not view.knows(change.owner, other, event):
        return Refuse(f"{change.owner!r} does not know who {other!r} is.")
    if "who" in change.lost:
        said = "Who was not made out was not taken for anybody."
        return Mend(replace(change, mistaken_for=None), said)
    return None
