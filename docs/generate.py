"""Prints the pages of docs/reference that tables, models and docstrings hold already.

`make docs` writes them; a test fails where a page is not what would be printed today. What a key
of a file is for stands in `words.py`, and the printing fails for a key that is missing there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from docs import kinds, typed, words
from rashomon import errors, wiring
from rashomon.api import library, mind, story
from rashomon.engine import audit, edits, keep, record_turn, undo, verify
from rashomon.imports import returning
from rashomon.ports import store
from rashomon.prompts import prompt
from rashomon.recall import gather, lasting, recollect
from rashomon.record import resting
from rashomon.record.keeper.rules import RULES as KEEPER_RULES
from rashomon.reflect.rules import RULES
from rashomon.settings import ROWS
from rashomon.story import event, perception, playing, run, turn, world
from rashomon.story import mind as held

FOLDER = Path(__file__).parent / "reference"
NOTE = "<!-- Printed by docs/generate.py from the code; `make docs` prints it again. -->"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; a bar in a cell does not end it."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for row in rows:
        cells = [cell.replace("|", "\\|").replace("\n", " ") for cell in row]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def page(title: str, *parts: str) -> str:
    """A whole page."""
    return "\n\n".join([NOTE, f"# {title}", *[part for part in parts if part]]) + "\n"


def doc(thing: object) -> str:
    """A docstring as Markdown takes it."""
    return inspect.getdoc(thing) or ""


# Settings.


def said(value: object) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "`on`" if value else "`off`"
    return "empty" if value == "" else f"`{value}`"


def settings_page() -> str:
    """Every setting."""
    rows: list[tuple[str, ...]] = []
    for row in ROWS:
        allowed = {"bool": "on or off", "text": "text"}.get(row.type, "")
        if row.choices:
            allowed = ", ".join(f"`{each}`" for each in row.choices)
        elif row.low is not None and row.high is not None:
            noun = "whole, " if row.type == "int" else ""
            allowed = f"{noun}{row.low:g} to {row.high:.10g}"
        scope = "world, story" if row.scope == "both" else "story"
        rows.append((f"`{row.key}`", said(row.default), allowed, scope, row.help))
    return page("Settings", words.SETTINGS, table(words.SETTING_HEADS, rows))


# Commands.


def commands_page() -> str:
    """Every command with its arguments and options."""
    import typer

    from rashomon.cli.main import COMMANDS, app

    group: Any = typer.main.get_command(app)
    parts = [words.COMMANDS, *_options(group)]
    panels = [(panel, [name for name, _ in found]) for panel, found in COMMANDS]
    listed = {name for _, names in panels for name in names}
    others = [name for name in group.commands if name not in listed]
    panels[-1][1].extend(others)
    for panel, names in panels:
        parts.append(f"## {panel}")
        for name in names:
            parts += _command(f"rashomon {name}", group.commands[name])
    return page("Commands", *parts)


def _command(called: str, command: Any) -> list[str]:
    inner: Mapping[str, Any] = getattr(command, "commands", {})
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    shown = [_metavar(p) if p.required else f"[{_metavar(p)}]" for p in arguments]
    more = ["…"] if inner else []
    found = [f"### `{' '.join([called, *shown, *more])}`", command.help or "", *_options(command)]
    for name, each in inner.items():
        found += _command(f"{called} {name}", each)
    return found


def _metavar(param: Any) -> str:
    return param.metavar or param.name.upper()


def _options(command: Any) -> list[str]:
    rows: list[tuple[str, str]] = []
    for each in command.params:
        if each.hidden or (each.name in ("db", "as_json") and command.name != "rashomon"):
            continue
        name = ", ".join(f"`{opt}`" for opt in each.opts)
        if each.param_type_name == "argument":
            name = f"`{_metavar(each)}`"
        elif not getattr(each, "is_flag", False):
            name += f" `{_metavar(each)}`"
        kind = each.type_descriptor.annotation
        if isinstance(kind, type) and issubclass(kind, Enum):
            choices = ", ".join(f"`{member.value}`" for member in kind)
            rows.append((name, f"{each.help} One of {choices}.{_default(each)}"))
        else:
            rows.append((name, f"{each.help or ''}{_default(each)}"))
    return [table(("", "is"), rows)] if rows else []


def _default(param: Any) -> str:
    if param.required or param.default is None or isinstance(param.default, bool):
        return ""
    return f" Without it: `{param.default}`."


# Files.


def shape(schema: Mapping[str, Any]) -> str:
    """What a value may be, from its JSON Schema."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(shape(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    match schema.get("type"):
        case "array":
            return f"list of {shape(schema['items'])}"
        case "boolean":
            return "true or false"
        case "null":
            return "null"
        case "integer" | "number":
            return _number(schema)
        case "object":
            return "ids with lists of numbers" if "propertyNames" in schema else "keys with values"
        case _:
            return {200: "id", 500: "line of text"}.get(schema.get("maxLength", 0), "text")


