from __future__ import annotations

from rashomon.reflect.proposals import LetGo, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, LeaveOut
from rashomon.reflect.view import View


def came_after(change: Proposal, view: View) -> Finding:
    """A belief is put in other words, or let go, only for what came after it was formed."""
    if not isinstance(change, Revise | LetGo):
        return None
    belief = view.held[change.belief]
    if isinstance(change, LetGo):
        if any(view.since(belief, id) for id in change.contradicts):
            return None
        return LeaveOut("Nothing that came after it was formed speaks against it.")
    if any(view.since(belief, id) for id in (*change.supports, *change.contradicts)):
        return None
    return LeaveOut("Nothing that came after it was formed is named.")
