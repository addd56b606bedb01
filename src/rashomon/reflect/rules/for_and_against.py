from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Firm, Proposal
from rashomon.reflect.rules.outcome import Finding, Mend
from rashomon.reflect.steps import target
from rashomon.reflect.view import View


def for_and_against(change: Proposal, view: View) -> Finding:
    """What is borne out and contradicted at once keeps its confidence, and both are linked."""
    if not isinstance(change, Firm) or not change.contradicts:
        return None
    now = view.held[change.belief].confidence
    if target(change, now) == now:
        return None
    return Mend(replace(change, confidence=now), "Something speaks against it too, so it stays.")