def _number(schema: Mapping[str, Any]) -> str:
    noun = "whole number" if schema["type"] == "integer" else "number"
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None or high is None or high >= 2**63 - 1:
        return noun if low is None else f"{noun} from {low:g}"
    return f"{noun} from {low:g} to {high:.0f}"


def keys_of(model: type[BaseModel], schema: Mapping[str, Any]) -> str:
    """The keys of one object in a file, with what each is for."""
    own = schema if schema.get("title") == model.__name__ else schema["$defs"][model.__name__]
    needed = set(own.get("required", ()))
    rows: list[tuple[str, ...]] = []
    for key, each in own["properties"].items():
        default = "needed" if key in needed else _shown_default(each.get("default"))
        rows.append((f"`{key}`", shape(each), default, words.key(model.__name__, key)))
    return table(("key", "holds", "without it", "is"), rows)


def _shown_default(value: object) -> str:
    if value is None or value == "" or value == [] or value == {}:
        return ""
    return f"`{str(value).lower()}`" if isinstance(value, bool) else f"`{value}`"


def objects(models: Sequence[type[BaseModel]], schema: Mapping[str, Any]) -> list[str]:
    """A part of a page for each kind of object."""
    return [f"## {model.__name__}\n\n{doc(model)}\n\n{keys_of(model, schema)}" for model in models]


def world_page() -> str:
    """A world file."""
    models = (
        world.World, world.Clock, world.Place, world.Exit, world.Item, world.Character,
        world.Relationship, world.AuthoredBelief, world.AuthoredMemory, world.Lore,
        world.CalendarSpec, world.MonthSpec, playing.Tells, playing.Instead, playing.Routine,
        playing.Goal, playing.Accuse, playing.Ending,
    )  # fmt: skip
    whole = page("World file", words.WORLD, *objects(models, world.World.schema()))
    return whole.replace("(#change)", "(turn.md#change)")


def turn_page() -> str:
    """A turn."""
    schema = turn.Turn.schema()
    kinds_of_step = [
        (f"`{verb}`", kind, ", ".join(f"`{key}`" for key in _beside(verb)))
        for verb, kind in turn.VERBS.items()
    ]
    beside = table(("key", "becomes a", "may stand beside it"), kinds_of_step)
    whole = page(
        "Turn",
        words.TURN,
        *objects([turn.Turn, turn.Step], schema),
        f"### What may stand beside what\n\n{beside}",
        *objects([turn.Change, turn.Adds], schema),
        words.REFUSALS,
    )
    for each in (world.Place, world.Exit, world.Item, world.Character, world.Lore):
        name = each.__name__.lower()
        whole = whole.replace(f"(#{name})", f"(world.md#{name})")
    return whole


def _beside(verb: str) -> list[str]:
    order = [name for name in turn.Step.model_fields if name in turn.MODIFIERS[verb]]
    return ["with" if name == "with_" else name for name in order]


# Values, the library and errors.

VALUES: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("What happened, and what was perceived",
     (event.Event, event.Set, perception.Perception, perception.Fact)),
    ("What a mind holds besides",
     (held.Belief, held.Relationship, held.Known, held.NameKnown, held.LastKnown, held.Thread,
      held.Teaching, held.Why, held.KnownMap, held.MapExit, held.Hop)),
    ("What a model is given", (prompt.Prompt, prompt.Section, prompt.Option)),
    ("What comes to mind, and what is left of it",
     (recollect.Recollection, recollect.Memory, recollect.TraceRow, gather.Standing,
      lasting.Lasting)),
    ("What models were asked",
     (run.RunSummary, run.Run, run.RunStep, run.Edit, run.Cost, run.RoleCost,
      audit.Audit, audit.Finding)),
    ("Stories and their acts",
     (library.StoryInfo, story.Clock, record_turn.Done, keep.Kept, undo.Undone, undo.Rewound,
      verify.Verified, edits.Edited, resting.Rest, store.Health, errors.Fault)),
    ("What is kept of a card", (returning.KeptCard,)),
)  # fmt: skip


