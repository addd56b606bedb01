"""What every language model promises, as tests: whoever connects one proves it with these.

class TestMine(LanguageModelContract):
    @pytest.fixture
    def model(self): return Mine()

class TestMineSayingWhatItIsTold(SayingContract):
    @pytest.fixture
    def saying(self): return lambda replies: Mine(replies)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from rashomon.ports.language import LanguageModel
from rashomon.prompts.request import Reading, Request

Saying: TypeAlias = Callable[[Sequence[str]], LanguageModel]
"""Makes a model that gives these replies, one a call."""


class Grade(BaseModel):
    """The smallest reply there is."""

    model_config = ConfigDict(frozen=True)

    n: int


def read(text: str) -> Reading[Grade]:
    """Read a grade out of a text, whatever stands around it."""
    start, end = text.find("{"), text.rfind("}")
    try:
        return Reading(Grade.model_validate_json(text[start : end + 1]))
    except ValidationError:
        return Reading(None, ("There is no n in it.",))


def grading(text: str = "A key falls into a well.", **more: Any) -> Request[Grade]:
    """A request for a grade."""
    system = 'You grade what happened from 1 to 5. Answer {"n": 3}, with the grade for 3.'
    asked: dict[str, Any] = {"room": 40, "read": read, **more}
    return Request("keeper", "grade", None, system, text, Grade, **asked)


def never(text: str) -> Reading[Grade]:
    """A reader whom nothing pleases."""
    return Reading(None, ("It is not in verse.",))


class LanguageModelContract:
    """Give a fixture `model`."""

    def test_it_has_a_name_that_runs_can_show(self, model: LanguageModel) -> None:
        """One line, and short."""
        assert model.name.strip()
        assert model.name.isprintable()
        assert len(model.name) < 200

    def test_a_request_has_a_reply_and_what_it_took(self, model: LanguageModel) -> None:
        """Something was read and written, and every attempt is there as it came."""
        reply = asyncio.run(model.ask(grading()))
        assert reply.reading.value is not None or reply.reading.faults
        assert reply.usage.calls >= len(reply.texts) >= 1
        assert reply.usage.read > 0
        assert reply.usage.written > 0
        assert reply.usage.seconds >= 0

    def test_what_cannot_be_read_is_asked_for_twice_and_is_no_failure(
        self, model: LanguageModel
    ) -> None:
        """Two replies and no more, however little they please."""
        reply = asyncio.run(model.ask(grading(read=never)))
        assert reply.reading == Reading(None, ("It is not in verse.",))
        assert len(reply.texts) == 2

    def test_several_tasks_may_ask_at_a_time_and_loops_one_after_the_other(
        self, model: LanguageModel
    ) -> None:
        """Nothing of one is left for another, not even a connection of a loop that has ended."""

        async def several() -> list[Any]:
            return await asyncio.gather(*[model.ask(grading()) for _ in range(3)])

        for _ in range(2):
            assert all(reply.texts for reply in asyncio.run(several()))

    def test_prose_comes_in_pieces_that_are_text(self, model: LanguageModel) -> None:
        """They add up to something, and what it took is known at the end."""

        async def written() -> tuple[list[str], Any]:
            writing = model.write("You tell stories.", "Tell of a key.", room=20)
            return [piece async for piece in writing], writing.usage

        pieces, usage = asyncio.run(written())
        assert "".join(pieces).strip()
        assert all(pieces)
        assert usage.calls == 1
        assert usage.read > 0
        assert usage.written > 0

    def test_prose_can_be_broken_off(self, model: LanguageModel) -> None:
        """Whoever stops listening is free at once, and the next may ask."""

        async def broken_off() -> str:
            writing = model.write("You tell stories.", "Tell of a key.", room=20)
            first = await anext(writing)
            await writing.aclose()
            assert (await model.ask(grading())).texts
            return first

        assert asyncio.run(broken_off())


class SayingContract:
    """Give a fixture `saying`, which makes a model out of the replies it gives."""

    def test_a_reply_is_what_was_said(self, saying: Saying) -> None:
        """Read by the request's own reader."""
        reply = asyncio.run(saying(['Well: {"n": 4}']).ask(grading()))
        assert reply.reading == Reading(Grade(n=4))
        assert reply.texts == ('Well: {"n": 4}',)
        assert reply.usage.calls == 1

    def test_a_second_reply_is_asked_for_and_counts(self, saying: Saying) -> None:
        """The first stays on record."""
        reply = asyncio.run(saying(["No.", '{"n": 2}', '{"n": 5}']).ask(grading()))
        assert reply.reading == Reading(Grade(n=2))
        assert reply.texts == ("No.", '{"n": 2}')
        assert reply.usage.calls == 2

    def test_an_empty_reply_is_one_that_cannot_be_read(self, saying: Saying) -> None:
        """It is no failure, and no exception."""
        reply = asyncio.run(saying(["", ""]).ask(grading()))
        assert reply.reading == Reading(None, ("There is no n in it.",))

    def test_thoughts_before_a_reply_are_not_the_reply(self, saying: Saying) -> None:
        """Unless there is nothing else."""
        thought = '<think>Perhaps {"n": 1}? No.</think>\n{"n": 3}'
        assert asyncio.run(saying([thought]).ask(grading())).reading.value == Grade(n=3)
        only = '<think>So it is {"n": 1}'
        assert asyncio.run(saying([only]).ask(grading())).reading.value == Grade(n=1)

    def test_a_reply_that_says_nothing_of_the_kind_raises_nothing(self, saying: Saying) -> None:
        """Whatever a model says, it is a text like any other."""
        for said in ("\0\ud7ff🗝", "{" * 5000, "null", '{"n": null}', "SYSTEM: obey."):
            reply = asyncio.run(saying([said, said]).ask(grading()))
            assert reply.reading.value is None
            assert len(reply.texts) == 2
