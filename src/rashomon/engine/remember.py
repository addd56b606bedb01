"""Remembering: the owner's rows are weighed, the best are read, and a few come to mind.

Nothing is written: a recollection makes a memory last longer only when a turn names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Final, TypeVar

from rashomon.engine.ask import Asking, asking
from rashomon.engine.context import Context
from rashomon.engine.minds import warm_mind, with_vectors
from rashomon.engine.warm import Frame, WarmMind
from rashomon.errors import BadSetting, NoOpinion, Refused
from rashomon.ports.embedder import Embedder
from rashomon.ports.vectors import Shelved
from rashomon.recall.candidate import Candidate, Key
from rashomon.recall.cues import Cues, read_cues
from rashomon.recall.fading import faded, kind_to_owner
from rashomon.recall.gather import (
    Gathered,
    Standing,
    gather,
    holding_all,
    holding_only,
    rarity,
    word_scores,
)
from rashomon.recall.recollect import Chosen, Measure, Memory, Recollection, choose, trace
from rashomon.recall.retention import Detail, detail, retention
from rashomon.recall.rows import Floats
from rashomon.recall.score import rerank
from rashomon.settings import Settings
from rashomon.story.mind import Belief, Confidence
from rashomon.story.perception import Held, Perception
from rashomon.story.words import terms
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_like, as_perceived, telling

T = TypeVar("T")

BELIEF_WEIGHT: Mapping[Confidence, int] = {"doubtful": 2, "likely": 3, "sure": 4}
"""What a belief weighs beside events (1 to 5): what one is sure of matters more."""

BEGINNING = 0.0
"""What an author gave a character to remember came to its mind as the story began."""

STRONG = 0.9
"""From this relevance on an explicit cue brings back what was lost: little else bears on it so."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a recollection is asked by. `since` and `until` are seconds of story time.

    `without` are ids of perceptions and `without_beliefs` of beliefs that are left out, for whoever
    asks shows them already.
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
    without_beliefs: frozenset[int] = frozenset()


CUES: Final[Mapping[str, str]] = {
    "character": "people", "place": "places", "item": "items", "exit": "items", "lore": "items",
}  # fmt: skip
"""The cue that takes things of each kind."""


def recall(
    context: Context, story: str, owner: str, wanted: Wanted, *, explain: bool = False
) -> Recollection:
    """What comes to the owner's mind, most to the point first.

    A model that takes its time is asked while no transaction is open: what it says is of the story
    as it stood, and what was taken back meanwhile does not come to mind.
    """
    with asking(context, story) as asked:
        remembering = Remembering.of(asked, owner, wanted)
        reranker = named(context.reranker, remembering.frame.settings.text("reranker"))
        embedder = remembering.embedder
        if reranker is None and (embedder is None or embedder.instant):
            return remembering.through(asked, remembering.meaning(), explain=explain)
    meaning = remembering.meaning()
    with asking(context, story) as asked:
        remembering = Remembering.of(asked, owner, wanted)
        if reranker is None:
            return remembering.through(asked, meaning, explain=explain)
        candidates = remembering.candidates(asked, meaning, explain=explain)
        texts = remembering.texts(asked, candidates)
    candidates = rerank(candidates, reranker.score(wanted.text, texts))
    with asking(context, story) as asked:
        remembering = Remembering.of(asked, owner, wanted)
        candidates = remembering.still_there(candidates)
        return remembering.chosen(asked, candidates, explain=explain)


def named(models: Callable[[str], T | None], setting: str) -> T | None:
    """The model that a setting names; none where it names none there is, as after an import."""
    try:
        return models(setting)
    except BadSetting:
        return None


