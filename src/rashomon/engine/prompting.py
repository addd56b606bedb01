"""Prompts: one mind is read, and nothing else, and put in order for a model that plays it.

Who is there and what the owner carries is asked of the owner's own mind too: who came unnoticed is
not in the room to it, and a purse that was cut is still on its belt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rashomon.engine import ask
from rashomon.engine.ask import Asking
from rashomon.engine.context import Context
from rashomon.engine.minds import warm_mind
from rashomon.engine.recollecting import CUES, Coming, cued
from rashomon.engine.remember import Wanted
from rashomon.engine.standing import Own
from rashomon.prompts import lines
from rashomon.prompts.character import Character
from rashomon.prompts.gm import Objective, gm_prompt
from rashomon.prompts.present import Place, Present
from rashomon.prompts.prompt import Line, Prompt, bullet
from rashomon.prompts.scene import LEAVES, SceneLine, Shown, is_common
from rashomon.prompts.seeing import seen
from rashomon.prompts.standing import Self, folded
from rashomon.recall.candidate import Key
from rashomon.recall.recollect import Memory
from rashomon.recall.retention import detail, retention
from rashomon.recall.rows import SCENE_BREAK, MindRows
from rashomon.settings import Settings
from rashomon.story.mind import Known
from rashomon.story.perception import START, Held, Moment, Perception
from rashomon.story.prompting import prompting
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived

EARLIER = 64
"""So many of the last perceptions from before a scene are shown too, until what is newer needs
their room: who steps out and comes back has not forgotten what was being talked of.
"""

FEWEST, STEP = 400, 8 * LEAVES
"""Of a long scene at least so many perceptions are read; its beginning is left in such steps."""

NEVER = -(2**63)
"""Where a belief stands in the order of moments: before all of them."""


def context_of(context: Context, story: str, owner: str) -> Prompt:
    """All that a model playing this character may be given."""
    with ask.asking(context, story) as asked:
        return _Making(asked, asked.person(owner)).prompt()


def context_gm(context: Context, story: str) -> Prompt:
    """The same for whoever directs the story: objective, and nobody's mind."""
    with ask.asking(context, story) as asked:
        budget = asked.settings.whole("context.tokens")
        events = ask.events(asked, limit=budget // 4, before=None, turn=None)
        objective = Objective(
            asked.objective,
            asked.unit.states(),
            [(event, _when(asked, event.time)) for event in events],
            ask.threads(asked, None),
            _now(asked),
        )
        return gm_prompt(objective, budget)


def _now(asked: Asking) -> str:
    return asked.world.calendar.show(asked.unit.head.time, asked.world.language)


def _when(asked: Asking, time: float) -> str:
    world = asked.world
    shown = world.calendar.show(time, world.language)
    return prompting(world.language).when.format(time=shown)


@dataclass
class _Making:
    """One prompt being made: what it is made of is read once, when it is first asked for."""

    asked: Asking
    owner: str
    read: dict[int, Held] = field(default_factory=dict[int, Held])

    def prompt(self) -> Prompt:
        """Read the mind and put it in order."""
        me, scene, present = self.me, self.scene, self.present
        self_ = self.self_.without(scene.ids)
        standing = me.standing(scene, self_, present, self.threads)
        recalled = self._recalled(scene, present.here, standing)
        return me.prompt(scene, self_, recalled, present, self.threads)

    # What is looked up once.

    @cached_property
    def names(self) -> NameBook:
        """What the owner calls everybody."""
        return warm_mind(self.asked, self.owner).frame.names

    @cached_property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.asked.settings

    @cached_property
    def me(self) -> Character:
        """The one whose prompt it is."""
        return Character(self.names, self.settings.whole("context.tokens"))

    @cached_property
    def here(self) -> str | None:
        """Where the owner is. It always perceives its own coming."""
        return self.asked.where(self.owner)

    @cached_property
    def known(self) -> list[Known]:
        """What the owner can identify."""
        live = self.asked.atlas.live
        return [k for k in ask.knowledge(self.asked, self.owner) if live(k.entity) is not None]

    @cached_property
    def rows(self) -> MindRows:
        """The owner's perceptions in short, oldest first."""
        return warm_mind(self.asked, self.owner).rows

    # The scene.

    @cached_property
    def begins(self) -> int:
        """From which row on this scene goes: all rows, where it has just come here.

        The last turn's length ends no scene: what was said in it is still to be answered.
        """
        scene = self.rows.scene
        first = len(scene)
        if first and self.rows.moments[-1] > START:
            (last,) = self._held([int(self.rows.ids[-1])])
            stood = None if last.at is None else self.asked.atlas.canonical(last.at)
            if stood == self.here:
                return int(np.flatnonzero(scene == scene[-1])[0])
        return first

    @cached_property
    def window(self) -> list[Held]:
        """The perceptions of the scene that a prompt may show, oldest first, with what led here."""
        ids, first = self.rows.ids, self.begins
        most = max(FEWEST, self.settings.whole("context.tokens") // 8)
        start = max(0, first - EARLIER) // LEAVES * LEAVES
        if len(ids) - start > most:
            start += ((len(ids) - start - most) // STEP + 1) * STEP
        found = self._held([int(id) for id in ids[start:]])
        return [each for each in found if each.moment > START]

    @cached_property
    def scene(self) -> Shown:
        """What of the scene the prompt shows: what is still held word for word.

        What has faded is no longer before anybody's eyes; it comes back as a memory, as dim as it
        is by then.
        """
        moments = self.rows.moments
        begun = int(moments[self.begins]) if self.begins < len(moments) else None
        held = [*self.window]
        dim = [n for n, each in enumerate(held) if not self._sharp(each)]
        if dim:
            past, row = dim[-1] + 1, self.rows_before(held)
            aligned = -(-(row + past) // LEAVES) * LEAVES - row
            held = held[aligned if aligned < len(held) else past :]
        found: list[SceneLine] = []
        for row, each in enumerate(held, self.rows_before(held)):
            inside = begun is not None and each.moment >= begun
            read = self._reading(each)
            text = lines.perceived(each, read, self.names, read.text)
            when = _when(self.asked, each.time)
            common = inside and is_common(each)
            asks = inside and read.mode == "heard" and self.owner in read.to
            found.append(SceneLine(each.id, row, each.time, when, text, common, asks=asks))
        return self.me.scene(found, self.self_, self.present, self.threads)

    def rows_before(self, held: Sequence[Held]) -> int:
        """How many perceptions lie before these, which are the last."""
        return len(self.rows.ids) - len(held)

    def _reading(self, held: Held) -> Perception:
        return as_perceived(held, self.names, imperfect=self.settings.on("memory.imperfect"))

    def _sharp(self, held: Held) -> bool:
        """Whether a perception is still held word for word, by the measure of recall.

        By its own time alone: one that came to mind since is held better, and comes to mind again.
        """
        if not self.settings.on("memory.imperfect"):
            return True
        share = self.settings.number("memory.foldedFade") if held.id in self.digested else 1.0
        now = self.asked.unit.head.time
        kept = retention(held.importance, held.time, (), now, digested=share)
        return detail(kept, held.importance) in ("vivid", "clear")

    @cached_property
    def digested(self) -> set[int]:
        """The perceptions that a held belief was formed from."""
        return self.own.digested

    # What is seen.

    @cached_property
    def last_seen(self) -> dict[str, str | None]:
        """Where the owner saw what, as far as its perceptions in this stay say."""
        window, moments = self.window, self.rows.moments
        aliases = self.asked.atlas.aliases
        events = moments[moments > START]
        if len(events) > len(window):
            return seen((), window, aliases)
        return seen(self.asked.mind(self.owner).moments().items(), window, aliases)

    @cached_property
    def whereabouts(self) -> dict[str, str]:
        """Where each thing is to the owner's last knowledge, by sight or by hearsay."""
        canonical = self.asked.atlas.canonical
        found = self.asked.mind(self.owner).whereabouts()
        return {canonical(each): canonical(at) for each, at in found.items() if isinstance(at, str)}

    @cached_property
    def places(self) -> dict[str, str]:
        """Where each person and thing is that the owner saw last where it can see or reach it.

        Hearsay is no sight: of what it was only told it has another look, in its own memory.
        """
        atlas = self.asked.atlas
        near = set[str]()
        if self.here is not None:
            near = {self.here, *atlas.overlooks(self.here)}
        near.add(self.owner)
        found: dict[str, str] = {}
        while True:
            more = {
                each: at
                for each in {*self.last_seen, *self.whereabouts} - set(found) - {self.owner}
                if atlas.live(each) is not None
                and (self.last_seen.get(each) in near or self.whereabouts.get(each) in near)
                and (at := self._saw(each)) is not None
                and at in near
                and not self._missed(each, at)
            }
            if not more:
                return found
            found |= more
            near |= set(more)

    def _missed(self, entity: str, at: str) -> bool:
        """Whether the owner found that it has not about it what it thought it had.

        What it carries is in plain view to itself. So who is told that it is somewhere else looks,
        and sees what was so at that moment; a purse that was cut unnoticed, and of which nobody has
        said a word, is still on its belt.
        """
        if at != self.owner or self.whereabouts.get(entity) == self.owner:
            return False
        newest = self._newest(entity)
        if newest is None or newest.fact.how != "told":
            return False
        states = self.asked.unit.states(newest.moment)
        held = {states.get(each, {}).get("at") for each in self.asked.every_id(entity)}
        return not held & {*self.asked.every_id(self.owner)}

    def _newest(self, entity: str) -> Moment | None:
        """What the owner was last shown or told of where something is."""
        moments = self.asked.mind(self.owner).latest(*self.asked.every_id(entity), witnessed=False)
        return max((m for m in moments if m.fact.key == "at"), key=_moment, default=None)

    def _saw(self, entity: str) -> str | None:
        if entity in self.last_seen:
            return self.last_seen[entity]
        mind, every = self.asked.mind(self.owner), self.asked.every_id(entity)
        canonical = self.asked.atlas.canonical
        if entity in self.asked.atlas.characters:
            if not self.names.has_seen(entity):
                return None  # heard to be there, and nothing else
            sightings = mind.sightings(*every)
            at = sightings[-1][1] if sightings else None
        else:
            moments = mind.latest(*every, witnessed=True)
            newest = max((m for m in moments if m.fact.key == "at"), key=_moment, default=None)
            at = None if newest is None else newest.fact.value
        return canonical(at) if isinstance(at, str) else None

    @cached_property
    def present(self) -> Present:
        """The present state as the owner has it."""
        asked, here = self.asked, self.here
        atlas = asked.atlas
        place = None if here is None else atlas.places.get(here)
        known = {each.entity for each in self.known}
        within = None if place is None or place.within not in known else place.within
        beyond = () if here is None else atlas.overlooks(here)
        carried = [*self._lying(self.owner)]
        return Present(
            time=_now(asked),
            here=None if here is None else self._place(here),
            within=within,
            looks="" if place is None else place.description,
            beyond=tuple(self._place(each) for each in beyond),
            carried=tuple(thing for thing, _ in carried),
            met=frozenset(self.own.met),
        )

    def _place(self, place: str) -> Place:
        rank = self.asked.atlas.rank
        people = [p for p, at in self.places.items() if at == place and p in rank]
        people.sort(key=rank.__getitem__)
        things = [*self._lying(place)]
        items = self.asked.atlas.items
        for person in people:
            things += [(each, at) for each, at in self._lying(person) if items[each].worn]
        return Place(place, tuple(people), tuple(things))

    def _lying(self, holder: str) -> Iterator[tuple[str, str]]:
        """The items that the owner saw at a place, with somebody or in a thing, however deep."""
        items = self.asked.atlas.items
        for each in items:
            if self.places.get(each) == holder:
                yield each, holder
                yield from self._lying(each)

    # The rest.

    @cached_property
    def own(self) -> Own:
        """What of the owner stands whatever happens."""
        return Own(self.asked, self.owner, self.names)

    @cached_property
    def self_(self) -> Self:
        """Who the owner is, and what it knows apart from the scene."""
        known = {each.entity for each in self.known}
        told = {
            thing: said for thing in known - set(self.places)
            if (said := self._said_to_be(thing, known)) is not None
        }  # fmt: skip
        return self.own.self_(self.known, told)

    def _said_to_be(self, thing: str, known: Collection[str]) -> tuple[str, str | None] | None:
        """Where something out of sight was last said to be, and by whom."""
        at, atlas = self.whereabouts.get(thing), self.asked.atlas
        if at is None or at == self.owner or atlas.live(at) is None:
            return None
        if at not in atlas.characters and at not in known:
            return None
        newest = self._newest(thing)
        if newest is None or newest.fact.how != "told":
            return None
        by = None if newest.fact.by is None else atlas.canonical(newest.fact.by)
        if by is None or (
            self.names.has_seen(by) and not self.names.at(newest.moment).makes_out(by)
        ):
            return at, None  # from a voice that it cannot tell to be somebody met since
        return at, by

    def _recalled(self, scene: Shown, here: Place | None, standing: Collection[Key]) -> list[Line]:
        """What comes to mind at the last words, the people and the place; not what is shown.

        Beliefs first and then in the order in which it came about, for what comes to mind changes
        little from turn to turn; the rank keeps what is most to the point where room is short.
        """
        beliefs = frozenset(id for kind, id in standing if kind == "belief")
        memories = {id for kind, id in standing if kind == "perception"}
        coming = Coming(
            self.asked,
            self.owner,
            {*scene.ids, *memories, *folded(self.own.beliefs, beliefs)},
            self._told,
            self.settings.whole("recall.limit"),
            self.settings.whole("recall.tokens"),
            said={line.text for line in (*scene.common, *scene.latest)},
            beliefs=beliefs,
        )
        said = self._said(scene)
        last = [each for each in said if each.turn == said[-1].turn]
        words = cued(last, self.owner, self.names.language)
        before = " ".join(each.text for each in said[: -len(last) or None][-CUES:])
        people = () if here is None else here.people
        places = () if here is None else (here.id,)
        memories = coming.by(words, before, Wanted(people=people, places=places))
        found: list[tuple[int, Line]] = []
        for rank, each in enumerate(memories):
            told = lines.dated(each, self._told(each), self.names)
            of = self._source(each)
            moment = NEVER if of is None else of.moment
            found.append((moment, Line(bullet(told), rank)))
        return [line for _, line in sorted(found, key=lambda each: each[0])]

    def _said(self, scene: Shown) -> list[Perception]:
        """What of this scene is before the owner's eyes; nothing where time has jumped since."""
        moments = self.rows.moments
        begun = int(moments[self.begins]) if self.begins < len(moments) else None
        inside = [
            self._reading(each) for each in self.window
            if begun is not None and each.moment >= begun and each.id in scene.ids
        ]  # fmt: skip
        head = self.asked.unit.head
        if not inside or (
            inside[-1].turn != head.turn and head.time - inside[-1].time >= SCENE_BREAK
        ):
            return []
        return inside

    def _told(self, memory: Memory) -> str:
        """A memory in words, without its time."""
        of = self._source(memory)
        return lines.recalled(memory, of, None if of is None else self._reading(of), self.names)

    def _source(self, memory: Memory) -> Held | None:
        """The perception that a memory is of; a belief is of none."""
        if memory.kind != "perception":
            return None
        if memory.id not in self.read:
            self.read |= {each.id: each for each in self._held([memory.id])}
        return self.read[memory.id]

    def _held(self, ids: Sequence[int]) -> Sequence[Held]:
        return self.asked.mind(self.owner).perceptions(ids=ids) if ids else ()

    @cached_property
    def threads(self) -> list[str]:
        """What is left open, as the owner has it."""
        found = ask.threads(self.asked, self.owner)
        return [lines.thread(each, self.names) for each in found if each.status == "open"]


def _moment(moment: object) -> int:
    return getattr(moment, "moment", 0)
