"""A language model whose replies a test writes, and which keeps what it was shown.

model = ScriptedModel([{"grades": []}, "no JSON at all"])
model = ScriptedModel(lambda request: answer_to(request.task, request.text))
context.models = given(model)
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import BaseModel

from rashomon.errors import ModelFailed
from rashomon.models.language.again import asked_again
from rashomon.models.language.thinking import reply_in
from rashomon.models.language.writing import Tally, Written
from rashomon.ports.language import LanguageModel, Models, Reply, Usage
from rashomon.prompts.request import Request, Role
from rashomon.recall.choose import tokens
from rashomon.settings import Settings

R = TypeVar("R", bound=BaseModel)

_WORD = re.compile(r"\s*\S+\s*|\s+")

Said: TypeAlias = str | BaseModel | Mapping[str, Any] | ModelFailed
"""What is replied: a text as it is, a value as JSON; a `ModelFailed` is raised."""

Script: TypeAlias = Callable[[Request[Any]], Said]
Prose: TypeAlias = Callable[[str, str], str | ModelFailed]


class ScriptedModel:
    """Replies by a function of the request, or from a list, one a call; asks once more as all do.

    `requests` holds every request as it was put, the second asking with the fault named at the end
    of its text; `written` every system and text that prose was asked with; `texts` every reply. A
    list that is at its end fails, as a model that is gone does.
    """

    def __init__(
        self,
        script: Script | Sequence[Said] = (),
        prose: Prose | Sequence[str | ModelFailed] | None = None,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.requests: list[Request[Any]] = []
        self.written: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self._lock = threading.Lock()
        self._tally = Tally()
        self._script: Script = script if callable(script) else self._next(script)
        told = self._next(prose or ()) if not callable(prose) else None
        self._prose: Prose = (
            prose if callable(prose) else lambda system, text: cast(Any, told)(None)
        )

    @property
    def usage(self) -> Usage:
        """What all calls took together, in tokens guessed from the texts."""
        return self._tally.usage

    @property
    def calls(self) -> int:
        """How many calls there were."""
        return self.usage.calls

    @property
    def shown(self) -> list[str]:
        """Every prompt whole, as it was shown: what a test looks through for what leaked."""
        asked = [f"{each.system}\n{each.text}" for each in self.requests]
        return asked + [f"{system}\n{text}" for system, text in self.written]

    async def ask(self, request: Request[R]) -> Reply[R]:
        """Reply as the script says; once more where that cannot be read."""
        tally = Tally()
        texts = [await self._reply(request, tally)]
        reading = request.read(texts[0])
        if reading.value is None:
            told = asked_again(reading.faults, request.schema)
            again = replace(request, text=f"{request.text}\n\n{told}")
            texts.append(await self._reply(again, tally))
            reading = request.read(texts[1])
        return Reply(reading, tuple(texts), tally.usage)

    def write(self, system: str, text: str, *, room: int) -> Written:
        """Write the prose of the script, word by word."""
        tally = Tally()
        return Written(self._pieces(system, text, tally), tally)

    async def _reply(self, request: Request[Any], tally: Tally) -> str:
        self.requests.append(request)
        said = self._script(request)
        text = _text(said)
        self._took(tally, f"{request.system}{request.text}", text)
        await asyncio.sleep(0)
        if isinstance(said, ModelFailed):
            raise said
        return reply_in(text)

    async def _pieces(self, system: str, text: str, tally: Tally) -> AsyncGenerator[str, None]:
        self.written.append((system, text))
        said = self._prose(system, text)
        told = "" if isinstance(said, ModelFailed) else said
        self._took(tally, f"{system}{text}", told)
        if isinstance(said, ModelFailed):
            raise said
        for word in _WORD.findall(told):
            await asyncio.sleep(0)
            yield word

    def _took(self, tally: Tally, asked: str, said: str) -> None:
        took = Usage(1, tokens(asked), tokens(said))
        tally.add(took)
        self._tally.add(took)
        self.texts.append(said)

    def _next(self, said: Sequence[Any]) -> Callable[[Any], Any]:
        left = list(said)

        def take(_: Any) -> Any:
            with self._lock:
                return left.pop(0) if left else ModelFailed(f"{self.name} has no more to say.")

        return take


def given(model: LanguageModel | None = None, **roles: LanguageModel | None) -> Models:
    """Models that a context can be given: one for everybody, or by role (`keeper=…`)."""

    def give(settings: Settings, role: Role) -> LanguageModel | None:
        return roles.get(role, model)

    return give


def _text(said: Said) -> str:
    if isinstance(said, BaseModel):
        return said.model_dump_json()
    if isinstance(said, Mapping):
        return json.dumps(said, ensure_ascii=False)
    return said if isinstance(said, str) else ""
