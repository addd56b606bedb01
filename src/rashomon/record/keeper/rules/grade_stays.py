from __future__ import annotations

from rashomon.record.keeper.proposals import Grade, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.story.event import DEFAULT_IMPORTANCE


def grade_stays(change: Proposal, view: View) -> Finding:
    """A grade that a step or an author set stays."""
    if not isinstance(change, Grade):
        return None
    event = view.shown[change.event]
    locked = "importance" in view.locked.get(event.id, ())
    if not locked and event.importance == DEFAULT_IMPORTANCE:
        return None
    return Refuse(f"Its importance, {event.importance}, was set by its step or by an author.")
