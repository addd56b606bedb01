from __future__ import annotations

from rashomon.record.keeper.proposals import Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.record.scene import Draft


def not_inside_itself(change: Proposal, view: View) -> Finding:
    """Nothing comes to be inside itself by a move, then or after what came later."""
    if not isinstance(change, Move):
        return None
    after = view.having(change)
    moments = {each.moment for each in after.timeline if each.moment >= change.event}
    for moment in sorted(moments):
        if _inside_itself(after.before(moment + 1), change.item):
            return Refuse(f"{change.item!r} would end up inside itself.")
    return None


def _inside_itself(draft: Draft, item: str) -> bool:
    at, passed = draft.at(item), set[str]()
    while at is not None and at not in passed:
        if at == item:
            return True
        passed.add(at)
        at = draft.at(at)
    return False
