"""The inspector: what models were asked, what came back, what became of it, and what it took."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rashomon.cli.desk import Db, Json, StoryId, story_of

if TYPE_CHECKING:
    from rashomon.cli.show import Words
    from rashomon.engine.audit import Audit
    from rashomon.story.run import RoleCost, Run, RunStep

NONE = "No model was asked in this story yet."


def runs(
    story: StoryId,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="How many of the newest.")
    ] = 50,
    before: Annotated[
        int | None,
        typer.Option("--before", metavar="RUN", help="Only those before this one; pages on."),
    ] = None,
    kind: Annotated[
        Literal["turn", "keep", "reflect", "recall"] | None,
        typer.Option("--kind", help="Only runs of this kind."),
    ] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List what models were asked in a story, newest first: one line an act."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import console, say, table

    with story_of(story, db) as told:
        found = told.runs(limit, before, kind)
        any_ = bool(found or told.runs(1))
    if as_json:
        answer(found)
    elif not found:
        say("There are no such runs." if any_ else NONE)
    else:
        rows = [
            (str(each.id), each.kind, str(each.turn), each.status, str(each.calls),
             str(each.read), str(each.written), _seconds(each.seconds), _dollars(each.cost))
            for each in found
        ]  # fmt: skip
        heads = ("#run", "kind", "#turn", "status", "#calls", "#in", "#out", "#seconds", "#cost")
        console().print(table(heads, rows))


def run(
    story: StoryId,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of a run.")],
    db: Db = None,
    as_json: Json = False,
) -> None:
    """Show one act whole: every prompt and reply, and what became of each proposal and why."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import Words, say

    with story_of(story, db) as told:
        found = told.run(number)
        words = Words.of(told)
        room = told.settings.whole("runs.megabytes")
    if as_json:
        answer(found)
        return
    _head(found)
    if found.pruned:
        say(f"Its prompts are not kept any more: runs.megabytes ({room}) keeps the newest.")
    for n, step in enumerate(found.steps, 1):
        _step(n, step, words)


def audit(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Read every stored prompt again for what its character could not know when it was made.

    Ends with status 1 if there is any. Prompts made from the record are counted and not checked:
    nobody plays from them.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from rashomon.cli.plain import answer, plain
    from rashomon.cli.show import Words, console

    columns = (TextColumn("runs"), BarColumn(), MofNCompleteColumn())
    shown = console(err=True)
    with (
        story_of(story, db) as told,
        Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar,
    ):
        task = bar.add_task("", total=None)
        found = told.audit(lambda done, of: bar.update(task, completed=done, total=of))
        words = Words.of(told)
    if as_json:
        answer({"story": story, **plain(found), "holding": found.holding})
    else:
        _audited(found, words)
    if found.findings:
        raise typer.Exit(1)


def _audited(found: Audit, words: Words) -> None:
    from rashomon.cli.show import count, say

    if not found.prompts and not found.pruned:
        say(NONE)
        return
    hold, whose = ("holds", "its") if found.checked == 1 else ("hold", "their")
    say(f"{found.holding} of {count(found.checked, 'stored prompt')} {hold} anything {whose} "
        "character could not know.", "bold")  # fmt: skip
    for each in found.findings:
        say(f"Run {each.run}, step {each.step}, {words.name(each.owner)}: {each.what}")
        say(f"  {_printable(each.where)}", "dim")
    if found.record:
        say(f"{count(found.record, 'more prompt')} saw the record, and nobody plays from it.")
    for each in found.notes:
        say(f"Note: run {each.run}, step {each.step}: {each.what}: {_printable(each.where)}")
    if found.pruned:
        say(f"Of {count(found.pruned, 'older run')} no prompt is kept any more.")


def cost(story: StoryId, db: Db = None, as_json: Json = False) -> None:
    """Show what all calls of a story took, by role: tokens, time, and money where it is known."""
    from rashomon.cli.plain import answer, plain
    from rashomon.cli.show import console, say, table

    with story_of(story, db) as told:
        found = told.cost()
    if as_json:
        answer({"story": story, **plain(found), "total": plain(found.total)})
    elif not found.roles:
        say(NONE)
    else:
        rows = [_cost_row(each.role, each) for each in found.roles]
        if len(found.roles) > 1:
            rows.append(_cost_row("all", found.total))
        heads = ("role", "#calls", "#tokens in", "#tokens out", "#seconds", "#cost")
        console().print(table(heads, rows))
        unpriced = found.total.calls - found.total.priced
        if unpriced and found.total.priced:
            say(f"Of {unpriced} of {found.total.calls} calls no price is known.", "dim")


def _cost_row(name: str, took: RoleCost) -> tuple[str, ...]:
    return (name, str(took.calls), str(took.read), str(took.written), _seconds(took.seconds),
            _dollars(took.cost))  # fmt: skip


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f}"


def _dollars(cost: float | None) -> str:
    return "unknown" if cost is None else f"${cost:.4f}"


def _when(at: float) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""


def _head(found: Run) -> None:
    from rashomon.cli.show import say
    from rashomon.story.run import spent

    wrote = "wrote nothing" if found.commit is None else f"wrote commit {found.commit}"
    say(f"Run {found.id}: {found.kind}, {found.status}, up to turn {found.turn}, {wrote}", "bold")
    when = _when(found.at)
    if when:
        say(f"{when} UTC", "dim")
    if found.reason:
        say(found.reason, "yellow")
    took = spent(found.steps).total
    if took.calls:
        say(_took(took), "dim")


def _took(took: RoleCost) -> str:
    from rashomon.cli.show import count

    money = "" if took.cost is None else f", {_dollars(took.cost)}"
    return (
        f"{count(took.calls, 'call')}, {took.read} tokens in, {took.written} out, "
        f"{_seconds(took.seconds)} s{money}"
    )


def _step(n: int, step: RunStep, words: Words) -> None:
    from rashomon.cli.show import say
    from rashomon.story.run import spent

    whose = "the record" if step.owner is None else f"the mind of {words.name(step.owner)}"
    by = f", {step.model}" if step.model else ""
    say("")
    say(f"{n}. {step.role}, {step.task}: from {whose}{by}", "bold")
    if step.calls:
        say(_took(spent([step]).total), "dim")
    replies = [
        ("Reply" if len(step.replies) == 1 else f"Reply {k}", reply)
        for k, reply in enumerate(step.replies, 1)
    ]
    for head, text in (("System", step.system), ("Prompt", step.prompt), *replies):
        if text:
            say(f"{head}:", "dim")
            say(_printable(text))
    for edit in step.edits:
        why = f": {edit.reason}" if edit.reason else ""
        say(_printable(f"{edit.outcome.replace('_', ' ')}: {edit.proposal}{why}"))
    for note in step.notes:
        say(_printable(note), "dim")


def _printable(text: str) -> str:
    """A text without what could rewrite a terminal: a model may answer with anything."""
    from rashomon.story.faults import unfit

    return "".join("\ufffd" if unfit(character) else character for character in text)
