from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, named
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def things_shown(change: Proposal, view: View) -> Finding:
    """Only people, places and things that were shown and are in use can be named."""
    for entity in named(change):
        if entity not in view.entities or view.atlas.live(entity) is None:
            return Refuse(f"{entity!r} was not shown.")
    return None
