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
        typer.Argument(
            metavar="FILE…",
            help="An export of rashomon, a play in TEI, or character cards and lorebooks, which "
            "make one story together.",
        ),
    ],
    as_: As = None,
    player: Annotated[
        str | None,
        typer.Option(
            "--player", metavar="NAME", help="Who you are in a story of cards. [You, or 你]"
        ),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Bring in stories from files, each known by its content."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import count, say
    from rashomon.imports.formats import grouped

    groups = grouped([Path(file) for file in files])
    if as_ is not None and len(groups) > 1:
        raise typer.BadParameter(
            "give the files of one story with it, for an id is one story's", param_hint="--as"
        )
    found: list[dict[str, Any]] = []
    with opened(db) as library:
        for group in groups:
            found.append(_import_one(library, group, as_, player))
            if not as_json:
                info = found[-1]
                turns = count(info["turns"], "turn")
                verb = "are" if len(group) > 1 else "is"
                told = f"{info['story']} (“{info['title']}”, {turns})"
                say(f"{' and '.join(map(str, group))} {verb} now the story {told}.")
    if as_json:
        answer(found[0] if len(found) == 1 else {"stories": found})


def _import_one(
    library: Library, files: list[Path], as_: str | None, player: str | None
) -> dict[str, Any]:
    from rashomon.cli.show import console

    file = " ".join(map(str, files))
    given = files if len(files) > 1 else files[0]

    shown = console(err=True)
    if shown.is_terminal:
        with shown.status(f"Reading {file}"):
            story = library.import_(given, as_=as_, player=player)
    else:
        story = library.import_(given, as_=as_, player=player)
    info = library.info(story.id)
    return {"story": info.id, "title": info.title, "language": info.language, "turns": info.turns,
            "pending": info.pending, "sealed": info.sealed, "file": file}  # fmt: skip


def export(
    story: StoryId,
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="Where to write; - is standard output. [STORY.jsonl]"),
    ] = None,
    card: Annotated[
        str | None,
        typer.Option(
            "--card",
            metavar="WHO",
            help="Write this character's card instead: .png, "
            ".charx or .json by the file's name. [WHO.png]",
        ),
    ] = None,
    lorebook: Annotated[
        str | None,
        typer.Option(
            "--lorebook",
            metavar="NAME",
            help="Write this lorebook instead, which came "
            "beside cards as a file of that name. [NAME.json]",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is no export.")
    ] = False,
    db: Db = None,
) -> None:
    """Write a story as one JSON Lines file that `import` restores exactly; or a card out of it."""
    from rashomon.cli.show import say

    if card is not None and lorebook is not None:
        raise typer.BadParameter("give --card or --lorebook, not both")
    with opened(db) as library:
        library.story(story)
        if card is not None or lorebook is not None:
            _export_card(library, story, card, lorebook, file, force=force)
            return
        if file == "-":
            _to_standard_output(library, story)
            return
        target = Path(file or f"{story}.jsonl")
        _check_target(target, force=force)
        library.export(story, target)
    say(f"{story} is written to {target}.")


def _export_card(
    library: Library, story: str, card: str | None, lorebook: str | None, file: str | None, *,
    force: bool,
) -> None:  # fmt: skip
    from rashomon.cli.show import say

    if file == "-":
        raise Refused("A card is written to a file; name one.")
    target = Path(file or (f"{card}.png" if card else f"{Path(str(lorebook)).stem}.json"))
    if target.is_dir():
        raise Refused(f"{target} is a folder; name a file in it.")
    if target.exists() and not force:
        raise Refused(f"{target} is there already; --force writes over it.")
    if card is not None:
        library.export_card(story, card, target)
    else:
        library.export_lorebook(story, str(lorebook), target)
    say(f"The {'card' if card else 'lorebook'} of {card or lorebook} is written to {target}.")


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
