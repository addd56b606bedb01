"""Grading: what happened weighs something, and only what does not weigh the usual is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import WithJsonSchema

from rashomon.prompts.asking import Answer, Asked, Example, Ids, Wording, Wordings, asked, at_most
from rashomon.prompts.asking import id_of as of
from rashomon.prompts.keeping.shown import Back, batches, ids_of, pending, record
from rashomon.record.keeper.proposals import Grade
from rashomon.record.keeper.view import GRADES, View
from rashomon.story.event import DEFAULT_IMPORTANCE, Event


class Graded(Answer):
    e: Annotated[str, of("E")]
    n: Annotated[int, WithJsonSchema({"type": "integer", "minimum": 1, "maximum": 5})]


class Grades(Answer):
    grades: Annotated[list[Graded], at_most(GRADES)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "Grade what happened, in `n`: 1 passing, 2 small, 3 worth telling tomorrow, "
                "4 changes a plan or a bond, 5 turned the story."
            ),
            "Every event is a 2 now. Name in `grades` only those that differ, at most 3.",
        ),
        examples=(
            Example(
                "E1 “Nora sweeps the shop.”\nE2 “The oven bursts, and Paul loses a hand.”\n"
                "E3 Paul to Nora: “I sell the bakery.”",
                '{"grades": [{"e": "E2", "n": 5}, {"e": "E3", "n": 4}]}',
            ),
            Example(
                "E1 “Nora wraps a loaf.”\nE2 Nora to Paul: “Two coins, please.”", '{"grades": []}'
            ),
        ),
        task="Grade what happened. Name only events that are not a 2, at most 3; none is a good "
        "answer.",
    ),
    "zh": Wording(
        rules=(
            (
                "给发生的事评级，写在 `n` 里：1 转眼即忘，2 小事，3 明天还值得说，"
                "4 改变打算或交情，5 扭转故事。"
            ),
            "现在每件都是 2。`grades` 里只写不是 2 的，最多 3 件。",
        ),
        examples=(
            Example(
                "E1 “阿兰打扫铺子。”\nE2 “炉子炸了，老吴没了一只手。”\n"
                "E3 老吴对阿兰说：“铺子我卖了。”",
                '{"grades": [{"e": "E2", "n": 5}, {"e": "E3", "n": 4}]}',
            ),
            Example("E1 “阿兰包好一个面包。”\nE2 阿兰对老吴说：“两文钱。”", '{"grades": []}'),
        ),
        task="给发生的事评级。只写不是 2 的，最多 3 件；没有也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Grades, Grade]]:
    """A request for each batch with anything that has no grade of its author's yet."""
    for batch in batches(pending(view), lambda event: may(view, event)):
        ids = ids_of(batch, view)
        yield asked(
            "keeper", "grades", None, WORDING, view.language, Grades,
            (record(batch, ids, view),), ids, put, 200,
        )  # fmt: skip


def may(view: View, event: Event) -> bool:
    """Whether an event's grade is still open."""
    locked = "importance" in view.locked.get(event.id, ())
    return not locked and event.importance == DEFAULT_IMPORTANCE


def put(ids: Ids, reply: Grades) -> tuple[Grade, ...]:
    """What a reply proposes."""
    made: list[Grade] = []
    for each in reply.grades:
        back = Back(ids)
        event, number = back.event(each.e, "e"), back.number(each.n, "n")
        made.append(Grade(event, number, back.faults))
    return tuple(made)
