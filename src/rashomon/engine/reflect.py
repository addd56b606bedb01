"""Reflection: each character sorts what it has taken in since its last one, judged step by step.

Here without a model, by rule. What is due is read from the store: after which turn everybody
reflected last, what it has perceived since, where the played characters were and are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rashomon.engine.ask import Asking, asking
from rashomon.engine.context import Context
from rashomon.errors import NotFound, Refused
from rashomon.ports.store import ReflectedOn, StoredStory, StoryWriting, Versions
from rashomon.reflect import byrule
from rashomon.reflect.bearing import Bearing, checks, doubt, involved
from rashomon.reflect.judge import Judged, Verdict, judge
from rashomon.reflect.view import Shown, View
from rashomon.reflect.when import Due, Reason, Reflector, Standing, due
from rashomon.reflect.when import asked as asked_for
from rashomon.story.mind import Belief, By
from rashomon.story.perception import Perception
from rashomon.story.places import Atlas
from rashomon.story.world import Character
from rashomon.views.reading import as_perceived

BEFORE = 200
"""How many perceptions from before the last reflection are looked at again: what was done once then
and once since recurs."""


@dataclass(frozen=True, slots=True)
class OwnersReflection:
    """What one character made of what it had taken in.

    `new` and `changed` are ids of beliefs, `doubted` those that something spoke against; `verdicts`
    has every proposal with what became of it and why; `by` says who proposed: `engine` is the
    rules.
    """

    owner: str
    commit: int
    perceptions: int
    new: tuple[int, ...]
    changed: tuple[int, ...]
    doubted: tuple[int, ...]
    verdicts: tuple[Verdict, ...]
    by: By


@dataclass(frozen=True, slots=True)
class Reflection:
    """One pass: why it came about, and what came of it for each. `failed` says whose did not."""

    reason: Reason | None
    owners: tuple[OwnersReflection, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()


def reflect_now(context: Context, story: str, owner: str | None = None) -> Reflection:
    """Let one character reflect, or all who have anything new. Raises `NotFound`, `Refused`."""
    with asking(context, story) as asked:
        if owner is not None:
            owner = asked.person(owner)
            if _role(asked.atlas, owner) == "background":
                raise Refused(f"{owner} is a background character, and holds no beliefs.")
            wanted: Due | None = Due("asked", (owner,))
        else:
            wanted = asked_for(_standing(asked))
    return _pass(context, story, wanted, automatic=False)


def reflect_if_due(context: Context, story: str) -> Reflection:
    """The automatic reflection, if one is due by what the story has."""
    with asking(context, story) as asked:
        wanted = due(_standing(asked), asked.settings)
    return _pass(context, story, wanted, automatic=True)


def _pass(context: Context, story: str, wanted: Due | None, *, automatic: bool) -> Reflection:
    if wanted is None:
        return Reflection(None)
    done: list[OwnersReflection] = []
    failed: list[tuple[str, str]] = []
    for owner in wanted.owners:
        try:
            with context.store.writing(story) as unit:
                done.append(_reflect(context, unit, owner, automatic=automatic))
        except (Refused, NotFound) as error:  # one that fails holds up nobody else
            failed.append((owner, str(error)))
    return Reflection(wanted.reason, tuple(done), tuple(failed))


# One owner.


def _reflect(
    context: Context, unit: StoryWriting, owner: str, *, automatic: bool
) -> OwnersReflection:
    asked = Asking(unit, context)
    last = _last(unit, asked.atlas).get(owner)
    view = _view(asked, owner, None if last is None else last.moment)
    kinds: dict[str, str] = {id: str(kind) for id, kind in asked.atlas.kinds.items()}
    checked = dict(last.checked) if last is not None else {}
    now = checks(_waiting(view, checked), asked.settings.whole("reflection.checks"), view.language)
    doubted = _check(view, now.now, kinds)
    view = replace(
        view,
        due=now.due,
        doubted=frozenset(written.belief.id for written in doubted.written),
        beliefs=_with(view.beliefs, doubted),
    )
    sorted_ = judge(byrule.reflected(view, kinds, asked.names(owner)), view)
    newest = unit.next_event() - 1
    checked |= {belief: newest for belief in view.held if belief not in now.due}
    number = unit.commit("reflect", byrule.BY, unit.head.turn)
    new, changed = _write(unit, doubted, sorted_)
    unit.write_reflection(
        ReflectedOn(owner, unit.head.turn, unit.head.time, newest, automatic, checked)
    )
    return OwnersReflection(
        owner=owner, commit=number, perceptions=len(view.perceptions), new=new, changed=changed,
        doubted=tuple(sorted(view.doubted)), verdicts=(*doubted.verdicts, *sorted_.verdicts),
        by=byrule.BY,
    )  # fmt: skip


def _check(view: View, bearings: tuple[Bearing, ...], kinds: Mapping[str, str]) -> Judged:
    """The contradiction checks, answered by rule; what comes of them is judged like all else."""
    doubts = (
        doubt(each.belief, byrule.answers(each.belief, each.perceptions, view, kinds))
        for each in bearings
    )
    return judge([each for each in doubts if each is not None], view)


def _with(beliefs: tuple[Belief, ...], judged: Judged) -> tuple[Belief, ...]:
    written = {each.belief.id: each.belief for each in judged.written}
    return tuple(written.get(each.id, each) for each in beliefs)


def _write(
    unit: StoryWriting, doubted: Judged, sorted_: Judged
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    new: list[int] = []
    changed: list[int] = []
    for judged in (doubted, sorted_):
        for written in judged.written:
            belief = written.belief
            if belief.id:
                changed.append(belief.id)
            else:
                belief = replace(belief, id=unit.take_belief())
                new.append(belief.id)
            unit.write_versions(Versions(beliefs=[(belief, False)]), byrule.BY, written.why)
    return tuple(new), tuple(dict.fromkeys(changed))


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


def _view(asked: Asking, owner: str, since: int | None) -> View:
    """What one mind is shown of itself: what is new to it, and somewhat of what came before."""
    mind, names, atlas = asked.mind(owner), asked.names(owner), asked.atlas
    imperfect = asked.settings.on("memory.imperfect")
    count = BEFORE if since is None else mind.count(since) + BEFORE
    held = mind.perceptions(limit=count)
    shown = [
        Shown(
            as_perceived(each, names, imperfect=imperfect),
            None if each.event is None else each.event.retells,
        )
        for each in held
    ]
    beliefs = tuple(mind.beliefs())
    there = {each.id for each in shown}
    behind = sorted({id for belief in beliefs for id in belief.supports} - there)
    met = {id for each in shown for id in involved(each.perception)}
    known = met | {atlas.canonical(each.entity) for each in mind.knowledge()}
    return View(
        owner=owner,
        language=asked.world.language,
        now=asked.unit.head.time,
        beliefs=beliefs,
        perceptions=tuple(shown),
        behind=tuple(
            Shown(as_perceived(each, names, imperfect=imperfect))
            for each in mind.perceptions(ids=behind)
        ),
        formed=mind.formed(),
        entities=frozenset(id for id in known if _role(atlas, id) != "background"),
        unknown_names=_unknown(asked, owner),
    )


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


# When.


def _standing(asked: Asking) -> Standing:
    unit, atlas = asked.unit, asked.atlas
    found = _last(unit, atlas)
    every = list(found.values())
    last = max(every, key=lambda each: each.moment, default=None)
    moment = 0 if last is None else last.moment
    automatic = [each.turn for each in every if each.automatic]
    played = [id for id in atlas.characters if _role(atlas, id) == "played"]
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


def _role(atlas: Atlas, id: str) -> str | None:
    found = atlas.entities.get(id)
    return found.role if isinstance(found, Character) else None
