"""Nothing reaches a mind that its rules do not give it; and what they give it is there."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

import rashomon
from tests.laws.life import (
    DATABASES,
    FULL,
    PATIENCE,
    SEEN,
    LawMachine,
    Life,
    address,
    run,
    strings,
)
from tests.laws.model import canaries
from tests.laws.worlds import Dice

FLOOR = {"line": 5, "whisper": 1, "deed": 5, "move": 2, "happening": 2, "refused": 1}
"""What the lives of even the smallest run must have had: a law over nothing holds by itself."""


def found_in(*answers: Any) -> set[str]:
    """The canaries in whatever a mind answered."""
    return canaries("\n".join(strings(answers)))


class Minds(LawMachine):
    """Records, corrects and takes back; then asks every mind everything."""

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.life = Life(self.library, data)
        self.dice = Dice(data)

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(data=st.data())
    def record_more(self, data: st.DataObject) -> None:
        self.life.record(data)

    @rule(leave=st.integers(0, 2))
    def keep(self, leave: int) -> None:
        self.life.keep(leave)

    @precondition(lambda self: self.life.before)
    @rule()
    def undo(self) -> None:
        self.life.undo()

    @precondition(lambda self: self.life.model.events)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        correct(self.life, Dice(data))

    def finally_holds(self) -> None:
        minds_hold_what_they_may(self.life)


def correct(life: Life, dice: Dice) -> None:
    """Let the author correct something of somebody's mind."""
    story, model = life.story, life.model
    owner = dice.pick(list(model.people))
    mind = story.mind(owner)
    background = model.people[owner]["role"] == "background"
    kind = dice.pick(("text", "audience", "remove", "belief", "bond", "knowledge"))
    held = [p for p in mind.perceptions() if p.event is not None]
    if kind == "text" and held:
        each, token = dice.pick(held), life.words.word("t")
        story.edit("perception", each.id, text=f"Thinks {token} was it")
        life.edit(lambda m: m.rewritten(owner, each.event, token))
    elif kind == "audience":
        event = dice.pick(list(model.events))
        story.edit_audience(event, add=[owner])
        life.edit(lambda m: m.added(owner, event))
    elif kind == "remove" and held:
        each = dice.pick(held)
        if each.mode != "did":
            story.edit_audience(each.event, remove=[owner])
            life.edit(lambda m: m.removed(owner, each.event))
    elif kind == "belief" and not background:
        token = life.words.word("t")
        cited = dice.some(held, 2) if held else []
        ids = [each.id for each in cited]
        story.edit("belief", owner=owner, text=f"So {token} is it", supports=ids)
        events = [(owner, each.event) for each in cited]
        life.edit(lambda m: m.told(owner, token, cited=events))
    elif kind == "bond" and not background:
        others = [p for p, d in model.people.items() if p != owner and d["role"] != "background"]
        if others:
            token, about = life.words.word("t"), dice.pick(others)
            now = [b.text for b in mind.relationships() if b.about == about]
            story.edit("relationship", (owner, about), text=f"Trusts {token} now")
            life.edit(lambda m: m.regards(owner, about, token, now))
    elif kind == "knowledge":
        thing = dice.pick([*model.items, *model.exits, *model.places, *model.lore])
        story.grant(owner, thing)
        life.edit(lambda m: m.granted(owner, thing))


def minds_hold_what_they_may(life: Life) -> None:
    """Ask every mind everything: only canaries that it may hold come out, and all it must hold."""
    story, model = life.story, life.model
    goals = [*model.places, *model.people]
    things = [*model.items, *model.places, *model.exits, *model.lore, *model.people]
    for owner in model.people:
        mind = story.mind(owner)
        beliefs = mind.beliefs()
        answers = [
            mind.perceptions(limit=None), beliefs, mind.relationships(), mind.knowledge(),
            mind.map(), mind.threads(), mind.names(), mind.memories(limit=None),
            [mind.last_known(thing) for thing in things],
            [mind.why(belief.id) for belief in beliefs],
            [mind.name_for(person) for person in model.people],
            [mind.route(goal) for goal in goals if _share((owner, goal), 3)],
        ]  # fmt: skip
        found = found_in(*answers)
        allowed, needed = model.allowed(owner), model.needed(owner)
        assert not found - allowed, _told(life, owner, found - allowed, "must not hold", answers)
        assert not needed - found, _told(life, owner, needed - found, "lacks", answers)
        for thing in (*model.items, *model.places, *model.exits, *model.lore):
            if _share((owner, thing), 4):
                knows = thing in found_in(answers[3])
                assert mind.knows(thing) == knows == bool(mind.how_learnt(thing)), (owner, thing)
        looks_are_of_whom_it_saw(life, owner)
        _of_others(life, owner, things)


