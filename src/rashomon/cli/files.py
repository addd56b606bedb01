"""Stories out of files and into files."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rashomon.cli.desk import Db, Json, StoryId, opened
from rashomon.cli.stories import As
from rashomon.errors import Refused

if TYPE_CHECKING:
    from rashomon.api.library import Library


def import_(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="An export of rashomon, or a play in TEI."),
    ],
    as_: As = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Bring in stories from files, each known by its content."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import count, say

    if as_ is not None and len(files) > 1:
        raise typer.BadParameter(
            "give one file with it, for an id is one story's", param_hint="--as"
        )
    found: list[dict[str, Any]] = []
    with opened(db) as library:
        for file in files:
            found.append(_import_one(library, file, as_))
            if not as_json:
                info = found[-1]
                turns = count(info["turns"], "turn")
                say(f"{file} is now the story {info['story']} (“{info['title']}”, {turns}).")
    if as_json:
        answer(found[0] if len(found) == 1 else {"stories": found})


def _import_one(library: Library, file: str, as_: str | None) -> dict[str, Any]:
    from rashomon.cli.show import console

    shown = console(err=True)
    if shown.is_terminal:
        with shown.status(f"Reading {file}"):
            story = library.import_(file, as_=as_)
    else:
        story = library.import_(file, as_=as_)
    info = library.info(story.id)
    return {"story": info.id, "title": info.title, "language": info.language, "turns": info.turns,
            "pending": info.pending, "sealed": info.sealed, "file": file}  # fmt: skip


def export(
    story: StoryId,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Where to write; - is standard output. [STORY.jsonl]"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is no export.")
    ] = False,
    db: Db = None,
) -> None:
    """Write a story as one JSON Lines file that `import` restores exactly."""
    from rashomon.cli.show import say

    with opened(db) as library:
        library.story(story)
        if file == "-":
            _to_standard_output(library, story)
            return
        target = Path(file or f"{story}.jsonl")
        _check_target(target, force=force)
        library.export(story, target)
    say(f"{story} is written to {target}.")


def _to_standard_output(library: Library, story: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = library.export(story, Path(folder) / "story.jsonl")
        with path.open("rb") as written:
            sys.stdout.flush()
            shutil.copyfileobj(written, sys.stdout.buffer)
            sys.stdout.buffer.flush()


def _check_target(target: Path, *, force: bool) -> None:
    """An earlier export may be written over; anything else is somebody's work."""
    from rashomon.imports.own import is_own

    if target.is_dir():
        raise Refused(f"{target} is a folder; name a file in it.")
    if force or not target.exists() or target.stat().st_size == 0:
        return
    with target.open("rb") as there:
        if not is_own(there.read(64)):
            raise Refused(f"{target} is there already and is no export; --force writes over it.")
