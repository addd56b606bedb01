"""Gossip moves hearsay among the cast, and into no ears that may not have it."""

from __future__ import annotations

from typing import Any

import pytest

from rashomon import Story
from rashomon.engine.ask import asking
from rashomon.play.gossip import Telling, gossip
from rashomon.story.playing import Tells
from tests.play.tellers import places, story, teller_of
from tests.play.test_asking import EXITS, ITEMS, PLACES, people

THEFT: list[dict[str, Any]] = [
    {"who": "eve", "goes": "hall"},
    {"who": "eve", "does": "takes the silver cup qq1x", "on": ["cup"], "importance": 4,
     "changes": [{"entity": "cup", "set": {"at": "eve"}}]},
    {"who": "eve", "goes": "cellar"},
]  # fmt: skip


def hall(*, overheard: bool = False) -> Story:
    """Eve takes the cup before Bob and Ann, who stay; Dan comes up when she has gone."""
    rooms = [*PLACES, {"id": "nook", "name": "the nook", "overhears": ["hall"] * overheard}]
    cast = [{**each, "at": "cellar" if each["id"] == "eve" else each["at"]} for each in people()]
    return story(
        THEFT, [{"who": "dan", "goes": "hall"}],
        places=rooms, exits=EXITS, items=ITEMS, characters=cast,
    )  # fmt: skip


def told(
    of: Story,
    tells: list[dict[str, Any]],
    *,
    cast: tuple[str, ...] = ("bob", "dan"),
    before: tuple[tuple[str, str, int], ...] = (),
    least: int = 3,
) -> tuple[Telling, ...]:
    rows = {"bob": [Tells.model_validate(each) for each in tells]}
    tellers = {who: teller_of(of, who) for who in cast}
    with asking(of.mind("ann").engine, of.id) as asked:
        atlas = asked.atlas
    return gossip(tellers, rows, places(of), atlas, before, 7, least=least)


def has_it(of: Story, who: str) -> bool:
    return any("qq1x" in each.text for each in of.mind(who).perceptions())


def test_what_is_worth_telling_is_told_once_and_goes_over_with_its_root() -> None:
    of = hall()
    (telling,) = told(of, [])
    assert (telling.speaker, telling.hearer, telling.whispered) == ("bob", "dan", False)
    of.record({"steps": [telling.step.model_dump(exclude_unset=True)]})
    assert has_it(of, "dan")
    last = of.mind("dan").last_known("cup")
    assert last is not None
    assert (last.how, last.by, {f.root for f in last.facts if f.how == "told"}) == (
        "told", "bob", {telling.event},
    )  # fmt: skip
    assert told(of, [], before=(("bob", "dan", telling.event),)) == ()


def test_it_is_the_same_whenever_it_is_asked_with_one_seed() -> None:
    of = hall()
    assert told(of, []) == told(of, [])


def test_nothing_is_told_that_is_passing_or_that_the_other_saw_too() -> None:
    of = hall()
    assert told(of, [], least=5) == ()
    assert told(of, [], cast=("bob", "ann")) == ()


@pytest.mark.parametrize(
    "tells",
    [
        [{"about": ["cup"], "to": ["ann"]}],
        [{"about": ["eve"], "how": "silent"}],
        [{"about": ["cup"], "how": "lies", "instead": {"text": "I saw nothing."}}],
        [{"how": "silent"}],
    ],
)
def test_who_may_not_have_it_is_told_nothing(tells: list[dict[str, Any]]) -> None:
    assert told(hall(), tells) == ()
    assert told(hall(), [{"about": ["cup"], "to": ["dan"]}])


@pytest.mark.parametrize("kept", [True, False])
def test_it_is_whispered_where_another_in_the_place_may_not_have_it(kept: bool) -> None:
    """Ann stands by. The control: where she may hear it, it is said aloud."""
    of = hall()
    to = ["dan"] if kept else ["dan", "ann"]
    (telling,) = told(of, [{"about": ["cup"], "to": to}])
    assert telling.whispered is kept
    of.record({"steps": [telling.step.model_dump(exclude_unset=True)]})
    newest = of.mind("ann").perceptions()[-1].text
    assert ("qq1x" in newest) is not kept
    assert has_it(of, "dan")


def test_it_is_whispered_where_anybody_might_overhear_whether_one_does_or_not() -> None:
    tells = [{"about": ["cup"], "to": ["dan", "ann"]}]
    assert told(hall(overheard=True), tells)[0].whispered
    assert not told(hall(), tells)[0].whispered
