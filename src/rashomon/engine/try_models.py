"""Whether the models that a story names answer: one small question to each."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import BaseModel

from rashomon.engine.context import Context
from rashomon.errors import RashomonError
from rashomon.ports.language import ROLES, LanguageModel
from rashomon.prompts.request import Reading, Request
from rashomon.settings import Settings

_WORD: Final = re.compile(r'"word"\s*:\s*"yes"')


class Word(BaseModel):
    """The only thing that there is to say."""

    word: Literal["yes"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A model, the roles that it has, and how it answered: `seconds` is `None` where it did not."""

    name: str
    roles: tuple[str, ...]
    ok: bool
    said: str
    seconds: float | None = None


async def try_models(context: Context, settings: Settings) -> AsyncIterator[Tried]:
    """Ask each model that the settings name, one after the other. Nothing of a story is sent."""
    found: dict[str, tuple[LanguageModel, list[str]]] = {}
    faults: dict[str, list[str]] = {}
    for role in ROLES:
        try:
            model = context.models(settings, role)
        except RashomonError as error:
            faults.setdefault(str(error), []).append(role)
            continue
        if model is not None:
            found.setdefault(model.name, (model, []))[1].append(role)
    for fault, roles in faults.items():
        yield Tried("setting", tuple(roles), False, fault)
    for model, roles in found.values():
        yield await _tried(model, tuple(roles))


async def _tried(model: LanguageModel, roles: tuple[str, ...]) -> Tried:
    try:
        reply = await model.ask(_question())
    except RashomonError as error:
        return Tried(model.name, roles, False, str(error))
    seconds = round(reply.usage.seconds, 2)
    readable = reply.reading.value is not None
    said = f"answers in {seconds:.1f} s" + ("" if readable else ", but not with the JSON asked for")
    return Tried(model.name, roles, True, said, seconds)


def _question() -> Request[Word]:
    return Request(
        *("check", "hello", None, "You answer with JSON and nothing else."),
        'Are you there? Answer {"word": "yes"}.', Word, _read, room=100, temperature=0.0,
    )  # fmt: skip


def _read(text: str) -> Reading[Word]:
    if _WORD.search(text):
        return Reading(Word(word="yes"))
    return Reading(None, ('It should be {"word": "yes"}.',))
