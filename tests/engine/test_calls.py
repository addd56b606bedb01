"""Models are asked side by side, no more at a time than was said, and none holds up the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from rashomon.engine.calls import Calls, ask_all
from rashomon.errors import ModelFailed
from rashomon.ports.language import Reply, Usage
from rashomon.prompts.request import Reading, Request


class Word(BaseModel):
    """A reply of one word."""

    word: str


def request(text: str) -> Request[Word]:
    return Request("check", "word", "mara", "Say a word.", text, Word,
                   lambda reply: Reading(Word(word=reply)))  # fmt: skip


class Model:
    """Answers with what it was asked, once so many are under way as it waits for."""

    name = "a model of the tests"

    def __init__(self, answer: Callable[[str], str] = str.upper, together: int = 1) -> None:
        self.answer = answer
        self.together = together
        self.now = self.most = 0
        self.met = asyncio.Event()

    async def ask(self, request: Request[Any]) -> Reply[Any]:
        self.now += 1
        self.most = max(self.most, self.now)
        if self.now >= self.together:
            self.met.set()
        await asyncio.wait_for(self.met.wait(), 30)
        await asyncio.sleep(0.01)
        self.now -= 1
        said = self.answer(request.text)
        return Reply(request.read(said), (said,), Usage(calls=1))

    def write(self, system: str, text: str, *, room: int) -> Any:
        raise NotImplementedError


@pytest.fixture
def calls() -> Iterator[Calls]:
    made = Calls()
    yield made
    made.close()


def said(answered: list[Any]) -> list[str]:
    return [each.value.word if each.value else each.failed for each in answered]


def test_requests_run_side_by_side_and_no_more_of_them_than_was_said(calls: Calls) -> None:
    model = Model(together=3)
    found = ask_all(calls, model, [request(letter) for letter in "abcdefg"], 3)
    assert said(found) == list("ABCDEFG")
    assert model.most == 3


def test_one_that_fails_is_told_of_and_the_others_are_answered(calls: Calls) -> None:
    def answer(text: str) -> str:
        if text == "b":
            raise ModelFailed("The host did not answer.")
        if text == "c":
            raise ZeroDivisionError("a secret")
        return text

    found = said(ask_all(calls, Model(answer), [request(letter) for letter in "abcd"], 2))
    assert found[:2] == ["a", "The host did not answer."]
    assert found[2:] == ["a model of the tests failed (ZeroDivisionError).", "d"]


def test_whoever_waits_may_have_a_loop_of_its_own_running(calls: Calls) -> None:
    async def inside() -> list[str]:
        return said(ask_all(calls, Model(), [request("a")], 1))

    assert asyncio.run(inside()) == ["A"]


def test_all_calls_share_one_loop(calls: Calls) -> None:
    async def here() -> tuple[int, int]:
        return id(asyncio.get_running_loop()), threading.get_ident()

    assert calls.run(here()) == calls.run(here())


def test_closing_breaks_off_what_is_under_way_and_says_so() -> None:
    calls = Calls()
    model = Model(together=2)  # nobody comes second, so that it waits
    threading.Timer(0.3, calls.close).start()
    with pytest.raises(ModelFailed, match="closed"):
        ask_all(calls, model, [request("a")], 1)
    assert said(ask_all(calls, Model(), [request("b")], 1)) == ["B"], "and it can start again"
    calls.close()
