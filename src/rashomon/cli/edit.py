"""An author's corrections: what rests on something is shown first, then it is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rashomon.cli.desk import Db, Json, StoryId, Yes, confirmed, story_of

if TYPE_CHECKING:
    from rashomon.engine.edits import Edited, Rest

app = typer.Typer(
    help="Correct what somebody holds, or the world; shows first what rests on it.",
    no_args_is_help=False,
    rich_markup_mode="rich",
)

Fields = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A field and its new value; repeat for more."),
]
Why = Annotated[str | None, typer.Option("--why", metavar="TEXT", help="Why you correct it.")]
Keep = Annotated[
    list[str] | None,
    typer.Option("--keep", metavar="ID", help="What rests on it and stays; repeat for more."),
]
Release = Annotated[
    list[str] | None,
    typer.Option(
        "--release", metavar="KEY", help="A field of yours that model and rule may change again."
    ),
]

KINDS: Mapping[str, tuple[str, str]] = {
    "perception": (
        "Correct what somebody has of an event.",
        "A perception's id. Fields: text, mode, accuracy, importance, conveys, teller, gone.",
    ),
    "belief": (
        "Correct a belief, or with no id give somebody a new one.",
        "A belief's id; or set owner and text. Fields: text, about, confidence, status, gone, …",
    ),
    "relationship": (
        "Correct how one regards another.",
        "Two characters, as mara:elias. Fields: kind, text, calls, gone.",
    ),
    "knowledge": (
        "Let somebody know a thing, or not.",
        "Who and what, as mara:drain. Field: known (true or false).",
    ),
    "alias": (
        "Let one id stand for another from now on, or for itself again.",
        "The id that is somebody else's. Field: into (an id, or null).",
    ),
    "thread": (
        "Correct a promise, a mystery or a goal, or with no id open one.",
        "A thread's id. Fields: kind, text, status, opened, closed, people, gone.",
    ),
    "event": (
        "Correct how much an event weighs and its tags; itself it never changes.",
        "An event's id. Fields: importance, tags.",
    ),
}
"""What can be corrected by its fields, in words. The fields themselves are judged by the engine."""

WORDS = frozenset({"text", "title", "opening", "owner", "mode", "accuracy", "confidence", "status"})
"""Fields that hold words: taken as they are typed, be it `5` or `null`."""

LISTS = frozenset({"about", "supports", "contradicts", "people", "tags", "retire", "conveys"})
"""Fields that hold several: parted by commas, unless written as JSON."""


def _made(kind: str, said: str, id_help: str) -> Callable[..., None]:
    def correct(
        story: StoryId,
        id: Annotated[str | None, typer.Argument(metavar="ID", help=id_help)] = None,
        set_: Fields = None,
        why: Why = None,
        keep: Keep = None,
        release: Release = None,
        yes: Yes = False,
        db: Db = None,
        as_json: Json = False,
    ) -> None:
        fields = read_fields(set_ or ())
        if not fields and not release:
            raise typer.BadParameter("say what to change, with --set or --release")
        with story_of(story, db) as told:
            planned = told.preview_edit(kind, id, keep=keep or (), release=release or (), **fields)
            rests = (*planned.went, *planned.stayed)
            subject = f"{kind} {id}" if id is not None else f"a new {kind}"
            _ask(subject, fields, release or (), rests, keep or (), yes=yes, quiet=as_json)
            done = told.edit(kind, id, why=why, keep=keep or (), release=release or (), **fields)
        _told(story, subject, done, as_json=as_json)

    # Typer reads the annotations by name in the module, where what this one closes over is not.
    correct.__annotations__["id"] = Annotated[
        str | None, typer.Argument(metavar="ID", help=id_help)
    ]
    correct.__doc__ = said
    return correct


for _kind, (_said, _id_help) in KINDS.items():
    app.command(_kind)(_made(_kind, _said, _id_help))


@app.command("audience")
def audience(
    story: StoryId,
    event: Annotated[int, typer.Argument(metavar="EVENT", help="An event's id.")],
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="WHO", help="Somebody who perceived it.")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="WHO", help="Somebody who did not.")
    ] = None,
    why: Why = None,
    keep: Keep = None,
    yes: Yes = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Correct who perceived an event."""
    if not add and not remove:
        raise typer.BadParameter("say whom, with --add or --remove")
    with story_of(story, db) as told:
        subject = f"who perceived event {event}"
        whom: dict[str, Any] = {"add": add, "remove": remove}
        fields = {key: value for key, value in whom.items() if value}
        planned = told.preview_edit("audience", event, keep=keep or (), **fields)
        rests = (*planned.went, *planned.stayed)
        _ask(subject, fields, (), rests, keep or (), yes=yes, quiet=as_json)
        done = told.edit_audience(event, add or (), remove or (), keep or (), why)
    _told(story, subject, done, as_json=as_json)


