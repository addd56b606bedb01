from __future__ import annotations

from rashomon.record.keeper.proposals import Claim, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def claimed_by_lines(change: Proposal, view: View) -> Finding:
    """Only a line claims anything."""
    if not isinstance(change, Claim):
        return None
    kind = view.shown[change.event].kind
    return None if kind == "line" else Refuse(f"Nothing is claimed by a {kind}.")
