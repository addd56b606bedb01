"""Stories: made of a world, listed, deleted."""

from __future__ import annotations

from typing import Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, Yes, confirmed, opened

As = Annotated[str | None, typer.Option("--as", metavar="ID", help="The id of the new story.")]


def new(
    world: Annotated[
        str,
        typer.Argument(
            metavar="WORLD",
            help="A world file, YAML or JSON; or the name of a world that comes along: west-gate, "
            "ferry-inn, eight-doors.",
        ),
    ],
    as_: As = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Begin a story of a world."""
    from rashomon.cli.examples import world_file
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, count, say

    file = world_file(world)
    with opened(db) as library:
        story = library.create(file, as_=as_)
        info = library.info(story.id)
        if as_json:
            answer({"story": story.id, "title": info.title, "language": info.language,
                    "turns": info.turns, "time": info.time, "now": info.now})  # fmt: skip
            return
        words = Words.of(story)
        people = count(len(words.world.characters), "character")
        say(f"“{info.title}” begins as {story.id}, with {people}. It is {info.now}.")
        say(f"rashomon record {story.id} TURNS.jsonl tells what happens next.", "dim")


def list_(db: Db = None, as_json: Json = False) -> None:
    """List the stories, oldest first."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import console, say, table

    with opened(db) as library:
        found = library.list()
    if as_json:
        answer(found)
        return
    if not found:
        say("There are no stories here yet.")
        say("rashomon new west-gate begins one of a world that comes along.", "dim")
        return
    rows = [(each.id, each.title, str(each.turns), str(each.pending), each.now) for each in found]
    console().print(table(("story", "title", "#turns", "#pending", "now"), rows))


def delete(story: StoryId, yes: Yes = False, db: Db = None) -> None:
    """Delete a story with everything that was ever written of it."""
    from rashomon.cli.show import count, say

    with opened(db) as library:
        library.story(story)
        info = library.info(story)
        turns = count(info.turns, "turn")
        confirmed(
            f"Delete {story} (“{info.title}”, {turns}) for good?",
            yes=yes, nothing="Nothing was deleted",
        )  # fmt: skip
        library.delete(story)
    say(f"{story} is gone, with its {turns}.")
