"""Every way in which rashomon says no.

An exception speaks its docstring: raised without words of its own, it says what stands there.
What people do wrong is `Refused`, which the command line turns into one plain sentence and exit
status 1, so that nobody who mistyped an id is ever shown a traceback.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, where it stands, and what to do about it.

    `step` counts from 1, as people do, and is None where no step is concerned; `where` is the path
    in the file, counted from 0, as programs do (`steps[2].with[0]`). A message ends as a sentence
    does, whoever wrote it.
    """

    step: int | None
    where: str
    message: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", sentence(self.message))


def nearest(word: str, known: Iterable[str], limit: int = 1) -> tuple[str, ...]:
    """Find what was probably meant, so that a typing mistake costs one reading and no search."""
    by_fold = {each.casefold(): each for each in known}
    found = get_close_matches(word.casefold(), list(by_fold), limit, 0.6)
    return tuple(by_fold[each] for each in found)


def did_you_mean(word: str, known: Iterable[str], limit: int = 1) -> str:
    """Say the nearest known words as the end of a sentence, or nothing where none is near."""
    found = nearest(word, known, limit)
    return f"; did you mean {' or '.join(repr(each) for each in found)}?" if found else ""


def shown(given: object) -> str:
    """Show what was given as its author wrote it, and no more of it than is needed to know it."""
    if given is None or isinstance(given, bool):
        return "null" if given is None else str(given).lower()
    if isinstance(given, int) and abs(given) >= 10**40:
        return "a number of so many digits"
    if isinstance(given, (str, int, float)):
        said = repr(given[:80] if isinstance(given, str) else given)
        return said if len(said) <= 40 else said[:37] + "…" + said[-1]
    if isinstance(given, Mapping):
        return "keys and values"
    return "a list" if isinstance(given, (list, tuple)) else "something else"


def named(path: object) -> str:
    """Name a file as a sentence can: on one line, and no longer than anybody reads."""
    said = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in str(path))
    return said if len(said) <= 200 else f"…{said[-199:]}"


def sentence(said: str, aside: str = "") -> str:
    """End what is said as a sentence ends; `aside` is put before its last sign."""
    mark = said[-1:] if said.endswith((".", "?")) else "."
    return f"{said.removesuffix(mark)}{aside}{mark}"


def summed_up(faults: Sequence[Fault], otherwise: str) -> str:
    """Say the first fault and how many more there are: one sentence, however long the list."""
    if not faults:
        return otherwise
    more = len(faults) - 1
    counted = f" (and {more} more {'fault' if more == 1 else 'faults'})" if more else ""
    return sentence(faults[0].message, counted)


class RashomonError(Exception):
    """Something went wrong in rashomon."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.cleandoc(type(self).__doc__ or ""))


class Refused(RashomonError):
    """This cannot be done as it was asked."""


class BadWorld(Refused):
    """This is not a world that can be told."""

    def __init__(self, message: str | None = None, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        super().__init__(message or summed_up(self.faults, ""))


class BadTurn(Refused):
    """This turn cannot be recorded, and nothing of it was."""

    def __init__(self, faults: Sequence[Fault] = (), message: str | None = None) -> None:
        self.faults = tuple(faults)
        super().__init__(message or summed_up(self.faults, ""))


_NOT_GIVEN = object()


class NotFound(Refused):
    """There is nothing by that name here."""

    def __init__(
        self, what: str | None = None, id: object = _NOT_GIVEN, known: Iterable[str] = ()
    ) -> None:
        self.what, self.id = what, id
        self.nearest = nearest(str(id), known, 3) if id is not _NOT_GIVEN else ()
        meant = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else "."
        super().__init__(what if id is _NOT_GIVEN else f"There is no {what} {shown(id)}{meant}")


class Exists(Refused):
    """There is already one by that name."""

    def __init__(self, what: str | None = None, id: object = None) -> None:
        self.what, self.id = what, id
        taken = f"There is already a {what} {id!r}; give another id (--as, or as_ in a program)."
        super().__init__(what if id is None else taken)


class NothingToUndo(Refused):
    """No turn is pending, so there is nothing to undo; `rewind` goes back behind what is sealed."""


class Sealed(Refused):
    """This event is sealed: it happened, and nothing can change that while its story exists."""


class Locked(Refused):
    """An author's edit locks this; it changes again once the author releases it."""


class BadSetting(Refused):
    """There is no such setting, or it cannot have that value."""


class NewerSchema(Refused):
    """This database was written by a newer rashomon; install that version to open it."""


class BadFile(Refused):
    """This file cannot be read."""


class StoreUnavailable(Refused):
    """The database cannot be reached."""


class NoOpinion(Refused):
    """The model that was asked for its opinion has none now."""


class ModelFailed(Refused):
    """The model did not answer; nothing was changed, and it is tried again when it is next due."""


class NotVerified(RashomonError):
    """The record does not agree with its seals: something was changed from outside."""
