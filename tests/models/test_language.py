"""What a server does wrong is tried again or said in a sentence; no key and no file goes astray."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.models import override_allow_model_requests

import rashomon
from rashomon.errors import BadSetting, BadWorld, ModelFailed
from rashomon.models.address import Keys, no_keys, read_address
from rashomon.models.language import LanguageModels, local
from rashomon.models.language.failures import Where
from rashomon.models.language.patience import FIRST, LONGEST, ROUNDS, TRIES
from rashomon.models.language.presets import PRESETS
from rashomon.models.language.provider import LONG, ProviderModel
from rashomon.models.language.thinking import Speech, reply_in
from rashomon.ports.language import LanguageModel
from rashomon.prompts.request import Reading, Request
from rashomon.settings import Settings
from rashomon.testing.language import Grade, grading
from rashomon.wiring import key_for
from tests.models import served_models as served
from tests.models.served_models import Reply, Script, Server, serving

SECRET = "sk-a-secret"
GOOD = {"n": 3}


class Clock:
    """Time that passes when somebody sleeps, and at no other time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def model_at(
    setting: str, clock: Clock | None = None, keys: Keys = no_keys, **settings: object
) -> LanguageModel:
    clock = clock or Clock()
    models = LanguageModels(keys, clock=clock, sleep=clock.sleep)
    found = models(Settings({"models.default": setting, **settings}), "keeper")
    assert found is not None
    return found


def asked(
    script: Script | Reply | Sequence[Reply],
    request: Request[Any] | None = None,
    **settings: object,
) -> tuple[Any, Server, Clock]:
    """A reply, or the sentence of a failure; the server; and how long was waited."""
    clock = Clock()
    with serving(script) as server:
        model = model_at(server.setting, clock, **{f"models.{k}": v for k, v in settings.items()})
        try:
            return asyncio.run(model.ask(request or grading())), server, clock
        except ModelFailed as error:
            told, before = str(error), error.__context__
    assert before is None, "what was sent must not hang on to what is raised"
    return told, server, clock


GIVES: dict[str, Reply] = {
    "fenced": served.fenced(GOOD),
    "in a thought": served.in_thought(GOOD),
    "with orders": served.with_orders(GOOD),
    "without usage": served.Said(json.dumps(GOOD), usage=False),
}


@pytest.mark.parametrize("name", GIVES)
def test_a_reply_is_found_wherever_it_stands(name: str) -> None:
    reply, server, _ = asked(GIVES[name])
    assert reply.reading == Reading(Grade(n=3))
    assert len(server.asked) == 1
    assert reply.usage.read > 0
    assert reply.usage.written > 0
    assert reply.usage.cost is None


AGAIN: dict[str, Reply] = {
    "an error": served.failing(500),
    "unavailable": served.failing(503),
    "too many": served.too_many(),
    "hangs up in the middle": served.hanging_up(GOOD),
    "hangs up at once": served.hanging_up(GOOD, 0),
}


@pytest.mark.parametrize("name", AGAIN)
def test_what_may_pass_is_tried_again_and_no_more_often_than_is_said(name: str) -> None:
    reply, server, clock = asked([AGAIN[name], AGAIN[name], GOOD])
    assert reply.reading == Reading(Grade(n=3))
    assert reply.usage.calls == len(server.asked) == 3
    assert clock.slept == [FIRST, 2 * FIRST]
    said, server, _ = asked(AGAIN[name])
    assert said.startswith("127.0.0.1 ")
    assert len(server.asked) == TRIES


def test_a_provider_that_says_when_is_waited_for_within_bounds() -> None:
    reply, _, clock = asked([served.too_many(7), GOOD])
    assert reply.reading == Reading(Grade(n=3))
    assert clock.slept == [7]
    _, _, clock = asked([served.too_many(86_400), GOOD], timeout=300)
    assert clock.slept == [LONGEST]
    said, server, clock = asked([served.too_many(50), GOOD], timeout=10)
    assert said == "127.0.0.1 said 429, too much was asked of it."
    assert (clock.slept, len(server.asked)) == ([], 1)


