"""What of a mind stands in its owner's prompt whatever comes to mind: read from that mind alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from rashomon.engine import ask
from rashomon.engine.ask import Asking
from rashomon.engine.minds import warm_mind
from rashomon.engine.remember import BEGINNING, told
from rashomon.prompts import lines
from rashomon.prompts.standing import Kept, Self
from rashomon.recall.retention import Detail, detail, detail_name, retention
from rashomon.story.mind import Belief, Known, Relationship
from rashomon.story.perception import Held
from rashomon.story.world import Character, Lore
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived

HEAVIEST = 5
"""Memories of so much importance stand in the prompt whatever comes to mind."""


@dataclass
class Own:
    """One mind, as far as it does not depend on where its owner is."""

    asked: Asking
    owner: str
    names: NameBook

    def self_(self, known: Sequence[Known], told: Mapping[str, tuple[str, str | None]]) -> Self:
        """Who the owner is and what it knows, and where things out of sight are `told` to be."""
        asked, atlas = self.asked, self.asked.atlas
        found = atlas.entities.get(self.owner)
        ids = {each.entity for each in known}
        learnt = {each.entity for each in known if each.how == "authored"}
        lore = {
            each.id: each.text for each in atlas.entities.values()
            if isinstance(each, Lore) and each.id in learnt
        }  # fmt: skip
        return Self(
            persona=found.persona if isinstance(found, Character) else "",
            relationships=tuple(self._relationships()),
            map=ask.known_map(asked, self.owner),
            things=tuple(
                e for e in atlas.entities if e in ids and atlas.kind(e) in ("lore", "item")
            ),
            lore=lore,
            beliefs=tuple(self.beliefs),
            memories=tuple(self._kept()),
            told=told,
        )

    # How it regards others.

    def _relationships(self) -> Iterator[Relationship]:
        """Those of which there is something to say; the engine's words for one are left out."""
        for bond in ask.relationships(self.asked, self.owner):
            if bond.about in self.asked.atlas.characters and bond.about not in self.met:
                yield replace(bond, text="") if bond.about in self._wordless else bond

    @cached_property
    def met(self) -> set[str]:
        """Whom the owner has talked with, and of whom it has no more than that."""
        return {about for about, bond in self._wordless.items() if bond.since is not None}

    @cached_property
    def _wordless(self) -> dict[str, Relationship]:
        """Acquaintances of which nothing is said."""
        canonical = self.asked.atlas.canonical
        found: dict[str, Relationship] = {}
        for bond in self.asked.mind(self.owner).relationships():
            about = canonical(bond.about)
            if about not in found or bond.about == about:
                found[about] = bond
        return {
            about: bond for about, bond in found.items()
            if bond.kind == "acquaintance" and not bond.text.strip()
        }  # fmt: skip

    # What it believes and remembers.

    @cached_property
    def beliefs(self) -> list[Belief]:
        """What the owner believes today, as it came about."""
        canonical = self.asked.atlas.canonical
        return [
            replace(each, about=tuple(map(canonical, each.about)))
            for each in self.asked.mind(self.owner).beliefs() if each.status == "held"
        ]  # fmt: skip

    @cached_property
    def digested(self) -> set[int]:
        """The perceptions that a held belief was formed from."""
        return {id for each in self.beliefs for id in each.supports}

    def _kept(self) -> Iterator[Kept]:
        """What weighs most of all that the owner remembers, as it came about, as far as it is left.

        When it was is said in days and longer, so that a memory reads alike from turn to turn.
        """
        rows = warm_mind(self.asked, self.owner).rows
        if not len(rows):
            return
        heavy = np.array([each.importance >= HEAVIEST for each in rows.briefs])
        ids = [int(rows.ids[n]) for n in np.flatnonzero(heavy[rows.like])]
        now, world = self.asked.unit.head.time, self.asked.world
        imperfect = self.asked.settings.on("memory.imperfect")
        for held in self.asked.mind(self.owner).perceptions(ids=ids) if ids else ():
            level = self._detail(held) if imperfect else "vivid"
            read = as_perceived(held, self.names, imperfect=imperfect)
            days = now - held.time >= world.calendar.seconds_a_day
            when = world.calendar.between(held.time, now, world.language) if days else ""
            dim = detail_name(level, world.language) if level in ("faded", "vague") else ""
            text = told(self.names, read, level)
            line = lines.standing(held, read, self.names, text, when, dim)
            yield Kept(held.id, line, frozenset((read.who or "", *read.to, *read.people)))

    def _detail(self, held: Held) -> Detail:
        """How clear a memory is, as recall has it."""
        times = warm_mind(self.asked, self.owner).frame.recollected.get(held.id, ())
        if held.event is None:
            times = (BEGINNING, *times)
        share = self.asked.settings.number("memory.foldedFade")
        digested = share if held.id in self.digested else 1.0
        now = self.asked.unit.head.time
        return detail(retention(held.importance, held.time, times, now, digested=digested),
                      held.importance)  # fmt: skip
