from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Add, Firm, Proposal
from rashomon.reflect.rules.outcome import Finding, Mend
from rashomon.reflect.steps import target
from rashomon.reflect.view import View, recurs


def sure_earned(change: Proposal, view: View) -> Finding:
    """A belief is sure, or becomes so, only if it rests on two roots from two different turns."""
    if isinstance(change, Add):
        if change.confidence != "sure" or recurs(view.grounds(change.supports)):
            return None
        likely = replace(change, confidence="likely")
        return Mend(likely, "It is likely and not sure, for it rests on one root.")
    if not isinstance(change, Firm):
        return None
    belief = view.held[change.belief]
    if belief.confidence == "sure" or target(change, belief.confidence) != "sure":
        return None
    if recurs(view.grounds((*belief.supports, *change.supports))):
        return None
    return Mend(
        replace(change, confidence=belief.confidence),
        f"It stays {belief.confidence}, for all that it rests on has one root.",
    )
