"""Labelled cases of what is asked of a language model, to measure whoever answers.

One file a task, a line a case: what happens, `=>`, and the right answer. Parts are set off by
` / `, and `+` between two of them makes one moment of them:

    Mira pockets the coin        a deed             Mira > Jon: Good night.   a line to somebody
    Mira: Good night.            a line             Mira >> Jon: Hush.        a whisper
    * The bell tolls.            a happening        Mira ~ He is lying.       a thought
    @above Mira                  Mira looks on from above (`below`: listens, `out`: is away)
    T promise Mira mends it.     something open     B likely Mira lies. <1    a belief, from event 1

A label is `none`, or what is right, set off by `; `: `?` before one that may be missing, `|`
between words of which each is right at its end, `||` between whole ones.

    grades    E2 4|5                        threads   E1 promise; E2 resolve T1
    tags      E1 theft                      bonds     E1 Jon>Mira colder|wary
    retells   E2 of E1                      versions  E1 number; E1 for Jon
    moves     E1 coin > Jon; E2 coin @ box  sort_old  B1 doubt|let_go < E2
    sort_new  Mira|coin

They are shipped, for a command scores the model that somebody configured.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeAlias, cast, get_args

import yaml

Name: TypeAlias = Literal[
    "grades", "tags", "moves", "retells", "threads", "bonds", "versions", "sort_old", "sort_new"
]
NAMES: Final[tuple[Name, ...]] = get_args(Name)

NOTHING: Final = "none"


@dataclass(frozen=True, slots=True)
class Right:
    """One thing that an answer should hold: any of `keys`, by any of `grounds`, if it has any.

    One that is not `needed` may be missing, and is not wrong where it stands.
    """

    keys: frozenset[str]
    grounds: frozenset[str] = frozenset()
    needed: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """A few events of a story, and what the right answer is; none where nothing is to be said.

    `held_out` cases serve for measuring alone: no prompt and no rule was made better by one.
    """

    task: Name
    language: str
    story: str
    parts: tuple[str, ...]
    right: tuple[Right, ...]
    held_out: bool

    @property
    def empty(self) -> bool:
        """Whether the right answer names nothing."""
        return not any(each.needed for each in self.right)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a case takes place: people by name, four places, and things with where they are."""

    id: str
    language: str
    people: tuple[str, ...]
    places: Mapping[str, str]
    items: Mapping[str, str]


@cache
def settings() -> Mapping[str, Setting]:
    """The places and people of all cases, by id."""
    return {each["id"]: _setting(each) for each in _read("stories")}


def _setting(given: Mapping[str, Any]) -> Setting:
    places = {each: given[each] for each in ("here", "above", "below", "out")}
    things = (each.split("@", 1) for each in given["items"].split(", "))
    return Setting(
        given["id"], given["language"], tuple(given["people"].split()), places,
        dict(things),
    )  # fmt: skip


@cache
def cases(task: Name) -> tuple[Case, ...]:
    """Every case of a task, in the order of its file."""
    return tuple(_cases(task))


def _cases(task: Name) -> Iterator[Case]:
    for group in _read(task):
        language = settings()[group["story"]].language
        for line in group["cases"].strip().split("\n"):
            told, _, label = line.partition(" => ")
            if not label:
                raise ValueError(f"{task}: no label in {line!r}")
            parts = tuple(part.strip() for part in told.split(" / "))
            right = [_right(each.strip()) for each in label.split("; ") if each != NOTHING]
            if task == "grades":
                right += _passing(parts, right)
            yield Case(
                task, language, group["story"], parts, tuple(right), group.get("held_out", False)
            )


def _passing(parts: Sequence[str], right: Sequence[Right]) -> Iterator[Right]:
    """That an event of no weight passes is never wrong, and need not be said."""
    weighs = {key.split(" ")[0] for each in right for key in each.keys}
    for n in range(1, len(parts) + 1):
        if f"E{n}" not in weighs:
            yield Right(frozenset({f"E{n} 1"}), needed=False)


def _right(given: str) -> Right:
    label, _, grounds = given.removeprefix("?").partition(" < ")
    return Right(
        frozenset(_alternatives(label.strip())),
        frozenset(grounds.split()),
        not given.startswith("?"),
    )


def _alternatives(label: str) -> Iterator[str]:
    for whole in label.split(" || "):
        head, space, last = whole.rpartition(" ") if "|" in whole else ("", "", whole)
        yield from (f"{head}{space}{each}" for each in last.split("|"))


def _read(name: str) -> list[dict[str, Any]]:
    text = (files("rashomon.testing.tasks") / f"{name}.yaml").read_text("utf-8")
    return cast(list[dict[str, Any]], yaml.safe_load(text))
