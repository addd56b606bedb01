from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Doubt, Firm, Proposal
from rashomon.reflect.rules.outcome import Finding, Mend
from rashomon.reflect.steps import lowered, raised
from rashomon.reflect.view import View


def one_step(change: Proposal, view: View) -> Finding:
    """Confidence moves one step at a time, never below doubtful."""
    if not isinstance(change, Firm | Doubt) or change.confidence is None:
        return None
    belief = view.held[change.belief]
    now = belief.confidence
    stays = isinstance(change, Firm) or "confidence" in belief.locked
    step = raised(now) if isinstance(change, Firm) else lowered(now)
    if change.confidence == step or (change.confidence == now and stays):
        return None
    way = "up" if isinstance(change, Firm) else "down"
    if now == step:
        return Mend(replace(change, confidence=None), f"It is {now} already.")
    return Mend(replace(change, confidence=None), f"Confidence goes one step {way}, to {step}.")
