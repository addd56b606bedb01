"""One mind, and nothing that is not in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rashomon.cli.desk import Db, Json, StoryId, Who, story_of
from rashomon.cli.events import All, Before, Limit
from rashomon.errors import Refused

if TYPE_CHECKING:
    from rashomon.api.mind import Mind
    from rashomon.api.story import Story
    from rashomon.cli.show import Words
    from rashomon.recall.lasting import Lasting
    from rashomon.story.mind import Belief, Known, KnownMap, Relationship
    from rashomon.story.perception import Perception


class What(StrEnum):
    """What of a mind can be shown."""

    perceptions = "perceptions"
    beliefs = "beliefs"
    relationships = "relationships"
    knowledge = "knowledge"
    map = "map"
    threads = "threads"
    memories = "memories"


PAGED = (What.perceptions, What.memories)
"""Of what there may be thousands; the newest are shown."""

Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot", metavar="FILE", help="With memories: draw how they last, as a picture in SVG."
    ),
]


def mind(
    story: StoryId,
    who: Who,
    what: Annotated[What, typer.Argument(help="What of the mind to show.")] = What.perceptions,
    limit: Limit = 200,
    before: Before = None,
    all_: All = False,
    plot: Plot = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show one mind: what it perceived, believes, knows, and whom it holds in what regard.

    `memories` are what is left of its perceptions today.
    """
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, note, say

    if plot is not None and what is not What.memories:
        raise typer.BadParameter("it draws memories; ask for them", param_hint="--plot")
    if plot is not None and plot.suffix.lower() not in ("", ".svg"):
        wanted = plot.with_suffix(".svg").name
        raise typer.BadParameter(f"it draws SVG; name the file {wanted}", param_hint="--plot")
    with story_of(story, db) as told:
        asked = told.mind(who)
        read, show, empty = VIEWS[what]
        if what in PAGED:
            page = asked.memories if what is What.memories else asked.perceptions
            found: Any = page(limit=None if all_ else limit, before=before)
        else:
            found = read(asked)
        if plot is not None and found:
            _draw(plot, found, told, who)
        words = Words.of(told, who)
    if as_json:
        answer(found)
    elif not found or (what is What.map and not found.places):
        say(f"{words.name(who)} {empty}")
    else:
        show(found, words)
        if what in PAGED and len(found) == limit and not all_:
            note(f"The newest {limit}; --before {found[0].id} goes further back, --all shows all.")
    if plot is not None:
        note(f"Drawn in {plot}." if found else "There is nothing to draw.")


def _draw(path: Path, found: list[Lasting], told: Story, who: str) -> None:
    """Write the picture of these memories; raises `Refused` where that cannot be."""
    from rashomon.recall.plotting import plot

    world, now = told.world, told.clock.seconds
    names = {each.id: each.name for each in world.characters}
    drawn = plot(found, now, names.get(who, who), world.calendar, world.language)
    try:
        path.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None


def show_perceptions(found: list[Perception], words: Words) -> None:
    """Perceptions turn by turn, as their owner would put them; how, where something happened."""
    from rich.text import Text

    from rashomon.cli.show import console, grid

    out = console()
    time: float | None = None
    ids = max(len(str(each.id)) for each in found)
    hows = {each.id: each.mode if each.event is not None else "" for each in found}
    modes = max(map(len, hows.values()))
    rows = grid("number", "mode", "text")
    for each in found:
        if each.time != time:
            if rows.row_count:
                out.print(rows)
            time, rows = each.time, grid("number", "mode", "text")
            turn = f"Turn {each.turn}" if each.event is not None else "Before the story"
            out.print(Text(f"{turn} · {words.when(each.time)}", style="bold"))
        text = Text(words.perception(each))
        if each.accuracy != "whole":
            text.append(f"  ({each.accuracy})", style="yellow")
        mode = Text(hows[each.id].ljust(modes), style="cyan")
        rows.add_row(str(each.id).rjust(ids), mode, text)
        conveyed = words.facts(each.conveys)
        if conveyed:
            rows.add_row("", "", Text(conveyed, style="dim"))
    if rows.row_count:
        out.print(rows)


