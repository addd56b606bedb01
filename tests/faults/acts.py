"""What a process may be in the midst of when it is killed, and how a library is compared.

These run in processes of their own, so that everything here is a plain function over a path.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

import rashomon
from rashomon.api.library import Library
from rashomon.engine import record_turn

STORY = "tower"
WORLD: dict[str, Any] = {
    "id": STORY,
    "title": "The Tower",
    "places": [
        {"id": "hall", "name": "the hall"},
        {"id": "loft", "name": "the loft", "overlooks": ["hall"]},
    ],
    "exits": [{"id": "ladder", "name": "the ladder", "from": "hall", "to": "loft"}],
    "items": [{"id": "lamp", "name": "the lamp", "at": "hall"}],
    "characters": [
        {"id": "ada", "name": "Ada", "at": "hall"},
        {"id": "bo", "name": "Bo", "at": "hall"},
        {"id": "cy", "name": "Cy", "at": "loft", "memories": [{"text": "Ada sang."}]},
    ],
}
ONE_BY_ONE = 25
IN_BULK = 2 * record_turn.BULK + 100
PENDING = 200
UNDONE = 15

Say = Callable[[object], None]
"""How a child tells what is done: whatever it has told is durable."""


def turn(number: int) -> dict[str, Any]:
    """A turn like no other: a line with a word of its own, a deed, sometimes a move."""
    steps: list[dict[str, Any]] = [
        {"who": "ada", "says": f"Everybody hear word{number} now.", "to": ["bo"]},
        {
            "who": "bo",
            "does": f"turns the lamp {number} times",
            "with": ["lamp"],
            "changes": [{"entity": "lamp", "set": {"turns": number}}],
        },
    ]
    if number % 5 == 0:
        steps.append({"who": "cy", "goes": "hall" if number % 10 == 0 else "loft"})
    return {"minutes": number % 3, "steps": steps}


def turns(count: int, first: int = 0) -> Iterator[dict[str, Any]]:
    return (turn(number) for number in range(first, first + count))


def a_play(speeches: int) -> str:
    """A play in TEI, as long as one likes."""
    people = "".join(
        f'<person xml:id="{name}"><persName>{name}</persName></person>' for name in ("Ada", "Bo")
    )
    said = "".join(
        f'<sp who="#{("Ada", "Bo")[n % 2]}"><p>Everybody hear word{n} now.</p></sp>'
        for n in range(speeches)
    )
    return (
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt>'
        "<title>The Killed Play</title></titleStmt></fileDesc><profileDesc><particDesc>"
        f"<listPerson>{people}</listPerson></particDesc></profileDesc></teiHeader><text><body>"
        f'<div type="scene">{said}</div></body></text></TEI>'
    )


# What is done.


def _create(library: Library, folder: Path, say: Say) -> None:
    library.create(WORLD)


def _record(library: Library, folder: Path, say: Say) -> None:
    story = library.story(STORY)
    for each in turns(ONE_BY_ONE):
        story.record(each)
        say("done")


def _record_many(library: Library, folder: Path, say: Say) -> None:
    library.story(STORY).record_many(turns(IN_BULK))


def _keep(library: Library, folder: Path, say: Say) -> None:
    library.story(STORY).keep_now()


def _undo(library: Library, folder: Path, say: Say) -> None:
    story = library.story(STORY)
    for _ in range(UNDONE):
        story.undo()
        say("done")


def _branch(library: Library, folder: Path, say: Say) -> None:
    library.story(STORY).branch(PENDING // 2, as_="other")


def _import(library: Library, folder: Path, say: Say) -> None:
    library.import_(folder / "story.jsonl", as_="other")


def _import_play(library: Library, folder: Path, say: Say) -> None:
    library.import_(folder / "play.xml", as_="other")


def _export(library: Library, folder: Path, say: Say) -> None:
    library.export(STORY, folder / "out.jsonl")


def _delete(library: Library, folder: Path, say: Say) -> None:
    library.delete(STORY)


@dataclass(frozen=True)
class Act:
    """Something that is done, and with what it begins: so many turns pending, or kept."""

    do: Callable[[Library, Path, Say], None]
    pending: int = 0
    kept: int = 0
    fresh: bool = False


ACTS: dict[str, Act] = {
    "create": Act(_create, fresh=True),
    "record": Act(_record, pending=10),
    "record_many": Act(_record_many, pending=10),
    "keep": Act(_keep, pending=PENDING),
    "undo": Act(_undo, pending=2 * UNDONE),
    "branch": Act(_branch, kept=PENDING),
    "import": Act(_import, kept=PENDING),
    "import_play": Act(_import_play),
    "export": Act(_export, kept=PENDING),
    "delete": Act(_delete, kept=PENDING),
}


def prepare(name: str, folder: Path) -> None:
    """Lay out a folder with the library and the files an act begins with."""
    act = ACTS[name]
    if act.fresh:
        return
    with rashomon.open(folder / "stories.db") as library:
        story = library.create(WORLD)
        story.record_many(turns(act.kept, 10_000))
        if act.kept:
            story.keep_now()
        for each in turns(act.pending, 20_000):
            story.record(each)
        if name == "import":
            library.export(STORY, folder / "story.jsonl")
        if name == "import_play":
            (folder / "play.xml").write_text(a_play(PENDING), encoding="utf-8")


# How it is killed.


class _Count:
    """Counts the steps of SQLite's own machine, and kills the process at one of them."""

    def __init__(self, fatal: int | None) -> None:
        self.steps = 0
        self.fatal = fatal

    def __call__(self) -> int:
        self.steps += 1
        if self.steps == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0


