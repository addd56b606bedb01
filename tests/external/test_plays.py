"""Three plays, imported: who hears a line is who is on stage, in two independent editions.

The cases say for each speech who is on stage by the one edition, and whether the other agrees. A
speech spoken aside is for its speaker and those it is aside to; one spoken within is heard on stage
and by its speaker, who is not there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.external.plays import EVERYTHING, PLAYS, imported, played

COUNTS = {
    # On how many lines the editions agree, and how many of those are aside, in part or whole;
    # how many people on stage are named as those an aside is to.
    "the-comedy-of-errors": (444, 3, 0),
    "troilus-and-cressida": (914, 44, 26),
    "twelfth-night": (715, 41, 1),
}

FOR_WHOM = {"Troilus", "Ulysses", "Diomedes", "Nestor", "Aeneas", "Paris", "Toby", "Fabian"}
"""Everybody to whom something is said aside by name, in these three plays."""


@pytest.mark.parametrize("name", PLAYS)
def test_a_speech_is_one_line_word_for_word(cases: Path, name: str) -> None:
    for heard in played(cases, name):
        assert (heard.event.who, heard.event.text) == (heard.speaker, heard.speech["text"])


@pytest.mark.parametrize("name", PLAYS)
def test_who_perceives_a_line_is_who_is_on_stage(cases: Path, name: str) -> None:
    agreed = [heard for heard in played(cases, name) if heard.agreed]
    openly = [heard for heard in agreed if not heard.asides]
    for heard in openly:
        assert heard.owners == {*heard.speech["onstage"], heard.speaker}, heard.speech["id"]
    assert (len(agreed), len(agreed) - len(openly)) == COUNTS[name][:2]


@pytest.mark.parametrize("name", PLAYS)
def test_an_aside_reaches_its_speaker_and_those_it_is_for(cases: Path, name: str) -> None:
    reached = 0
    for heard in played(cases, name):
        if not heard.asides:
            continue
        named = " ".join(mark.partition(" to ")[2] for mark in heard.asides)
        meant = {who for who in heard.speech["onstage"] if _is_named(who, named)}
        assert heard.owners == {heard.speaker, *meant}, heard.speech["id"]
        reached += len(meant)
    assert reached == COUNTS[name][2]


def _is_named(who: str, words: str) -> bool:
    return any(name in who.partition("_")[0] for name in FOR_WHOM if name.lower() in words.split())


@pytest.mark.parametrize("name", PLAYS)
def test_a_mind_holds_the_lines_it_perceived_and_no_others(cases: Path, name: str) -> None:
    speeches, story = played(cases, name), imported(cases, name)
    lines = {heard.event.id: heard.event.text for heard in speeches}
    for owner in {who for heard in speeches for who in heard.owners}:
        held = story.mind(owner).perceptions(limit=EVERYTHING)
        words = {each.event: each.text for each in held if each.kind == "line"}
        there = {heard.event.id for heard in speeches if owner in heard.owners}
        assert words == {id: lines[id] for id in there}
