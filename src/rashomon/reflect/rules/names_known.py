from __future__ import annotations

from rashomon.reflect.proposals import Add, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, Refuse
from rashomon.reflect.view import View


def names_known(change: Proposal, view: View) -> Finding:
    """A belief names nobody whose name its owner does not have."""
    if not isinstance(change, Add | Revise):
        return None
    found = view.strangers.find(change.text)
    if not found:
        return None
    return Refuse(f"It names {found[0].name}, and the owner does not have that name.")
