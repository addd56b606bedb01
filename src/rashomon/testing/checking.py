"""Pairs of a belief and a perception put as the contradiction check puts them, and judged by it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from rashomon.prompts.reflecting import check
from rashomon.reflect.bearing import Bearing
from rashomon.reflect.judge import judge
from rashomon.reflect.opposing import opposed
from rashomon.reflect.view import Shown, View
from rashomon.story.calendar import Calendar
from rashomon.story.mind import Belief
from rashomon.story.perception import Perception
from rashomon.story.places import Atlas
from rashomon.story.world import Character
from rashomon.testing.pairs import Pair
from rashomon.testing.staging import Said, Staged
from rashomon.testing.tasks import Right
from rashomon.views.naming import NameBook

_DOUBT = Said(("doubt",))
_OWNERS = {"en": "Sabine", "zh": "阿默"}
_HOUR = 3600.0


def stage_pair(pair: Pair) -> Staged:
    """One pair as a request of one belief and one perception, an hour old."""
    owner, speaker = _OWNERS[pair.language], pair.who or "…"
    people = [Character(id="owner", name=owner), Character(id="speaker", name=speaker)]
    atlas = Atlas({each.id: each for each in people})
    names = NameBook(atlas, pair.language, "owner", {"speaker": speaker})
    belief = Belief(1, "owner", pair.belief, (), "likely", "held", (), (), 0.0, None, authored=True)
    spoken = pair.who is not None
    perception = Perception(
        id=1, owner="owner", event=1, turn=1, time=_HOUR, kind="line" if spoken else "deed",
        who="speaker" if spoken else None, who_name=pair.who, place=None,
        mode="heard" if spoken else "saw", accuracy="whole", text=pair.perception, teller=None,
        conveys=(), importance=2,
    )  # fmt: skip
    view = View("owner", pair.language, 2 * _HOUR, (belief,), (Shown(perception),), formed={1: 0})
    calendar = Calendar.gregorian()
    asked = check.ask(
        Bearing(belief, (perception,), 1.0), names,
        lambda time: calendar.between(time, view.now, pair.language),
    )  # fmt: skip
    right = (Right(frozenset(_DOUBT.keys)),) if pair.both == "no" else ()
    return Staged(
        "check", pair.language, pair.held_out, "narrow", right, (asked,), partial(_taken, view),
        partial(_by_rule, pair),
    )  # fmt: skip


def _taken(view: View, proposals: Iterable[Any]) -> list[Said]:
    return [_DOUBT for _ in judge(proposals, view).accepted]


def _by_rule(pair: Pair) -> list[Said]:
    excluded = opposed(pair.belief, pair.perception, pair.who, pair.language)
    return [_DOUBT] if excluded else []
