"""Reading back: what was accepted, as it would stand, and which of it is not borne out after all.

One question at a time finds much that none of them finds alone: whoever graded an event has not
seen what was opened by it. Nothing can be added here, only taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

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
    called,
    common,
    quoted,
    section,
    shorts,
)
from rashomon.prompts.asking import id_of as of
from rashomon.prompts.keeping.shown import EVENTS, Back, Batch, ids_of, names_of, pending, record
from rashomon.record.keeper.proposals import (
    Bond,
    Claim,
    CloseThread,
    Closing,
    Fault,
    Grade,
    Move,
    OpenThread,
    Proposal,
    Retells,
    Tag,
    Version,
)
from rashomon.record.keeper.view import View
from rashomon.story.calendar import is_chinese
from rashomon.story.losing import Lost
from rashomon.story.mind import ThreadKind
from rashomon.story.phrasing import joined
from rashomon.story.regard import Turn


class Dropped(Answer):
    v: Annotated[str, of("V")]


class Reread(Answer):
    drop: Annotated[list[Dropped], at_most(MOST)]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """An accepted edit is not to be written. `edit` counts what was accepted from 1; 0 is none."""

    edit: int
    faults: tuple[Fault, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Why it takes nothing back, where it does not."""
        return tuple(
            f"It lacks {given!r}." if slot == "field" else f"There is no {slot} {given} to read."
            for slot, given in self.faults
        )


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            "Each line with a `v` is about to be noted of the events. Read it against them.",
            (
                "Name in `drop` each `v` that the events plainly do not bear out. What may well be "
                "so stays."
            ),
        ),
        examples=(
            Example(
                "# What happened\nE1 Nora to Paul: “Two coins, please.”\nE2 “Ida pockets the "
                "yeast.”\n# About to be noted\nV1 E1 weighs 5\nV2 by E2 the yeast came to Ida",
                '{"drop": [{"v": "V1"}]}',
            ),
            Example(
                "# What happened\nE1 “Paul mends the oven.”\n# About to be noted\nV1 E1 weighs 3",
                '{"drop": []}',
            ),
        ),
        task="Name what these events plainly do not bear out. An empty list is a good answer.",
    ),
    "zh": Wording(
        rules=(
            "每个带 `v` 的行是将要记下的事。请对照发生的事读一遍。",
            "`drop` 里写明显与发生的事不符的 `v`。说得过去的都留下。",
        ),
        examples=(
            Example(
                "# 发生的事\nE1 阿兰对老吴说：“两文钱。”\nE2 “小红把酵母揣进口袋。”\n"
                "# 将要记下的事\nV1 E1 的分量是 5\nV2 因 E2，酵母到了小红处",
                '{"drop": [{"v": "V1"}]}',
            ),
            Example(
                "# 发生的事\nE1 “老吴修好了炉子。”\n# 将要记下的事\nV1 E1 的分量是 3",
                '{"drop": []}',
            ),
        ),
        task="写出明显与这些事不符的。空列表也是好答案。",
    ),
}


@dataclass(frozen=True, slots=True)
class Forms:
    """How an edit is put in one language. `{…}` are filled in."""

    grade: str
    move: str
    claim: str
    retells: str
    tag: str
    opens: str
    ends: str
    bond: str
    lost: str
    mistaken: str
    both: str
    kinds: Mapping[ThreadKind, str]
    ended: Mapping[Closing, str]
    turns: Mapping[Turn, str]
    losses: Mapping[Lost, str]
    tags: Mapping[str, str]


ENGLISH: Final = Forms(
    grade="{e} weighs {n}",
    move="by {e} {item} came to {to}",
    claim="{e} says that {item} is at {at}",
    retells="{e} tells of {of}",
    tag="{e} is about {tag}",
    opens="{e} opens {kind}",
    ends="{e} ends {kind}, {how}: {text}",
    bond="{owner} is {turn} {about} for {e}",
    lost="of {e} {owner} lost {lost}",
    mistaken="of {e} {owner} took whoever acted for {other}",
    both="of {e} {owner} lost {lost}, and took whoever acted for {other}",
    kinds={"promise": "a promise", "mystery": "a mystery", "goal": "a goal"},
    ended={"resolve": "kept, answered or reached", "drop": "given up"},
    turns={
        "warmer": "warmer towards",
        "colder": "colder towards",
        "wary": "more wary of",
        "indebted": "indebted to",
    },
    losses={
        "words": "the words",
        "manner": "the manner",
        "number": "the number",
        "who": "who acted",
    },
    tags={
        "promise": "a promise",
        "threat": "a threat",
        "gift": "a gift",
        "theft": "a theft",
        "secret": "a secret",
        "quarrel": "a quarrel",
        "death": "a death",
        "love": "love",
    },
)
CHINESE: Final = Forms(
    grade="{e} 的分量是 {n}",
    move="因 {e}，{item}到了{to}处",
    claim="{e} 说{item}在{at}处",
    retells="{e} 转述了 {of}",
    tag="{e} 是关于{tag}的",
    opens="{e} 引出{kind}",
    ends="{e} 了结{kind}，{how}：{text}",
    bond="因 {e}，{owner}对{about}{turn}",
    lost="{e} 里{owner}漏掉了{lost}",
    mistaken="{e} 里{owner}把做事的人认成了{other}",
    both="{e} 里{owner}漏掉了{lost}，又把做事的人认成了{other}",
    kinds={"promise": "一个承诺", "mystery": "一个谜", "goal": "一个目标"},
    ended={"resolve": "兑现、解开或达到了", "drop": "放弃了"},
    turns={
        "warmer": "更亲近了",
        "colder": "更冷淡了",
        "wary": "少了信任",
        "indebted": "欠了情",
    },
    losses={"words": "说的话", "manner": "怎么做的", "number": "有多少", "who": "是谁做的"},
    tags={
        "promise": "许诺",
        "threat": "威胁",
        "gift": "赠与",
        "theft": "偷窃",
        "secret": "秘密",
        "quarrel": "争吵",
        "death": "死亡",
        "love": "爱",
    },
)


