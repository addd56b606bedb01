from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Add, Proposal
from rashomon.reflect.rules.outcome import Finding, Mend
from rashomon.reflect.view import View


def one_side(change: Proposal, view: View) -> Finding:
    """One perception cannot speak both for a belief and against it."""
    against = set(change.contradicts)
    both = against & set(change.supports)
    if not isinstance(change, Add):
        belief = view.held[change.belief]
        both |= set(change.supports) & set(belief.contradicts)
        both |= against & set(belief.supports)
    if not both:
        return None
    return Mend(
        replace(
            change,
            supports=tuple(id for id in change.supports if id not in both),
            contradicts=tuple(id for id in change.contradicts if id not in both),
        ),
        f"Left out, for it cannot speak both for and against: {', '.join(map(str, sorted(both)))}.",
    )
