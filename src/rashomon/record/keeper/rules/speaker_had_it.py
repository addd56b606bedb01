from __future__ import annotations

from rashomon.record.keeper.proposals import Proposal, Retells
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View


def speaker_had_it(change: Proposal, view: View) -> Finding:
    """A speaker retells only what it perceived or was told of."""
    if not isinstance(change, Retells):
        return None
    event = view.shown[change.event]
    if view.had(str(event.who), change.of, event.id) is not None:
        return None
    return Refuse(f"{event.who!r} had nothing of event {change.of}.")
