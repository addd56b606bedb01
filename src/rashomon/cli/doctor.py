"""Whether everything is well: database, schema, file, the seals of every story, and models."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Json, opened, stopped
from rashomon.errors import NewerSchema, NotFound, RashomonError
from rashomon.ports.language import ROLES
from rashomon.settings import Settings

if TYPE_CHECKING:
    from rashomon.api.library import Library
    from rashomon.testing.fitness import Fitness


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, and what was found."""

    check: str
    ok: bool
    said: str


def doctor(
    story: Annotated[
        str | None, typer.Argument(metavar="STORY", help="Ask this story's models, too.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="SETTING",
            help="Test this model, named as a setting does, by some 150 small questions.",
        ),
    ] = None,
    full: Annotated[
        bool,
        typer.Option("--full", help="Ask it every question there is: over two thousand."),
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Look whether the database is whole, every story verifies, and the models asked for answer.

    A model named by --model is tested besides: how good it is at what the record keeper and the
    reflection ask, what models.shape should be, and which roles it is fit for. The questions are
    about invented stories; nothing of yours is sent.
    """
    from rashomon.cli.plain import answer

    if full and model is None:
        raise typer.BadParameter("--full needs a model to ask; name it with --model")
    found: list[Check] = []
    test = Test(model, full)
    for each in _checks(db, story, test):
        found.append(each)
        if not as_json:
            typer.echo(f"{'ok ' if each.ok else 'BAD'}  {each.check}: {stopped(each.said)}")
    ok = all(each.ok for each in found)
    if as_json:
        answer({"ok": ok, "checks": found, "fitness": test.found})
    elif test.found is not None:
        from rashomon.cli.fitness import show

        show(test.found)
    if not ok:
        raise typer.Exit(1)


@dataclass
class Test:
    """The model that is to be tested, if any, and what came of it."""

    model: str | None
    full: bool
    found: Fitness | None = field(default=None)

    def checks(self, library: Library) -> Iterator[Check]:
        """Whether it answers at all; if it does, it is tested."""
        from rashomon.cli.fitness import tested

        if self.model is None:
            return
        settings, ok = Settings({"models.default": self.model}), True
        for each in _of_models(library, settings, "asked for"):
            ok = ok and each.ok
            yield each
        if ok:
            self.found = tested(library, settings, full=self.full)


def _checks(db: str | None, story: str | None, test: Test) -> Iterator[Check]:
    try:
        with opened(db) as library:
            yield from _of_library(library)
            if story is not None:
                yield from _of_story(library, story)
            yield from test.checks(library)
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


def _of_story(library: Library, story: str) -> Iterator[Check]:
    try:
        settings = library.story(story).settings
    except NotFound as error:
        yield Check("models", False, str(error))
    else:
        yield from _of_models(library, settings, f"of {story}")


def _of_models(library: Library, settings: Settings, which: str) -> Iterator[Check]:
    """Ask each model once, for real: what a provider counts, it counts."""
    from rashomon.engine.try_models import Tried, try_models

    async def tried() -> list[Tried]:
        return [each async for each in try_models(library.context, settings)]

    found = asyncio.run(tried())
    if not found:
        yield Check(f"models {which}", True, "there are none: what can be done by rule is")
    for each in found:
        named = f" ({', '.join(each.roles)})" if len(each.roles) < len(ROLES) else ""
        yield Check(f"model {each.name}{named}", each.ok, each.said)
