"""A database that cannot be used says so in a sentence, and is left as it was."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

import rashomon
from tests.bad_input.room import TURNS, WORLD, Room, plain, refusal


def _file(name: str, content: bytes) -> Callable[[Path], object]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return make


def _something_else(folder: Path) -> Path:
    with sqlite3.connect(folder / "other.db") as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    return folder / "other.db"


def _revision(number: str) -> Callable[[Path], object]:
    def make(folder: Path) -> Path:
        with rashomon.open(folder / "newer.db"):
            pass
        with sqlite3.connect(folder / "newer.db") as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (number,))
        connection.close()
        return folder / "newer.db"

    return make


def _spoilt(folder: Path) -> Path:
    with rashomon.open(folder / "spoilt.db") as library:
        library.create(WORLD)
    path = folder / "spoilt.db"
    raw = bytearray(path.read_bytes())
    raw[100:20_000] = b"\xa5" * 19_900
    path.write_bytes(raw)
    return path


BASES: dict[str, tuple[Callable[[Path], object], tuple[str, ...]]] = {
    "an unknown kind": (lambda f: "mysql://localhost/x", ("mysql",)),
    "an address of the web": (lambda f: "https://example.org/x.db", ("https",)),
    "a kind without a name": (lambda f: "://x", ()),
    "a folder": (lambda f: f, ("folder",)),
    "no such folder": (lambda f: f / "no" / "x.db", ("no",)),
    "a file as a folder": (lambda f: f"{_file('a', b'x')(f)}/x.db", ("a",)),
    "a name with NUL": (lambda f: str(f / "a\0b.db"), ()),
    "a name far too long": (lambda f: f / ("x" * 5000), ()),
    "a text file": (_file("notes.txt", b"Buy milk.\n" * 500), ("notes.txt",)),
    "a short file": (_file("short.db", b"SQLite"), ("short.db",)),
    "a binary file": (_file("a.png", bytes(range(256)) * 40), ("a.png",)),
    "only the head of a database": (_file("head.db", b"SQLite format 3\0"), ("head.db",)),
    "a head and rubbish": (_file("bad.db", b"SQLite format 3\0" + b"x" * 8000), ("bad.db",)),
    "a spoilt database": (_spoilt, ("spoilt.db",)),
    "a database of something else": (_something_else, ("other.db", "'bookmarks'")),
    "a newer database": (_revision("9999"), ("newer.db", "newer")),
    "a server that is not": (lambda f: "postgresql://localhost:1/x?connect_timeout=2", ()),
    "an address that is none": (lambda f: "postgresql://[::1", ()),
    "a port that is none": (lambda f: "postgresql://localhost:port/x", ()),
    "a setting that is none": (lambda f: "postgresql://localhost:1/x?colour=red", ()),
}  # fmt: skip


@pytest.mark.parametrize("name", BASES)
def test_a_database_that_is_none_is_refused_and_left_alone(name: str, tmp_path: Path) -> None:
    make, places = BASES[name]
    target = make(tmp_path)
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    plain(refusal(lambda: rashomon.open(target)), *places)  # type: ignore[arg-type]
    after = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    assert after == before


def test_a_password_is_never_said(tmp_path: Path) -> None:
    for url in ("postgresql://ann:hunter2@localhost:1/x", "mysql://ann:hunter2@localhost/x"):
        said = refusal(lambda url=url: rashomon.open(url))
        plain(said)
        assert "hunter2" not in said


def test_a_database_of_something_else_on_a_server_is_refused(postgres_database: str) -> None:
    import psycopg

    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    plain(refusal(lambda: rashomon.open(postgres_database)), "'bookmarks'")


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    """Make a folder's files unchangeable, for root too where that can be done."""
    if os.geteuid() != 0:
        (folder / "stories.db").chmod(0o444)
        yield
        (folder / "stories.db").chmod(0o644)
        return
    done = subprocess.run(
        ["mount", "--bind", "-o", "ro", str(folder), str(folder)], capture_output=True
    )
    if done.returncode != 0:
        pytest.skip("root may write anywhere, and may not mount here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no such permissions here")
