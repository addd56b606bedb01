"""A reranker that somebody serves: Cohere's, Jina's and Voyage's, and what speaks as they do.

Their requests differ in one word and their answers in two, so that one reader serves all: vLLM,
llama.cpp, LocalAI and Infinity speak as Jina does, and Hugging Face's text-embeddings-inference
(an address that ends in `/rerank`, without a version) in a way of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, Final, TypeAlias, cast
from urllib.parse import urlsplit

from rashomon.errors import NoOpinion
from rashomon.models.address import Address, Keys
from rashomon.models.post import Post

TIMEOUT: Final = 10.0
"""Seconds for an answer: somebody waits for what comes to mind, and without one the order stays."""

Body: TypeAlias = Callable[[str, str, list[str]], dict[str, Any]]


def _cohere(model: str, query: str, texts: list[str]) -> dict[str, Any]:
    return {"model": model, "query": query, "documents": texts, "top_n": len(texts)}


def _jina(model: str, query: str, texts: list[str]) -> dict[str, Any]:
    return {**_cohere(model, query, texts), "return_documents": False}


def _voyage(model: str, query: str, texts: list[str]) -> dict[str, Any]:
    return {"model": model, "query": query, "documents": texts, "top_k": len(texts)}


def _inference(model: str, query: str, texts: list[str]) -> dict[str, Any]:
    return {"query": query, "texts": texts, "raw_scores": False}


STYLES: Final[Mapping[str, Body]] = {
    "cohere": _cohere,
    "jina": _jina,
    "voyage": _voyage,
    "inference": _inference,
}
"""What a request looks like, by who asks for it so."""

_HOSTS: Final[Mapping[str, str]] = {
    "api.cohere.com": "cohere",
    "api.cohere.ai": "cohere",
    "api.voyageai.com": "voyage",
}


def style_of(address: Address) -> str:
    """How the server at an address is asked: by its host, or by its path; else as Jina is."""
    if urlsplit(address.url).path == "/rerank":
        return "inference"
    return _HOSTS.get(address.host, "jina")


class EndpointReranker:
    """A model at an address; `https://api.cohere.com/v2#rerank-v3.5`, with `/rerank` or without."""

    def __init__(
        self, address: Address, keys: Keys, timeout: float = TIMEOUT, style: str | None = None
    ) -> None:
        self._model = address.model
        self._url = address.url if address.url.endswith("/rerank") else f"{address.url}/rerank"
        self._body = STYLES[style or style_of(address)]
        self._post = Post(address, keys, timeout)

    def score(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """One score a text; `None` where the server fails, or its answer is not one a text."""
        if not texts:
            return []
        try:
            answer = self._post(self._url, self._body(self._model, query, list(texts)))
        except NoOpinion:
            return None
        return read_scores(answer, len(texts))


def read_scores(answer: Any, count: int) -> list[float] | None:
    """The scores of an answer by position; `None` unless it has exactly one finite one each."""
    rows: Any = answer
    if isinstance(answer, dict):
        named = cast(dict[str, Any], answer)
        rows = named.get("results", named.get("data"))
    found: dict[int, float] = {}
    try:
        for row in rows:
            score = row["relevance_score"] if "relevance_score" in row else row["score"]
            found[int(row["index"])] = float(score)
    except (TypeError, ValueError, KeyError):
        return None
    if sorted(found) != list(range(count)) or not all(map(isfinite, found.values())):
        return None
    return [found[n] for n in range(count)]
