"""Who a character is, and what stands in its prompt whatever comes to mind.

A model that plays somebody must have what it is sure of and what it did, also where nobody speaks
of it. So beliefs and the memories that weigh most stand here, in the order in which they came
about, and not among what comes to mind: here they are part of the beginning that repeats.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rashomon.prompts.prompt import Line, bullet, chosen, cost, one_line, shortened
from rashomon.prompts.voice import Voice, begun
from rashomon.story.mind import Belief, KnownMap, MapExit, Relationship
from rashomon.story.phrasing import phrases

KEPT = 5
"""So many memories stand at most: beside a persona a few say who somebody is, a list would not."""

WHOLE, A_THIRD = 3, 1
"""Of the room for the mind memories may take a third where beliefs want all of it."""

NEAR, MIND, HERE, FAR, WAYS, PLACES, THINGS = range(1, 7001, 1000)
"""What is left out last comes first: how it regards those present, what it believes and remembers,
ways from here, how it regards others, other ways, places, things.
"""

SURENESS = ("sure", "likely", "doubtful")


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that always stands: by its id, in words, with the people in it."""

    id: int
    text: str
    people: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Self:
    """What a character is and knows apart from the scene.

    `beliefs` are those it holds and `memories` those that always stand, both as they came about.
    """

    persona: str
    relationships: tuple[Relationship, ...]
    map: KnownMap
    things: tuple[str, ...]
    lore: Mapping[str, str] = field(default_factory=dict[str, str])
    """What lore says, by id, of that which the character knows itself and not by name alone."""
    beliefs: tuple[Belief, ...] = ()
    memories: tuple[Kept, ...] = ()
    told: Mapping[str, tuple[str, str | None]] = field(
        default_factory=dict[str, tuple[str, str | None]]
    )
    """Where things out of sight are said to be, by id: where, and who said so."""

    def without(self, shown: Collection[int]) -> Self:
        """The same without memories that the prompt shows elsewhere."""
        return replace(self, memories=tuple(m for m in self.memories if m.id not in shown))


def self_lines(
    self_: Self, there: Collection[str], voice: Voice, room: int, mind_room: int, persona: int
) -> list[Line]:
    """All that may stand of who it is, in its order; `there` are the people present.

    Beliefs and memories are those that fit in `mind_room`, and the persona is cut to its own room;
    of the rest the ranks say what goes first where not all of it fits in `room`.
    """
    lines = [Line(_persona(self_, voice, persona))]
    bonds = voice.say.bonds.format(name=voice.name)
    for bond in self_.relationships:
        rank = NEAR if bond.about in there else FAR
        lines.append(Line(bullet(begun(_bond(bond, voice))), rank, bonds))
    lines += mind_lines(self_, there, voice, mind_room)
    return _with_lore([*lines, *_map(self_, voice)], self_, voice, room)


def _persona(self_: Self, voice: Voice, room: int) -> str:
    """Who it is: the name always, and of the persona as much as there is room for."""
    you, space = voice.say.you_are.format(name=voice.name), phrases(voice.names.language).space
    persona = one_line(self_.persona)
    left = room - cost(f"{you}{space}")
    if cost(you) > room:
        return shortened(you, room, voice.gap)
    if not persona or left < cost(voice.gap):
        return you
    told = shortened(persona, left, voice.gap)
    return you if told == voice.gap else f"{you}{space}{told}"


def _bond(bond: Relationship, voice: Voice) -> str:
    kind, text = one_line(bond.kind), one_line(bond.text)
    if bond.kind == "acquaintance" and bond.since is not None and text:
        return text
    form = voice.say.bond_said if text else voice.say.bond
    return form.format(about=voice(bond.about), kind=kind, text=text)


# What it believes and remembers.


