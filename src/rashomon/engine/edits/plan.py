"""An author's edit: looked at first, written as one commit, and made again after an undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from rashomon.errors import NotFound, Refused, did_you_mean, sentence, shown
from rashomon.ports.store import StoryWriting
from rashomon.record.resting import Rest
from rashomon.story.faults import unfit
from rashomon.story.places import Atlas

Act: TypeAlias = Mapping[str, Any]
"""An edit as it was asked for: `do`, `id`, `fields`, `keep`, `release`, `why`. Plain JSON."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked edit. Nothing of it is written before `write` is called, and then nothing fails.

    `takes_id` is asked first for the id of what the edit makes, if it makes something that has
    one; `write` is given it (0 otherwise).
    """

    write: Callable[[StoryWriting, int], None]
    went: tuple[Rest, ...] = ()
    stayed: tuple[Rest, ...] = ()
    takes_id: Callable[[StoryWriting], int] | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """A written edit: its commit, what went with it, and what rested on it and stays.

    `made` is the id of something that the edit made: a belief, a thread.
    """

    commit: int
    went: tuple[Rest, ...] = ()
    stayed: tuple[Rest, ...] = ()
    made: int | None = None


Planner: TypeAlias = Callable[[StoryWriting, Act, Atlas], Plan]


@dataclass(frozen=True, slots=True)
class Given:
    """The parts of an act, read with plain refusals for what they cannot be."""

    act: Act
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @classmethod
    def of(cls, act: Act, allowed: Sequence[str]) -> Given:
        """Read an act whose fields may be these."""
        fields = dict(act.get("fields") or {})
        for key in fields:
            if key not in allowed:
                meant = did_you_mean(key, allowed) or f"; it has {', '.join(allowed)}"
                raise Refused(sentence(f"{act['do']!r} has no field {key!r} to edit{meant}"))
        for name in act.get("release") or ():
            if name not in allowed:
                raise Refused(f"{act['do']!r} has no field {name!r} to release.")
        return cls(act, fields)

    def number(self) -> int:
        """The id, where it is a number."""
        id = self.act.get("id")
        if isinstance(id, str) and id.isdecimal():
            id = int(id)
        if not isinstance(id, int) or isinstance(id, bool) or not 0 < id < 2**63:
            raise NotFound(str(self.act["do"]), id)
        return id

    def pair(self) -> tuple[str, str]:
        """The id, where it is two ids: a pair, or `owner:about` as one word."""
        id = self.act.get("id")
        parts: list[Any] = id.split(":") if isinstance(id, str) else list(id or ())
        if len(parts) != 2 or not all(isinstance(part, str) for part in parts):
            raise Refused(
                f"{self.act['do']!r} is named by two ids, as in mara:elias; not {shown(id)}."
            )
        return parts[0], parts[1]

    def text(self, key: str, otherwise: str) -> str:
        """A field that is a text."""
        value = self.fields.get(key, otherwise)
        if not isinstance(value, str):
            raise Refused(f"{key!r} should be a text, not {shown(value)}.")
        bad = next((each for each in value if unfit(each)), None)
        if bad is not None:
            raise Refused(f"{key!r} holds the character U+{ord(bad):04X}, which no text may hold.")
        return value

    def one_of(self, key: str, choices: Sequence[str], otherwise: str) -> str:
        """A field that is one of a few words."""
        value = self.fields.get(key, otherwise)
        if value not in choices:
            raise Refused(f"{key!r} should be one of {', '.join(choices)}; not {shown(value)}.")
        return str(value)

    def whole(self, key: str, low: int, high: int, otherwise: int | None) -> int | None:
        """A field that is a whole number within bounds."""
        value = self.fields.get(key, otherwise)
        if value is None:
            return None
        if isinstance(value, str) and value.isdecimal():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Refused(
                f"{key!r} should be a whole number from {low} to {high}; not {shown(value)}."
            )
        return value

    def ids(self, key: str, otherwise: Sequence[Any]) -> tuple[Any, ...]:
        """A field that is a list."""
        value = self.fields.get(key, otherwise)
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise Refused(f"{key!r} should be a list, not {shown(value)}.")
        return tuple(cast(Sequence[Any], value))

    def flag(self, key: str, otherwise: bool) -> bool:
        """A field that is true or false."""
        value = self.fields.get(key, otherwise)
        if not isinstance(value, bool):
            raise Refused(f"{key!r} should be true or false, not {shown(value)}.")
        return value

    def locked(self, before: Sequence[str]) -> tuple[str, ...]:
        """The fields that are locked after this edit: those it set, but for those released."""
        released = set(self.act.get("release") or ())
        return tuple(sorted((set(before) | set(self.fields) - {"gone"}) - released))

    @property
    def why(self) -> str | None:
        """Why the author did it."""
        return self.act.get("why")

    @property
    def kept(self) -> frozenset[str]:
        """What stays by the author's choice."""
        return frozenset(self.act.get("keep") or ())
