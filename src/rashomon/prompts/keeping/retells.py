"""Retellings and tags: what a line passes on, and what an event is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
    id_of,
    word_of,
)
from rashomon.prompts.keeping.shown import EVENTS, Back, Batch, batches, ids_of, pending, record
from rashomon.record.keeper.proposals import Retells, Tag
from rashomon.record.keeper.view import View
from rashomon.record.keeping import TAGS
from rashomon.reflect.wording import content
from rashomon.story.event import Event
from rashomon.story.naming import unnamed

WORDS: Final = tuple(TAGS)
event_id: Final = id_of("E")


class Retold(Answer):
    e: Annotated[str, event_id]
    of: Annotated[str, event_id]


class Tagged(Answer):
    e: Annotated[str, event_id]
    tag: Annotated[str, word_of(WORDS)]


class Retellings(Answer):
    retells: Annotated[list[Retold], at_most(8)]
    tags: Annotated[list[Tagged], at_most(12)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "`retells`: the line `e` tells others of the earlier event `of`, which its speaker "
                "saw, heard or was told of."
            ),
            (
                "`tags`: the event `e` plainly is one of these, `tag`: `promise`, `threat`, "
                "`gift`, `theft`, `secret`, `quarrel`, `death`, `love`."
            ),
        ),
        examples=(
            Example(
                "E1 “Ida pockets the yeast.”\nE2 Nora to Paul: “Ida took the yeast!”",
                '{"retells": [{"e": "E2", "of": "E1"}], "tags": [{"e": "E1", "tag": "theft"}]}',
            ),
            Example(
                "E1 “Nora wraps a loaf.”\nE2 Nora to Paul: “Two coins, please.”",
                '{"retells": [], "tags": []}',
            ),
        ),
        task="Name the lines that tell of an earlier event, and what events plainly are. Empty "
        "lists are a good answer.",
    ),
    "zh": Wording(
        rules=(
            "`retells`：`e` 这句话把先前的事 `of` 说给别人听，说话的人看见、听见或听说过那件事。",
            (
                "`tags`：`e` 明显是这样的事，`tag`：`promise` 许诺，`threat` 威胁，`gift` 赠与，"
                "`theft` 偷窃，`secret` 秘密，`quarrel` 争吵，`death` 死亡，`love` 爱。"
            ),
        ),
        examples=(
            Example(
                "E1 “小红把酵母揣进口袋。”\nE2 阿兰对老吴说：“小红拿了酵母！”",
                '{"retells": [{"e": "E2", "of": "E1"}], "tags": [{"e": "E1", "tag": "theft"}]}',
            ),
            Example(
                "E1 “阿兰包好一个面包。”\nE2 阿兰对老吴说：“两文钱。”",
                '{"retells": [], "tags": []}',
            ),
        ),
        task="写出哪些话在转述先前的事，哪些事明显属于哪一类。空列表也是好答案。",
    ),
}

EARLIER: Final = 10
"""How many earlier events are shown for what lines may retell."""


def ask(view: View) -> Iterator[Asked[Retellings, Retells | Tag]]:
    """A request for each batch, with the earlier events that its lines could retell."""
    every = sorted(view.events, key=lambda event: event.id)
    events = pending(view)
    most = EVENTS if len(every) <= EVENTS else EVENTS - EARLIER
    for batch in batches(events, lambda event: True, most=most):
        whole = with_earlier(view, batch, every)
        ids = ids_of(whole, view)
        sections = (record(whole, ids, view),)
        yield asked(
            "keeper", "retells", None, WORDING, view.language, Retellings, sections, ids, put, 400
        )


def with_earlier(view: View, batch: Batch, every: Sequence[Event]) -> Batch:
    """A batch with those events before it that a line of it may retell, in order.

    Its speaker had it by then, and they have words in common: the more and rarer, the sooner.
    """
    first = min(event.id for event in batch.events)
    lines = [event for event in batch.events if event.kind == "line" and event.retells is None]
    said = {event.id: content(unnamed(event.text), view.language) for event in lines}
    before = {
        event.id: content(unnamed(event.text), view.language) for event in every if event.id < first
    }
    rarity = Counter(word for words in before.values() for word in words)
    weights: dict[int, float] = {}
    for event, words in before.items():
        for line in lines:
            shared = sum(1 / rarity[word] for word in words & said[line.id])
            if shared and view.had(str(line.who), event, line.id) is not None:
                weights[event] = max(weights.get(event, 0.0), shared)
    room = min(EARLIER, EVENTS - len(batch.events))
    best = sorted(weights, key=lambda id: (-weights[id], -id))[:room]
    shown = tuple(event for event in every if event.id in best)
    return Batch((*shown, *batch.events), batch.open | frozenset(best), batch.things)


def put(ids: Ids, reply: Retellings) -> tuple[Retells | Tag, ...]:
    """What a reply proposes."""
    made: list[Retells | Tag] = []
    for each in reply.retells:
        back = Back(ids)
        event = back.event(each.e, "e")
        made.append(Retells(event, back.event(each.of, "of"), back.faults))
    for each in reply.tags:
        back = Back(ids)
        event = back.event(each.e, "e")
        made.append(Tag(event, back.word(each.tag, "tag", WORDS), back.faults))
    return tuple(made)
