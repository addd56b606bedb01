"""What a perception conveys, what may be done at all, and what goes back to whom."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon import Mind, Story
from rashomon.errors import BadTurn
from tests.record.castle import castle, edges, facts, perceived, place_of, play

DEED = {"who": "elias", "does": "works"}
LINE = {"who": "elias", "says": "So it is."}
IN_CHEST = {"entity": "key", "set": {"at": "chest"}}
IN_BOX = {"entity": "key", "set": {"at": "box"}}


def root(mind: Mind, event: int, entity: str = "key") -> int:
    """The root of what somebody's perception of an event conveys about a thing."""
    return next(f.root for f in perceived(mind, event).conveys if f.entity == entity)


# What is conveyed.

CONVEYED: list[tuple[str, dict[str, Any], dict[str, set[tuple[str, str, Any]]]]] = [
    ("changes of a deed", {**DEED, "changes": [IN_BOX]},
     {"elias": {("key", "at", "box")}, "mara": {("key", "at", "box")},
      "looker": {("key", "at", "box")}}),
    ("where each item in hand is", {**DEED, "with": ["key", "pin"]},
     {"mara": {("key", "at", "elias"), ("pin", "at", "box")}}),
    ("a place in `with` is nowhere", {**DEED, "with": ["courtyard"]}, {"mara": set()}),
    ("`on` conveys nothing", {**DEED, "on": ["pin"]}, {"mara": set()}),
    ("a happening seen, and heard",
     {"happens": "The key falls.", "at": "courtyard", "with": ["pin"], "changes": [IN_BOX]},
     {"mara": {("key", "at", "box"), ("pin", "at", "box")}, "hearer": set()}),
    ("a sound", {"happens": "A click.", "at": "courtyard", "sense": "sound", "changes": [IN_BOX]},
     {"mara": set(), "hearer": set()}),
    ("claims", {**LINE, "claims": [IN_CHEST]},
     {"elias": {("key", "at", "chest")}, "mara": {("key", "at", "chest")},
      "hearer": {("key", "at", "chest")}}),
    ("a whisper", {**LINE, "to": ["mara"], "whisper": True, "claims": [IN_CHEST]},
     {"mara": {("key", "at", "chest")}, "ada": set()}),
    ("a phone call", {**LINE, "to": ["rover"], "over": "phone", "claims": [IN_CHEST]},
     {"rover": {("key", "at", "chest")}, "ada": {("key", "at", "chest")}, "rex": set()}),
    ("a whisper noticed",
     {**LINE, "to": ["mara"], "whisper": True, "claims": [IN_CHEST], "noticed_by": ["ada"]},
     {"ada": {("key", "at", "chest")}}),
    ("a text read", {**DEED, "reads": "letter"},
     {"elias": {("letter", "text", "The Crypt lies open.")}, "mara": set()}),
    ("a move", {"who": "elias", "goes": "road"},
     {"mara": {("elias", "at", None)}, "looker": {("elias", "at", None)},
      "rex": {("elias", "at", "road")}, "miller": {("elias", "at", "road")},
      "towerer": {("elias", "at", "road")}}),
    ("a covert move noticed", {"who": "elias", "goes": "road", "covert": True,
                               "noticed_by": ["mara", "rex"]},
     {"mara": {("elias", "at", None)}, "rex": {("elias", "at", "road")}}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "whom"), [r[1:] for r in CONVEYED], ids=[r[0] for r in CONVEYED])
def test_each_version_conveys_this(
    step: dict[str, Any], whom: dict[str, set[tuple[str, str, Any]]]
) -> None:
    story = castle()
    (event,) = play(story, step)
    assert {owner: facts(story.mind(owner), event) for owner in whom} == whom