@app.command("world")
def world(
    story: StoryId,
    set_: Fields = None,
    retire: Annotated[
        list[str] | None, typer.Option("--retire", metavar="ID", help="An id that goes out of use.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="FILE",
            help="Places, exits, items, characters and lore, new or changed, as in a world file.",
        ),
    ] = None,
    why: Why = None,
    yes: Yes = False,
    db: Db = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Change the world from now on: what is in it, what goes out of use, its title and opening."""
    from rashomon.imports.worldfile import read

    fields: dict[str, Any] = dict(read(file)) if file is not None else {}
    fields |= read_fields(set_ or ())
    if retire:
        fields["retire"] = [*fields.get("retire", []), *retire]
    if not fields:
        raise typer.BadParameter("say what to change, with --set, --retire or --file")
    with story_of(story, db) as told:
        _ask("the world", fields, (), (), (), yes=yes, quiet=as_json)
        done = told.edit_world(why, **fields)
    _told(story, "the world", done, as_json=as_json)


def read_fields(given: Sequence[str]) -> dict[str, Any]:
    """The fields as they were typed: words as they are, all else as JSON where it is JSON."""
    found: dict[str, Any] = {}
    for each in given:
        key, equals, value = each.partition("=")
        key = key.strip()
        if not equals or not key:
            raise typer.BadParameter(
                f"{each!r} is no KEY=VALUE, such as text=…", param_hint="--set"
            )
        found[key] = _value(key, value)
    return found


def _value(key: str, value: str) -> Any:
    if key in WORDS:
        return value
    try:
        read: Any = json.loads(value)
    except (ValueError, RecursionError):
        read = value
    if key in LISTS and not value.lstrip().startswith("["):
        parts = [part.strip() for part in value.split(",") if part.strip()]
        return [int(part) if part.isdecimal() and key != "tags" else part for part in parts]
    return read


def _ask(
    subject: str,
    fields: Mapping[str, Any],
    release: Sequence[str],
    rests: Sequence[Rest],
    keep: Sequence[str],
    *,
    yes: bool,
    quiet: bool,
) -> None:
    """Show what would be done and what rests on it, then ask. For JSON all of it goes beside."""
    from rashomon.cli.show import console

    out = console(err=quiet)
    if not yes or not quiet:
        _preview(out, subject, fields, release, rests, keep)
    confirmed("Do it?", yes=yes, nothing="Nothing was changed")


def _preview(
    out: Any,
    subject: str,
    fields: Mapping[str, Any],
    release: Sequence[str],
    rests: Sequence[Rest],
    keep: Sequence[str],
) -> None:
    from rich.text import Text

    from rashomon.cli.show import grid

    out.print(Text(f"To correct: {subject}", style="bold"))
    rows = grid("key", "value")
    for key, value in fields.items():
        shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        rows.add_row(f"  {key}", Text(shown))
    for key in release:
        rows.add_row(f"  {key}", Text("given back to model and rule", style="dim"))
    out.print(rows)
    if not rests:
        out.print(Text("Nothing rests on it."))
        return
    out.print(Text("What rests on it:"))
    rows = grid("id", "text", "fate")
    for rest in rests:
        kept = rest.id in keep
        fate = "goes with it" if rest.alone else "has more to rest on"
        fate = "stays, as you say" if kept else fate
        style = "yellow" if rest.alone and not kept else "dim"
        rows.add_row(Text(f"  {rest.id}"), Text(rest.text), Text(fate, style=style))
    out.print(rows)


def _told(story: str, subject: str, done: Edited, *, as_json: bool) -> None:
    from rashomon.cli.plain import answer, plain
    from rashomon.cli.show import say

    if as_json:
        answer({"story": story, **plain(done)})
        return
    made = f"; its id is {done.made}" if done.made is not None else ""
    say(f"Done: {subject}{made}.")
    for rest in done.went:
        say(f"  gone with it: {rest.text}")
