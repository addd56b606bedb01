"""What a story was brought in from is kept byte for byte, wherever the story goes."""

from __future__ import annotations

from pathlib import Path

import pytest

import rashomon
from rashomon import Library
from rashomon.engine import create
from rashomon.errors import BadFile
from rashomon.stores.originals import PART

WORLD = {"id": "hut", "title": "Hut", "characters": [{"id": "ada", "name": "Ada"}]}
LONG = bytes(range(256)) * (PART // 256) * 2 + b"\x00the end"
FILES = {"card": LONG, "book": b"{}", "empty": b""}


def made(library: Library) -> None:
    create.create(library.context, WORLD, 0.0, originals=FILES)
    library.story("hut").record({"steps": [{"who": "ada", "says": "The well is dry."}]})


def kept(library: Library, story: str) -> dict[str, bytes | None]:
    with library.context.store.reading(story) as unit:
        return {name: unit.original(name) for name in (*FILES, "none")}


def test_an_original_goes_along_with_branch_undo_and_export(
    library_url: str, tmp_path: Path
) -> None:
    with rashomon.open(library_url) as library:
        made(library)
        assert kept(library, "hut") == {**FILES, "none": None}
        library.story("hut").branch(0, as_="other")
        library.story("hut").undo()
        library.export("hut", tmp_path / "hut.jsonl")
        library.import_(tmp_path / "hut.jsonl", as_="again")
        for story in ("hut", "other", "again"):
            assert kept(library, story) == {**FILES, "none": None}
        dumps = [list(library.context.store.dump(story)) for story in ("hut", "again")]
        assert dumps[0][1:] == dumps[1][1:]
        library.delete("hut")
        assert kept(library, "again")["card"] == LONG


def test_a_story_has_no_original_of_another(library_url: str) -> None:
    with rashomon.open(library_url) as library:
        made(library)
        library.create(WORLD, as_="plain")
        assert set(kept(library, "plain").values()) == {None}


def test_an_original_that_is_no_file_is_refused_on_the_way_in(tmp_path: Path) -> None:
    with rashomon.open(":memory:") as library:
        made(library)
        store = library.context.store
        rows = [
            (table, {**row, "data": "no hex"} if table == "originals" else row)
            for table, row in store.dump("hut", ids=True)
        ]
        with pytest.raises(BadFile), store.restoring("bad", iter(rows), 0.0):
            pass
        assert [info.id for info in library.list()] == ["hut"]
