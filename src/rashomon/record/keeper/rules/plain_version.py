from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Refuse
from rashomon.record.keeper.view import View


def plain_version(change: Proposal, view: View) -> Finding:
    """Only a version that is whole so far, and that no author wrote, loses anything."""
    if not isinstance(change, Version):
        return None
    held = view.held[change.owner, change.event]
    if not {"text", "accuracy", "mode", "conveys"}.isdisjoint(held.locked):
        return Refuse(f"An author wrote what {change.owner!r} has of it.")
    if held.accuracy != "whole":
        return LeaveOut(f"{change.owner!r} has only part of it as it is.")
    return None
