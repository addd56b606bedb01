"""Going back: undo the newest pending turns, rewind to a turn, branch off at one."""

from __future__ import annotations

from dataclasses import dataclass

from rashomon.engine.context import Context
from rashomon.engine.edits import Act, do_again
from rashomon.errors import NothingToUndo, Refused
from rashomon.ports.store import StoryWriting, check_turn_number
from rashomon.story.texts import chosen_id


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo took back. `redone` are author's edits made again, `lost` those that
    could not be.

    `turns` are the numbers taken back, newest first; `commits` were deleted; `now` is the turn at
    which the story stands.
    """

    turns: tuple[int, ...]
    events: int
    commits: tuple[int, ...]
    redone: tuple[str, ...]
    lost: tuple[str, ...]
    now: int


@dataclass(frozen=True, slots=True)
class Rewound:
    """The story to go on with after a rewind: the same one, or a branch where it was sealed."""

    story: str
    undone: Undone | None


def undo(context: Context, story: str) -> Undone:
    """Take back the newest pending turn and whatever was written after it."""
    with context.store.writing(story) as unit:
        last = unit.head.turn
        if last == 0 or last <= unit.last_sealed_turn():
            raise NothingToUndo()
        return _take_back(unit, last)


def _take_back(unit: StoryWriting, first: int) -> Undone:
    """Take back the turns from `first` on, with everything since but the seals of older turns."""
    turn = unit.turn(first)
    assert turn is not None
    turns = tuple(reversed([each.number for each in unit.turns(after=first - 1)]))
    commits = [each for each in unit.commits(since=turn.commit) if each.kind != "keep"]
    events = unit.take_back(commits, first - 1, turn.time)
    redone: list[str] = []
    lost: list[str] = []
    renamed: dict[tuple[str, int], int] = {}
    for commit in commits:
        if commit.act is not None:
            _again(unit, commit.act, renamed, redone, lost)
    ids = tuple(commit.id for commit in commits)
    return Undone(turns, events, ids, tuple(redone), tuple(lost), first - 1)


def _again(
    unit: StoryWriting,
    act: Act,
    renamed: dict[tuple[str, int], int],
    redone: list[str],
    lost: list[str],
) -> None:
    said = str(act.get("said", act["do"]))
    try:
        do_again(unit, act, renamed)
    except Refused as error:
        lost.append(f"{said}: {error}")
    else:
        redone.append(said)


def branch(context: Context, story: str, turn: int, new: str | None, created: float) -> str:
    """Make a new story of this one as it stood just before turn `turn` + 1 was recorded."""
    name = _free_name(context, story) if new is None else chosen_id(new)
    context.store.branch(story, name, turn, created)
    return name


def rewind(context: Context, story: str, turn: int, new: str | None, created: float) -> Rewound:
    """Go back to the end of a turn: by undoing what is pending, or else by branching."""
    with context.store.writing(story) as unit:
        check_turn_number(unit.head.turn, turn)
        if turn == unit.head.turn:
            return Rewound(story, None)
        if turn >= unit.last_sealed_turn():
            return Rewound(story, _take_back(unit, turn + 1))
    return Rewound(branch(context, story, turn, new, created), None)


def _free_name(context: Context, story: str) -> str:
    taken = {head.id for head in context.store.stories()}
    number = 2
    while f"{story}-{number}" in taken:
        number += 1
    return f"{story}-{number}"
