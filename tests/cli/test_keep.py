"""`rashomon keep` with a model: it says first what it takes, and then what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from rashomon.errors import ModelFailed
from rashomon.settings import Settings
from rashomon.testing.scripted import ScriptedModel
from tests.cli.conftest import Cli


@pytest.fixture
def asks(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Lets a script answer for whatever model is set."""

    def use(script: Any) -> None:
        class Models:
            def __call__(self, settings: Settings, role: str) -> ScriptedModel | None:
                named = settings.text(f"models.{role}")
                return ScriptedModel(script) if role == "keeper" and named else None

            def close(self) -> None:
                """Nothing is open."""

        def models(key_for: object) -> Models:
            return Models()

        monkeypatch.setattr("rashomon.wiring.models", models)

    return use


def grades(request: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {name: [] for name in request.schema.model_fields}
    if request.task == "grades":
        event = re.findall(r"^(E\d+) ", request.text, re.MULTILINE)[0]
        return {"grades": [{"e": event, "n": 4}, {"e": event, "n": 7}]}
    return nothing


def fails(request: Any) -> ModelFailed:
    return ModelFailed("The model is out.")


def test_it_says_how_many_calls_it_makes_and_what_came_of_them(
    gate: Cli, asks: Callable[[Any], None]
) -> None:
    asks(grades)
    gate("settings", "west-gate", "models.keeper", "ollama:small")
    done = gate("keep", "west-gate")
    assert re.search(r"Up to \d+ calls to a model: about [\d,]+ tokens to read", done.err)
    assert re.search(r"Sealed \d+ turns", done.out)
    assert "Taken: 1" in done.out
    assert "weighs 4." in done.out
    assert "Left out: 1" in done.out
    assert "rashomon run west-gate N, for N of 1." in done.err
    assert gate("runs", "west-gate", "--json").json[0]["kind"] == "keep"
    assert "Nothing was pending." in gate("keep", "west-gate").out


def test_a_model_that_fails_is_told_of_and_nothing_is_lost(
    gate: Cli, asks: Callable[[Any], None]
) -> None:
    asks(fails)
    gate("settings", "west-gate", "models.keeper", "ollama:small")
    ran = gate("keep", "west-gate", "--json")
    assert ran.status == 1
    assert (ran.json["turns"], ran.json["failed"]) == (0, "The model is out.")
    said = " ".join(ran.err.split())
    assert said.endswith("The model is out. 7 turns stay pending; keep again to go on.")
    gate("settings", "west-gate", "models.keeper", "")
    done = gate("keep", "west-gate")
    assert "Sealed" in done.out
    assert "calls" not in done.err, "the rules make none"
