"""What a request of the record keeper shows: the record in batches, and who and what is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from rashomon.prompts.asking import (
    MOST,
    Ids,
    called,
    common,
    data,
    found,
    given_as,
    labels_of,
    numbered,
    quoted,
    section,
    shorts,
)
from rashomon.prompts.reading import NO_NUMBER
from rashomon.record.keeper.proposals import Fault, Slot
from rashomon.record.keeper.view import View
from rashomon.story.event import Event
from rashomon.story.phrasing import joined
from rashomon.story.prompting import prompting
from rashomon.story.world import Character, Lore, Place
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_happened

EVENTS: Final = 30
"""How many events a request shows at most."""

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Batch:
    """The events of one request in order, and the people, places and things that have ids in it.

    `open` are the events that an answer can be about; the others are shown for what they tell, and
    have no id.
    """

    events: tuple[Event, ...]
    open: frozenset[int]
    things: tuple[str, ...] = ()


def names_of(view: View) -> NameBook:
    """Everybody by name, as the record has it."""
    return NameBook(view.atlas, view.language, aliases=view.atlas.aliases)


def pending(view: View) -> tuple[Event, ...]:
    """The events that are to be kept, in order."""
    events = (event for event in view.events if not event.sealed)
    return tuple(sorted(events, key=lambda event: event.id))


def batches(
    events: Sequence[Event],
    may: Callable[[Event], bool],
    things: Callable[[Event], Sequence[str]] = lambda event: (),
    *,
    beside: Callable[[Event], Sequence[str]] = lambda event: (),
    most: int = EVENTS,
) -> Iterator[Batch]:
    """Events in as few requests as may be, of which each shows no more than it may.

    `may` says whether an answer can be about an event, `things` what such an answer would name
    first of all, and `beside` what else it could: that is shown where there is room, and makes no
    request of its own, or a crowded room would take a call for each of its turns. Where no answer
    could be about any event, nothing is asked.
    """
    shown: list[Event] = []
    named: dict[str, None] = {}
    for event in events:
        new = dict.fromkeys(things(event)[:MOST]) if may(event) else {}
        if len(shown) >= most or len(named | new) > MOST:
            yield from _batch(shown, may, named, beside)
            shown, named = [], {}
        shown.append(event)
        named |= new
    yield from _batch(shown, may, named, beside)


def _batch(
    shown: Sequence[Event],
    may: Callable[[Event], bool],
    named: Iterable[str],
    beside: Callable[[Event], Sequence[str]],
) -> Iterator[Batch]:
    asks = [event for event in shown if may(event)]
    if asks:
        often = Counter(each for event in asks for each in dict.fromkeys(beside(event)))
        every = dict.fromkeys((*named, *(each for each, _ in often.most_common())))
        yield Batch(tuple(shown), frozenset(event.id for event in asks), tuple(every)[:MOST])


def ids_of(batch: Batch, view: View, threads: Sequence[int] = ()) -> Ids:
    """The short ids of a batch, in order: events, then people, things and places."""
    names = names_of(view)
    entities = numbered("K", (each for _, group in _groups(batch.things, view) for each in group))
    return Ids(
        events=numbered("E", (event.id for event in batch.events if event.id in batch.open)),
        entities=entities,
        threads=numbered("T", threads),
        labels=labels_of({short: names(each) for short, each in entities.items()}),
    )


_Group = Literal["people", "things", "places"]


def _groups(things: Iterable[str], view: View) -> list[tuple[_Group, list[str]]]:
    by_group: dict[_Group, list[str]] = {"people": [], "things": [], "places": []}
    for each in things:
        match view.atlas.entities.get(each):
            case Character():
                by_group["people"].append(each)
            case Place():
                by_group["places"].append(each)
            case _:
                by_group["things"].append(each)
    return list(by_group.items())


def usable(view: View, things: Iterable[str | None]) -> tuple[str, ...]:
    """Those that an answer may name, once each: shown to the judge, in use, and not lore."""
    live = (each for each in things if each is not None and each in view.entities)
    every = (each for each in live if not isinstance(view.atlas.live(each), Lore | None))
    return tuple(dict.fromkeys(every))


def happened(
    batch: Batch, ids: Ids, view: View, beside: Callable[[Event], str] = lambda event: ""
) -> list[str]:
    """The events on a line each, those that can be answered about with their ids."""
    names, short = names_of(view), shorts(ids.events)
    return [
        f"{short.get(event.id, '-')} {told(event, names)}"
        + (beside(event) if event.id in short else "")
        for event in batch.events
    ]


def record(batch: Batch, ids: Ids, view: View, beside: Callable[[Event], str] = lambda event: ""):
    """The section of what happened."""
    return section(common(view.language).events, happened(batch, ids, view, beside))


def who_and_what(batch: Batch, ids: Ids, view: View) -> str:
    """People, things and places with their ids, a line for each sort."""
    say, names, short = common(view.language), names_of(view), shorts(ids.entities)
    heads = {"people": say.people, "things": say.things, "places": say.places}
    lines: list[str] = []
    for group, each in _groups(batch.things, view):
        told_ = (f"{short[id]} {called(names(id) or id, view.language)}" for id in each)
        if each:
            lines.append(f"{heads[group]}{say.colon}{say.listed.join(told_)}")
    return "\n".join(lines)


def told(event: Event, names: NameBook) -> str:
    """An event as the record has it: everybody by name, and all of the story's in quotes."""
    say, language = prompting(names.language), names.language
    if event.kind not in ("line", "thought"):
        return quoted(as_happened(event, names).text, language)
    who = called(names(str(event.who)), language)
    text = data(event.text, language)
    if event.kind == "thought":
        return say.thinks.format(who=who, text=text)
    to = joined([called(names(each), language) for each in event.to], language)
    if event.whisper and to:
        return say.whispers.format(who=who, to=to, text=text)
    if event.over is not None:
        form, over = say.over_to if to else say.over, called(event.over, language)
        return form.format(who=who, to=to, over=over, text=text)
    return (say.line_to if to else say.line).format(who=who, to=to, text=text)


