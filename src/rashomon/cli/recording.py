"""Turns from JSON Lines: recorded one by one, or only looked at."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from rashomon.cli.desk import Db, Json, StoryId, refuse, story_of
from rashomon.errors import BadFile, BadTurn, Refused

if TYPE_CHECKING:
    from rashomon.engine.record_turn import Done

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="Turns as JSON Lines, one object a line; - is standard input."
    ),
]


def record(story: StoryId, file: File, db: Db = None, as_json: Json = False) -> None:
    """Record turns, each durable by itself; stop at the first that is refused."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import count, say
    from rashomon.imports.worldfile import read_turns

    done: list[Done] = []
    fault: str | None = None
    with story_of(story, db) as told, _lines(file) as (lines, name):
        try:
            for number, turn in read_turns(lines, name):
                try:
                    done.append(told.record(turn))
                except BadTurn as error:
                    fault = f"{name}, line {number}: {error}"
                    break
        except BadFile as error:
            fault = str(error)
        stands = told.clock
    if as_json:
        answer({"story": story, "turn": stands.turn, "recorded": done})
    elif done:
        say(f"Recorded {count(len(done), 'turn')}. {story} stands at turn {stands.turn}, "
            f"{stands.shown}.")  # fmt: skip
    elif fault is None:
        say(f"There is no turn in {name}; {story} stands where it was, at turn {stands.turn}.")
    if fault is not None:
        before = f"the {count(len(done), 'turn')} before it stay recorded" if done else (
            "nothing was recorded"
        )  # fmt: skip
        refuse(f"{fault.rstrip('.')}; {before}.")


def check(story: StoryId, file: File, db: Db = None, as_json: Json = False) -> None:
    """Say which turns would be refused, each on top of those before it; write nothing."""
    from rashomon.cli.desk import stopped
    from rashomon.cli.plain import answer
    from rashomon.cli.show import count, say

    found: list[dict[str, Any]] = []
    numbers: list[int] = []
    with story_of(story, db) as told, _lines(file) as (lines, name):
        checked = told.check_many(_readable(lines, name, numbers, found))
    turns = len(checked)
    found += [
        {"line": number, "step": each.step, "where": each.where, "message": each.message}
        for number, faults in zip(numbers, checked, strict=True)
        for each in faults
    ]
    found.sort(key=lambda each: each["line"])
    bad = len({each["line"] for each in found})
    if as_json:
        answer({"story": story, "turns": turns, "faults": found})
    else:
        for each in found:
            typer.echo(f"{name}, line {each['line']}: {stopped(each['message'])}", err=True)
    if bad:
        refuse(f"{count(bad, 'line')} would be refused.")
    if not as_json:
        say(f"All good: {count(turns, 'turn')} can be recorded." if turns else
            f"There is no turn in {name}.")  # fmt: skip


def _readable(
    lines: Iterator[bytes], name: str, numbers: list[int], found: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The turns that can be read at all; a line that cannot be is found at fault by itself."""
    from rashomon.imports.worldfile import read_turns

    for number, line in enumerate(lines, 1):
        try:
            for _, turn in read_turns([line], name, first=number):
                numbers.append(number)
                yield turn
        except BadFile as error:
            said = str(error).removeprefix(f"{name}, line {number}").lstrip(":, ")
            found.append({"line": number, "step": None, "where": "", "message": said})


@contextlib.contextmanager
def _lines(file: str) -> Generator[tuple[Iterator[bytes], str]]:
    """The lines of a file or of standard input, and what to call it; a bar where somebody looks."""
    if file == "-":
        yield iter(sys.stdin.buffer), "standard input"
        return
    path = Path(file)
    try:
        opened = path.open("rb")
    except FileNotFoundError:
        raise BadFile(f"{file} does not exist.") from None
    except IsADirectoryError:
        raise BadFile(f"{file} is a folder; give the file of turns in it.") from None
    except (OSError, ValueError) as error:
        raise Refused(
            f"{file} cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from None
    with opened, _watched(opened, path.stat().st_size) as lines:
        yield lines, path.name


@contextlib.contextmanager
def _watched(file: BinaryIO, size: int) -> Generator[Iterator[bytes]]:
    from rashomon.cli.show import console

    shown = console(err=True)
    if not shown.is_terminal:
        yield iter(file)
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    columns = (TextColumn("{task.fields[turns]} turns"), BarColumn(), TaskProgressColumn())
    with Progress(*columns, console=shown, transient=True) as progress:
        task = progress.add_task("", total=size or None, turns=0)

        def each() -> Iterator[bytes]:
            for number, line in enumerate(file):
                progress.update(task, turns=number)
                yield line
                progress.advance(task, len(line))

        yield each()