def test_a_claim_does_not_change_the_world_and_a_change_does() -> None:
    story = castle()
    play(story, {**LINE, "claims": [{"entity": "key", "set": {"at": "mara"}}]})
    assert story.check({"steps": [{"who": "rover", "does": "takes", "with": ["key"]}]})
    play(story, {"who": "elias", "goes": "road"})
    assert not story.check({"steps": [{"who": "rover", "does": "takes", "with": ["key"]}]})


def test_what_a_speaker_says_is_told_to_hearers_and_only_said_to_itself() -> None:
    story = castle()
    play(story, {**LINE, "to": ["mara"], "claims": [IN_CHEST]})
    assert place_of(story.mind("mara"), "key") == "chest"
    assert place_of(story.mind("elias"), "key") == "elias"
    heard = story.mind("mara").last_known("key")
    assert heard is not None
    assert (heard.how, heard.by) == ("told", "elias")
    assert place_of(story.mind("rover"), "key") == "-"


def test_who_says_a_thing_does_not_come_to_know_it() -> None:
    story = castle()
    play(story, {**LINE, "claims": [{"entity": "ring", "set": {"at": "mill"}}]})
    assert {"ring", "mill"} <= edges(story.mind("mara")).keys()
    assert not {"ring", "mill"} & edges(story.mind("elias")).keys()


# The plain view.

