"""What a reflection asks a model: one file a task, its words, its reply and its proposals.

Every request is made of one mind alone, as its owner would put it, and none where no answer could
be accepted. A sentence that comes out of one may be read by that owner and by nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rashomon.prompts.asking import Answer, Wordings
from rashomon.prompts.reflecting import check, sort_new, sort_old, sort_wide


class Task(NamedTuple):
    """A task: the shape of its reply and its words."""

    schema: type[Answer]
    wording: Wordings


TASKS: Final[Mapping[str, Task]] = {
    "check": Task(check.Check, check.WORDING),
    "sort_old": Task(sort_old.Sorted, sort_old.WORDING),
    "sort_new": Task(sort_new.Thoughts, sort_new.WORDING),
    "sort_wide": Task(sort_wide.Sorted, sort_wide.WORDING),
}
"""Every task of a reflection, by its name in `Request.task`."""
