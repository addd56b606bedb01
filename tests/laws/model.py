"""Who must and who must not hold what, worked out a second time from what the project promises.

Nothing here is taken from the engine: presence, versions and knowledge are decided again, so that
a fault in one of the two shows as a difference. Every text in a random story carries a *canary*,
a word that stands nowhere else, and so does the id of every place, exit, item and piece of lore.
A mind may answer with a canary only if this model lets it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

CANARY = re.compile(r"[a-z]q\d+x")
FLAGS = ("at", "locked", "hidden", "closed", "worn")


def canaries(text: str) -> set[str]:
    """Every canary in a text, whatever its case."""
    return set(CANARY.findall(text.casefold()))


@dataclass
class View:
    """What one person had of one event. `words`: its text, `seen`: what it changed, if anything."""

    words: bool = False
    open: bool = True
    at: str | None = None
    actor: bool = False
    moved: bool = False
    listens: frozenset[str] = frozenset()
    tokens: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    must: set[str] = field(default_factory=set)
    may: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)
    maybe: set[str] = field(default_factory=set)
    saw: set[str] = field(default_factory=set)
    glimpsed: set[str] = field(default_factory=set)
    """Whom it saw, and whom the promise lets it have seen."""
    said: set[str] = field(default_factory=set)
    """What it named itself: that others know of it, it may think, without knowing the thing."""


@dataclass
class Happened:
    """A recorded event: what it is, its canaries, and who has what of it."""

    kind: str
    who: str | None
    text: set[str]
    over: bool
    to: tuple[str, ...]
    views: dict[str, View]


@dataclass
class Model:
    """A story as far as the promise goes."""

    places: dict[str, dict[str, Any]] = field(default_factory=dict)
    exits: dict[str, dict[str, Any]] = field(default_factory=dict)
    items: dict[str, dict[str, Any]] = field(default_factory=dict)
    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    lore: dict[str, dict[str, Any]] = field(default_factory=dict)
    state: dict[tuple[str, str], Any] = field(default_factory=dict)
    events: dict[int, Happened] = field(default_factory=dict)
    fresh: list[Happened] = field(default_factory=list)
    must: dict[str, set[str]] = field(default_factory=dict)
    may: dict[str, set[str]] = field(default_factory=dict)
    known: dict[str, set[str]] = field(default_factory=dict)
    maybe: dict[str, set[str]] = field(default_factory=dict)
    sights: dict[str, dict[str, int]] = field(default_factory=dict)
    """Whom each has seen where no event was, and how many events there had been by then."""
    into: dict[str, View] = field(default_factory=dict)
    """The views of the step under way: what it gives its witnesses goes when their views go."""

    def copy(self) -> Model:
        """A model to try a turn on."""
        return copy.deepcopy(self)

    # What is where.

    def at(self, entity: str) -> str | None:
        return self.state.get((entity, "at"))

    def there(self, *places: str | None) -> list[str]:
        """The people in exactly these places."""
        return [p for p in self.people if self.at(p) is not None and self.at(p) in places]

    def within(self, place: str) -> set[str]:
        """A place and every place within it."""
        found = {place}
        while True:
            more = {p for p, d in self.places.items() if d.get("within") in found} - found
            if not more:
                return found
            found |= more

    def looking(self, place: str | None, how: str) -> list[str]:
        """The places that overlook or overhear a place."""
        return [p for p, d in self.places.items() if place in d.get(how, ())]

    def held(self, holder: str) -> list[str]:
        return [i for i in self.items if self.at(i) == holder]

    def in_view(self, place: str) -> tuple[set[str], set[str]]:
        """The things in plain view in a place, and those of which the promise does not say."""
        sure: set[str] = set()
        unsure: set[str] = set()
        for way, d in self.exits.items():
            starts = d["from"] == place or (d["to"] == place and not d.get("one_way"))
            if starts and not self.state.get((way, "hidden")):
                sure.add(way)
        for item in self.held(place):
            self._lies(item, sure)
        for person in self.there(place):
            for item in self.held(person):
                if self.state.get((item, "worn")) and not self.state.get((item, "hidden")):
                    sure.add(item)
                    self._inside(item, unsure)
        return sure, unsure

    def _lies(self, item: str, found: set[str]) -> None:
        if not self.state.get((item, "hidden")):
            found.add(item)
            self._inside(item, found)

    def _inside(self, item: str, found: set[str]) -> None:
        if not self.state.get((item, "closed")):
            for other in self.held(item):
                self._lies(other, found)

    # What somebody comes to know.

    def _knows(self, owner: str, *things: str | None) -> None:
        view = self.into.get(owner)
        room = self.known[owner] if view is None else view.known
        room |= {t for t in things if t is not None and t not in self.people}

    def _perhaps(self, owner: str, things: Iterable[str | None]) -> None:
        view = self.into.get(owner)
        room = self.maybe[owner] if view is None else view.maybe
        room |= {t for t in things if t is not None and t not in self.people}

    def _sees(self, owner: str, *people: str) -> None:
        view = self.into.get(owner)
        if view is not None:
            view.saw |= set(people)
            return
        for person in people:
            self.sights[owner].setdefault(person, len(self.events) + len(self.fresh))

    def _lets(self, owner: str, tokens: Iterable[str]) -> None:
        view = self.into.get(owner)
        room = self.may[owner] if view is None else view.may
        room |= set(tokens)

    def arrive(self, owner: str, place: str) -> None:
        """Know a place and its plain view, and those it overlooks."""
        for each in self._looks(place):
            self._knows(owner, each)
            self._sees(owner, *self.there(each))
            sure, unsure = self.in_view(each)
            self._knows(owner, *sure)
            self._perhaps(owner, unsure)

    def _looks(self, place: str) -> tuple[str, ...]:
        return (place, *self.places[place].get("overlooks", ()))

    def gives(self, owner: str, tokens: Iterable[str]) -> None:
        """Let somebody hold canaries, which it then must."""
        view = self.into.get(owner)
        room = self.must[owner] if view is None else view.must
        room |= set(tokens)

    def views(self, owner: str) -> list[View]:
        """Everything somebody has of what happened."""
        return [e.views[owner] for e in self.events.values() if owner in e.views]

    # The world and what turns add to it.

    def bring(self, new: dict[str, Any]) -> None:
        """Take in the entities of a world, or of a turn's `adds`."""
        for key, room in (
            ("places", self.places), ("exits", self.exits), ("items", self.items),
            ("characters", self.people), ("lore", self.lore),
        ):  # fmt: skip
            for each in new.get(key, ()):
                room[each["id"]] = each
                for flag in FLAGS:
                    if key in ("items", "exits", "characters") and flag in each:
                        self.state[each["id"], flag] = each[flag]
        people = new.get("characters", ())
        for each in people:
            for room in (self.must, self.may, self.known, self.maybe):
                room[each["id"]] = set()
            self.sights[each["id"]] = {}
        for each in people:
            self._start(each)
            where = self.at(each["id"])
            if where is not None:
                for other in self.there(where, *self.looking(where, "overlooks")):
                    self._sees(other, each["id"])

    def _start(self, each: dict[str, Any]) -> None:
        owner = each["id"]
        place = self.at(owner)
        self._knows(owner, *each.get("knows", ()))
        self._lets(owner, canaries(each["name"]) | canaries(each.get("persona", "")))
        for bond in each.get("relationships", ()):
            self.gives(owner, canaries(bond["text"]) | canaries(bond.get("calls", "")))
            if "calls" not in bond:
                self.gives(owner, canaries(self.people[bond["about"]]["name"]))
        for belief in each.get("beliefs", ()):
            self.gives(owner, canaries(belief["text"]))
        for memory in each.get("memories", ()):
            self.sights[owner] |= dict.fromkeys(memory["people"], -1)
            self.gives(owner, {c for c in canaries(memory["text"]) if not c.startswith("n")})
        if place is not None:
            self.arrive(owner, place)
            self._knows(owner, *self.held(owner))
        carried: set[str] = set()
        for item in self.held(owner):
            carried.add(item)
            self._inside(item, carried)
        self._perhaps(owner, carried)

    # Steps.

    def step(self, step: dict[str, Any]) -> None:
        """Let one step happen."""
        kind = next(k for k in ("does", "says", "thinks", "goes", "happens") if k in step)
        who = step.get("who")
        where = step.get("at") if kind == "happens" else self.at(who)
        self.into = {}
        views = self._views(step, kind, who, where)
        text = canaries(step[kind] or "") if kind != "goes" else set()
        event = Happened(kind, who, text, "over" in step, tuple(step.get("to", ())), views)
        before = dict(self.state)
        self.into = views
        for change in step.get("changes", ()):
            for key, value in change["set"].items():
                self.state[change["entity"], key] = value
        if kind == "goes":
            self.state[who, "at"] = step["goes"]
        for owner, view in views.items():
            self._sights(owner, view, step, kind, who, where)
            if view.words:
                self._whole(owner, view, step, kind, who, where, event)
        for person in self.people:
            now = self.at(person)
            if now is not None and now != before.get((person, "at")):
                self.arrive(person, now)
        for owner, view in views.items():
            view.moved = self.at(owner) != before.get((owner, "at")) or any(
                c["entity"] == owner and "at" in c["set"] for c in step.get("changes", ())
            )
        for change in step.get("changes", ()):
            if change["entity"] in self.people and change["set"].get("at"):
                self._put(change["entity"], change["set"]["at"], views)
        self.into = {}
        self.fresh.append(event)

    def _put(self, person: str, where: str, views: dict[str, View]) -> None:
        """Put where it is already, a person may have a look round or not."""
        for place in self._looks(where):
            if person in views:
                views[person].glimpsed |= set(self.there(place))
            self._perhaps(person, {place}.union(*self.in_view(place)))

    def _sights(
        self, owner: str, view: View, step: dict[str, Any], kind: str, who: str | None,
        where: str | None,
    ) -> None:  # fmt: skip
        """Tell whom one sees in a step: who acts before its eyes; a voice alone shows nobody."""
        moved = [c["entity"] for c in step.get("changes", ()) if "at" in c["set"]]
        if kind == "does":
            view.saw |= {who, *moved} & self.people.keys()
            view.saw |= {*step.get("on", ()), *step.get("with", ())} & self.people.keys()
        elif kind == "goes":
            view.saw.add(str(who))
        elif kind == "happens" and not self._heard_only(owner, step, where):
            view.saw |= {*moved} & self.people.keys()
        elif kind == "says" and not view.words:
            view.saw |= view.listens or {str(who), *step.get("to", ())}
        elif kind == "says" and view.at is not None and where in self._looks(view.at):
            to = step.get("to", ()) if step.get("whisper") else ()
            view.saw |= {str(who), *to}

    def _views(
        self, step: dict[str, Any], kind: str, who: str | None, where: str | None
    ) -> dict[str, View]:
        found: dict[str, View] = {}

        def let(people: Iterable[str], **given: Any) -> None:
            for person in people:
                found.setdefault(person, View(at=self.at(person), **given))

        if who is not None:
            found[who] = View(words=True, at=where, actor=True)
        if not step.get("covert"):
            self._openly(step, kind, where, let)
        for person in step.get("noticed_by", ()):
            if person not in found or not found[person].words:
                if person in found and kind == "goes":
                    continue  # sees the move openly already
                found[person] = View(words=True, open=False, at=self.at(person))
        for person in step.get("missed_by", ()):
            found.pop(person, None)
        if kind == "goes":
            self._move(step, str(who), where, found)
        return found

    def _openly(self, step: dict[str, Any], kind: str, where: str | None, let: Any) -> None:
        if kind == "does":
            let(self.there(where, *self.looking(where, "overlooks")), words=True)
        elif kind == "says":
            self._line(step, where, let)
        elif kind == "goes":
            let(self.there(where, *self.looking(where, "overlooks")))
            let(self.there(step["goes"], *self.looking(step["goes"], "overlooks")))
        elif kind == "happens" and where is not None:
            self._happening(step, where, let)

    def _line(self, step: dict[str, Any], where: str | None, let: Any) -> None:
        to = step.get("to", ())
        if "over" in step:
            let(self.there(where), words=True)
            let(to, words=True)
            for person in to:
                beside = frozenset(p for p in to if self.at(p) == self.at(person))
                let(self.there(self.at(person)), listens=beside)
        elif step.get("whisper"):
            let(to, words=True)
            let(self.there(where))
        elif where is not None:
            let(self.there(where, *self.looking(where, "overhears")), words=True)

    def _happening(self, step: dict[str, Any], where: str, let: Any) -> None:
        sense = step.get("sense", "both")
        let(self.there(*self.within(where)), words=True)
        if sense != "sound":
            let(self.there(*self.looking(where, "overlooks")), words=True)
        if sense != "sight":
            let(self.there(*self.looking(where, "overhears")), words=True)

    def _move(
        self, step: dict[str, Any], who: str, where: str | None, found: dict[str, View]
    ) -> None:
        """Tell what each has of a move: the exit it left by, where it went, or both."""
        way = step.get("by") or self._only_way(where, step["goes"])
        left = self.there(where, *self.looking(where, "overlooks")) if where else []
        goal = step["goes"]
        arrived = self.there(goal, *self.looking(goal, "overlooks")) if goal else []
        for owner, view in found.items():
            sees_all = view.actor or not (view.open or owner in left or owner in arrived)
            if sees_all or owner in left:
                view.things |= {t for t in (where, way) if t}
            if sees_all or owner in arrived:
                view.things |= {t for t in (goal,) if t}
            view.known |= view.things
            view.words = False

    def _only_way(self, where: str | None, goal: str | None) -> str | None:
        if where is None or goal is None:
            return None
        for way, d in self.exits.items():
            ends = (d["from"], d["to"]) == (where, goal)
            back = (d["to"], d["from"]) == (where, goal) and not d.get("one_way")
            if (ends or back) and not self.state.get((way, "locked")):
                return way
        return None

    def _heard_only(self, owner: str, step: dict[str, Any], where: str | None) -> bool:
        if step.get("sense") == "sound":
            return True
        if owner in step.get("noticed_by", ()):
            return False
        near = self.there(*self.within(str(where)))
        return owner not in (*near, *self.there(*self.looking(where, "overlooks")))

    def _whole(
        self, owner: str, view: View, step: dict[str, Any], kind: str, who: str | None,
        where: str | None, event: Happened,
    ) -> None:  # fmt: skip
        literal = kind in ("says", "thinks")
        view.tokens |= {c for c in event.text if literal or not c.startswith("n")}
        self.gives(owner, view.tokens)
        named = [*step.get("with", ()), *step.get("on", ())]
        if "reads" in step:
            named.append(step["reads"])
        view.things |= {t for t in (*named, where) if t and t not in self.people}
        if kind == "happens" and self._heard_only(owner, step, where):
            self._perhaps(owner, (*named, where))
            return
        if kind == "says" and "over" in step and self.at(owner) != where:
            view.things -= {str(where)} - set(named)
            self._knows(owner, *(n for n in named if owner != who))
        elif kind == "says" and owner == who:
            self._perhaps(owner, view.things)
        else:
            self._knows(owner, *view.things)
        if kind == "says":
            self._words(owner, view, step, str(who), event)
        for change in step.get("changes", ()):
            self._fact(owner, view, change, told=False)
        for item in step.get("with", ()):
            if kind != "says" and item in self.items:
                view.facts |= {t for t in (item, self.at(item)) if t}
                self._knows(owner, item, self.at(item))
        if owner == who and "reads" in step:
            tokens = canaries(self.items[step["reads"]].get("text") or "")
            view.facts |= tokens
            self.gives(owner, tokens)

    def _fact(self, owner: str, view: View, change: dict[str, Any], *, told: bool) -> None:
        view.facts.add(change["entity"])
        for key, value in change["set"].items():
            if isinstance(value, str):
                view.facts.add(value)
                if key == "at":
                    self._knows(owner, value)
                else:
                    self.gives(owner, canaries(value))
        self._knows(owner, change["entity"])

    def _words(
        self, owner: str, view: View, step: dict[str, Any], who: str, event: Happened
    ) -> None:
        facts: set[str] = set()
        retold = self.events.get(step.get("retells", 0))
        if retold is not None and who in retold.views:
            facts |= retold.views[who].facts
            if retold.views[who].moved:  # retells what it saw where it came to
                self._perhaps(owner, self.things_of(who))
        if owner == who:
            view.said |= self._spoken_of(event.text)
            view.facts |= facts
            for claim in step.get("claims", ()):
                view.facts |= {claim["entity"], *_texts(claim)}
                self._lets(owner, {claim["entity"], *_texts(claim)})
                self.gives(owner, canaries(" ".join(_texts(claim))) - set(self._things()))
            self._lets(owner, facts)
            self.gives(owner, {f for f in facts if f.startswith("v")})
        else:
            for claim in step.get("claims", ()):
                self._fact(owner, view, claim, told=True)
            view.facts |= facts
            self.gives(owner, {c for f in facts for c in canaries(f) if c[0] in "vt"})
            self._knows(owner, *(f for f in facts if f in self._things()))
            self._knows(owner, *self._spoken_of(event.text))
        for person in (who, *step.get("to", ())):
            if canaries(self.people[person]["name"]) & event.text:
                self.gives(owner, canaries(self.people[person]["name"]))

    def _spoken_of(self, words: set[str]) -> set[str]:
        """The things named in a line, by a name with a capital letter."""
        return {
            thing
            for thing, each in self._things().items()
            if any(map(str.isupper, each.get("name") or "")) and canaries(each["name"]) & words
        }

    def _things(self) -> dict[str, dict[str, Any]]:
        return {**self.places, **self.exits, **self.items, **self.lore}

    # What follows for every mind.

    def take(self, ids: Iterable[int]) -> None:
        """Give the events of an accepted turn the ids that the story gave them."""
        self.events |= dict(zip(ids, self.fresh, strict=True))
        self.fresh = []

    def seen(self, owner: str, event: int | None = None) -> tuple[set[str], set[str]]:
        """Whom somebody saw by an event, and whom it may have seen; by now, where none is given."""
        before = [id for id in self.events if event is None or id < event]
        views = [
            e.views[owner] for id, e in self.events.items()
            if owner in e.views and (event is None or id <= event)
        ]  # fmt: skip
        start = {p for p, at in self.sights[owner].items() if event is None or at <= len(before)}
        saw = start.union(*(view.saw for view in views))
        return saw, saw.union(*(view.glimpsed for view in views))

    def things_of(self, owner: str) -> set[str]:
        """Every thing that somebody may be able to identify."""
        views = self.views(owner)
        return (self.known[owner] | self.maybe[owner]).union(*(v.known | v.maybe for v in views))

    def allowed(self, owner: str) -> set[str]:
        """Every canary that may come out of a mind."""
        things = self.things_of(owner)
        every = self._things()
        names = {c for t in things for c in canaries(every.get(t, {}).get("name") or "")}
        held = (view.must | view.may for view in self.views(owner))
        looks = {c for p in self.seen(owner)[1] for c in canaries(self.people[p]["appearance"])}
        return (self.must[owner] | self.may[owner] | things | names | looks).union(*held)

    def allowed_of_others(self, owner: str) -> set[str]:
        """Every canary that may come out of what a mind can know of others."""
        return self.allowed(owner).union(*(view.said for view in self.views(owner)))

    def needed(self, owner: str) -> set[str]:
        """Every canary that must come out of a mind."""
        held = (view.must | view.known for view in self.views(owner))
        return (self.must[owner] | self.known[owner]).union(*held)

    def aware(self, event: Happened, one: str, other: str) -> bool:
        """Whether one could tell that the other perceived this, by where both were."""
        a, b = event.views[one], event.views[other]
        if one == other:
            return True
        if not b.open:
            return False
        if a.words and (b.actor or (event.over and other in event.to)):
            return True
        if event.kind == "goes":
            return True
        seen = {a.at, *self.places.get(a.at or "", {}).get("overlooks", ())}
        return b.at is not None and b.at in seen

    def shared(self, chain: tuple[str, ...]) -> tuple[set[str], set[str]]:
        """The words of events that a chain of minds may share, and those that it must."""
        may: set[str] = set()
        must: set[str] = set()
        for event in self.events.values():
            if not all(each in event.views and event.views[each].words for each in chain):
                continue
            pairs = [(a, b) for n, a in enumerate(chain) for b in chain[n + 1 :]]
            common = set.intersection(*(event.views[each].tokens for each in chain))
            if not all(self.aware(event, a, b) for a, b in pairs):
                continue
            facts = set.intersection(*(event.views[each].facts for each in chain))
            may |= common | facts
            # Who acts in one's presence is known to be there; who only stands there may have come
            # unnoticed, which tests/views tells apart.
            at = {event.views[each].at for each in chain}
            acts = all(each in (event.who, chain[0]) for each in chain)
            if acts and len(at) == 1 and None not in at:
                must |= common
        return may, must

    # What an author corrects. Each says whether it can be.

    def rewritten(self, owner: str, event: int, token: str) -> bool:
        """Somebody's own text of an event, in place of the event's."""
        if not self.holds(owner, event):
            return False
        view = self.events[event].views[owner]
        lost = view.tokens | self.events[event].text
        view.may |= {c for c in view.must & lost if c.startswith("n")}
        view.must = (view.must - {c for c in lost if not c.startswith("v")}) | {token}
        view.must |= lost & view.facts
        view.tokens = {token}
        view.words = True
        return True

    def holds(self, owner: str, event: int) -> bool:
        """Whether somebody has anything of an event."""
        return event in self.events and owner in self.events[event].views

    def removed(self, owner: str, event: int) -> bool:
        """Somebody has nothing of an event any more."""
        if not self.holds(owner, event) or self.events[event].who == owner:
            return False
        del self.events[event].views[owner]
        return True

    def added(self, owner: str, event: int) -> bool:
        """Somebody whom nobody was aware of has all of an event."""
        if event not in self.events:
            return False
        happened = self.events[event]
        if owner in happened.views:
            return True
        view = View(words=happened.kind != "goes", open=False)
        literal = happened.kind in ("says", "thinks")
        view.tokens = {c for c in happened.text if literal or not c.startswith("n")}
        view.glimpsed = set(self.people)
        view.must |= view.tokens
        for other in happened.views.values():
            view.maybe |= other.known | other.maybe | other.things
            view.facts |= {f for f in other.facts if happened.kind == "says" or f[0] != "t"}
        view.may |= view.facts | {c for c in happened.text if c.startswith("n")}
        happened.views[owner] = view
        return True

    def granted(self, owner: str, thing: str) -> bool:
        """Somebody knows a thing, because its author says so."""
        if owner not in self.people or thing not in self._things():
            return False
        self.known[owner].add(thing)
        return True

    def told(self, owner: str, token: str, *, cited: Iterable[tuple[str, int]] = ()) -> bool:
        """A belief or a relationship of somebody has this canary."""
        if owner not in self.people or not all(self.holds(*each) for each in cited):
            return False
        self.must[owner].add(token)
        return True

    def regards(self, owner: str, about: str, token: str, before: Iterable[str]) -> bool:
        """A relationship of somebody has this canary in place of what its text had."""
        if owner not in self.people or about not in self.people:
            return False
        bonds = self.people[owner].setdefault("regards", {})
        last = bonds.get(about, canaries(" ".join(before)))
        self.must[owner] = (self.must[owner] - last) | {token}
        bonds[about] = {token}
        return True


def _texts(change: dict[str, Any]) -> list[str]:
    return [value for value in change["set"].values() if isinstance(value, str)]
