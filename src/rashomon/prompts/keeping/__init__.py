"""What the record keeper asks a model: one file a task, its words, its reply and its proposals.

Each task is a function of the judge's view that answers the requests to be made, none where no
answer could be accepted. All but `versions` show the objective record, and are answered in ids,
numbers and words of closed lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from rashomon.prompts.asking import Answer, Asked, Wordings
from rashomon.prompts.keeping import bonds, grades, moves, retells, threads, verify, versions, wide
from rashomon.record.keeper.view import View

Asking: TypeAlias = Callable[[View], Iterator[Asked[Any, Any]]]


class Task(NamedTuple):
    """A task: what it asks, the shape of its reply, its words, and whether one mind is shown."""

    ask: Asking
    schema: type[Answer]
    wording: Wordings
    one_mind: bool = False


TASKS: Final[Mapping[str, Task]] = {
    "grades": Task(grades.ask, grades.Grades, grades.WORDING),
    "moves": Task(moves.ask, moves.Moves, moves.WORDING),
    "retells": Task(retells.ask, retells.Retellings, retells.WORDING),
    "threads": Task(threads.ask, threads.Threads, threads.WORDING),
    "bonds": Task(bonds.ask, bonds.Bonds, bonds.WORDING),
    "versions": Task(versions.ask, versions.Versions, versions.WORDING, one_mind=True),
    "wide": Task(wide.ask, wide.Kept, wide.WORDING),
    "verify": Task(verify.ask, verify.Reread, verify.WORDING),
}
"""Every task of the keeper, by its name in `Request.task`."""

NARROW: Final = ("grades", "moves", "retells", "threads", "bonds")
"""One task a call, in the order in which the answers are judged; `versions` come after grades."""

WIDE: Final = ("wide",)
"""The same in one call; `versions` come after it too, and `verify` when all of that was judged."""
