from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Add, Doubt, Firm, LetGo, Merge, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, Mend, Refuse
from rashomon.reflect.steps import target
from rashomon.reflect.view import View


def locks(change: Proposal, view: View) -> Finding:
    """What an author set stays as the author set it, though a doubt may still link its evidence."""
    if isinstance(change, Add):
        return None
    belief = view.held[change.belief]
    if isinstance(change, Revise) and "text" in belief.locked:
        return Refuse("An author wrote its text.")
    if isinstance(change, LetGo | Merge) and {"status", "text"} & set(belief.locked):
        return Refuse("An author wrote it, so it is neither let go nor merged.")
    if isinstance(change, Firm) and "supports" in belief.locked:
        return Refuse("An author said what supports it.")
    if isinstance(change, Firm | Doubt) and "confidence" in belief.locked:
        now = belief.confidence
        if target(change, now) != now:
            said = f"It stays {now}, as an author set it; the evidence is linked."
            return Mend(replace(change, confidence=now), said)
    return None