ARRIVING: list[tuple[str, dict[str, Any], set[str], set[str]]] = [
    ("the place", {},
     {"elias", "mara", "ada", "gate", "steps", "chute", "chest", "box", "pin", "hat"},
     {"key", "letter", "ring", "crack", "alcover", "keeper", "hearer"}),
    ("an opened chest", {"items": {"chest": {"closed": False}}}, {"ring"}, {"key"}),
    ("a closed box", {"items": {"box": {"closed": True}}}, {"box"}, {"pin"}),
    ("a bag carried open", {"items": {"pin": {"at": "key"}}}, {"hat"}, {"pin", "key"}),
    ("a bag worn open", {"items": {"pin": {"at": "hat"}}}, {"hat", "pin"}, set()),
    ("a bag worn closed", {"items": {"pin": {"at": "hat"}, "hat": {"closed": True}}}, {"hat"},
     {"pin"}),
    ("a hat not worn", {"items": {"hat": {"worn": False}}}, set(), {"hat"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("world", "there", "not_there"), [r[1:] for r in ARRIVING], ids=[r[0] for r in ARRIVING]
)
@pytest.mark.parametrize("end", ["in it", "over it"])
def test_one_who_arrives_has_the_plain_view(
    world: dict[str, Any], there: set[str], not_there: set[str], end: str
) -> None:
    goal = "courtyard" if end == "in it" else "balcony"
    story = castle(**world)
    (event,) = play(story, {"who": "nemo", "goes": goal})
    nemo = story.mind("nemo")
    seen = {fact.entity for fact in perceived(nemo, event).conveys}
    assert there <= seen
    assert not not_there & seen
    known = edges(nemo)
    kinds = {"gate", "steps", "chute", "chest", "box", "pin", "hat", "ring"}
    assert there & kinds <= known.keys()
    assert not (not_there - {"alcover", "keeper", "hearer"}) & known.keys()


def test_a_one_way_exit_is_in_view_where_it_starts_only() -> None:
    story = castle()
    down, up = play(story, {"who": "nemo", "goes": "cellar"}, {"who": "rex", "goes": "courtyard"})
    assert "chute" not in {fact.entity for fact in perceived(story.mind("nemo"), down).conveys}
    assert "chute" in {fact.entity for fact in perceived(story.mind("rex"), up).conveys}


STALE: list[tuple[str, str, str | None]] = [
    ("it was taken away behind the back", "courtyard", None),
    ("one looks elsewhere", "mill", "courtyard"),
    ("one overlooks the place", "balcony", None),
    ("one only hears the place", "cellar", "courtyard"),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "then"), [r[1:] for r in STALE], ids=[r[0] for r in STALE])
def test_a_fresh_look_without_a_thing_makes_its_place_unknown(goal: str, then: str | None) -> None:
    story = castle()
    play(story, {"who": "mara", "goes": None})
    play(story, {**DEED, "changes": [{"entity": "box", "set": {"at": "elias"}}]})
    assert place_of(story.mind("mara"), "box") == "courtyard"
    play(story, {"who": "mara", "goes": goal})
    assert place_of(story.mind("mara"), "box") == then
    assert place_of(story.mind("mara"), "box", witnessed=True) == then


def test_a_fresh_look_into_an_open_box_makes_what_was_in_it_unknown() -> None:
    for closed, then in ((False, None), (True, "box")):
        story = castle()
        play(story, {"who": "mara", "goes": None})
        taken = {"entity": "pin", "set": {"at": "elias"}}
        shut = {"entity": "box", "set": {"closed": closed}}
        play(story, {**DEED, "changes": [taken, shut]}, {"who": "mara", "goes": "courtyard"})
        assert place_of(story.mind("mara"), "pin") == then


def test_what_somebody_was_last_known_to_carry_stays_with_it() -> None:
    story = castle()
    play(story, {**DEED, "with": ["key"]}, {"who": "mara", "goes": None})
    shut = {"entity": "chest", "set": {"closed": True}}
    play(story, {**DEED, "changes": [OPEN, IN_CHEST, shut]}, {"who": "mara", "goes": "courtyard"})
    assert place_of(story.mind("mara"), "key") == "elias"
    assert place_of(story.mind("ada"), "key") == "chest"


def test_last_known_is_the_latest_in_event_order_whatever_the_mode() -> None:
    story = castle()
    mara = story.mind("mara")
    play(story, {**DEED, "changes": [IN_BOX]})
    assert place_of(mara, "key") == "box"
    play(story, {**LINE, "claims": [IN_CHEST]})
    assert place_of(mara, "key") == "chest"
    assert place_of(mara, "key", witnessed=True) == "box"
    play(story, {**DEED, "with": ["key"]})
    assert place_of(mara, "key") == "box"


def test_last_known_can_be_out_of_date() -> None:
    story = castle()
    play(story, {**DEED, "changes": [IN_BOX]})
    taken = {"entity": "key", "set": {"at": "elias"}}
    play(story, {**DEED, "changes": [taken], "missed_by": ["mara"]})
    assert place_of(story.mind("mara"), "key") == "box"
    assert place_of(story.mind("ada"), "key") == "elias"


def test_an_authored_start_is_a_plain_view_and_what_one_carries() -> None:
    story = castle(items={"coin": {"name": "a coin", "at": "nemo"},
                          "dust": {"name": "dust", "at": "coin"}})  # fmt: skip
    start = story.mind("mara").last_known("box")
    assert start is not None
    assert (start.how, start.event, start.turn) == ("saw", None, 0)
    assert place_of(story.mind("elias"), "key") == "elias"
    assert place_of(story.mind("mara"), "key") == "-"
    assert place_of(story.mind("mara"), "hat") == "elias"
    assert place_of(story.mind("looker"), "box") == "courtyard"
    assert place_of(story.mind("hearer"), "box") == "-"
    assert place_of(story.mind("nemo"), "coin") == "nemo"
    assert edges(story.mind("nemo")) == {"coin": "authored", "dust": "authored"}


# Roots.


def test_a_lie_is_its_own_root_however_often_it_is_told_on() -> None:
    story = castle()
    (lie,) = play(story, {**LINE, "to": ["mara"], "claims": [IN_CHEST]})
    play(story, {"who": "mara", "goes": "road"})
    on, again = play(
        story,
        {"who": "mara", "says": "In the chest.", "claims": [IN_CHEST]},
        {"who": "rex", "says": "In the chest, she says.", "claims": [IN_CHEST]},
    )
    assert root(story.mind("rover"), on) == root(story.mind("rover"), again) == lie
    assert root(story.mind("mara"), lie) == lie


def test_what_was_seen_is_the_root_of_what_is_said_of_it() -> None:
    story = castle()
    seen, said = play(story, {**DEED, "changes": [IN_BOX]}, {**LINE, "claims": [IN_BOX]})
    assert root(story.mind("hearer"), said) == seen
    (other,) = play(story, {**LINE, "claims": [IN_CHEST]})
    assert root(story.mind("hearer"), other) == other


def test_ones_own_earlier_line_is_the_root_where_nothing_else_is() -> None:
    story = castle()
    first, same_turn = play(story, *[{**LINE, "claims": [IN_CHEST]}] * 2)
    (later,) = play(story, {**LINE, "claims": [IN_CHEST]})
    roots = [root(story.mind("hearer"), event) for event in (first, same_turn, later)]
    assert roots == [first] * 3


def test_a_perception_outweighs_ones_own_earlier_line_as_a_root() -> None:
    story = castle()
    play(story, {**LINE, "claims": [IN_BOX]})
    (seen,) = play(story, {**DEED, "changes": [IN_BOX]})
    (said,) = play(story, {**LINE, "claims": [IN_BOX]})
    assert root(story.mind("hearer"), said) == seen


def test_a_retelling_goes_back_to_what_it_retells_and_conveys_it_as_told() -> None:
    story = castle()
    (seen,) = play(story, {**DEED, "changes": [IN_BOX]})
    play(story, {"who": "mara", "goes": "road"})
    (told,) = play(story, {"who": "mara", "says": "He hid it.", "retells": seen})
    (on,) = play(story, {"who": "rex", "says": "He hid it.", "to": ["rover"], "retells": told})
    for event in (told, on):
        assert facts(story.mind("rover"), event) == {("key", "at", "box")}
        assert root(story.mind("rover"), event) == seen
    fact = perceived(story.mind("rover"), on).conveys[0]
    assert (fact.how, fact.by) == ("told", "rex")
    assert place_of(story.mind("nemo"), "key") == "-"


def test_a_claim_within_a_retelling_goes_back_to_the_event_retold() -> None:
    story = castle()
    (seen,) = play(story, {**DEED, "does": "grins"})
    (told,) = play(story, {"who": "mara", "says": "He hid it.", "retells": seen,
                           "claims": [IN_CHEST]})  # fmt: skip
    assert root(story.mind("ada"), told) == seen


def test_what_a_newcomer_saw_on_coming_in_is_the_root_of_what_it_says_in_that_turn() -> None:
    story = castle()
    adds = {"characters": [{"id": "ilse", "name": "Ilse", "at": "courtyard"}]}
    say = {"who": "ilse", "says": "A box!", "claims": [{"entity": "box", "set": {"at":
           "courtyard"}}]}  # fmt: skip
    (said,) = play(story, say, adds=adds)
    (again,) = play(story, say)
    assert root(story.mind("ada"), said, "box") == root(story.mind("ada"), again, "box") < said


def test_nobody_retells_what_it_did_not_perceive() -> None:
    story = castle()
    (seen,) = play(story, {**DEED, "changes": [IN_BOX]})
    retelling = {"says": "He hid it.", "retells": seen}
    assert story.check({"steps": [{"who": "rover", **retelling}]})
    assert story.check({"steps": [{"who": "mara", "says": "What?", "retells": seen + 1}]})
    assert not story.check({"steps": [{"who": "mara", **retelling}]})


def test_who_only_saw_that_they_whispered_has_nothing_to_retell() -> None:
    story = castle()
    (secret,) = play(story, {**LINE, "to": ["mara"], "whisper": True, "claims": [IN_CHEST]})
    (told,) = play(story, {"who": "ada", "says": "They whispered.", "retells": secret})
    assert facts(story.mind("hearer"), told) == set()
    (real,) = play(story, {"who": "mara", "says": "He hid it.", "retells": secret})
    assert facts(story.mind("hearer"), real) == {("key", "at", "chest")}


# Reach, and what may be.

OPEN = {"entity": "chest", "set": {"closed": False}}
TAKE = {"entity": "ring", "set": {"at": "elias"}}

REACH: list[tuple[str, list[dict[str, Any]], bool]] = [
    ("itself", [{**DEED, "on": ["elias"]}], True),
    ("its place", [{**DEED, "on": ["courtyard"]}], True),
    ("another place", [{**DEED, "on": ["road"]}], False),
    ("an exit ending there", [{**DEED, "on": ["gate"]}], True),
    ("the end of a one-way exit", [{"who": "hearer", "does": "climbs", "on": ["chute"]}], True),
    ("an exit elsewhere", [{"who": "rover", "does": "looks", "on": ["steps"]}], False),
    ("somebody there", [{**DEED, "on": ["mara"]}], True),
    ("somebody elsewhere", [{**DEED, "on": ["rover"]}], False),
    ("somebody in a place within", [{**DEED, "on": ["alcover"]}], False),
    ("an item there", [{**DEED, "with": ["box"]}], True),
    ("an item in an open box", [{**DEED, "with": ["pin"]}], True),
    ("an item with somebody there", [{"who": "mara", "does": "steals", "with": ["key"]}], True),
    ("an item elsewhere", [{"who": "rover", "does": "steals", "with": ["key"]}], False),
    ("in a closed chest", [{**DEED, "with": ["ring"]}], False),
    ("in a chest opened by this step", [{**DEED, "changes": [OPEN, TAKE]}], True),
    ("in a chest opened by an earlier step", [{**DEED, "changes": [OPEN]},
                                              {**DEED, "with": ["ring"]}], True),
    ("in a chest shut again", [{**DEED, "changes": [OPEN]},
                               {**DEED, "changes": [{"entity": "chest", "set": {"closed": True}}]},
                               {**DEED, "with": ["ring"]}], False),
    ("into a closed chest", [{**DEED, "changes": [IN_CHEST]}], False),
    ("into a chest opened by this step", [{**DEED, "changes": [OPEN, IN_CHEST]}], True),
    ("a change of a thing elsewhere",
     [{"who": "rover", "does": "works", "changes": [IN_BOX]}], False),
    ("a letter elsewhere", [{"who": "rover", "does": "reads", "reads": "letter"}], False),
    ("a letter with somebody there", [{"who": "mara", "does": "reads", "reads": "letter"}], True),
    ("lore", [{**DEED, "on": ["order"]}], True),
    ("what happens may change anything",
     [{"happens": "A quake.", "at": "mill", "changes": [TAKE, IN_CHEST]}], True),
    ("nowhere, what one carries",
     [{"who": "elias", "goes": None}, {**DEED, "with": ["key"]}], True),
    ("nowhere, all else", [{"who": "elias", "goes": None}, {**DEED, "with": ["box"]}], False),
    ("into itself", [{**DEED, "changes": [{"entity": "box", "set": {"at": "box"}}]}], False),
    ("into what is in it", [{**DEED, "changes": [{"entity": "box", "set": {"at": "pin"}}]}], False),
    ("into each other in one step",
     [{**DEED, "changes": [{"entity": "key", "set": {"at": "pin"}},
                           {"entity": "box", "set": {"at": "key"}}]}], False),
    ("out of each other in one step",
     [{**DEED, "changes": [{"entity": "pin", "set": {"at": "elias"}},
                           {"entity": "box", "set": {"at": "pin"}}]}], True),
    ("a happening, into itself",
     [{"happens": "x", "at": None, "changes": [{"entity": "box", "set": {"at": "pin"}}]}], False),
    ("a person into an item",
     [{**DEED, "changes": [{"entity": "mara", "set": {"at": "box"}}]}], False),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "can"), [r[1:] for r in REACH], ids=[r[0] for r in REACH])