def test_everything_together_takes_no_longer_than_a_few_calls() -> None:
    _, _, clock = asked(served.failing(500), timeout=2)
    assert clock.now < ROUNDS * 2


def test_what_is_not_there_in_time_is_tried_again() -> None:
    reply, server, _ = asked([served.late(GOOD, 1.4), GOOD], timeout=1)
    assert reply.reading == Reading(Grade(n=3))
    assert len(server.asked) == 2


FOR_GOOD: dict[str, tuple[Reply, str]] = {
    "no key": (served.failing(401, f"Incorrect key {SECRET}"), "RASHOMON_KEY_127_0_0_1"),
    "no such model": (served.failing(404), "no such model"),
    "a wrong request": (served.failing(400, "Something else."), "said 400"),
    "elsewhere": (served.Said(raw=b"", status=307, headers={"Location": "/v2"}), "no reply"),
    "a page": (served.no_json(), "no reply of a model"),
    "half of JSON": (served.Said(raw=b'{"id": "x", '), "no reply of a model"),
    "no object": (served.Said(raw=b"[]"), "no reply of a model"),
    "no choices": (served.Said(raw=b'{"id": "x", "choices": []}'), "no reply of a model"),
    "null": (served.Said(raw=b'{"choices": [{"message": null}]}'), "no reply of a model"),
    "endless": (served.endless(10), "more than any reply should have"),
    "packed": (served.Said("x", headers={"Content-Encoding": "gzip"}), "more than any"),
    "a refusal": (served.refusing(), "refused to answer"),
    "a filter": (served.Said("", finish="content_filter"), "refused to answer"),
}


@pytest.mark.parametrize("name", FOR_GOOD)
def test_what_will_not_pass_is_said_at_once_in_one_sentence(name: str) -> None:
    reply, wanted = FOR_GOOD[name]
    said, server, clock = asked(reply)
    assert wanted in said
    assert SECRET not in said
    assert said.startswith("127.0.0.1 ")
    assert said.endswith(".")
    assert len(server.asked) == 1
    assert clock.slept == []


def test_nobody_there_is_said_at_once() -> None:
    with serving(GOOD) as server:
        model = model_at(server.setting)
    with override_allow_model_requests(True), pytest.raises(ModelFailed, match="is it running"):
        asyncio.run(model.ask(grading()))


def test_a_fault_is_named_and_more_room_given_where_there_was_too_little() -> None:
    reply, server, _ = asked([served.cut_off({"grades": [], "n": 3}), GOOD])
    assert reply.reading == Reading(Grade(n=3))
    first, second = server.asked
    assert second["max_tokens"] == 4 * first["max_tokens"]
    assert "There is no n in it." in server.texts(1)
    assert "There is no n in it." not in server.texts(0)
    assert second["messages"][:2] == first["messages"]


def test_a_second_try_that_fails_leaves_the_first_reply_on_record() -> None:
    reply, _, _ = asked(["No.", served.failing(400, "No.")])
    assert reply.texts == ("No.",)
    assert reply.reading.value is None
    assert reply.reading.faults == ("There is no n in it.", "127.0.0.1 said 400.")


def test_a_long_reply_is_cut_before_anybody_reads_it() -> None:
    lengths: list[int] = []

    def measure(text: str) -> Reading[Grade]:
        lengths.append(len(text))
        return Reading(Grade(n=1))

    asked(served.endless(1), grading(read=measure))
    assert lengths == [LONG]


def test_the_schema_is_sent_and_where_it_is_refused_said_in_words_from_then_on() -> None:
    _, server, _ = asked(GOOD)
    sent = server.asked[0]["response_format"]["json_schema"]["schema"]
    assert sent["properties"]["n"]["type"] == "integer"
    assert "properties" not in server.texts()

    def refusing(body: dict[str, Any]) -> Reply:
        return served.no_schema() if "response_format" in body else GOOD

    with serving(refusing) as server:
        model = model_at(server.setting)
        for _ in range(2):
            assert asyncio.run(model.ask(grading())).reading == Reading(Grade(n=3))
        assert ["response_format" in body for body in server.asked] == [True, False, False]
        assert '"properties"' in server.texts()


