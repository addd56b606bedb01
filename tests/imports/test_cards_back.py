"""A card that was brought in is given back as it was, and with what its author changed since."""

from __future__ import annotations

import base64
import copy
import json
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rashomon
from rashomon import Library
from rashomon.errors import BadFile, NotFound, Refused
from rashomon.imports import cardfile
from rashomon.imports import png as chunks
from tests.imports.card_files import (
    chunk,
    entry,
    info,
    js,
    packed,
    png,
    text,
    v1,
    v2,
    v3,
    zipped,
)  # fmt: skip

BOOK = {
    "name": "Tales", "scan_depth": 7, "extensions": {"x": [1.5, None]}, "unknown": {"a": 1},
    "entries": [
        entry("barn", "the fire", content="@@depth 4\nIt burnt.", position="after_char", mine=3),
        entry("guild", content="{{char}}'s guild.", constant=True, secondary_keys=["a"], id=9),
        entry("off", content="Nobody.", enabled=False, extensions={"deep": {"er": [True]}}),
    ],
}  # fmt: skip
FULL: dict[str, Any] = {
    "scenario": "{{user}} comes in.", "mes_example": "<START>\n{{user}}: Hi\r\n{{char}}: Yes?",
    "extensions": {"talkativeness": "0.5", "odd/key": {"nested": [1, {"b": "é 漢\u2028"}]}},
    "tags": ["baker"], "alternate_greetings": ["*sleeps*"], "unknown": [[]], "creator": "me",
    "system_prompt": "{{original}} Be terse.", "character_book": BOOK,
}  # fmt: skip
ICON = "assets/icon/images/main.png"
ASSETS = [{"type": "icon", "uri": f"embeded://{ICON}", "name": "main", "ext": "png"}]
CHARX = {
    "card.json": js(v3(**FULL, assets=ASSETS)), ICON: png(), "assets/": b"",
    "assets/other/other/a.zip": zipped({"../x": b"closed"}), "module.risum": bytes(range(256)),
}  # fmt: skip
FILES = {
    "a.json": js({**v1(), **FULL}),
    "b.json": js({**v1(), **v2(**FULL), "avatar": "none", "fav": False}),
    "c.json": js(v3(**FULL, group_only_greetings=["x"], creation_date=0, source=["y"])),
    "d.png": png(text("Comment", b"caf\xe9"), text("chara", packed(v2(**FULL))), rest=b"behind"),
    "e.png": png(
        chunk(b"acTL", bytes(8)), text("chara", packed(v2(**FULL))), chunk(b"zzZz", b"own"),
        text("ccv3", packed(v3(**FULL))), text("chara-ext-asset_:a/b.png", packed(b"asset")),
    ),
    "f.charx": zipped(CHARX),
}  # fmt: skip


@pytest.fixture
def library() -> Iterator[Library]:
    with rashomon.open(":memory:") as opened:
        yield opened


def brought(library: Library, folder: Path, name: str, data: bytes | None = None) -> str:
    (folder / name).write_bytes(FILES[name] if data is None else data)
    return library.import_(folder / name, as_="story").id


def back(library: Library, folder: Path, name: str) -> bytes:
    return library.export_card("story", "ada", folder / f"back-{name}").read_bytes()


@pytest.mark.parametrize("name", FILES)
def test_a_card_that_nobody_changed_is_given_back_to_the_byte(
    name: str, library: Library, tmp_path: Path
) -> None:
    brought(library, tmp_path, name)
    assert back(library, tmp_path, name) == FILES[name]


@pytest.mark.parametrize("name", FILES)
def test_a_card_goes_along_wherever_its_story_goes(
    name: str, library: Library, tmp_path: Path
) -> None:
    brought(library, tmp_path, name)
    library.story("story").branch(0, as_="branch")
    library.export("branch", tmp_path / "story.jsonl")
    library.delete("story")
    library.import_(tmp_path / "story.jsonl", as_="story")
    assert back(library, tmp_path, name) == FILES[name]


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | _TEXT
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
_FREE = st.dictionaries(_TEXT.map("x-{}".format), _ANY, max_size=3)
_TEXTS = st.fixed_dictionaries(
    {}, optional=dict.fromkeys(("description", "scenario", "first_mes", "mes_example"), _TEXT)
)


