"""A reply of the one who plays a character, taken apart: what it chose, and what it wrote.

Control lines come first, one to a line: the number of an option, whom the words are whispered to, a
thought. Everything after them is prose, and is read by the same rules as what a person types.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rashomon.play.cutting import Cut, cut
from rashomon.play.here import Here
from rashomon.play.marks import clean
from rashomon.play.stage import Stage
from rashomon.play.typed import LONGEST, Typed, typed
from rashomon.story.turn import Step
from rashomon.story.words import query_terms, terms

REPEATED = 0.7
"""From this share of words in common on a reply says the same again.

Measured on the thirty pairs of `tests/play/repeats.yaml`: of those that say the same again in
another order none has less than 0.79 in common, of those that only speak of the same things none
has more than 0.56. The middle is taken.
"""

FEWEST = 4
"""A reply of fewer different words repeats nothing: "Yes." may well be said twice."""

REMEMBERED = 3
"""So many of the last replies are looked at."""

_OPTION = re.compile(
    r"^[\s*_#\[【(（]*(?:options?|选项|选择|选)?\s*[:：#]?\s*(\d{1,2})\s*[.)）\]】*_。、:：]*\s*$",
    re.IGNORECASE,
)
_WHISPER = re.compile(
    r"^[\s*_\[【(（]*(?:(?:whispers?|whispering)(?:\s+to|\s*[:：])|耳语\s*[:：给]|低语\s*[:：]|对)\s*"
    r"(?P<who>[^:：\n“\"「]{1,60}?)\s*(?:耳语|低语)?[\]】)）*_.。:：]*\s*$",
    re.IGNORECASE,
)
_WHISPER_CHINESE = re.compile(r"耳语|低语|whisper", re.IGNORECASE)
_THINK = re.compile(
    r"^[\s*_\[【(（]*(?:thinks?|thoughts?|thinking|想|心想|内心|心里想)\s*[:：]\s*(?P<words>.+?)[\]】)）*_]*\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply taken apart. `whisper` is whom its words are for, as it was written.

    `prose` is what is left to be read, without what was written for others (`cuts`).
    """

    option: int | None = None
    whisper: str | None = None
    thoughts: tuple[str, ...] = ()
    prose: str = ""
    cuts: tuple[Cut, ...] = ()


def taken_apart(text: str, own: Sequence[str], others: Collection[str]) -> Reply:
    """A reply's control lines and its prose, less what it says and does for others.

    `own` are the names of the one who is played, `others` all that anybody else goes by to it.
    """
    found = Reply()
    lines = clean(text)[:LONGEST].strip().split("\n")
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        taken = _control(found, line)
        if taken is None:
            prose, cuts = cut("\n".join(lines[number:]), own, others)
            return replace(found, prose=prose, cuts=cuts)
        found = taken
    return found


def _control(found: Reply, line: str) -> Reply | None:
    """The reply with what a control line says; `None` if the line is none."""
    option = _OPTION.match(line)
    if option and found.option is None:
        return replace(found, option=int(option[1]))
    thought = _THINK.match(line)
    if thought:
        return replace(found, thoughts=(*found.thoughts, thought["words"].strip()))
    whisper = _WHISPER.match(line)
    if whisper and found.whisper is None and _WHISPER_CHINESE.search(line):
        return replace(found, whisper=whisper["who"].strip())
    return None


def steps_of(reply: Reply, here: Here) -> Typed:
    """The steps of a reply, read against what its character has before it.

    The thoughts come first. With a whisper every line of it is for that one alone; where nobody
    here is called so, its lines stay thoughts, for words meant for one are not said to all.
    """
    read = typed(reply.prose, here)
    steps = [Step(who=here.who, thinks=words) for words in reply.thoughts if words.strip()]
    stage = Stage(here, {})
    present = {person.id for person in stage.present()}
    listener = stage.person(reply.whisper) if reply.whisper else None
    for step in read.steps:
        if reply.whisper is None or step.kind != "line":
            steps.append(step)
        elif listener in present and not step.whisper:
            said: dict[str, Any] = {"says": step.says, "to": (listener,), "whisper": True}
            steps.append(Step(who=here.who, **said))
        else:
            steps.append(step if step.whisper else Step(who=here.who, thinks=step.says))
    return replace(read, steps=tuple(steps), notes=(), goes_on=False)


def in_common(one: str, other: str, language: str) -> float:
    """The share of words that two texts have in common, of the longer one: 0 to 1."""
    first, second = (Counter(terms(text, language)) for text in (one, other))
    most = max(first.total(), second.total())
    return (first & second).total() / most if most else 0.0


def repeats(text: str, before: Sequence[str], language: str) -> bool:
    """Whether a reply says again what one of the last three of the same character said."""
    if len(set(query_terms(text, language))) < FEWEST:
        return False
    return any(in_common(text, each, language) >= REPEATED for each in before[-REMEMBERED:])


def own_steps(
    steps: Iterable[Step], actor: str, played: Collection[str]
) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps that `actor` may make, and those dropped.

    Whatever a model or a rule proposes, nobody acts for another, and least of all for somebody whom
    a person plays: neither as that one's step nor by bringing it elsewhere.
    """
    kept: list[Step] = []
    dropped: list[Step] = []
    others = set(played) - {actor}
    for step in steps:
        foreign = step.who != actor or actor in played
        moved = any(change.entity in others for change in step.changes)
        (dropped if foreign or moved else kept).append(step)
    return tuple(kept), tuple(dropped)
