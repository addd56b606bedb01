"""Keeping and going back: what is sealed stays, what is pending can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, opened, refuse, story_of
from rashomon.cli.stories import As

if TYPE_CHECKING:
    from rashomon.engine.keep import Kept
    from rashomon.engine.undo import Undone

Turn = Annotated[
    int, typer.Argument(metavar="N", min=0, help="The turn to stand at; 0 is the start.")
]

SHOWN = 12
"""How many proposals of one outcome are listed: the run has them all."""


def keep(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Grade, tag and seal every pending turn; sealed turns can no longer be undone."""
    from rashomon.cli.plain import answer, plain
    from rashomon.cli.show import count, note, say

    with story_of(story, db) as told:
        ahead = told.keep_estimate()
        if ahead.calls:
            tokens = f"about {ahead.read:,} tokens to read, {ahead.written:,} to write"
            note(f"Up to {ahead.calls} calls to a model: {tokens} at most.")
        kept = told.keep_now()
    if as_json:
        answer({"story": story, **plain(kept)})
    elif kept.turns:
        say(f"Sealed {count(kept.turns, 'turn')} with {count(kept.events, 'event')}.")
    elif not kept.failed:
        say("Nothing was pending.")
    if not as_json:
        _tell_kept(story, kept)
    if kept.failed:
        left = f"{count(kept.pending, 'turn')} stay pending" if kept.pending else "Nothing is lost"
        refuse(f"{kept.failed} {left}; keep again to go on.")


def _tell_kept(story: str, kept: Kept) -> None:
    from rashomon.cli.reflect import OUTCOMES
    from rashomon.cli.show import note, say

    for outcome, said in OUTCOMES.items():
        found = [each for each in kept.verdicts if each.outcome == outcome]
        if found:
            say(f"{said.capitalize()}: {len(found)}")
        for each in found[:SHOWN]:
            say(f"  {each.reason}")
        if len(found) > SHOWN:
            say(f"  and {len(found) - SHOWN} more", "dim")
    if kept.runs:
        numbers = ", ".join(map(str, kept.runs))
        note(f"What was asked and answered: rashomon run {story} N, for N of {numbers}.")


def undo(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Take back the newest pending turn, and everything that anybody has of it."""
    from rashomon.cli.plain import answer, plain

    with story_of(story, db) as told:
        undone = told.undo()
    if as_json:
        answer({"story": story, **plain(undone)})
    else:
        _tell(undone)


def _tell(undone: Undone) -> None:
    from rashomon.cli.show import count, say

    turns = ", ".join(str(turn) for turn in reversed(undone.turns))
    noun = "turn" if len(undone.turns) == 1 else "turns"
    say(f"Took back {noun} {turns} with {count(undone.events, 'event')}; the story stands at turn "
        f"{undone.now}.")  # fmt: skip
    if undone.redone:
        stay = "stays" if len(undone.redone) == 1 else "stay"
        say(f"{count(len(undone.redone), 'edit')} of yours {stay}.")
    for said in undone.lost:
        say(f"Your edit could not be made again: {said}", "yellow")


def rewind(
    story: StoryId, turn: Turn, as_: As = None, db: Db = None, as_json: Json = False
) -> None:
    """Go back to the end of a turn; where the past is sealed, in a new branch."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import say

    with story_of(story, db) as told:
        done = told.rewind_to(turn, as_)
    if as_json:
        answer(done)
    elif done.story != story:
        say(f"What came after turn {turn} is sealed, so {done.story} branches off there; go on "
            f"with that. {story} is as it was.")  # fmt: skip
    elif done.undone is None:
        say(f"{story} stands at turn {turn} already.")
    else:
        _tell(done.undone)


def branch(
    story: StoryId,
    turn: Annotated[
        int, typer.Option("--turn", metavar="N", min=0, help="The last turn both have in common.")
    ],
    as_: As = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Make a new story of this one as it stood just before turn N + 1 was recorded."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import say

    with story_of(story, db) as told:
        made = told.branch(turn, as_)
        clock = made.clock
    if as_json:
        answer({"story": made.id, "branch_of": story, "turn": clock.turn, "time": clock.seconds})
    else:
        say(f"{made.id} branches off {story} after turn {clock.turn}, {clock.shown}.")


def verify(
    story: StoryId,
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HEX", help="A head noted earlier, elsewhere."),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Recompute the chain of seals and compare it with the story's."""
    from rashomon.cli.plain import answer, plain
    from rashomon.cli.show import count, say

    if head is not None and not head.strip():
        raise typer.BadParameter("give the head that was noted; this one is empty")
    with opened(db) as library:
        found = library.story(story).verify(None if head is None else head.strip().lower())
        pending = library.info(story).pending
    if as_json:
        answer({"story": story, **plain(found)})
    if not found.ok:
        refuse(f"The record does not agree with its seals: {found.fault}.")
    if as_json:
        return
    if not found.sealed:
        say(f"Nothing is sealed yet ({count(pending, 'turn')} pending), so there is nothing to "
            "verify.")  # fmt: skip
        return
    say(f"{count(found.sealed, 'sealed event')}, and every seal agrees.")
    if pending:
        say(f"{count(pending, 'turn')} pending, not sealed yet.")
    say(f"Head: {found.head}")
    if head is None:
        say("A whole chain rewritten from end to end would agree as well. Note this head elsewhere "
            "and give it as --head another time: then that is found too.", "dim")  # fmt: skip
    else:
        say("The head that was noted lies on this chain.")