def test_a_database_that_may_only_be_read_says_so(fresh: Room) -> None:
    fresh.library.close()
    before = (fresh.folder / "stories.db").read_bytes()
    with _read_only(fresh.folder):
        try:
            library = rashomon.open(fresh.folder / "stories.db")
        except rashomon.Refused as refused:
            plain(str(refused), "stories.db")
        else:
            with library:
                plain(refusal(lambda: library.story("gate").record(TURNS[0])), "stories.db")
                plain(refusal(lambda: library.create({"title": "x"})), "stories.db")
    assert (fresh.folder / "stories.db").read_bytes() == before


LONG = {"steps": [{"who": "mara", "says": " ".join(f"word{n}" for n in range(40_000))}]}


def _bounded(library: rashomon.Library, pages: int) -> None:
    """Let a database grow by so many pages and no further, as a full disk would."""

    @event.listens_for(library.context.store.backend.engine, "begin")  # type: ignore[attr-defined]
    def _bound(connection: object) -> None:
        now = connection.exec_driver_sql("PRAGMA page_count").scalar()  # type: ignore[attr-defined]
        connection.exec_driver_sql(  # type: ignore[attr-defined]
            f"PRAGMA max_page_count = {now + pages}"
        )


FILLING: dict[str, Callable[[Room], object]] = {
    "record": lambda room: room.story.record(LONG),
    "record_many": lambda room: room.story.record_many([LONG] * 3),
    "create": lambda room: room.library.create(
        {"title": "x", "characters": [{"id": "a", "name": "A", "persona": "x" * 500_000}]}
    ),
    "import": lambda room: room.library.import_(room.folder / "long.jsonl", as_="other"),
}


@pytest.mark.parametrize("name", FILLING)
def test_a_full_database_loses_nothing_that_was_there(name: str, fresh: Room) -> None:
    with rashomon.open(":memory:") as library:
        library.create(WORLD).record(LONG)
        library.export("gate", fresh.folder / "long.jsonl")
    engine: Engine = fresh.library.context.store.backend.engine  # type: ignore[attr-defined]
    _bounded(fresh.library, 1)
    with fresh.nothing_written():
        plain(refusal(lambda: FILLING[name](fresh)), "stories.db")
    assert fresh.story.verify().ok
    engine.dispose()
    with rashomon.open(fresh.folder / "stories.db") as library:
        story = library.story("gate")
        assert story.record(TURNS[0]).turn == 4
        assert story.mind("elias").perceptions()[-1].text == "Who goes there?"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where root may mount one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True
    )
    if made.returncode != 0:
        pytest.skip("this root may not mount")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_disk_loses_nothing_and_recording_goes_on_afterwards(small_disk: Path) -> None:
    path = small_disk / "stories.db"
    with rashomon.open(path) as library:
        story = library.create(WORLD)
        ballast = small_disk / "ballast"
        recorded: list[str] = []
        said = ""
        for number in range(2000):
            words = " ".join(f"n{number}w{part}" for part in range(200))
            try:
                story.record({"steps": [{"who": "mara", "says": words}]})
            except rashomon.Refused as refused:
                said = str(refused)
                break
            recorded.append(words)
        plain(said, "stories.db")
        assert recorded
        out = small_disk / "out.jsonl"
        plain(refusal(lambda: library.export("gate", out)), "out.jsonl")
        assert sorted(each.name for each in small_disk.glob("*out*")) == []
        assert not ballast.exists()
        assert [each.text for each in story.events(limit=None)] == recorded
        assert story.verify().ok
    # There is room again.
    roomy = small_disk.parent / "stories.db"
    for each in small_disk.glob("stories.db*"):
        shutil.copy(each, roomy.with_name(each.name))
    with rashomon.open(roomy) as library:
        story = library.story("gate")
        assert [each.text for each in story.events(limit=None)] == recorded
        assert story.record(TURNS[0]).turn == len(recorded) + 1
        assert library.context.store.check().integrity == "ok"  # type: ignore[attr-defined]
