"""The exact prompt for a model that plays somebody, or that directs the story."""

from __future__ import annotations

from typing import Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, story_of


def context(
    story: StoryId,
    who: Annotated[
        str, typer.Argument(metavar="WHO", help="The id of a character; gm is who directs.")
    ],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Print all that a model playing a character may be given, word for word.

    For `gm` it is what a model directing the story may be given; where a character has that very
    id, it is that character's.
    """
    from rashomon.cli.plain import answer
    from rashomon.cli.show import note

    with story_of(story, db) as told:
        directing = who == "gm" and all(each.id != who for each in told.world.characters)
        found = told.context_gm() if directing else told.mind(who).context()
    if as_json:
        answer(found)
        return
    typer.echo(found.text)
    note(f"About {found.tokens} of {found.budget} tokens (context.tokens).")
