"""Moves and claims: items that a deed brought elsewhere, and lines that say where an item is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from rashomon.prompts.asking import Answer, Asked, Example, Ids, Wording, Wordings, asked, at_most
from rashomon.prompts.asking import id_of as of
from rashomon.prompts.keeping.shown import (
    Back,
    batches,
    ids_of,
    items_named,
    pending,
    record,
    usable,
    who_and_what,
)
from rashomon.record.keeper.naming import points_at
from rashomon.record.keeper.proposals import Claim, Move
from rashomon.record.keeper.view import View
from rashomon.story.event import Event
from rashomon.story.naming import referred
from rashomon.story.world import Lore


class Moved(Answer):
    e: Annotated[str, of("E")]
    item: Annotated[str, of("K")]
    to: Annotated[str, of("K")]


class Claimed(Answer):
    e: Annotated[str, of("E")]
    item: Annotated[str, of("K")]
    at: Annotated[str, of("K")]


class Moves(Answer):
    moves: Annotated[list[Moved], at_most(12)]
    claims: Annotated[list[Claimed], at_most(12)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "`moves`: by the deed `e`, the thing `item` came to `to`: a person who now has it, "
                "a place, or a thing that it is now in."
            ),
            (
                "`claims`: the words of the line `e` say, true or not, that `item` is with, in or "
                "at `at`."
            ),
            "Only what is plainly told: looking, offering and asking move nothing.",
        ),
        examples=(
            Example(
                "E1 “Nora hands the ledger to Paul.”\nE2 Paul to Nora: “The spoon is in the "
                "drawer.”\nPeople: K1 Nora; K2 Paul\nThings: K3 a ledger; K4 a spoon; K5 a drawer",
                '{"moves": [{"e": "E1", "item": "K3", "to": "K2"}], '
                '"claims": [{"e": "E2", "item": "K4", "at": "K5"}]}',
            ),
            Example(
                "E1 “Nora looks at the ledger.”\nPeople: K1 Nora\nThings: K2 a ledger",
                '{"moves": [], "claims": []}',
            ),
        ),
        task="Name in `moves` the things that came to be elsewhere, and in `claims` the lines that "
        "say where a thing is. Empty lists are a good answer.",
    ),
    "zh": Wording(
        rules=(
            (
                "`moves`：因为 `e` 这件事，东西 `item` 到了 `to`：拿着它的人、一个地方，"
                "或装着它的东西。"
            ),
            "`claims`：`e` 这句话说了，不论真假，`item` 在 `at` 那里。",
            "只写明明白白说到的：看一看、要给、询问，都不算移动。",
        ),
        examples=(
            Example(
                "E1 “阿兰把账本交给老吴。”\nE2 老吴对阿兰说：“勺子在抽屉里。”\n"
                "人：K1 阿兰；K2 老吴\n东西：K3 账本；K4 勺子；K5 抽屉",
                '{"moves": [{"e": "E1", "item": "K3", "to": "K2"}], '
                '"claims": [{"e": "E2", "item": "K4", "at": "K5"}]}',
            ),
            Example(
                "E1 “阿兰看了看账本。”\n人：K1 阿兰\n东西：K2 账本",
                '{"moves": [], "claims": []}',
            ),
        ),
        task="`moves` 里写到了别处的东西，`claims` 里写说某样东西在哪里的话。空列表也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Moves, Move | Claim]]:
    """A request for each batch in which words name an item that could be moved or claimed."""
    for batch in batches(
        pending(view), lambda event: may(view, event), lambda event: things(view, event)
    ):
        ids = ids_of(batch, view)
        sections = (record(batch, ids, view), who_and_what(batch, ids, view))
        yield asked("keeper", "moves", None, WORDING, view.language, Moves, sections, ids, put, 400)


def may(view: View, event: Event) -> bool:
    """Whether an event could move or claim anything: it names an item, and says not all itself."""
    if event.kind not in ("deed", "happening", "line"):
        return False
    own = view.own(event)
    return any((item, "at") not in own for item in items_named(view, event))


def things(view: View, event: Event) -> Sequence[str]:
    """What a mark of an event could name: its items, then whom and what else it tells of."""
    named = [
        each.id
        for each in view.atlas.entities.values()
        if each.id in view.entities
        and not isinstance(each, Lore)
        and view.names_in(event.text, each.id)
    ]
    if event.kind == "line":
        pointed = (each for each in (event.who, *event.to, event.at) if each is not None)
        ends = (each for each in pointed if points_at(event, each))
        return usable(view, (*items_named(view, event), *named, *ends))
    people = (event.who, *referred(event.text), *event.people)
    return usable(view, (*items_named(view, event), *people, *named, *event.on, event.at))


def put(ids: Ids, reply: Moves) -> tuple[Move | Claim, ...]:
    """What a reply proposes: moves first, for a claim does not bear on them."""
    made: list[Move | Claim] = []
    for each in reply.moves:
        back = Back(ids)
        event, item = back.event(each.e, "e"), back.entity(each.item, "item")
        made.append(Move(event, item, back.entity(each.to, "to"), back.faults))
    for each in reply.claims:
        back = Back(ids)
        event, item = back.event(each.e, "e"), back.entity(each.item, "item")
        made.append(Claim(event, item, back.entity(each.at, "at"), back.faults))
    return tuple(made)
