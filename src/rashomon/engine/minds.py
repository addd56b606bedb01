"""A mind's rows for recall: read whole once, then grown by what has been recorded since.

What changes anything but the end of the record raises the story's epoch, and the mind is read
again, so that nothing stale is ever weighed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rashomon.engine.ask import Asking
from rashomon.engine.sayings import SILENT, said
from rashomon.engine.sights import grown as grown_sights
from rashomon.engine.warm import Frame, WarmMind
from rashomon.ports.embedder import Embedder
from rashomon.recall.cues import NOBODY
from rashomon.recall.lexicon import Lexicon
from rashomon.recall.rows import NOTHING, Brief, Columns, grown
from rashomon.story.mind import NameKnown
from rashomon.story.naming import Finder, bare, unnamed
from rashomon.story.perception import Held, Lean
from rashomon.story.phrasing import phrases
from rashomon.story.places import Atlas
from rashomon.views.naming import NameBook
from rashomon.views.reading import actor_of, addressed, concerned, place_of
from rashomon.views.sight import Sights


def warm_mind(asked: Asking, owner: str) -> WarmMind:
    """One mind as the transaction of this question sees it. Raises `NotFound`."""
    head, minds = asked.unit.head, asked.context.minds
    now = (head.epoch, head.commit)
    before = minds.get((head.key, owner))
    if before is not None and (before.epoch, before.commit) == now:
        return before  # known by this very id: nothing at all need be looked up
    owner = asked.person(owner)
    before = minds.get((head.key, owner))
    if before is not None and (before.epoch, before.commit) == now:
        return before
    if before is not None and (before.epoch != head.epoch or before.commit > head.commit):
        before = None
    found = _read(asked, owner, before)
    minds.put((head.key, owner), found)
    return found


def _read(asked: Asking, owner: str, before: WarmMind | None) -> WarmMind:
    head = asked.unit.head
    lexicon = asked.context.minds.lexicon(head.key, asked.world.language)
    rows, sayings = (NOTHING, SILENT) if before is None else (before.rows, before.sayings)
    last = int(rows.moments[-1]) if len(rows) else None
    new = asked.mind(owner).lean(last, imperfect=asked.settings.on("memory.imperfect"))
    texts = [unnamed(text) for text in new.texts]
    if new.ids:
        rows = grown(rows, _columns(asked, new, texts), lexicon)
        sayings = said(sayings, new)
    sights = grown_sights(asked, owner, None if before is None else before.frame.sights, new.kinds)
    frame = _frame(asked, owner, lexicon, before, sights)
    searched = dict(zip(new.documents, texts, strict=True))
    return WarmMind(owner, head.epoch, head.commit, rows, sayings, frame, lexicon, searched)


def with_vectors(asked: Asking, mind: WarmMind, embedder: Embedder, model: str) -> WarmMind:
    """The same mind with the vectors that a model made of its rows.

    What was recorded just now has none yet. A model that makes them in no time is asked for them
    here, and they are kept in memory alone, for a question writes nothing; of any other they are
    made in the background. Raises `NoOpinion`.
    """
    if mind.model == model and mind.meant is not None and not len(mind.meant.without):
        return mind
    unit, documents = asked.unit, mind.rows.documents
    meant = unit.shelved(model, documents)
    if embedder.instant and len(meant.without):
        due = np.unique(documents[meant.without]).tolist()
        texts = mind.texts
        if not texts.keys() >= {*due}:
            imperfect = mind.frame.settings.on("memory.imperfect")
            every = asked.mind(mind.owner).lean(None, imperfect=imperfect)
            texts = dict(zip(every.documents, map(unnamed, every.texts), strict=True))
        unit.shelve(model, due, embedder.embed([texts.get(number, "") for number in due]))
        meant = unit.shelved(model, documents)
    found = replace(mind, model=model, meant=meant, texts={})
    asked.context.minds.put((unit.head.key, mind.owner), found)
    return found


def _columns(asked: Asking, new: Lean, texts: Sequence[str]) -> Columns:
    briefs = [_brief(asked, held) for held in new.kinds]
    return Columns(new.ids, new.moments, new.documents, new.times, texts, new.like, briefs)


def _brief(asked: Asking, held: Held) -> Brief:
    event, atlas = held.event, asked.atlas
    people: tuple[str | None, ...] = held.people
    things: tuple[str, ...] = tuple(fact.entity for fact in held.facts)
    place = tags = None
    if event is not None:
        people = (
            actor_of(held, event), *addressed(held, event, atlas), *concerned(held, event, atlas)
        )  # fmt: skip
        place = place_of(held, event)
        if held.accuracy == "whole" and event.kind != "move":
            things = (*event.with_, *event.on, *event.named, *things)
            tags = event.tags
    canonical = atlas.canonical
    return Brief(
        importance=held.importance, stood=held.at,
        place=None if place is None else canonical(place),
        people=frozenset(canonical(p) for p in people if p is not None),
        things=frozenset(canonical(t) for t in things if atlas.knowable(t)),
        tags=frozenset(tags or ()),
    )  # fmt: skip


def _frame(
    asked: Asking, owner: str, lexicon: Lexicon, before: WarmMind | None, sights: Sights
) -> Frame:
    mind, atlas, names = asked.mind(owner), asked.atlas, asked.names_seeing(owner, sights)
    known = {atlas.canonical(each.entity) for each in mind.knowledge()}
    things = [atlas.entities[id] for id in known if id in atlas.entities]
    beliefs = tuple(
        (belief, lexicon.words(belief.text)) for belief in mind.beliefs() if belief.status == "held"
    )
    since = 0 if before is None else before.commit
    recollected = {} if before is None else dict(before.frame.recollected)
    for perception, times in mind.recollections(since).items():
        recollected[perception] = (*recollected.get(perception, ()), *times)
    return Frame(
        world=asked.world,
        atlas=atlas,
        settings=asked.settings,
        names=names,
        sights=sights,
        told_apart={each: at for each, at in sights.first.items() if not names.named(each)},
        people=Finder(_names(names, atlas, mind.names())),
        described=Finder(_looks(names, atlas)),
        things=Finder((name, thing.id) for thing in things for name in thing.every_name),
        kinds={id: kind for id, kind in atlas.kinds.items() if id in known},
        beliefs=beliefs,
        digested=frozenset(id for belief, _ in beliefs for id in belief.supports),
        recollected=recollected,
    )


def _names(names: NameBook, atlas: Atlas, learnt: Sequence[NameKnown]) -> list[tuple[str, str]]:
    """What the owner calls everybody, and whatever other names it has heard for them.

    Also as a sentence begins with it. What fits several, as "a stranger" may, means nobody.
    """
    whose: dict[str, set[str]] = {}
    for person in atlas.characters:
        whose.setdefault(names(person), set()).add(person)
    for known in learnt:
        whose.setdefault(known.name, set()).add(atlas.canonical(known.person))
    whose.setdefault(phrases(names.language).stranger, set()).add(NOBODY)
    found = [(name, NOBODY if len(of) > 1 else of.pop()) for name, of in whose.items() if name]
    return [*found, *((name[0].upper() + name[1:], person) for name, person in found)]


def _looks(names: NameBook, atlas: Atlas) -> list[tuple[str, str]]:
    """What strangers look like to the owner, without "a": "the man with the cane" is that man."""
    whose: dict[str, set[str]] = {}
    for id, person in atlas.characters.items():
        if person.appearance and names(id) == person.appearance:
            whose.setdefault(bare(person.appearance), set()).add(id)
    return [(look, of.pop()) for look, of in whose.items() if look and len(of) == 1]
