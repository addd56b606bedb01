"""Every request that the story of `standard.py` gives, and what a schema allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rashomon.prompts import keeping as keeper
from rashomon.prompts import reflecting as mind
from rashomon.prompts.asking import Answer, Asked, Ids, Wordings
from rashomon.prompts.reflecting import check, sort_new, sort_old, sort_wide
from tests.prompts.standard import accepted, bearings, keeping, names, reflecting, when


class Task(NamedTuple):
    """A task as the laws look at it."""

    name: str
    schema: type[Answer]
    wording: Wordings
    one_mind: bool


TASKS = [
    *(Task(name, each.schema, each.wording, each.one_mind) for name, each in keeper.TASKS.items()),
    *(Task(name, each.schema, each.wording, True) for name, each in mind.TASKS.items()),
]


def requests(task: str, language: str) -> list[Asked[Any, Any]]:
    """What is asked for a task."""
    if task == "verify":
        return list(keeper.TASKS[task].ask(accepted(language)))
    if task in keeper.TASKS:
        return list(keeper.TASKS[task].ask(keeping(language)))
    book, at = names(language), when(language)
    if task == "check":
        return [check.ask(each, book, at) for each in bearings(language)]
    module: Any = {"sort_old": sort_old, "sort_new": sort_new, "sort_wide": sort_wide}[task]
    return list(module.ask(reflecting(language, wide=task == "sort_wide"), book, at))


def shape(schema: type[Answer]) -> Mapping[str, Mapping[str, Any]]:
    """The lists of a reply, each with the properties of its items."""
    whole = schema.model_json_schema()
    found: dict[str, Mapping[str, Any]] = {}
    for name, of in whole["properties"].items():
        item = whole["$defs"][of["items"]["$ref"].rsplit("/", 1)[-1]]
        assert item["required"] == list(item["properties"])
        assert item["additionalProperties"] is False
        found[name] = item["properties"]
    assert whole["required"] == list(found)
    return found


def strings(node: Any) -> Iterator[Mapping[str, Any]]:
    """Every string that a schema has anywhere."""
    if isinstance(node, dict):
        if node.get("type") == "string":
            yield node
        for each in node.values():
            yield from strings(each)
    elif isinstance(node, list):
        for each in node:
            yield from strings(each)


def ids_in(text: str) -> Ids:
    """The ids of an example, each standing for its own number."""
    found: dict[str, dict[str, Any]] = {letter: {} for letter in "EPBKTV"}
    for short in re.findall(r"\b[EPBKTV][0-9]\b", text):
        number = int(short[1:])
        found[short[0]][short] = str(number) if short[0] == "K" else number
    return Ids(
        events=found["E"], perceptions=found["P"], beliefs=found["B"], entities=found["K"],
        threads=found["T"], edits=found["V"],
    )  # fmt: skip
