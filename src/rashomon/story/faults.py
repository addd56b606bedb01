"""What is wrong with a file, in words its author uses.

The models are checked by pydantic, whose messages speak of types and validators. An author wants to
know which key, where in the file, and what to write instead; this is the one place that translates.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from rashomon.errors import Fault, did_you_mean, nearest, shown

Loc = tuple[int | str, ...]

MARK = "rashomon"
"""The pydantic error type of what our own validators find; its words are kept as they are."""

_PLAIN = {
    "bool_type": "should be true or false",
    "int_type": "should be a whole number",
    "int_from_float": "should be a whole number",
    "int_parsing": "should be a whole number",
    "int_parsing_size": "is far too large a number",
    "float_type": "should be a number",
    "float_parsing": "should be a number",
    "finite_number": "should be a finite number",
    "tuple_type": "should be a list, such as [one, two]",
    "dict_type": "should hold keys and values",
    "mapping_type": "should hold keys and values",
    "model_type": "should hold keys and values",
    "model_attributes_type": "should hold keys and values",
    "string_unicode": "holds half a character (a lone surrogate); write the whole character",
}


def fault(message: str, where: str = "") -> PydanticCustomError:
    """Make the error our own validators raise; `message` goes on where its place in the file ends.

    `where` is the key beneath the checked value that is to blame, if it is one.
    """
    return PydanticCustomError(MARK, "{said}", {"said": message, "where": where})


def several(faults: Sequence[Fault]) -> PydanticCustomError:
    """Hand more than one fault through pydantic, which lets a validator raise only once."""
    return PydanticCustomError(
        MARK, "{said}", {"said": faults[0].message, "where": "", "faults": tuple(faults)}
    )


def path(loc: Sequence[int | str]) -> str:
    """Write a place in a file as people point at it: `characters[2].appearance`."""
    said = ""
    for part in loc:
        said += f"[{part}]" if isinstance(part, int) else f".{part}" if said else part
    return said


def explain(
    error: ValidationError, root: type[BaseModel], data: object, noun: str
) -> tuple[Fault, ...]:
    """Turn what pydantic found into plain sentences, in the order of the file.

    A step has one fault, its first: the others are often only its echoes.
    """
    found: list[Fault] = []
    steps: set[int] = set()
    errors = error.errors(include_url=False)
    mistyped = _mistyped(errors, root)
    for each in errors:
        if each["type"] == "missing" and each["loc"] in mistyped:
            continue
        for one in _from_error(each, root, data, noun):
            if one.step is not None:
                if one.step in steps:
                    continue
                steps.add(one.step)
            found.append(Fault(one.step, _printable(one.where), _printable(one.message)))
    return tuple(found)


def reason(error: ValidationError) -> str:
    """Say what is wrong with a single value, to go on where its name ends."""
    first = error.errors(include_url=False)[0]
    return _printable(_sentence(first["type"], first["input"], first.get("ctx", {})))


def _printable(said: str) -> str:
    """Write out what a terminal or an encoder would choke on; a key may hold anything at all."""
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in said)


def _mistyped(errors: Sequence[ErrorDetails], root: type[BaseModel]) -> set[Loc]:
    """Find the keys that are missing only because they were mistyped, to say so once."""
    found: set[Loc] = set()
    for each in errors:
        if each["type"] == "extra_forbidden":
            parent = each["loc"][:-1]
            meant = nearest(str(each["loc"][-1]), _keys(_model_at(root, parent)))
            found.update((*parent, key) for key in meant)
    return found


def _from_error(
    each: ErrorDetails, root: type[BaseModel], data: object, noun: str
) -> tuple[Fault, ...]:
    loc, kind, context = each["loc"], each["type"], each.get("ctx", {})
    if kind == MARK:
        if "faults" in context:
            return cast(tuple[Fault, ...], context["faults"])
        said, beneath = str(context["said"]), str(context["where"])
        full = (*loc, beneath) if beneath else loc
        return (Fault(_step(loc, noun), path(full), f"{_place(full, data, noun)} {said}"),)
    if kind in ("extra_forbidden", "missing"):
        key, parent = str(loc[-1]), loc[:-1]
        place = _place(parent, data, noun)
        if kind == "missing":
            said = f"{place} has no {key!r}, which is needed; add it"
        else:
            known = _keys(_model_at(root, parent))
            said = f"{place} has an unknown key {key!r}{did_you_mean(key, known)}"
            said += "" if said.endswith("?") else f"; known are {', '.join(sorted(known))}"
        return (Fault(_step(loc, noun), path(loc), said),)
    words = _sentence(kind, each["input"], context)
    return (Fault(_step(loc, noun), path(loc), f"{_place(loc, data, noun)} {words}"),)


def _sentence(kind: str, given: object, context: Mapping[str, Any]) -> str:
    if kind == "string_type":
        if given is None:
            return "is empty; give a text or leave the key out"
        if isinstance(given, (int, float)):
            return f"should be a text; put {shown(given)} in quotes"
        return "should be a text"
    if kind == "string_pattern_mismatch":
        return _bad_text(str(given), ":/" in str(context.get("pattern")))
    if kind == "string_too_short":
        return "is empty; give a text"
    if kind == "string_too_long":
        return f"is longer than {context['max_length']} characters; shorten it"
    if kind == "literal_error":
        listed = str(context["expected"]).replace("'", "")
        known = listed.replace(" or ", ", ").split(", ")
        return f"should be {listed}, not {shown(given)}{did_you_mean(str(given), known)}"
    if kind == "greater_than_equal":
        return f"should be at least {context['ge']:.0f}, not {shown(given)}"
    if kind == "less_than_equal":
        return f"should be at most {context['le']:.0f}, not {shown(given)}"
    if kind == "too_short":
        return f"should list at least {context['min_length']}"
    return _PLAIN.get(kind, f"cannot be {shown(given)}")


def _bad_text(given: str, is_id: bool) -> str:
    if not given.strip():
        return "is blank; give a text" if not is_id else "is blank; give an id such as 'west_gate'"
    if is_id:
        return f"is no id: {shown(given)} may hold no spaces, ':', '/' or control characters"
    bad = next((c for c in given if unfit(c)), None)
    if bad is not None:
        return f"holds the character U+{ord(bad):04X}, which no text may hold; take it out"
    return "should be a single line; take the line breaks out"


def unfit(character: str) -> bool:
    """Tell whether a text may not hold this character.

    U+E000..U+E0FF stand for persons in stored texts, so that an author's own would become somebody;
    control characters could rewrite a terminal, and NUL and lone surrogates break the store.
    """
    code = ord(character)
    return (
        (code < 0x20 and character not in "\n\t")
        or 0x7F <= code <= 0x9F
        or 0xE000 <= code <= 0xE0FF
        or 0xD800 <= code <= 0xDFFF
    )


def _step(loc: Loc, noun: str) -> int | None:
    if noun == "turn" and len(loc) > 1 and loc[0] == "steps" and isinstance(loc[1], int):
        return loc[1] + 1
    return None


def _place(loc: Loc, data: object, noun: str) -> str:
    """Name a place as its author would find it: a step by its number, an entity also by its id."""
    step = _step(loc, noun)
    if step is not None:
        return f"step {step}" + (f": {path(loc[2:])}" if len(loc) > 2 else "")
    if not loc:
        return f"the {noun}"
    said = path(loc)
    if isinstance(loc[-1], int):
        own = _at(data, (*loc, "id"))
        said += f" ({own})" if isinstance(own, str) and 0 < len(own) <= 40 else ""
    return said


def _at(data: object, loc: Loc) -> object:
    for part in loc:
        try:
            data = cast(Any, data)[part]
        except (KeyError, IndexError, TypeError, AttributeError):
            return None
    return data


def _model_at(model: type[BaseModel], loc: Loc) -> type[BaseModel]:
    for part in loc:
        if isinstance(part, str):
            inner = next(
                (
                    _model_in(each.annotation)
                    for name, each in model.model_fields.items()
                    if part in (name, each.validation_alias)
                ),
                None,
            )
            model = inner or model
    return model


def _model_in(annotation: object) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in typing.get_args(annotation):
        found = _model_in(inner)
        if found is not None:
            return found
    return None


def _keys(model: type[BaseModel]) -> list[str]:
    return [str(each.validation_alias or name) for name, each in model.model_fields.items()]
