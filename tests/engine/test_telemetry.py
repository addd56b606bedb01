"""Spans: nothing without OpenTelemetry, and with it names and numbers, never a text."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import rashomon
from rashomon.engine import telemetry
from rashomon.errors import ModelFailed
from rashomon.testing.scripted import ScriptedModel, given


class Tracer:
    """A tracer as OpenTelemetry's is called, that remembers what it was told."""

    def __init__(self) -> None:
        self.spans: list[tuple[str, dict[str, Any]]] = []
        self.options: dict[str, Any] = {}

    @contextmanager
    def start_as_current_span(
        self, name: str, *, attributes: dict[str, Any], **options: Any
    ) -> Generator[Tracer]:
        self.spans.append((name, dict(attributes)))
        self.options = options
        yield self

    def set_attribute(self, key: str, value: Any) -> None:
        self.spans[-1][1][key] = value


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    telemetry._tracer.cache_clear()
    yield
    telemetry._tracer.cache_clear()


def test_without_opentelemetry_a_span_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    monkeypatch.setitem(sys.modules, "opentelemetry.trace", None)
    with telemetry.span("keep", story="hut"):
        pass
    with pytest.raises(ValueError, match="as it was"), telemetry.span("keep"):
        raise ValueError("as it was")


def test_a_span_has_a_name_ids_and_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    tracer = Tracer()
    monkeypatch.setattr(telemetry, "_tracer", lambda: tracer)
    with telemetry.span("keep", story="hut", calls=2, owner=None, long="x" * 5000):
        pass
    ((name, given),) = tracer.spans
    assert name == "rashomon.keep"
    assert given.pop("rashomon.long") == "x" * telemetry.SHORT
    assert given == {"rashomon.story": "hut", "rashomon.calls": 2}


def test_of_what_is_raised_a_span_has_the_kind_and_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    tracer = Tracer()
    monkeypatch.setattr(telemetry, "_tracer", lambda: tracer)
    with pytest.raises(ValueError, match="secret"), telemetry.span("keep"):
        raise ValueError("a secret")
    assert tracer.spans == [("rashomon.keep", {"error.type": "ValueError"})]
    assert tracer.options == {"record_exception": False, "set_status_on_exception": False}


def test_opentelemetry_takes_what_a_span_hands_it() -> None:
    trace = pytest.importorskip("opentelemetry.trace")
    with telemetry.span("keep", story="hut", calls=2):
        assert trace.get_current_span() is not None


def test_calls_keeping_and_reflection_have_spans_and_no_word_of_a_prompt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tracer = Tracer()
    monkeypatch.setattr(telemetry, "_tracer", lambda: tracer)
    with rashomon.open(":memory:") as library:
        model = ScriptedModel(lambda request: ModelFailed("gone"))
        library.context.models = given(model)
        people = [{"id": id, "name": id.title(), "relationships": [{"about": other, "kind": "kin"}]}
                  for id, other in (("ada", "ben"), ("ben", "ada"))]  # fmt: skip
        story = library.create({"id": "hut", "title": "The Hut", "characters": people})
        for _ in range(2):
            story.record({"steps": [{"who": "ada", "says": "The marzipan is mine, Ben."}]})
        story.keep_now()
        story.reflect_now("ben")
    names = [name for name, _ in tracer.spans]
    assert {"rashomon.keep", "rashomon.reflect", "rashomon.ask"} <= {*names}
    asked = next(given for name, given in tracer.spans if name == "rashomon.ask")
    assert (asked["rashomon.model"], asked["rashomon.role"]) == ("scripted", "keeper")
    assert "marzipan" not in repr(tracer.spans)
    assert any("marzipan" in prompt for prompt in model.shown)
