"""Versions: what somebody who was not near has lost of an event, or whom it mistook.

One owner a request, made from that owner's plain perception alone, as that owner would put it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from rashomon.prompts.asking import (
    Answer,
    Asked,
    Example,
    Ids,
    Wording,
    Wordings,
    asked,
    at_most,
    called,
    common,
    id_of,
    labels_of,
    numbered,
    section,
    word_of,
)
from rashomon.prompts.keeping.shown import Back
from rashomon.prompts.minds import line_of
from rashomon.record.keeper.judge import judge
from rashomon.record.keeper.proposals import Version
from rashomon.record.keeper.view import View
from rashomon.story.losing import LOSABLE, Lost
from rashomon.story.perception import Held
from rashomon.views.naming import NameBook, name_book
from rashomon.views.reading import ACTED, as_perceived
from rashomon.views.sight import Sights, first_sights

NONE: Final = "none"
LOST: Final[tuple[Lost | Literal["none"], ...]] = (*LOSABLE, "none")

EVENTS: Final = 6
PERSONS: Final = 6
"""Of the twelve things that a request may show: events, and persons for whom one may be taken."""


class Missed(Answer):
    """What is lost of one event."""

    e: Annotated[str, id_of("E")]
    lost: list[Annotated[str, word_of(LOST)]]
    mistaken_for: Annotated[str, id_of("K", NONE)]


class Versions(Answer):
    """What is lost of any."""

    versions: Annotated[list[Missed], at_most(EVENTS)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "One person had these events from afar. Name in `versions` those of which that "
                "person plausibly missed something; most are had whole."
            ),
            (
                "`lost`: `words` what exactly was said, `manner` how it was done, `number` how "
                "many, `who` who it was, or `none`."
            ),
            "`mistaken_for`: the known person whom the one who did it was taken for, or `none`.",
        ),
        examples=(
            Example(
                "E1 (saw, from the roof) “Ida quickly hides three loaves.”\nK1 Nora",
                '{"versions": [{"e": "E1", "lost": ["number"], "mistaken_for": "K1"}]}',
            ),
            Example("E1 (heard, from the cellar) Paul: “Fire!”\nK1 Nora", '{"versions": []}'),
        ),
        task="Name what {name} plausibly missed of these from afar. An empty list is a good "
        "answer.",
    ),
    "zh": Wording(
        rules=(
            "有个人远远得知了这些事。`versions` 里写那人多半没有得全的；多数是得全的。",
            (
                "`lost`：`words` 到底说了什么，`manner` 怎么做的，`number` 多少，`who` 是谁，"
                "或者 `none`。"
            ),
            "`mistaken_for`：那人把做这事的人认成了哪个认识的人，或者 `none`。",
        ),
        examples=(
            Example(
                "E1 （看见，在屋顶）“小红匆匆藏起三个面包。”\nK1 阿兰",
                '{"versions": [{"e": "E1", "lost": ["number"], "mistaken_for": "K1"}]}',
            ),
            Example("E1 （听见，在地窖）老吴：“着火了！”\nK1 阿兰", '{"versions": []}'),
        ),
        task="写出{name}远远得知这些事时多半漏掉了什么。空列表也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Versions, Version]]:
    """A request for each owner with events of weight that it did not see and hear from there.

    `view` has the grades that were accepted, for they decide what is worth a version. Nobody is
    asked about what no rule would let be lost.
    """
    view = replace(view, tasks=frozenset({"versions"}))
    by_owner: dict[str, list[Held]] = {}
    for held in sorted(view.perceptions, key=lambda each: (each.owner, each.moment)):
        event = held.event
        if event is None or event.id not in view.shown or held.owner in view.atlas.background:
            continue
        if event.sealed or view.importance(event) < view.versions_from:
            continue
        if _could_be_poorer(view, held):
            by_owner.setdefault(held.owner, []).append(held)
    for owner, found in sorted(by_owner.items(), key=lambda each: -len(each[1])):
        for start in range(0, len(found), EVENTS):
            yield _ask(view, owner, found[start : start + EVENTS])


def _could_be_poorer(view: View, held: Held) -> bool:
    """Whether any rule would let an owner have less of an event, or take its actor for another."""
    owner, event = held.owner, held.moment
    changes = [Version(owner, event, (word,)) for word in LOSABLE]
    changes += [Version(owner, event, (), person) for person in _known(view, owner, [held])]
    return any(judge((change,), view).accepted for change in changes)


def _known(view: View, owner: str, found: Sequence[Held]) -> list[str]:
    """Persons for whom the owner could take somebody that it saw act: any whom it knows.

    By what it knows alone: who in truth had no part in it would tell the owner who had one.
    """
    acts = [each.event for each in found if each.event is not None and each.event.kind in ACTED]
    return [
        person
        for person in view.atlas.characters
        if person != owner
        and person in view.entities
        and any(view.knows(owner, person, event) for event in acts)
    ]


def _ask(view: View, owner: str, found: Sequence[Held]) -> Asked[Versions, Version]:
    language, say, names = view.language, common(view.language), names_for(view, owner)
    events = numbered("E", (held.moment for held in found))
    persons = numbered("K", _known(view, owner, found)[:PERSONS])
    known = {short: called(names(person), language) for short, person in persons.items()}
    ids = Ids(events=events, entities=persons, labels=labels_of(known))
    lines = (f"{short} {_line(held, names)}" for short, held in zip(ids.events, found, strict=True))
    name = called(names(owner), language)
    sections = (
        section(say.from_afar.format(name=name), lines),
        section(say.known.format(name=name), (f"{short} {each}" for short, each in known.items())),
    )
    return asked(
        "keeper", "versions", owner, WORDING, language, Versions, sections, ids,
        lambda ids, reply: put(owner, ids, reply), 300, name=name,
    )  # fmt: skip


def names_for(view: View, owner: str) -> NameBook:
    """What the owner calls everybody, by its own relationships and the names it has learnt.

    A look it has of whom it saw in the events that are shown; of what lies before them nothing is.
    """
    bonds = (bond for bond in view.bonds if bond.owner == owner)
    names = (name for name in view.names if name.owner == owner)
    mine = (held for held in view.perceptions if held.owner == owner)
    seen = Sights(first_sights(mine, view.atlas, {}, imperfect=view.imperfect))
    return name_book(view.atlas, view.language, owner, bonds, names, view.atlas.aliases, seen)


def _line(held: Held, names: NameBook) -> str:
    say = common(names.language)
    read = as_perceived(held, names)
    how = say.modes[held.mode]
    if held.at is not None and held.mode in ("saw", "heard"):
        how = say.afar.format(mode=how, place=called(names(held.at), names.language))
    return say.remark.format(how=how, text=line_of(read, names))


def put(owner: str, ids: Ids, reply: Versions) -> tuple[Version, ...]:
    """What a reply proposes; of what nothing was lost there is no version."""
    made: list[Version] = []
    for each in reply.versions:
        back = Back(ids)
        event = back.event(each.e, "e")
        lost: list[Lost | Literal["none"]] = [back.word(word, "lost", LOST) for word in each.lost]
        other = None
        if each.mistaken_for not in ("", NONE):
            other = back.entity(each.mistaken_for, "mistaken_for")
        if set(lost) <= {NONE} and other is None and not back.faults:
            continue
        made.append(Version(owner, event, tuple(lost), other, back.faults))
    return tuple(made)