STEP = 50
"""How many instructions of SQLite's machine are one step here: a row takes about that many."""


def run(name: str, folder: str, say: Say, fatal: int | None) -> None:
    """Do an act and tell of it: "go" before, "done" after each part, and the steps at the end."""
    count = _Count(fatal)

    @event.listens_for(Engine, "connect")
    def _watch(connection: Any, _record: Any) -> None:
        connection.set_progress_handler(count, STEP)

    act = ACTS[name]
    place = Path(folder)
    if act.fresh:
        say("go")
    library = rashomon.open(place / "stories.db")
    if not act.fresh:
        say("go")
    act.do(library, place, say)
    say(count.steps)
    if fatal is None:
        os.kill(os.getpid(), signal.SIGKILL)


# How a library is compared.


def _canonical(rows: Iterator[tuple[str, dict[str, Any]]]) -> str:
    """A hash of a story's rows, but for when they were written by the clock on the wall."""
    wall = {"stories": "created", "commits": "at"}
    shown = sorted(
        json.dumps(
            [table, {key: row[key] for key in row if key != wall.get(table)}], sort_keys=True
        )
        for table, row in rows
    )
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


State = dict[str, str]


def state(library: Library) -> State:
    """Every story with a hash of all its rows."""
    store = library.context.store
    return {each.id: _canonical(store.dump(each.id)) for each in store.stories()}


def states(name: str, folder: Path) -> list[State]:
    """The states a library passes through in an act that nothing stops, in their order."""
    found: list[State] = []
    act = ACTS[name]
    with rashomon.open(folder / "stories.db") as library:
        found.append(state(library))
        if name == "record_many":
            story = library.story(STORY)
            for first in range(0, IN_BULK, record_turn.BULK):
                story.record_many(turns(min(record_turn.BULK, IN_BULK - first), first))
                found.append(state(library))
        else:
            act.do(library, folder, lambda _: found.append(state(library)))
            if name not in ("record", "undo"):
                found.append(state(library))
    return found


def whole(path: Path) -> str:
    """What SQLite says of the whole file, its text index too."""
    connection = sqlite3.connect(path)
    try:
        has = "SELECT count(*) FROM sqlite_master WHERE name = 'words'"
        if connection.execute(has).fetchone() == (1,):
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    finally:
        connection.close()
