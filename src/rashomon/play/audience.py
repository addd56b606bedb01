"""Who will have what of a turn, told to its player before it is sent, in its character's words.

Only what the character can tell: those it sees where it is or from there. Who watches unseen, who
listens behind a wall and who is in a place it has yet to enter is not in it, whoever worked it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rashomon.play.wording import Wording, wording
from rashomon.story.event import Event, Kind
from rashomon.story.perception import Seen, Version
from rashomon.story.phrasing import NameOf, joined

Has: TypeAlias = Literal["words", "sight", "whispering", "listening", "going"]
"""What somebody has of a step: its words, the sight of it, or only that there is something."""


@dataclass(frozen=True, slots=True)
class Hearer:
    """One who will have something of a step; `name` is what the character calls that one."""

    id: str
    name: str
    has: Has


@dataclass(frozen=True, slots=True)
class Reach:
    """Who will have one step. `text` says so in a sentence; `number` counts from 1."""

    number: int
    kind: Kind
    who: tuple[Hearer, ...]
    text: str


def audience(
    owner: str,
    made: Iterable[tuple[Event, Mapping[str, Seen]]],
    sighted: Collection[str],
    names: NameOf,
    language: str,
) -> tuple[Reach, ...]:
    """Who will have each step of a draft, as far as its character can tell.

    `made` are events with their perceptions by owner, best worked out on what the character
    supposes (`record.supposing`); `sighted` are those it believes in
    sight; whom it speaks to it knows to hear. Where it goes it cannot tell yet who will be there,
    and is told so in the same words whether anybody is or not.
    """
    found: list[Reach] = []
    start: str | None = None
    for number, (event, seen) in enumerate(made, 1):
        start = event.at if number == 1 else start
        who = tuple(
            Hearer(person, names(person), _has(event, each))
            for person, each in seen.items()
            if person != owner and (person in sighted or person in event.to) and not each.hidden
        )
        text = _sentence(event, who, language, elsewhere=event.at != start)
        found.append(Reach(number, event.kind, who, text))
    return tuple(found)


def _has(event: Event, seen: Seen) -> Has:
    if seen.version is Version.WHISPER:
        return "whispering"
    if seen.version is Version.LISTENS:
        return "listening"
    if event.kind == "move":
        return "going"
    return "words" if event.kind == "line" else "sight"


def _sentence(event: Event, who: tuple[Hearer, ...], language: str, *, elsewhere: bool) -> str:
    say = wording(language)
    if event.kind == "thought":
        return _capital(say.thought + say.ends)

    def named(has: Has) -> list[str]:
        return [each.name for each in who if each.has == has]

    parts = [_PARTS[event.kind](event, say, named, language, elsewhere)]
    partial: tuple[tuple[Has, tuple[str, str]], ...] = (
        ("whispering", say.sees_whisper),
        ("listening", say.sees_listening),
    )
    for has, (one, many) in partial:
        others = named(has)
        if others:
            parts.append((one if len(others) == 1 else many).format(who=joined(others, language)))
    return _capital(say.joined.join(part for part in parts if part) + say.ends)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_Named: TypeAlias = Callable[[Has], list[str]]


def _line(event: Event, say: Wording, named: _Named, language: str, elsewhere: bool) -> str:
    names = named("words") + ([say.and_there] if elsewhere and not event.whisper else [])
    if not names:
        return say.nobody_hears
    form = say.whispered if event.whisper else say.heard
    return form.format(who=joined(names, language))


def _deed(event: Event, say: Wording, named: _Named, language: str, elsewhere: bool) -> str:
    names = named("sight") + ([say.and_there] if elsewhere else [])
    return say.seen.format(who=joined(names, language)) if names else say.nobody_sees


def _move(event: Event, say: Wording, named: _Named, language: str, elsewhere: bool) -> str:
    names = named("going") + ([say.and_there] if elsewhere else [])
    if not names:
        return say.nobody_sees
    one, many = say.gone
    return (one if len(names) == 1 else many).format(who=joined(names, language))


_PARTS: Mapping[Kind, Callable[[Event, Wording, _Named, str, bool], str]] = {
    "line": _line,
    "deed": _deed,
    "move": _move,
    "happening": _deed,
}
