from __future__ import annotations

from rashomon.record.keeper.proposals import Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.record.reach import unreachable
from rashomon.story.event import Set
from rashomon.story.turn import Step


def in_reach(change: Proposal, view: View) -> Finding:
    """A deed moves only what its actor could reach, and only to where it could reach."""
    if not isinstance(change, Move):
        return None
    event = view.shown[change.event]
    if event.kind != "deed" or event.who is None:
        return None
    opening = [each for each in event.changes if each.key == "closed" and each.value is False]
    changes = (*opening, Set(change.item, "at", change.to))
    step = Step(who=event.who, does="moves it")
    for _, reason in unreachable(view.before(event.id), step, changes):
        return Refuse(f"It cannot be: {reason}.")
    return None
