"""The player's own journal: what it was shown and told of each person and thing, side by side.

From the player's mind alone, and nobody decides in it who is right: where accounts differ they
stand next to each other, each with who it is from, when and how.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rashomon.play.accounts import Lived, cell, lived, wording
from rashomon.play.teller import Names
from rashomon.story.calendar import Calendar
from rashomon.story.event import Scalar
from rashomon.story.perception import START, FactHow, Moment, Perception
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import prompting
from rashomon.story.world import Kind


@dataclass(frozen=True, slots=True)
class Version:
    """One account of one property: what it was said or seen to be, and where that is from.

    `perception` is the player's own; `None` for what it knew at the start. Two versions with one
    `root` go back to one source, however many people say so.
    """

    value: Scalar
    said: str
    how: FactHow
    by: str | None
    how_said: str
    perception: int | None
    event: int | None
    time: float
    when: str
    root: int


@dataclass(frozen=True, slots=True)
class Property:
    """All accounts of one property, oldest first. `differ` says that a telling does not agree."""

    key: str
    said: str
    versions: tuple[Version, ...]
    differ: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """All that the journal has of one person, place or thing."""

    entity: str
    name: str
    kind: Kind
    properties: tuple[Property, ...]
    accounts: tuple[Lived, ...]

    @property
    def differ(self) -> bool:
        """Whether any two accounts of it do not agree."""
        return any(each.differ for each in self.properties)


@dataclass(frozen=True)
class Reader:
    """Whose journal it is, and what its world calls things. `start` is what it saw at the start."""

    owner: str
    names: Names
    language: str
    calendar: Calendar
    kinds: Mapping[str, Kind]
    start: Sequence[Moment] = ()


def journal(perceptions: Sequence[Perception], reader: Reader) -> tuple[Entry, ...]:
    """The journal of one mind: first what accounts differ on, then by when it was last heard of.

    What the owner said itself proves nothing to it and is left out; so is what it cannot name.
    """
    versions = _versions(perceptions, reader)
    concerned = _concerned(perceptions, reader)
    found: list[tuple[bool, float, Entry]] = []
    for entity in dict.fromkeys((*versions, *concerned)):
        kind, name = reader.kinds.get(entity), reader.names(entity, None)
        if kind is None or not name or entity == reader.owner:
            continue
        properties = tuple(
            _property(key, each, reader) for key, each in versions.get(entity, {}).items()
        )
        accounts = tuple(
            lived(each, reader.names, reader.calendar, reader.language)
            for each in concerned.get(entity, ())
        )
        entry = Entry(entity, name, kind, properties, accounts)
        times = [v.time for p in properties for v in p.versions] + [a.time for a in accounts]
        found.append((not entry.differ, -max(times), entry))
    found.sort(key=lambda each: each[:2])
    return tuple(entry for *_, entry in found)


def _versions(
    perceptions: Sequence[Perception], reader: Reader
) -> dict[str, dict[str, list[Version]]]:
    found: dict[str, dict[str, list[Version]]] = {}
    for each in reader.start:
        fact = each.fact
        said = wording(reader.language).how["start" if each.moment <= START else "saw"]
        version = Version(
            fact.value, _value(fact.key, fact.value, reader), fact.how, fact.by, said, None,
            each.event, each.time, reader.calendar.show(each.time, reader.language), fact.root,
        )  # fmt: skip
        found.setdefault(fact.entity, {}).setdefault(fact.key, []).append(version)
    for held in _ordered(perceptions):
        for fact in held.conveys:
            if fact.how == "said":
                continue
            say = wording(reader.language)
            told = fact.how == "told"
            by = phrases(reader.language).somebody
            by = by if fact.by is None else reader.names(fact.by, held.event)
            version = Version(
                fact.value, _value(fact.key, fact.value, reader), fact.how, fact.by,
                say.told_by.format(who=by) if told else say.how["saw"], held.id, held.event,
                held.time, reader.calendar.show(held.time, reader.language), fact.root,
            )  # fmt: skip
            found.setdefault(fact.entity, {}).setdefault(fact.key, []).append(version)
    return found


def _property(key: str, every: Sequence[Version], reader: Reader) -> Property:
    """The accounts of one property; of one account that only goes on, the first and the last."""
    kept: list[Version] = []
    for each in every:
        again = len(kept) > 1 and all(
            (each.value, each.how, each.by) == (other.value, other.how, other.by)
            for other in kept[-2:]
        )
        if again:
            kept[-1] = each
        else:
            kept.append(each)
    known = [each for each in kept if each.value is not None]
    differ = len({repr(each.value) for each in known}) > 1 and any(
        each.how == "told" and any(repr(other.value) != repr(each.value) for other in known)
        for each in known
    )
    said = wording(reader.language).keys.get(key, key)
    return Property(key, said, tuple(kept), differ)


def _value(key: str, value: Scalar, reader: Reader) -> str:
    say, put = wording(reader.language), prompting(reader.language)
    if key == "at":
        if not isinstance(value, str):
            return say.unknown_place
        kind = reader.kinds.get(value)
        forms = {"place": put.at_place, "character": put.with_person}
        return forms.get(kind or "", put.in_thing).format(holder=reader.names(value, None))
    if isinstance(value, bool):
        return say.values.get((key, value), say.yes if value else say.no)
    return "–" if value is None else str(value)


def _concerned(perceptions: Iterable[Perception], reader: Reader) -> dict[str, list[Perception]]:
    """The events that concern each person or thing, as the owner has them, oldest first."""
    found: dict[str, list[Perception]] = {}
    for held in _ordered(perceptions):
        concerned = {*held.people, *held.to, *((held.who,) if held.who else ())}
        if held.kind != "move":
            concerned |= {f.entity for f in held.conveys if f.how != "said"}
        for entity in sorted(concerned):
            if entity != reader.owner:
                found.setdefault(entity, []).append(held)
    return found


def _ordered(perceptions: Iterable[Perception]) -> list[Perception]:
    return sorted(perceptions, key=lambda each: (each.time, each.event or 0, each.id))


def as_markdown(entries: Sequence[Entry], language: str) -> str:
    """The journal as a page of Markdown."""
    say = wording(language)
    if not entries:
        return say.empty + "\n"
    parts: list[str] = []
    for entry in entries:
        parts.append(f"## {cell(entry.name)}")
        for each in entry.properties:
            mark = f" ({say.differs})" if each.differ else ""
            rows = [
                f"- {cell(say.version.format(value=v.said, how=v.how_said, when=v.when))}"
                for v in each.versions
            ]
            parts.append(f"**{cell(each.said)}**{mark}\n\n" + "\n".join(rows))
        if entry.accounts:
            rows = [
                f"- {cell(a.when)}: {cell(a.text)} ({cell(a.how_said)})" for a in entry.accounts
            ]
            parts.append(f"**{say.accounts}**\n\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"
