from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Tag
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut
from rashomon.record.keeper.view import View
from rashomon.record.keeping import TAGS


def tag_listed(change: Proposal, view: View) -> Finding:
    """A tag is a word of the closed list."""
    if not isinstance(change, Tag) or change.tag in TAGS:
        return None
    return LeaveOut(f"{change.tag!r} is no tag of the list.")
