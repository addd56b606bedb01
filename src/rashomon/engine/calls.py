"""Calling models: requests side by side, each its own step of a run.

Whoever calls has no transaction open: a model may think for minutes, and a story is not locked for
so long. All calls of a library run in one event loop on a thread of their own, so that connections
are kept from call to call, and so that whoever waits may have a loop of its own running.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from rashomon.engine.telemetry import span
from rashomon.errors import ModelFailed
from rashomon.ports.language import LanguageModel, Reply
from rashomon.prompts.asking import Asked
from rashomon.prompts.request import Request
from rashomon.story.run import Edit, RunStep

R = TypeVar("R", bound=BaseModel)
T = TypeVar("T")

log = logging.getLogger("rashomon")


class Calls:
    """The event loop of a library's calls, on a thread that is started when first needed."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for what a coroutine answers; it runs beside whatever else is called.

        Raises `ModelFailed` if it was broken off by `close`.
        """
        try:
            return asyncio.run_coroutine_threadsafe(work, self._running()).result()
        except CancelledError:
            raise ModelFailed("The library was closed while a model was asked.") from None

    def close(self) -> None:
        """End the loop. Calls under way are broken off, and whoever waits for one is told."""
        with self._starting:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_cancel_others(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._starting:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(
                    target=self._loop.run_forever, name="rashomon asking models", daemon=True
                )
                self._thread.start()
            return self._loop


async def _cancel_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class Answered(Generic[R]):
    """What came of one request: a reply, or `None` and in `failed` why, in one sentence."""

    request: Request[R]
    reply: Reply[R] | None
    failed: str = ""

    @property
    def value(self) -> R | None:
        """What could be read in the reply."""
        return None if self.reply is None else self.reply.reading.value


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a batch will take at most: calls, and about how many tokens in and out."""

    calls: int = 0
    read: int = 0
    written: int = 0


def estimated(asked: Iterable[Asked[Any, Any]]) -> Estimate:
    """What these requests take, if each reply takes all the room it is given."""
    every = [*asked]
    return Estimate(
        len(every), sum(each.tokens for each in every), sum(each.request.room for each in every)
    )


def ask_all(
    calls: Calls, model: LanguageModel, requests: Sequence[Request[R]], at_once: int
) -> list[Answered[R]]:
    """What a model answers to each request, at most so many under way at a time.

    One that fails holds up none of the others.
    """
    return calls.run(_every(model, requests, at_once)) if requests else []


async def _every(
    model: LanguageModel, requests: Sequence[Request[R]], at_once: int
) -> list[Answered[R]]:
    gate = asyncio.Semaphore(at_once)

    async def one(request: Request[R]) -> Answered[R]:
        async with gate:
            named = {"role": request.role, "task": request.task, "owner": request.owner}
            try:
                with span("ask", model=model.name, **named):
                    return Answered(request, await model.ask(request))
            except ModelFailed as error:
                return Answered(request, None, str(error))
            except Exception as error:  # a provider's own fault must not lose anybody's work
                log.exception("%s failed at %s.", model.name, request.task)
                return Answered(request, None, f"{model.name} failed ({type(error).__name__}).")

    return [*await asyncio.gather(*(one(request) for request in requests))]


def step_of(
    answered: Answered[Any], model: str, moment: int, edits: Iterable[Edit] = ()
) -> RunStep:
    """One call as a step of a run. `moment` is the newest event there was when it was made."""
    request, reply = answered.request, answered.reply
    notes = (answered.failed,) if reply is None else reply.reading.faults
    usage = None if reply is None else reply.usage
    return RunStep(
        role=request.role, task=request.task, owner=request.owner, model=model, moment=moment,
        system=request.system, prompt=request.text, replies=() if reply is None else reply.texts,
        edits=tuple(edits), notes=notes, calls=1 if usage is None else usage.calls,
        read=0 if usage is None else usage.read, written=0 if usage is None else usage.written,
        seconds=0.0 if usage is None else usage.seconds, cost=None if usage is None else usage.cost,
    )  # fmt: skip
