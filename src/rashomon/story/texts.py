"""What a text, a name, an id and a state may be, wherever one comes in from outside.

A world and a turn share these, so that nothing can enter by one door that the other would refuse.
The patterns are written so that pydantic's engine, Python's and a JSON Schema read them alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Self, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    StrictInt,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    model_validator,
)

from rashomon.errors import Refused, shown
from rashomon.story import faults

Scalar = str | int | float | bool | None

ENGINE_KEYS = ("at", "locked", "hidden", "closed", "worn")
"""What the engine itself understands of a state; any other key is the story's own."""

_UNFIT = r"\u0000-\u0008\u000b-\u001f\u007f-\u009f\ue000-\ue0ff"
_BREAKS = r"\u0009\u000a"
_WHOLE = 2**63
"""Whole numbers beyond what every store and every JSON reader keeps exactly are refused."""


def composed(id: str) -> str:
    """Write an id as every screen shows it: two that look the same are one (Unicode's NFC)."""
    return id if id.isascii() else unicodedata.normalize("NFC", id)


Id = Annotated[
    str,
    StringConstraints(
        strict=True, min_length=1, max_length=200, pattern=rf"^[^\s{_UNFIT}{_BREAKS}:/]+$"
    ),
    AfterValidator(composed),
]
Ref = Annotated[
    str, StringConstraints(strict=True, min_length=1, max_length=200), AfterValidator(composed)
]
"""An id used, not given: whether it exists is asked where the known ids are."""
_ids = TypeAdapter[str](Id)


def chosen_id(given: object, what: str = "The story's id") -> str:
    """Check an id that somebody chose outside of any file; raises `Refused`."""
    try:
        return _ids.validate_python(given)
    except ValidationError as error:
        raise Refused(f"{what} {faults.reason(error)}.") from None


def whole(given: object, what: str, least: int = 1) -> int:
    """Check a number that somebody asks with; what a store cannot hold is as good as its most."""
    if type(given) is not int or given < least:
        raise Refused(f"{what} should be a whole number from {least} on, not {shown(given)}.")
    return min(given, _WHOLE - 1)


def optional(given: object, what: str, least: int = 1) -> int | None:
    """The same of a number that may be left out."""
    return None if given is None else whole(given, what, least)


RecordId = Annotated[StrictInt, Field(ge=1, le=_WHOLE - 1)]
"""The number of an event or a perception; what a store cannot hold, it cannot have."""
Text = Annotated[
    str, StringConstraints(strict=True, pattern=rf"^[^{_UNFIT}]*[^\s{_UNFIT}][^{_UNFIT}]*$")
]
Loose = Annotated[str, StringConstraints(strict=True, pattern=rf"^[^{_UNFIT}]*$")]
"""A text that may be left empty."""
Name = Annotated[
    str,
    StringConstraints(
        strict=True,
        max_length=500,
        pattern=rf"^[^{_UNFIT}{_BREAKS}]*[^\s{_UNFIT}][^{_UNFIT}{_BREAKS}]*$",
    ),
]
Language = Annotated[
    str, StringConstraints(strict=True, pattern=r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$")
]
Number = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]


def check_facts(given: object) -> dict[str, Scalar]:
    """Check keys and values of a state in one pass; the engine's own keys have one type each.

    One plain function, since a union of types would answer a wrong value once for each of them.
    """
    if not isinstance(given, Mapping):
        raise faults.fault("should hold keys and values, such as {locked: false}")
    facts: dict[str, Scalar] = {}
    for key, value in cast(Mapping[object, object], given).items():
        if not isinstance(key, str) or not _is_key(key):
            raise faults.fault(f"has a key {shown(key)}; keys are short texts of one line")
        if key in ENGINE_KEYS:
            fits = (
                value is None or (isinstance(value, str) and bool(value))
                if key == "at"
                else isinstance(value, bool)
            )
            if not fits:
                wanted = "an id, or null for nowhere" if key == "at" else "true or false"
                raise faults.fault(f"should be {wanted}, not {shown(value)}", key)
        facts[key] = _scalar(value, key)
    if isinstance(facts.get("at"), str):
        facts["at"] = composed(str(facts["at"]))
    return facts


def _is_key(key: str) -> bool:
    return bool(key.strip()) and len(key) <= 200 and not (_is_unfit(key) or {"\n", "\t"} & set(key))


def _scalar(value: object, key: str) -> Scalar:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if _is_unfit(value):
            raise faults.fault("holds a character that no text may hold; take it out", key)
        return value
    if isinstance(value, int) and -_WHOLE <= value < _WHOLE:
        return value
    if isinstance(value, float) and value - value == 0:
        return value
    raise faults.fault("should be one text, number, true, false or null", key)


_ANY_UNFIT = re.compile(rf"[{_UNFIT}\ud800-\udfff]")


def _is_unfit(text: str) -> bool:
    return _ANY_UNFIT.search(text) is not None


def _check_properties(given: object) -> dict[str, Scalar]:
    facts = check_facts(given)
    for key in ENGINE_KEYS:
        if key in facts:
            raise faults.fault("is the engine's own; write it beside `properties`", key)
    return facts


_SCALAR_SCHEMA: dict[str, Any] = {"type": ["string", "number", "boolean", "null"]}
Facts = Annotated[
    Mapping[str, Scalar],
    PlainValidator(check_facts),
    WithJsonSchema(
        {
            "type": "object",
            "properties": {
                "at": {"type": ["string", "null"], "minLength": 1},
                **{key: {"type": "boolean"} for key in ENGINE_KEYS if key != "at"},
            },
            "additionalProperties": _SCALAR_SCHEMA,
        }
    ),
]
Properties = Annotated[
    Mapping[str, Scalar],
    PlainValidator(_check_properties),
    WithJsonSchema({"type": "object", "additionalProperties": _SCALAR_SCHEMA}),
]
Overrides = Annotated[
    Mapping[str, Scalar],
    PlainValidator(check_facts),
    WithJsonSchema({"type": "object", "additionalProperties": _SCALAR_SCHEMA}),
]


class Frozen(BaseModel):
    """A value from outside: never changed, and with no key that would silently be dropped."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True
    )


class Change(Frozen):
    """What becomes of an entity, or what somebody says has become of it."""

    entity: Ref
    set: Facts

    @model_validator(mode="after")
    def _sets_something(self) -> Self:
        if not self.set:
            raise faults.fault("is empty; say what changes, such as {locked: false}", "set")
        return self
