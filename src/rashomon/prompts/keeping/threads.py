"""Threads: promises, mysteries and goals that an event leaves open or brings to their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, get_args

from rashomon.prompts.asking import (
    MOST,
    Answer,
    Asked,
    Example,
    Ids,
    Wording,
    Wordings,
    asked,
    at_most,
    common,
    quoted,
    section,
    shorts,
    word_of,
)
from rashomon.prompts.asking import id_of as of
from rashomon.prompts.keeping.shown import Back, Batch, batches, ids_of, pending, record
from rashomon.record.keeper.proposals import CLOSINGS, CloseThread, Closing, OpenThread
from rashomon.record.keeper.view import View
from rashomon.story.mind import Thread, ThreadKind

KINDS: Final[tuple[ThreadKind, ...]] = get_args(ThreadKind)
ACTS: Final = ("open", *CLOSINGS)
NEW: Final = "new"


class Threaded(Answer):
    e: Annotated[str, of("E")]
    kind: Annotated[str, word_of(KINDS)]
    act: Annotated[str, word_of(ACTS)]
    t: Annotated[str, of("T", NEW)]


class Threads(Answer):
    threads: Annotated[list[Threaded], at_most(8)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            "Name in `threads` what an event `e` leaves open, or brings to its end.",
            (
                "`kind`: `promise` somebody gives their word, `mystery` nobody knows the answer, "
                "`goal` somebody sets out to do something."
            ),
            (
                "`act`: `open` it begins here and `t` is `new`; `resolve` the open `t` is kept, "
                "answered or reached; `drop` the open `t` is given up."
            ),
        ),
        examples=(
            Example(
                "# Left open\nT1 promise “Paul to Nora: I will mend the oven.”\n"
                "# What happened\nE1 “Paul mends the oven.”\nE2 Nora to Paul: “Who stole the "
                "yeast?”",
                '{"threads": [{"e": "E1", "kind": "promise", "act": "resolve", "t": "T1"}, '
                '{"e": "E2", "kind": "mystery", "act": "open", "t": "new"}]}',
            ),
            Example("# What happened\nE1 “Nora wraps a loaf.”", '{"threads": []}'),
        ),
        task="Name what these events leave open, and which open threads they end. An empty list "
        "is a good answer.",
    ),
    "zh": Wording(
        rules=(
            "`threads` 里写事件 `e` 留下的未了之事，或它了结的事。",
            "`kind`：`promise` 有人许诺，`mystery` 谁也不知道答案，`goal` 有人立意要做一件事。",
            (
                "`act`：`open` 从这里开始，`t` 写 `new`；`resolve` 未了的 `t` 兑现、解开或达到了；"
                "`drop` 未了的 `t` 放弃了。"
            ),
        ),
        examples=(
            Example(
                "# 未了之事\nT1 promise “老吴对阿兰说：炉子我来修。”\n"
                "# 发生的事\nE1 “老吴修好了炉子。”\nE2 阿兰对老吴说：“酵母是谁偷的？”",
                '{"threads": [{"e": "E1", "kind": "promise", "act": "resolve", "t": "T1"}, '
                '{"e": "E2", "kind": "mystery", "act": "open", "t": "new"}]}',
            ),
            Example("# 发生的事\nE1 “阿兰包好一个面包。”", '{"threads": []}'),
        ),
        task="写出这些事留下了什么未了之事，又了结了哪些。空列表也是好答案。",
    ),
}


def ask(view: View) -> Iterator[Asked[Threads, OpenThread | CloseThread]]:
    """A request for each batch, with the open threads that have most to do with it."""
    for batch in batches(pending(view), lambda event: True):
        open_ = bearing(view, batch)
        ids = ids_of(batch, view, [each.id for each in open_])
        sections = (left_open(view, ids), record(batch, ids, view))
        yield asked(
            "keeper", "threads", None, WORDING, view.language, Threads, sections, ids, put, 400
        )


def bearing(view: View, batch: Batch, most: int = MOST) -> Sequence[Thread]:
    """The open threads of most of whose people a batch tells, newest first among equals."""
    told = {each for event in batch.events for each in (event.who, *event.to, *event.people)}
    open_ = [each for each in view.threads if each.status == "open"]
    open_.sort(key=lambda each: (-len(told & {*each.people}), -each.id))
    return sorted(open_[:most], key=lambda each: each.id)


def left_open(view: View, ids: Ids) -> str:
    """The section of threads that are open."""
    short = shorts(ids.threads)
    lines = (
        f"{short[each.id]} {each.kind} {quoted(each.text, view.language)}"
        for each in sorted(view.threads, key=lambda each: each.id)
        if each.id in short
    )
    return section(common(view.language).left_open, lines)


def put(ids: Ids, reply: Threads) -> tuple[OpenThread | CloseThread, ...]:
    """What a reply proposes."""
    made: list[OpenThread | CloseThread] = []
    for each in reply.threads:
        back = Back(ids)
        event, act = back.event(each.e, "e"), back.word(each.act, "act", ACTS)
        if act == "open":
            kind = back.word(each.kind, "kind", KINDS)
            made.append(OpenThread(event, kind, back.faults))
        else:
            closing: Closing = "drop" if act == "drop" else "resolve"
            made.append(CloseThread(event, back.thread(each.t, "t"), closing, back.faults))
    return tuple(made)