def test_a_server_that_always_refuses_a_schema_is_not_asked_for_ever() -> None:
    said, server, _ = asked(served.no_schema())
    assert said == "127.0.0.1 said 400."
    assert len(server.asked) == 2


def test_no_more_calls_run_at_a_time_than_the_setting_says() -> None:
    async def many(model: LanguageModel) -> None:
        await asyncio.gather(*[model.ask(grading()) for _ in range(6)])

    for limit in (1, 3):
        with serving(served.late(GOOD, 0.1)) as server:
            asyncio.run(many(model_at(server.setting, **{"models.concurrency": limit})))
            assert server.at_once == limit


# Prose.


async def _written(model: LanguageModel, room: int = 100) -> tuple[str, Any, str]:
    writing = model.write("You tell.", "Tell.", room=room)
    text = fault = ""
    try:
        async for piece in writing:
            text += piece
    except ModelFailed as error:
        fault = str(error)
    return text, writing.usage, fault


def written(script: Reply | Sequence[Reply], room: int = 100) -> tuple[str, Any, str, Server]:
    with serving(script) as server:
        text, usage, fault = asyncio.run(_written(model_at(server.setting), room))
        return text, usage, fault, server


def test_prose_is_streamed_without_the_thoughts_before_it() -> None:
    for said in (
        "Once there was a key.",
        served.Said("Once there was a key.", reasoning="Hm, a key."),
        "<think>Hm, <b>a key</b>.</think>\n\nOnce there was a key.",
    ):
        text, usage, fault, server = written(said)
        assert (text, fault) == ("Once there was a key.", "")
        assert server.asked[0]["stream"] is True
        assert usage.read > 0
        assert usage.written > 0


def test_prose_is_begun_again_only_where_nothing_of_it_was_heard() -> None:
    text, usage, fault, _ = written([served.failing(500), "Once."])
    assert (text, usage.calls, fault) == ("Once.", 2, "")
    long = "Once there was a key. " * 20
    text, usage, fault, server = written(served.hanging_up(long, 0.5))
    assert long.startswith(text)
    assert text
    assert fault == "127.0.0.1 hung up in the middle."
    assert len(server.asked) == 1
    assert usage.written > 0


@pytest.mark.parametrize(
    "said", [served.refusing(), served.Said(""), served.Said("", reasoning="Hm."), "<think>Hm."]
)
def test_prose_that_is_none_is_a_failure(said: Reply) -> None:
    text, _, fault, _ = written(said)
    assert text == ""
    assert fault.startswith("127.0.0.1 ")


def test_prose_ends_where_no_prose_is_so_long() -> None:
    text, _, fault, _ = written("word " * 2000, room=50)
    assert 0 < len(text) < 1000
    assert fault == ""


@pytest.mark.parametrize("size", [1, 3, 50])
@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("Once.", "Once."),
        (" <b>Once", "<b>Once"),
        ("<think>a</think> Once.", "Once."),
        ("<think>a</think>\n", ""),
        ("<thinking man", "<thinking man"),
        ("<thi", "<thi"),
    ],
)
def test_a_thought_is_left_out_however_it_is_cut_into_pieces(
    said: str, heard: str, size: int
) -> None:
    speech = Speech()
    pieces = [speech.hear(said[n : n + size]) for n in range(0, len(said), size)]
    assert "".join([*pieces, speech.rest()]) == heard


def test_a_thought_is_the_reply_only_where_there_is_no_other() -> None:
    assert reply_in("<think>a</think>b") == "b"
    assert reply_in("a</think>b") == "b"
    assert reply_in("<think>a</think>") == "a"
    assert reply_in("<think>a") == "a"
    assert reply_in("b <think>") == "b <think>"


# Keys, names, files.


