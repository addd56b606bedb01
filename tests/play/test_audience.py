"""A player is told beforehand who will have what, and never who hides."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon import Story
from rashomon.engine.ask import asking
from rashomon.engine.context import load_scene
from rashomon.play.audience import Reach, audience
from rashomon.play.wording import CHINESE, ENGLISH
from rashomon.record.convey import Past
from rashomon.record.recording import record
from rashomon.record.supposing import expected
from rashomon.story.turn import Step, Turn
from tests.record.castle import PEOPLE, castle

HALL: dict[str, Any] = {
    "title": "The Hall",
    "places": [
        {"id": "hall", "name": "the hall", "overlooks": ["gallery"]},
        {"id": "pantry", "name": "the pantry", "overhears": ["hall"]},
        {"id": "gallery", "name": "the gallery", "overlooks": ["hall"], "overhears": ["hall"]},
        {"id": "den", "name": "the den"},
    ],
    "exits": [{"id": "door", "from": "den", "to": "hall"}, {"id": "hatch", "from": "hall",
                                                             "to": "pantry"}],
    "characters": [
        {"id": "ann", "name": "Ann", "at": "hall", "role": "played",
         "relationships": [{"about": who, "kind": "friend"} for who in ("bob", "dee", "eve")]},
        {"id": "bob", "name": "Bob", "at": "hall"},
        {"id": "eve", "name": "Eve", "at": "hall"},
        {"id": "dee", "name": "Dee", "at": "gallery"},
        {"id": "gus", "name": "Gus", "at": "den", "appearance": "a tall man"},
    ],
}  # fmt: skip
CID = {"id": "cid", "name": "Cid", "at": "pantry"}
STEPS: list[dict[str, Any]] = [
    {"says": "Good evening."},
    {"says": "The key is in the well.", "to": ["bob"], "whisper": True},
    {"does": "lights the lamp"},
    {"thinks": "He lies."},
    {"says": "Come.", "to": ["gus"], "over": "phone"},
    {"goes": "den", "by": "door"},
    {"says": "Is anybody here?"},
]


def supposed(story: Story, owner: str) -> dict[str, str | None]:
    """Where somebody last knew each person to be that it can see from where it is."""
    mind = story.mind(owner)
    with asking(mind.engine, story.id) as asked:
        here, atlas = asked.where(owner), asked.atlas
    near = set() if here is None else {here, *atlas.overlooks(here)}
    found: dict[str, str | None] = {owner: here}
    for person in atlas.characters:
        last = mind.last_known(person)
        at = None if last is None else last.state.get("at")
        if person != owner and at in near:
            found[person] = str(at)
    return found


def told(story: Story, owner: str, steps: list[dict[str, Any]]) -> tuple[Reach, ...]:
    """The preview of a draft, as whoever plays gets it."""
    places, mind = supposed(story, owner), story.mind(owner)
    with asking(mind.engine, story.id) as asked:
        atlas, language, names = asked.atlas, asked.world.language, asked.names(owner)
        draft = [Step(who=owner, **step) for step in steps]
        made = [(event, seen) for _, event, seen in expected(atlas, owner, places, draft)]
        return audience(owner, made, places, names, language)


def hall(*more: dict[str, Any], **world: Any) -> Story:
    people = [*HALL["characters"], *more]
    return rashomon.open(":memory:").create({**HALL, "characters": people, **world})


def test_each_step_says_who_will_have_it() -> None:
    assert [reach.text for reach in told(hall(), "ann", STEPS)] == [
        "Heard by Bob, Eve and Dee.",
        "Heard by Bob alone; Eve sees only that you whisper.",
        "Seen by Bob, Eve and Dee.",
        "Nobody but you has this.",
        "Heard by Bob, Eve and a stranger.",
        "Bob, Eve and Dee see you go.",
        "Heard by whoever is there.",
    ]


def test_each_step_says_so_in_chinese_too() -> None:
    assert [reach.text for reach in told(hall(language="zh"), "ann", STEPS)] == [
        "Bob、Eve和Dee听得见。",
        "只有Bob听得见；Eve只看见你在耳语。",
        "Bob、Eve和Dee看得见。",
        "只有你自己知道。",
        "Bob、Eve和一个陌生人听得见。",
        "Bob、Eve和Dee会看见你走。",
        "那里的人听得见。",
    ]


def test_alone_nobody_is_said_to_hear() -> None:
    texts = [reach.text for reach in told(hall(), "gus", STEPS[:1] + STEPS[2:4])]
    assert texts == ["Heard by nobody that you can see.", "Seen by nobody that you can see.",
                     "Nobody but you has this."]  # fmt: skip


@pytest.mark.parametrize("owner", PEOPLE)
@pytest.mark.parametrize(
    "step",
    [{"says": "Evening."}, {"does": "waves"}, {"thinks": "No."},
     {"says": "Come.", "to": ["rover"], "over": "phone"},
     {"says": "Psst.", "to": ["ada"], "whisper": True}],
    ids=lambda step: " ".join(step),
)  # fmt: skip
def test_it_is_what_recording_makes_less_those_whom_the_character_cannot_see(
    owner: str, step: dict[str, Any]
) -> None:
    story = castle()
    if owner in step.get("to", ()):
        return
    sighted = {*supposed(story, owner), *step.get("to", ())}
    reaches = told(story, owner, [step])
    turn = {"steps": [{"who": owner, **step}]}
    if story.check(turn):
        assert reaches == ()
        return
    (event,) = story.record(turn).events
    perceived = set(story.who_perceived(event)) - {owner}
    assert {each.id for each in reaches[0].who} == perceived & sighted


def test_somebody_whom_it_cannot_see_is_among_those_who_perceive() -> None:
    """The control: in the castle there is somebody to be kept silent about."""
    story = castle()
    sighted = supposed(story, "elias")
    (event,) = story.record({"steps": [{"who": "elias", "says": "Evening."}]}).events
    assert {"hearer"} <= set(story.who_perceived(event)) - set(sighted)


def preview(story: Story) -> bytes:
    return "\n".join(repr(reach) for reach in told(story, "ann", STEPS)).encode()


@pytest.mark.parametrize(
    ("come", "same"), [({"covert": True}, True), ({"missed_by": ["ann"]}, True), ({}, False)]
)
def test_a_hidden_watcher_changes_not_a_byte_and_an_open_one_does(
    come: dict[str, Any], same: bool
) -> None:
    story = hall()
    before = preview(story)
    story.record({"steps": [{"who": "gus", "goes": "hall", **come}]})
    (event,) = story.record({"steps": [{"who": "bob", "says": "Hm."}]}).events
    assert "gus" in story.who_perceived(event)
    assert (preview(story) == before) is same


@pytest.mark.parametrize(("leave", "same"), [({"missed_by": ["ann"]}, True), ({}, False)])
def test_who_slipped_away_unseen_is_still_taken_for_there(
    leave: dict[str, Any], same: bool
) -> None:
    story = hall()
    before = preview(story)
    story.record({"steps": [{"who": "bob", "goes": "den", **leave}]})
    assert (preview(story) == before) is same


def test_who_listens_behind_a_wall_changes_not_a_byte() -> None:
    story = hall(CID)
    (event,) = story.record({"steps": [{"who": "bob", "says": "Hm."}]}).events
    assert "cid" in story.who_perceived(event)
    assert preview(story) == preview(hall())


def test_who_is_in_the_place_gone_to_changes_not_a_byte() -> None:
    empty = {**HALL, "characters": [c for c in HALL["characters"] if c["id"] != "gus"]}
    steps = [step for step in STEPS if step.get("to") != ["gus"]]
    found = [told(rashomon.open(":memory:").create(world), "ann", steps) for world in (HALL, empty)]
    assert found[0] == found[1]


def test_who_is_told_to_miss_it_is_not_said_to_have_it() -> None:
    (reach,) = told(hall(), "ann", [{"does": "waves", "missed_by": ["bob"]}])
    assert [each.id for each in reach.who] == ["eve", "dee"]


def test_a_hidden_watcher_is_not_told_even_where_the_true_recording_is_given() -> None:
    story = hall()
    with asking(story.mind("ann").engine, story.id) as asked:
        step = Step(who="ann", does="waves", noticed_by=("gus",))
        done = record(load_scene(asked.unit), Turn(steps=(step,)), 1, Past(), from_speech=True)
        made = list(zip(done.events, done.seen, strict=True))
        assert "gus" in done.seen[0]
        (reach,) = audience("ann", made, HALL_PEOPLE, asked.names("ann"), "en")
    assert [each.id for each in reach.who] == ["bob", "eve", "dee"]


HALL_PEOPLE = frozenset(each["id"] for each in HALL["characters"])


def test_a_step_of_somebody_else_is_not_told_of() -> None:
    story = castle()
    with asking(story.mind("elias").engine, story.id) as asked:
        said = [Step(who="elias", says="No.")]
        assert expected(asked.atlas, "mara", {"mara": "courtyard"}, said) == []
        assert len(expected(asked.atlas, "elias", {"elias": "courtyard"}, said)) == 1


def test_every_sentence_stands_in_both_languages() -> None:
    for field in ENGLISH.__dataclass_fields__:
        english, chinese = getattr(ENGLISH, field), getattr(CHINESE, field)
        assert type(english) is type(chinese)
        assert english != chinese or not str(english).strip("{}; .")
