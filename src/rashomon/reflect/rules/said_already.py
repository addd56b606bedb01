from __future__ import annotations

from rashomon.reflect.proposals import Add, Firm, Merge, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend
from rashomon.reflect.view import View
from rashomon.reflect.wording import sequence
from rashomon.story.mind import Belief


def said_already(change: Proposal, view: View) -> Finding:
    """What says a held belief over again firms it, and what was given up needs new grounds."""
    if not isinstance(change, Add | Revise):
        return None
    words = sequence(change.text, view.language)
    if any(sequence(text, view.language) == words for text in view.added):
        return LeaveOut("Another proposal of this request says the same.")
    same = [b for b in view.beliefs if sequence(b.text, view.language) == words]
    for belief in same:
        if belief.id in view.held:
            return _over_again(change, belief)
    if isinstance(change, Add):
        for belief in same:
            old = {*belief.supports, *belief.contradicts}
            if belief.owner == view.owner and old and not set(change.supports) - old:
                return LeaveOut(
                    f"Belief {belief.id} said so and was given up; nothing new is shown."
                )
    return None


def _over_again(change: Add | Revise, belief: Belief) -> Finding:
    if isinstance(change, Add):
        firm = Firm(belief.id, change.supports, change.contradicts)
        return Mend(firm, f"Belief {belief.id} says so already, so it is firmed.")
    if change.belief == belief.id:
        return LeaveOut("It says what the belief says already.")
    merge = Merge(change.belief, belief.id, change.supports, change.contradicts)
    return Mend(merge, f"Belief {belief.id} says so already, so it is merged into that.")
