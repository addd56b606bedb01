"""The JSON Schemas of what is handed in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Schema(StrEnum):
    """What there is a schema of."""

    world = "world"
    turn = "turn"


def schema(
    of: Annotated[Schema, typer.Argument(help="A world file, or a turn.")],
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
) -> None:
    """Print the JSON Schema of a world file or of a turn."""
    from rashomon.cli.plain import answer
    from rashomon.story.turn import Turn
    from rashomon.story.world import World

    answer({Schema.world: World, Schema.turn: Turn}[of].schema())
