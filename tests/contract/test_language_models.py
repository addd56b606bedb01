"""Every way to a language model keeps the promises of the port, a real small one among them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models import override_allow_model_requests
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rashomon.models.language import LanguageModels
from rashomon.models.language.failures import Where
from rashomon.models.language.provider import ProviderModel
from rashomon.ports.language import LanguageModel
from rashomon.settings import Settings
from rashomon.testing.language import LanguageModelContract, Saying, SayingContract
from rashomon.testing.scripted import ScriptedModel
from tests.models.served_models import serving

PROSE = "Once there was a key."


def by_function(replies: Sequence[str]) -> LanguageModel:
    """pydantic-ai's model for tests, in place of a provider's."""
    left = list(replies)

    def reply(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse([TextPart(left.pop(0) if len(left) > 1 else left[0])])

    async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        for word in PROSE.split(" "):
            yield f"{word} "

    async def make() -> FunctionModel:
        return FunctionModel(reply, stream_function=stream)

    return ProviderModel("function", Where("function"), make)


def named(setting: str, models: LanguageModels) -> LanguageModel:
    found = models(Settings({"models.default": setting}), "keeper")
    assert found is not None
    return found


@pytest.fixture(scope="module", params=["scripted", "function", "served", "gguf"])
def model(request: pytest.FixtureRequest) -> Iterator[LanguageModel]:
    """Each kind in turn."""
    graded = '{"n": 3}'
    if request.param == "scripted":
        yield ScriptedModel(lambda asked: graded, prose=lambda system, text: PROSE)
    elif request.param == "function":
        yield by_function([graded])
    elif request.param == "served":
        with serving(lambda body: PROSE if body["stream"] else graded) as server:
            yield named(server.setting, LanguageModels())
    else:
        models = LanguageModels()
        with override_allow_model_requests(True):
            yield named(request.getfixturevalue("gguf"), models)
        models.close()


class TestEveryLanguageModel(LanguageModelContract):
    """All of them, one after the other."""


@pytest.fixture(params=["scripted", "function", "served"])
def saying(request: pytest.FixtureRequest) -> Iterator[Saying]:
    """Each kind that says what it is told."""
    if request.param == "scripted":
        yield ScriptedModel
    elif request.param == "function":
        yield by_function
    else:
        left: list[str] = []
        with serving(lambda body: left.pop(0)) as server:

            def said(replies: Sequence[str]) -> LanguageModel:
                left[:] = replies
                return named(server.setting, LanguageModels())

            yield said


class TestEveryModelThatSaysWhatItIsTold(SayingContract):
    """All of them, one after the other."""
