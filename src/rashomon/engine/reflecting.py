"""What a reflection reads: who is due, and what each mind is shown of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rashomon.engine.ask import Asking
from rashomon.engine.origins import origin
from rashomon.engine.sights import sights_of
from rashomon.ports.store import ReflectedOn, StoredStory
from rashomon.reflect.bearing import Checks, checks, involved
from rashomon.reflect.view import Shown, View
from rashomon.reflect.when import Reflector, Standing
from rashomon.story.mind import Belief
from rashomon.story.perception import Held, Perception
from rashomon.story.places import Atlas
from rashomon.story.world import Character
from rashomon.views.naming import NameBook
from rashomon.views.reading import as_perceived, told_apart

BEFORE = 200
"""How many perceptions from before the last reflection are looked at again: what was done once then
and once since recurs."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one mind is shown, and what it is asked about it.

    `checks` are the beliefs that are checked now, and those that stay due; `checked` says up to
    which moment each was, before. `new` are the perceptions since its last reflection. `turn`,
    `time` and `newest` say how far the story had come. `when` puts a moment in the story's words,
    `kinds` has the kind of every id.
    """

    owner: str
    view: View
    held: Mapping[int, Held]
    names: NameBook
    kinds: Mapping[str, str]
    checks: Checks
    checked: Mapping[int, int]
    new: frozenset[int]
    turn: int
    time: float
    newest: int
    when: Callable[[float], str]

    def checked_now(self) -> dict[int, int]:
        """Up to which moment each belief has been checked after this."""
        now = {belief: self.newest for belief in self.view.held if belief not in self.checks.due}
        return {**self.checked, **now}


def look(asked: Asking, owner: str, checked_at_most: int) -> Look:
    """What one mind is shown of itself: what is new to it, and somewhat of what came before."""
    last = _last(asked.unit, asked.atlas).get(owner)
    since = None if last is None else last.moment
    mind, atlas = asked.mind(owner), asked.atlas
    names = asked.names_seeing(owner, sights_of(asked, owner))
    held = mind.perceptions(limit=BEFORE + (0 if since is None else mind.count(since)))
    beliefs = tuple(mind.beliefs())
    there = {each.id for each in held}
    behind = mind.perceptions(ids=sorted({id for b in beliefs for id in b.supports} - there))
    view = _view(asked, owner, names, held, behind, beliefs)
    checked = dict(last.checked) if last is not None else {}
    calendar, language, now = asked.world.calendar, asked.world.language, asked.unit.head.time
    return Look(
        owner=owner,
        view=view,
        held={each.id: each for each in (*held, *behind)},
        names=names,
        kinds={id: str(kind) for id, kind in atlas.kinds.items()},
        checks=checks(_waiting(view, checked), checked_at_most, language),
        checked=checked,
        new=frozenset(each.id for each in held if since is None or each.moment > since),
        turn=asked.unit.head.turn,
        time=now,
        newest=asked.unit.next_event() - 1,
        when=lambda time: calendar.between(time, now, language),
    )


def stands(unit: StoredStory, asked: Asking, look: Look, shown: Iterable[int]) -> bool:
    """Whether what a mind was shown is still as it was: every belief, and these perceptions.

    What they are called does not count, nor what was graded or sealed since: they were perceived.
    """
    mind = asked.mind(look.owner)
    if unit.head.turn < look.turn or tuple(mind.beliefs()) != look.view.beliefs:
        return False
    ids = sorted({*shown})
    now = {each.id: each for each in mind.perceptions(ids=ids)}
    return all(id in now and _same(now[id], look.held[id]) for id in ids)


def _same(one: Held, other: Held) -> bool:
    return (
        (one.id, one.moment, one.mode, one.accuracy, one.own, one.teller)
        == (other.id, other.moment, other.mode, other.accuracy, other.own, other.teller)
        and {*one.facts} == {*other.facts}
    )  # fmt: skip


def _waiting(view: View, checked: Mapping[int, int]) -> list[tuple[Belief, list[Perception]]]:
    """Each held belief with what was perceived since it was last checked."""
    return [
        (
            belief,
            [
                shown.perception
                for shown in view.perceptions
                if (shown.perception.event or 0) > checked.get(belief.id, _formed(view, belief))
            ],
        )
        for belief in view.held.values()
    ]


def _formed(view: View, belief: Belief) -> int:
    """The newest event of those that a belief was formed from; nothing before it speaks anew."""
    grounds = view.grounds(belief.supports)
    return max((each.perception.event or 0 for each in grounds), default=0)


def _view(
    asked: Asking,
    owner: str,
    names: NameBook,
    held: Iterable[Held],
    behind: Iterable[Held],
    beliefs: tuple[Belief, ...],
) -> View:
    atlas, imperfect = asked.atlas, asked.settings.on("memory.imperfect")
    begun: dict[int, int] = {}
    shown = [
        Shown(
            told_apart(as_perceived(each, names, imperfect=imperfect), names),
            _begun(asked, each, begun),
        )
        for each in held
    ]
    mind = asked.mind(owner)
    met = {id for each in shown for id in involved(each.perception)}
    known = met | {atlas.canonical(each.entity) for each in mind.knowledge()}
    return View(
        owner=owner,
        language=asked.world.language,
        now=asked.unit.head.time,
        beliefs=beliefs,
        perceptions=tuple(shown),
        behind=tuple(
            Shown(told_apart(as_perceived(each, names, imperfect=imperfect), names))
            for each in behind
        ),
        formed=mind.formed(),
        entities=frozenset(id for id in known if role(atlas, id) != "background"),
        unknown_names=_unknown(asked, owner),
    )


def _begun(asked: Asking, held: Held, begun: dict[int, int]) -> int | None:
    """The event that a retelling goes back to, through however many mouths it came."""
    of = None if held.event is None else held.event.retells
    if of is not None and of not in begun:
        begun[of] = origin(asked.unit, of)
    return None if of is None else begun[of]


def _unknown(asked: Asking, owner: str) -> tuple[str, ...]:
    """The names of persons that the owner does not have for them."""
    names, learnt = asked.names(owner), asked.mind(owner).names()
    has = {names(person) for person in asked.atlas.characters} | {each.name for each in learnt}
    every = (
        name
        for id, person in asked.atlas.characters.items()
        if id != owner
        for name in person.every_name
    )
    return tuple(name for name in every if name not in has)


def standing(asked: Asking) -> Standing:
    """How a story stands, for the question whether a reflection is due."""
    unit, atlas = asked.unit, asked.atlas
    found = _last(unit, atlas)
    every = list(found.values())
    last = max(every, key=lambda each: each.moment, default=None)
    moment = 0 if last is None else last.moment
    automatic = [each.turn for each in every if each.automatic]
    played = [id for id in atlas.characters if role(atlas, id) == "played"]
    been = {person: unit.places(person, moment) for person in played}
    return Standing(
        turn=unit.head.turn,
        last=0 if last is None else last.turn,
        automatic=max(automatic, default=None),
        were={person: places[0] for person, places in been.items() if places},
        been=been,
        inside=atlas.inside,
        passed=unit.head.time - (0.0 if last is None else last.time),
        day=asked.world.calendar.hours_a_day * 3600.0,
        reflectors=tuple(
            Reflector(id, person.role, asked.mind(id).count(_moment(found, id)))
            for id, person in atlas.characters.items()
            if atlas.live(id) is not None
        ),
    )


def _last(unit: StoredStory, atlas: Atlas) -> dict[str, ReflectedOn]:
    return {atlas.canonical(each.owner): each for each in unit.reflections()}


def _moment(found: Mapping[str, ReflectedOn], owner: str) -> int:
    return found[owner].moment if owner in found else 0


def role(atlas: Atlas, id: str) -> str | None:
    """The role of a character; `None` for whatever is none."""
    found = atlas.entities.get(id)
    return found.role if isinstance(found, Character) else None
