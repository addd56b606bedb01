"""Who perceives a step, in which mode, and how much of it: the step table, row by row."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon.errors import BadTurn
from tests.record.castle import audience, castle, changed, facts, perceived, play

DID, SAW, HEARD = ("did", "whole"), ("saw", "whole"), ("heard", "whole")
PART = ("saw", "partial")
YARD = {"mara": SAW, "ada": SAW}
INSIDE = {"elias", "mara", "ada", "alcover", "keeper"}

DEED = {"who": "elias", "does": "waves"}
LINE = {"who": "elias", "says": "It is done."}
WHISPER = {**LINE, "to": ["mara"], "whisper": True}
PHONE = {**LINE, "to": ["rover"], "over": "phone"}
MOVE = {"who": "elias", "goes": "road"}
BANG = {"happens": "A crash.", "at": "courtyard"}

ROWS: list[tuple[str, dict[str, Any], dict[str, tuple[str, str]]]] = [
    ("a deed", DEED, {"elias": DID, **YARD, "looker": SAW, "towerer": SAW}),
    ("a deed where nobody looks", {"who": "keeper", "does": "waves"},
     {"keeper": DID, "waller": SAW}),
    ("a deed in a place within", {"who": "alcover", "does": "waves"}, {"alcover": DID}),
    ("a deed nowhere", {"who": "nemo", "does": "waves"}, {"nemo": DID}),
    ("a deed missed", {**DEED, "missed_by": ["mara", "looker"]},
     {"elias": DID, "ada": SAW, "towerer": SAW}),
    ("a deed noticed", {**DEED, "noticed_by": ["rex"]},
     {"elias": DID, **YARD, "looker": SAW, "towerer": SAW, "rex": SAW}),
    ("a covert deed", {**DEED, "covert": True}, {"elias": DID}),
    ("a covert deed noticed", {**DEED, "covert": True, "noticed_by": ["ada", "rex"]},
     {"elias": DID, "ada": SAW, "rex": SAW}),
    ("a line", LINE, {"elias": DID, "mara": HEARD, "ada": HEARD, "hearer": HEARD}),
    ("a line to somebody absent", {**LINE, "to": ["rover"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD, "hearer": HEARD}),
    ("a line in a place within", {"who": "alcover", "says": "Hm."}, {"alcover": DID}),
    ("a line around it", {"who": "keeper", "says": "Hm."}, {"keeper": DID, "waller": HEARD}),
    ("a line nowhere", {"who": "nemo", "says": "Hm."}, {"nemo": DID}),
    ("a line missed", {**LINE, "to": ["mara"], "missed_by": ["mara"]},
     {"elias": DID, "ada": HEARD, "hearer": HEARD}),
    ("a line noticed", {**LINE, "noticed_by": ["looker"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD, "hearer": HEARD, "looker": HEARD}),
    ("a whisper", WHISPER, {"elias": DID, "mara": HEARD, "ada": PART}),
    ("a whisper to two", {**WHISPER, "to": ["mara", "ada"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD}),
    ("a whisper noticed beside and afar", {**WHISPER, "noticed_by": ["ada", "hearer"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD, "hearer": HEARD}),
    ("a whisper missed", {**WHISPER, "missed_by": ["ada", "mara"]}, {"elias": DID}),
    ("a phone call", PHONE,
     {"elias": DID, "mara": HEARD, "ada": HEARD, "rover": HEARD, "rex": PART}),
    ("a phone call to two", {**PHONE, "to": ["rover", "keeper"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD, "rover": HEARD, "rex": PART, "keeper": HEARD}),
    ("a phone call within one place", {**PHONE, "to": ["mara"]},
     {"elias": DID, "mara": HEARD, "ada": HEARD}),
    ("a phone call listened in on", {**PHONE, "noticed_by": ["rex"], "missed_by": ["ada"]},
     {"elias": DID, "mara": HEARD, "rover": HEARD, "rex": HEARD}),
    ("a thought", {"who": "elias", "thinks": "No."}, {"elias": DID}),
    ("a move", MOVE, {"elias": DID, **YARD, "looker": SAW, "towerer": SAW, "miller": SAW,
                      "rover": SAW, "rex": SAW}),
    ("a move missed", {**MOVE, "missed_by": ["mara", "rex", "miller"]},
     {"elias": DID, "ada": SAW, "looker": SAW, "towerer": SAW, "rover": SAW}),
    ("a covert move", {**MOVE, "covert": True}, {"elias": DID}),
    ("a covert move noticed", {**MOVE, "covert": True, "noticed_by": ["ada", "rex", "hearer"]},
     {"elias": DID, "ada": SAW, "rex": SAW, "hearer": SAW}),
    ("a leaving for nowhere", {"who": "elias", "goes": None},
     {"elias": DID, **YARD, "looker": SAW, "towerer": SAW}),
    ("an arrival from nowhere", {"who": "nemo", "goes": "road"},
     {"nemo": DID, "rover": SAW, "rex": SAW, "towerer": SAW, "miller": SAW}),
    ("a happening", BANG, {"elias": SAW, **YARD, "alcover": SAW, "looker": SAW, "towerer": SAW,
                           "hearer": HEARD}),
    ("a happening around all", {**BANG, "at": "keep"},
     dict.fromkeys(INSIDE, SAW) | {"waller": SAW}),
    ("a sight", {**BANG, "sense": "sight"},
     {"elias": SAW, **YARD, "alcover": SAW, "looker": SAW, "towerer": SAW}),
    ("a sound", {**BANG, "sense": "sound"},
     {"elias": HEARD, "mara": HEARD, "ada": HEARD, "alcover": HEARD, "hearer": HEARD}),
    ("a happening nowhere", {**BANG, "at": None}, {}),
    ("a happening nowhere, noticed", {**BANG, "at": None, "noticed_by": ["rex"]}, {"rex": SAW}),
    ("a sound noticed", {**BANG, "at": "mill", "sense": "sound", "noticed_by": ["rex"]},
     {"miller": HEARD, "rex": HEARD}),
    ("a happening heard, and noticed", {**BANG, "noticed_by": ["hearer"], "missed_by": ["ada"]},
     {"elias": SAW, "mara": SAW, "alcover": SAW, "looker": SAW, "towerer": SAW, "hearer": SAW}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "whom"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_a_step_is_perceived_by_these_and_nobody_else(
    step: dict[str, Any], whom: dict[str, tuple[str, str]]
) -> None:
    story = castle()
    (event,) = play(story, step)
    assert audience(story, event) == whom
    assert len(story.who_perceived(event)) == len(whom)


def test_every_key_of_a_step_that_narrows_or_widens_stands_in_the_table() -> None:
    used = {key for _, step, _ in ROWS for key in step}
    assert {"noticed_by", "missed_by", "covert", "whisper", "over", "sense"} <= used


@pytest.mark.parametrize("kept", ["overlooks", "overhears"])
def test_what_is_overlooked_or_overheard_is_not_inherited_by_places_within(kept: str) -> None:
    world = {"loft": {"within": "perch"}, "perch": {"name": "the perch", kept: ["courtyard"]}}
    story = castle(places=world, characters={"percher": {"name": "Per", "at": "perch"}})
    seen, heard = play(story, DEED, LINE)
    event = seen if kept == "overlooks" else heard
    assert "percher" in story.who_perceived(event)
    assert "lofter" not in story.who_perceived(event)


# What each version says.

TEXTS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("whisper", WHISPER,
     {"mara": "It is done.", "ada": "A lean man whispers to a pale woman."}),
    ("phone", PHONE,
     {"rover": "It is done.", "mara": "It is done.", "rex": "A tall man listens to the phone."}),
    ("phone to two places", {**PHONE, "to": ["rover", "keeper"]},
     {"rex": "A tall man listens to the phone.", "keeper": "It is done."}),
    ("phone to two in one place", {**PHONE, "to": ["rover", "rex"], "noticed_by": ["nobody"]},
     {"nobody": "It is done."}),
    ("move", MOVE,
     {"elias": "Elias goes to the north road by the west gate.",
      "mara": "A lean man leaves by the west gate.",
      "looker": "A lean man leaves by the west gate.",
      "rex": "A lean man arrives.", "miller": "A lean man arrives.",
      "towerer": "A lean man goes to the north road by the west gate."}),
    ("covert move", {**MOVE, "covert": True, "noticed_by": ["ada", "rex"]},
     {"ada": "A lean man leaves by the west gate.", "rex": "A lean man arrives."}),
    ("leaving", {"who": "elias", "goes": None}, {"mara": "A lean man leaves."}),
    ("unnamed exit", {"who": "elias", "goes": "balcony"},
     {"mara": "A lean man leaves.", "looker": "A lean man goes to the balcony."}),
    ("reading", {"who": "elias", "does": "reads the letter", "reads": "letter"},
     {"elias": "Elias reads the letter “The Crypt lies open.”",
      "mara": "A lean man reads the letter."}),
    ("persons in a deed", {"who": "elias", "does": "shows Mara to Rover's dog"},
     {"mara": "A lean man shows Mara to a stranger's dog.",
      "ada": "A lean man shows a pale woman to a stranger's dog."}),
    ("spoken words", {"who": "ada", "says": "Elias struck Rover."},
     {"mara": "Elias struck Rover."}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "texts"), [r[1:] for r in TEXTS], ids=[r[0] for r in TEXTS])
def test_each_version_says_this(step: dict[str, Any], texts: dict[str, str]) -> None:
    story = castle(characters={"nobody": {"name": "Nob", "at": "road", "role": "background"}})
    (event,) = play(story, step)
    found = {owner: perceived(story.mind(owner), event).text for owner in texts}
    assert found == texts


# What the fields of a version tell.

FIELDS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("a deed", {**DEED, "does": "pokes Mara"}, "ada",
     {"who": "elias", "place": "courtyard", "people": ("mara",)}),
    ("a line", {**LINE, "to": ["mara"]}, "ada", {"to": ("mara",), "place": "courtyard"}),
    ("a whisper, to it", WHISPER, "mara", {"to": ("mara",), "who": "elias"}),
    ("a whisper, beside", WHISPER, "ada", {"to": ("mara",), "who": "elias", "people": ()}),
    ("a phone, at the far end", PHONE, "rover",
     {"to": ("rover",), "who": "elias", "place": "road", "people": ("rover",)}),
    ("a phone, beside the far end", {**PHONE, "to": ["rover", "keeper"]}, "rex",
     {"to": ("rover",), "who": "rover", "who_name": "a tall man", "place": "road", "people": ()}),
    ("a phone, beside the speaker", PHONE, "mara",
     {"to": (), "who": "elias", "place": "courtyard", "people": ()}),
    ("a phone, the name said", {**PHONE, "says": "It is done, Rover."}, "mara",
     {"to": ("rover",), "people": ("rover",)}),
    ("a phone, the speaker", PHONE, "elias", {"to": ("rover",), "people": ("rover",)}),
    ("a phone, listened in on", {**PHONE, "noticed_by": ["rex"]}, "rex",
     {"place": "road", "who": "elias", "text": "It is done."}),
    ("a move, left behind", MOVE, "mara", {"place": "courtyard"}),
    ("a move, arrived at", MOVE, "rex", {"place": "road"}),
    ("a move, both ends", MOVE, "towerer", {"place": "road"}),
    ("a covert move, left behind", {**MOVE, "covert": True, "noticed_by": ["ada"]}, "ada",
     {"place": "courtyard"}),
    ("a happening, seen",
     {**BANG, "changes": [{"entity": "ada", "set": {"at": "road"}}]}, "mara",
     {"people": ("ada",), "who": None}),
    ("a happening, heard",
     {**BANG, "changes": [{"entity": "ada", "set": {"at": "road"}}]}, "hearer",
     {"people": (), "conveys": ()}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "owner", "fields"), [r[1:] for r in FIELDS], ids=[r[0] for r in FIELDS]
)
def test_the_fields_of_a_version_tell_this(
    step: dict[str, Any], owner: str, fields: dict[str, Any]
) -> None:
    story = castle()
    (event,) = play(story, step)
    seen = perceived(story.mind(owner), event)
    assert {key: getattr(seen, key) for key in fields} == fields


# Step by step.


def test_presence_is_computed_step_by_step() -> None:
    story = castle()
    first, move, second = play(story, DEED | {"who": "mara"}, MOVE | {"who": "rex", "goes":
        "courtyard"}, DEED | {"who": "mara"})  # fmt: skip
    assert "rex" not in story.who_perceived(first)
    assert "rex" in story.who_perceived(second)
    assert "rover" in story.who_perceived(move)
    assert "rover" not in story.who_perceived(second)


def test_who_left_does_not_perceive_the_next_step() -> None:
    story = castle()
    before, _, after = play(story, LINE, MOVE | {"who": "mara"}, LINE)
    assert "mara" in story.who_perceived(before)
    assert "mara" not in story.who_perceived(after)
    assert "ada" in story.who_perceived(after)


def test_who_was_carried_off_perceives_what_happens_where_it_is_now() -> None:
    story = castle()
    push = {**DEED, "does": "pushes Ada out", "changes": [{"entity": "ada", "set": {"at": "road"}}]}
    pushed, behind, there = play(story, push, LINE, {"who": "rover", "says": "Oh."})
    assert audience(story, pushed)["ada"] == SAW
    assert "ada" not in story.who_perceived(behind)
    assert "ada" in story.who_perceived(there)
    assert ("ada", "at", "road") in facts(story.mind("ada"), pushed)
    assert story.mind("ada").knows("road")


def test_an_event_nobody_perceived_leaves_no_perception() -> None:
    story = castle()
    (event,) = play(story, {**BANG, "at": None, "happens": "Zyzzyva blooms."})
    assert story.event(event).text == "Zyzzyva blooms."
    assert all(not story.mind(owner).perceptions() for owner in INSIDE)


def test_one_perception_per_owner_and_event() -> None:
    story = castle()
    (event,) = play(story, {**PHONE, "to": ["mara", "rover"]})
    for owner in story.who_perceived(event):
        assert len([p for p in story.mind(owner).perceptions() if p.event == event]) == 1


def test_a_thought_is_word_for_word_the_thinkers_and_nobody_elses() -> None:
    story = castle()
    (event,) = play(story, {"who": "elias", "thinks": "Quux, Mara."})
    assert perceived(story.mind("elias"), event).text == "Quux, Mara."
    assert story.who_perceived(event) == ["elias"]


def test_nobody_is_in_both_lists_and_an_actor_cannot_miss_its_own_step() -> None:
    story = castle()
    for step in (
        {**DEED, "noticed_by": ["mara"], "missed_by": ["mara"]},
        {**DEED, "missed_by": ["elias"]},
    ):
        assert story.check({"steps": [step]})
        with pytest.raises(BadTurn):
            play(story, step)
    assert not story.check({"steps": [DEED]})


def test_whoever_is_nowhere_perceives_nothing() -> None:
    story = castle()
    assert story.check({"steps": [{**DEED, "noticed_by": ["nemo"]}]})
    assert story.check({"steps": [{**PHONE, "to": ["nemo"]}]})
    play(story, DEED, LINE, BANG)
    assert story.mind("nemo").perceptions() == []


def test_whoever_is_whispered_to_must_be_in_the_place() -> None:
    story = castle()
    for absent in ("rover", "looker", "hearer", "alcover"):
        assert story.check({"steps": [{**WHISPER, "to": [absent]}]})
    assert not story.check({"steps": [WHISPER]})


def test_a_narration_enters_no_mind() -> None:
    story = castle()
    play(story, DEED, narration="The Quux glows in the Crypt.", viewpoint="mara")
    for owner in ("mara", "elias"):
        assert "Quux" not in repr(story.mind(owner).perceptions())
        assert not story.mind(owner).knows("crypt_lore")
    assert story.search("Quux") == []
    assert story.search("waves")


def test_a_world_without_places_has_one_in_which_everybody_is() -> None:
    world = {"title": "Room", "characters": [{"id": i, "name": i} for i in ("a", "b")]
             + [{"id": "c", "name": "c", "at": None}]}  # fmt: skip
    story = rashomon.open(":memory:").create(world)
    deed, bang = play(story, {"who": "a", "does": "waves"}, {"happens": "A crash."})
    assert sorted(story.who_perceived(deed)) == ["a", "b"]
    assert sorted(story.who_perceived(bang)) == ["a", "b"]


# Newcomers.


def test_people_a_turn_adds_are_there_and_seen_at_its_start() -> None:
    story = castle()
    ilse = {"id": "ilse", "name": "Ilse", "appearance": "a barmaid", "at": "courtyard"}
    deed, line = play(story, DEED, {"who": "ilse", "says": "Hm."}, adds={"characters": [ilse]})
    assert "ilse" in story.who_perceived(deed)
    assert story.who_perceived(line)[0] == "ilse"
    for owner in ("mara", "looker", "towerer"):
        last = story.mind(owner).last_known("ilse")
        assert last is not None
        assert (dict(last.state), last.how, last.turn) == ({"at": "courtyard"}, "saw", 1)
    for owner in ("hearer", "alcover", "rover", "nemo"):
        assert story.mind(owner).last_known("ilse") is None
    mine = story.mind("ilse").last_known("mara")
    assert mine is not None
    assert mine.state == {"at": "courtyard"}
    assert story.mind("ilse").last_known("rover") is None
    assert story.mind("ilse").how_learnt("courtyard")
    assert story.spread("courtyard")


def test_what_a_turn_brings_in_is_refused_whole_where_it_does_not_fit() -> None:
    story = castle()
    adds = {"characters": [{"id": "mara", "name": "Mara again", "at": "road"}]}
    with pytest.raises(BadTurn):
        play(story, DEED, adds=adds)
    assert story.events() == []
    assert story.clock.turn == 0
    assert changed()["characters"][1]["name"] == "Mara"
