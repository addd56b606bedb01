"""Remembering: the owner's rows are weighed, the best are read, and a few come to mind.

Nothing is written: a recollection makes a memory last longer only when a turn names it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace

from rashomon.engine.ask import Asking, asking
from rashomon.engine.context import Context
from rashomon.engine.minds import warm_mind, with_vectors
from rashomon.engine.warm import Frame, WarmMind
from rashomon.errors import NoOpinion
from rashomon.ports.embedder import Embedder
from rashomon.recall.candidate import Candidate, Key
from rashomon.recall.cues import Cues, read_cues
from rashomon.recall.fading import faded, kind_to_owner
from rashomon.recall.gather import Standing, gather, holding_all, holding_only, rarity, word_scores
from rashomon.recall.recollect import Chosen, Measure, Memory, Recollection, choose, trace
from rashomon.recall.retention import Detail, detail, retention
from rashomon.recall.rows import Floats
from rashomon.recall.score import rerank
from rashomon.settings import Settings
from rashomon.story.mind import Belief, Confidence
from rashomon.story.perception import Perception
from rashomon.story.words import terms
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


def recall(
    context: Context, story: str, owner: str, wanted: Wanted, *, explain: bool = False
) -> Recollection:
    """What comes to the owner's mind, most to the point first.

    A model that takes its time is asked while no transaction is open: what it says is of the story
    as it stood, and what was taken back meanwhile does not come to mind.
    """
    with asking(context, story) as asked:
        remembering = Remembering.of(asked, owner, wanted)
        reranker = context.reranker(remembering.frame.settings.text("reranker"))
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
        return Remembering.of(asked, owner, wanted).chosen(asked, candidates, explain=explain)


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
        embedder = asked.context.embedder(mind.frame.settings.text("embedder"))
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
        none: list[dict[str, Standing]] = [{}] * len(gathered.rows)
        standings = gathered.standings() if explain else none
        nearest = gathered.rows.tolist()
        vectors = [None] * len(nearest) if meant is None else meant.rows(gathered.rows)
        words = rows.words.of(nearest, len(rows))
        now, fades = asked.unit.head.time, frame.settings.on("memory.imperfect")
        found: list[Candidate] = []
        for n, row in enumerate(nearest):
            id, brief, time = int(rows.ids[row]), rows.brief(row), float(rows.times[row])
            if id in without:
                continue
            candidate = Candidate(
                kind="perception", id=id, row=row, time=time, words=words[n], vector=vectors[n],
                importance=brief.importance,
                retention=self._retention(id, brief.importance, time, now, row) if fades else 1.0,
                relevance=float(gathered.relevance[n]), people=frozenset(brief.people),
                place=brief.place, tags=frozenset(brief.tags), scene=int(rows.scene[row]),
                standings=standings[n],
            )  # fmt: skip
            found.append(candidate)
        found += self._beliefs(numbers)
        found = self._verbatim(asked, found, numbers)
        return [candidate for candidate in found if _comes(candidate, self.cues)]

    def _retention(self, id: int, importance: int, time: float, now: float, row: int) -> float:
        frame = self.frame
        share = frame.settings.number("memory.foldedFade") if id in frame.digested else 1.0
        times = frame.recollected.get(id, ())
        if self.mind.rows.moments[row] < 0:
            times = (BEGINNING, *times)
        return retention(importance, time, times, now, digested=share)

    def _beliefs(self, numbers: Sequence[int | None]) -> list[Candidate]:
        """The held beliefs that share words or people with the cues.

        A belief lies in no list of perceptions, so that its words are weighed by how rare they are
        among those: it stands beside them on the same scale.
        """
        rows, cues = self.mind.rows, self.cues
        weights = {n: rarity(len(rows), len(rows.words.having(n))) for n in numbers}
        most = sum(weights.values()) or 1.0
        found: list[Candidate] = []
        for belief, words in self.frame.beliefs:
            said = sum(weights[n] for n in numbers if n in words) / most
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
        self._load(asked, [each.id for each in may if each.kind == "perception"])
        holding: dict[Key, bool] = {}
        for each in may:
            said = terms(self._text(each), language)
            if wanted == said or (len(wanted) > 1 and _runs(wanted, said)):
                holding[each.key] = wanted == said
        return [
            replace(c, verbatim=True, whole=holding[c.key]) if c.key in holding else c
            for c in candidates
        ]

    def texts(self, asked: Asking, candidates: Sequence[Candidate]) -> list[str]:
        """What each candidate says, all of it."""
        self._load(asked, [each.id for each in candidates if each.kind == "perception"])
        return [self._text(each) for each in candidates]

    def chosen(
        self, asked: Asking, candidates: Sequence[Candidate], *, explain: bool
    ) -> Recollection:
        """The few that come to mind, out of the candidates."""
        memories: dict[Key, Memory] = {}

        def shown(taken: Sequence[Candidate]) -> list[str]:
            self._load(asked, [each.id for each in taken if each.kind == "perception"])
            memories.update((each.key, self._memory(asked, each)) for each in taken)
            return [memories[each.key].text for each in taken]

        candidates = self._still_there(asked, candidates)
        measure = _measure(self.frame.settings, self.wanted.limit)
        chosen = choose(
            candidates, measure, asked.unit.head.time, self.mind.rows.tags, shown
        )  # fmt: skip
        given = tuple(memories[each.candidate.key] for each in chosen.taken)
        return Recollection(given, self._trace(asked, chosen) if explain else None)

    def _still_there(self, asked: Asking, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """The candidates but for what was taken back since they were gathered."""
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

    def _load(self, asked: Asking, ids: Sequence[int]) -> None:
        """Read perceptions, those that were not yet."""
        due = [id for id in ids if id not in self.read]
        if not due:
            return
        imperfect = self.frame.settings.on("memory.imperfect")
        for held in asked.mind(self.mind.owner).perceptions(ids=due):
            self.read[held.id] = as_perceived(held, self.frame.names, imperfect=imperfect)

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
            text=_told(names, perception, level), detail=level, who=perception.who,
            who_name=perception.who_name, when=self._when(asked, perception.time),
            where=where or None, how=perception.mode, confidence=None,
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
        frame.things,
        frame.kinds,
        people=tuple(asked.person(person) for person in wanted.people),
        places=tuple(asked.thing(place) for place in wanted.places),
        items=tuple(asked.thing(item) for item in wanted.items),
        tags=wanted.tags,
        since=wanted.since,
        until=wanted.until,
    )


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


def _told(names: NameBook, perception: Perception, level: Detail) -> str:
    if level in ("vivid", "clear"):
        return perception.text
    people = (perception.who, *perception.to, *perception.people)
    things = [fact.entity for fact in perception.conveys]
    kept = [names(id) for id in (*people, perception.place, *things) if id is not None]
    kind = kind_to_owner(perception.kind, perception.mode)
    who = perception.who_name or ""
    return faded(perception.text, level, kind, names.language, kept, who=who)
