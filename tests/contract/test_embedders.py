"""Every embedder there is keeps the promises of its port."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rashomon.models.embedding import EMBEDDERS, NONE, make_embedder
from rashomon.ports.embedder import Embedder
from rashomon.testing.embedder import EmbedderContract
from tests.models.served import embeddings, serving

NAMED = sorted(set(EMBEDDERS) - {NONE})


@pytest.fixture(scope="module", params=[*NAMED, "an address"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    with serving(embeddings) as served:
        named = request.param in NAMED
        made = make_embedder(request.param if named else f"{served.url}/v1#tiny")
        assert made is not None
        yield made


class TestEveryEmbedder(EmbedderContract):
    """All of them, one after the other."""


def test_no_two_embedders_share_a_name() -> None:
    made = [make_embedder(name) for name in NAMED]
    names = [each.name for each in made if each is not None]
    assert len(set(names)) == len(NAMED)


@pytest.mark.parametrize("name", EMBEDDERS)
def test_an_embedder_says_in_a_sentence_what_it_is(name: str) -> None:
    assert EMBEDDERS[name].help.endswith(".")
