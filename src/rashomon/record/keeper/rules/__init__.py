"""The rules of the record keeper, one file each, in the order in which they are asked.

A rule is `rule(change, view) -> Mend | LeaveOut | Refuse | None`, and its docstring is the sentence
that the documentation prints. The rules on form come first, so that those after them can rely on
events, people and things that were shown.
"""

from __future__ import annotations

from typing import Final

from rashomon.record.keeper.rules.bond_known import bond_known
from rashomon.record.keeper.rules.bond_perceived import bond_perceived
from rashomon.record.keeper.rules.bond_persons import bond_persons
from rashomon.record.keeper.rules.bond_rests import bond_rests
from rashomon.record.keeper.rules.bond_stays import bond_stays
from rashomon.record.keeper.rules.claim_named import claim_named
from rashomon.record.keeper.rules.claimed_by_lines import claimed_by_lines
from rashomon.record.keeper.rules.could_be import could_be
from rashomon.record.keeper.rules.events_shown import events_shown
from rashomon.record.keeper.rules.form import form
from rashomon.record.keeper.rules.from_afar import from_afar
from rashomon.record.keeper.rules.grade_differs import grade_differs
from rashomon.record.keeper.rules.grade_is_one_to_five import grade_is_one_to_five
from rashomon.record.keeper.rules.grade_stays import grade_stays
from rashomon.record.keeper.rules.imperfect_on import imperfect_on
from rashomon.record.keeper.rules.in_reach import in_reach
from rashomon.record.keeper.rules.moved_at_all import moved_at_all
from rashomon.record.keeper.rules.moved_by_deeds import moved_by_deeds
from rashomon.record.keeper.rules.not_inside_itself import not_inside_itself
from rashomon.record.keeper.rules.offered import offered
from rashomon.record.keeper.rules.outcome import Finding, LeaveOut, Mend, Refuse, Rule
from rashomon.record.keeper.rules.pending import pending
from rashomon.record.keeper.rules.plain_version import plain_version
from rashomon.record.keeper.rules.retelling_stays import retelling_stays
from rashomon.record.keeper.rules.retells_a_line import retells_a_line
from rashomon.record.keeper.rules.said_once import said_once
from rashomon.record.keeper.rules.something_lost import something_lost
from rashomon.record.keeper.rules.speaker_had_it import speaker_had_it
from rashomon.record.keeper.rules.step_has_said import step_has_said
from rashomon.record.keeper.rules.tag_listed import tag_listed
from rashomon.record.keeper.rules.tags_stay import tags_stay
from rashomon.record.keeper.rules.taken_for_somebody import taken_for_somebody
from rashomon.record.keeper.rules.things_shown import things_shown
from rashomon.record.keeper.rules.thread_new import thread_new
from rashomon.record.keeper.rules.thread_open import thread_open
from rashomon.record.keeper.rules.thread_stays import thread_stays
from rashomon.record.keeper.rules.three_grades import three_grades
from rashomon.record.keeper.rules.who_can_be_lost import who_can_be_lost
from rashomon.record.keeper.rules.witnessed import witnessed
from rashomon.record.keeper.rules.worth_a_version import worth_a_version

__all__ = ["RULES", "Finding", "LeaveOut", "Mend", "Refuse", "Rule"]

RULES: Final[tuple[Rule, ...]] = (
    form,
    offered,
    events_shown,
    pending,
    things_shown,
    said_once,
    grade_is_one_to_five,
    grade_stays,
    grade_differs,
    three_grades,
    moved_by_deeds,
    claimed_by_lines,
    could_be,
    step_has_said,
    moved_at_all,
    in_reach,
    not_inside_itself,
    claim_named,
    retells_a_line,
    retelling_stays,
    speaker_had_it,
    tag_listed,
    tags_stay,
    thread_new,
    thread_open,
    thread_stays,
    bond_persons,
    bond_perceived,
    bond_known,
    bond_stays,
    imperfect_on,
    worth_a_version,
    witnessed,
    from_afar,
    plain_version,
    who_can_be_lost,
    taken_for_somebody,
    bond_rests,
    something_lost,
)
