"""The known map, the way somewhere, and that one's own mind answers with nothing else's."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from tests.record.castle import PEOPLE, castle, play

GATE = ("gate", "courtyard", None)


def exits(mind: Any) -> set[tuple[str, str | None, str | None]]:
    """The exits of a known map with those ends that are known."""
    return {(way.exit, way.from_, way.to) for way in mind.map().exits}


def test_an_exits_far_side_is_unexplored_until_that_place_is_known() -> None:
    story = castle()
    mara = story.mind("mara")
    assert exits(mara) == {GATE, ("steps", "courtyard", None), ("chute", "courtyard", None)}
    assert mara.map().places == ("courtyard",)
    assert not any(way.one_way for way in mara.map().exits)
    play(story, {"who": "elias", "says": "x", "on": ["road", "cellar"]})
    assert ("gate", "courtyard", "road") in exits(mara)
    assert [way.exit for way in mara.map().exits if way.one_way] == ["chute"]
    assert exits(story.mind("elias")) >= {GATE}


def test_who_arrives_from_an_unseen_place_tells_nothing_of_it() -> None:
    story = castle()
    play(story, {"who": "elias", "goes": "road"})
    assert story.mind("rex").map().places == ("road",)
    assert exits(story.mind("rex")) == {("gate", None, "road")}
    assert "courtyard" not in repr(story.mind("rex").perceptions())
    assert "courtyard" in repr((story.mind("towerer").perceptions(), story.mind("towerer").map()))
    assert "road" not in repr(story.mind("mara").perceptions())


ROUTES: list[tuple[str, str, list[str], str, list[str] | None]] = [
    ("over what one knows", "elias", ["road"], "road", ["gate"]),
    ("to an unknown place", "elias", [], "road", None),
    ("to a place heard of without a way", "elias", ["mill"], "mill", None),
    ("where one is", "elias", [], "courtyard", []),
    ("down one way", "elias", ["cellar"], "cellar", ["chute"]),
    ("up one way", "hearer", ["chute", "courtyard"], "courtyard", None),
    ("over two", "looker", ["road"], "road", ["steps", "gate"]),
    ("by a hidden exit that one knows", "elias", ["crack", "alcove"], "alcove", ["crack"]),
    ("by a hidden exit that one does not", "elias", ["alcove"], "alcove", None),
    ("from nowhere", "nemo", ["road", "gate", "courtyard"], "road", None),
]  # fmt: skip


@pytest.mark.parametrize("locked", [False, True])
@pytest.mark.parametrize(
    ("who", "knows", "goal", "way"), [r[1:] for r in ROUTES], ids=[r[0] for r in ROUTES]
)
def test_a_route_uses_only_the_known_map_whatever_is_locked(
    who: str, knows: list[str], goal: str, way: list[str] | None, locked: bool
) -> None:
    story = castle(characters={who: {"knows": knows}}, exits={"gate": {"locked": locked}})
    found = story.mind(who).route(goal)
    assert (None if found is None else [hop.exit for hop in found]) == way


def test_a_route_to_a_person_leads_where_it_was_last_known_to_be() -> None:
    story = castle(characters={"mara": {"knows": ["road"]}})
    assert story.mind("mara").route("elias") == ()
    play(story, {"who": "elias", "goes": "road"})
    assert story.mind("mara").route("elias") is None
    claim = [{"entity": "elias", "set": {"at": "road"}}]
    play(story, {"who": "ada", "says": "He is out there.", "claims": claim})
    assert [hop.exit for hop in story.mind("mara").route("elias") or ()] == ["gate"]


# No other mind's, and no other story's.

SECRET = "Zyzzyva"

HIDDEN: list[tuple[str, dict[str, Any], set[str]]] = [
    ("a thought", {"who": "elias", "thinks": SECRET}, {"elias"}),
    ("a whisper", {"who": "elias", "says": SECRET, "to": ["mara"], "whisper": True},
     {"elias", "mara"}),
    ("a covert deed", {"who": "elias", "does": f"hides the {SECRET}", "covert": True,
                       "noticed_by": ["ada"]}, {"elias", "ada"}),
    ("a call", {"who": "keeper", "says": SECRET, "to": ["rover"], "over": "phone"},
     {"keeper", "rover"}),
    ("a deed missed", {"who": "rover", "does": f"hides the {SECRET}",
                       "missed_by": ["rex", "miller"]}, {"rover", "towerer"}),
    ("a change", {"happens": "x", "at": "mill", "changes":
                  [{"entity": "ring", "set": {"inside": SECRET}}]}, {"miller"}),
    ("a claim", {"who": "rex", "says": "x", "claims":
                 [{"entity": "ring", "set": {"inside": SECRET}}]}, {"rex", "rover"}),
]  # fmt: skip


@pytest.mark.parametrize(("step", "whom"), [r[1:] for r in HIDDEN], ids=[r[0] for r in HIDDEN])
def test_no_answer_of_another_mind_holds_it(step: dict[str, Any], whom: set[str]) -> None:
    story = castle()
    play(story, step)
    found = {owner for owner in PEOPLE if SECRET in everything(story, owner)}
    assert found == whom


def everything(story: rashomon.Story, owner: str) -> str:
    """All that a mind answers, and all that it can know of some others."""
    mind = story.mind(owner)
    said: list[Any] = [
        mind.perceptions(), mind.beliefs(), mind.relationships(), mind.knowledge(), mind.threads(),
        mind.names(), mind.map(), mind.last_known("ring"), mind.last_known("key"),
    ]  # fmt: skip
    for other in ("elias", "mara", "rover"):
        of = mind.of(other)
        said += [of.perceptions(), of.knowledge(), of.last_known("ring"), mind.last_known(other)]
    return repr(said)


def test_what_an_author_gave_one_mind_is_in_no_other() -> None:
    given = {
        "memories": [{"text": f"{SECRET} burned.", "people": ["mara"], "minutes_ago": 60}],
        "beliefs": [{"text": f"{SECRET} is lost.", "about": ["mara"]}],
        "relationships": [{"about": "mara", "kind": "foe", "text": SECRET, "calls": SECRET}],
        "persona": SECRET, "knows": ["crypt_lore"],
    }  # fmt: skip
    story = castle(characters={"elias": given})
    play(story, {"who": "elias", "says": "So.", "to": ["mara"]})
    assert {owner for owner in PEOPLE if SECRET in everything(story, owner)} == {"elias"}
    (memory,) = [p for p in story.mind("elias").perceptions() if p.event is None]
    assert (memory.kind, memory.turn, memory.mode, memory.time) == ("memory", 0, "saw", -3600)
    (belief,) = story.mind("elias").beliefs()
    assert belief.authored
    assert story.who_knows("crypt_lore") == ["elias"]


@pytest.mark.parametrize("refused", [False, True])
def test_a_deleted_story_is_not_met_again_in_a_new_one(refused: bool) -> None:
    with rashomon.open(":memory:") as library:
        old = library.create({"id": "s", "title": "S", "characters":
                              [{"id": "a", "name": "Old", "at": "here"}], "places":
                              [{"id": "here", "name": "here"}]})  # fmt: skip
        assert old.check({"steps": [{"who": "b", "does": "x"}]})
        if refused:
            with pytest.raises(rashomon.BadTurn):
                old.record({"steps": [{"who": "b", "does": "x"}]})
        assert old.mind("a").name_for("a") == "Old"
        library.delete("s")
        new = library.create({"id": "s", "title": "S", "characters":
                              [{"id": "a", "name": "New", "at": "there"}], "places":
                              [{"id": "there", "name": "there"}]})  # fmt: skip
        new.record({"steps": [{"who": "a", "does": "waits"}]})
        (seen,) = new.mind("a").perceptions()
        assert (seen.text, seen.place) == ("New waits.", "there")