def items_named(view: View, event: Event) -> tuple[str, ...]:
    """The items that the words of an event name, and those that its step was done with."""
    items = (each for id, each in view.atlas.items.items() if id in view.entities)
    named = [each.id for each in items if view.names_in(event.text, each.id)]
    given = (each for each in event.with_ if view.atlas.kind(each) == "item")
    return usable(view, (*named, *given))


# Putting ids back.


@dataclass
class Back:
    """Puts the parts of one item back; what cannot be put back it notes."""

    ids: Ids
    noted: list[Fault] = field(default_factory=list[Fault])

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What could not be put back, or was missing."""
        return tuple(self.noted)

    def event(self, given: str, name: str) -> int:
        """An event; 0 for none of the request."""
        return self._put(given, name, "event", found(given, self.ids.events), 0)

    def thread(self, given: str, name: str) -> int:
        """A thread; 0 for none of the request."""
        return self._put(given, name, "thread", found(given, self.ids.threads), 0)

    def edit(self, given: str, name: str) -> int:
        """An accepted edit; 0 for none of the request."""
        return self._put(given, name, "edit", found(given, self.ids.edits), 0)

    def entity(self, given: str, name: str) -> str:
        """Somebody or something, by id or by the name it was shown with."""
        real = found(given, self.ids.entities, self.ids.labels)
        return self._put(given, name, "entity", real, "")

    def word(self, given: str, name: str, words: Sequence[_V]) -> _V:
        """A word of a closed list; its first, with the fault noted, for any other."""
        for word in words:
            if word == given:
                return word
        return self._put(given, name, "word", None, words[0])

    def number(self, given: int, name: str) -> int:
        """A number that must be there."""
        if given == NO_NUMBER:
            self.noted.append(Fault("field", name))
        return given

    def _put(self, given: str, name: str, slot: Slot, real: _V | None, nothing: _V) -> _V:
        if real is not None:
            return real
        fault = Fault(slot, given_as(given)) if given.strip() else Fault("field", name)
        self.noted.append(fault)
        return nothing
