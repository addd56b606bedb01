"""What perceiving makes known: edges of knowledge and how, names, acquaintances."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from tests.record.castle import castle, edges, perceived, play

LINE = {"who": "elias", "says": "So it is."}
DEED = {"who": "elias", "does": "works"}


# Edges.

EDGES: list[tuple[str, dict[str, Any], dict[str, dict[str, str | None]]]] = [
    ("where one starts", {"who": "elias", "thinks": "Hm."},
     {"mara": {"courtyard": "being_there", "box": "being_there", "pin": "being_there",
               "gate": "being_there", "hat": "being_there", "key": None, "ring": None,
               "crack": None, "road": None, "keep": None, "alcove": None},
      "elias": {"key": "authored"}, "looker": {"courtyard": "being_there", "box": "being_there"},
      "hearer": {"courtyard": None, "box": None}, "nemo": {"courtyard": None}}),
    ("a deed", {**DEED, "with": ["key"], "on": ["crack"]},
     {"mara": {"key": "perceived", "crack": "perceived"}, "looker": {"key": "perceived"},
      "hearer": {"key": None}, "rover": {"key": None}}),
    ("a covert deed", {**DEED, "with": ["key"], "covert": True, "noticed_by": ["ada"]},
     {"mara": {"key": None}, "ada": {"key": "perceived"}}),
    ("a deed missed", {**DEED, "with": ["key"], "missed_by": ["mara"]},
     {"mara": {"key": None}, "ada": {"key": "perceived"}}),
    ("a change", {**DEED, "changes": [{"entity": "key", "set": {"at": "box"}}]},
     {"mara": {"key": "perceived"}, "hearer": {"key": None}}),
    ("things in a line", {**LINE, "with": ["ring"], "on": ["mill"]},
     {"mara": {"ring": "told", "mill": "told"}, "hearer": {"ring": "told", "courtyard":
      "perceived"}, "elias": {"ring": None}, "looker": {"ring": None}}),
    ("claims", {**LINE, "claims": [{"entity": "ring", "set": {"at": "mill"}}]},
     {"mara": {"ring": "told", "mill": "told"}, "looker": {"ring": None}}),
    ("a whisper", {**LINE, "to": ["mara"], "whisper": True, "says": "The Crypt!", "with": ["ring"]},
     {"mara": {"crypt_lore": "told", "ring": "told"}, "ada": {"crypt_lore": None, "ring": None}}),
    ("a phone call", {**LINE, "to": ["rover"], "over": "phone", "says": "The Crypt!"},
     {"rover": {"crypt_lore": "told", "courtyard": None, "box": None},
      "mara": {"crypt_lore": "told"}, "rex": {"crypt_lore": None}, "hearer": {"crypt_lore": None}}),
    ("a move", {"who": "elias", "goes": "road"},
     {"mara": {"gate": "being_there", "road": None}, "rex": {"road": "being_there",
      "courtyard": None}, "miller": {"courtyard": None},
      "elias": {"road": "being_there", "gate": "being_there"}}),
    ("a hidden exit taken", {"who": "elias", "goes": "alcove"},
     {"mara": {"crack": "perceived", "alcove": None}, "elias": {"crack": "being_there",
      "alcove": "being_there"}, "alcover": {"courtyard": None}}),
    ("an arrival", {"who": "nemo", "goes": "courtyard"},
     {"nemo": {"courtyard": "being_there", "gate": "being_there", "pin": "being_there",
               "road": None, "ring": None, "key": None}}),
    ("a happening", {"happens": "x", "at": "keep", "with": ["ring"]},
     {"alcover": {"keep": "perceived", "ring": "perceived"}, "rover": {"keep": None}}),
    ("a thought", {"who": "elias", "thinks": "The Crypt."}, {"mara": {"crypt_lore": None},
                                                              "elias": {"crypt_lore": None}}),
    ("a reading", {**DEED, "reads": "letter"},
     {"elias": {"crypt_lore": "told"}, "mara": {"letter": "perceived", "crypt_lore": None}}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "whom"), [r[1:] for r in EDGES], ids=[r[0] for r in EDGES])
def test_a_step_makes_this_known_and_no_more(
    step: dict[str, Any], whom: dict[str, dict[str, str | None]]
) -> None:
    story = castle()
    play(story, step)
    for owner, wanted in whom.items():
        known = edges(story.mind(owner))
        assert {thing: known.get(thing) for thing in wanted} == wanted, owner
        assert {t: story.mind(owner).knows(t) for t in wanted} == {
            t: how is not None for t, how in wanted.items()
        }


SPOKEN: list[tuple[str, dict[str, Any], str, set[str]]] = [
    ("a capital letter", {}, "The Order of Ash is back.", {"order"}),
    ("without its article", {}, "Old Order of Ash men!", {"order"}),
    ("an alias", {}, "He left the Order.", {"order"}),
    ("not a part of a name", {}, "Ash everywhere.", set()),
    ("not another word", {}, "Orders! Disorder! CRYPT!", set()),
    ("not in small letters", {}, "All in order in the crypt.", set()),
    ("a name in small letters", {}, "A chest, an iron key, the mill, the north road.", set()),
    ("only its article has one", {"places": {"mill": {"name": "The mill"}}}, "The mill!", set()),
    ("a proper name", {"places": {"mill": {"name": "the Old Mill"}}}, "To Old Mill!", {"mill"}),
    ("at both ends of a sentence", {}, "Crypt", {"crypt_lore"}),
    ("before an apostrophe", {}, "The Crypt's door.", {"crypt_lore"}),
    ("longest first", {"places": {"mill": {"name": "Crypt Mill"}}}, "Crypt Mill", {"mill"}),
    ("Chinese", {"items": {"ring": {"name": "铜钥匙"}}}, "他把铜钥匙藏了起来", {"ring"}),
    ("Japanese", {"places": {"mill": {"name": "みずうみ"}}}, "あのみずうみへ", {"mill"}),
    ("Latin within Chinese", {}, "他去了Crypt那里", {"crypt_lore"}),
    ("two", {}, "The Order holds the Crypt.", {"order", "crypt_lore"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("world", "words", "known"), [r[1:] for r in SPOKEN], ids=[r[0] for r in SPOKEN]
)
@pytest.mark.parametrize("speech", [True, False], ids=["on", "off"])
def test_hearing_a_name_makes_a_thing_known_as_told(
    world: dict[str, Any], words: str, known: set[str], speech: bool
) -> None:
    story = castle(**world, settings={"knowledge.fromSpeech": speech})
    before = edges(story.mind("mara"))
    play(story, {**LINE, "says": words}, {"who": "mara", "thinks": "Crypt, the Order, Old Mill."})
    after = edges(story.mind("mara"))
    assert after == before | (dict.fromkeys(known, "told") if speech else {})
    assert not known & edges(story.mind("elias")).keys()
    assert not known & edges(story.mind("looker")).keys()


def test_without_from_speech_claims_and_things_still_make_known() -> None:
    story = castle(settings={"knowledge.fromSpeech": False})
    play(story, {**LINE, "with": ["ring"], "on": ["order"]})
    assert {"ring", "order"} <= edges(story.mind("mara")).keys()


def test_who_hears_of_a_thing_knows_neither_where_it_is_nor_what_it_is() -> None:
    story = castle()
    play(story, {**LINE, "says": "The Order! The Crypt!", "with": ["letter", "ring"]})
    hearer = story.mind("hearer")
    assert hearer.knows("ring")
    assert hearer.knows("order")
    assert hearer.last_known("ring") is None
    assert hearer.last_known("letter") is None
    assert "It burns" not in repr((hearer.knowledge(), hearer.perceptions(), hearer.map()))


def test_the_first_edge_stays_with_how_and_when() -> None:
    story = castle()
    play(story, {**LINE, "says": "The Crypt."}, minutes=3)
    play(story, {**DEED, "on": ["crypt_lore"]})
    (known,) = [k for k in story.mind("mara").knowledge() if k.entity == "crypt_lore"]
    assert (known.how, known.since, known.event) == ("told", 0, 1)
    assert story.who_knows("crypt_lore") == [
        "mara", "ada", "hearer", "elias", "looker", "towerer",
    ]  # fmt: skip


def test_who_told_whom_is_the_chain_back_to_the_witness() -> None:
    story = castle(characters={"elias": {"knows": ["crypt_lore"]}})
    play(story, {**LINE, "to": ["mara"], "whisper": True, "says": "The Crypt."})
    play(story, {"who": "mara", "goes": "road"})
    play(story, {"who": "mara", "says": "The Crypt lies open."})
    chain = [(t.owner, t.how, t.by) for t in story.mind("rex").how_learnt("crypt_lore")]
    assert chain == [("rex", "told", "mara"), ("mara", "told", "elias"),
                     ("elias", "authored", None)]  # fmt: skip
    spread = [(t.owner, t.by) for t in story.spread("crypt_lore")]
    assert spread[:2] == [("elias", None), ("mara", "elias")]
    assert {("rex", "mara"), ("rover", "mara")} <= set(spread)
    assert story.mind("ada").how_learnt("crypt_lore") == []


# Names.

NAMES: list[tuple[str, dict[str, Any], dict[str, dict[str, str]]]] = [
    ("ones own", {**LINE, "says": "I am Elias."},
     {"mara": {"elias": "Elias"}, "hearer": {"elias": "Elias"}, "looker": {"elias": "a lean man"}}),
    ("an addressee's", {**LINE, "says": "Mara, look!", "to": ["mara"]},
     {"elias": {"mara": "Mara"}, "ada": {"mara": "Mara"}, "mara": {"elias": "a lean man"}}),
    ("somebody merely mentioned", {**LINE, "says": "Mara is mad.", "to": ["ada"]},
     {"ada": {"mara": "a pale woman"}, "elias": {"mara": "a pale woman"}}),
    ("addressed without a name", {**LINE, "says": "You there!", "to": ["mara"]},
     {"elias": {"mara": "a pale woman"}, "ada": {"mara": "a pale woman"}}),
    ("within another word", {**LINE, "says": "Marathon!", "to": ["mara"]},
     {"ada": {"mara": "a pale woman"}}),
    ("in a whisper", {**LINE, "says": "Mara, it is Elias.", "to": ["mara"], "whisper": True},
     {"mara": {"elias": "Elias"}, "ada": {"elias": "a lean man", "mara": "a pale woman"}}),
    ("over the phone", {**LINE, "says": "Elias here, Rover.", "to": ["rover"], "over": "phone"},
     {"rover": {"elias": "Elias"}, "mara": {"elias": "Elias", "rover": "Rover"},
      "rex": {"elias": "a stranger", "rover": "a tall man"}}),
    ("in a deed", {**DEED, "does": "points at Mara"}, {"ada": {"mara": "a pale woman"}}),
    ("in a thought", {"who": "elias", "thinks": "I am Elias."}, {"mara": {"elias": "a lean man"}}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "whom"), [r[1:] for r in NAMES], ids=[r[0] for r in NAMES])
def test_a_name_is_learnt_from_whose_it_is_or_who_is_called_by_it(
    step: dict[str, Any], whom: dict[str, dict[str, str]]
) -> None:
    story = castle()
    play(story, step)
    for owner, called in whom.items():
        mind = story.mind(owner)
        assert {person: mind.name_for(person) for person in called} == called
        known = {name.person for name in mind.names()}
        assert known & called.keys() == {p for p, n in called.items() if n[0].isupper()}


def test_without_an_appearance_one_is_a_stranger_and_to_itself_never() -> None:
    story = castle()
    assert story.mind("elias").name_for("looker") == "a stranger"
    assert story.mind("looker").name_for("looker") == "Lore"


def test_the_first_name_learnt_is_used_and_an_authored_one_wins() -> None:
    bond = {"about": "elias", "kind": "friend"}
    story = castle(characters={
        "elias": {"aliases": ["Eli"]},
        "ada": {"relationships": [{**bond, "calls": "Uncle"}]},
        "looker": {"relationships": [bond]},
    })  # fmt: skip
    assert story.mind("looker").name_for("elias") == "Elias"
    play(story, {**LINE, "says": "Eli is my name."}, {**LINE, "says": "Elias, in full."})
    assert story.mind("mara").name_for("elias") == "Eli"
    assert [name.name for name in story.mind("mara").names()] == ["Eli", "Elias"]
    assert story.mind("ada").name_for("elias") == "Uncle"


def test_texts_are_rendered_by_what_one_calls_a_person_now_and_words_never_altered() -> None:
    story = castle()
    deed, line = play(story, {**DEED, "does": "trips Ada"}, {"who": "ada", "says": "Elias, you!"})
    mara = story.mind("mara")
    assert perceived(mara, deed).text == "A lean man trips a girl."
    play(story, {**LINE, "says": "I, Elias!"})
    assert perceived(mara, deed).text == "Elias trips a girl."
    assert perceived(mara, deed).who_name == "Elias"
    assert perceived(mara, line).text == "Elias, you!"
    assert story.event(deed).text == "Elias trips Ada."


def test_the_longest_name_is_meant_in_a_text() -> None:
    story = castle(characters={"mara": {"name": "Ada Mara"}})
    (deed,) = play(story, {**DEED, "does": "sees Ada Mara, Ada, Adamant"})
    text = "A lean man sees a pale woman, a girl, Adamant."
    assert perceived(story.mind("looker"), deed).text == text


# Acquaintances.

MEETS: list[tuple[str, dict[str, Any], set[tuple[str, str]]]] = [
    ("spoken to", {**LINE, "to": ["mara"]}, {("elias", "mara"), ("mara", "elias")}),
    ("whispered to", {**LINE, "to": ["mara"], "whisper": True},
     {("elias", "mara"), ("mara", "elias")}),
    ("spoken to together", {**LINE, "to": ["mara", "ada"]},
     {("elias", "mara"), ("mara", "elias"), ("elias", "ada"), ("ada", "elias")}),
    ("in the same crowd", LINE, set()),
    ("over the phone", {**LINE, "to": ["rover"], "over": "phone"}, set()),
    ("called after", {**LINE, "to": ["rover"]}, set()),
    ("called from below", {**LINE, "to": ["hearer"]}, set()),
    ("asleep", {**LINE, "to": ["mara"], "missed_by": ["mara"]}, set()),
    ("a deed", {**DEED, "on": ["mara"]}, set()),
    ("a background character", {**LINE, "to": ["extra"]}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("step", "bonds"), [r[1:] for r in MEETS], ids=[r[0] for r in MEETS])
def test_an_acquaintance_arises_when_one_speaks_to_the_other_in_its_presence(
    step: dict[str, Any], bonds: set[tuple[str, str]]
) -> None:
    extra = {"name": "Extra", "role": "background", "at": "courtyard"}
    story = castle(characters={"extra": extra})
    (event,) = play(story, step)
    people = ("elias", "mara", "ada", "rover", "hearer", "extra", "looker")
    found = [bond for owner in people for bond in story.mind(owner).relationships()]
    assert {(bond.owner, bond.about) for bond in found} == bonds
    assert {(bond.kind, bond.since) for bond in found} <= {("acquaintance", event)}
    if step.get("to") == ["extra"]:
        assert "extra" in story.who_perceived(event)


def test_an_acquaintance_leaves_an_authored_relationship_as_it_is_and_teaches_no_name() -> None:
    bond = {"about": "elias", "kind": "rival", "text": "Hates him."}
    story = castle(characters={"mara": {"relationships": [bond]}})
    play(story, {**LINE, "to": ["mara"]})
    (kept,) = story.mind("mara").relationships()
    assert (kept.kind, kept.text, kept.since) == ("rival", "Hates him.", None)
    (met,) = story.mind("elias").relationships()
    assert (met.kind, met.about) == ("acquaintance", "mara")
    assert story.mind("elias").name_for("mara") == "a pale woman"
    assert "Mara" not in met.text


def test_an_overlooked_place_is_known_to_one_who_arrives_where_it_is_seen() -> None:
    world = {
        "title": "Look-out",
        "places": [
            {"id": "yard", "name": "the yard"},
            {"id": "wall", "name": "the wall", "overlooks": ["moor"]},
            {"id": "moor", "name": "the moor"},
        ],
        "exits": [{"id": "ladder", "from": "yard", "to": "wall"}],
        "characters": [
            {"id": "ada", "name": "Ada", "at": "yard"},
            {"id": "ben", "name": "Ben", "at": "yard"},
        ],
    }
    with rashomon.open(":memory:") as library:
        story = library.create(world)
        story.record({"steps": [{"who": "ada", "goes": "wall"}]})
        assert story.mind("ada").knows("moor")
        assert not story.mind("ben").knows("moor")


def test_a_newcomer_with_a_regard_of_its_own_can_be_spoken_to_in_its_first_turn() -> None:
    people = [{"id": each, "name": each.title()} for each in ("ada", "ben")]
    dee = {"id": "dee", "name": "Dee", "at": "here",
           "relationships": [{"about": "ada", "kind": "friend", "text": "likes her"}]}  # fmt: skip
    with rashomon.open(":memory:") as library:
        story = library.create({"title": "Door", "characters": people})
        steps = [{"who": "dee", "says": "Hello.", "to": ["ada"]},
                 {"who": "ada", "says": "Hello, Dee.", "to": ["dee"]}]  # fmt: skip
        story.record({"adds": {"characters": [dee]}, "steps": steps})
        (regard,) = story.mind("dee").relationships()
        assert (regard.about, regard.kind, regard.text) == ("ada", "friend", "likes her")
        assert [bond.kind for bond in story.mind("ada").relationships()] == ["acquaintance"]
