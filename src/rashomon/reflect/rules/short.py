from __future__ import annotations

from rashomon.reflect.proposals import Add, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View
from rashomon.reflect.wording import length


def short(change: Proposal, view: View) -> Finding:
    """A belief has at most 20 words, or 40 characters of a script that has no spaces."""
    if not isinstance(change, Add | Revise):
        return None
    size, dense = length(change.text)
    most = view.limits.characters if dense else view.limits.words
    if size <= most:
        return None
    return LeaveOut(
        f"Its text has {size} {'characters' if dense else 'words'}; {most} are allowed."
    )
