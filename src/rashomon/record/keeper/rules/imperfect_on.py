from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Version
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def imperfect_on(change: Proposal, view: View) -> Finding:
    """Where memory is perfect nobody has less than was to be had."""
    if not isinstance(change, Version) or view.imperfect:
        return None
    return Refuse("memory.imperfect is off.")
