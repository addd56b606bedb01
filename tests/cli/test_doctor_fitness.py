"""What a model is fit for is said in a table and in plain words, once it was asked a little."""

from __future__ import annotations

from rashomon.testing.fitness import ROLES, SHARE
from rashomon.testing.staging import JOINED, TASKS
from tests.cli.conftest import Cli
from tests.models.served_models import Said, serving


def test_nonsense_is_no_better_than_rules_and_no_error(cli: Cli) -> None:
    with serving("The moon is a cheese.") as server:
        ran = cli("doctor", "--model", server.setting)
    assert ran.status == 0
    assert "questions about invented stories" in ran.err
    lines = ran.out.splitlines()
    head = next(line for line in lines if line.startswith("asked for"))
    assert " ".join(head.split()) == "asked for narrow en zh wide en zh rules so it is"
    said = " ".join(ran.out.split())
    assert sum(line.endswith("  no better") for line in lines) == len(TASKS)
    assert "0% could be read at once and 0% when asked again" in said
    assert "models.shape should be narrow." in said
    for role in ROLES:
        assert f"(models.{role}): .00, where rules have ." in said
    assert "Elias" not in server.texts()


def test_the_answer_for_programs_has_every_task_language_and_shape(cli: Cli) -> None:
    with serving({"grades": [], "tags": []}) as server:
        told = cli("doctor", "--model", server.setting, "--json")
        asked = len(server.asked) - 1
    found = told.json["fitness"]
    assert told.json["ok"]
    assert {*found["roles"]} == {*ROLES}
    assert [*found["tasks"]] == [*TASKS]
    assert {*found["roles"]["keeper"]} == {"word", "f1", "rules"}
    spots = {(row["shape"], row["task"], row["language"]) for row in found["rows"]}
    for language in ("en", "zh"):
        assert {task for shape, task, lang in spots if (shape, lang) == ("narrow", language)} == {
            *TASKS
        }
        assert {task for shape, task, lang in spots if (shape, lang) == ("wide", language)} == {
            *JOINED
        }
        assert ("rules", "check", language) in spots
    assert found["cases"] == 2 * SHARE * (len(TASKS) + len(JOINED)) <= asked
    assert not found["broken_off"]


def test_no_model_is_tested_where_none_is_named_or_none_answers(cli: Cli) -> None:
    assert cli("doctor", "--model", "rules", "--json").json["fitness"] is None
    with serving(Said("", status=401)) as server:
        ran = cli("doctor", "--model", server.setting, "--json")
        assert len(server.asked) == 1
    assert ran.status == 1
    assert ran.json["fitness"] is None
    assert cli("doctor", "--json").json["fitness"] is None


def test_all_the_questions_are_for_a_model_that_is_named(cli: Cli) -> None:
    ran = cli("doctor", "--full")
    assert ran.status == 2
    assert "--model" in ran.err
