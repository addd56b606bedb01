"""Every reranker there is keeps the promises of its port, in each style of asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rashomon.models.address import no_keys, read_address
from rashomon.models.reranking.endpoint import STYLES, EndpointReranker, style_of
from rashomon.ports.reranker import Reranker
from rashomon.testing.reranker import RerankerContract
from tests.models.served import relevance, serving


def _sorted(query: str, texts: list[str], key: str) -> list[dict[str, Any]]:
    rows = [{"index": n, key: relevance(query, text)} for n, text in enumerate(texts)]
    return sorted(rows, key=lambda row: -row[key])


def cohere(path: str, body: dict[str, Any]) -> Any:
    assert path == "/v1/rerank"
    assert set(body) - {"return_documents"} == {"model", "query", "documents", "top_n"}
    rows = _sorted(body["query"], body["documents"], "relevance_score")
    return {"id": "r", "results": rows[: body["top_n"]], "meta": {}}


def voyage(path: str, body: dict[str, Any]) -> Any:
    assert path == "/v1/rerank"
    assert set(body) == {"model", "query", "documents", "top_k"}
    rows = _sorted(body["query"], body["documents"], "relevance_score")
    return {"object": "list", "data": rows[: body["top_k"]], "usage": {}}


def inference(path: str, body: dict[str, Any]) -> Any:
    assert path == "/rerank"
    assert set(body) == {"query", "texts", "raw_scores"}
    return _sorted(body["query"], body["texts"], "score")


ANSWERS = {"cohere": cohere, "jina": cohere, "voyage": voyage, "inference": inference}


@pytest.fixture(scope="module", params=sorted(STYLES))
def reranker(request: pytest.FixtureRequest) -> Iterator[Reranker]:
    with serving(ANSWERS[request.param]) as served:
        path = "/rerank" if request.param == "inference" else "/v1"
        address = read_address("reranker", f"{served.url}{path}#tiny")
        yield EndpointReranker(address, no_keys, style=request.param)


class TestEveryReranker(RerankerContract):
    """Each style, one after the other."""


@pytest.mark.parametrize(
    ("setting", "style"),
    [
        ("https://api.cohere.com/v2#rerank-v3.5", "cohere"),
        ("https://api.voyageai.com/v1#rerank-2.5", "voyage"),
        ("https://api.jina.ai/v1/rerank#jina-reranker-v2-base-multilingual", "jina"),
        ("http://localhost:8080/v1#bge", "jina"),
        ("http://localhost:8080/rerank#bge", "inference"),
    ],
)
def test_a_server_is_asked_in_its_own_way(setting: str, style: str) -> None:
    assert style_of(read_address("reranker", setting)) == style
