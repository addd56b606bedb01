"""What a model is fit for, in a table and in plain words: labelled cases, of which it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from rashomon.settings import Settings

if TYPE_CHECKING:
    from rashomon.api.library import Library
    from rashomon.testing.fitness import Fitness, Mark
    from rashomon.testing.staging import Task

SAYS: Final[Mapping[str, str]] = {
    "grades": "how much events weigh",
    "tags": "what events are",
    "moves": "where things are",
    "retells": "what lines pass on",
    "threads": "what is left open",
    "bonds": "how regard turns",
    "versions": "what is missed from afar",
    "sort_old": "what becomes of beliefs",
    "sort_new": "what is newly believed",
    "check": "what contradicts a belief",
}
"""What each task asks for."""

ROLES: Final[Mapping[str, str]] = {
    "keeper": "keep the record",
    "check": "check beliefs",
    "reflection": "reflect",
}
"""What a model in each role does."""


def tested(library: Library, settings: Settings, *, full: bool) -> Fitness | None:
    """Ask the model that the settings name, with progress; nothing of a story is sent."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from rashomon.cli.show import console, note
    from rashomon.testing.fitness import SHARE, fitness, questions

    context = library.context
    model = context.models(settings, "keeper")
    if model is None:
        return None
    every = questions(None if full else SHARE)
    number = sum(map(len, every.values()))
    note(
        f"Asking {model.name} {number:,} questions about invented stories, each a call or two"
        f"{'.' if full else '; --full asks all there are.'}"
    )
    shown = console(err=True)
    columns = (TextColumn("questions"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task("", total=number)
        at_once = settings.whole("models.concurrency")
        return fitness(model, every, context.calls, at_once, lambda cases: bar.advance(task, cases))


def show(found: Fitness) -> None:
    """Print how good it is at each task and what follows."""
    from rashomon.cli.show import console, say, table

    heads = ("asked for", "narrow en", "zh", "wide en", "zh", "rules", "so it is")
    say("")
    console().print(table(heads, (_row(found, task, mark) for task, mark in found.tasks.items())))
    say("")
    for sentence in _sentences(found):
        say(sentence)


def _row(found: Fitness, task: Task, mark: Mark) -> list[str]:
    f1 = {(row.shape, row.language): row.f1 for row in found.rows if row.task == task}
    spots = (("narrow", "en"), ("narrow", "zh"), ("wide", "en"), ("wide", "zh"))
    cells = (_figure(f1[spot]) if spot in f1 else "" for spot in spots)
    return [
        SAYS[task],
        *cells,
        _figure(mark.rules) if mark.rules else "",
        mark.word.split(" than ")[0],
    ]


def _figure(share: float) -> str:
    return f"{share:.2f}".removeprefix("0")


def _sentences(found: Fitness) -> Iterator[str]:
    yield (
        "Figures are F1 over cases that nobody used to write prompts or rules: 1 is always right, "
        "0 never."
    )
    yield (
        f"Of its replies {found.first:.0%} could be read at once and {found.second:.0%} when asked"
        f" again; a call takes {found.seconds:.1f} s, {found.read:.0f} tokens in and"
        f" {found.written:.0f} out."
    )
    if found.broken_off:
        yield f"It stopped answering after {found.cases} questions, so that this is not all."
    yield f"models.shape should be {found.shape}."
    for role, mark in found.roles.items():
        yield f"{_word(mark.word)} to {ROLES[role]} (models.{role}): {_beside(mark)}."


def _word(word: str) -> str:
    return {"fit": "Fit", "weak": "Weak"}.get(word, "No better than rules")


def _beside(mark: Mark) -> str:
    return f"{_figure(mark.f1)}, where rules have {_figure(mark.rules)}"