def ask(view: View) -> Iterator[Asked[Reread, TakeBack]]:
    """A request for each dozen of what was accepted, in the order of the events it is of.

    Each shows the events concerned, and as many of those next to them as there is room for.
    """
    order = sorted(enumerate(view.taken, 1), key=lambda each: each[1].event)
    for start in range(0, len(order), MOST):
        yield _ask(view, order[start : start + MOST])


def most(first: Iterable[Asked[Any, Any]]) -> int:
    """How many requests it takes at most to read back what these are answered.

    By how many items their schemas allow: what a reply has beyond that is not read back.
    """
    items = 0
    for each in first:
        lists = each.request.schema.model_json_schema()["properties"].values()
        items += sum(of["maxItems"] for of in lists)
    return -(-items // MOST)


def foreseen(view: View, requests: int) -> Iterator[Asked[Reread, TakeBack]]:
    """About what so many requests would show: it is not known yet what will be accepted."""
    events = pending(view)
    made = (Grade(events[n % len(events)].id, 5) for n in range(requests * MOST))
    for start in range(0, requests * MOST, MOST):
        yield _ask(view, [(start + n, next(made)) for n in range(1, MOST + 1)])


def _ask(view: View, edits: Sequence[tuple[int, Proposal]]) -> Asked[Reread, TakeBack]:
    batch = _around(view, [change for _, change in edits])
    ids = ids_of(batch, view)
    ids = Ids(events=ids.events, edits={f"V{n}": edit for n, (edit, _) in enumerate(edits, 1)})
    lines = (f"V{n} {line_of(change, view, ids)}" for n, (_, change) in enumerate(edits, 1))
    sections = (record(batch, ids, view), section(common(view.language).noted, lines))
    return asked("keeper", "verify", None, WORDING, view.language, Reread, sections, ids, put, 200)


def _around(view: View, edits: Sequence[Proposal]) -> Batch:
    """The events that edits are of, each with an id, and those next to them."""
    concerned = {each.event for each in edits}
    concerned |= {each.of for each in edits if isinstance(each, Retells)}
    others = [event.id for event in pending(view) if event.id not in concerned]
    others.sort(key=lambda id: (min(abs(id - each) for each in concerned), id))
    there = concerned.union(others[: EVENTS - len(concerned)])
    events = sorted((view.shown[id] for id in there), key=lambda event: event.id)
    return Batch(tuple(events), frozenset(concerned))


def line_of(change: Proposal, view: View, ids: Ids) -> str:
    """An edit in words, by names and by the short ids of events."""
    say = CHINESE if is_chinese(view.language) else ENGLISH
    names, short = names_of(view), shorts(ids.events)

    def name(entity: str) -> str:
        return called(names(entity) or entity, view.language)

    e = short[change.event]
    match change:
        case Grade():
            return say.grade.format(e=e, n=change.importance)
        case Move():
            return say.move.format(e=e, item=name(change.item), to=name(change.to))
        case Claim():
            return say.claim.format(e=e, item=name(change.item), at=name(change.at))
        case Retells():
            return say.retells.format(e=e, of=short[change.of])
        case Tag():
            return say.tag.format(e=e, tag=say.tags[change.tag])
        case OpenThread():
            return say.opens.format(e=e, kind=say.kinds[change.kind])
        case CloseThread():
            thread, how = view.open[change.thread], say.ended[change.act]
            text = quoted(thread.text, view.language)
            return say.ends.format(e=e, kind=say.kinds[thread.kind], how=how, text=text)
        case Bond():
            owner, about, turn = name(change.owner), name(change.about), say.turns[change.turn]
            return say.bond.format(e=e, owner=owner, about=about, turn=turn)
        case Version():
            lost = joined([say.losses[each] for each in change.lost if each != "none"],
                          view.language)  # fmt: skip
            other = "" if change.mistaken_for is None else name(change.mistaken_for)
            form = say.both if lost and other else say.lost if lost else say.mistaken
            return form.format(e=e, owner=name(change.owner), lost=lost, other=other)


def put(ids: Ids, reply: Reread) -> tuple[TakeBack, ...]:
    """What a reply takes back."""
    made: list[TakeBack] = []
    for each in reply.drop:
        back = Back(ids)
        made.append(TakeBack(back.edit(each.v, "v"), back.faults))
    return tuple(made)