def test_a_key_goes_to_its_own_host_and_is_never_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("RASHOMON_KEY_127_0_0_1", SECRET)
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    with serving([GOOD, served.failing(401, SECRET)]) as server:
        model = model_at(server.setting, keys=key_for)
        reply = asyncio.run(model.ask(grading()))
        with pytest.raises(ModelFailed) as error:
            asyncio.run(model.ask(grading()))
        sent = [headers.get("Authorization") for headers in server.headers]
        assert sent == [f"Bearer {SECRET}"] * 2
    raised = f"{error.value!r} {error.value.__context__!r}"
    told = f"{raised} {model.name} {model!r} {vars(model)} {reply!r}"
    assert SECRET not in told + caplog.text
    with serving(GOOD) as server:
        there = server.setting.replace("127.0.0.1", "localhost")
        asyncio.run(model_at(there, keys=key_for).ask(grading()))
        assert [headers.get("Authorization") for headers in server.headers] == [None]


def test_a_key_follows_no_redirect() -> None:
    with serving(GOOD) as other:
        away = served.Said(
            raw=b"", status=307, headers={"Location": f"{other.url}/chat/completions"}
        )
        with serving(away) as server, pytest.raises(ModelFailed):
            asyncio.run(model_at(server.setting, keys=lambda host: SECRET).ask(grading()))
        assert len(server.asked) == 1
        assert other.asked == []


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_an_address_with_a_key_of_its_own_or_on_this_machine(name: str) -> None:
    preset = PRESETS[name]
    address = preset.address("models.default", preset.example)
    assert preset.help.endswith(".")
    assert address.is_here == (preset.key is None)
    assert address.is_here or address.url.startswith("https://")
    assert preset.key is None or not preset.key.startswith("RASHOMON_KEY_")
    assert model_at(f"{name}:{preset.example}").name == f"{name}:{preset.example}"


WRONG = (
    *("ruls", "ollama", "ollama:", "olama:x", "gguf:", SECRET, f"{SECRET}:x", "openai:a b"),
    *("https://me:secret@example.org/v1#m", "http://host/v1", "//host/share", "gguf://host/a.gguf"),
    *("gguf:\\\\host\\a.gguf", "gguf:/there/is/none.gguf", "gguf:\0", "nobody:knows"),
)


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_that_names_no_model_is_refused_without_its_secrets(setting: str) -> None:
    with pytest.raises(BadSetting) as error:
        model_at(setting)
    assert "secret" not in str(error.value)
    assert str(error.value).endswith((".", "?"))
    story = rashomon.open(":memory:").create({"title": "A"})
    with pytest.raises(BadSetting):
        story.set("models.keeper", setting)
    with pytest.raises(BadSetting):
        story.set("models.default", setting)


def test_a_model_nearly_right_is_told() -> None:
    with pytest.raises(BadSetting, match="did you mean 'ollama'"):
        model_at("olama:qwen3")


def test_a_role_has_its_own_model_or_the_default_and_rules_are_none() -> None:
    models = LanguageModels()
    settings = Settings({"models.default": "ollama:a", "models.gm": "rules"})
    keeper = models(settings, "keeper")
    assert keeper is not None
    assert keeper.name == "ollama:a"
    assert models(settings, "check") is keeper
    assert models(settings, "gm") is None
    assert models(Settings(), "keeper") is None


def test_a_provider_by_name_without_its_key_says_which() -> None:
    model = model_at("openai:gpt-5-mini")
    with pytest.raises(ModelFailed, match="OPENAI_API_KEY"):
        asyncio.run(model.ask(grading()))


def test_a_provider_whose_client_is_not_installed_says_what_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rashomon.models.language import building

    def missing(provider: str) -> None:
        raise ImportError

    monkeypatch.setattr(building, "infer_provider_class", missing)
    with pytest.raises(BadSetting, match=r"rashomon\[providers\]"):
        model_at("anthropic:claude-sonnet-4-5")
    with pytest.raises(BadSetting, match=r"pydantic-ai-slim\[groq\]"):
        model_at("groq:llama")


