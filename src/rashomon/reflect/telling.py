"""The sentences of beliefs that came about by rule, in every language the engine has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from rashomon.story.event import Scalar
from rashomon.story.phrasing import sentence


@dataclass(frozen=True)
class Believed:
    """What is believed by rule. `states` has the engine's own properties, each on and off."""

    has: str
    found: str
    together: str
    at: str
    states: Mapping[str, tuple[str, str]]
    holds: str
    holds_not: str
    value: str


ENGLISH: Final = Believed(
    has="{of} has {value}",
    found="{of} is often to be found at {value}",
    together="{of} and {value} are often together",
    at="{of} is at {value}",
    states={
        "locked": ("{of} is locked", "{of} is unlocked"),
        "closed": ("{of} is closed", "{of} is open"),
        "hidden": ("{of} is hidden", "{of} is hidden no longer"),
        "worn": ("{of} is worn openly", "{of} is not worn openly"),
    },
    holds="{of} is {key}",
    holds_not="{of} is not {key}",
    value="the {key} of {of} is {value}",
)

CHINESE: Final = Believed(
    has="{of}有{value}",
    found="{of}常在{value}",
    together="{of}和{value}常在一起",
    at="{of}在{value}",
    states={
        "locked": ("{of}锁着", "{of}没锁"),
        "closed": ("{of}关着", "{of}开着"),
        "hidden": ("{of}藏着", "{of}没藏着"),
        "worn": ("{of}戴在外面", "{of}没戴在外面"),
    },
    holds="{of}{key}",
    holds_not="{of}不{key}",
    value="{of}的{key}是{value}",
)

_ONE: Final = re.compile(r"^an?\s+(?=\S)", re.IGNORECASE)


def told(
    sort: str, of: str, key: str, value: Scalar, name_of: Callable[[str], str], language: str
) -> str:
    """A belief's sentence. Persons and things bear the names that `name_of` gives them."""
    chinese = language.casefold().startswith("zh")
    say = CHINESE if chinese else ENGLISH
    shape = {"has": say.has, "found": say.found, "together": say.together}.get(sort)
    if shape is None:
        shape = _of_fact(say, key, value)
    named = value if sort == "said" and key != "at" else name_of(str(value))
    parts = {"of": name_of(of), "key": key, "value": str(named)}
    if not chinese:
        parts["value"] = _ONE.sub("the ", parts["value"]) if sort != "together" else parts["value"]
        parts["of"] = _ONE.sub("the ", parts["of"]) if sort == "said" else parts["of"]
    return sentence(shape.format(**parts), language)


def _of_fact(say: Believed, key: str, value: Scalar) -> str:
    if key == "at":
        return say.at
    if isinstance(value, bool):
        on, off = say.states.get(key, (say.holds, say.holds_not))
        return on if value else off
    return say.value
