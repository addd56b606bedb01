from __future__ import annotations

from dataclasses import replace

from rashomon.reflect.proposals import Add, Proposal
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend
from rashomon.reflect.view import View


def about_shown(change: Proposal, view: View) -> Finding:
    """A belief is about people and things that the owner knows, and never about background."""
    if not isinstance(change, Add):
        return None
    known = view.entities | {view.owner}
    kept = tuple(id for id in dict.fromkeys(change.about) if id in known)
    if change.about and not kept:
        return LeaveOut("It is about nobody and nothing that the owner can have a belief about.")
    if kept != change.about:
        left = ", ".join(dict.fromkeys(id for id in change.about if id not in known))
        said = f"It cannot be about {left}." if left else "It named the same one twice."
        return Mend(replace(change, about=kept), said)
    if not change.about:
        return _from_evidence(change, view)
    return None


def _from_evidence(change: Add, view: View) -> Finding:
    """Whom all that is cited concerns, where it was not said what the belief is about."""
    grounds = view.grounds(change.supports)
    common = set(view.entities) - {view.owner} if grounds else set[str]()
    for each in grounds:
        common &= {*each.perception.people, each.perception.who or ""}
    about = tuple(sorted(common))
    if not about:
        return None
    said = f"It is about whom all its evidence concerns: {', '.join(about)}."
    return Mend(replace(change, about=about), said)