def test_a_paid_model_cannot_be_reached_by_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    for setting in ("openai:gpt-5-mini", "deepseek:deepseek-chat", "http://127.0.0.1:9/v1#x"):
        with pytest.raises(RuntimeError, match="not allowed"):
            asyncio.run(model_at(setting).ask(grading()))


def test_a_schema_for_openai_has_the_form_that_it_demands() -> None:
    from rashomon.models.language.building import at_address

    strict = at_address(read_address("", "https://api.openai.com/v1#gpt-5"), no_keys)
    loose = at_address(read_address("", "http://localhost:8080/v1#any"), no_keys)
    assert strict.profile.get("json_schema_transformer") is not None
    assert loose.profile.get("json_schema_transformer") is None
    for each in (strict, loose):
        assert each.profile.get("supports_json_schema_output") is True


def test_a_file_is_served_once_a_process_and_not_beyond_its_users(gguf: str) -> None:
    path = Path(gguf.removeprefix("gguf:")).resolve()
    one, two = LanguageModels(), LanguageModels()
    settings = Settings({"models.default": gguf})
    with override_allow_model_requests(True):
        for models in (one, two):
            model = models(settings, "keeper")
            assert model is not None
            assert model.name == f"gguf:{path.name}"
            assert local.running().keys() <= {path}
            reply = asyncio.run(model.ask(grading()))
            assert reply.reading.value is not None, "the schema holds even for so small a model"
        assert list(local.running()) == [path]
        one.close()
        assert list(local.running()) == [path]
        two.close()
        assert not local.running()


def test_a_file_is_answered_for_only_to_who_has_the_key(gguf: str) -> None:
    path = Path(gguf.removeprefix("gguf:")).resolve()
    address, key = local.serve(path, 0)
    try:
        assert address.url.startswith("http://127.0.0.1:")
        for keys, works in ((no_keys, False), (lambda host: key, True)):
            model = _at(address.spec, keys)
            with override_allow_model_requests(True):
                if works:
                    assert asyncio.run(model.ask(grading())).texts
                else:
                    with pytest.raises(ModelFailed, match="wants a key"):
                        asyncio.run(model.ask(grading()))
    finally:
        local.let_go(0)


def _at(setting: str, keys: Keys) -> ProviderModel:
    from rashomon.models.language.building import at_address

    async def make() -> Any:
        return at_address(read_address("", setting), keys)

    return ProviderModel(setting, Where("here"), make)


def test_a_file_that_is_no_model_is_refused_and_a_broken_one_fails(tmp_path: Path) -> None:
    text = tmp_path / "notes.gguf"
    text.write_text("no model")
    with pytest.raises(BadSetting, match="GGUF"):
        model_at(f"gguf:{text}")
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(64))
    with override_allow_model_requests(True), pytest.raises(ModelFailed, match="cannot be loaded"):
        asyncio.run(model_at(f"gguf:{broken}").ask(grading()))
    assert not local.running()


def test_a_world_chooses_no_model() -> None:
    for setting in ("gguf:/a.gguf", "openai:gpt-5", "http://localhost:1/v1#m"):
        with pytest.raises((BadWorld, BadSetting), match="world file"):
            rashomon.open(":memory:").create(
                {"title": "A", "settings": {"models.default": setting}}
            )


def test_a_story_that_is_brought_in_brings_no_file_to_load(gguf: str, tmp_path: Path) -> None:
    library = rashomon.open(":memory:")
    story = library.create({"id": "a", "title": "A", "characters": [{"id": "b", "name": "B"}]})
    story.set("models.keeper", "ollama:a")
    story.record({"steps": [{"who": "b", "says": "Hello."}]})
    story.set("models.default", gguf)
    library.export("a", tmp_path / "a.jsonl")
    there = rashomon.open(":memory:").import_(tmp_path / "a.jsonl")
    assert there.settings.text("models.default") == "rules"
    assert there.settings.text("models.keeper") == "ollama:a"
    assert there.verify().ok
    there.undo()
    assert there.settings.text("models.default") == "rules", "nor does what an undo makes again"
    story.undo()
    assert story.settings.text("models.default") == gguf, "here it was the author's own"
