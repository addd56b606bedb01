"""The settings of a story, with what each is for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from rashomon.cli.desk import Db, Json, StoryId, story_of

if TYPE_CHECKING:
    from rashomon.settings import Setting, Settings, Value


def settings(
    story: StoryId,
    key: Annotated[str | None, typer.Argument(metavar="KEY", help="Only this setting.")] = None,
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help="What to set it to, from now on.")
    ] = None,
    reset: Annotated[
        bool, typer.Option("--reset", help="Go back to what the world or the default says.")
    ] = False,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List the settings of a story with their help, or change one."""
    from rashomon.cli.plain import answer
    from rashomon.cli.show import say
    from rashomon.settings import ROWS, row

    if reset and (key is None or value is not None):
        raise typer.BadParameter("give one KEY with it, and no VALUE", param_hint="--reset")
    wanted = ROWS if key is None else (row(key),)
    with story_of(story, db) as told:
        if key is not None and (reset or value is not None):
            told.set(key, None if reset else value)
        now = told.settings
    found = [_one(each, now) for each in wanted]
    if as_json:
        answer(found if key is None else found[0])
    elif key is not None and (reset or value is not None):
        say(f"{key} is {_said(now[key])} from now on.")
    else:
        _show(wanted, now)


def _one(row: Setting, now: Settings) -> dict[str, Any]:
    return {"key": row.key, "value": now[row.key], "default": row.default, "type": row.type,
            "low": row.low, "high": row.high, "choices": row.choices, "scope": row.scope,
            "help": row.help}  # fmt: skip


def _said(value: Value) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if value != "" else "empty"


def _show(rows: tuple[Setting, ...], now: Settings) -> None:
    from rich.text import Text

    from rashomon.cli.show import console, table

    shown: list[tuple[Text, Text, str, str]] = []
    for row in rows:
        changed = now[row.key] != row.default
        style = "bold" if changed else ""
        default = _said(row.default) if changed else ""
        shown.append((Text(row.key, style), Text(_said(now[row.key]), style), default, row.help))
    console().print(table(("setting", "value", "instead of", "what it is for"), shown))
