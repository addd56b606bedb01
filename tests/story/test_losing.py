"""What a poorer version has lost: cuts alone, in English and Chinese, and no word of another's."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.story.cutting import Span
from rashomon.story.losing import LOSABLE, less, mistaken
from rashomon.story.naming import reference
from rashomon.story.regard import CHINESE, ENGLISH, TURNS, Turn, turned

ELIAS = reference("elias")
SEEN = {
    "en": f"{ELIAS} quietly unlocks the gate with three keys and {ELIAS}'s knife, “for Ana”",
    "zh": f"{ELIAS}悄悄地用三把钥匙打开了门，“为了安娜”，拿走了{ELIAS}的刀。",
}
SOMEBODY = "somebody quietly unlocks the gate with three keys and that person's knife, “for Ana”"
CASES = [
    ("en", "manner", f"{ELIAS} unlocks the gate with three keys and {ELIAS}'s knife, “for Ana”"),
    ("en", "number", f"{ELIAS} quietly unlocks the gate with keys and {ELIAS}'s knife, “for Ana”"),
    ("en", "words", f"{ELIAS} quietly unlocks the gate with three keys and {ELIAS}'s knife…"),
    ("en", "who", SOMEBODY),
    ("zh", "manner", f"{ELIAS}用三把钥匙打开了门，“为了安娜”，拿走了{ELIAS}的刀。"),
    ("zh", "number", f"{ELIAS}悄悄地用钥匙打开了门，“为了安娜”，拿走了{ELIAS}的刀。"),
    ("zh", "words", f"{ELIAS}悄悄地用三把钥匙打开了门……拿走了{ELIAS}的刀。"),
    ("zh", "who", "有人悄悄地用三把钥匙打开了门，“为了安娜”，拿走了那人的刀。"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "lost", "left"), CASES)
def test_a_description_loses_what_is_named_and_nothing_else(
    language: str, lost: str, left: str
) -> None:
    found = less(SEEN[language], [lost], language, spoken=False, who="elias")  # type: ignore[list-item]
    assert found == left


@pytest.mark.parametrize(
    ("language", "said", "left"),
    [
        ("en", "Who goes there?", "Who goes…?"),
        ("en", "The key is in the well. Do not tell.", "The key is in the well. …"),
        ("en", "Wait, the key is in the well.", "Wait…"),
        ("en", "Yes.", "Yes."),
        ("en", "...", "..."),
        ("zh", "钥匙在箱子里。", "钥匙在……"),
        ("zh", "玛拉，三点钟来。", "玛拉……"),
    ],
)
def test_of_a_line_the_beginning_is_left_and_a_gap_shows(
    language: str, said: str, left: str
) -> None:
    assert less(said, ["words"], language, spoken=True, who="elias") == left


def test_a_name_in_a_line_is_kept_whole_or_goes_whole() -> None:
    said = "钥匙在埃利亚斯那里"
    assert less(said, ["words"], "zh", spoken=True, who=None) == "钥匙在埃利……"
    name = [Span(3, 7)]
    assert less(said, ["words"], "zh", spoken=True, who=None, names=name) == "钥匙在……"


def test_who_was_taken_for_another_is_so_throughout() -> None:
    tomas = reference("tomas")
    assert mistaken(SEEN["en"], "elias", "tomas") == SEEN["en"].replace(ELIAS, tomas)


words = st.lists(
    st.sampled_from(["the", "key", "quietly", "not", "three", "at nine", "Mara", "钥匙", "慢慢地",
                     "三把", "，", ", ", ". ", "。", "?", "“", "”", "…"]), max_size=14
)  # fmt: skip


@given(words, st.sets(st.sampled_from(LOSABLE)), st.sampled_from(["en", "zh", "fr"]))
def test_words_of_a_line_are_lost_and_never_altered(
    parts: list[str], lost: set[str], language: str
) -> None:
    said = " ".join(parts) if language != "zh" else "".join(parts)
    left = less(said, sorted(lost), language, spoken=True, who="elias")  # type: ignore[arg-type]
    rest = iter(re.findall(r"\w", said))
    assert all(char in rest for char in re.findall(r"\w", left))
    assert len(left) <= len(said) + len("……")


@pytest.mark.parametrize("table", [ENGLISH, CHINESE])
def test_every_turn_of_regard_can_be_told(table: dict[Turn, tuple[str, str]]) -> None:
    assert set(table) == set(TURNS) == set(get_args(Turn))


def test_a_turn_of_regard_keeps_what_an_author_wrote_and_replaces_what_the_engine_did() -> None:
    kind, text = turned("sister", "The only door she has left.", "colder", "en")
    assert (kind, text) == (
        "sister",
        "The only door she has left. It has grown colder than before.",
    )
    kind, text = turned(kind, text, "warmer", "en")
    assert (kind, text) == (
        "sister",
        "The only door she has left. There is more warmth than before.",
    )
    assert turned("朋友", "救过他", "wary", "zh") == ("朋友", "救过他。少了几分信任。")
    assert (
        turned("朋友", "救过他。少了几分信任。", "warmer", "zh").text == "救过他。比从前亲近了些。"
    )
    assert turned("friend", "an old one", "wary", "en").text == "an old one. Some trust is gone."
    assert turned("acquaintance", "", "wary", "en") == ("wary", "Some trust is gone.")
    assert turned("wary", "Some trust is gone.", "warmer", "zh")[0] == "wary"
    assert turned("提防", "少了几分信任。", "warmer", "zh") == ("亲近", "比从前亲近了些。")
