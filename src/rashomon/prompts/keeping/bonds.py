"""Bonds: for whom an event turned how somebody regards another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Final

from rashomon.prompts.asking import (
    Answer,
    Asked,
    Example,
    Ids,
    Wording,
    Wordings,
    asked,
    at_most,
    shorts,
    word_of,
)
from rashomon.prompts.asking import id_of as of
from rashomon.prompts.keeping.shown import (
    Back,
    batches,
    ids_of,
    pending,
    record,
    usable,
    who_and_what,
)
from rashomon.record.keeper.proposals import Bond
from rashomon.record.keeper.view import View
from rashomon.story.event import Event
from rashomon.story.regard import TURNS

NONE: Final = "none"


class Bonded(Answer):
    e: Annotated[str, of("E")]
    owner: Annotated[str, of("K")]
    about: Annotated[str, of("K")]
    turn: Annotated[str, word_of((*TURNS, NONE))]


class Bonds(Answer):
    bonds: Annotated[list[Bonded], at_most(8)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "Name in `bonds` for whom an event turned how they regard somebody. Most events "
                "turn nothing."
            ),
            (
                "`owner` perceived `e` (those in brackets behind it did) and regards `about` "
                "otherwise for it. `turn`: `warmer`, `colder`, `wary` trusts less, `indebted` owes "
                "something, `none`."
            ),
        ),
        examples=(
            Example(
                "E1 “Paul pulls Nora out of the fire.” [K1 K2]\nE2 “Ida laughs at Nora.” "
                "[K1 K3]\nPeople: K1 Nora; K2 Paul; K3 Ida",
                '{"bonds": [{"e": "E1", "owner": "K1", "about": "K2", "turn": "indebted"}, '
                '{"e": "E2", "owner": "K1", "about": "K3", "turn": "colder"}]}',
            ),
            Example(
                "E1 Nora to Paul: “Two coins, please.” [K1 K2]\nPeople: K1 Nora; K2 Paul",
                '{"bonds": []}',
            ),
        ),
        task="Name for whom an event plainly turned how they regard somebody. An empty list is a "
        "good answer.",
    ),
    "zh": Wording(
        rules=(
            "`bonds` 里写谁因为哪件事，对别人的看法变了。多数事什么也不改变。",
            (
                "`owner` 知道 `e`（后面方括号里的人都知道），因此对 `about` 变了。"
                "`turn`：`warmer` 亲近了，`colder` 冷淡了，`wary` 少了信任，`indebted` 欠了情，"
                "`none` 没变。"
            ),
        ),
        examples=(
            Example(
                "E1 “老吴把阿兰从火里拖出来。” [K1 K2]\nE2 “小红嘲笑阿兰。” [K1 K3]\n"
                "人：K1 阿兰；K2 老吴；K3 小红",
                '{"bonds": [{"e": "E1", "owner": "K1", "about": "K2", "turn": "indebted"}, '
                '{"e": "E2", "owner": "K1", "about": "K3", "turn": "colder"}]}',
            ),
            Example(
                "E1 阿兰对老吴说：“两文钱。” [K1 K2]\n人：K1 阿兰；K2 老吴",
                '{"bonds": []}',
            ),
        ),
        task="写出谁因为哪件事明显变了对别人的看法。空列表也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Bonds, Bond]]:
    """A request for each batch that two persons have anything to do with, one of them knowing."""
    for batch in batches(
        pending(view),
        lambda event: may(view, event),
        lambda event: concerned(view, event),
        beside=lambda event: perceived(view, event),
    ):
        ids = ids_of(batch, view)
        sections = (
            record(batch, ids, view, audience(view, ids)),
            who_and_what(batch, ids, view),
        )
        yield asked("keeper", "bonds", None, WORDING, view.language, Bonds, sections, ids, put, 400)


def may(view: View, event: Event) -> bool:
    """Whether somebody perceived an event that is about somebody else."""
    there = perceived(view, event)
    return bool(there) and len({*concerned(view, event), *there}) > 1


def concerned(view: View, event: Event) -> Sequence[str]:
    """Those whom a bond of an event would be about before all: who took part in it."""
    return _persons(view, (event.who, *event.to, *event.people))


def perceived(view: View, event: Event) -> Sequence[str]:
    """Those who could come to regard somebody otherwise for an event."""
    return _persons(view, (each.owner for each in view.perceptions if each.moment == event.id))


def _persons(view: View, every: Iterable[str | None]) -> Sequence[str]:
    return tuple(
        each
        for each in usable(view, every)
        if view.atlas.kind(each) == "character" and each not in view.atlas.background
    )


def audience(view: View, ids: Ids) -> Callable[[Event], str]:
    """Who perceived an event, by short ids, as it stands behind the event."""
    short = shorts(ids.entities)

    def beside(event: Event) -> str:
        there = [short[each] for each in perceived(view, event) if each in short]
        return f" [{' '.join(sorted(there, key=lambda id: (len(id), id)))}]" if there else ""

    return beside


def put(ids: Ids, reply: Bonds) -> tuple[Bond, ...]:
    """What a reply proposes; a turn that is none is no proposal."""
    made: list[Bond] = []
    for each in reply.bonds:
        if each.turn == NONE:
            continue
        back = Back(ids)
        event, owner = back.event(each.e, "e"), back.entity(each.owner, "owner")
        about = back.entity(each.about, "about")
        made.append(Bond(event, owner, about, back.word(each.turn, "turn", TURNS), back.faults))
    return tuple(made)