@st.composite
def cards(draw: st.DrawFn) -> dict[str, Any]:
    entries = [
        entry(*draw(st.lists(_TEXT, max_size=2)), content=draw(_TEXT)) | draw(_FREE)
        for _ in range(draw(st.integers(0, 2)))
    ]
    more = {**draw(_TEXTS), **draw(_FREE), "extensions": draw(_FREE)}
    made = draw(st.sampled_from([v2, v3]))(character_book={"entries": entries}, **more)
    return {**made, **draw(_FREE)}


@given(cards(), st.sampled_from(["json", "png", "charx"]))
def test_field_by_field_nothing_of_a_card_is_lost_in_any_kind_of_file(
    raw: dict[str, Any], kind: str
) -> None:
    with tempfile.TemporaryDirectory() as name, rashomon.open(":memory:") as library:
        folder = Path(name)
        (folder / "card").write_bytes(json.dumps(raw).encode())
        library.import_(folder / "card", as_="story")
        data = library.export_card("story", "ada", folder / f"back.{kind}").read_bytes()
        assert cardfile.read(data, "x").raw == raw
        library.import_(folder / f"back.{kind}", as_="again")
        again = library.export_card("again", "ada", folder / "back.json").read_bytes()
        assert json.loads(again) == raw


def read(data: bytes) -> dict[str, Any]:
    return cardfile.read(data, "x").raw


@pytest.mark.parametrize("name", FILES)
def test_a_change_of_its_author_is_in_the_card_and_all_else_is_as_it_was(
    name: str, library: Library, tmp_path: Path
) -> None:
    brought(library, tmp_path, name)
    story = library.story("story")
    persona = _persona(library)
    assert persona.startswith("A baker.\n\n")
    changed = persona.replace("A baker.\n\nPersonality: gruff.", "A miller, and kind.")
    story.edit_world(
        characters=[{"id": "ada", "name": "Adela", "persona": changed}],
        lore=[{"id": "guild", "text": "The guild is no more.", "aliases": ["the old guild"]}],
        retire=["barn"],
        why="a new draft",
    )
    wanted = copy.deepcopy(read(FILES[name]))
    for each in (wanted, wanted.get("data", wanted)):
        if "name" in each:
            each |= {"name": "Adela", "description": "A miller, and kind.", "personality": ""}
    entries = wanted.get("data", wanted)["character_book"]["entries"]
    entries[0]["enabled"] = False
    entries[1] |= {"content": "The guild is no more.", "keys": ["guild", "the old guild"]}
    data = back(library, tmp_path, name)
    assert read(data) == wanted
    assert _beside(data) == _beside(FILES[name])


def _persona(library: Library) -> str:
    with library.context.store.reading("story") as unit:
        found = next(each for each, _ in unit.entities() if each.id == "ada")
    return str(getattr(found, "persona"))  # noqa: B009


def _beside(data: bytes) -> object:
    """All of a file that is no card."""
    if data.startswith(b"PK"):
        with tempfile.TemporaryFile() as file:
            file.write(data)
            with zipfile.ZipFile(file) as packed_:
                return [(n, packed_.read(n)) for n in packed_.namelist() if n != "card.json"]
    if data.startswith(b"\x89"):
        found = chunks.read(data, "x")
        keys = ("chara", "ccv3")
        return found.rest, [
            (each.type, each.key if each.key in keys else each.data) for each in found.chunks
        ]
    return None


def test_both_versions_of_a_card_in_a_picture_are_changed(library: Library, tmp_path: Path) -> None:
    brought(library, tmp_path, "e.png")
    library.story("story").edit_world(characters=[{"id": "ada", "name": "Adela"}], why="so")
    data = back(library, tmp_path, "e.png")
    picture = chunks.read(data, "x")
    found = {each.key: json.loads(base64.b64decode(each.text)) for _, each in picture.texts()
             if each.key in ("chara", "ccv3")}  # fmt: skip
    assert {key: raw["data"]["name"] for key, raw in found.items()} == {
        "chara": "Adela",
        "ccv3": "Adela",
    }


def test_a_persona_written_anew_is_one_description(library: Library, tmp_path: Path) -> None:
    brought(library, tmp_path, "c.json")
    library.story("story").edit_world(characters=[{"id": "ada", "persona": "All new."}], why="so")
    data = read(back(library, tmp_path, "c.json"))["data"]
    fields = ("description", "personality", "scenario", "mes_example", "first_mes")
    assert [data[key] for key in fields] == ["All new.", "", "", "", FULL_FIRST]


