"""One thing that somebody holds, put into a sentence that it could say: from its own mind alone.

Every sentence says what it rests on, so that whoever checks can ask whether the speaker has that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rashomon.play.forms import ago, put, state
from rashomon.play.teller import Matter, Remembered, Teller
from rashomon.story.event import Set
from rashomon.story.mind import Belief
from rashomon.story.perception import Moment
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import prompting
from rashomon.story.world import Kind

RestKind: TypeAlias = Literal["perception", "belief", "state", "lie", "silence", "nothing"]


@dataclass(frozen=True, slots=True)
class Rest:
    """What a sentence rests on: a perception or a belief by its id, or the last known `key` of
    `entity`; of a lie or of silence, the number of the row that has it so (`None`: no row)."""

    kind: RestKind
    id: int | None = None
    entity: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence somebody could say. `claims` is what it says is so, `retells` what it passes on.

    `matter` is what it is about, for whoever asks who may hear it.
    """

    text: str
    rest: Rest
    matter: Matter
    claims: tuple[Set, ...] = ()
    retells: int | None = None


def is_clean(teller: Teller, text: str) -> bool:
    """Whether a text names nobody whose name the teller does not have."""
    return not teller.strangers.find(text)


def whereabouts(teller: Teller, thing: str, asker: str, seed: int) -> Sentence | None:
    """Where something is, as far as the teller last knew."""
    held = teller.states.get(thing, {}).get("at")
    if thing == teller.owner:
        return _self(teller, seed)
    if held is None:
        return None
    rest, fact = Rest("state", None, thing, "at"), held.fact
    name = _name(teller, thing)
    matter = Matter(frozenset({thing, *([fact.by] if fact.by else ())}))
    if not isinstance(fact.value, str):
        text = put("gone", seed, teller.language, thing=name)
        return Sentence(text, rest, matter) if is_clean(teller, text) else None
    matter |= Matter(frozenset({fact.value}))
    where = _where(teller, fact.value)
    text = put(*_placed(teller, held, asker, seed), thing=name, where=where, who=_by(teller, held))
    if not is_clean(teller, text):
        return None
    return Sentence(text, rest, matter, (Set(thing, "at", fact.value),))


def _self(teller: Teller, seed: int) -> Sentence | None:
    if teller.at is None:
        return None
    own = Rest("state", None, teller.owner, "at")
    return Sentence(put("self", seed, teller.language), own, Matter(frozenset({teller.owner})))


def _placed(teller: Teller, held: Moment, asker: str, seed: int) -> tuple[str, int, str]:
    at, told = held.fact.value, held.fact.how == "told"
    if told:
        kind = "place_told"
    elif at == teller.owner:
        kind = "mine"
    elif at == asker:
        kind = "yours"
    elif at == teller.at:
        kind = "here"
    else:
        kind = "place_start" if held.event is None else "place_saw"
    return kind, seed, teller.language


def states(teller: Teller, thing: str, seed: int) -> Sentence | None:
    """Whether something is locked or closed, as far as the teller last knew."""
    for key in ("locked", "closed"):
        held = teller.states.get(thing, {}).get(key)
        said = None if held is None else state(key, held.fact.value, teller.language)
        if held is None or said is None:
            continue
        told = held.fact.how == "told"
        kind = "state_told" if told else "state_start" if held.event is None else "state_saw"
        parts = {"thing": _name(teller, thing), "state": said, "who": _by(teller, held)}
        text = put(kind, seed, teller.language, **parts)
        if parts["thing"] and is_clean(teller, text):
            by = held.fact.by
            matter = Matter(frozenset({thing, *([by] if by else ())}))
            claims = (Set(thing, key, held.fact.value),)
            return Sentence(text, Rest("state", None, thing, key), matter, claims)
    return None


def account(teller: Teller, each: Remembered, seed: int) -> Sentence | None:
    """What the teller has of one event; `None` where it cannot be told without a foreign name.

    A thought is nobody's to tell, not even the thinker's: it is never given.
    """
    held = each.perception
    if held.kind == "thought":
        return None
    rest = Rest("perception", held.id)
    kind, parts = _told(teller, each)
    text = put(kind, seed, teller.language, **parts)
    if is_clean(teller, text):
        claims, retells = _passed_on(teller, each)
        return Sentence(text, rest, each.matter, claims, retells)
    if held.kind != "line" or held.mode not in ("heard", "told") or not held.who_name:
        return None
    text = put("gist", seed, teller.language, who=held.who_name)
    return Sentence(text, rest, each.matter) if is_clean(teller, text) else None


