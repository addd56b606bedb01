"""What a mind is asked about in the sort: groups of what it perceived, and beliefs open to change.

A request costs a call, and a small model asked where there is nothing to say invents something. So
nobody is asked where no rule could accept an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rashomon.reflect.bearing import involved
from rashomon.reflect.judge import judge
from rashomon.reflect.proposals import Doubt, Firm, LetGo, Proposal, Revise
from rashomon.reflect.view import Shown, View, recurs

MOST: Final = 12
"""How many things one request shows at most."""

_OTHER_WORDS: Final = "…x"
"""Stands for any text that a belief does not have yet."""


@dataclass(frozen=True, slots=True)
class Group:
    """Perceptions that have somebody or something in common, oldest first."""

    about: tuple[str, ...]
    perceptions: tuple[Shown, ...]


def groups(
    shown: Sequence[Shown], entities: frozenset[str], owner: str, most: int = MOST
) -> tuple[Group, ...]:
    """The groups that a new belief could be drawn from, largest first.

    By person or thing, over two roots in two turns, or with one event of importance 5: from
    anything less no rule would accept a belief. Of a large group the newest are kept. What the
    same perceptions have in common makes one group.
    """
    by_entity: dict[str, list[Shown]] = {}
    for each in sorted(shown, key=lambda each: (each.perception.time, each.id)):
        for id in involved(each.perception) & entities - {owner}:
            by_entity.setdefault(id, []).append(each)
    by_what: dict[tuple[Shown, ...], list[str]] = {}
    for id in sorted(by_entity):
        newest = tuple(by_entity[id][-most:])
        if recurs(newest) or any(each.great for each in newest):
            by_what.setdefault(newest, []).append(id)
    found = [Group(tuple(about), what) for what, about in by_what.items()]
    found.sort(key=lambda group: (-len({e.moment for e in group.perceptions}), group.about))
    return tuple(found)


def open_to_change(view: View) -> tuple[int, ...]:
    """The held beliefs for which some rule could accept a change by what was shown.

    Merging needs no evidence and could always be accepted; it alone is no reason to ask.
    """
    return tuple(
        id for id in view.held if any(_accepted(each, view) for each in _changes(id, view))
    )


def _changes(belief: int, view: View) -> list[Proposal]:
    every = tuple(view.shown)
    found: list[Proposal] = [Firm(belief, every), Doubt(belief, every)]
    for id in every:
        found += (Firm(belief, (id,)), Doubt(belief, (id,)), LetGo(belief, (id,)))
        found.append(Revise(belief, _OTHER_WORDS, (id,)))
    return found


def _accepted(change: Proposal, view: View) -> bool:
    return bool(judge((change,), view).accepted)
