"""The journal has what one mind was told, side by side; verdicts go by the record."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon import Story
from rashomon.engine.ask import asking
from rashomon.play import accusing, journal
from rashomon.play.accusing import Verdict, ending, judged, reveal, side_by_side
from rashomon.play.journal import Entry, Reader
from rashomon.story.playing import Ending, Goal
from tests.play.tellers import story, teller_of
from tests.play.test_asking import EXITS, ITEMS, PLACES, TAKES, people

GOAL = Goal.model_validate({"id": "thief", "text": "Who?", "accuse": {"of": "cup"}})
SAYS = [{"who": "eve", "says": "Dan has it.", "to": ["ann"],
         "claims": [{"entity": "cup", "set": {"at": "dan"}}]}]  # fmt: skip


def hall(*turns: Any) -> Story:
    return story(*turns, places=PLACES, exits=EXITS, items=ITEMS, characters=people())


def entries(of: Story, who: str) -> tuple[Entry, ...]:
    teller = teller_of(of, who)
    reader = Reader(who, teller.names, "en", teller.calendar, teller.kinds)
    return journal.journal(of.mind(who).perceptions(), reader)


def test_accounts_that_differ_stand_side_by_side_with_who_gave_them() -> None:
    found = entries(hall(TAKES, SAYS), "ann")
    cup = found[0]
    (at,) = cup.properties
    assert (cup.entity, cup.differ) == ("cup", True)
    assert [(v.value, v.how, v.by) for v in at.versions] == [
        ("eve", "saw", None), ("dan", "told", "eve"),
    ]  # fmt: skip
    page = journal.as_markdown(found, "en")
    assert "these do not agree" in page
    assert "told by" in page


def test_what_is_seen_to_move_is_no_contradiction() -> None:
    back = [{"who": "eve", "does": "puts it back", "on": ["cup"],
             "changes": [{"entity": "cup", "set": {"at": "hall"}}]}]  # fmt: skip
    cup = next(each for each in entries(hall(TAKES, back), "ann") if each.entity == "cup")
    assert len(cup.properties[0].versions) == 2
    assert not cup.differ


def test_a_journal_has_nothing_that_its_owner_did_not_perceive() -> None:
    of = hall(TAKES, SAYS)
    assert entries(of, "dan") == ()
    assert journal.as_markdown((), "en") == "Nothing yet.\n"


@pytest.mark.parametrize(
    ("accuser", "accused", "state"),
    [("ann", "eve", "proved"), ("dan", "eve", "right"), ("ann", "dan", "wrong")],
)
def test_an_accusation_is_judged_by_the_record_and_proved_by_what_one_holds(
    accuser: str, accused: str, state: str
) -> None:
    of = hall(TAKES, SAYS)
    verdict = judged(GOAL, accused, of.events(), of.mind(accuser).perceptions())
    assert verdict.culprits == {"eve"}
    assert (verdict.right, verdict.proved) == (state != "wrong", state == "proved")
    told = [Ending(when=when, text=when) for when in ("proved", "right", "wrong", "unsolved")]
    found = ending(told, [GOAL], {"thief": verdict})
    assert found is not None
    assert found.text == state


def test_without_an_accusation_it_stays_unsolved_and_words_are_no_deed() -> None:
    of = hall(SAYS)
    nobody = judged(GOAL, None, of.events(), of.mind("ann").perceptions())
    assert nobody == Verdict("thief", None, False, frozenset(), (), ())
    last = [Ending(when="wrong", text="wrong"), Ending(when="unsolved", text="unsolved")]
    for verdicts in ({}, {"thief": nobody}):
        found = ending(last, [GOAL], verdicts)
        assert found is not None
        assert found.text == "unsolved"
    assert ending(last[:1], [GOAL], {}) is None


def test_the_reveal_tells_each_night_in_its_own_words() -> None:
    of = hall(TAKES, [{"who": "bob", "thinks": "It was Eve."}])
    who = ("ann", "bob", "dan")
    names = {each: teller_of(of, each).names for each in who}
    minds = {each: of.mind(each).perceptions() for each in who}
    with asking(of.mind("ann").engine, of.id) as asked:
        nights = reveal(minds, names, asked.objective, asked.world.calendar, "en")
    by = {each.owner: each for each in nights}
    assert [m.text for m in by["dan"].moments] == []
    assert by["bob"].moments[-1].text == "Bob thinks: “It was Eve.”"
    assert by["bob"].moments[-1].perception in by["bob"].alone
    assert set(side_by_side(nights)[of.events()[0].id]) == {"ann", "bob"}
    assert accusing.as_markdown(nights, "en").startswith("## Ann\n\n- ")
