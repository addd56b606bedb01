"""What is typed is read by rule: by the table, never lost, never refused, never a crash."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import rashomon
from rashomon import Story
from rashomon.play.commands import COMMANDS
from rashomon.play.here import Here, Person, Thing, Way
from rashomon.play.typed import LONGEST, Typed, typed
from rashomon.story.turn import Turn
from tests.play.standard import SCENES, YARD, YUAN, short, told, world_of

CASES: list[tuple[str, dict[str, Any]]] = [
    (language, case)
    for language in SCENES
    for case in yaml.safe_load(
        (Path(__file__).parent / f"typed_{language}.yaml").read_text("utf-8")
    )
]  # fmt: skip
TYPED = sorted({case["typed"] for _, case in CASES})
PIECES = sorted({piece for text in TYPED for piece in re.findall(r"\w+|\W", text)})
MARKS = '“”"«»„“「」『』()（）*＊：:，,。.!?\n/ '
scenes = st.sampled_from(sorted(SCENES)).map(SCENES.__getitem__)
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.lists(st.sampled_from(TYPED), max_size=4).map(" ".join),
    st.text(MARKS + "Ia我说", max_size=30),
    st.text(max_size=60),
)
words = st.lists(
    st.sampled_from(["the", "key", "is", "Elias", "gone", "钥匙", "在", "井里", "no", "—", "..."]),
    min_size=1, max_size=6,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "case"), CASES, ids=[f"{language}: {case['typed']}" for language, case in CASES]
)
def test_what_is_typed_is_read_as_the_table_says(language: str, case: dict[str, Any]) -> None:
    expected = {key: value for key, value in case.items() if key != "typed"}
    assert told(typed(case["typed"], SCENES[language])) == expected


@pytest.mark.parametrize("language", sorted(SCENES))
def test_the_table_has_enough_of_each_language(language: str) -> None:
    assert sum(each == language for each, _ in CASES) >= 80


@cache
def story(language: str) -> Story:
    return rashomon.open(":memory:").create(world_of(SCENES[language]))


@pytest.mark.parametrize(
    ("language", "case"), CASES, ids=[f"{language}: {case['typed']}" for language, case in CASES]
)
def test_what_is_read_can_be_recorded_where_all_is_as_the_character_knows(
    language: str, case: dict[str, Any]
) -> None:
    read = typed(case["typed"], SCENES[language])
    assert story(language).check(Turn(steps=read.steps)) == ()


@settings(max_examples=150, deadline=None)
@given(texts, st.sampled_from(sorted(SCENES)))
def test_whatever_is_typed_can_be_recorded(text: str, language: str) -> None:
    read = typed(text, SCENES[language])
    assert story(language).check(Turn(steps=read.steps)) == ()


@settings(max_examples=300, deadline=None)
@given(texts, scenes)
def test_nothing_that_is_typed_makes_it_raise_and_all_of_it_is_a_turn(
    text: str, here: Here
) -> None:
    read = typed(text, here)
    turn = Turn(steps=read.steps)
    assert Turn.parse(turn.dump()) == turn
    assert all(step.who == here.who for step in read.steps)
    if re.search(r"\w", text) and not re.search(r"[\ue000-\ue0ff]", text):
        assert not read.nothing


PAIRS = [("“", "”"), ('"', '"'), ("«", "»"), ("„", "“"), ("「", "」"), ("『", "』")]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(TYPED), st.sampled_from(PAIRS), words), min_size=1,
             max_size=4),
    scenes,
)  # fmt: skip
def test_quoted_words_stand_word_for_word_in_just_one_step(
    given_: list[tuple[str, tuple[str, str], str]], here: Here
) -> None:
    """Each quote is marked by a number of its own, so that it can be told from all else."""
    parts: list[str] = []
    quotes: list[str] = []
    for number, (prose, (opening, closing), said) in enumerate(given_):
        plain = re.sub(r"[^\w\s,.:，。：]", "", prose)
        quotes.append(f"{said} {number}7Q{number}")
        parts.append(f"{plain} {opening}{quotes[-1]}{closing}")
    read = typed(" ".join(parts), here)
    for number, quote in enumerate(quotes):
        having = [step for step in read.steps if f"{number}7Q{number}" in step.text]
        assert [step.text for step in having] == [quote]
        assert having[0].kind in ("line", "thought")


@given(words, scenes)
def test_a_note_is_no_part_of_the_story(note: str, here: Here) -> None:
    read = typed(f"((7Q{note})) “Evening.”", here)
    assert [short(step) for step in read.steps] == ["says: Evening."]
    assert [each.text for each in read.notes] == [f"7Q{note}"]


@given(
    words,
    st.sampled_from(
        [
            "I whisper, “{}”",
            "whisper {}",
            "低声说：“{}”",
            "“{},” I whisper.",
            "I whisper {}",
            "/whisper {}",
            "低声说 {}",
        ]
    ),
)
def test_a_whisper_to_nobody_in_particular_is_let_out_to_nobody(said: str, form: str) -> None:
    read = typed(form.format(f"7Q {said}"), YARD)
    assert any(question.kind == "whisper" for question in read.questions)
    assert not any("7Q" in step.text for step in read.steps if step.kind != "thought")


LOW = [(language, case) for language, case in CASES
       if re.search(r"whisper|voice|ear\b|低|悄|小声|耳|只有", case["typed"])
       and re.search(r"in the well|井里", case["typed"])]  # fmt: skip


@pytest.mark.parametrize(("language", "case"), LOW, ids=[case["typed"] for _, case in LOW])
def test_however_it_is_put_that_words_are_low_they_are_not_said_to_all(
    language: str, case: dict[str, Any]
) -> None:
    assert len(LOW) >= 40
    read = typed(case["typed"], SCENES[language])
    secret = [step for step in read.steps if re.search(r"in the well|井里", step.text)]
    assert secret
    assert all(step.kind == "thought" or step.whisper for step in secret)


def test_the_answer_to_whom_one_whispers_lets_it_stand() -> None:
    text = "I whisper, “Not here.”"
    (question,) = typed(text, YARD).questions
    chosen = question.choices[1]
    assert chosen.text == "a boy of fourteen with a horn on his belt"
    read = typed(text, YARD, {question.about: chosen.id})
    assert not read.questions
    assert [short(step) for step in read.steps] == ["says: Not here. [whisper to tomas]"]


def test_two_whom_one_name_could_mean_are_asked_about_and_the_answer_counts() -> None:
    (question,) = typed("把钥匙给王", YUAN).questions
    assert [choice.text for choice in question.choices] == ["老王", "小王"]
    read = typed("把钥匙给王", YUAN, {question.about: "xiaow"})
    assert told(read)["steps"] == ["does: 把钥匙给王 [with key; on xiaow; key.at=xiaow]"]


def test_one_person_under_two_names_is_one() -> None:
    one = Person("wang", ("小王", "老王"))
    here = Here("mala", ("玛拉",), "zh", "yard", (one,), (), YUAN.things)
    for name in ("小王", "老王", "王"):
        assert told(typed(f"给{name}钥匙", here))["steps"][0].endswith("key.at=wang]")


def test_two_who_look_alike_are_told_apart_by_number() -> None:
    here = Here("mara", ("Mara",), place="yard", things=(Thing("key", ("a key",), "mara"),),
                people=tuple(Person(id, (), "a guard") for id in ("one", "two")))  # fmt: skip
    (question,) = typed("give the key to the guard", here).questions
    assert [choice.text for choice in question.choices] == ["a guard (1)", "a guard (2)"]


def test_nobody_is_found_by_an_id_or_by_a_name_that_the_character_does_not_know() -> None:
    for name in ("tomas", "Tomas"):
        read = typed(f"give {name} the key", YARD)
        assert [short(step) for step in read.steps] == [f"does: gives {name} the key"]
    known = typed("give the boy the key", YARD)
    assert short(known.steps[0]).endswith("[with iron_key; on tomas; iron_key.at=tomas]")


def test_what_is_in_a_box_that_is_shut_is_out_of_reach_until_it_is_opened() -> None:
    things = (*YARD.things, Thing("ring", ("a ring",), "chest"))
    here = Here("mara", ("Mara",), place="courtyard", things=things)
    assert told(typed("take the ring", here))["steps"] == ["does: takes the ring"]
    assert told(typed("open the chest and take the ring", here))["steps"] == [
        "does: opens the chest [on chest; chest.closed=False]",
        "does: takes the ring [with ring; ring.at=mara]",
    ]


def test_a_box_does_not_end_up_inside_itself() -> None:
    things = (Thing("bag", ("a bag",), "mara"), Thing("box", ("a box",), "bag"))
    here = Here("mara", ("Mara",), place="yard", things=things)
    assert told(typed("put the bag in the box", here))["steps"] == [
        "does: puts the bag in the box [with bag; on box]"
    ]


def test_too_much_at_once_is_told_and_as_much_as_fits_is_read() -> None:
    assert [q.kind for q in typed("a" * (LONGEST + 1), YARD).questions] == ["long"]
    assert typed("“" + "a" * (LONGEST - 1), YARD).steps[0].says == "a" * (LONGEST - 1)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "“”", "()", "((", "\x00\x07"])
def test_nothing_typed_is_nothing(text: str) -> None:
    assert typed(text, YARD) in (Typed(), typed("(())", YARD))
    assert not typed(text, YARD).steps


def test_nowhere_there_is_nobody_to_whisper_to_and_no_way_to_go() -> None:
    here = Here("mara", ("Mara",), place=None, people=YARD.people, ways=YARD.ways)
    assert [q.kind for q in typed("whisper hello", here).questions] == ["whisper"]
    assert not any(step.kind == "move" for step in typed("go to the stairs", here).steps)


@pytest.mark.parametrize(
    ("language", "text", "steps"),
    [
        ("fr", "« Qui va là ? » Je lève la lanterne.",
         ["says: Qui va là ?", "does: Je lève la lanterne"]),
        ("fr", "*lève la lanterne* Qui va là ?", ["does: lève la lanterne", "says: Qui va là ?"]),
        ("fr", "Qui va là ?", ["says: Qui va là ?"]),
        ("de", "„Wer da?“ (Er lügt.)", ["says: Wer da?", "thinks: Er lügt."]),
        ("ja", "「誰だ」（嘘だ）", ["says: 誰だ", "thinks: 嘘だ"]),
        ("ja", "*うなずく*", ["does: うなずく"]),
        ("fr", "/whisper Elias: Viens.", ["says: Viens. [whisper to elias]"]),
        ("ru", "«Стой!» *поднимает фонарь*", ["says: Стой!", "does: поднимает фонарь"]),
    ],
)  # fmt: skip
def test_marks_count_in_every_language(language: str, text: str, steps: list[str]) -> None:
    here = Here("mara", ("Mara",), language, "courtyard", YARD.people)
    assert told(typed(text, here))["steps"] == steps


FILLED = {
    "en": ({"take": ("letter", "bag"), "give": ("iron key",), "put": ("iron key", "bag"),
            "drop": ("iron key",), "wear": ("iron key",), "open": ("chest", "iron key"),
            "close": ("bag",), "lock": ("chest", "iron key"), "unlock": ("chest", "iron key"),
            "read": ("letter",)}, "it is late", "Elias", "west gate", "stairs"),
    "zh": ({"take": ("信", "信"), "give": ("铁钥匙",), "put": ("铁钥匙", "布袋"),
            "drop": ("铁钥匙",), "wear": ("铁钥匙",), "open": ("箱子", "铁钥匙"),
            "close": ("布袋",), "lock": ("箱子", "铁钥匙"), "unlock": ("箱子", "铁钥匙"),
            "read": ("信",)}, "天黑了", "伊莱", "西门", "楼梯"),
}  # fmt: skip
"""What stands for ITEM, WORDS, X, EXIT and PLACE in the forms of the commands."""


def filled(command: str, form: str, language: str) -> str:
    items, words, person, exit_, place = FILLED[language]
    things = list(items.get(command, ("bag",)))
    if form.startswith(("用", "从ITEM")):
        things = ["布袋", "信"] if command == "take" else things[::-1]
    if "EXIT with" in form or (form.startswith("用") and "EXIT" in form):
        things = [items["lock"][1]]
    if command == "go":
        both = "PLACE" in form and "EXIT" in form
        ends = {"en": ("gate", "road", "postern"), "zh": ("西门", "北路", "西门")}[language]
        exit_, place = (ends[0], ends[1]) if both else (ends[2], place)
    for name, said in (("WORDS", words), ("EXIT", exit_), ("PLACE", place), ("X", person)):
        form = form.replace(name, said)
    for thing in things:
        form = form.replace("ITEM", thing, 1)
    return form


FORMS = [
    (row.name, language, form)
    for row in COMMANDS
    for language, forms in (("en", row.forms), ("zh", row.forms_chinese))
    for form in forms
]


@pytest.mark.parametrize(("command", "language", "form"), FORMS)
def test_every_form_that_is_documented_does_what_its_command_does(
    command: str, language: str, form: str
) -> None:
    here = {"en": OPEN_YARD, "zh": YUAN}[language]
    read = typed(filled(command, form, language), here)
    bare = [short(step) for step in read.steps]
    assert not read.questions
    done = {"say": "says: ", "whisper": "[whisper to ", "think": "thinks: ", "go": "goes: ",
            "look": "does: ", "take": ".at=", "give": ".at=", "put": ".at=", "drop": ".at=",
            "wear": "worn=True", "open": "=False", "close": "closed=True", "lock": "locked=True",
            "unlock": "locked=False", "read": "reads ", "wait": "does: "}  # fmt: skip
    if command == "continue":
        assert read.goes_on
        assert not bare
    else:
        assert len(bare) == 1
        assert done[command] in bare[0]


OPEN_YARD = replace(
    YARD, ways=(*YARD.ways, Way("gate", "far", ("the gate",), ("the road",))),
    things=tuple(replace(thing, at="courtyard") if thing.id == "horn" else thing
                 for thing in YARD.things),
)  # fmt: skip


@pytest.mark.parametrize("command", [row.name for row in COMMANDS])
def test_every_word_of_every_command_is_understood_in_its_language(command: str) -> None:
    row = next(row for row in COMMANDS if row.name == command)
    forms = {"take": "{} the letter", "read": "{} the letter", "drop": "{} the key",
             "give": "{} the key to Elias", "put": "{} the key in the bag", "open": "{} the chest",
             "close": "{} the bag", "lock": "{} the chest", "unlock": "{} the chest",
             "say": "{} Elias yes", "whisper": "{} Elias yes", "think": "{} yes",
             "look": "{} at the bag", "go": "{} the stairs", "wear": "{} the key"}  # fmt: skip
    for word in row.english:
        text = forms.get(command, "{}").format(word)
        if command == "look" and word != "look":
            text = text.replace(" at", "")
        read = typed(text, YARD)
        bare = [short(step) for step in read.steps]
        assert read.goes_on or any("[" in step or "thinks" in step for step in bare) or (
            command == "say" and bare[0].startswith("says")
        ), (text, bare)  # fmt: skip