def mind_lines(self_: Self, there: Collection[str], voice: Voice, room: int) -> list[Line]:
    """The beliefs and memories that stand: what there is room for, none beside its own grounds.

    First what concerns those present, what it is sure of before what it doubts, the newest first;
    but they stand as they came about, so that one more is one more line.
    """
    say = voice.say
    holds = say.holds.format(name=voice.name)
    above_all = say.above_all.format(name=voice.name)
    first = sorted(self_.beliefs, key=lambda each: (
        not {*each.about} & {*there}, SURENESS.index(each.confidence), -_since(each), -each.id,
    ))  # fmt: skip
    places = {each.id: n for n, each in enumerate(first)}
    beliefs = [
        Line(bullet(begun(say.held[each.confidence].format(text=one_line(each.text)))),
             places[each.id], holds, ("belief", each.id))
        for each in self_.beliefs
    ]  # fmt: skip
    order = {each.id: n for n, each in enumerate(self_.memories)}
    nearest = sorted(self_.memories, key=lambda each: (not each.people & {*there}, -order[each.id]))
    places = {each.id: n for n, each in enumerate(nearest)}
    kept = [
        Line(bullet(begun(each.text)), places[each.id], above_all, ("perception", each.id))
        for each in self_.memories
    ]
    wanted = sum(cost(line.text) for line in kept) + (cost(above_all) if kept else 0)
    taken = chosen(beliefs, room - min(wanted, room * A_THIRD // WHOLE))
    grounds = folded(self_.beliefs, {line.of[1] for line in taken if line.of})
    kept = [line for line in kept if line.of is not None and line.of[1] not in grounds]
    most = {line.of for line in sorted(kept, key=lambda line: line.rank)[:KEPT]}
    found = chosen([line for line in kept if line.of in most], room - _cost(taken))
    return [replace(line, rank=MIND + line.rank) for line in (*taken, *found)]


def folded(beliefs: Sequence[Belief], standing: Collection[int]) -> set[int]:
    """The perceptions for which a belief stands; what speaks against one is none of them."""
    held = [each for each in beliefs if each.id in standing]
    against = {id for each in held for id in each.contradicts}
    return {id for each in held for id in each.supports} - against


def _since(belief: Belief) -> float:
    return belief.formed if belief.revised is None else belief.revised


def _cost(lines: Sequence[Line]) -> int:
    """What lines take with what stands above them."""
    return sum(cost(line.text) for line in lines) + sum(
        cost(head) for head in {line.under for line in lines if line.under}
    )


def mind_cost(self_: Self, there: Collection[str], voice: Voice, room: int) -> int:
    """What the beliefs and memories that stand take."""
    return _cost(mind_lines(self_, there, voice, room))


# What it knows.


def _map(self_: Self, voice: Voice) -> list[Line]:
    say, known = voice.say, self_.map
    ways, things = say.ways.format(name=voice.name), say.things.format(name=voice.name)
    lines: list[Line] = []
    joined_up: set[str] = set()
    for way in known.exits:
        ends = {end for end in (way.from_, way.to) if end is not None}
        told = _way(way, voice)
        if told:
            joined_up |= ends
            lines.append(Line(bullet(told), HERE if known.here in ends else WAYS, ways))
    lone = [place for place in known.places if place not in joined_up]
    lines += [Line(bullet(voice(place)), PLACES, ways) for place in lone]
    told = (bullet(_thing(each, self_, voice)) for each in self_.things)
    return [*lines, *(Line(each, THINGS, things) for each in told)]


def _way(way: MapExit, voice: Voice) -> str:
    """A way as one would say it; nothing of one that has no name and no end that is known."""
    say, name, by = voice.say, voice.name, one_line(way.name or "")
    if way.from_ is None and way.to is None:
        return say.lies_at.format(exit=by, name=name) if by else ""
    if way.from_ is None or way.to is None:
        one = voice(way.from_ or way.to or "")
        return (say.leads_by if by else say.leads).format(one=one, exit=by, name=name)
    form = say.way_by if by else say.way
    told = form.format(one=voice(way.from_), other=voice(way.to), exit=by)
    return say.one_way.format(way=told) if way.one_way else told


def _thing(thing: str, self_: Self, voice: Voice) -> str:
    if thing not in self_.told:
        return voice(thing)
    where, by = self_.told[thing]
    form = voice.say.told_of if by is None else voice.say.told_of_by
    return form.format(
        item=voice(thing), where=voice.where(where), who="" if by is None else voice(by)
    )


def _with_lore(lines: list[Line], self_: Self, voice: Voice, room: int) -> list[Line]:
    """The same lines, and of lore what it says, as far as all else leaves room for it."""
    say = voice.say
    left = room - _cost(lines) - cost(say.self_head.format(name=voice.name)) - 1
    told = {thing: text for thing in self_.things if (text := one_line(self_.lore.get(thing, "")))}
    first = len(lines) - len(self_.things)
    for n, thing in enumerate(self_.things, first):
        if thing not in told:
            continue
        share = left // sum(each in told for each in self_.things[n - first :])
        text = shortened(told[thing], share, voice.gap)
        line = bullet(say.gm_lore.format(name=voice(thing), text=text))
        more = cost(line) - cost(lines[n].text)
        if text != voice.gap and more <= left:
            lines[n] = replace(lines[n], text=line)
            left -= more
    return lines
