"""Reading replies: whatever can be made of them, never more, and never an error."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.prompts.asking import Answer
from rashomon.prompts.keeping.grades import Grades
from rashomon.prompts.keeping.moves import Moves
from rashomon.prompts.keeping.threads import Threads
from rashomon.prompts.keeping.versions import Versions
from rashomon.prompts.keeping.wide import Kept
from rashomon.prompts.loose import values
from rashomon.prompts.reading import LONGEST, SENTENCES, read
from rashomon.prompts.reflecting.check import Check
from rashomon.prompts.reflecting.sort_old import Sorted
from tests.prompts.requests import TASKS
from tests.prompts.test_tasks import replies

RIGHT = '{"grades": [{"e": "E1", "n": 3}, {"e": "E4", "n": 5}]}'
ITEMS = [{"e": "E1", "n": 3}, {"e": "E4", "n": 5}]

FORMS = {
    "as asked": RIGHT,
    "fenced": f"```json\n{RIGHT}\n```",
    "fenced without a language": f"```\n{RIGHT}\n```",
    "in prose": f"Sure, here it is: {RIGHT} I hope that it helps!",
    "prose with brackets": f"As [1] says {{sic}}, {RIGHT}",
    "after a thought": f'<think>{{"grades": [{{"e": "E9", "n": 1}}]}} or so</think>\n{RIGHT}',
    "after a thought without its beginning": f"Hm, E1 it is.</think>{RIGHT}",
    "single quotes": RIGHT.replace('"', "'"),
    "quotes of a book": RIGHT.replace('{"', "{“").replace('":', "”:").replace(
        '"E1"', "“E1”").replace('"E4"', "“E4”").replace(' "n', " “n"),
    "trailing commas": '{"grades": [{"e": "E1", "n": 3,}, {"e": "E4", "n": 5,},],}',
    "no commas": '{"grades": [{"e": "E1"\n"n": 3}\n{"e": "E4"\n"n": 5}]}',
    "bare keys": "{grades: [{e: E1, n: 3}, {e: E4, n: 5}]}",
    "full-width marks": '{"grades"：[{"e"："E1"，"n"：3}，{"e"："E4"，"n"：5}]}',
    "comments": '{"grades": [ // those\n{"e": "E1", "n": 3}, {"e": "E4", "n": 5}]}',
    "no end": '{"grades": [{"e": "E1", "n": 3}, {"e": "E4", "n": 5}',
    "cut off in an item": '{"grades": [{"e": "E1", "n": 3}, {"e": "E4", "n": 5}, {"e": "E',
    "cut off in a number": RIGHT[:-2] + ', {"e": "E7", "n": 1',
    "a bare list": json.dumps(ITEMS),
    "a bare list in a fence": f"```json\n{json.dumps(ITEMS)}\n```",
    "bare items": "\n".join(map(json.dumps, ITEMS)),
    "other case and number": '{"Grade": [{"E": "E1", "N": 3}, {"E": "E4", "N": 5}]}',
    "other names": '{"grades": [{"event": "E1", "importance": 3}, {"event_id": "E4", "Grade": 5}]}',
    "nearly its name": '{"gradess": [{"e": "E1", "n": 3}, {"e": "E4", "n": 5}]}',
    "Chinese names": '{"评分": [{"事件": "E1", "等级": 3}, {"事件": "E4", "重要性": "5"}]}',
    "numbers as text": '{"grades": [{"e": "E1", "n": "3"}, {"e": "E4", "n": "5 - it turned"}]}',
    "numbers with a point": '{"grades": [{"e": "E1", "n": 3.0}, {"e": "E4", "n": 5.0}]}',
    "ids by pairs": '{"grades": {"E1": 3, "E4": 5}}',
    "in a wrapping": f'{{"answer": {RIGHT}}}',
    "more than was asked for": '{"why": "so", "grades": [{"e": "E1", "n": 3, "why": "so"}, '
    '{"e": "E4", "n": 5}]}',
    "said twice": RIGHT + RIGHT,
    "with a byte order mark": "\ufeff" + RIGHT,
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_reply_is_read_in_whatever_form_it_comes(form: str) -> None:
    found = read(Grades, FORMS[form])
    assert found.value is not None
    assert [each.model_dump() for each in found.value.grades] == ITEMS
    assert found.faults == ()


@pytest.mark.parametrize(
    ("text", "fault"),
    [("", "It is empty."), ("   \n", "It is empty."), ("Nothing to grade.", "no JSON object"),
     ("<think>I think", "It is empty."), ('{"answers": 3}', "no JSON object with 'grades'"),
     ('{"gra', "no JSON object"), ("[1, 2]", "no JSON object with 'grades'")],
)  # fmt: skip
def test_what_cannot_be_read_says_why(text: str, fault: str) -> None:
    found = read(Grades, text)
    assert found.value is None
    assert any(fault in each for each in found.faults)


@pytest.mark.parametrize("text", ['{"grades": []}', "[]", "{}", '{"grades": null}',
                                  '{"grades": "none"}'])  # fmt: skip
def test_nothing_is_an_answer(text: str) -> None:
    assert read(Grades, text).value == Grades(grades=[])


def test_a_wrong_item_is_left_out_with_a_sentence_and_the_others_stand() -> None:
    found = read(Grades, '{"grades": ["E1", {"e": "E2", "n": 3}, 7, {"x": 1}]}')
    assert found.value is not None
    assert [each.e for each in found.value.grades] == ["E2"]
    assert found.faults == (
        'grades[0] is no item of grades: "E1".',
        "grades[2] is no item of grades: 7.",
        'grades[3] is no item of grades: {"x": 1}.',
    )


def test_faults_are_told_in_few_sentences() -> None:
    found = read(Grades, json.dumps({"grades": [str(n) for n in range(100)]}))
    assert len(found.faults) == SENTENCES + 1
    assert found.faults[-1] == "And 92 more."


def test_a_list_that_is_missing_is_empty() -> None:
    found = read(Moves, '{"moves": [{"e": "E1", "item": "K1", "to": "K2"}]}')
    assert found.value is not None
    assert (len(found.value.moves), found.value.claims) == (1, [])


def test_bare_items_go_where_they_fit() -> None:
    text = '[{"e": "E1", "tag": "gift"}, {"e": "E2", "of": "E1"}, {"e": "E1", "n": 3}]'
    found = read(Kept, text).value
    assert found is not None
    assert (found.tags[0].tag, found.retells[0].of, found.grades[0].n) == ("gift", "E1", 3)


def test_words_are_read_in_other_case_and_form() -> None:
    given_ = [("Let go", "let_go"), ("LET-GO", "let_go"), ("firmer", "firm"), ("Merged", "merge"),
              ("怀疑", "doubt"), ("do not know", "do not know")]  # fmt: skip
    for word, meant in given_:
        text = json.dumps({"old": [{"b": "B1", "for": "P1, P2", "against": None, "do": word,
                                    "into": None}]})  # fmt: skip
        found = read(Sorted, text).value
        assert found is not None
        (item,) = found.old
        assert (item.do, item.for_, item.against, item.into) == (meant, ["P1", "P2"], [], "none")


def test_yes_and_no_may_be_true_and_false() -> None:
    for word, meant in ((True, "yes"), (False, "no"), ("No, he has it.", "no"), ("YES", "yes"),
                        ("Not clear", "unclear"), ("不", "no")):  # fmt: skip
        found = read(Check, json.dumps({"items": [{"p": 1, "shows": "x", "both": word}]})).value
        assert found is not None
        assert (found.items[0].p, found.items[0].both) == ("1", meant)


def test_one_item_may_come_without_its_list() -> None:
    text = '{"versions": {"e": "E1", "lost": "words and number", "mistaken_for": "none"}}'
    found = read(Versions, text).value
    assert found is not None
    assert found.versions[0].lost == ["words", "number"]


def test_a_text_may_hold_quotation_marks_that_nobody_escaped() -> None:
    text = '{"items": [{"p": "P1", "shows": "Tomas says "no" to Ana", "both": "yes"}]}'
    found = read(Check, text).value
    assert found is not None
    assert found.items[0].shows == 'Tomas says "no" to Ana'


def test_of_several_answers_the_first_counts_unless_a_later_one_says_that_it_is_the_last() -> None:
    other = RIGHT.replace("E1", "E2")
    for text, first in (
        (f"{RIGHT}\n\nExample:\n{other}", "E1"),
        (f"{RIGHT}\nFinal answer: {other}", "E2"),
        (f"{RIGHT}\n最终：{other}", "E2"),
        (f"{RIGHT}\n```json\n{other}\n```", "E2"),
    ):
        found = read(Grades, text)
        assert found.value is not None
        assert found.value.grades[0].e == first
        assert bool(found.faults) == ("```" not in text)


def test_a_field_of_a_strict_schema_that_does_not_fit_takes_its_item_along() -> None:
    class Item(Answer):
        word: Literal["a", "b"]

    class Strict(Answer):
        items: list[Item]
        mood: Annotated[str, "free"]

    found = read(Strict, '{"items": [{"word": "c"}, {"word": "B"}], "mood": "calm"}')
    assert found.value is not None
    assert [each.word for each in found.value.items] == ["b"]
    assert len(found.faults) == 1
    lacking = read(Strict, '{"items": []}')
    assert lacking.value is None
    assert "It lacks 'mood'." in lacking.faults


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
@given(st.data())
def test_what_is_right_is_read_as_any_reader_would(task: Any, data: st.DataObject) -> None:
    lists = {name: [] for name in task.schema.model_fields}
    reply = {**lists, **data.draw(replies(task))}
    text = json.dumps(reply, ensure_ascii=data.draw(st.booleans()))
    (found,) = values(text)
    assert found.value == json.loads(text)
    assert not found.cut
    assert read(task.schema, text).value is not None


PIECES = st.sampled_from(
    ['{"grades":', "[", "]", "{", "}", '"e":', '"E1"', "'E2'", ",", ":", '"n"', "3", "true", "“",
     "```json\n", "```\n", "<think>", "</think>", "\\", '"', "'", "\n", "null", "final", "//",
     "\ud800", "：", "，", "NaN", "1e999", '{"threads": [{"e": "E1"'],
)  # fmt: skip


@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join)))
def test_reading_never_raises(text: str) -> None:
    for schema in (Grades, Threads, Sorted, Kept):
        found = read(schema, text)
        assert found.value is not None or found.faults
        for each in found.faults:
            each.encode()


@given(st.data())
def test_a_broken_reply_is_read_or_told_of(data: st.DataObject) -> None:
    text = json.dumps(data.draw(replies(TASKS[0])))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(PIECES) + text[at + data.draw(st.integers(0, 3)) :]
    found = read(Grades, text)
    assert found.value is not None or found.faults


@given(st.integers(0, len(RIGHT)))
def test_of_a_reply_that_was_cut_off_whole_items_are_read_and_no_others(at: int) -> None:
    found = read(Grades, RIGHT[:at])
    items = [] if found.value is None else [each.model_dump() for each in found.value.grades]
    assert items == ITEMS[: len(items)]
    assert len(items) == RIGHT[: min(at, len(RIGHT) - 1)].count("}")


BIG = {
    "braces": "{" * 10**7,
    "brackets": "[" * 10**7,
    "nested": '{"grades":' * 10**6,
    "quotes": '"' * 10**7,
    "lines in a list": '["' + "\n" * 10**7,
    "items": '{"grades": [' + '{"e": "E1", "n": 3},' * 500_000,
    "answers": RIGHT * 200_000,
    "fences": "```\n{}" * 10**6,
    "thoughts": "<think>" * 10**6,
    "keys": "{" + ",".join(f'"grad{n}": 1' for n in range(700_000)) + "}",
    "nearly": '{"grads": 1, "gade": [{"ee": 2}]} ' * 300_000,
    "spaces": '{"grades"' + " " * 10**7 + ": []}",
    "comments": "{" + "//\n" * 3_000_000,
    "backslashes": '{"' + "\\" * 10**7,
    "digits": '{"grades": [{"e": "E1", "n": ' + "9" * 10**7,
}


@pytest.mark.parametrize("form", BIG)
def test_however_long_a_reply_is_it_is_read_in_a_moment(form: str) -> None:
    text = BIG[form]
    assert len(text) > 5 * LONGEST
    started = time.perf_counter()
    read(Grades, text)
    read(Kept, text)
    assert time.perf_counter() - started < 5
