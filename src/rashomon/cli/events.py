"""The objective record: events, open threads, and a search over all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, story_of

if TYPE_CHECKING:
    from rashomon.cli.show import Words
    from rashomon.story.event import Event
    from rashomon.story.mind import Thread

Limit = Annotated[int, typer.Option("--limit", min=1, help="How many of the newest at most.")]
Before = Annotated[
    int | None, typer.Option("--before", metavar="ID", help="Only those before this id.")
]
All = Annotated[bool, typer.Option("--all", help="All of them, however many.")]


def events(
    story: StoryId,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="Only those of this turn.")
    ] = None,
    limit: Limit = 200,
    before: Before = None,
    all_: All = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what happened, as it happened, oldest first."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, note, say

    with story_of(story, db) as told:
        found = told.events(limit=None if all_ else limit, before=before, turn=turn)
        words = Words.of(told)
    if as_json:
        answer(found)
    elif found:
        show_events(found, words)
        if len(found) == limit and not all_:
            note(f"The newest {limit}; --before {found[0].id} goes further back, --all shows all.")
    elif turn is not None:
        say(f"Nothing happened in turn {turn}.")
    else:
        say("Nothing has happened yet.")


def search(
    story: StoryId,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Words that all must occur.")],
    limit: Limit = 50,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Find events by their words, whoever perceived them, newest first."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.search(text, limit=limit)
        words = Words.of(told)
    if as_json:
        answer(found)
    elif found:
        show_events(found, words)
    else:
        say(f"No event has “{text}” in it.")


def threads(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Show what was left open: promises, mysteries, goals."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.threads()
        words = Words.of(told)
    if as_json:
        answer(found)
    elif found:
        show_threads(found, words)
    else:
        say("Nothing has been left open: no promise, no mystery, no goal.")


def show_threads(found: Iterable[Thread], words: Words) -> None:
    """Threads as a table."""
    from rashomon.cli.show import console, table

    rows = [
        (str(each.id), each.kind, each.text, each.status,
         f"event {each.opened}" + (f" to {each.closed}" if each.closed is not None else ""),
         words.named(each.people))
        for each in found
    ]  # fmt: skip
    console().print(table(("#id", "kind", "text", "status", "since", "people"), rows))


def show_events(found: Sequence[Event], words: Words) -> None:
    """Events turn by turn, each turn under its moment."""
    from rich.text import Text

    from rashomon.cli.show import console, grid

    out = console()
    turn = 0
    ids = max(len(str(each.id)) for each in found)
    rows = grid("number", "text")
    for event in found:
        if event.turn != turn:
            if rows.row_count:
                out.print(rows)
            turn, rows = event.turn, grid("number", "text")
            open_ = "" if event.sealed else ", pending"
            out.print(Text(f"Turn {turn} · {words.when(event.time)}{open_}", style="bold"))
        rows.add_row(str(event.id).rjust(ids), Text(words.event(event)))
        beside = _beside(event, words)
        if beside:
            rows.add_row("", Text(beside, style="dim"))
    if rows.row_count:
        out.print(rows)


def _beside(event: Event, words: Words) -> str:
    """What else is to be said of an event, in one line."""
    from rashomon.story.event import grouped

    said: list[str] = []
    if event.kind != "move":
        said.append("nowhere" if event.at is None else words.name(event.at))
    for entity, state in grouped(event.changes):
        said.append(f"now {words.name(entity)} {words.state(state)}")
    for entity, state in grouped(event.claims):
        said.append(f"claims {words.name(entity)} {words.state(state)}")
    if event.retells is not None:
        said.append(f"retells event {event.retells}")
    if event.covert:
        said.append("covert")
    if event.importance != 2:
        said.append(f"importance {event.importance}")
    if event.tags:
        said.append(f"tags {', '.join(event.tags)}")
    return " · ".join(said)
