"""Fading only removes, and what it leaves can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rashomon.recall.fading import Remembered, faded, kind_to_owner
from rashomon.recall.retention import DETAILS, Detail
from rashomon.story.naming import Finder
from rashomon.story.phrasing import CHINESE, ENGLISH, Phrases, phrases

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "fading.yaml").read_text("utf-8")
)
KINDS: tuple[Remembered, ...] = ("deed", "line", "thought", "move", "happening", "memory")
LANGUAGES = ("en", "zh-Hans", "ja", "fr")

_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]|"
                    r"[^\W_\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")  # fmt: skip
_PIECES = sorted(
    {piece for case in CASES for piece in re.findall(r"\w+|[^\w\s]+|\s", case["full"])}
)
names = st.lists(st.sampled_from(["Elias", "Mara", "the west gate", "玛拉", "西门", "three"]))
texts = st.one_of(
    st.lists(st.sampled_from([*_PIECES, " ", " ", ", ", ". "]), min_size=1, max_size=30).map(
        "".join
    ),
    st.lists(st.sampled_from([case["full"] for case in CASES]), min_size=1, max_size=5).map(
        " ".join
    ),
    st.text(min_size=1, max_size=60),
    st.text("ab1 ,.;:—-()（）“”\"…\n两三慢地。，、’'lyAn", min_size=1, max_size=40),
).filter(lambda text: text.strip() != "" and not re.search("[\ue000-\ue0ff]", text))
kinds = st.sampled_from(KINDS)
languages = st.sampled_from(LANGUAGES)
levels = st.sampled_from(DETAILS)


def tokens(text: str) -> list[str]:
    """The words of a text, in order; in scripts without spaces its characters."""
    return _TOKEN.findall(text.casefold())


def within(part: list[str], whole: list[str]) -> bool:
    """Whether `part` is what is left of `whole` when something is taken out."""
    rest = iter(whole)
    return all(token in rest for token in part)


def found(text: str, called: list[str]) -> list[str]:
    opening = [(name[0].upper() + name[1:], name) for name in called]
    return [each.owner for each in Finder([*((n, n) for n in called), *opening]).find(text)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["full"][:40])
def test_each_text_fades_as_the_table_says(case: dict[str, Any]) -> None:
    given_ = (case["kind"], case["language"], case["names"])
    for level in ("vivid", "clear"):
        assert faded(case["full"], level, *given_, who=case["who"]) == case["full"]
    assert faded(case["full"], "faded", *given_, who=case["who"]) == case["faded"]
    assert faded(case["full"], "vague", *given_, who=case["who"]) == case["vague"]
    assert faded(case["full"], "lost", *given_, who=case["who"]) == case["vague"]


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert sum(case["language"] == "en" for case in CASES) >= 40
    assert sum(case["language"] == "zh" for case in CASES) >= 30


@settings(max_examples=200)
@given(texts, kinds, languages, names)
@example("foo(bar one)baz", "deed", "en", [])
@example("5", "line", "zh", [])
def test_a_faded_text_has_only_words_of_the_full_text_in_their_order(
    text: str, kind: Remembered, language: str, called: list[str]
) -> None:
    left = faded(text, "faded", kind, language, called)
    assert within(tokens(left), tokens(text))


@settings(max_examples=200)
@given(texts, levels, kinds, languages, names, st.sampled_from(["", "Elias", "玛拉"]))
def test_a_text_never_grows_or_vanishes_and_fades_once_for_all(
    text: str, level: Detail, kind: Remembered, language: str, called: list[str], who: str
) -> None:
    left = faded(text, level, kind, language, called, who=who)
    assert left.strip()
    assert len(left) <= len(text)
    assert faded(left, level, kind, language, called, who=who) == left
    assert faded(text, level, kind, language, called, who=who) == left
    assert faded(text, "clear", kind, language, called, who=who) == text


@settings(max_examples=200)
@given(texts, kinds, languages, names)
def test_names_stay_as_long_as_any_words_do(
    text: str, kind: Remembered, language: str, called: list[str]
) -> None:
    left = faded(text, "faded", kind, language, called)
    assert found(left, called) == found(text, called)


@given(texts, kinds, languages, names, st.sampled_from(["", "Elias", "玛拉"]))
def test_a_vague_text_is_a_fixed_phrase_with_names_that_the_full_text_has(
    text: str, kind: Remembered, language: str, called: list[str], who: str
) -> None:
    say = phrases(language)
    vague = say.dimly[kind]
    allowed = {*tokens(" ".join(vague_texts(say, kind))), *tokens(say.conjunction), *tokens(who)}
    for name in found(text, called):
        allowed |= set(tokens(name))
    assert set(tokens(faded(text, "vague", kind, language, called, who=who))) <= allowed
    assert vague in say.dimly.values()


def vague_texts(say: Phrases, kind: Remembered) -> list[str]:
    vague = say.dimly[kind]
    templates = (vague.who_about, vague.who, vague.about, vague.plain, *vague.briefly)
    return [re.sub(r"\{\w+\}", " ", template) for template in templates]


@pytest.mark.parametrize("say", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_every_kind_has_its_phrases_in_every_language(say: Phrases) -> None:
    assert set(say.dimly) == set(KINDS)
    for vague in say.dimly.values():
        assert "{about}" in vague.who_about
        assert "{about}" in vague.about
        assert "{" not in vague.plain
        assert "{" not in vague.briefly[-1]
        assert all(brief[-1] == say.stop for brief in vague.briefly)
        whole = [len(brief.format(who="")) for brief in vague.briefly if "{" not in brief]
        assert whole == sorted(whole, reverse=True)
        assert len(vague.briefly[-1]) < len(vague.plain)
    assert "{who}" in say.name_alone


@pytest.mark.parametrize(
    "text",
    [
        "He hardly slept.",
        "She does not fully trust him.",
        "Tomas supposedly left at dawn.",
        "He never willingly lied.",
        "It is not exactly gold.",
        "Elias nearly drowned.",
        "He did not answer immediately.",
        "Mara never had to ask him twice.",
        "Tomas did not come at seven.",
        "I don't owe you 50 crowns.",
        "Pay me, or leave, unless you have the key.",
    ],
)
@pytest.mark.parametrize("kind", ["deed", "line"])
def test_fading_never_turns_the_meaning_round(text: str, kind: Remembered) -> None:
    assert faded(text, "faded", kind, "en", []) == text


@pytest.mark.parametrize(
    "text", ["玛拉没有仔细地看。", "别大声说话。", "他没在八点回来。", "如果下雨，我们就不走。"]
)
@pytest.mark.parametrize("kind", ["deed", "line"])
def test_fading_never_turns_the_meaning_of_a_chinese_text_round(
    text: str, kind: Remembered
) -> None:
    assert faded(text, "faded", kind, "zh", []) == text


def test_being_called_by_name_is_not_being_spoken_of() -> None:
    said = "I will not wait for you all night, Mara."
    assert faded(said, "vague", "line", "en", ["Mara"], who="Elias") == "Elias said something."
    said = "I saw Mara beside the old well in the yard last night."
    told = faded(said, "vague", "line", "en", ["Mara"], who="Elias")
    assert told == "Elias said something about Mara."


def test_a_line_that_was_only_seen_says_nothing_when_it_is_vague() -> None:
    seen = "Elias whispers to Mara beside the well."
    kind = kind_to_owner("line", "saw")
    assert kind == "deed"
    left = faded(seen, "vague", kind, "en", ["Elias", "Mara"], who="Elias")
    assert left == "Elias did something involving Mara."
    assert kind_to_owner("line", "heard") == "line"
