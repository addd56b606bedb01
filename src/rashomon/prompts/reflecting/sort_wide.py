"""Both sorts in one request, where to be sure at once and to put in other words are offered too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Annotated, Final

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
    text_of_at_most,
    word_of,
)
from rashomon.prompts.minds import When
from rashomon.prompts.reflecting import sort_new, sort_old
from rashomon.prompts.reflecting.back import Back
from rashomon.prompts.reflecting.sort_new import NEW, Ground
from rashomon.prompts.reflecting.sort_old import Matter
from rashomon.reflect.proposals import Add, OfOne, Proposal, Revise
from rashomon.reflect.view import View
from rashomon.story.mind import CONFIDENCES
from rashomon.views.naming import NameBook

REVISE: Final = "revise"
DO: Final = (*sort_old.DO, REVISE)

OLD: Final = 5
PERCEPTIONS: Final = 5
ABOUT: Final = 2
"""The twelve things that a request shows: beliefs with what bears on them, perceptions that may
say something new, and what these concern. What serves both is shown once."""


class Changed(sort_old.Changed):
    """What is to become of one belief; `text` is for `revise` alone."""

    do: Annotated[str, word_of(DO)]
    text: Annotated[str, text_of_at_most(200)]


class Thought(sort_new.Thought):
    """One new belief."""

    how_sure: Annotated[str, word_of(CONFIDENCES)]


class Sorted(Answer):
    """What is to become of what is held, and what is new."""

    old: Annotated[list[Changed], at_most(MOST)]
    new: Annotated[list[Thought], at_most(NEW)]


_REPLY: Final = (
    '{"old": [{"b": "B1", "for": ["P1"], "against": [], "do": "firm", "into": "none", "text": '
    '""}], "new": [{"because": ["P1", "P2"], "about": ["K1"], "text": "%s", "how_sure": '
    '"likely"}]}'
)
_NOTHING: Final = '{"old": [], "new": []}'

WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "Sort what that person holds by what that person perceived. Name in `old` only the "
                "beliefs `b` that change."
            ),
            (
                "`for`: what bears it out; `against`: what speaks against it. `do`: `firm` more "
                "sure, "
                "`doubt` less sure, `let_go` plainly wrong now, `merge` it says what belief `into` "
                "says, `revise` it is truer as `text`, `keep`. `into` is `none` but for `merge`."
            ),
            (
                "Name in `new`, at most two, what that person now thinks that no single moment "
                "says. "
                "`because`: at least two perceptions, of different moments; `about`: whom or what "
                "it "
                "concerns; `text`: one sentence of at most 20 words, with names and without ids; "
                "`how_sure`: `sure`, `likely` or `doubtful`."
            ),
        ),
        examples=(
            Example(
                "B1 (likely) “Ida steals.”\nP1 (saw, noon) “Ida pockets the yeast.”\nP2 (saw, "
                "evening) “Ida takes a spoon to Paul.”\nK1 Ida",
                _REPLY % "Ida takes what Paul wants.",
            ),
            Example(
                "B1 (likely) “Ida steals.”\nP1 (saw, noon) “Paul wraps a loaf.”\nK1 Paul", _NOTHING
            ),
        ),
        task="You are {name}. Which of your beliefs change, and what do you now think that no "
        "single moment says? Empty lists are a good answer.",
    ),
    "zh": Wording(
        rules=(
            "按那人的所见所闻，整理那人的看法。`old` 里只写要变的看法 `b`。",
            (
                "`for`：印证它的；`against`：与它不合的。`do`：`firm` 更确信，`doubt` 起疑，"
                "`let_go` 明显错了，`merge` 和看法 `into` 说的是一回事，`revise` 改成 `text` 更对，"
                "`keep` 不变。除了 `merge`，`into` 都写 `none`。"
            ),
            (
                "`new` 里写哪一件事单独都没有说明、而那人现在的想法，最多两条。"
                "`because`：至少两条不同时候的所见所闻；`about`：关于谁或什么；"
                "`text`：一句话，最多 40 个字，写名字，不写编号；`how_sure`：`sure` 确信，"
                "`likely` 大概，`doubtful` 存疑。"
            ),
        ),
        examples=(
            Example(
                "B1 （大概）“小红偷东西。”\nP1（看见，中午）“小红把酵母揣进口袋。”\n"
                "P2 （看见，傍晚）“小红拿勺子给老吴。”\nK1 小红",
                _REPLY % "小红拿的是老吴想要的东西。",
            ),
            Example("B1 （大概）“小红偷东西。”\nP1（看见，中午）“老吴包面包。”\nK1 老吴", _NOTHING),
        ),
        task="你是{name}。你的哪些看法变了？哪一件事单独都没有说明，而你现在是怎么想的？"
        "空列表也是好答案。",
    ),
}


def ask(
    view: View, names: NameBook, when: When, new: Collection[int] | None = None
) -> Iterator[Asked[Sorted, Proposal]]:
    """Requests for what is open to change and what may be new, as many as either needs."""
    old = list(sort_old.matters(view, OLD, new))
    fresh = list(sort_new.grounds(view, PERCEPTIONS, ABOUT, 0, new))
    for n in range(max(len(old), len(fresh))):
        matter = old[n] if n < len(old) else Matter((), ())
        ground = fresh[n] if n < len(fresh) else Ground((), (), ())
        seen = {each.id: each for each in matter.perceptions}
        seen |= {each.id: each.perception for each in ground.perceptions}
        in_order = sorted(seen.values(), key=lambda each: (each.time, each.id))
        matter = Matter(matter.beliefs, tuple(in_order))
        about = sort_new.ids_of(ground, names)
        ids = replace(sort_old.ids_of(matter), entities=about.entities, labels=about.labels)
        sections = sort_old.shown(matter, ids, names, when, sort_new.concerned(ids, names))
        yield asked(
            "reflection", "sort_wide", view.owner, WORDING, view.language, Sorted,
            sections, ids, put, 900, name=called(names(view.owner), view.language),
        )  # fmt: skip


def put(ids: Ids, reply: Sorted) -> tuple[Proposal, ...]:
    """What a reply proposes: changes of what is held, then what is new."""
    old = (_change_of(ids, each) for each in reply.old)
    new: Iterator[Add] = (sort_new.thought_of(ids, each, CONFIDENCES) for each in reply.new)
    return (*(each for each in old if each is not None), *new)


def _change_of(ids: Ids, given: Changed) -> OfOne | None:
    if given.do != REVISE:
        return sort_old.change_of(ids, given)
    back = Back(ids)
    belief = back.belief(given.b, "b")
    supports, against = back.evidence(given.for_), back.evidence(given.against)
    back.needs(given.text, "text")
    return Revise(belief, given.text.strip(), supports, against, back.faults)