def _beliefs(found: list[Belief], words: Words) -> None:
    from rashomon.cli.show import console, table

    rows = [
        (str(each.id), each.text, f"{each.confidence}, {each.status.replace('_', ' ')}",
         words.named(each.about), _rests(each))
        for each in found
    ]  # fmt: skip
    console().print(table(("#id", "believes", "how sure", "about", "rests on"), rows))


def _rests(belief: Belief) -> str:
    said = ["its author"] if belief.authored else []
    if belief.supports:
        said.append("for it " + ", ".join(map(str, belief.supports)))
    if belief.contradicts:
        said.append("against it " + ", ".join(map(str, belief.contradicts)))
    return "; ".join(said)


def _relationships(found: list[Relationship], words: Words) -> None:
    from rashomon.cli.show import console, table

    rows = [
        (words.both(each.about), each.kind, each.text, each.calls or "",
         "the start" if each.since is None else f"event {each.since}")
        for each in found
    ]  # fmt: skip
    console().print(table(("whom", "as", "in its words", "calls", "since"), rows))


HOW: Mapping[str, str] = {
    "authored": "from the start",
    "being_there": "was there",
    "perceived": "perceived it",
    "told": "was told",
    "saw": "saw it",
}
"""How an edge or a fact came about, in words."""


def _knowledge(found: list[Known], words: Words) -> None:
    from rashomon.cli.show import console, table

    rows = [
        (words.both(each.entity),
         HOW[each.how] if each.event is None else f"{HOW[each.how]} (event {each.event})",
         words.when(each.since) if each.since else "the start")
        for each in found
    ]  # fmt: skip
    console().print(table(("knows", "how", "since"), rows))


def _map(found: KnownMap, words: Words) -> None:
    from rashomon.cli.show import console, grid, say

    say(f"{words.name(found.owner)} is at {words.both(found.here)}." if found.here else
        f"{words.name(found.owner)} is nowhere.")  # fmt: skip
    say("Places it knows", "bold")
    for place in found.places:
        say(f"  {words.both(place)}")
    if not found.exits:
        say("It knows no way from one to another.")
        return
    say("Ways it knows", "bold")
    rows = grid("from", "arrow", "to", "by")
    for way in found.exits:
        from_, to = (words.name(end) if end else "unexplored" for end in (way.from_, way.to))
        rows.add_row(f"  {from_}", "→" if way.one_way else "↔", to, f"by {words.both(way.exit)}")
    console().print(rows)


def _memories(found: list[Lasting], words: Words) -> None:
    from rich.text import Text

    from rashomon.cli.show import console, table
    from rashomon.recall.retention import detail_name

    rows = [
        (str(each.id), words.memory(each) if each.text else Text("nothing is left", style="dim"),
         f"{detail_name(each.detail, words.world.language)}{_since(each)}", each.when)
        for each in found
    ]  # fmt: skip
    console().print(table(("#id", "what is left", "how it is held", "when"), rows))


def _since(memory: Lasting) -> str:
    """What has become of a memory since, besides that time passed, and whether it was given."""
    from rashomon.cli.show import GIVEN

    given = f", {GIVEN}" if memory.event is None else ""
    times = sum(time >= 0 and memory.event is not None for time in memory.recollected)
    said = "" if not times else ", recalled" if times == 1 else f", recalled {times} times"
    said = f"{given}{said}"
    return said if memory.digested is None else f"{said}, part of a belief"


def _threads(found: Any, words: Words) -> None:
    from rashomon.cli.events import show_threads

    show_threads(found, words)


View = tuple[Callable[["Mind"], Any], Callable[[Any, "Words"], None], str]

VIEWS: Mapping[What, View] = {
    What.perceptions: (lambda m: m.perceptions(), show_perceptions, "has perceived nothing yet."),
    What.beliefs: (lambda m: m.beliefs(), _beliefs, "believes nothing beyond what it perceived."),
    What.relationships: (
        lambda m: m.relationships(), _relationships, "has no relationships: all are strangers.",
    ),
    What.knowledge: (
        lambda m: m.knowledge(), _knowledge, "knows of no place, exit, item or lore.",
    ),
    What.map: (lambda m: m.map(), _map, "knows of no place."),
    What.threads: (lambda m: m.threads(), _threads, "knows of nothing that was left open."),
    What.memories: (lambda m: m.memories(), _memories, "has no memories yet."),
}  # fmt: skip
"""Of everything that can be shown: how it is read, how it looks, and what to say of none."""
