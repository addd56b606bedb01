"""What an author says for playing without a model: what people tell, their days, how it may end.

None of it enters a mind. What somebody tells is chosen from what it holds, and only a lie that its
author wrote for it may go beyond that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, StringConstraints, model_validator

from rashomon.errors import did_you_mean, shown
from rashomon.story import faults
from rashomon.story.texts import Change, Frozen, Id, Name, Ref, Text

How = Literal["tells", "silent", "lies"]
When = Literal["proved", "right", "wrong", "unsolved"]
MayBe = Literal["any", "person", "place", "holder"]
"""What an id that something here refers to may be the id of."""

FRIENDS = "friends"
"""Beside ids in `to`: whoever is a friend by the teller's own relationships."""

_HOUR = re.compile(r"(\d{1,4}):([0-5]\d)", re.ASCII)


def _hour(given: str) -> str:
    if _HOUR.fullmatch(given.strip()) is None:
        raise faults.fault(f"is {shown(given)}, no time of day; write hh:mm, such as 21:30")
    return given.strip()


Hour = Annotated[str, StringConstraints(strict=True, max_length=20), AfterValidator(_hour)]


class Instead(Frozen):
    """What a liar says instead, word for word, and what it claims by that."""

    text: Text
    claims: tuple[Change, ...] = ()


class Tells(Frozen):
    """What somebody tells, to whom: the first that fits what it is about and who asks decides.

    Without `about` and `tags` it is about anything, without `to` it is for anybody. Where `tells`
    names some people, the others are not told. Rows about something count before rows about
    anything, and what touches several things is told only if no row keeps any of them.
    """

    about: tuple[Ref, ...] = ()
    tags: tuple[Name, ...] = ()
    to: tuple[Ref, ...] = ()
    how: How = "tells"
    instead: Instead | None = None

    @property
    def of_all(self) -> bool:
        """Whether it is about anything at all."""
        return not (self.about or self.tags)

    @model_validator(mode="after")
    def _lies_in_words(self) -> Self:
        if self.how == "lies" and self.instead is None:
            raise faults.fault("has no 'instead', which lies need; write what is said instead")
        if self.how != "lies" and self.instead is not None:
            raise faults.fault(f"stands beside `how: {self.how}`, but belongs to lies", "instead")
        return self


class Routine(Frozen):
    """Where somebody goes every day at an hour; it sets out then."""

    at: Hour
    goes: Ref

    @property
    def minute(self) -> int:
        """The minute of the day."""
        found = _HOUR.fullmatch(self.at)
        assert found is not None
        return int(found[1]) * 60 + int(found[2])


class Accuse(Frozen):
    """Who is rightly accused: `who`, or whoever by the record did it to `of` or under `tags`."""

    who: Ref | None = None
    of: Ref | None = None
    tags: tuple[Name, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.who is None and self.of is None and not self.tags:
            raise faults.fault("is empty; say who it was, or of what somebody is to be accused")
        return self


class Goal(Frozen):
    """What is to be found out; whom to accuse is for the engine alone to know."""

    id: Id
    text: Text
    accuse: Accuse | None = None


class Ending(Frozen):
    """How it ends: the first that fits is told. Without `goal` it is about all goals.

    `proved` is rightly accused by one who holds evidence, `right` rightly in any way.
    """

    when: When
    goal: Ref | None = None
    text: Text


def told_references(
    tells: Sequence[Tells], routine: Sequence[Routine]
) -> Iterator[tuple[str, str | None, MayBe]]:
    """Every id that a character's telling and day refer to: where it stands, and what it may be."""
    for n, row in enumerate(tells):
        for m, each in enumerate(row.about):
            yield f"tells[{n}].about[{m}]", each, "any"
        for m, each in enumerate(row.to):
            if each != FRIENDS:
                yield f"tells[{n}].to[{m}]", each, "person"
        for m, claim in enumerate(row.instead.claims if row.instead else ()):
            where = f"tells[{n}].instead.claims[{m}]"
            yield f"{where}.entity", claim.entity, "any"
            at = claim.set.get("at")
            if isinstance(at, str):
                yield f"{where}.set.at", at, "holder"
    for n, each in enumerate(routine):
        yield f"routine[{n}].goes", each.goes, "place"


def goal_references(goals: Sequence[Goal]) -> Iterator[tuple[str, str | None, MayBe]]:
    """Every id that goals refer to."""
    for n, goal in enumerate(goals):
        if goal.accuse is not None:
            yield f"goals[{n}].accuse.who", goal.accuse.who, "person"
            yield f"goals[{n}].accuse.of", goal.accuse.of, "any"


def goal_faults(goals: Sequence[Goal], endings: Sequence[Ending]) -> Iterator[tuple[str, str]]:
    """What goals and endings say that cannot be, references to the world aside."""
    judged: dict[str, bool] = {}
    for n, goal in enumerate(goals):
        if goal.id in judged:
            yield f"goals[{n}]", f"has the id {goal.id!r}, which is taken"
        judged.setdefault(goal.id, goal.accuse is not None)
    for n, ending in enumerate(endings):
        if ending.goal is None and not any(judged.values()):
            yield f"endings[{n}]", "can never be: no goal has an `accuse` to be judged by"
        elif ending.goal is not None and ending.goal not in judged:
            near = did_you_mean(ending.goal, judged)
            yield f"endings[{n}].goal", f"is {ending.goal!r}, which `goals` does not have{near}"
        elif ending.goal is not None and not judged[ending.goal]:
            yield f"endings[{n}].goal", f"is {ending.goal!r}, which has no `accuse` to be judged by"


def late_hours(
    routines: Mapping[str, Sequence[Routine]], hours_a_day: int
) -> Iterator[tuple[str, str]]:
    """Hours that the calendar's day does not have. `routines` are by where they stand."""
    for where, routine in routines.items():
        for n, each in enumerate(routine):
            if each.minute >= hours_a_day * 60:
                said = f"is {each.at!r}; hours go to {hours_a_day - 1} on this calendar"
                yield f"{where}[{n}].at", said
