"""Where somebody has something from: what it last knew, who told it, what a belief rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Entity, Json, StoryId, Who, story_of

if TYPE_CHECKING:
    from rashomon.cli.show import Words
    from rashomon.story.mind import Teaching


def last_known(
    story: StoryId,
    who: Who,
    entity: Entity,
    witnessed: Annotated[
        bool, typer.Option("--witnessed", help="Only what it did, saw or arrived at itself.")
    ] = False,
    of: Annotated[
        list[str] | None,
        typer.Option(
            "--of", metavar="OTHER",
            help="What it can know that OTHER last knew; repeat it to go one mind further.",
        ),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Show the last state of a thing that somebody was shown or told; it can be out of date."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, console, say, table

    with story_of(story, db) as told:
        asked = told.mind(who)
        for other in of or ():
            asked = asked.of(other)
        found = asked.last_known(entity, witnessed=witnessed)
        words = Words.of(told)
    if as_json:
        answer(found)
        return
    subject = " can know that ".join([f"{words.name(each)}" for each in (who, *(of or ()))])
    if found is None:
        means = "saw of" if witnessed else "was shown or told of"
        say(f"There is nothing that {subject} {means} {words.both(entity)}.")
        return
    say(f"What {subject} last {'saw' if witnessed else 'knew'} of {words.both(entity)}:")
    rows = [
        (f"{fact.key}: {words.value(fact.value)}",
         f"told by {words.name(fact.by)}" if fact.how == "told" and fact.by else HOW[fact.how])
        for fact in found.facts
    ]  # fmt: skip
    console().print(table(("state", "how"), rows))
    turn = "at the start" if found.event is None else f"in turn {found.turn}, event {found.event}"
    say(f"The newest of it {turn}, {words.when(found.time)}.", "dim")


HOW = {"saw": "saw it", "told": "was told", "said": "said so"}


def who_knows(story: StoryId, entity: Entity, db: Db = None, as_json: Json = False) -> None:
    """Show who can identify a thing at all; of a person, who has a name or a regard for it."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.who_knows(entity)
        words = Words.of(told)
    if as_json:
        answer(found)
    elif not found:
        say(f"Nobody knows of {words.both(entity)}.")
    else:
        for owner in found:
            say(words.both(owner))


def how_learnt(
    story: StoryId,
    who: Who,
    entity: Entity,
    key: Annotated[
        str | None,
        typer.Option(
            "--key", metavar="KEY",
            help="Of one property of it instead: at, locked, closed, worn, or its own.",
        ),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:  # fmt: skip
    """Show how somebody came to know of a thing, from teller to teller back to the first."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.mind(who).how_learnt(entity, key)
        words = Words.of(told)
    if as_json:
        answer(found)
    elif found:
        for number, each in enumerate(found, 1):
            say(f"{number}. {teaching(each, words)}")
    else:
        what = f"what {words.both(entity)} has for “{key}”" if key else words.both(entity)
        say(f"{words.name(who)} does not know of {what}.")


def spread(story: StoryId, entity: Entity, db: Db = None, as_json: Json = False) -> None:
    """Show who learnt of a thing when, and from whom, in the order of learning."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.spread(entity)
        words = Words.of(told)
    if as_json:
        answer(found)
    elif found:
        for each in found:
            say(teaching(each, words))
    else:
        say(f"Nobody knows of {words.both(entity)}.")


def teaching(each: Teaching, words: Words) -> str:
    """One link of a chain as a sentence."""
    ways = {
        "authored": "knew from the start",
        "being_there": "was there",
        "perceived": "perceived it",
        "saw": "saw it",
        "told": "was told",
    }
    by = f" by {words.name(each.by)}" if each.by is not None else ""
    said = f"{words.name(each.owner)} {ways[each.how]}{by}"
    if each.event is None:
        return f"{said}." if each.how == "authored" else f"{said}, {words.when(each.time)}."
    return f"{said} in turn {each.turn}, {words.when(each.time)} (event {each.event})."


def why(
    story: StoryId,
    who: Who,
    belief: Annotated[int, typer.Argument(metavar="BELIEF", help="The id of a belief.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what a belief rests on, down to the words."""
    from rashomon.cli.mind import show_perceptions
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.mind(who).why(belief)
        words = Words.of(told)
    if as_json:
        answer(found)
        return
    held = found.belief
    say(f"{words.name(who)} believes: {held.text}", "bold")
    say(f"{held.confidence}, {held.status.replace('_', ' ')}", "dim")
    if held.authored and not found.supports:
        say("Its author says so; it rests on nothing that happened.")
    for head, perceptions in (("For it", found.supports), ("Against it", found.contradicts)):
        if perceptions:
            say(f"{head}:")
            show_perceptions([*perceptions], words)
