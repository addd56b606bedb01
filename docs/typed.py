"""The page of what can be typed, from the table of commands, with examples that are read anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rashomon.play.commands import COMMANDS, MARKS
from rashomon.play.here import Here, Person, Thing, Way
from rashomon.play.typed import typed
from rashomon.story.turn import Step

Table = Callable[[Sequence[str], Iterable[Sequence[str]]], str]

HERE = Here(
    who="mara", names=("Mara",), place="courtyard",
    people=(Person("elias", ("Elias",)), Person("ana", ("Ana",))),
    ways=(Way("gate", "road", ("the west gate",), ("the north road",)),),
    things=(
        Thing("key", ("an iron key",), "mara"),
        Thing("chest", ("a chest",), "courtyard", closed=True),
    ),
)  # fmt: skip
"""Mara in the courtyard, with Elias and Ana, a chest that is shut, and a key about her."""

EXAMPLES = (
    "I hand Elias the iron key and say “Take it.”",
    "“Take it,” I whisper to Elias. “It is yours.”",
    "*opens the chest* Empty! (He has been here.)",
    "unlock the chest with the key and open it",
    "go through the west gate",
    "I wonder whether he lies.",
    "I whisper, “Not here.”",
    "((a little slower, please)) I wait.",
    "Elias，小心！",
    "我打开箱子，低声对Ana说：“空的。”",
)

INTRODUCTION = """\
What somebody types for the character it plays is read by rule, without a model, in English and in
Chinese. In any other language the marks and the commands behind a `/` are read, and all else stays
words. Free prose is read as the character's own deeds and speech, in order, in the first person or
the third. Nothing typed is lost: what cannot be read as anything is a deed or a line in the words
typed.

People, places and things go by what the character calls them: a name it knows, a look ("the lean
man"), or a part that can mean only one. What could mean two is asked back. Only what a deed plainly
does is changed, and only where the character can reach it to its own knowledge; an attempt, a
condition or a denial changes nothing.

Playing itself is not there yet; this is how it reads."""

MARKS_HEAD = "## Marks"
COMMANDS_HEAD = "## Commands"
COMMANDS_SAID = """\
Each may also be said of oneself ("I open the chest", "Mara opens the chest"), and several may stand
in one sentence. `X` is somebody, `ITEM` a thing, `EXIT` a way out, `WORDS` whatever is said."""
EXAMPLES_HEAD = "## Examples"
EXAMPLES_SAID = """\
Mara is in the courtyard with Elias and Ana. The chest is shut, and she has the key."""
LAWS = """\
## What holds whatever is typed

- Quoted words stand word for word in one step, and are never read as anything else.
- Without quotes and stars, prose is speech where it asks, exclaims or says "you", and where it
  begins with neither the character nor a verb of doing.
- Beside stars alone, what stands outside them is spoken; beside quotes, it is told.
- A wish, a doubt or a memory ("I wonder whether …") is a thought.
- A whisper holds to the end of its paragraph. To whom is asked where several are there, and until
  that is said nobody has its words.
- Words that are said by somebody else ("…," says Elias) are asked about: one plays one's own
  character alone.
- At most 20,000 characters are read at once."""


def parts(table: Table) -> list[str]:
    """The parts of the page."""
    commands = [
        (f"`{row.name}`", _forms(row.forms), _forms(row.forms_chinese), row.becomes)
        for row in COMMANDS
    ]
    examples = [(f"`{each}`", "<br>".join(_read(each))) for each in EXAMPLES]
    return [
        INTRODUCTION,
        MARKS_HEAD,
        table(("typed", "becomes"), MARKS),
        COMMANDS_HEAD,
        COMMANDS_SAID,
        table(("command", "in English", "in Chinese", "becomes"), commands),
        EXAMPLES_HEAD,
        EXAMPLES_SAID,
        table(("typed", "read as"), examples),
        LAWS,
    ]


def _forms(forms: Sequence[str]) -> str:
    return ", ".join(f"`{form}`" for form in forms)


def _read(text: str) -> list[str]:
    read = typed(text, HERE)
    found = [_step(step) for step in read.steps]
    found += [f"a note: {note.text}" for note in read.notes]
    found += [f"a question: {question.text}" for question in read.questions]
    return found


def _step(step: Step) -> str:
    to = f" to {' and '.join(step.to)}" if step.to else ""
    match step.kind:
        case "line":
            return f"{'whispers' if step.whisper else 'says'}{to}: {step.says}"
        case "deed":
            sets = [
                f"`{change.entity}.{key}` is `{value}`"
                for change in step.changes for key, value in change.set.items()
            ]  # fmt: skip
            made = f" ({', '.join(sets)})" if sets else ""
            return f"does: {step.does}{made}"
        case "move":
            return f"goes: {step.goes} by {step.by}"
        case _:
            return f"thinks: {step.thinks}"
