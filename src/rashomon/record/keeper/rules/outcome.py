"""What a rule may say of a proposal. A rule that has nothing against it says `None`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rashomon.record.keeper.proposals import Proposal
from rashomon.record.keeper.view import View


class Mend(NamedTuple):
    """It may stand once it is put right: `change` is how. Every rule is asked about that anew."""

    change: Proposal
    reason: str


class LeaveOut(NamedTuple):
    """A mistake of form, or nothing new: no harm in it, and nothing to write."""

    reason: str


class Refuse(NamedTuple):
    """Something that no proposal may do."""

    reason: str


Finding: TypeAlias = Mend | LeaveOut | Refuse | None
Rule: TypeAlias = Callable[[Proposal, View], Finding]