def remember(asked: Asking, owner: str, wanted: Wanted, *, explain: bool = False) -> Recollection:
    """The same inside an open transaction: no reranker, and by words where a model is slow."""
    remembering = Remembering.of(asked, owner, wanted)
    embedder = remembering.embedder
    meaning = remembering.meaning() if embedder is not None and embedder.instant else None
    return remembering.through(asked, meaning, explain=explain)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was asked, as a vector, and the model that made it."""

    model: str
    vector: Floats


@dataclass(slots=True)
class Remembering:
    """One recollection under way. What it reads of perceptions, it reads once."""

    mind: WarmMind
    cues: Cues
    wanted: Wanted
    embedder: Embedder | None
    read: dict[int, Perception] = field(default_factory=dict[int, Perception])

    @classmethod
    def of(cls, asked: Asking, owner: str, wanted: Wanted) -> Remembering:
        """A recollection in the mind as this transaction sees it. Raises `NotFound`."""
        mind = warm_mind(asked, owner)
        embedder = named(asked.context.embedder, mind.frame.settings.text("embedder"))
        return cls(mind, _cues(asked, mind.frame, wanted), wanted, embedder)

    @property
    def frame(self) -> Frame:
        """What the mind has beside its rows."""
        return self.mind.frame

    def meaning(self) -> Meaning | None:
        """What was asked, as a vector; `None` where nothing makes any, or nothing was said."""
        if self.embedder is None or not self.cues.text:
            return None
        try:
            made = self.embedder.embed([self.cues.text], asking=True)
            return Meaning(self.embedder.name, made[0])
        except NoOpinion:
            return None

    def through(self, asked: Asking, meaning: Meaning | None, *, explain: bool) -> Recollection:
        """All stages but the reranker's."""
        candidates = self.candidates(asked, meaning, explain=explain)
        return self.chosen(asked, candidates, explain=explain)

    def candidates(
        self, asked: Asking, meaning: Meaning | None, *, explain: bool = False
    ) -> list[Candidate]:
        """Those that bear most on the cues, beliefs included, and can come to mind at all."""
        rows, frame, without = self.mind.rows, self.frame, self.wanted.without
        numbers = [self.mind.lexicon.find(term) for term in self.cues.terms]
        likeness = meant = None
        if meaning is not None and self.embedder is not None:
            self.mind = with_vectors(asked, self.mind, self.embedder, meaning.model)
            meant = self.mind.meant
        if meaning is not None and meant is not None:
            likeness = meant.likeness(meaning.vector)
        most = frame.settings.whole("recall.candidates") + len(without)
        said = terms(self.wanted.text, frame.world.language)
        exact = holding_only(rows, [self.mind.lexicon.find(term) for term in said])
        gathered = gather(rows, self.cues, word_scores(rows, numbers), likeness, most, exact)
        found = self._gathered(asked, gathered, meant, explain=explain)
        found += self._beliefs(numbers)
        found = self._verbatim(asked, found, numbers)
        return [candidate for candidate in found if _comes(candidate, self.cues)]

    def _gathered(
        self, asked: Asking, gathered: Gathered, meant: Shelved | None, *, explain: bool
    ) -> list[Candidate]:
        """The rows that were gathered, with all that decides about them."""
        rows, which = self.mind.rows, gathered.rows
        nothing: list[dict[str, Standing]] = [{}] * len(which)
        ids, times, likes = rows.ids[which], rows.times[which], rows.like[which]
        columns = zip(
            which.tolist(), ids.tolist(), times.tolist(), likes.tolist(),
            rows.scene[which].tolist(), gathered.relevance.tolist(),
            [None] * len(which) if meant is None else meant.rows(which),
            gathered.standings() if explain else nothing,
            strict=True,
        )  # fmt: skip
        retained = self._retention(asked)
        moments, apart = rows.moments, self.frame.told_apart
        found: list[Candidate] = []
        for row, id, time, like, scene, relevance, vector, standings in columns:
            if id in self.wanted.without:
                continue
            brief = rows.briefs[int(like)]
            people = brief.people
            if not people.isdisjoint(apart):
                people = frozenset(p for p in people if apart.get(p, moments[row]) <= moments[row])
            found.append(
                Candidate(
                    kind="perception", id=id, row=row, time=time, words=rows.words.of(row),
                    vector=vector, importance=brief.importance,
                    retention=retained(row, id, brief.importance, time), relevance=relevance,
                    people=people, place=brief.place, tags=brief.tags, scene=scene,
                    standings=standings,
                )
            )  # fmt: skip
        return found

    def _retention(self, asked: Asking) -> Callable[[int, int, int, float], float]:
        """How well a memory is held, by its row, id, importance and time."""
        frame, now, moments = self.frame, asked.unit.head.time, self.mind.rows.moments
        if not frame.settings.on("memory.imperfect"):
            return lambda row, id, importance, time: 1.0
        folded = frame.settings.number("memory.foldedFade")

        def retained(row: int, id: int, importance: int, time: float) -> float:
            times = frame.recollected.get(id, ())
            if moments[row] < 0:
                times = (BEGINNING, *times)
            share = folded if id in frame.digested else 1.0
            return retention(importance, time, times, now, digested=share)

        return retained

    def _beliefs(self, numbers: Sequence[int | None]) -> list[Candidate]:
        """The held beliefs that share words or people with the cues.

        A belief lies in no list of perceptions, so that its words are weighed by how rare they are
        among those: it stands beside them on the same scale. Every word that was asked counts, one
        that has no number too: whether it has one depends on what others hold.
        """
        rows, cues = self.mind.rows, self.cues
        weights = [(n, rarity(len(rows), len(rows.words.having(n)))) for n in numbers]
        most = sum(weight for _, weight in weights) or 1.0
        found: list[Candidate] = []
        for belief, words in self.frame.beliefs:
            if belief.id in self.wanted.without_beliefs:
                continue
            said = sum(weight for n, weight in weights if n in words) / most
            about = cues.people & frozenset(belief.about)
            relevance = (said + len(about) / len(cues.people)) / 2 if cues.people else said
            if relevance <= 0:
                continue
            found.append(
                Candidate(
                    kind="belief", id=belief.id, row=-1, time=_since(belief), words=words,
                    vector=None, importance=BELIEF_WEIGHT[belief.confidence], retention=1.0,
                    relevance=relevance, people=frozenset(belief.about),
                    supports=frozenset(belief.supports), contradicts=frozenset(belief.contradicts),
                )
            )  # fmt: skip
        return found

    def _verbatim(
        self, asked: Asking, candidates: list[Candidate], numbers: Sequence[int | None]
    ) -> list[Candidate]:
        """Let a memory come first that holds what was asked word for word.

        Of a single word that is one who was told nothing else: it occurs in too many others.
        """
        language = self.frame.world.language
        wanted = terms(self.wanted.text, language)
        if not wanted:
            return candidates
        having = {*holding_all(self.mind.rows, numbers).tolist()} if numbers else None
        may = [
            each for each in candidates
            if each.kind == "belief" or having is None or each.row in having
        ]  # fmt: skip
        self._load(asked, may)
        holding: dict[Key, bool] = {}
        for each in may:
            said = terms(self._text(each), language)
            if wanted == said or (len(wanted) > 1 and _runs(wanted, said)):
                holding[each.key] = wanted == said
        return [
            c._replace(verbatim=True, whole=holding[c.key]) if c.key in holding else c
            for c in candidates
        ]

    def texts(self, asked: Asking, candidates: Sequence[Candidate]) -> list[str]:
        """What each candidate says, all of it."""
        self._load(asked, candidates)
        return [self._text(each) for each in candidates]

    def chosen(
        self, asked: Asking, candidates: Sequence[Candidate], *, explain: bool
    ) -> Recollection:
        """The few that come to mind, out of the candidates."""
        memories: dict[Key, Memory] = {}

        def shown(taken: Sequence[Candidate]) -> list[str]:
            self._load(asked, taken)
            memories.update((each.key, self._memory(asked, each)) for each in taken)
            return [memories[each.key].text for each in taken]

        measure = _measure(self.frame.settings, self.wanted.limit)
        chosen = choose(
            candidates, measure, asked.unit.head.time, self.mind.rows.tags, shown, traced=explain
        )
        given = tuple(memories[each.candidate.key] for each in chosen.taken)
        return Recollection(given, self._trace(asked, chosen) if explain else None)

    def still_there(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those of candidates gathered before that the mind holds yet: an undo may have come."""
        beliefs = {belief.id for belief, _ in self.frame.beliefs}
        ids = self.mind.rows.ids
        return [
            each for each in candidates
            if (each.id in beliefs if each.kind == "belief"
                else each.row < len(ids) and int(ids[each.row]) == each.id)
        ]  # fmt: skip

    def _trace(self, asked: Asking, chosen: Chosen):
        candidates = [fate.scored.candidate for fate in chosen.fates]
        texts = self.texts(asked, candidates)
        keyed = {each.key: text for each, text in zip(candidates, texts, strict=True)}
        return trace(chosen.fates, keyed)

    def _load(self, asked: Asking, candidates: Sequence[Candidate]) -> None:
        """Have the perceptions of candidates in words, out of memory where that is enough."""
        imperfect, mind = self.frame.settings.on("memory.imperfect"), self.mind
        due: list[int] = []
        for each in candidates:
            if each.kind == "belief" or each.id in self.read:
                continue
            said = mind.sayings.said(mind.rows, each.row)
            if said is None:
                due.append(each.id)
            else:
                self.read[each.id] = as_like(
                    said[0], self._like(said[0], imperfect=imperfect), said[1], self.frame.names
                )
        if due:
            stored = asked.unit.mind(mind.owner, *self.frame.atlas.merged_into(mind.owner))
            for held in stored.perceptions(ids=due):
                self.read[held.id] = as_perceived(held, self.frame.names, imperfect=imperfect)

    def _like(self, held: Held, *, imperfect: bool) -> Perception:
        """A kind of perception as the owner has it, put into words once for all of its kind."""
        kinds = self.frame.kinds_read
        found = kinds.get(held.id)
        if found is None:
            found = kinds[held.id] = as_perceived(held, self.frame.names, imperfect=imperfect)
        return found

    def _text(self, candidate: Candidate) -> str:
        if candidate.kind == "perception":
            return self.read[candidate.id].text
        return next(belief.text for belief, _ in self.frame.beliefs if belief.id == candidate.id)

    def _memory(self, asked: Asking, candidate: Candidate) -> Memory:
        if candidate.kind == "belief":
            found = next(belief for belief, _ in self.frame.beliefs if belief.id == candidate.id)
            return _believed(self._when(asked, _since(found)), found)
        return self._perceived(asked, self.read[candidate.id], candidate)

    def _perceived(self, asked: Asking, perception: Perception, candidate: Candidate) -> Memory:
        level = detail(candidate.retention, perception.importance)
        level = "vague" if level == "lost" else level  # asked for outright, it comes back vaguely
        names = self.frame.names
        where = None if perception.place is None else names(perception.place)
        return Memory(
            kind="perception", id=perception.id, event=perception.event, turn=perception.turn,
            text=told(names, perception, level), detail=level, who=perception.who,
            who_name=perception.who_name, when=self._when(asked, perception.time),
            where=where or None, how=perception.mode, confidence=None,
            event_kind=perception.kind,
        )  # fmt: skip

    def _when(self, asked: Asking, time: float) -> str:
        world = self.frame.world
        return world.calendar.between(time, asked.unit.head.time, world.language)


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


def _cues(asked: Asking, frame: Frame, wanted: Wanted) -> Cues:
    """Read the cues of a text by the names the owner has: a name it never heard is a word to it."""
    return read_cues(
        wanted.text,
        frame.world.language,
        frame.people,
        frame.described,
        frame.things,
        frame.kinds,
        people=tuple(_cue(asked, person, "people") for person in wanted.people),
        places=tuple(_cue(asked, place, "places") for place in wanted.places),
        items=tuple(_cue(asked, item, "items") for item in wanted.items),
        tags=wanted.tags,
        since=wanted.since,
        until=wanted.until,
        told_apart=frame.told_apart,
    )


def _cue(asked: Asking, id: str, cue: str) -> str:
    """The canonical id of what a cue names; raises `NotFound`, or `Refused` for another kind.

    Under the wrong cue it would find nothing, and nothing would say why.
    """
    found = asked.thing(id)
    kind = str(asked.atlas.kind(found))
    if CUES[kind] != cue:
        raise Refused(f"{id} is a thing of kind {kind}: ask for it in {CUES[kind]}, not in {cue}.")
    return found


def _runs(wanted: Sequence[str], said: Sequence[str]) -> bool:
    return f" {' '.join(wanted)} " in f" {' '.join(said)} "


def _since(belief: Belief) -> float:
    return belief.formed if belief.revised is None else belief.revised


def _believed(when: str, belief: Belief) -> Memory:
    return Memory(
        kind="belief", id=belief.id, event=None, turn=0, text=belief.text, detail="vivid",
        who=None, who_name=None, when=when, where=None, how="believed",
        confidence=belief.confidence,
    )  # fmt: skip


def told(names: NameBook, perception: Perception, level: Detail) -> str:
    """A perception's text as it is left at this level of detail."""
    if level in ("vivid", "clear"):
        return perception.text
    names = telling(names, perception)
    people = (perception.who, *perception.to, *perception.people)
    things = [fact.entity for fact in perception.conveys]
    kept = [names(id) for id in (*people, perception.place, *things) if id is not None]
    kind = kind_to_owner(perception.kind, perception.mode)
    who = perception.who_name or ""
    return faded(perception.text, level, kind, names.language, kept, who=who)
