"""What recording would make of somebody's steps, were all as that one supposes.

Before a turn is sent its player is told who will have what. Worked out on the scene as it is, that
would tell who hides there and who has slipped away; so it is worked out on people where the
character believes them to be, and the scene itself is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rashomon.record.convey import Past
from rashomon.record.recording import record
from rashomon.record.scene import Scene
from rashomon.story.event import Event, Scalar
from rashomon.story.perception import Seen
from rashomon.story.places import Atlas
from rashomon.story.turn import Step, Turn

_KEPT = ("who", "does", "says", "thinks", "goes", "to", "whisper", "over", "by", "missed_by")
"""What of a step decides who perceives it. What it uses and changes could fail, and say why."""


def expected(
    atlas: Atlas, owner: str, places: Mapping[str, str | None], steps: Iterable[Step]
) -> list[tuple[Step, Event, Mapping[str, Seen]]]:
    """Each step of `owner` with its event and who would perceive it, by where people are believed.

    `places` says where the owner believes people to be, itself included; whom it speaks to from
    afar is somewhere of its own. No way is locked and no watcher is hidden; a step that cannot be
    even so is left out.
    """
    own = [step for step in steps if step.who == owner]
    afar = {person: f"?{person}" for step in own if step.over for person in step.to}
    state: dict[str, dict[str, Scalar]] = {
        person: {"at": place}
        for person, place in {**afar, **places}.items()
        if person in atlas.characters
    }
    scene = Scene(atlas, 0, 0.0, state, {})
    turn = Turn(steps=tuple(_outward(step) for step in own))
    made = record(scene, turn, 1, Past(), from_speech=False)
    return [
        (own[event.step - 1], event, seen)
        for event, seen in zip(made.events, made.seen, strict=True)
    ]


def _outward(step: Step) -> Step:
    return Step(**{key: getattr(step, key) for key in _KEPT if key in step.model_fields_set})
