"""What of a question says what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.story.words import content_terms, query_terms

CASES = [
    ("en", "What of Rolf?", ["rolf"]),
    ("en", "Who has the iron keys?", ["iron", "key"]),
    ("en", "Who is it?", []),
    ("en", "What does she do with these, and why?", []),
    ("zh", "钥匙在哪里？", ["钥匙", "匙在", "哪里"]),
    ("zh", "他是谁？", []),
    ("zh", "他把钥匙给了你吗", ["把钥", "钥匙", "匙给"]),
    ("zh", "the 钥匙 of Ana", ["钥匙", "ana"]),
    ("de", "Wer an der Tür war", ["wer", "an", "der", "tur", "war"]),
    ("ja", "鍵は箱の中", ["鍵は", "は箱", "箱の", "の中"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "expected"), CASES)
def test_words_that_only_build_a_sentence_tell_nothing_of_what_it_is_about(
    language: str, text: str, expected: list[str]
) -> None:
    assert sorted(content_terms(text, language)) == sorted(expected)


@given(st.text(max_size=60), st.sampled_from(["en", "en-GB", "zh", "zh-Hant", "de", "ja"]))
def test_no_term_is_new(text: str, language: str) -> None:
    assert {*content_terms(text, language)} <= {*query_terms(text, language)}
