"""A language model behind pydantic-ai, whoever serves it: asked, waited for, read, asked again.

pydantic-ai knows how each provider is spoken to. What counts here is what comes of it: the reply as
text, which the request reads itself, and one sentence where there is none.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, nullcontext
from typing import Any, Final, TypeVar

from pydantic import BaseModel
from pydantic_ai import direct
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from rashomon.errors import ModelFailed
from rashomon.models.language.again import SHOWN, asked_again, schema_said
from rashomon.models.language.failures import Where, failure
from rashomon.models.language.patience import Patience, Unschemed
from rashomon.models.language.thinking import Speech, reply_in
from rashomon.models.language.writing import CHARACTERS, Tally, Written
from rashomon.ports.language import Reply, Usage
from rashomon.prompts.request import Request
from rashomon.recall.choose import tokens

R = TypeVar("R", bound=BaseModel)

LONG: Final = 100_000
"""How many characters of a reply are read: the longest that anything asks for has a tenth."""

MORE: Final = 4
"""How many times the room a model gets that used all of it up before it had answered."""

PROSE: Final = 0.8
"""The temperature of prose: the middle of what makers recommend for their models."""

Turn = Callable[[], AbstractAsyncContextManager[Any]]
"""Waits until one more call may run, and keeps that place."""


class ProviderModel:
    """A model that `make` gives for the running event loop, once it is asked.

    `where` is what failures call it. `here` is for a model on this machine, which costs nothing.
    """

    def __init__(
        self,
        name: str,
        where: Where,
        make: Callable[[], Awaitable[Model[Any]]],
        timeout: float = 120.0,
        *,
        here: bool = False,
        turn: Turn = nullcontext,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.name = name
        self._where = where
        self._make = make
        self._here = here
        self._turn = turn
        self._patience = Patience(timeout, clock, sleep)
        self._schemed: bool | None = None

    async def ask(self, request: Request[R]) -> Reply[R]:
        """Ask for a reply of a schema, once more where it cannot be read. Raises `ModelFailed`."""
        tally = Tally()
        async with self._turn():
            model = await self._model()
            started, until = self._patience.clock(), self._patience.until
            said: list[ModelMessage] = [ModelRequest([UserPromptPart(request.text)])]
            response = await self._answer(model, request, said, request.room, until, tally)
            texts = [text_of(response)]
            reading = request.read(texts[0])
            if reading.value is None:
                room = request.room * (MORE if response.finish_reason == "length" else 1)
                said += _once_more(texts[0], asked_again(reading.faults, request.schema))
                try:
                    response = await self._answer(model, request, said, room, until, tally)
                except ModelFailed as error:
                    reading = type(reading)(None, (*reading.faults, str(error)))
                else:
                    texts.append(text_of(response))
                    reading = request.read(texts[1])
            tally.add(Usage(seconds=self._patience.clock() - started))
        return Reply(reading, tuple(texts), tally.usage)

    def write(self, system: str, text: str, *, room: int) -> Written:
        """Write prose, piece by piece. Raises `ModelFailed`, also in the middle."""
        tally = Tally()
        return Written(self._pieces(system, text, room, tally), tally)

    async def _model(self) -> Model[Any]:
        try:
            return await self._make()
        except Exception as error:
            found = failure(error, self._where)
            if found is None:
                raise
        raise ModelFailed(found.said)

    async def _answer(
        self,
        model: Model[Any],
        request: Request[R],
        said: Sequence[ModelMessage],
        room: int,
        until: float,
        tally: Tally,
    ) -> ModelResponse:
        """One reply, with its schema or, where the provider takes none, with it in words."""
        if self._schemed is None:
            self._schemed = bool(model.profile.get("supports_json_schema_output", False))
        asked, system = _settings(room, request.temperature), request.system
        wanted = ModelRequestParameters()
        schemed = self._schemed  # another call, side by side with this one, may find out meanwhile
        if schemed:
            schema = request.schema.model_json_schema()
            shape = OutputObjectDefinition(schema, name="reply", strict=True)
            wanted = ModelRequestParameters(output_mode="native", output_object=shape)
        else:
            system = f"{system}\n\n{schema_said(request.schema)}"
        messages = _told(system, said)

        async def ask() -> ModelResponse:
            return await direct.model_request(
                *(model, messages),
                model_settings=asked, model_request_parameters=wanted, instrument=False,
            )  # fmt: skip

        response, refused = None, ""
        try:
            response = await self._patience.call(ask, self._where, until, tally.called)
        except Unschemed as error:
            refused = str(error)
        if response is None:
            if not schemed:
                raise ModelFailed(refused)
            self._schemed = False
            return await self._answer(model, request, said, room, until, tally)
        tally.add(self._took(response, f"{request.system}{request.text}"))
        self._check(response)
        return response

    async def _pieces(
        self, system: str, text: str, room: int, tally: Tally
    ) -> AsyncGenerator[str, None]:
        """Pieces of prose. What fails before the first of them is tried again."""
        patience, number, length = self._patience, 0, 0
        async with self._turn():
            model = await self._model()
            until = patience.until
            while True:
                number += 1
                tally.called()
                try:
                    async with aclosing(
                        self._stream(model, system, text, room, until, tally)
                    ) as one:
                        async for piece in one:
                            length += len(piece)
                            yield piece
                    return
                except Exception as error:
                    found = failure(error, self._where)
                    if found is None:
                        raise
                if length:
                    raise ModelFailed(found.said)
                await patience.wait(found, number, until)

    async def _stream(
        self, model: Model[Any], system: str, text: str, room: int, until: float, tally: Tally
    ) -> AsyncGenerator[str, None]:
        """One try. Time is counted while the model is waited for, not while a piece is used."""
        patience, speech, length = self._patience, Speech(), 0
        started, stream = patience.clock(), None
        said = _told(system, [ModelRequest([UserPromptPart(text)])])
        asked = direct.model_request_stream(
            model, said, model_settings=_settings(room, PROSE), instrument=False
        )
        try:
            async with AsyncExitStack() as open:
                async with asyncio.timeout(patience.left(until)):
                    stream = await open.enter_async_context(asked)
                events = aiter(stream)
                while length < CHARACTERS * room:
                    async with asyncio.timeout(patience.left(until)):
                        event = await anext(events, None)
                    piece = speech.rest() if event is None else speech.hear(piece_of(event))
                    if piece:
                        length += len(piece)
                        yield piece
                    if event is None:
                        break
            self._check(stream.get())
        finally:
            if stream is not None:
                tally.add(self._took(stream.get(), f"{system}{text}"))
            tally.add(Usage(seconds=patience.clock() - started))
        if not length:
            raise ModelFailed(f"{self._where} wrote nothing.")

    def _check(self, response: ModelResponse) -> None:
        if response.finish_reason == "content_filter":
            raise ModelFailed(f"{self._where} refused to answer.")

    def _took(self, response: ModelResponse, asked: str) -> Usage:
        """What a call took as the provider says, else as it is guessed from the texts."""
        used = response.usage
        read = used.input_tokens or tokens(asked)
        written = used.output_tokens or tokens((response.text or "") + (response.thinking or ""))
        return Usage(read=read, written=written, cost=None if self._here else cost_of(response))


def text_of(response: ModelResponse) -> str:
    """The reply in a response, cut where no reply is so long.

    Some models put all of it where their thinking goes, and leave the reply empty.
    """
    text = reply_in(response.text or "")
    return (text if text.strip() else response.thinking or "")[:LONG]


def piece_of(event: object) -> str:
    """The piece of prose that an event of a stream brings; empty for what is no prose."""
    if isinstance(event, PartStartEvent) and isinstance(event.part, TextPart):
        return event.part.content
    if isinstance(event, PartDeltaEvent) and isinstance(event.delta, TextPartDelta):
        return event.delta.content_delta
    return ""


def cost_of(response: ModelResponse) -> float | None:
    """What a response cost in US dollars, by the prices that come along; `None` if not known."""
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None


def _once_more(text: str, told: str) -> list[ModelMessage]:
    """What is said after an unreadable reply; providers take no empty one back."""
    again = ModelRequest([UserPromptPart(told)])
    return [ModelResponse([TextPart(text[:SHOWN])]), again] if text.strip() else [again]


def _told(system: str, said: Sequence[ModelMessage]) -> list[ModelMessage]:
    """Messages with the system's part, which belongs to the newest of them."""
    *before, last = said
    assert isinstance(last, ModelRequest)
    return [*before, ModelRequest(last.parts, instructions=system)]


def _settings(room: int, temperature: float) -> ModelSettings:
    """Retrying is done here, where it is bounded."""
    return ModelSettings(max_tokens=room, temperature=temperature, max_retries=0)
