"""Asking people: what somebody answers to a question, from its own mind and by its own rows alone.

Asking is the game that is played without a model. Whoever is asked tells what it holds and how it
came by it, says that it does not know, keeps silent, or tells the lie that its author wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rashomon.play.calling import folded
from rashomon.play.forms import put
from rashomon.play.policy import Ears, Stance, may_hear, stance, voice
from rashomon.play.teller import Matter, Remembered, Teller
from rashomon.play.telling import (
    Rest,
    Sentence,
    account,
    belief,
    how_known,
    is_clean,
    states,
    together,
    when,
    whereabouts,
)
from rashomon.story.event import Set, grouped
from rashomon.story.mind import CONFIDENCES
from rashomon.story.playing import Tells
from rashomon.story.turn import Change, Step

Wants: TypeAlias = Literal["anything", "where", "what", "when", "how", "sure"]
Kind: TypeAlias = Literal["told", "unknown", "silent", "lie"]

WANTS: tuple[Wants, ...] = ("anything", "where", "what", "when", "how", "sure")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about somebody or something.

    `called` is how the asker names a person: who is asked must know that one by it. `had` are
    events that the asker has been told of or is known to have: they come last.
    """

    about: str
    wants: Wants = "anything"
    called: str = ""
    had: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered: the line, what it claims and passes on, and what it rests on."""

    kind: Kind
    text: str
    rests: tuple[Rest, ...]
    matter: Matter
    claims: tuple[Set, ...] = ()
    retells: int | None = None

    def step(self, speaker: str, asker: str, *, whisper: bool = False) -> Step:
        """The answer as a step of a turn, so that hearsay goes over with its roots."""
        return spoken_step(
            speaker, asker, self.text, self.claims, self.retells, whisper=whisper
        )  # fmt: skip


def spoken_step(
    speaker: str,
    hearer: str,
    text: str,
    claims: tuple[Set, ...],
    retells: int | None,
    *,
    whisper: bool,
) -> Step:
    """A line from one to another, as a step."""
    given: dict[str, Any] = {"who": speaker, "says": text, "to": (hearer,)}
    if whisper:
        given["whisper"] = True
    if claims:
        sets = grouped(claims)
        given["claims"] = tuple(Change(entity=entity, set=facts) for entity, facts in sets)
    if retells is not None:
        given["retells"] = retells
    return Step(**given)


def answer(
    question: Question, teller: Teller, rows: Sequence[Tells], asker: str, seed: int
) -> Answer:
    """What one who is asked says. The same question with the same seed is answered the same.

    `rows` are what its author wrote under `tells`. Nobody is recognised by a name that the one who
    is asked does not have.
    """
    topic = Matter(frozenset({question.about}))
    if not knows(teller, question):
        person = teller.kinds.get(question.about) == "character"
        return _plain(teller, "nobody" if person else "unknown", "unknown", topic, seed)
    decided = stance(rows, topic, asker, teller.regards)
    if decided.how == "lies":
        return _lie(rows, decided, topic)
    if decided.how == "silent":
        return _plain(teller, "silent", "silent", topic, seed, decided.row)
    kept = False
    said: list[Sentence] = []
    for each in _of_all_kinds(question, teller, asker, seed):
        if not may_hear(rows, each.matter, asker, teller.regards):
            kept = True
        elif _goes_with(each, said, question.wants):
            said.append(each)
        if len(said) == _most(question.wants):
            break
    if not said:
        kind: Kind = "silent" if kept else "unknown"
        return _plain(teller, kind, kind, topic, seed)
    return _answered(question, teller, tuple(said), seed)


def aloud(given: Answer, teller: Teller, rows: Sequence[Tells], asker: str, ears: Ears) -> Step:
    """The answer as it is spoken: low where anybody could hear it who may not have it.

    A lie, a refusal and "I do not know" may be heard by everybody.
    """
    low = given.kind == "told" and (
        voice(rows, given.matter, (teller.owner, asker), teller.regards, ears) == "whisper"
    )
    return given.step(teller.owner, asker, whisper=low)


def knows(teller: Teller, question: Question) -> bool:
    """Whether the one who is asked can tell what or whom is meant."""
    if question.about == teller.owner:
        return True
    if teller.kinds.get(question.about) != "character":
        return question.about in teller.known
    names = teller.persons.get(question.about, ())
    if not question.called:
        return bool(names)
    return folded(question.called) in {folded(name) for name in names}


def _plain(
    teller: Teller, form: str, kind: Kind, topic: Matter, seed: int, row: int | None = None
) -> Answer:
    rest = Rest("silence", row) if kind == "silent" else Rest("nothing")
    text = put(form, seed, teller.language)
    return Answer(kind, text, (rest,), topic)


def _lie(rows: Sequence[Tells], decided: Stance, topic: Matter) -> Answer:
    row = rows[decided.row or 0]
    assert row.instead is not None
    claims = tuple(
        Set(claim.entity, key, value)
        for claim in row.instead.claims
        for key, value in claim.set.items()
    )
    return Answer("lie", row.instead.text, (Rest("lie", decided.row),), topic, claims)


def _most(wants: Wants) -> int:
    return 2 if wants == "anything" else 1


def _goes_with(each: Sentence, said: Sequence[Sentence], wants: Wants) -> bool:
    """Whether a sentence says something beside what is said already: one account, one state."""
    return wants != "anything" or all(other.rest.kind != each.rest.kind for other in said)


def _of_all_kinds(question: Question, teller: Teller, asker: str, seed: int) -> Iterator[Sentence]:
    """All that could be answered, best first."""
    about, wants = question.about, question.wants
    placed = whereabouts(teller, about, asker, seed)
    stated = states(teller, about, seed)
    accounts = _accounts(question, teller, asker, seed)
    beliefs = _beliefs(question, teller, seed)
    found: Iterable[Sentence | None]
    match wants:
        case "where":
            found = (placed,)
        case "what" | "when":
            found = (*accounts, *(beliefs if wants == "what" else (placed,)))
        case "how":
            found = (placed, *accounts)
        case "sure":
            found = (*beliefs, placed, *accounts)
        case "anything":
            found = (placed, stated, *accounts, *beliefs)
    yield from (each for each in found if each is not None)


def _accounts(question: Question, teller: Teller, asker: str, seed: int) -> list[Sentence]:
    """What it has of events that concern what is asked about, most important and newest first.

    What the asker said itself is no news to it, and what it is known to have comes last.
    """
    shared = question.had | teller.shared.get(asker, frozenset())
    found = [
        each for each in teller.remembered
        if question.about in each.matter.topics and not _is_from(each, asker)
    ]  # fmt: skip
    found.sort(key=lambda each: _rank(each, shared))
    accounts = (account(teller, each, seed) for each in found)
    return [each for each in accounts if each is not None]


def _is_from(each: Remembered, asker: str) -> bool:
    held = each.perception
    return asker == held.teller or (held.kind == "line" and held.who == asker)


def _rank(each: Remembered, shared: frozenset[int]) -> tuple[bool, int, float, int]:
    held = each.perception
    return held.event in shared, -held.importance, -held.time, -held.id


def _beliefs(question: Question, teller: Teller, seed: int) -> list[Sentence]:
    """What it believes of what is asked about, surest first."""
    found = [
        each for each in teller.beliefs if each.status == "held" and question.about in each.about
    ]
    found.sort(key=lambda each: (-CONFIDENCES.index(each.confidence), -each.id))
    said = (belief(teller, each, seed) for each in found)
    return [each for each in said if each is not None]


def _answered(question: Question, teller: Teller, said: tuple[Sentence, ...], seed: int) -> Answer:
    first = said[0]
    match question.wants:
        case "when":
            told = when(teller, first, seed)
            said = (first, told) if told is not None else said
        case "how":
            told = how_known(teller, first, seed, "how")
            said = (told,) if told is not None else said
        case "sure" if first.rest.kind != "belief":
            told = how_known(teller, first, seed, "sure")
            said = (told,) if told is not None else said
        case _:
            pass
    matter = said[0].matter
    for each in said[1:]:
        matter |= each.matter
    return Answer(
        "told", together(said, teller.language), tuple(each.rest for each in said), matter,
        tuple(dict.fromkeys(claim for each in said for claim in each.claims)),
        next((each.retells for each in said if each.retells is not None), None),
    )  # fmt: skip


# The check: whatever was said, does it rest on something?


def unfounded(given: Answer, teller: Teller, rows: Sequence[Tells], asker: str) -> tuple[str, ...]:
    """What of an answer rests on nothing that the speaker holds, or is kept from the one who asked.

    Asks again from what the answer says it rests on, not from how it was made. Empty for a good
    answer.
    """
    found: list[str] = []
    if given.kind == "lie":
        return _unfounded_lie(given, rows, asker, teller)
    claimed: set[Set] = set()
    retold: set[int] = set()
    for rest in given.rests:
        said, matter, events = _behind(rest, teller)
        claimed |= said
        retold |= events
        if matter is None:
            found.append(f"rests on a {rest.kind} that its speaker does not hold")
        elif given.kind == "told" and not may_hear(rows, matter, asker, teller.regards):
            found.append(f"tells of a {rest.kind} that is kept from {asker}")
    if not set(given.claims) <= claimed:
        found.append("claims what its speaker does not hold")
    if given.retells is not None and given.retells not in retold:
        found.append("passes on an event that it does not rest on")
    if not is_clean(teller, given.text):
        found.append("names somebody whose name its speaker does not have")
    return tuple(found)


def _unfounded_lie(
    given: Answer, rows: Sequence[Tells], asker: str, teller: Teller
) -> tuple[str, ...]:
    decided = stance(rows, given.matter, asker, teller.regards)
    if decided.how != "lies" or given != _lie(rows, decided, given.matter):
        return ("is a lie that no row has",)
    return ()


def _behind(rest: Rest, teller: Teller) -> tuple[set[Set], Matter | None, set[int]]:
    """What one thing that an answer rests on would let somebody claim, and pass on."""
    match rest.kind:
        case "perception":
            each = teller.by_id.get(rest.id or 0)
            if each is None or each.perception.kind == "thought":
                return set(), None, set()
            held = each.perception
            facts = {Set(f.entity, f.key, f.value) for f in held.conveys}
            return facts, each.matter, set() if held.event is None else {held.event}
        case "belief":
            for each in teller.beliefs:
                if each.id == rest.id and each.status == "held":
                    secret = each.id in teller.secret_beliefs
                    return set(), Matter(frozenset(each.about), frozenset(), secret), set()
            return set(), None, set()
        case "state":
            if rest.entity == teller.owner:
                return set(), Matter(frozenset({teller.owner})), set()
            held = teller.states.get(rest.entity or "", {}).get(rest.key or "")
            if held is None:
                return set(), None, set()
            fact = held.fact
            topics = {fact.entity, *([fact.by] if fact.by else ())}
            if isinstance(fact.value, str):
                topics.add(fact.value)
            return {Set(fact.entity, fact.key, fact.value)}, Matter(frozenset(topics)), set()
        case "silence" | "nothing" | "lie":
            return set(), Matter(frozenset()), set()