def _told(teller: Teller, each: Remembered) -> tuple[str, Mapping[str, str]]:
    held, what = each.perception, {"what": each.text}
    if held.kind == "memory":
        return ("memory" if each.detail != "vague" else "dimly"), what
    if each.detail == "vague":
        return "dimly", what
    if held.mode == "told":
        return "told", {**what, "who": _teller(teller, held.teller, held.event)}
    if held.mode == "inferred":
        return "inferred", what
    if held.kind == "line" and held.mode in ("did", "heard"):
        words = {"words": phrases(teller.language).quoted.format(text=each.text)}
        if held.mode == "did":
            return "line_mine", words
        who = held.who_name or phrases(teller.language).somebody
        return ("line_to_me" if teller.owner in held.to else "line_heard"), {**words, "who": who}
    if held.mode == "did":
        return "did", what
    if held.mode == "heard":
        return "heard", what
    return ("saw" if held.accuracy == "whole" else "noticed"), what


def _passed_on(teller: Teller, each: Remembered) -> tuple[tuple[Set, ...], int | None]:
    """What goes over with the words. Of a move no more than who went: a retelling of one's own
    would hand on all that was in view there, which no word of it says."""
    held = each.perception
    if each.detail == "vague":
        return (), None
    if held.kind == "move":
        gone = [f for f in held.conveys if f.entity == held.who and f.value is not None]
        return tuple(Set(f.entity, f.key, f.value) for f in gone), None
    if held.event is None or held.kind == "memory":
        return (), None
    return (), held.event


def belief(teller: Teller, each: Belief, seed: int) -> Sentence | None:
    """What the teller believes, and how surely."""
    text = put(f"belief_{each.confidence}", seed, teller.language, what=each.text)
    if not is_clean(teller, text):
        return None
    secret = each.id in teller.secret_beliefs
    matter = Matter(frozenset(each.about), frozenset(), secret)
    return Sentence(text, Rest("belief", each.id), matter)


def how_known(
    teller: Teller, found: Sentence, seed: int, what: Literal["how", "sure"]
) -> Sentence | None:
    """How the teller came by what a sentence rests on, or how sure that makes it."""
    kind, who = _source(teller, found.rest)
    if what == "sure":
        kind = {"said": "told", "told": "told", "inferred": "inferred"}.get(kind, "saw")
    text = put(f"{what}_{kind}", seed, teller.language, who=who)
    return Sentence(text, found.rest, found.matter) if is_clean(teller, text) else None


def _source(teller: Teller, rest: Rest) -> tuple[str, str]:
    somebody = phrases(teller.language).somebody
    if rest.kind == "state":
        held = teller.states.get(rest.entity or "", {}).get(rest.key or "")
        if held is None or held.event is None:
            return ("saw", "") if rest.entity == teller.owner else ("start", "")
        return ("told", _by(teller, held)) if held.fact.how == "told" else ("saw", "")
    if rest.kind == "belief" or rest.id is None:
        return "inferred", ""
    held = teller.by_id[rest.id].perception
    if held.kind == "memory":
        return "start", ""
    if held.mode == "told":
        return "told", _teller(teller, held.teller, held.event)
    if held.kind == "line" and held.mode == "heard":
        return "said", held.who_name or somebody
    return held.mode, ""


def when(teller: Teller, found: Sentence, seed: int) -> Sentence | None:
    """When that was, which a sentence rests on."""
    then: float | None = None
    if found.rest.kind == "perception" and found.rest.id is not None:
        then = teller.by_id[found.rest.id].perception.time
    elif found.rest.kind == "state":
        held = teller.states.get(found.rest.entity or "", {}).get(found.rest.key or "")
        then = None if held is None or held.event is None else held.time
    if then is None:
        return None
    said = ago(teller.calendar, then, teller.now, teller.language)
    text = put("when", seed, teller.language, when=said)
    return Sentence(text, found.rest, found.matter)


def _by(teller: Teller, held: Moment) -> str:
    return _teller(teller, held.fact.by, held.event)


def _teller(teller: Teller, who: str | None, event: int | None) -> str:
    return phrases(teller.language).somebody if who is None else teller.names(who, event)


def _name(teller: Teller, thing: str) -> str:
    return teller.names(thing, None)


def _where(teller: Teller, holder: str) -> str:
    say = prompting(teller.language)
    kind: Kind = teller.kinds.get(holder, "place")
    form = {"place": say.at_place, "character": say.with_person}.get(kind, say.in_thing)
    return form.format(holder=_name(teller, holder))


def together(sentences: tuple[Sentence, ...], language: str) -> str:
    """Sentences one after the other."""
    return phrases(language).space.join(each.text for each in sentences)
