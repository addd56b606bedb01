"""What a grammar makes of prose, before it is tried on the stage."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from rashomon.play.stage import Request

UnitKind: TypeAlias = Literal[
    "deed", "thought", "line", "whisper", "go", "leave", "wait", "continue"
]  # fmt: skip
TagKind: TypeAlias = Literal["line", "whisper", "thought", "other"]


class Unit(NamedTuple):
    """One thing done, said or thought. `to` are words for somebody; `rest` is what a move leaves.

    `joined` is how it goes on from the deed before it, if both are one sentence.
    """

    kind: UnitKind
    text: str
    request: Request | None = None
    to: str | None = None
    place: str = ""
    by: str = ""
    minutes: float | None = None
    joined: str = ""
    apart: bool = False
    """Whether it is about something else than the one who acts."""


class Tag(NamedTuple):
    """Whose words stand beside it: how they are said, to whom, and what else was done with it."""

    kind: TagKind
    to: str | None = None
    deed: str = ""
