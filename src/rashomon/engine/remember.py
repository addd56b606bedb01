"""Remembering: the owner's rows are weighed, the best are read, and a few come to mind.

Nothing is written: a recollection makes a memory last longer only when a turn names it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from math import log

from rashomon.engine.ask import Asking
from rashomon.engine.minds import postings, warm_mind
from rashomon.engine.warm import WarmMind
from rashomon.errors import NoOpinion
from rashomon.recall.candidate import Candidate
from rashomon.recall.cues import Cues, read_cues
from rashomon.recall.fading import faded, kind_to_owner
from rashomon.recall.gather import gather, word_scores
from rashomon.recall.recollect import Chosen, Measure, Memory, Recollection, choose
from rashomon.recall.retention import Detail, detail, retention
from rashomon.recall.rows import Floats, Rows
from rashomon.recall.words import terms
from rashomon.settings import Settings
from rashomon.story.mind import Belief, Confidence
from rashomon.story.naming import Finder
from rashomon.story.perception import Perception
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived

BELIEF_WEIGHT: Mapping[Confidence, int] = {"doubtful": 2, "likely": 3, "sure": 4}
"""What a belief weighs beside events (1 to 5): what one is sure of matters more."""


BEGINNING = 0.0
"""What an author gave a character to remember came to its mind as the story began."""

STRONG = 0.9
"""From this relevance on an explicit cue brings back what was lost: little else bears on it so."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a recollection is asked by. `since` and `until` are seconds of story time.

    `without` are ids of perceptions that are left out, for whoever asks shows them already.
    """

    text: str = ""
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    since: float | None = None
    until: float | None = None
    limit: int | None = None
    _: KW_ONLY
    without: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Read:
    """The candidates of one recollection, with what showing them needs."""

    candidates: list[Candidate]
    perceptions: Mapping[int, Perception]
    beliefs: Mapping[int, Belief]


def remember(asked: Asking, owner: str, wanted: Wanted, *, explain: bool = False) -> Recollection:
    """What comes to the owner's mind, most to the point first."""
    names = asked.names(owner)
    cues = _cues(asked, owner, names, wanted)
    mind = warm_mind(asked, owner)
    read = _read(asked, owner, names, mind, cues, wanted)
    measure = _measure(asked.settings, wanted.limit)
    candidates = [each for each in read.candidates if _comes(each, cues)]
    now = asked.unit.head.time
    counts = {tag: len(rows) for tag, rows in mind.rows.tags.items()}
    chosen = choose(candidates, measure, now, counts, lambda each: each.text)
    return _answer(asked, names, read, chosen, explain=explain)


def _comes(candidate: Candidate, cues: Cues) -> bool:
    """Whether a memory can come to mind at all: what is lost needs a strong and explicit cue."""
    if detail(candidate.retention, candidate.importance) != "lost":
        return True
    return candidate.verbatim or (cues.explicit and candidate.relevance >= STRONG)


def _measure(settings: Settings, limit: int | None) -> Measure:
    parts = ("relevance", "importance", "recency", "retention")
    return Measure(
        limit=settings.whole("recall.limit") if limit is None else limit,
        tokens=settings.whole("recall.tokens"),
        companions=settings.whole("recall.companions"),
        variety=settings.number("recall.variety"),
        weights={part: settings.number(f"recall.weight.{part}") for part in parts},
    )


def _cues(asked: Asking, owner: str, names: NameBook, wanted: Wanted) -> Cues:
    """Read the cues of a text by the names the owner has: a name it never heard is a word to it."""
    known = {each.entity for each in asked.mind(owner).knowledge()}
    things = [asked.atlas.entities[id] for id in known if id in asked.atlas.entities]
    return read_cues(
        wanted.text,
        asked.world.language,
        Finder((names(person), person) for person in asked.atlas.characters),
        Finder((name, thing.id) for thing in things for name in thing.every_name),
        {id: kind for id, kind in asked.atlas.kinds.items() if id in known},
        people=tuple(asked.person(person) for person in wanted.people),
        places=tuple(asked.thing(place) for place in wanted.places),
        items=tuple(asked.thing(item) for item in wanted.items),
        tags=wanted.tags,
        since=wanted.since,
        until=wanted.until,
    )


def _read(
    asked: Asking, owner: str, names: NameBook, mind: WarmMind, cues: Cues, wanted: Wanted
) -> _Read:
    rows, text, without = mind.rows, wanted.text, wanted.without
    found = postings(asked, owner, mind, cues.terms)
    words = word_scores(rows, found, cues.terms)
    meant = _meaning(asked, cues.text)
    meaning = None
    if meant is not None:
        meaning = asked.unit.likeness(meant.model, meant.vector, rows.documents)
    most = asked.settings.whole("recall.candidates") + len(without)
    gathered = gather(rows, cues, words, meaning, most)
    imperfect = asked.settings.on("memory.imperfect")
    ids = [id for id in rows.ids[gathered.rows].tolist() if id not in without]
    held = asked.mind(owner).perceptions(ids=ids)
    perceptions = {h.id: as_perceived(h, names, imperfect=imperfect) for h in held}
    beliefs = {b.id: b for b in asked.mind(owner).beliefs() if b.status == "held"}
    digested = {id for belief in beliefs.values() for id in belief.supports}
    recollected = asked.mind(owner).recollections(list(perceptions))
    now, language = asked.unit.head.time, asked.world.language
    folded = asked.settings.number("memory.foldedFade")
    vectors: dict[int, Floats] = {}
    if meant is not None:
        there = asked.unit.vectors(meant.model, rows.documents[gathered.rows])
        vectors = dict(zip(there.numbers.tolist(), there.matrix, strict=True))
    candidates: list[Candidate] = []
    for n, row in enumerate(gathered.rows):
        perception = perceptions.get(int(rows.ids[row]))
        if perception is None:
            continue
        kept = 1.0
        if imperfect:
            share = folded if perception.id in digested else 1.0
            times = recollected.get(perception.id, ())
            if perception.event is None:
                times = (BEGINNING, *times)
            kept = retention(perception.importance, perception.time, times, now, digested=share)
        brief = mind.briefs[int(row)]
        candidates.append(
            Candidate(
                kind="perception",
                id=perception.id,
                row=int(row),
                time=perception.time,
                text=perception.text,
                words=frozenset(terms(perception.text, language)),
                vector=vectors.get(int(rows.documents[row])),
                importance=perception.importance,
                retention=kept,
                relevance=float(gathered.relevance[n]),
                people=frozenset(brief.people),
                place=brief.place,
                tags=frozenset(brief.tags),
                scene=int(rows.scene[row]),
                standings=gathered.standings[n],
            )
        )
    candidates += _beliefs(list(beliefs.values()), cues, mind, found, language)
    return _Read(_verbatim(candidates, text, language), perceptions, beliefs)


