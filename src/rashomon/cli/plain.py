"""The library's values as plain data, for `--json`: the same fields under the same names."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from os import PathLike, fspath
from typing import Any, cast

from rashomon.story.event import Set, grouped
from rashomon.story.perception import Fact


def plain(value: object) -> Any:
    """A value as JSON has it.

    What a step changed or claimed has the shape of a turn's file, entity by entity; a fact says
    besides how it came and from whom. No named tuple comes out as a bare array, for nobody could
    tell what its third place means.
    """
    if isinstance(value, Fact):
        how = {"how": value.how, "by": value.by, "root": value.root}
        return {"entity": value.entity, "set": dict(value.set), **how}
    if isinstance(value, Set):
        return {"entity": value.entity, "set": {value.key: value.value}}
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, tuple) and hasattr(cast(object, value), "_asdict"):
        return plain(cast(Any, value)._asdict())
    if isinstance(value, (list, tuple, set, frozenset)):
        items = tuple(cast(tuple[object, ...], value))
        if items and all(isinstance(each, Set) for each in items):
            sets = grouped(cast(tuple[Set, ...], items))
            return [{"entity": entity, "set": dict(given)} for entity, given in sets]
        return [plain(each) for each in items]
    if isinstance(value, PathLike):
        return fspath(cast(PathLike[str], value))
    return value


def answer(value: object) -> None:
    """Print one JSON document on standard output; in letters where it can carry them."""
    ascii_only = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    text = json.dumps(plain(value), ensure_ascii=ascii_only, indent=2)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