FULL_FIRST = v1()["first_mes"]
BOOKS = {
    "world info": {"entries": {"0": info("barn", content="It burnt.", order=1),
                               "5": info("off", content="x", disable=True)}, "extra": [1]},
    "a list": {"name": "Tales", "entries": [info("barn", content="It burnt.")]},
    "the third version": {"spec": "lorebook_v3", "data": {
        "entries": [entry("barn", content="It burnt.")], "extensions": {}}},
}  # fmt: skip


@pytest.mark.parametrize("kind", BOOKS)
def test_a_lorebook_beside_a_card_is_given_back_too(
    kind: str, library: Library, tmp_path: Path
) -> None:
    (tmp_path / "Tales.json").write_bytes(js(BOOKS[kind]))
    (tmp_path / "card.json").write_bytes(js(v2()))
    story = library.import_([tmp_path / "card.json", tmp_path / "Tales.json"], as_="story")
    target = tmp_path / "back.json"
    assert library.export_lorebook("story", "Tales", target).read_bytes() == js(BOOKS[kind])
    story.edit_world(lore=[{"id": "barn", "text": "It stands."}], why="so")
    wanted: Any = copy.deepcopy(BOOKS[kind])
    entries = wanted.get("data", wanted)["entries"]
    (entries["0"] if isinstance(entries, dict) else entries[0])["content"] = "It stands."
    data = library.export_lorebook("story", "Tales.json", target).read_bytes()
    assert json.loads(data) == wanted
    with pytest.raises(NotFound, match=r"did you mean 'Tales\.json'"):
        library.export_lorebook("story", "Tale.json", target)


def test_a_character_of_no_card_gets_one(library: Library, tmp_path: Path) -> None:
    library.create(
        {
            "id": "story", "title": "The Mill",
            "characters": [{"id": "ada", "name": "Ada", "persona": "A baker.", "knows": ["guild"]}],
            "lore": [{"id": "guild", "name": "the guild", "text": "It meets."},
                     {"id": "barn", "name": "the barn", "text": "It burnt."}],
        }
    )  # fmt: skip
    for kind in ("png", "json", "charx"):
        data = read(library.export_card("story", "ada", tmp_path / f"a.{kind}").read_bytes())
        assert data["spec"] == "chara_card_v2"
        assert (data["data"]["name"], data["data"]["description"]) == ("Ada", "A baker.")
        assert [each["content"] for each in data["data"]["character_book"]["entries"]] == [
            "It meets."
        ]
        library.import_(tmp_path / f"a.{kind}", as_=kind)
        assert library.story(kind).mind("ada").knows("the-guild")


def test_what_only_one_kind_of_file_can_hold_is_not_lost_in_another(
    library: Library, tmp_path: Path
) -> None:
    brought(library, tmp_path, "f.charx")
    for name in ("a.png", "a.json"):
        with pytest.raises(BadFile, match=r"only a \.charx can hold"):
            library.export_card("story", "ada", tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(Refused, match=r"not as \.gif"):
        library.export_card("story", "ada", tmp_path / "a.gif")


def test_a_picture_stays_with_its_card_in_a_charx_and_comes_out_of_it(
    library: Library, tmp_path: Path
) -> None:
    brought(library, tmp_path, "d.png")
    library.export_card("story", "ada", tmp_path / "a.charx")
    library.import_(tmp_path / "a.charx", as_="again")
    data = library.export_card("again", "ada", tmp_path / "again.png").read_bytes()
    without = png(text("Comment", b"caf\xe9"), rest=b"behind")
    assert data.startswith(without[: without.index(b"IEND") - 4])
    assert data.endswith(b"behind")
    assert read(data) == read(FILES["d.png"])


def test_kept_files_that_somebody_damaged_are_refused(library: Library, tmp_path: Path) -> None:
    brought(library, tmp_path, "d.png")
    lines = [json.loads(line) for line in _dump(library, tmp_path)]
    for broken in (b"", b"{}", b'{"files": [{"who": "ada"}]}', b'{"files": 3}', b"\xff"):
        rows = [
            (row.pop("table"), {**row, "data": broken.hex()} if row.get("name") == "cards" else row)
            for row in copy.deepcopy(lines)
        ]
        with library.context.store.restoring("bad", iter(rows), 0.0):
            pass
        with pytest.raises(BadFile):
            library.story("bad").card("ada")
        with pytest.raises(BadFile):
            library.export_card("bad", "ada", tmp_path / "bad.png")
        assert not (tmp_path / "bad.png").exists()
        library.delete("bad")


def _dump(library: Library, folder: Path) -> list[str]:
    path = library.export("story", folder / "dump.jsonl")
    return path.read_text(encoding="utf-8").splitlines()[1:-1]
