"""The budget of calls: what keeping and reflection may still ask of models by themselves.

What is asked for by a person is said beforehand and made whole. What runs by itself keeps to
`budget.callsPerTurn`, averaged over the last `TURNS` turns, whatever it was that made the calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rashomon.ports.store import StoredStory
from rashomon.settings import Settings

TURNS: Final = 20
"""Over so many turns the budget is averaged, as the spec of the settings says: keeping is due once
in ten turns, so that anything shorter would forbid one batch and allow the next."""


class Share(NamedTuple):
    """One owner's part of a pass: how many of its beliefs may be checked."""

    owner: str
    checks: int


def left(unit: StoredStory, settings: Settings) -> int:
    """How many calls may be made now by what runs by itself; never below 0."""
    whole = int(settings.number("budget.callsPerTurn") * TURNS)
    first = unit.head.turn - TURNS
    spent = 0
    for kind in ("keep", "reflect"):
        before: int | None = None
        while found := unit.runs(limit=100, before=before, kind=kind):
            spent += sum(each.calls for each in found if each.turn > first)
            before = found[-1].id
            if found[-1].turn <= first:
                break
    return max(whole - spent, 0)


def shared(owners: Sequence[str], room: int, *, sorts: int, checks: int) -> list[Share]:
    """Who reflects with so many calls, each with `sorts` of them, and how many checks each has.

    Checks are put off first, the last owner's before the first's; then whole owners, from the last
    on: they stay due.
    """
    taken: list[str] = []
    for owner in owners:
        if room < sorts:
            break
        room -= sorts
        taken.append(owner)
    found: list[Share] = []
    for owner in taken:
        found.append(Share(owner, min(checks, room)))
        room -= found[-1].checks
    return found