def looks_are_of_whom_it_saw(life: Life, owner: str) -> None:
    """In every perception a look is of somebody seen by then; and whoever was seen has one."""
    model, mind = life.model, life.story.mind(owner)
    looks = {c: p for p, d in model.people.items() for c in canaries(d["appearance"])}
    memories = mind.recall("now sees met once", limit=30).memories
    for each in (*mind.perceptions(limit=None), *memories):
        event = each.event
        if event is None:
            continue
        saw, glimpsed = model.seen(owner, event)
        told = {looks[c] for c in found_in(each.text, each.who_name or "") & looks.keys()}
        assert told <= glimpsed, (owner, each, told - glimpsed)
        assert each.who_name != "a stranger" or each.who not in saw, (owner, each)
    for person in model.people:
        saw, glimpsed = model.seen(owner)
        name = mind.name_for(person)
        assert person in glimpsed or not canaries(name) & looks.keys(), (owner, person, name)
        assert person not in saw or name != "a stranger", (owner, person, name)
    prompt = {looks[c] for c in canaries(mind.context().text) & looks.keys()}
    assert prompt <= model.seen(owner)[1], (owner, prompt, mind.context().text)


def _share(name: object, of: int) -> bool:
    """Whether a quick run looks at this too: one in so many, spread by name; a full run at all."""
    return FULL or zlib.crc32(repr(name).encode()) % of == 0


def _of_others(life: Life, owner: str, things: Iterable[str]) -> None:
    mind, people = life.story.mind(owner), list(life.model.people)
    for other in people:
        _of(life, (owner, other), mind.of(other), things)
        for third in people:
            if _share((owner, other, third, life.words.last), 6):
                _of(life, (owner, other, third), mind.of(other).of(third), things)


def _of(life: Life, chain: tuple[str, ...], mind: Any, things: Iterable[str]) -> None:
    if len(set(chain)) == 1:
        return
    model, owner, last = life.model, chain[0], chain[-1]
    perceived = mind.perceptions(limit=None)
    learnt = mind.knowledge()
    asked = [thing for thing in things if _share((chain, thing), 8)]
    answers = [perceived, learnt, [mind.last_known(thing) for thing in asked]]
    found = found_in(*answers)
    allowed = model.allowed_of_others(owner)
    assert not found - allowed, _told(life, chain, found - allowed, "must not hold", answers)
    may, must = model.shared(chain)
    told = {c for c in found if c[0] in "tv"}
    assert not told - may, _told(life, chain, told - may, "must not share", answers)
    assert not must - found_in(perceived), _told(
        life, chain, must - found_in(perceived), "lacks", answers
    )
    known = {edge.entity for edge in life.story.mind(last).knowledge()}
    more = {edge.entity for edge in learnt} - known
    assert not more, _told(life, chain, more, "is thought to know", answers)
    for each in perceived:
        assert life.model.holds(last, int(str(each.event))), (chain, each)


def _told(life: Life, who: Any, words: set[str], what: str, answers: Any) -> str:
    """Say who has what, and where it stands."""
    lines = [f"{who} {what} {sorted(words)}"]
    for word in sorted(words):
        lines += [f"  in {text!r}" for text in strings(answers) if word in text.casefold()][:3]
        for event in life.story.events(limit=None):
            if word in " ".join(strings(event)).casefold():
                lines.append(f"  {event}")
    return "\n".join(lines)


def _a_call(to: list[str]) -> rashomon.Story:
    """Ada calls from `a`; Ben is in `b` beside somebody, Cleo is in `c`."""
    world = {
        "id": "w", "title": "Calls", "places": [{"id": p, "name": p} for p in ("a", "b", "c")],
        "characters": [
            {"id": who, "name": who.title(), "at": at, "appearance": f"somebody in {at}"}
            for who, at in (("ada", "a"), ("ben", "b"), ("cleo", "c"), ("beside", "b"))
        ],
    }  # fmt: skip
    story = rashomon.open(":memory:").create(world)
    story.record({"steps": [{"who": "ada", "says": "Now.", "to": to, "over": "phone"}]})
    return story


def test_that_a_bystander_of_a_call_learns_neither_who_speaks_nor_who_else_listens() -> None:
    story = _a_call(["ben", "cleo"])
    (listening,) = story.mind("beside").perceptions()
    assert listening.text == "Somebody in b listens to the phone."
    told = {listening.who, *listening.to, *listening.people}
    assert not {"ada", "cleo"} & told
    (shared,) = story.mind("beside").of("ben").perceptions()
    assert shared.text == listening.text
    assert not {"ada", "cleo"} & {shared.who, *shared.to}


def test_that_words_from_afar_tell_neither_end_where_the_other_is() -> None:
    story = _a_call(["ben"])
    for one, other in (("ada", "ben"), ("ben", "ada")):
        mind = story.mind(one).of(other)
        assert [(p.text, p.place) for p in mind.perceptions()] == [("Now.", None)]
        assert mind.knowledge() == []


@pytest.mark.timeout(PATIENCE)
@DATABASES
def test_that_nothing_reaches_a_mind_but_by_its_rules(
    request: pytest.FixtureRequest, where: str
) -> None:
    before = Counter(SEEN)
    run(Minds, address(request, where), examples=18, steps=10, on=rashomon.open)
    lived = SEEN - before
    for kind, least in FLOOR.items():
        assert lived[kind] >= least, f"these lives saw {lived[kind]} of {kind}"
