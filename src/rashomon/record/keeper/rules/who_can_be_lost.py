from __future__ import annotations

from dataclasses import replace

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Mend, Refuse
from rashomon.record.keeper.view import View


def who_can_be_lost(change: Proposal, view: View) -> Finding:
    """Who acted is lost or mistaken only where somebody acted, and never of a line."""
    if not isinstance(change, Version):
        return None
    event = view.shown[change.event]
    if event.who is not None and event.kind != "line":
        return None
    if change.mistaken_for is not None:
        said = "Nobody did it" if event.who is None else "A voice is not mistaken"
        return Refuse(f"{said}, so nobody is taken for another.")
    if "who" not in change.lost:
        return None
    lost = tuple(each for each in change.lost if each != "who")
    return Mend(replace(change, lost=lost), "Who it was is not lost of such an event.")
