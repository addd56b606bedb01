"""The rules of reflection, one file each, in the order in which they are asked.

A rule is `rule(change, view) -> Mend | LeaveOut | Refuse | None`, and its docstring is the sentence
that the documentation prints. The rules on form come first, so that those after them can rely on a
belief that is there and evidence that was shown.
"""

from __future__ import annotations

from typing import Final

from rashomon.reflect.rules.about_shown import about_shown
from rashomon.reflect.rules.belief_held import belief_held
from rashomon.reflect.rules.came_after import came_after
from rashomon.reflect.rules.cited_shown import cited_shown
from rashomon.reflect.rules.for_and_against import for_and_against
from rashomon.reflect.rules.form import form
from rashomon.reflect.rules.locks import locks
from rashomon.reflect.rules.names_known import names_known
from rashomon.reflect.rules.new_contradiction import new_contradiction
from rashomon.reflect.rules.new_support import new_support
from rashomon.reflect.rules.no_fields import no_fields
from rashomon.reflect.rules.offered import offered
from rashomon.reflect.rules.one_change import one_change
from rashomon.reflect.rules.one_sentence import one_sentence
from rashomon.reflect.rules.one_side import one_side
from rashomon.reflect.rules.one_step import one_step
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend, Refuse, Rule
from rashomon.reflect.rules.said_already import said_already
from rashomon.reflect.rules.short import short
from rashomon.reflect.rules.sure_earned import sure_earned
from rashomon.reflect.rules.two_moments import two_moments
from rashomon.reflect.rules.untouched import untouched

__all__ = ["RULES", "Finding", "LeaveOut", "Mend", "Refuse", "Rule"]

RULES: Final[tuple[Rule, ...]] = (
    form,
    cited_shown,
    belief_held,
    untouched,
    one_change,
    offered,
    one_sentence,
    no_fields,
    names_known,
    short,
    about_shown,
    said_already,
    one_side,
    two_moments,
    new_support,
    new_contradiction,
    one_step,
    for_and_against,
    sure_earned,
    came_after,
    locks,
)
