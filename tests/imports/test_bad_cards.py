"""What is no card is refused in one sentence, in little time and memory, and leaves nothing."""

from __future__ import annotations

import io
import json
import struct
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rashomon
from rashomon import Library
from rashomon.errors import Refused
from rashomon.imports import cardfile, charx, png, strictjson
from tests.imports.card_files import (
    END,
    HEAD,
    PIXEL,
    SIGNATURE,
    chunk,
    entry,
    js,
    packed,
    text,
    v1,
    v2,
    v3,
    zipped,
)  # fmt: skip
from tests.imports.card_files import png as picture

GOOD = picture(text("chara", packed(v2())))
MEGABYTE = 1_000_000


def _charx(**beside: bytes) -> bytes:
    return zipped({"card.json": js(v3()), **beside})


def _encrypted() -> bytes:
    data = bytearray(_charx())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def _twice() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        target.writestr("card.json", js(v3()))
        with pytest.warns(UserWarning, match="Duplicate"):
            target.writestr("card.json", js(v3()))
    return file.getvalue()


def _listed(count: int) -> bytes:
    data = bytearray(_charx())
    at = data.rindex(b"PK\x05\x06")
    struct.pack_into("<HH", data, at + 8, count, count)
    return bytes(data)


def _claims_less() -> bytes:
    """A file that unpacks to more than its list says."""
    data = bytearray(zipped({"card.json": b" " * 100_000 + js(v3())}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + at, 50)
    return bytes(data)


def _many(count: int) -> bytes:
    return zipped({"card.json": js(v3()), **{f"assets/{n}": b"" for n in range(count)}})


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "a picture broken off": (lambda: GOOD[:-20], "breaks off"),
    "a picture broken off in its head": (lambda: SIGNATURE + b"\0\0", "breaks off"),
    "a signature alone": (lambda: SIGNATURE, "breaks off"),
    "a bad checksum": (
        lambda: picture(chunk(b"tEXt", b"chara\0" + packed(v2()), crc=7)), "checksum"),
    "a bad checksum of the picture": (
        lambda: SIGNATURE + HEAD + chunk(b"IDAT", b"x", crc=1) + END, "checksum"),
    "a chunk of four gigabytes": (
        lambda: SIGNATURE + HEAD + struct.pack(">I", 0xFFFFFFFF) + b"tEXtchara", "breaks off"),
    "a chunk longer than the file": (
        lambda: SIGNATURE + HEAD + struct.pack(">I", 2**30) + b"tEXtchara\0" + END, "breaks off"),
    "a picture without its head": (lambda: SIGNATURE + PIXEL + END, "no PNG"),
    "chunks without end": (
        lambda: SIGNATURE + HEAD + chunk(b"tEXt", b"") * (png.MOST_CHUNKS + 1) + END, "chunks"),
    "a picture without a card": (lambda: picture(text("Comment", b"a view")), "without a card"),
    "a card in a compressed chunk": (
        lambda: picture(chunk(b"zTXt", b"chara\0\0x")), "without a card"),
    "bad base64": (lambda: picture(text("chara", b"{}!!")), "base64"),
    "base64 broken off": (lambda: picture(text("chara", packed(v2())[:-3])), "base64"),
    "bad JSON": (lambda: picture(text("chara", packed(b'{"name": "Ada",}'))), "not JSON"),
    "a bad newer card beside a good one": (
        lambda: picture(text("chara", packed(v2())), text("ccv3", packed(b"{"))), "not JSON"),
    "no UTF-8": (lambda: picture(text("chara", packed(b'{"name": "\xff"}'))), "UTF-8"),
    "UTF-16": (lambda: json.dumps(v2()).encode("utf-16"), "no format"),
    "nothing": (lambda: b"", "no format"),
    "blanks": (lambda: b" \n \n", "no format"),
    "JSON broken off": (lambda: js(v2())[:-30], "not JSON"),
    "a list": (lambda: b"[1, 2]", "no keys and values"),
    "an object of something else": (lambda: b'{"title": "The Hut"}', "neither"),
    "a name alone": (lambda: b'{"name": "Ada"}', "neither"),
    "an unknown version": (lambda: js({**v2(), "spec": "chara_card_v9"}), "chara_card_v9"),
    "a version that is a number": (lambda: js({**v2(), "spec": 2}), "says that it is 2"),
    "a version of no kind": (lambda: js({**v2(), "spec": {"a": 1}}), "keys and values"),
    "a card without its data": (lambda: js({"spec": "chara_card_v3"}), "without 'data'"),
    "data that is a text": (lambda: js({**v2(), "data": "Ada"}), "without 'data'"),
    "no name": (lambda: js(v2(name="")), "no name"),
    "a blank name": (lambda: js(v2(name=" \n\t ")), "no name"),
    "a name of control characters": (lambda: js(v2(name="\x07\x1b")), "no name"),
    "a missing name": (lambda: js({**v2(), "data": {"description": "x"}}), "no name"),
    "an endless name": (lambda: js(v2(name="A" * 5000)), "shorten"),
    "a name that is a number": (lambda: js(v2(name=5)), "'name' that should be a text"),
    "a description that is a list": (lambda: js(v2(description=["a"])), "'description'"),
    "a first message that is a number": (lambda: js(v2(first_mes=1.5)), "'first_mes'"),
    "greetings that are a text": (lambda: js(v2(alternate_greetings="hi")), "list of texts"),
    "a greeting that is null": (lambda: js(v2(alternate_greetings=[None])), "no text"),
    "a book that is a list": (lambda: js(v2(character_book=[])), "no lorebook"),
    "entries that are a number": (
        lambda: js(v2(character_book={"entries": 3})), "neither a list nor an object"),
    "an entry that is null": (lambda: js(v2(character_book={"entries": [None]})), "no object"),
    "a key that is a number": (
        lambda: js(v2(character_book={"entries": [entry(content="x") | {"keys": [1]}]})),
        "no text"),
    "keys that are a text": (lambda: js({"entries": {"0": {"key": "a", "content": "x"}}}), "list"),
    "a content that is an object": (
        lambda: js({"entries": {"0": {"key": [], "content": {}}}}), "'content'"),
    "entries beyond counting": (
        lambda: js({"entries": [{"key": []}] * 10_001}), "more than 10,000 entries"),
    "greetings beyond counting": (
        lambda: js(v2(alternate_greetings=["Hi"] * 1001)), "more than 1,000 texts"),
    "a lorebook without its data": (lambda: js({"spec": "lorebook_v3"}), "without 'data'"),
    "NaN": (lambda: b'{"name": "Ada", "description": "", "extensions": {"x": NaN}}', "NaN"),
    "Infinity": (lambda: b'{"entries": {}, "x": -Infinity}', "Infinity"),
    "a number beyond all": (lambda: b'{"entries": {}, "x": 1e999}', "digits"),
    "a number of endless digits": (
        lambda: b'{"entries": {}, "x": ' + b"9" * 10_000 + b"}", "digits"),
    "a key given twice": (
        lambda: b'{"name": "Ada", "description": "a", "name": "Eve"}', "given twice"),
    "deep nesting": (
        lambda: b'{"entries": {}, "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
    "somewhat deep nesting": (
        lambda: b'{"entries": {}, "x": ' + b"[" * 200 + b"]" * 200 + b"}", "nested"),
    "half a character": (lambda: b'{"name": "Ad\\ud800a", "description": ""}', "half a character"),
    "half a character in a key": (
        lambda: b'{"name": "Ada", "description": "", "\\udfff": 1}', "half a character"),
    "a NUL": (lambda: b'{"name": "Ad\\u0000a", "description": ""}', "NUL"),
    "values beyond counting": (
        lambda: b'{"entries": {}, "x": [' + b"0," * 600_000 + b"0]}", "values"),
    "fifty megabytes of text": (
        lambda: b'{"name": "Ada", "description": "' + b"a" * (49 * MEGABYTE) + b'"}', "MB of text"),
    "a text in a picture of ten megabytes": (
        lambda: picture(text("chara", packed(b'{"a": "' + b"a" * (10 * MEGABYTE) + b'"}'))), "MB"),
    "a file of more than fifty megabytes": (
        lambda: SIGNATURE + HEAD + b"\0" * (51 * MEGABYTE), "larger than 50 MB"),
    "names that make a text beyond all": (
        lambda: js(v1(name="A" * 100, description="<bot>" * 1_000_000)), "no text could hold"),
    "a JPEG": (lambda: b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(100), "is a JPEG"),
    "a GIF": (lambda: b"GIF89a" + bytes(100), "is a GIF"),
    "a WebP": (lambda: b"RIFF\x10\0\0\0WEBPVP8 " + bytes(100), "WebP"),
    "an AVIF": (lambda: b"\0\0\0\x1cftypavif" + bytes(100), "AVIF"),
    "an archive": (lambda: b"Rar!\x1a\x07\0" + bytes(100), "RAR"),
    "an empty zip": (lambda: zipped({}), "empty zip"),
    "a zip without a card": (lambda: zipped({"readme.txt": b"hi"}), "without a card.json"),
    "a card in a folder": (lambda: zipped({"ada/card.json": js(v3())}), "without a card.json"),
    "a card in a zip in a zip": (lambda: zipped({"inner.charx": _charx()}), "without a card.json"),
    "a zip broken off": (lambda: _charx()[:-30], "breaks off"),
    "a zip damaged in its list": (
        lambda: _charx().replace(b"PK\x01\x02", b"PK\x09\x09"), "can be read"),
    "a zip damaged in its card": (
        lambda: (d := _charx())[:45] + bytes(20) + d[65:], "cannot be unpacked"),
    "an encrypted zip": (_encrypted, "encrypted"),
    "two cards in one": (_twice, "two files of one name"),
    "a path that leads up": (lambda: _charx(**{"../../etc/passwd": b"x"}), "leads out"),
    "a path that leads up within": (lambda: _charx(**{"assets/../../x": b"x"}), "leads out"),
    "a path from the root": (lambda: _charx(**{"/etc/passwd": b"x"}), "leads out"),
    "a path of another system": (lambda: _charx(**{"a\\..\\b": b"x"}), "leads out"),
    "a path with a drive": (lambda: _charx(**{"c:/x": b"x"}), "leads out"),
    "a bomb": (lambda: _charx(**{"assets/a": bytes(charx.MOST_UNPACKED)}), "unpacks to more"),
    "a bomb of a card": (lambda: zipped({"card.json": b" " * (50 * MEGABYTE)}), "more than 8 MB"),
    "a card longer than it says": (_claims_less, "cannot be unpacked"),
    "more files than a card has": (lambda: _many(charx.MOST_FILES), "more than 5,000 files"),
    "a list that says so": (lambda: _listed(60_000), "more than 5,000 files"),
    "an unusual packing": (lambda: zipped({"card.json": js(v3())}, zipfile.ZIP_LZMA), "unusual"),
    "a card in a zip that is no JSON": (lambda: zipped({"card.json": b"hello"}), "not JSON"),
}  # fmt: skip


def _refusal(act: Callable[[], object]) -> str:
    """What is said against it, or nothing."""
    try:
        act()
    except Refused as refused:
        return str(refused)
    return ""


def _import(library: Library, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.json"
        path.write_bytes(data)
        library.import_(path, as_="x")


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with rashomon.open(":memory:") as opened:
        yield opened


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_card_is_refused_in_one_sentence_and_leaves_nothing(
    what: str, library: Library, tmp_path: Path
) -> None:
    made, words = BAD[what]
    data = made()
    path = tmp_path / "given.bin"
    path.write_bytes(data)
    del data
    tracemalloc.start()
    try:
        with pytest.raises(Refused) as refused:
            library.import_(path)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    said = str(refused.value)
    assert words in said
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < 300
    assert most < 260 * MEGABYTE
    assert library.list() == []
    assert [each.name for each in tmp_path.iterdir()] == ["given.bin"]


def test_there_are_more_than_thirty_of_them() -> None:
    assert len(BAD) > 30


def test_one_bad_file_among_good_ones_leaves_nothing(library: Library, tmp_path: Path) -> None:
    for name, data in (("a.png", GOOD), ("b.png", GOOD[:-4])):
        (tmp_path / name).write_bytes(data)
    with pytest.raises(Refused, match=r"b\.png"):
        library.import_([tmp_path / "a.png", tmp_path / "b.png"])
    assert library.list() == []
    library.import_([tmp_path / "a.png"])
    library.delete("ada")


@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_no_byte_of_a_picture_can_be_changed_unseen_where_it_counts(at: int, by: int) -> None:
    bad = bytearray(GOOD)
    bad[at] ^= by
    with pytest.raises(Refused):
        cardfile.read(bytes(bad), "a.png")


@given(st.binary(max_size=200))
def test_any_bytes_are_a_card_or_are_refused(data: bytes) -> None:
    for begins in (b"", SIGNATURE + HEAD, b"PK\x03\x04", b'{"name":'):
        said = _refusal(partial(cardfile.read, begins + data, "x"))
        assert "\n" not in said


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["entries", "keys", "key", "content", "name"]), inner),
    max_leaves=8,
)  # fmt: skip
_KEYS = st.sampled_from([*v3()["data"], "character_book", "nickname", "spec", "data", "entries"])


@given(st.dictionaries(_KEYS, _JSON), st.booleans())
def test_any_fields_make_a_story_or_are_refused(fields: dict[str, object], inside: bool) -> None:
    raw = {**v3(), "data": {**v3()["data"], **fields}} if inside else fields
    with rashomon.open(":memory:") as library:
        said = _refusal(lambda: _import(library, js(raw)))
        assert "\n" not in said
        assert [each.id for each in library.list()] == ([] if said else ["x"])


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
                       _JSON))  # fmt: skip
def test_every_object_is_read_back_as_it_was_written(raw: dict[str, object]) -> None:
    assert strictjson.parse(strictjson.dump(raw), "x") == raw
    assert strictjson.parse(strictjson.dump(raw, 4), "x") == raw
