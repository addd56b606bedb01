"""Whether a model answers is asked only where somebody wants to know, and said in a line."""

from __future__ import annotations

from tests.cli.conftest import Cli
from tests.models.served_models import failing, serving

YES = {"word": "yes"}


def test_the_models_of_a_story_are_asked_once_each(cli: Cli) -> None:
    assert cli("new", "west-gate").status == 0
    with serving(YES) as server:
        cli("settings", "west-gate", "models.default", server.setting)
        cli("settings", "west-gate", "models.gm", "rules")
        cli("doctor")
        assert server.asked == []
        said = cli("doctor", "west-gate").out
        assert len(server.asked) == 1
        assert "Elias" not in server.texts()
    assert f"model {server.setting} (character, keeper" in said
    assert "answers in 0." in said


def test_a_model_can_be_asked_without_a_story(cli: Cli) -> None:
    with serving(["Yes!", "Yes!"]) as server:
        checks = cli("doctor", "--model", server.setting, "--json").json["checks"]
    assert checks[-1]["check"] == f"model {server.setting}"
    assert checks[-1]["ok"]
    assert checks[-1]["said"].endswith("but not with the JSON asked for")
    assert "there are none" in cli("doctor", "--model", "rules").out


def test_what_does_not_answer_is_bad_and_the_reason_is_said(cli: Cli) -> None:
    with serving(failing(401)) as server:
        ran = cli("doctor", "--model", server.setting)
    assert ran.status == 1
    assert f"BAD  model {server.setting}: 127.0.0.1 said 401" in ran.out
    ran = cli("doctor", "--model", "olama:x")
    assert ran.status == 1
    assert ran.out.count("did you mean 'ollama'") == 1
    assert "There is no story 'nobody'" in cli("doctor", "nobody").out
