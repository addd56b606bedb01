"""What one mind can know of another's: never more than both perceived, and could tell they did."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon import Story
from tests.record.castle import castle, place_of, play

LINE = {"who": "elias", "says": "It is in the box.", "claims":
        [{"entity": "key", "set": {"at": "box"}}]}  # fmt: skip
DEED = {"who": "elias", "does": "hides it", "changes": [{"entity": "key", "set": {"at": "box"}}]}
WHISPER = {**LINE, "to": ["mara"], "whisper": True}
PHONE = {**LINE, "to": ["rover"], "over": "phone"}
MOVE = {"who": "elias", "goes": "road"}


def of(story: Story, *chain: str) -> Any:
    """The mind of the last as the first can know it, through those between."""
    mind: Any = story.mind(chain[0])
    for other in chain[1:]:
        mind = mind.of(other)
    return mind


SHARED: list[tuple[str, dict[str, Any], tuple[str, ...], bool]] = [
    ("beside each other", DEED, ("mara", "ada"), True),
    ("the actor", DEED, ("mara", "elias"), True),
    ("of those who watch", DEED, ("elias", "mara"), True),
    ("looking from above at those below", DEED, ("looker", "mara"), True),
    ("below, of who looks from above", DEED, ("mara", "looker"), False),
    ("two who look from different places", DEED, ("looker", "towerer"), False),
    ("one who missed it", {**DEED, "missed_by": ["ada"]}, ("mara", "ada"), False),
    ("a hidden watcher", {**DEED, "covert": True, "noticed_by": ["ada"]}, ("elias", "ada"), False),
    ("of whom a hidden watcher sees", {**DEED, "covert": True, "noticed_by": ["ada"]},
     ("ada", "elias"), True),
    ("two hidden watchers", {**DEED, "covert": True, "noticed_by": ["ada", "mara"]},
     ("ada", "mara"), False),
    ("a watcher from afar", {**DEED, "noticed_by": ["rex"]}, ("mara", "rex"), False),
    ("a line", LINE, ("mara", "ada"), True),
    ("who overhears, of the speaker", LINE, ("hearer", "elias"), True),
    ("who overhears, of another hearer", LINE, ("hearer", "mara"), False),
    ("the speaker, of who overhears", LINE, ("elias", "hearer"), False),
    ("a whisper, of who is beside", WHISPER, ("elias", "ada"), True),
    ("a whisper, beside, of whom it is for", WHISPER, ("ada", "mara"), True),
    ("a call, of whom it is for", PHONE, ("elias", "rover"), True),
    ("a call, of who calls", PHONE, ("rover", "elias"), True),
    ("a call, of who stands by the caller", PHONE, ("rover", "mara"), False),
    ("a call, beside the caller, of the far end", PHONE, ("mara", "rover"), False),
    ("a call, of who stands by oneself", PHONE, ("rover", "rex"), True),
    ("a call, beside the far end, of it", PHONE, ("rex", "rover"), True),
    ("a call, beside the far end, of the caller", PHONE, ("rex", "elias"), False),
    ("a thought", {"who": "elias", "thinks": "No."}, ("mara", "elias"), False),
    ("a move, of who left", MOVE, ("mara", "elias"), True),
    ("a move, of who is arrived at", MOVE, ("elias", "rex"), True),
    ("a move, across", MOVE, ("mara", "rex"), False),
    ("a move, back across", MOVE, ("rex", "mara"), False),
    ("three beside each other", DEED, ("mara", "ada", "elias"), True),
    ("and back", DEED, ("mara", "ada", "mara"), True),
    ("of who cannot see the third", DEED, ("mara", "elias", "looker"), False),
    ("of two below", DEED, ("looker", "mara", "ada"), True),
    ("a move, through the mover", MOVE, ("mara", "elias", "rex"), False),
    ("a happening nowhere near", {"happens": "x", "at": "keep"}, ("alcover", "mara"), False),
    ("a happening beside", {"happens": "x", "at": "keep"}, ("ada", "mara"), True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "chain", "shares"), [r[1:] for r in SHARED], ids=[r[0] for r in SHARED]
)
def test_an_event_is_shared_where_each_could_tell_of_those_after_it(
    step: dict[str, Any], chain: tuple[str, ...], shares: bool
) -> None:
    story = castle()
    (event,) = play(story, step)
    found = [each.event for each in of(story, *chain).perceptions()]
    assert found == ([event] if shares else [])
    if len(set(chain)) == len(chain) and step is not MOVE and "thinks" not in step:
        assert shares is False or set(chain) <= set(story.who_perceived(event))


TEXTS: list[tuple[str, dict[str, Any], tuple[str, ...], str]] = [
    ("a deed, in ones own words", {**DEED, "does": "nods to Ada"}, ("mara", "ada"),
     "A lean man nods to a girl."),
    ("a whisper, of who is beside", WHISPER, ("elias", "ada"),
     "Elias whispers to a pale woman."),
    ("a whisper, by who is beside", WHISPER, ("ada", "mara"),
     "A lean man whispers to a pale woman."),
    ("a whisper, between the two", WHISPER, ("elias", "mara"), "It is in the box."),
    ("a whisper, between the two as the third is there", WHISPER, ("elias", "mara", "ada"),
     "Elias whispers to a pale woman."),
    ("a call, by who stands beside", PHONE, ("rex", "rover"), "A tall man listens to the phone."),
    ("a call, of who stands beside", PHONE, ("rover", "rex"), "Rover listens to the phone."),
    ("a move, of who left", MOVE, ("mara", "elias"), "A lean man leaves by the west gate."),
    ("a move, of who stays behind", MOVE, ("elias", "mara"), "Elias leaves by the west gate."),
    ("a move, of who is arrived at", MOVE, ("elias", "rex"), "Elias arrives."),
    ("a reading", {"who": "elias", "does": "reads", "reads": "letter"}, ("mara", "elias"),
     "A lean man reads."),
    ("a reading, of who watches", {"who": "elias", "does": "reads", "reads": "letter"},
     ("elias", "mara"), "Elias reads."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "chain", "text"), [r[1:] for r in TEXTS], ids=[r[0] for r in TEXTS]
)
def test_a_shared_event_has_no_words_that_one_of_them_lacks(
    step: dict[str, Any], chain: tuple[str, ...], text: str
) -> None:
    story = castle()
    play(story, step)
    (found,) = of(story, *chain).perceptions()
    assert found.text == text
    assert found.owner == chain[-1]
    assert found.id in {each.id for each in story.mind(chain[0]).perceptions()}


def test_fields_of_a_shared_call_tell_no_more_than_who_stood_beside_could() -> None:
    story = castle()
    play(story, PHONE)
    for chain in (("rover", "rex"), ("rex", "rover")):
        (found,) = of(story, *chain).perceptions()
        assert (found.who, found.to, found.place, found.people, found.conveys) == (
            "rover", ("rover",), "road", (), (),
        )  # fmt: skip


FACTS: list[tuple[str, list[dict[str, Any]], tuple[str, ...], Any]] = [
    ("seen by both", [DEED], ("mara", "ada"), "box"),
    ("seen by the actor", [DEED], ("mara", "elias"), "box"),
    ("told to both", [LINE], ("mara", "ada"), "box"),
    ("whispered, beside", [WHISPER], ("elias", "ada"), "-"),
    ("whispered, between the two", [WHISPER], ("elias", "mara"), "box"),
    ("said, of who says it", [LINE], ("mara", "elias"), "box"),
    ("changed behind the back", [DEED, {"who": "ada", "does": "takes it", "changes":
     [{"entity": "key", "set": {"at": "ada"}}], "missed_by": ["mara"]}], ("ada", "mara"), "box"),
    ("changed in sight of one", [DEED, {"who": "ada", "does": "takes it", "changes":
     [{"entity": "key", "set": {"at": "ada"}}], "missed_by": ["mara"]}], ("mara", "ada"), "box"),
    ("what one carries at the start", [], ("mara", "elias"), "-"),
    ("who moved", [MOVE], ("rex", "elias"), "-"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("steps", "chain", "at"), [r[1:] for r in FACTS], ids=[r[0] for r in FACTS]
)
def test_last_known_of_another_rests_on_what_both_were_conveyed(
    steps: list[dict[str, Any]], chain: tuple[str, ...], at: Any
) -> None:
    story = castle()
    if steps:
        play(story, *steps)
    assert place_of(of(story, *chain), "key") == at


def test_the_authored_start_counts_as_a_plain_view() -> None:
    story = castle()
    assert place_of(of(story, "mara", "ada"), "box") == "courtyard"
    assert place_of(of(story, "looker", "ada"), "box") == "courtyard"
    assert place_of(of(story, "mara", "looker"), "box") == "-"
    assert place_of(of(story, "mara", "rover"), "box") == "-"
    assert place_of(of(story, "looker", "mara", "ada"), "box") == "courtyard"
    assert place_of(of(story, "mara", "ada", "looker"), "box") == "-"
    assert of(story, "mara", "ada").knows("box")
    assert of(story, "mara", "ada").knows("courtyard")
    assert not of(story, "mara", "looker").knows("box")
    assert not of(story, "mara", "elias").knows("key")


def test_a_newcomer_and_those_who_saw_it_come_in_know_of_each_other() -> None:
    story = castle()
    adds = {"characters": [{"id": "ilse", "name": "Ilse", "at": "courtyard"}]}
    play(story, {"who": "rex", "thinks": "Hm."}, minutes=5)
    play(story, adds=adds)
    last = of(story, "mara", "ilse").last_known("ilse")
    assert last is not None
    assert (last.state["at"], last.turn, last.time) == ("courtyard", 2, 300)
    assert of(story, "hearer", "ilse").last_known("ilse") is None


def test_knowledge_of_another_is_what_both_were_shown() -> None:
    story = castle()
    play(story, {**WHISPER, "says": "The Crypt!", "claims": []})
    assert of(story, "elias", "mara").knows("crypt_lore")
    assert not of(story, "ada", "mara").knows("crypt_lore")
    assert not of(story, "mara", "elias").knows("crypt_lore")
    play(story, MOVE)
    assert of(story, "rex", "elias").knows("road")
    assert not of(story, "mara", "elias").knows("road")
    assert of(story, "mara", "ada").knows("gate")
