"""What every command has in common: its options, the library it opens, and how it says no."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from rashomon.errors import RashomonError, Refused

if TYPE_CHECKING:
    from rashomon.api.library import Library
    from rashomon.api.story import Story

Db = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="The database: a file, or postgresql://…. Without it RASHOMON_DB counts, or else one "
        "file in your data folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
StoryId = Annotated[
    str, typer.Argument(metavar="STORY", help="The id of a story; `rashomon list` shows them.")
]
Who = Annotated[str, typer.Argument(metavar="WHO", help="The id of a character.")]
Entity = Annotated[
    str, typer.Argument(metavar="ENTITY", help="The id of a person, place, exit, item or lore.")
]

given_db: ContextVar[str | None] = ContextVar("given_db", default=None)
"""What `--db` said before the command's name: it counts where the command itself says nothing."""

show_traceback: ContextVar[bool] = ContextVar("show_traceback", default=False)


@contextlib.contextmanager
def opened(db: str | None) -> Generator[Library]:
    """The library to work on, open for as long as the command takes."""
    from rashomon.wiring import open

    named = db if db is not None else given_db.get()
    if named is not None and (not named.strip() or named in (":memory:", "sqlite://")):
        raise typer.BadParameter(
            "a database in memory is gone when the command ends; name a file, "
            "sqlite:///FILE or postgresql://…"
        )
    with open(named) as library:
        yield library


@contextlib.contextmanager
def story_of(id: str, db: str | None) -> Generator[Story]:
    """One story of that library."""
    with opened(db) as library:
        yield library.story(id)


def interactive() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def confirmed(question: str, *, yes: bool, nothing: str) -> None:
    """Go on if told to. Where nobody can be asked, refuse: a script must say `--yes` itself."""
    if yes:
        return
    if not interactive():
        raise Refused(f"{nothing}: there is nobody to ask here; say --yes to do it.")
    if not typer.confirm(question, err=True):
        raise Refused(f"{nothing}.")


def stopped(text: str) -> str:
    """A text that ends as a sentence does."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def sentence(text: str) -> str:
    """What went wrong as a sentence; one that begins with an id, a key or a file stays as it is."""
    text = stopped(text)
    begins_a_sentence = text.split(" ", 1)[0] in ("step", "the", "no", "there", "turn")
    return text[0].upper() + text[1:] if begins_a_sentence else text


def refuse(text: str) -> NoReturn:
    """Say why not, on standard error, and end with status 1."""
    typer.echo(sentence(text), err=True)
    raise typer.Exit(1)


class Desk(TyperGroup):
    """The one place where whatever goes wrong becomes a sentence and a status.

    It wraps the commands and not the process, so that a test that calls the application sees what
    a person would.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a refusal, a broken pipe and a mistake of ours end it without a trace."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            # What Typer says of a number comes from the library that reads it for Typer.
            told = error.message.replace("Input should", "it should")
            error.message = told.partition(", unable to parse")[0]
            raise
        except (typer.Exit, typer.Abort, typer.TyperException):
            raise
        except KeyboardInterrupt:
            refuse("Stopped.")
        except BrokenPipeError:
            _nobody_reads_on()
        except EOFError:
            refuse("The input ended before there was an answer.")
        except Exception as error:
            if show_traceback.get():
                raise
            refuse(_told(error))


def _told(error: Exception) -> str:
    if isinstance(error, RashomonError):
        return str(error)
    if isinstance(error, UnicodeEncodeError):
        return "Something given holds bytes that are no text; write it in UTF-8"
    if isinstance(error, OSError):
        named = f"{error.filename} cannot be used: " if error.filename else ""
        return f"{named}{error.strerror or error}"
    kind = type(error).__name__
    first = str(error).strip().split("\n")[0]
    return f"Something broke inside rashomon ({kind}: {first}); `rashomon --traceback …` says where"


def _nobody_reads_on() -> NoReturn:
    """Whoever read our output has stopped; what is still buffered must not complain at the end."""
    import os

    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise typer.Exit(1)
