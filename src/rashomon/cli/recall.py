"""What comes to somebody's mind, and with `--explain` why it does and what did not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from rashomon.cli.desk import Db, Json, StoryId, Who, story_of

if TYPE_CHECKING:
    from rashomon.cli.show import Words
    from rashomon.recall.recollect import Memory, TraceRow

Named = Annotated[list[str] | None, typer.Option(metavar="ID", help="A cue; repeat it for more.")]
Tags = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TAG",
        help="A tag of the event, letter for letter, as a turn set it or keeping gave it "
        "(promise, theft, …); repeat it for more.",
    ),
]


def recall(
    story: StoryId,
    who: Who,
    text: Annotated[str, typer.Argument(help="What is said or thought of; may be empty.")] = "",
    people: Named = None,
    places: Named = None,
    items: Named = None,
    tags: Tags = None,
    limit: Annotated[int | None, typer.Option(min=0, help="How many memories at most.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show every candidate and what decided about it.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show what comes to somebody's mind when something is said; nothing is written by it."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, console, say, table

    with story_of(story, db) as told:
        found = told.mind(who).recall(
            text, people=people or (), places=places or (), items=items or (), tags=tags or (),
            limit=limit, explain=explain,
        )  # fmt: skip
        words = Words.of(told)
    if as_json:
        answer(found)
        return
    if not found.memories:
        say(f"Nothing comes to {words.name(who)}'s mind.")
    else:
        heads = ("memory", "when and where", "how")
        console().print(table(heads, [_memory(each, words) for each in found.memories]))
    if found.trace is not None:
        say(f"What was weighed, and how it fared ({len(found.trace)}):", "dim")
        console().print(table(_HEADS, [_row(each) for each in found.trace]))


def _memory(memory: Memory, words: Words) -> tuple[str, str, str]:
    from rashomon.cli.show import GIVEN

    said = memory.text
    if memory.detail != "vague" and memory.event_kind == "thought":
        said = f"(thought) {said}"
    elif memory.detail != "vague" and memory.event_kind == "line" and memory.how != "saw":
        said = f"{memory.who_name}: “{said}”"
    from rashomon.recall.retention import detail_name

    where = f", {memory.where}" if memory.where else ""
    how = memory.how if memory.confidence is None else f"believed ({memory.confidence})"
    how = GIVEN if memory.event_kind == "memory" else how
    detail = detail_name(memory.detail, words.world.language)
    return said, f"{memory.when}{where}", f"{how}, {detail}"


_HEADS = ("", "memory", "score", "made of", "found by", "end")


def _row(row: TraceRow) -> tuple[str, str, str, str, str, str]:
    parts = "  ".join(f"{name} {value:.2f}" for name, value in row.parts.items() if value)
    lists: Mapping[str, str] = {
        name: f"{name} #{standing.rank}" for name, standing in row.standings.items()
    }
    short = row.text if len(row.text) <= 60 else f"{row.text[:57]}…"
    end = row.by or ("" if row.taken else "limit")
    mark = "●" if row.taken else "·"
    return mark, f"{row.id} {short}", f"{row.total:.2f}", parts, "  ".join(lists.values()), end
