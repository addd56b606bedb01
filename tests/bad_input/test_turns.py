"""A turn that cannot be is refused whole, in one sentence that says at which step and why."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bad_input.room import Room, plain, refusal

MARA: dict[str, Any] = {"who": "mara", "says": "Hm."}


def _one(**step: Any) -> dict[str, Any]:
    return {"steps": [MARA, step]}


def _does(**more: Any) -> dict[str, Any]:
    return _one(who="mara", does="acts", **more)


def _says(**more: Any) -> dict[str, Any]:
    return _one(who="mara", says="Hm.", **more)


TURNS: dict[str, tuple[object, tuple[str, ...]]] = {
    "null": (None, ("turn",)),
    "a text": ("{}", ("turn",)),
    "a list": ([], ("turn",)),
    "an unknown key": ({"step": []}, ("'step'", "'steps'")),
    "steps that are no list": ({"steps": {"who": "mara"}}, ("steps",)),
    "a step that is a text": ({"steps": ["mara waits"]}, ("step 1",)),
    "a step that is null": ({"steps": [None]}, ("step 1",)),
    "no verb": (_one(who="mara"), ("step 2", "does")),
    "two verbs": (_one(who="mara", does="x", says="y"), ("step 2", "does and says")),
    "a null verb": (_one(who="mara", says=None), ("step 2",)),
    "a blank verb": (_one(who="mara", says=" \n "), ("step 2", "says")),
    "an unknown key of a step": (_one(who="mara", sayz="x"), ("step 2", "'sayz'", "'says'")),
    "nobody who does": (_one(does="x"), ("step 2", "'who'")),
    "somebody who happens": (_one(who="mara", happens="x"), ("step 2", "who")),
    "a stray key": (_one(who="mara", thinks="x", to=["elias"]), ("step 2", "to")),
    "a wrong type at depth": (_does(changes=[{"entity": "key", "set": {"at": 5}}]), (
        "step 2", "changes[0]", "5")),
    "a change of nothing": (_does(changes=[{"entity": "key", "set": {}}]), ("step 2", "set")),
    "a change without what": (_does(changes=[{"set": {"a": 1}}]), ("step 2", "'entity'")),
    "an unknown person": (_one(who="mora", says="x"), ("Step 2, who", "'mora'", "'mara'")),
    "a person that is a place": (_one(who="yard", says="x"), ("Step 2, who", "'yard'")),
    "a person that is empty": (_one(who="", says="x"), ("step 2", "who")),
    "a person that is a lone surrogate": (_one(who="\ud800", says="x"), ("step 2", "who")),
    "a person with NUL": (_one(who="a\0b", says="x"), ("tep 2", "who")),
    "a person with a line break": (_one(who="a\nb", says="x"), ("tep 2", "who")),
    "a person of a long name": (_one(who="x" * 100_000, says="x"), ("tep 2", "who")),
    "a person that is a list": (_one(who=["mara"], says="x"), ("step 2", "who")),
    "said to nobody known": (_says(to=["elais"]), ("Step 2, to", "'elais'", "'elias'")),
    "said to oneself": (_says(to=["mara"]), ("Step 2, to", "'mara'")),
    "said to a text": (_says(to="elias"), ("step 2", "to")),
    "whispered to nobody": (_says(whisper=True), ("step 2", "whisper")),
    "whispered across places": (_says(to=["tomas"], whisper=True), ("Step 2, to", "'tomas'")),
    "whispered over": (_says(to=["tomas"], whisper=True, over="phone"), ("step 2", "over")),
    "over to nowhere": (_says(to=["ghost"], over="phone"), ("Step 2, to", "'ghost'")),
    "with what is not": (_does(**{"with": ["kee"]}), ("Step 2, with", "'kee'", "'key'")),
    "with what is elsewhere": (_does(**{"with": ["letter"]}), ("Step 2, with", "'letter'")),
    "with what is shut in": (_does(**{"with": ["coin"]}), ("Step 2, with", "'coin'")),
    "reads what is not": (_does(reads="book"), ("Step 2, reads", "'book'")),
    "reads a person": (_does(reads="elias"), ("Step 2, reads", "'elias'")),
    "goes nowhere known": (_one(who="mara", goes="moon"), ("Step 2, goes", "'moon'")),
    "goes where it is": (_one(who="mara", goes="yard"), ("Step 2", "'yard'")),
    "goes through a lock": (_one(who="mara", goes="cell"), ("Step 2", "'iron_door'")),
    "goes by another way": (_one(who="mara", goes="tower", by="iron_door"), (
        "Step 2", "'iron_door'")),
    "goes by what is not": (_one(who="mara", goes="tower", by="rope"), (
        "Step 2, by", "'rope'")),
    "goes too far": (_one(who="tomas", goes="tower"), ("Step 2", "'tower'")),
    "happens nowhere said": (_one(happens="Rain."), ("Step 2, at",)),
    "happens where nothing is": (_one(happens="Rain.", at="sky"), ("Step 2, at", "'sky'")),
    "an unknown sense": (_one(happens="Rain.", at="yard", sense="smell"), ("step 2", "sense")),
    "into itself": (_one(happens="x", at="yard", changes=[
        {"entity": "chest", "set": {"at": "coin"}}]), ("Step 2, changes", "'chest'")),
    "locks a person": (_does(changes=[{"entity": "elias", "set": {"locked": True}}]), (
        "Step 2, changes", "elias")),
    "changes what is not": (_does(changes=[{"entity": "moon", "set": {"full": True}}]), (
        "Step 2, changes", "'moon'")),
    "moves to what is not": (_does(changes=[{"entity": "key", "set": {"at": "moon"}}]), (
        "Step 2, changes", "'moon'")),
    "sets a list": (_does(changes=[{"entity": "key", "set": {"bent": [1]}}]), (
        "step 2", "bent")),
    "sets NaN": (_does(changes=[{"entity": "key", "set": {"bent": float("nan")}}]), (
        "step 2", "bent")),
    "sets a huge number": (_does(changes=[{"entity": "key", "set": {"bent": 10**30}}]), (
        "step 2", "bent")),
    "sets a key with a break": (_does(changes=[{"entity": "key", "set": {"a\nb": 1}}]), (
        "step 2", "changes[0]")),
    "sets a key that is a number": (_does(changes=[{"entity": "key", "set": {5: 1}}]), (
        "step 2", "changes[0]")),
    "claims of what is not": (_says(claims=[{"entity": "moon", "set": {"full": True}}]), (
        "Step 2, claims", "'moon'")),
    "claims on a deed": (_does(claims=[{"entity": "key", "set": {"bent": True}}]), (
        "step 2", "claims")),
    "retells what is not": (_says(retells=999), ("Step 2, retells", "999")),
    "retells what another has": (_says(retells=2), ("Step 2, retells", "2")),
    "retells nothing": (_says(retells=0), ("step 2", "retells", "0")),
    "retells a huge number": (_says(retells=10**30), ("tep 2", "retells")),
    "retells beyond the store": (_says(retells=2**63), ("tep 2", "retells")),
    "retells a text": (_says(retells="1"), ("step 2", "retells")),
    "noticed by nobody known": (_does(noticed_by=["x"]), ("Step 2, noticed_by", "'x'")),
    "noticed by one nowhere": (_does(noticed_by=["ghost"]), ("Step 2, noticed_by", "'ghost'")),
    "noticed and missed": (_does(noticed_by=["elias"], missed_by=["elias"]), (
        "step 2", "noticed_by", "'elias'")),
    "missed by its actor": (_does(missed_by=["mara"]), ("step 2", "missed_by")),
    "importance 0": (_does(importance=0), ("step 2", "importance", "0")),
    "importance true": (_does(importance=True), ("step 2", "importance")),
    "a tag of two lines": (_does(tags=["a\nb"]), ("step 2", "tags[0]")),
    "covert as a number": (_does(covert=1), ("step 2", "covert")),
    "words with NUL": (_one(who="mara", says="a\0b"), ("step 2", "U+0000")),
    "words with an escape": (_one(who="mara", says="\x1b[31m"), ("step 2", "U+001B")),
    "words of a lone surrogate": (_one(who="mara", says="a\ud800"), ("step 2", "says")),
    "words in the private area": (_one(who="mara", says="\ue000"), ("step 2", "U+E000")),
    "minutes negative": ({"minutes": -1}, ("minutes", "-1")),
    "minutes NaN": ({"minutes": float("nan")}, ("minutes",)),
    "minutes endless": ({"minutes": float("inf")}, ("minutes",)),
    "minutes huge": ({"minutes": 1e300}, ("minutes",)),
    "minutes far too huge": ({"minutes": 10**400}, ("minutes",)),
    "minutes as a text": ({"minutes": "5"}, ("minutes",)),
    "minutes null": ({"minutes": None}, ("minutes",)),
    "minutes true": ({"minutes": True}, ("minutes",)),
    "a viewpoint that is nobody": ({"viewpoint": "mora"}, ("viewpoint", "'mora'")),
    "a viewpoint that is a place": ({"viewpoint": "yard"}, ("viewpoint", "'yard'")),
    "a viewpoint that is empty": ({"viewpoint": ""}, ("viewpoint",)),
    "recollections of nobody": ({"recollections": {"mora": [1]}}, ("recollections", "'mora'")),
    "recollections of another's": ({"recollections": {"tomas": [1]}}, ("recollections", "1")),
    "recollections of none": ({"recollections": {"mara": [0]}}, ("recollections",)),
    "recollections huge": ({"recollections": {"mara": [10**30]}}, ("recollections",)),
    "recollections beyond the store": ({"recollections": {"mara": [2**63]}}, (
        "recollections",)),
    "recollections a list": ({"recollections": [1]}, ("recollections",)),
    "recollections a number": ({"recollections": {"mara": 1}}, ("recollections.mara",)),
    "recollections of a lone surrogate": ({"recollections": {"\ud800": [1]}}, (
        "recollections",)),
    "adds an id that is": ({"adds": {"items": [{"id": "key", "name": "k"}]}}, (
        "adds.items[0]", "'key'")),
    "adds somebody nowhere known": ({"adds": {"characters": [
        {"id": "ilse", "name": "Ilse", "at": "bar"}]}}, ("adds.characters[0]", "'bar'")),
    "adds an unknown kind": ({"adds": {"monsters": []}}, ("adds", "'monsters'")),
    "adds a circle": ({"adds": {"items": [
        {"id": "a", "name": "a", "at": "b"}, {"id": "b", "name": "b", "at": "a"}]}}, (
        "adds.items[", "itself")),
    "adds half an exit": ({"adds": {"exits": [{"id": "a", "from": "yard"}]}}, (
        "adds.exits[0]", "'to'")),
}  # fmt: skip


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_that_cannot_be_is_refused_at_its_step(name: str, room: Room) -> None:
    turn, places = TURNS[name]
    story = room.story
    with room.nothing_written():
        said = refusal(lambda: story.record(turn))
        plain(said, *places)
        many = refusal(lambda: story.record_many([turn, {}]))
        plain(many, *places)
        faults = story.check(turn)
        assert faults
        for fault in faults:
            plain(fault.message)


def test_turns_before_a_refused_one_stay_and_its_number_is_said(fresh: Room) -> None:
    good = {"steps": [MARA]}
    said = refusal(lambda: fresh.story.record_many([good, good, {"steps": [{"who": "x"}]}, good]))
    plain(said, "3")
    assert fresh.library.info("gate").turns == 5
    assert fresh.story.verify().ok


@pytest.mark.parametrize("turns", [None, 5, "steps", {"steps": []}, [5]])
def test_what_is_no_list_of_turns_is_refused(turns: Any, room: Room) -> None:
    with room.nothing_written():
        plain(refusal(lambda: room.story.record_many(turns)))


@pytest.mark.parametrize("words", ["x" * 300_000, "鍵" * 30_000, "a " * 50_000])
def test_a_turn_may_hold_a_great_deal(words: str, fresh: Room) -> None:
    done = fresh.story.record({"steps": [{"who": "mara", "says": words}]})
    assert fresh.story.event(done.events[0]).text == words.strip() or words