def values_page() -> str:
    """Every value that the library answers with."""
    parts = [words.VALUES]
    for head, types in VALUES:
        parts.append(f"## {head}")
        for each in types:
            rows = [(f"`{name}`", f"`{kind}`") for name, kind in _fields(each)]
            parts.append(f"### {each.__name__}\n\n{doc(each)}\n\n{table(('field', 'type'), rows)}")
    literals = [
        (f"`{name}`", ", ".join(f"`{value}`" for value in values))
        for name, values in words.literals().items()
    ]
    parts.append(f"## Words that fields use\n\n{table(('type', 'one of'), literals)}")
    return page("Values", *parts)


def _fields(value: type) -> list[tuple[str, str]]:
    if is_dataclass(value):
        return [(each.name, str(each.type)) for each in fields(value)]
    hints = inspect.get_annotations(value)
    return [(name, getattr(hint, "__forward_arg__", str(hint))) for name, hint in hints.items()]


def library_page() -> str:
    """Every call of the library."""
    parts = [words.LIBRARY, f"## Open a library\n\n{_call('rashomon.open', wiring.open)}"]
    for each in (library.Library, story.Story, mind.Mind, mind.MindOf):
        parts.append(f"## {each.__name__}\n\n{doc(each)}")
        for name, member in vars(each).items():
            if name.startswith("_") or not (callable(member) or isinstance(member, property)):
                continue
            parts.append(_member(name, member))
    return page("Library", *parts)


def _member(name: str, member: Any) -> str:
    if isinstance(member, property):
        answer = inspect.signature(member.fget).return_annotation
        return f"### `.{name}`: `{answer}`\n\n{doc(member)}"
    return _call(f".{name}", member)


def _call(name: str, member: Callable[..., Any]) -> str:
    signature = inspect.signature(member)
    given = [each for each in signature.parameters.values() if each.name != "self"]
    shown = str(signature.replace(parameters=given)).replace("'", "")
    coroutine = "await " if inspect.iscoroutinefunction(member) else ""
    return f"### `{coroutine}{name}`\n\n```text\n{name}{shown}\n```\n\n{doc(member)}"


def errors_page() -> str:
    """Every exception."""
    rows: list[tuple[str, ...]] = []
    for name, each in vars(errors).items():
        if isinstance(each, type) and issubclass(each, errors.RashomonError):
            base = each.__bases__[0].__name__
            public = "`rashomon`" if name in _public() else "`rashomon.errors`"
            rows.append((f"`{name}`", f"`{base}`", public, str(each())))
    return page("Errors", words.ERRORS, table(words.ERROR_HEADS, rows))


def rules_page() -> str:
    """Every rule of reflection, by the sentence in its file."""
    rows = [(f"`{rule.__name__}`", doc(rule)) for rule in RULES]
    return page("Rules of reflection", words.RULES, table(words.RULE_HEADS, rows))


def keeper_rules_page() -> str:
    """Every rule of the record keeper, by the sentence in its file."""
    rows = [(f"`{rule.__name__}`", doc(rule)) for rule in KEEPER_RULES]
    return page("Rules of keeping", words.KEEPER_RULES, table(words.RULE_HEADS, rows))


def _public() -> list[str]:
    import rashomon

    return rashomon.__all__


PAGES: Mapping[str, Callable[[], str]] = {
    "settings": settings_page,
    "commands": commands_page,
    "event-kinds": lambda: page("Kinds of events", words.KINDS, *kinds.parts(table)),
    "what-can-be-typed": lambda: page("What can be typed", *typed.parts(table)),
    "turn": turn_page,
    "world": world_page,
    "values": values_page,
    "library": library_page,
    "errors": errors_page,
    "rules-of-reflection": rules_page,
    "rules-of-keeping": keeper_rules_page,
}
"""Every page that is printed, by the name of its file."""


def main() -> None:
    """Write every page."""
    for name, printed in PAGES.items():
        (FOLDER / f"{name}.md").write_text(printed(), encoding="utf-8")


if __name__ == "__main__":
    main()
