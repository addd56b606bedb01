"""A file that is not what it should be is refused by its name, and nothing of it is taken."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon.imports import worldfile
from tests.bad_input.room import Room, plain, refusal

BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 10)}]\n" for n in range(9)
)
TEI = '<TEI xmlns="http://www.tei-c.org/ns/1.0">'
XML_BOMB = (
    '<!DOCTYPE TEI [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + f"]>{TEI}<text>&j;</text></TEI>"
)

WORLD_FILES: dict[str, tuple[str, bytes | str, tuple[str, ...]]] = {
    "empty": ("w.yaml", "", ("w.yaml",)),
    "blank": ("w.yaml", " \n\n", ("w.yaml",)),
    "empty JSON": ("w.json", "", ("w.json", "line 1")),
    "a list": ("w.yaml", "- a\n- b\n", ("w.yaml",)),
    "a text": ("w.yaml", "once upon a time", ("w.yaml",)),
    "binary": ("w.yaml", bytes(range(256)) * 10, ("w.yaml",)),
    "a picture": ("w.yaml", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ("w.yaml",)),
    "UTF-16": ("w.yaml", "title: x".encode("utf-16"), ("w.yaml", "UTF-8")),
    "Latin-1": ("w.yaml", "a: 1\ntitle: Caf\xe9".encode("latin-1"), ("w.yaml", "line 2")),
    "NUL": ("w.yaml", "title: a\0b", ("w.yaml",)),
    "12 MB": ("w.yaml", "title: " + "x" * 12_000_000, ("w.yaml", "10 MB")),
    "a YAML bomb": ("w.yaml", BOMB, ("w.yaml", "line")),
    "an alias of itself": ("w.yaml", "title: &a [*a]\n", ("w.yaml",)),
    "deep YAML": ("w.yaml", "title: " + "[" * 5000 + "]" * 5000, ("w.yaml",)),
    "deep JSON": ("w.json", '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", ("w.json",)),
    "a tag of Python": ("w.yaml", "title: !!python/object:os.system x", ("w.yaml", "line 1")),
    "two documents": ("w.yaml", "title: a\n---\ntitle: b\n", ("w.yaml",)),
    "a key twice": ("w.yaml", "title: a\ntitle: b\n", ("w.yaml", "line 2", "'title'")),
    "a key twice in JSON": ("w.json", '{"title": "a", "title": "b"}', ("w.json", "'title'")),
    "a tab": ("w.yaml", "places:\n\t- id: a\n", ("w.yaml", "line 2")),
    "an open quote": ("w.yaml", 'title: "a\n', ("w.yaml",)),
    "a comma too many": ("w.json", '{"title": "a",}', ("w.json", "line 1")),
    "half of JSON": ("w.json", '{"title": "a"', ("w.json", "line 1")),
    "NaN": ("w.json", '{"title": "a", "settings": {"recall.limit": NaN}}', ("w.json", "NaN")),
    "a number without end": ("w.json", '{"title": ' + "9" * 6000 + "}", ("w.json", "digits")),
    "half a character": ("w.json", '{"title": "\\ud800"}', ("title",)),
    "a list as a key": ("w.yaml", "? [a, b]\n: c\n", ("w.yaml", "line 1")),
}  # fmt: skip


@pytest.mark.parametrize("name", WORLD_FILES)
def test_a_file_that_is_no_world_is_refused(name: str, room: Room) -> None:
    file, content, places = WORLD_FILES[name]
    path = room.file(file, content)
    with room.nothing_written():
        plain(refusal(lambda: room.library.create(path)), *places)
    path.unlink()


def _no_permission(room: Room) -> Path:
    path = room.file("closed.yaml", "title: x")
    path.chmod(0)
    return path


NO_FILES: dict[str, Callable[[Room], object]] = {
    "a file that is not": lambda room: room.folder / "missing.yaml",
    "a folder": lambda room: room.folder,
    "a file in a file": lambda room: room.folder / "stories.db" / "world.yaml",
    "a name with NUL": lambda room: "a\0b",
    "a name of nothing": lambda room: "",
    "a name far too long": lambda room: room.folder / ("x" * 5000),
    "a name of two lines": lambda room: room.folder / "a\nb",
    "a device": lambda room: "/dev/null",
}


@pytest.mark.parametrize("name", NO_FILES)
def test_a_file_that_cannot_be_read_is_refused(name: str, room: Room) -> None:
    path: Any = NO_FILES[name](room)
    with room.nothing_written():
        plain(refusal(lambda: room.library.create(path)))
        plain(refusal(lambda: room.library.import_(path)))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_is_refused(fresh: Room) -> None:
    path = _no_permission(fresh)
    plain(refusal(lambda: fresh.library.create(path)), "closed.yaml")
    plain(refusal(lambda: fresh.library.import_(path)), "closed.yaml")


TURN_LINES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "no JSON": (b"{}\nonce\n", ("line 2",)),
    "a list": (b"[]\n", ("line 1",)),
    "a number": (b"{}\n\n5\n", ("line 3",)),
    "half an object": (b'{"steps": [\n', ("line 1",)),
    "two objects on a line": (b"{} {}\n", ("line 1",)),
    "a key twice": (b'{"minutes": 1, "minutes": 2}\n', ("line 1", "'minutes'")),
    "Infinity": (b'{"minutes": Infinity}\n', ("line 1", "Infinity")),
    "Latin-1": (b"{}\n\xe9\n", ("line 2", "UTF-8")),
    "NUL": (b"{}\n\0\n", ("line 2",)),
    "deep": (b"[" * 100_000 + b"\n", ("line 1",)),
    "a number without end": (b'{"minutes": ' + b"9" * 6000 + b"}\n", ("line 1", "digits")),
}


@pytest.mark.parametrize("name", TURN_LINES)
def test_a_line_that_is_no_turn_is_refused_with_its_number(name: str) -> None:
    content, places = TURN_LINES[name]
    lines = content.splitlines(keepends=True)
    plain(refusal(lambda: list(worldfile.read_turns(lines, "turns.jsonl"))), "turns.jsonl", *places)


FOREIGN: dict[str, tuple[bytes | str, tuple[str, ...]]] = {
    "empty": ("", ("cannot be imported", "foreign")),
    "binary": (bytes(range(256)), ("foreign",)),
    "a text": ("Once upon a time.", ("foreign",)),
    "another JSON": ('{"a": 1}', ("foreign",)),
    "another XML": ("<html/>", ("foreign",)),
    "a play that breaks off": (TEI + "<text><body>", ("XML",)),
    "a play without text": (TEI + "</TEI>", ()),
    "a play in which nobody speaks": (TEI + "<text><body/></text></TEI>", ()),
    "a bomb of entities": (XML_BOMB, ("XML",)),
    "an entity from outside": (
        f'<!DOCTYPE TEI [<!ENTITY a SYSTEM "file:///etc/passwd">]>{TEI}<text>&a;</text></TEI>',
        ("XML",)),
    "a play too deep": (TEI + "<div>" * 5000 + "</div>" * 5000 + "</TEI>", ("deep",)),
    "a play in no encoding": (TEI.encode() + b"\xff\xfe\xff</TEI>", ()),
    "no header": ('{"rashomon"', ("line 1",)),
    "a header alone": ('{"rashomon": 1}\n', ("line 2",)),
    "a newer format": ('{"rashomon": 2}\n{"table": "stories", "id": "x"}\n', ("newer",)),
    "no format": ('{"rashomon": null}\n{}\n', ("line 1",)),
    "format nought": ('{"rashomon": 0}\n{}\n', ("line 1",)),
    "a format of text": ('{"rashomon": "1"}\n{}\n', ("line 1",)),
    "a huge format": ('{"rashomon": ' + "9" * 400 + "}\n{}\n", ()),
    "no story": ('{"rashomon": 1}\n{"table": "events"}\n', ("line 2",)),
    "a story of no id": ('{"rashomon": 1}\n{"table": "stories", "id": 5}\n', ("line 2",)),
    "a list for a story": ('{"rashomon": 1}\n[]\n', ("line 2",)),
    "deep": ('{"rashomon": 1}\n' + "[" * 100_000 + "\n", ("line 2",)),
}  # fmt: skip


@pytest.mark.parametrize("name", FOREIGN)
def test_a_file_of_no_known_format_is_refused(name: str, room: Room) -> None:
    content, places = FOREIGN[name]
    path = room.file("foreign", content)
    with room.nothing_written():
        said = refusal(lambda: room.library.import_(path))
        plain(said, *(place for place in places if place != "cannot be imported"))
    path.unlink()


# Exports that somebody or something has changed.

Rows = list[dict[str, Any]]


def _of(rows: Rows, table: str) -> Rows:
    return [row for row in rows if row.get("table") == table]


def _change(table: str, at: int = 0, /, **values: Any) -> Callable[[Rows], None]:
    return lambda rows: _of(rows, table)[at].update(values)


def _drop(table: str, at: int = 0) -> Callable[[Rows], None]:
    return lambda rows: rows.remove(_of(rows, table)[at])


def _without(table: str, column: str) -> Callable[[Rows], None]:
    return lambda rows: _of(rows, table)[0].pop(column)


def _twice(table: str) -> Callable[[Rows], None]:
    return lambda rows: rows.insert(rows.index(_of(rows, table)[0]), dict(_of(rows, table)[0]))


CHANGED: dict[str, tuple[Callable[[Rows], None], tuple[str, ...]]] = {
    "another word": (_change("events", text="Nobody goes there?"), ("seals", "event 1")),
    "another speaker": (_change("events", who="elias"), ("seals", "event 1")),
    "another place": (_change("events", at="cell"), ("seals", "event 1")),
    "another time": (_change("turns", time=60.0), ("seals",)),
    "another seal": (_change("seals", hash="00" * 32), ("seals", "event 1")),
    "no seal": (_drop("seals"), ("seals",)),
    "a sealed event gone": (_drop("events"), ()),
    "another count of seals": (_change("stories", sealed=0), ("seals",)),
    "another head": (_change("stories", sealed_head="00" * 32), ("seals",)),
    "a head that is none": (_change("stories", sealed_head="xyz"), ("'sealed_head'",)),
    "ids that were used": (_change("stories", next_event=1), ("do not agree",)),
    "a turn gone": (_drop("turns", -1), ("do not agree",)),
    "turns that were not": (_change("stories", turn=9), ("do not agree",)),
    "a row twice": (_twice("events"), ("damaged",)),
    "a perception twice": (_twice("perceptions"), ("damaged",)),
    "a text for a number": (_change("events", step="one"), ("'step'", "'events'")),
    "a number for a text": (_change("events", text=5), ("'text'", "'events'")),
    "a fraction for a number": (_change("events", step=1.5), ("'step'",)),
    "true for a number": (_change("events", step=True), ("'step'",)),
    "a list for a text": (_change("events", text=[]), ("'text'",)),
    "a huge number": (_change("perceptions", id=10**30), ("'id'",)),
    "null where nothing may miss": (_change("events", text=None), ("'text'",)),
    "a column gone": (_without("events", "text"), ("'text'", "'events'")),
    "a column too many": (_change("events", colour="red"), ("'colour'", "'events'")),
    "a key of ours": (_change("events", story=1), ("'story'",)),
    "a story's column gone": (_without("stories", "turn"), ("'turn'",)),
    "a story's column too many": (_change("stories", colour="red"), ("'colour'",)),
    "a table that is not": (_change("events", table="evnts"), ("'evnts'",)),
    "a table that is SQLite's": (_change("events", table="sqlite_master"), ("'sqlite_master'",)),
    "an id that is a number": (_change("events", -1, who=5), ("'name'",)),
    "an id of half a character": (_change("events", -1, who="\ud800"), ("character",)),
    "words with NUL": (_change("events", -1, text="a\0"), ("'text'", "character")),
    "an unknown form": (_change("perceptions", -1, form=7), ("make no sense",)),
    "an unknown kind": (_change("events", -1, kind=99), ("make no sense",)),
    "an entity that is none": (_change("entities", data="{}"), ("make no sense",)),
    "an entity that is no JSON": (_change("entities", data="x"), ("make no sense",)),
    "a world that is none": (_change("worlds", data="[]"), ("make no sense",)),
    "no world": (_drop("worlds"), ()),
    "data that is no JSON": (_change("events", -1, data="{"), ("make no sense",)),
    "a belief that makes no sense": (_change("beliefs", confidence=9), ("make no sense",)),
}  # fmt: skip


def _lines(room: Room) -> list[str]:
    path = room.folder / "whole.jsonl"
    if not path.exists():
        room.library.export("gate", path)
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def _signed(rows: Rows) -> str:
    """An export of these rows, with a hash that fits: as one who meant to would write it."""
    text = "".join(json.dumps(row) + "\n" for row in rows)
    return text + json.dumps({"sha256": hashlib.sha256(text.encode()).hexdigest()}) + "\n"


@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_export_is_refused_even_if_its_hash_fits(name: str, room: Room) -> None:
    change, places = CHANGED[name]
    rows: Rows = [json.loads(line) for line in _lines(room)[:-1]]
    change(rows)
    path = room.file("changed.jsonl", _signed(rows))
    with room.nothing_written():
        plain(refusal(lambda: room.library.import_(path, as_="other")), *places)


def test_an_export_that_is_written_anew_is_as_good(room: Room) -> None:
    """The table above refuses what was changed, and not how it was written."""
    rows: Rows = [json.loads(line) for line in _lines(room)[:-1]]
    path = room.file("anew.jsonl", _signed(rows))
    with rashomon.open(":memory:") as library:
        story = library.import_(path)
        again = [row for row in library.context.store.dump("gate") if row[0] != "stories"]
        before = [row for row in room.everything()["gate"] if row[0] != "stories"]
        assert sorted(map(repr, again)) == sorted(map(repr, before))
        assert story.verify().ok


DAMAGED: dict[str, Callable[[list[str]], list[str]]] = {
    "a line gone": lambda lines: [*lines[:9], *lines[10:]],
    "two lines exchanged": lambda lines: [*lines[:9], lines[10], lines[9], *lines[11:]],
    "a line twice": lambda lines: [*lines[:9], lines[9], *lines[9:]],
    "a letter changed": lambda lines: [line.replace("forgot me", "forgot ne") for line in lines],
    "the end gone": lambda lines: lines[:-1],
    "half of it gone": lambda lines: lines[: len(lines) // 2],
    "half a line at the end": lambda lines: [*lines[:-2], lines[-2][:20]],
    "a line after the end": lambda lines: [*lines, lines[-2]],
    "the end twice": lambda lines: [*lines, lines[-1]],
    "a blank line": lambda lines: [*lines[:5], "\n", *lines[5:]],
    "no row": lambda lines: [*lines[:5], "{}\n", *lines[5:]],
    "a hash that is none": lambda lines: [*lines[:-1], '{"sha256": 5}\n'],
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_export_is_refused(name: str, room: Room) -> None:
    path = room.file("damaged.jsonl", "".join(DAMAGED[name](_lines(room))))
    with room.nothing_written():
        plain(refusal(lambda: room.library.import_(path, as_="other")), "damaged")


@pytest.mark.parametrize("cut", [0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999])
def test_an_export_that_breaks_off_anywhere_is_refused(cut: float, room: Room) -> None:
    text = "".join(_lines(room))
    path = room.file("cut.jsonl", text[: int(cut * len(text))])
    with room.nothing_written():
        plain(refusal(lambda: room.library.import_(path, as_="other")), "cut.jsonl")


def test_an_id_that_is_taken_is_refused_without_another(room: Room) -> None:
    _lines(room)
    with room.nothing_written():
        plain(refusal(lambda: room.library.import_(room.folder / "whole.jsonl")), "'gate'")


def test_what_a_failed_import_made_is_forgotten(fresh: Room) -> None:
    """Ids that a refused file brought must not pass for ids of the story that comes next."""
    rows: Rows = [json.loads(line) for line in _lines(fresh)[:-1]]
    _change("events", text="Nobody?")(rows)
    path = fresh.file("changed.jsonl", _signed(rows))
    plain(refusal(lambda: fresh.library.import_(path, as_="other")))
    people = [{"id": "zoe", "name": "Zoe"}, {"id": "mara", "name": "Another Mara"}]
    fresh.library.create({"title": "Next", "characters": people}, as_="next")
    with rashomon.open(fresh.folder / "stories.db") as library:
        story = library.story("next")
        story.record({"steps": [{"who": "zoe", "says": "Here.", "to": ["mara"]}]})
        assert [each.who for each in story.mind("mara").perceptions()] == ["zoe"]
