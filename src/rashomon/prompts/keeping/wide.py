"""The keeper's tasks in one request, for models that can hold five things at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rashomon.prompts.asking import Asked, Example, Ids, Wording, Wordings, asked
from rashomon.prompts.keeping import bonds, grades, moves, retells, threads
from rashomon.prompts.keeping.shown import EVENTS, batches, ids_of, pending, record, who_and_what
from rashomon.record.keeper.proposals import Proposal
from rashomon.record.keeper.view import View
from rashomon.story.event import Event


class Kept(retells.Retellings, bonds.Bonds, threads.Threads, moves.Moves, grades.Grades):
    """What all of the tasks ask for, each as it asks for it alone."""


_NOTHING: Final = (
    '{"grades": [], "moves": [], "claims": [], "threads": [], "bonds": [], "retells": [], '
    '"tags": []}'
)
_REPLY: Final = (
    '{"grades": [{"e": "E1", "n": 4}], '
    '"moves": [{"e": "E1", "item": "K4", "to": "K3"}], "claims": [], '
    '"threads": [{"e": "E2", "kind": "goal", "act": "open", "t": "new"}], '
    '"bonds": [{"e": "E1", "owner": "K1", "about": "K3", "turn": "wary"}], '
    '"retells": [{"e": "E2", "of": "E1"}], "tags": [{"e": "E1", "tag": "theft"}]}'
)


def _rules(language: str) -> tuple[str, ...]:
    each = (grades.WORDING, moves.WORDING, threads.WORDING, bonds.WORDING, retells.WORDING)
    key = "zh" if language == "zh" else "en"
    return tuple(rule for one in each for rule in one[key].rules)


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=_rules("en"),
        examples=(
            Example(
                "E1 “Ida pockets the yeast.” [K1 K3]\nE2 Nora to Paul: “Ida took the yeast, and I "
                "will have it back!” [K1 K2]\nPeople: K1 Nora; K2 Paul; K3 Ida\nThings: K4 the "
                "yeast",
                _REPLY,
            ),
            Example("E1 “Nora wraps a loaf.” [K1]\nPeople: K1 Nora", _NOTHING),
        ),
        task="Fill each list with what plainly is so, and with nothing else. Empty lists are a "
        "good answer.",
    ),
    "zh": Wording(
        rules=_rules("zh"),
        examples=(
            Example(
                "E1 “小红把酵母揣进口袋。” [K1 K3]\nE2 阿兰对老吴说：“小红拿了酵母，"
                "我一定要讨回来！” [K1 K2]\n人：K1 阿兰；K2 老吴；K3 小红\n东西：K4 酵母",
                _REPLY,
            ),
            Example("E1 “阿兰包好一个面包。” [K1]\n人：K1 阿兰", _NOTHING),
        ),
        task="每个列表只写明明白白的事，别的不写。空列表也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Kept, Proposal]]:
    """A request for each batch of all that is pending."""
    every = sorted(view.events, key=lambda event: event.id)
    most = EVENTS if len(every) <= EVENTS else EVENTS - retells.EARLIER
    for batch in batches(
        pending(view),
        lambda event: True,
        lambda event: _things(view, event),
        beside=lambda event: bonds.perceived(view, event),
        most=most,
    ):
        whole = retells.with_earlier(view, batch, every)
        open_ = threads.bearing(view, batch)
        ids = ids_of(whole, view, [each.id for each in open_])
        sections = (
            threads.left_open(view, ids),
            record(whole, ids, view, bonds.audience(view, ids)),
            who_and_what(whole, ids, view),
        )
        yield asked("keeper", "wide", None, WORDING, view.language, Kept, sections, ids, put, 1600)


def _things(view: View, event: Event) -> Sequence[str]:
    """Whom and what an answer about an event would name: items, and who took part."""
    named = moves.things(view, event) if moves.may(view, event) else ()
    return tuple(dict.fromkeys((*named, *bonds.concerned(view, event))))


def put(ids: Ids, reply: Kept) -> tuple[Proposal, ...]:
    """What a reply proposes, in the order of the tasks."""
    return (
        *grades.put(ids, reply),
        *moves.put(ids, reply),
        *threads.put(ids, reply),
        *bonds.put(ids, reply),
        *retells.put(ids, reply),
    )
