"""A file is read as its author meant it, or refused in one sentence that says where."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rashomon.errors import BadFile
from rashomon.imports.worldfile import MOST_BYTES, parse, read, read_turns

PLAIN: list[tuple[str, object]] = [
    ("no", "no"),
    ("on", "on"),
    ("yes", "yes"),
    ("true", True),
    ("False", False),
    ("18:00", "18:00"),
    ("1203-04-12", "1203-04-12"),
    ("1203-04-12T18:00", "1203-04-12T18:00"),
    ("010", 10),
    ("1_000", "1_000"),
    ("0x1f", "0x1f"),
    ("12", 12),
    ("-1.5", -1.5),
    (".inf", ".inf"),
    ("~", None),
    ("", None),
    ('"12"', "12"),
    ("!!str 12", "12"),
    ("=", "="),
    ("|\n  two\n  lines\n", "two\nlines\n"),
]


@pytest.mark.parametrize(("written", "meant"), PLAIN)
def test_a_plain_scalar_is_what_yaml_1_2_says(written: str, meant: object) -> None:
    found = parse(f"a: {written}")["a"]
    assert found == meant
    assert type(found) is type(meant)


def test_keys_are_texts_whatever_they_look_like_in_yaml_1_1() -> None:
    assert parse("on: 1\nno: 2") == {"on": 1, "no": 2}


def test_an_alias_is_followed_and_a_merge_is_no_magic() -> None:
    assert parse("a: &x {b: 1}\nc: *x\nd: {<<: *x}") == {
        "a": {"b": 1},
        "c": {"b": 1},
        "d": {"<<": {"b": 1}},
    }


BOMB = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
FAULTS: list[tuple[str, tuple[str, ...]]] = [
    ("a: 1\nb:\n  c: 1\n  c: 2", ("line 4, column 3", "'c' is given twice")),
    ("a: b: c", ("line 1", "in quotes")),
    ("a:\n\t- b", ("line 2", "tab")),
    ("a: 'x", ("line 1", "never closed")),
    ("a: *z", ("line 1", "anchor")),
    ("a: 1\n---\nb: 2", ("line 2", "one")),
    ("a: !!python/object:os.system x", ("line 1, column 4", "python/object:os.system")),
    ("a: !!set {b}", ("means nothing here",)),
    ("a: !thing x", ("means nothing here",)),
    ("1: a", ("line 1, column 1", "key")),
    ("a: &x [*x]", ("nested too deeply",)),
    ("[" * 5000, ("nest",)),
    ("- " * 5000 + "a", ("nest",)),
    (BOMB, ("1,000,000 values",)),
    ("a: " + "9" * 5000, ("too many digits",)),
    ("a: \x07", ("control characters",)),
    ("- a", ("no keys and values",)),
    ("", ("no keys and values",)),
    ('{"a": NaN}', ("NaN",)),
    ('{"a": -Infinity}', ("Infinity",)),
    ('{"a": 1, "a": 2}', ("'a' is given twice",)),
]


@pytest.mark.parametrize(("text", "words"), FAULTS, ids=range(len(FAULTS)))
def test_a_file_that_cannot_be_read_says_where(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(BadFile) as refused:
        parse(text, "w.yaml")
    said = str(refused.value)
    assert said.startswith("w.yaml")
    assert all(word in said for word in words), said
    assert "\n" not in said


def test_json_is_known_by_its_content_and_so_is_yaml_with_braces() -> None:
    assert parse('\ufeff {"title": "no"}', "w.txt") == {"title": "no"}
    assert parse("{title: no, on: [1]}", "w.yaml") == {"title": "no", "on": [1]}
    with pytest.raises(BadFile, match="line 2, column 7: this is not JSON"):
        parse('{"a":\n      }', "w.json")


_DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(max_size=4), _DATA))
def test_every_json_object_reads_as_itself(data: dict[str, Any]) -> None:
    assert parse(json.dumps(data)) == data


@given(st.text())
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        found = parse(text)
    except BadFile:
        return
    assert isinstance(found, dict)


def test_a_path_that_is_no_world_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.yaml").write_bytes(b"a: \x00")
    (tmp_path / "latin.yaml").write_bytes("a: 1\nb: é".encode("latin-1"))
    (tmp_path / "huge.yaml").write_bytes(b"a" * (MOST_BYTES + 1))
    for name, words in (
        ("", "a folder"),
        ("none.yaml", "does not exist"),
        ("binary.yaml", "not a text file"),
        ("latin.yaml", "not UTF-8 text (line 2)"),
        ("huge.yaml", "larger than 10 MB"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(BadFile) as refused:
            read(f"{tmp_path}/{name}")
        assert words in str(refused.value)
    (tmp_path / "good.yaml").write_bytes("\ufefftitle: 渡口".encode())
    assert read(tmp_path / "good.yaml") == {"title": "渡口"}


def test_turns_come_with_the_number_of_their_line() -> None:
    text = '\ufeff{"minutes": 1}\n\n  \n{"steps": []}\n'
    turns = [(1, {"minutes": 1}), (4, {"steps": []})]
    assert list(read_turns(io.StringIO(text))) == turns
    assert list(read_turns(io.BytesIO(text.encode()))) == turns


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"a":', "column"),
        ("[]", "one JSON object"),
        ('{"minutes": NaN}', "NaN"),
        ('{"a": {"b": 1, "b": 2}}', "'b' is given twice"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("{} {}", "not JSON"),
    ],
)
def test_a_bad_line_stops_there_and_those_before_it_are_given(line: str, words: str) -> None:
    turns = read_turns(io.StringIO('{"minutes": 1}\n' + line + "\n"), "turns.jsonl")
    assert next(turns) == (1, {"minutes": 1})
    with pytest.raises(BadFile, match=r"^turns\.jsonl, line 2") as refused:
        next(turns)
    assert words in str(refused.value)
