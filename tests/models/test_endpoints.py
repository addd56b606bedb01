"""What a server does wrong is no opinion, and no key goes where it does not belong."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from rashomon.errors import BadSetting, NoOpinion
from rashomon.models.address import key_variables, no_keys, read_address
from rashomon.models.embedding import embedders, make_embedder
from rashomon.models.embedding.endpoint import BATCH, EndpointEmbedder
from rashomon.models.reranking import make_reranker
from rashomon.models.reranking.endpoint import EndpointReranker
from rashomon.wiring import key_for
from tests.models.served import DIMENSION, embeddings, serving, slowly, vector

SECRET = "sk-a-secret"
WRONG: dict[str, Any] = {
    "an error": (500, b"{}"),
    "too much asked": (429, b"{}"),
    "no JSON": (200, b"<html>"),
    "no object": [],
    "nothing": {},
    "null": None,
    "too few": {"data": [], "results": []},
    "not numbers": {"data": [{"index": 0, "embedding": ["a"], "relevance_score": "a"}]},
    "no number": {"data": [{"index": 0, "embedding": [None], "relevance_score": None}]},
    "infinite": {"data": [{"index": 0, "embedding": [1e999], "relevance_score": 1e999}]},
    "empty": {"data": [{"index": 0, "embedding": []}]},
    "another's place": {"data": [{"index": 7, "embedding": [1.0], "relevance_score": 1.0}]},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_is_no_opinion(name: str) -> None:
    with serving(lambda path, body: WRONG[name]) as served:
        embedder = make_embedder(f"{served.url}/v1#tiny")
        assert embedder is not None
        with pytest.raises(NoOpinion, match=r"^127\.0\.0\.1 .*\.$"):
            embedder.embed(["Where is the key?"])
        reranker = make_reranker(f"{served.url}/v1#tiny")
        assert reranker is not None
        assert reranker.score("Where is the key?", ["Here."]) is None


def test_nobody_there_and_nobody_in_time_are_no_opinion() -> None:
    with serving(slowly(embeddings, 0.5)) as served:
        address = read_address("embedder", f"{served.url}/v1#tiny")
        with pytest.raises(NoOpinion, match="in time"):
            EndpointEmbedder(address, no_keys, timeout=0.05).embed(["Hello."])
        assert EndpointReranker(address, no_keys, timeout=0.05).score("Who?", ["Me."]) is None
    with pytest.raises(NoOpinion, match="cannot be reached"):
        EndpointEmbedder(address, no_keys).embed(["Hello."])
    assert EndpointReranker(address, no_keys).score("Who?", ["Me."]) is None


def test_a_model_that_changes_its_dimension_is_not_believed() -> None:
    lengths = iter([DIMENSION, DIMENSION, DIMENSION - 1])

    def shrinking(path: str, body: dict[str, Any]) -> Any:
        length = next(lengths)
        return {"data": [{"embedding": vector(text)[:length]} for text in body["input"]]}

    with serving(shrinking) as served:
        embedder = make_embedder(f"{served.url}/v1#tiny")
        assert embedder is not None
        assert embedder.embed(["Hello."]).shape == (1, DIMENSION)
        with pytest.raises(NoOpinion, match="another length"):
            embedder.embed(["Hello."])


def test_many_texts_are_asked_for_in_several_requests() -> None:
    with serving(embeddings) as served:
        embedder = make_embedder(f"{served.url}/v1#tiny")
        assert embedder is not None
        embedder.embed([f"Word{n}." for n in range(2 * BATCH + 1)])
        asked = [len(body["input"]) for _, _, body in served.requests]
        assert asked == [1, BATCH, BATCH, 1]


def _sent(url: str, keys: Callable[[str], str | None], served: Any) -> list[str | None]:
    embedder = embedders(keys)(f"{url}/v1#tiny")
    assert embedder is not None
    embedder.embed(["Hello."])
    return [headers.get("Authorization") for _, headers, _ in served.requests]


def test_a_key_goes_to_its_own_host_and_to_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RASHOMON_KEY_127_0_0_1", SECRET)
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    with serving(embeddings) as served:
        assert _sent(served.url, key_for, served) == [f"Bearer {SECRET}"] * 2
    with serving(embeddings) as served:
        there = served.url.replace("127.0.0.1", "localhost")
        assert _sent(there, key_for, served) == [None, None]
    assert key_for("api.openai.com") == "another"
    assert key_for("api.openai.com.example.org") is None
    assert key_variables("embed.example.org") == ("RASHOMON_KEY_EMBED_EXAMPLE_ORG",)


def test_a_key_never_travels_in_the_open() -> None:
    far = read_address("embedder", "http://api.example.org/v1#tiny")
    assert far.headers(lambda host: SECRET) == {}
    safe = read_address("embedder", "https://api.example.org/v1#tiny")
    assert safe.headers(lambda host: SECRET) == {"Authorization": f"Bearer {SECRET}"}


def test_a_key_follows_no_redirect_and_is_never_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(embeddings) as other:
        away = (307, f"{other.url}/v1/embeddings".encode())
        with serving(lambda path, body: away) as served:
            embedder = make_embedder(f"{served.url}/v1#tiny", lambda host: SECRET)
            assert embedder is not None
            with pytest.raises(NoOpinion) as error:
                embedder.embed(["Hello."])
        assert other.requests == []
    told = f"{error.value!r} {embedder!r} {vars(embedder)} {error.value.__context__!r}"
    assert SECRET not in told + caplog.text


@pytest.mark.parametrize(
    "setting",
    [
        "wordlama",
        "http://localhost:11434/v1",
        "http://#model",
        "https://me:secret@example.org/v1#model",
        "https://example.org/v1?key=secret#model",
        "http://[::1/v1#model",
        "http://host:port/v1#model",
        "ftp://example.org/v1#model",
    ],
)
def test_what_is_neither_name_nor_address_is_refused_without_its_secrets(setting: str) -> None:
    for make in (make_embedder, make_reranker):
        with pytest.raises(BadSetting) as error:
            make(setting)
        assert "secret" not in str(error.value)
        assert str(error.value).endswith((".", "?"))


def test_a_name_nearly_right_is_told() -> None:
    with pytest.raises(BadSetting, match="did you mean 'wordllama'"):
        make_embedder("wordlama")


def test_loading_a_model_leaves_logging_alone() -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    embedder = make_embedder("wordllama")
    assert embedder is not None
    embedder.embed(["Hello."])
    assert (root.level, list(root.handlers)) == before
