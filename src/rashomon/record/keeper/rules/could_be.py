from __future__ import annotations

from rashomon.record.keeper.proposals import Claim, Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.record.reach import impossible
from rashomon.story.event import Set


def could_be(change: Proposal, view: View) -> Finding:
    """What is marked as moved, or as claimed, must be something that could be at all."""
    if not isinstance(change, Move | Claim):
        return None
    end = change.to if isinstance(change, Move) else change.at
    reason = impossible(view.before(change.event), Set(change.item, "at", end))
    return None if reason is None else Refuse(f"It cannot be: {reason}.")
