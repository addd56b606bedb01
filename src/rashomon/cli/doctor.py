"""Whether everything is well: the database, its schema, its file, and every story's seals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from rashomon.cli.desk import Db, Json, opened, stopped
from rashomon.errors import NewerSchema, RashomonError

if TYPE_CHECKING:
    from rashomon.api.library import Library


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, and what was found."""

    check: str
    ok: bool
    said: str


def doctor(db: Db = None, as_json: Json = False) -> None:
    """Look whether the database can be reached and is whole, and whether every story verifies."""
    from rashomon.cli.plain import answer

    found: list[Check] = []
    for each in _checks(db):
        found.append(each)
        if not as_json:
            typer.echo(f"{'ok ' if each.ok else 'BAD'}  {each.check}: {stopped(each.said)}")
    ok = all(each.ok for each in found)
    if as_json:
        answer({"ok": ok, "checks": found})
    if not ok:
        raise typer.Exit(1)


def _checks(db: str | None) -> Iterator[Check]:
    try:
        with opened(db) as library:
            yield from _of_library(library)
    except NewerSchema as error:
        yield Check("schema", False, str(error))
    except (RashomonError, OSError) as error:
        yield Check("database", False, str(error))


def _of_library(library: Library) -> Iterator[Check]:
    found = library.check()
    yield Check("database", True, f"{found.database} can be reached")
    yield Check("schema", True, f"it is of today's schema, {found.schema}")
    whole = found.integrity == "ok"
    yield Check("integrity", whole, "the database says it is whole" if whole else found.integrity)
    stories = library.list()
    if not stories:
        yield Check("stories", True, "there are none yet")
    for info in stories:
        verified = library.story(info.id).verify()
        said = (
            f"{verified.sealed} events sealed and every seal agrees, {info.pending} turns pending"
        )
        yield Check(f"story {info.id}", verified.ok, said if verified.ok else str(verified.fault))
