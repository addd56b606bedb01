"""Gossip: when people of the cast are together, one passes on to another what is worth telling.

Hearsay moves without the player, by the same rows by which people answer. Nothing is put into ears
that may not have it: what others there may not hear is whispered. Liars lie when they are asked and
volunteer nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from rashomon.play.asking import spoken_step
from rashomon.play.forms import mixed, put
from rashomon.play.policy import Ears, may_hear, voice
from rashomon.play.teller import Remembered, Teller
from rashomon.play.telling import Sentence, account
from rashomon.story.phrasing import phrases
from rashomon.story.places import Atlas
from rashomon.story.playing import Tells
from rashomon.story.turn import Step

LEAST = 3
"""From this importance on something is worth telling: the grade says "worth telling tomorrow"."""


@dataclass(frozen=True, slots=True)
class Telling:
    """One passes something on to another: what it rests on, and the step that does it."""

    speaker: str
    hearer: str
    perception: int
    event: int
    step: Step

    @property
    def whispered(self) -> bool:
        """Whether only the hearer has the words."""
        return self.step.whisper


@dataclass(frozen=True, slots=True)
class _Chance:
    """A telling that could be, before it is known which are."""

    speaker: str
    hearer: str
    each: Remembered
    rank: tuple[int, float, int]


def ears(place: str, where: Mapping[str, str | None], atlas: Atlas) -> Ears:
    """Who would hear what is said aloud in a place. `where` has everybody, background too."""
    present = frozenset(person for person, at in where.items() if at == place)
    return Ears(present, bool(atlas.overheard_by.get(place)), frozenset(where))


def gossip(
    tellers: Mapping[str, Teller],
    rows: Mapping[str, Sequence[Tells]],
    where: Mapping[str, str | None],
    atlas: Atlas,
    told: Collection[tuple[str, str, int]],
    seed: int,
    *,
    least: int = LEAST,
) -> tuple[Telling, ...]:
    """What is told on in one turn: at most once for a pair, and once by each who speaks.

    `tellers` are the people of the cast who have time to talk, `told` has (speaker, hearer, event)
    for what has been told already; whatever goes back to the same root counts as that. Who is
    addressed next has heard what was said aloud before.
    """
    said = set(told)
    found: list[Telling] = []
    for place in sorted({at for who in tellers if (at := where.get(who)) is not None}):
        here = [who for who in tellers if where.get(who) == place]
        listening = ears(place, where, atlas)
        chances = [
            chance for one, other in permutations(here, 2)
            for chance in _chances(tellers[one], rows.get(one, ()), other, least)
        ]  # fmt: skip
        chances.sort(key=lambda each: (each.rank, mixed(seed, each.speaker, each.hearer)))
        spoken: set[str] = set()
        pairs: set[frozenset[str]] = set()
        for chance in chances:
            pair = frozenset((chance.speaker, chance.hearer))
            if chance.speaker in spoken or pair in pairs or _has(chance, said):
                continue
            telling = _told(chance, tellers[chance.speaker], rows, listening, seed)
            if telling is None:
                continue
            found.append(telling)
            spoken.add(chance.speaker)
            pairs.add(pair)
            hearers = [chance.hearer] if telling.whispered else here
            said |= {(one, other, root) for one in here for other in hearers
                     for root in chance.each.roots}  # fmt: skip
    return tuple(found)


def _chances(teller: Teller, rows: Sequence[Tells], hearer: str, least: int) -> Iterator[_Chance]:
    """What one could tell another: worth it, allowed, and not about the other or from it."""
    shared = teller.shared.get(hearer, frozenset())
    for each in teller.remembered:
        held = each.perception
        if held.event is None or held.kind == "thought" or held.importance < least:
            continue
        if each.detail == "vague" or held.event in shared or hearer in (held.who, held.teller):
            continue
        if may_hear(rows, each.matter, hearer, teller.regards):
            rank = (-held.importance, -held.time, -held.id)
            yield _Chance(teller.owner, hearer, each, rank)


def _has(chance: _Chance, said: Collection[tuple[str, str, int]]) -> bool:
    """Whether the hearer has this already, from the speaker or, in this turn, from anybody."""
    return any((chance.speaker, chance.hearer, root) in said for root in chance.each.roots)


def _told(
    chance: _Chance,
    teller: Teller,
    rows: Mapping[str, Sequence[Tells]],
    listening: Ears,
    seed: int,
) -> Telling | None:
    own = rows.get(chance.speaker, ())
    sentence = account(teller, chance.each, seed)
    event = chance.each.perception.event
    if sentence is None or event is None or not _passes_on(sentence):
        return None
    pair = (chance.speaker, chance.hearer)
    low = voice(own, sentence.matter, pair, teller.regards, listening) == "whisper"
    opener = put("opener", seed, teller.language)
    text = phrases(teller.language).space.join((opener, sentence.text))
    step = spoken_step(*pair, text, sentence.claims, sentence.retells, whisper=low)
    return Telling(*pair, chance.each.perception.id, event, step)


def _passes_on(sentence: Sentence) -> bool:
    """Whether the hearer would have anything of it: what is only words moves no hearsay."""
    return bool(sentence.claims) or sentence.retells is not None
