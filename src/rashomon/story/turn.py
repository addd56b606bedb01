"""A turn as it is handed in: an ordered list of steps, each one thing that somebody does.

Checked here is the form alone: what needs only the turn itself to be judged. Whether the people and
things it names exist, and can do this where they stand, is for `record`, which knows the scene.
Turns are read by the thousand, so that a step is checked in one pass of pydantic and one of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, StrictBool, StrictInt, ValidationError, model_validator

from rashomon.errors import BadTurn
from rashomon.story import faults
from rashomon.story.texts import Change, Frozen, Name, RecordId, Ref, Text
from rashomon.story.world import Character, Exit, Item, Lore, Place

StepKind = Literal["deed", "line", "thought", "move", "happening"]
Verb = Literal["does", "says", "thinks", "goes", "happens"]
Sense = Literal["both", "sight", "sound"]

MOST_MINUTES = 10_000_000
"""Nineteen years: longer than any time jump, and far from where seconds would lose precision."""

VERBS: Mapping[str, StepKind] = {
    "does": "deed",
    "says": "line",
    "thinks": "thought",
    "goes": "move",
    "happens": "happening",
}

_AUDIENCE = frozenset({"noticed_by", "missed_by"})
_GRADE = frozenset({"importance", "tags"})
_THINGS = frozenset({"with_", "on"})
MODIFIERS: Mapping[str, frozenset[str]] = {
    "does": _GRADE | _AUDIENCE | _THINGS | {"who", "changes", "reads", "covert"},
    "says": _GRADE | _AUDIENCE | _THINGS | {"who", "to", "whisper", "over", "claims", "retells"},
    "thinks": _GRADE | {"who"},
    "goes": _GRADE | _AUDIENCE | {"who", "by", "covert"},
    "happens": _GRADE | _AUDIENCE | _THINGS | {"at", "sense", "changes"},
}
"""Which other keys may stand beside each verb; the JSON Schema and the check both read this."""

_VERBS = frozenset(VERBS)
_FULL: Mapping[str, frozenset[str]] = {verb: keys | {verb} for verb, keys in MODIFIERS.items()}
_FILE_KEYS = {"with_": "with"}


def _step_schema(schema: dict[str, Any]) -> None:
    """Write into the schema that a step has exactly one verb, and what may stand beside it."""
    keys = [_FILE_KEYS.get(name, name) for name in Step.model_fields]
    branches: list[dict[str, Any]] = []
    for verb, kind in VERBS.items():
        allowed = {_FILE_KEYS.get(name, name) for name in _FULL[verb]}
        own: dict[str, Any] = {key: False for key in keys if key not in allowed}
        if verb != "goes":
            own[verb] = {"type": "string"}
        needed = [verb] if verb == "happens" else [verb, "who"]
        branches.append({"title": kind, "required": needed, "properties": own})
    schema["oneOf"] = branches


class Step(Frozen):
    """One thing that happens; it becomes exactly one event.

    `goes: null` is leaving for nowhere and `at: null` is happening nowhere, so that for these two a
    null and a missing key differ: ask `kind` and `says_where`, not the bare attribute.
    """

    model_config = ConfigDict(json_schema_extra=_step_schema)

    who: Ref | None = None
    does: Text | None = None
    says: Text | None = None
    thinks: Text | None = None
    goes: Ref | None = None
    happens: Text | None = None
    to: tuple[Ref, ...] = ()
    whisper: StrictBool = False
    over: Name | None = None
    with_: tuple[Ref, ...] = Field(default=(), validation_alias="with", serialization_alias="with")
    on: tuple[Ref, ...] = ()
    changes: tuple[Change, ...] = ()
    claims: tuple[Change, ...] = ()
    retells: RecordId | None = None
    reads: Ref | None = None
    by: Ref | None = None
    covert: StrictBool = False
    noticed_by: tuple[Ref, ...] = ()
    missed_by: tuple[Ref, ...] = ()
    at: Ref | None = None
    sense: Sense = "both"
    importance: Annotated[StrictInt, Field(ge=1, le=5)] | None = None
    tags: tuple[Name, ...] = ()

    @property
    def kind(self) -> StepKind:
        """What kind of event this becomes."""
        if self.says is not None:
            return "line"
        if self.does is not None:
            return "deed"
        if self.thinks is not None:
            return "thought"
        return "happening" if self.happens is not None else "move"

    @property
    def text(self) -> str:
        """What was done, said, thought or happened; a move has no words of its own."""
        return self.says or self.does or self.thinks or self.happens or ""

    @property
    def says_where(self) -> bool:
        """Tell whether a happening names its place, be it null."""
        return "at" in self.model_fields_set

    @model_validator(mode="after")
    def _is_one_step(self) -> Self:
        given = self.model_fields_set
        verbs = given & _VERBS
        if len(verbs) != 1:
            verbs = self._verbs_given(verbs)
        (verb,) = verbs
        if not given <= _FULL[verb]:
            self._refuse_strays(verb, given - _FULL[verb])
        if verb == "happens":
            return self._watched_rightly()
        if self.who is None:
            raise faults.fault(f"has no 'who', which {verb!r} needs; say who {verb}")
        if verb != "goes" and getattr(self, verb) is None:
            raise faults.fault("is empty; give a text", verb)
        if (self.whisper or self.over is not None) and verb == "says":
            self._refuse_odd_line()
        return self._watched_rightly()

    def _verbs_given(self, verbs: frozenset[str] | set[str]) -> set[str]:
        """Take a null verb for one left out, as programs write it, where another stands beside it.

        `goes: null` alone means something, so that beside another verb it is refused.
        """
        given = {verb for verb in verbs if verb == "goes" or getattr(self, verb) is not None}
        if len(given) == 1:
            return given
        if not given:
            raise faults.fault("has none of does, says, thinks, goes, happens; give exactly one")
        both = " and ".join(sorted(given))
        raise faults.fault(f"has {both}; a step is one thing, so make each a step of its own")

    def _refuse_strays(self, verb: str, strays: set[str]) -> None:
        """Refuse a key that means nothing here; one left empty says nothing and is let pass."""
        for name in Step.model_fields:
            if name not in strays or name in _VERBS:
                continue
            value = getattr(self, name)
            if value in (None, (), False) or (name == "sense" and value == "both"):
                continue
            key = _FILE_KEYS.get(name, name)
            if key == "who":
                raise faults.fault("stands beside `happens`, which nobody does; take it out", key)
            homes = [each for each, keys in MODIFIERS.items() if name in keys]
            told = f"stands beside {verb!r}, but belongs to {' and '.join(map(repr, homes))}"
            raise faults.fault(f"{told}; take it out", key)

    def _refuse_odd_line(self) -> None:
        if self.whisper and self.over is not None:
            raise faults.fault("cannot be a whisper too; nobody whispers across places", "over")
        if not self.to:
            key = "whisper" if self.whisper else "over"
            raise faults.fault("needs `to`: say whose ears it is for", key)

    def _watched_rightly(self) -> Self:
        if self.missed_by:
            if self.who in self.missed_by:
                raise faults.fault(
                    "holds the one who acts; nobody misses its own step", "missed_by"
                )
            for each in self.noticed_by:
                if each in self.missed_by:
                    raise faults.fault(f"holds {each!r}, as `missed_by` does; choose", "noticed_by")
        return self


class Adds(Frozen):
    """What a turn brings into the world; whether it fits there is checked by `record`."""

    places: tuple[Place, ...] = ()
    exits: tuple[Exit, ...] = ()
    items: tuple[Item, ...] = ()
    characters: tuple[Character, ...] = ()
    lore: tuple[Lore, ...] = ()


class Turn(Frozen):
    """What happened in one round and how long it took; without steps, only time passes."""

    minutes: Annotated[float, Field(strict=True, ge=0, le=MOST_MINUTES, allow_inf_nan=False)] = 1.0
    narration: Text | None = None
    viewpoint: Ref | None = None
    recollections: Mapping[Ref, tuple[RecordId, ...]] = Field(
        default_factory=dict[str, tuple[int, ...]]
    )
    adds: Adds | None = None
    steps: tuple[Step, ...] = ()

    @classmethod
    def parse(cls, data: object) -> Turn:
        """Check a turn; raises `BadTurn` with one fault for each step that cannot be."""
        if isinstance(data, Turn):
            return data
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise BadTurn(faults.explain(error, cls, data, "turn")) from None

    @classmethod
    def schema(cls) -> dict[str, Any]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Give the JSON Schema of a turn."""
        return cls.model_json_schema(by_alias=True, mode="validation")

    def dump(self) -> dict[str, Any]:
        """Give the plain data of this turn, which `parse` reads back as an equal one."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
