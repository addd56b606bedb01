from __future__ import annotations

from rashomon.record.keeper.proposals import Move, Proposal
from rashomon.record.keeper.rules.outcome import Finding, Refuse
from rashomon.record.keeper.view import View
from rashomon.story.places import a_kind


def moved_by_deeds(change: Proposal, view: View) -> Finding:
    """Only items are moved, and only by a deed or a happening."""
    if not isinstance(change, Move):
        return None
    if view.atlas.kind(change.item) != "item":
        return Refuse(f"{change.item!r} is {a_kind(view.atlas.kind(change.item))} and no item.")
    kind = view.shown[change.event].kind
    if kind not in ("deed", "happening"):
        return Refuse(f"Nothing is moved by a {kind}.")
    return None
