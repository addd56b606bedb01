from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Proposal, cited
from rashomon.reflect.rules.outcome import Finding, Mend
from rashomon.reflect.view import View


def cited_shown(change: Proposal, view: View) -> Finding:
    """Only perceptions that were shown in this request count as evidence."""
    strange = [id for id in cited(change) if id not in view.shown]
    if not strange:
        return None
    return Mend(
        replace(
            change,
            supports=tuple(id for id in change.supports if id in view.shown),
            contradicts=tuple(id for id in change.contradicts if id in view.shown),
        ),
        f"Left out of its evidence, for it was not shown: {', '.join(map(str, strange))}.",
    )
