"""The command line: its commands by name, its first screen, and the way in."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from rashomon.cli import (
    back,
    context,
    demo,
    doctor,
    edit,
    embed,
    events,
    files,
    mind,
    provenance,
    recall,
    recording,
    reflect,
    runs,
    schema,
    settings,
    stories,
)
from rashomon.cli.desk import Db, Desk, given_db, show_traceback

COMMANDS: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = (
    ("Begin", (
        ("demo", demo.demo),
        ("new", stories.new),
        ("list", stories.list_),
        ("delete", stories.delete),
        ("import", files.import_),
        ("export", files.export),
    )),
    ("Record and go back", (
        ("record", recording.record),
        ("check", recording.check),
        ("keep", back.keep),
        ("reflect", reflect.reflect),
        ("undo", back.undo),
        ("rewind", back.rewind),
        ("branch", back.branch),
        ("verify", back.verify),
    )),
    ("What happened", (
        ("events", events.events),
        ("threads", events.threads),
        ("search", events.search),
    )),
    ("Who has what of it", (
        ("mind", mind.mind),
        ("recall", recall.recall),
        ("context", context.context),
        ("last-known", provenance.last_known),
        ("who-knows", provenance.who_knows),
        ("how-learnt", provenance.how_learnt),
        ("spread", provenance.spread),
        ("why", provenance.why),
    )),
    ("What models were asked", (
        ("runs", runs.runs),
        ("run", runs.run),
        ("audit", runs.audit),
        ("cost", runs.cost),
    )),
    ("Correct and set up", (
        ("settings", settings.settings),
        ("embed", embed.embed),
        ("schema", schema.schema),
        ("doctor", doctor.doctor),
    )),
)  # fmt: skip

app = typer.Typer(
    cls=Desk, name="rashomon", add_completion=False, rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

for _panel, _commands in COMMANDS:
    for _name, _function in _commands:
        app.command(_name, rich_help_panel=_panel)(_function)
app.add_typer(edit.app, name="edit", rich_help_panel="Correct and set up")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rashomon {version('rashomon')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def first(
    called: typer.Context,
    db: Db = None,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="If something breaks, say where in the program.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Keep what each character of a story has lived through: one history, many minds."""
    given_db.set(db)
    show_traceback.set(traceback)
    if called.invoked_subcommand is None:
        from rashomon.cli.welcome import welcome

        welcome()


def run() -> None:
    """Run the command line as a program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    app(prog_name="rashomon")
