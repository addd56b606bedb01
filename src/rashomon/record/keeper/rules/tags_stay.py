from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Tag
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Refuse
from rashomon.record.keeper.view import View


def tags_stay(change: Proposal, view: View) -> Finding:
    """Tags that an author set stay as they are, and no tag is given twice."""
    if not isinstance(change, Tag):
        return None
    if "tags" in view.locked.get(change.event, ()):
        return Refuse("An author said what it is about.")
    if change.tag in view.shown[change.event].tags:
        return LeaveOut(f"It is tagged {change.tag!r} already.")
    return None