def test_a_deed_reaches_this_and_no_more(steps: list[dict[str, Any]], can: bool) -> None:
    story = castle()
    found = story.check({"steps": steps})
    assert (not found) is can, [fault.message for fault in found]
    if can:
        play(story, *steps)
    else:
        with pytest.raises(BadTurn):
            play(story, *steps)
        assert story.events() == []


# Moves.


def crossing(story: Story, who: str, goes: str | None, by: str | None = None) -> list[str]:
    """The faults of one move."""
    step = {"who": who, "goes": goes} | ({} if by is None else {"by": by})
    return [fault.message for fault in story.check({"steps": [step]})]


TWO = {"door": {"name": "a door", "from": "courtyard", "to": "road"}}

MOVES: list[tuple[str, dict[str, Any], tuple[Any, ...], list[str] | None]] = [
    ("the one exit", {}, ("elias", "road"), None),
    ("back through it", {}, ("rover", "courtyard"), None),
    ("by its name", {}, ("elias", "road", "gate"), None),
    ("by another", {}, ("elias", "road", "steps"), ["gate"]),
    ("two hops", {}, ("rover", "balcony"), ["gate"]),
    ("no exit", {}, ("miller", "road"), ["no exit"]),
    ("one way", {}, ("elias", "cellar"), None),
    ("against one way", {}, ("hearer", "courtyard"), ["no exit"]),
    ("where one is", {}, ("elias", "courtyard"), ["already"]),
    ("locked", {"exits": {"gate": {"locked": True}}}, ("elias", "road"), ["locked", "gate"]),
    ("locked, by name", {"exits": {"gate": {"locked": True}}}, ("elias", "road", "gate"),
     ["locked", "gate"]),
    ("two exits", {"exits": TWO}, ("elias", "road"), ["gate", "door"]),
    ("two exits, one named", {"exits": TWO}, ("elias", "road", "door"), None),
    ("two exits, one locked", {"exits": {**TWO, "gate": {"locked": True}}}, ("elias", "road"),
     None),
    ("a hidden exit", {}, ("elias", "alcove"), None),
    ("a place within has no exit of its own", {}, ("elias", "keep"), ["no exit"]),
    ("from nowhere", {}, ("nemo", "mill"), None),
    ("to nowhere", {}, ("elias", None), None),
    ("from nowhere to nowhere", {}, ("nemo", None), ["already"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("world", "move", "said"), [r[1:] for r in MOVES], ids=[r[0] for r in MOVES]
)
def test_a_move_is_one_hop_by_the_one_open_exit_or_names_the_choices(
    world: dict[str, Any], move: tuple[Any, ...], said: list[str] | None
) -> None:
    found = crossing(castle(**world), *move)
    if said is None:
        assert found == []
    else:
        assert found
        assert all(word in found[0] for word in said), found


def test_a_refused_step_refuses_the_whole_turn_with_a_fault_a_step() -> None:
    story = castle()
    steps = [LINE, {"who": "elias", "goes": "mill"}, {"who": "nobody", "says": "x"}]
    with pytest.raises(BadTurn) as refused:
        play(story, *steps)
    assert [fault.step for fault in refused.value.faults] == [2, 3]
    assert story.events() == []
    assert story.mind("mara").perceptions() == []


# The clock.


def test_an_event_bears_the_time_at_which_its_turn_began() -> None:
    story = castle()
    for minutes in ({"minutes": 5}, {"minutes": 0}, {"minutes": 0.25}, {}, {"minutes": 60 * 24}):
        play(story, LINE, DEED, **minutes)
    times = [event.time for event in story.events()]
    assert times == [0, 0, 300, 300, 300, 300, 315, 315, 375, 375]
    assert story.clock.seconds == 375 + 86_400
    assert [p.time for p in story.mind("mara").perceptions()] == times


def test_a_turn_without_steps_lets_time_pass() -> None:
    story = castle()
    play(story, minutes=90)
    assert (story.clock.seconds, story.clock.turn, story.events()) == (5400, 1, [])
    assert story.mind("mara").perceptions() == []