@dataclass(frozen=True, slots=True)
class _Meant:
    """What was asked, as a vector, and the model that made it."""

    model: str
    vector: Floats


def _meaning(asked: Asking, text: str) -> _Meant | None:
    """The meaning of what was asked; `None` where nothing makes vectors, or nothing was said."""
    embedder = asked.context.embedder(asked.settings.text("embedder"))
    if embedder is None or not text:
        return None
    try:
        return _Meant(embedder.name, embedder.embed([text], asking=True)[0])
    except NoOpinion:
        return None


def _beliefs(
    beliefs: Sequence[Belief],
    cues: Cues,
    mind: WarmMind,
    found: Mapping[str, Rows],
    language: str,
) -> list[Candidate]:
    """The held beliefs that share words or people with the cues.

    A belief lies in no list of perceptions, so that its words are weighed by how rare they are
    among those: it stands beside them on the same scale.
    """
    rarity = {term: log(1 + (len(mind.rows) + 0.5) / (len(found[term]) + 0.5)) for term in found}
    most = sum(rarity.values()) or 1.0
    candidates: list[Candidate] = []
    for belief in beliefs:
        words = frozenset(terms(belief.text, language))
        said = sum(rarity[term] for term in cues.terms if term in words) / most
        about = cues.people & frozenset(belief.about)
        relevance = (said + len(about) / len(cues.people)) / 2 if cues.people else said
        if relevance <= 0:
            continue
        candidates.append(
            Candidate(
                kind="belief",
                id=belief.id,
                row=-1,
                time=belief.formed if belief.revised is None else belief.revised,
                text=belief.text,
                words=words,
                vector=None,
                importance=BELIEF_WEIGHT[belief.confidence],
                retention=1.0,
                relevance=relevance,
                people=frozenset(belief.about),
                supports=frozenset(belief.supports),
                contradicts=frozenset(belief.contradicts),
            )
        )
    return candidates


def _verbatim(candidates: list[Candidate], text: str, language: str) -> list[Candidate]:
    """Let a memory come first that holds what was asked word for word."""
    asked = terms(text, language)
    if len(asked) < 2:
        return candidates
    wanted = f" {' '.join(asked)} "
    return [
        replace(each, verbatim=wanted in f" {' '.join(terms(each.text, language))} ")
        for each in candidates
    ]


def _answer(
    asked: Asking, names: NameBook, read: _Read, chosen: Chosen, *, explain: bool
) -> Recollection:
    memories = tuple(
        _belief(asked, read.beliefs[each.candidate.id])
        if each.candidate.kind == "belief"
        else _memory(asked, names, read.perceptions[each.candidate.id], each.candidate)
        for each in chosen.taken
    )
    return Recollection(memories, chosen.trace if explain else None)


def _belief(asked: Asking, belief: Belief) -> Memory:
    since = belief.formed if belief.revised is None else belief.revised
    return Memory(
        kind="belief", id=belief.id, event=None, turn=0, text=belief.text, detail="vivid",
        who=None, who_name=None, when=_when(asked, since), where=None, how="believed",
        confidence=belief.confidence,
    )  # fmt: skip


def _memory(asked: Asking, names: NameBook, perception: Perception, candidate: Candidate) -> Memory:
    level = _level(perception, candidate)
    where = None if perception.place is None else names(perception.place)
    return Memory(
        kind="perception", id=perception.id, event=perception.event, turn=perception.turn,
        text=_told(asked, names, perception, level), detail=level, who=perception.who,
        who_name=perception.who_name, when=_when(asked, perception.time), where=where or None,
        how=perception.mode, confidence=None,
    )  # fmt: skip


def _level(perception: Perception, candidate: Candidate) -> Detail:
    """The level of detail; what is lost and was asked for outright comes back, but vaguely."""
    level = detail(candidate.retention, perception.importance)
    return "vague" if level == "lost" else level


def _told(asked: Asking, names: NameBook, perception: Perception, level: Detail) -> str:
    if level in ("vivid", "clear"):
        return perception.text
    people = (perception.who, *perception.to, *perception.people)
    things = [fact.entity for fact in perception.conveys]
    kept = [names(id) for id in (*people, perception.place, *things) if id is not None]
    kind = kind_to_owner(perception.kind, perception.mode)
    who = perception.who_name or ""
    return faded(perception.text, level, kind, asked.world.language, kept, who=who)


def _when(asked: Asking, time: float) -> str:
    world = asked.world
    return world.calendar.between(time, asked.unit.head.time, world.language)
