"""What the characters make of what they have taken in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, refuse, story_of

if TYPE_CHECKING:
    from rashomon.cli.show import Words
    from rashomon.engine.reflect import OwnersReflection
    from rashomon.story.mind import Belief

OUTCOMES = {"taken": "taken", "mended": "mended", "left_out": "left out", "refused": "refused"}


def reflect(
    story: StoryId,
    who: Annotated[
        str | None, typer.Argument(help="One character; everybody with anything new without it.")
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Let characters sort what they took in since last time into beliefs, each change judged."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, note, say

    with story_of(story, db) as told:
        ahead = told.reflect_estimate(who)
        if ahead.calls:
            tokens = f"about {ahead.read:,} tokens to read, {ahead.written:,} to write"
            note(f"Up to {ahead.calls} calls to a model: {tokens} at most.")
        found = told.reflect_now(who)
        words = Words.of(told)
        beliefs = {
            each.owner: {belief.id: belief for belief in told.mind(each.owner).beliefs()}
            for each in found.owners
        }
    if as_json:
        answer(found)
    elif not found.owners and not found.failed:
        say("Nobody has taken in anything new.")
    else:
        for each in found.owners:
            _tell(each, words, beliefs[each.owner])
        if any(each.run for each in found.owners):
            numbers = ", ".join(str(each.run) for each in found.owners if each.run)
            note(f"What was asked and answered: rashomon run {story} N, for N of {numbers}.")
    if found.failed:
        refuse(" ".join(f"{owner}: {why}" for owner, why in found.failed))


def _tell(done: OwnersReflection, words: Words, beliefs: dict[int, Belief]) -> None:
    from rashomon.cli.show import say

    name = words.name(done.owner)
    lines = [f"now believes: {_belief(beliefs[id])}" for id in done.new]
    lines += [f"doubts: {_belief(beliefs[id])}" for id in done.doubted]
    rest = [id for id in done.changed if id not in done.doubted]
    lines += [f"thinks otherwise of: {_belief(beliefs[id])}" for id in rest]
    left = [each for each in done.verdicts if each.change is None]
    lines += [f"{OUTCOMES[each.outcome]}: {each.reason}" for each in left]
    if not lines:
        say(f"{name} changes nothing.")
    for line in lines:
        say(f"{name} {line}")


def _belief(belief: Belief) -> str:
    return f"{belief.text} ({belief.confidence})"
