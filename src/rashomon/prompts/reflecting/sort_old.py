"""The sort of what is held: beliefs borne out, spoken against, let go, or one with another.

Made of one mind alone. Only beliefs are shown for which some rule could accept a change.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Final, NamedTuple

from pydantic import Field

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
    id_of,
    numbered,
    section,
    word_of,
)
from rashomon.prompts.minds import When, believed, perceived, under
from rashomon.prompts.reflecting.back import Back
from rashomon.reflect.bearing import Bearing, bearing
from rashomon.reflect.groups import open_to_change
from rashomon.reflect.proposals import Doubt, Firm, LetGo, Merge, OfOne
from rashomon.reflect.view import Shown, View
from rashomon.story.mind import Belief
from rashomon.story.perception import Perception
from rashomon.views.naming import NameBook

KEEP: Final = "keep"
DO: Final = (KEEP, "firm", "doubt", "let_go", "merge")
NONE: Final = "none"


class Changed(Answer):
    """What is to become of one belief: what speaks for and against it, then the verdict."""

    b: Annotated[str, id_of("B")]
    for_: Annotated[list[Annotated[str, id_of("P")]], Field(alias="for")]
    against: list[Annotated[str, id_of("P")]]
    do: Annotated[str, word_of(DO)]
    into: Annotated[str, id_of("B", NONE)]


class Sorted(Answer):
    """What is to become of any."""

    old: Annotated[list[Changed], at_most(MOST)]


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
                "says, `keep`."
            ),
            "`into` is `none` but for `merge`.",
        ),
        examples=(
            Example(
                "B1 (likely) “Ida steals.”\nB2 (sure) “Paul is ill.”\nP1 (saw, noon) “Ida pockets "
                "the yeast.”\nP2 (saw, noon) “Paul dances.”",
                '{"old": [{"b": "B1", "for": ["P1"], "against": [], "do": "firm", "into": '
                '"none"}, {"b": "B2", "for": [], "against": ["P2"], "do": "doubt", "into": '
                '"none"}]}',
            ),
            Example(
                "B1 (likely) “Ida steals.”\nP1 (saw, noon) “Paul wraps a loaf.”", '{"old": []}'
            ),
        ),
        task="You are {name}. Which of your beliefs change by what you perceived? An empty list "
        "is a good answer.",
    ),
    "zh": Wording(
        rules=(
            "按那人的所见所闻，整理那人的看法。`old` 里只写要变的看法 `b`。",
            (
                "`for`：印证它的；`against`：与它不合的。`do`：`firm` 更确信，`doubt` 起疑，"
                "`let_go` 明显错了，`merge` 和看法 `into` 说的是一回事，`keep` 不变。"
            ),
            "除了 `merge`，`into` 都写 `none`。",
        ),
        examples=(
            Example(
                "B1 （大概）“小红偷东西。”\nB2（确信）“老吴病了。”\n"
                "P1 （看见，中午）“小红把酵母揣进口袋。”\nP2（看见，中午）“老吴跳舞。”",
                '{"old": [{"b": "B1", "for": ["P1"], "against": [], "do": "firm", "into": '
                '"none"}, {"b": "B2", "for": [], "against": ["P2"], "do": "doubt", "into": '
                '"none"}]}',
            ),
            Example("B1 （大概）“小红偷东西。”\nP1（看见，中午）“老吴包面包。”", '{"old": []}'),
        ),
        task="你是{name}。你的哪些看法因为所见所闻变了？空列表也是好答案。",
    ),
}


class Matter(NamedTuple):
    """Beliefs and perceptions of one request."""

    beliefs: tuple[Belief, ...]
    perceptions: tuple[Perception, ...]


def ask(
    view: View, names: NameBook, when: When, new: Collection[int] | None = None
) -> Iterator[Asked[Sorted, OfOne]]:
    """Requests for what is open to change, most bearing first; none where nothing could change.

    `new` are the perceptions since the last reflection, of which one must bear on a belief that is
    shown; `None` takes all for new.
    """
    for matter in matters(view, MOST, new):
        ids = ids_of(matter)
        yield asked(
            "reflection", "sort_old", view.owner, WORDING, view.language, Sorted,
            shown(matter, ids, names, when), ids, put, 600,
            name=called(names(view.owner), view.language),
        )  # fmt: skip


def matters(view: View, most: int, new: Collection[int] | None = None) -> Iterator[Matter]:
    """Beliefs that could change, each with what bears on it, as many together as may be shown."""
    every = [each.perception for each in view.perceptions]
    found: list[tuple[float, Belief, tuple[Perception, ...]]] = []
    for belief in view.held.values():
        if belief.id in view.due or belief.id in view.doubted:
            continue
        bears = bearing(belief, every, view.language, most // 2)
        fresh = new is None or any(each.id in new for each in bears.perceptions)
        if fresh and bears.perceptions and open_to_change(_narrowed(view, belief, bears)):
            found.append((-bears.weight, belief, bears.perceptions))
    found.sort(key=lambda each: (each[0], each[1].id))
    beliefs: list[Belief] = []
    seen: dict[int, Perception] = {}
    for _, belief, bears in found:
        joined = seen | {each.id: each for each in bears}
        if beliefs and len(beliefs) + 1 + len(joined) > most:
            yield _matter(beliefs, seen.values())
            beliefs, joined = [], {each.id: each for each in bears}
        beliefs.append(belief)
        seen = dict(list(joined.items())[: most - 1])
    if beliefs:
        yield _matter(beliefs, seen.values())


def _matter(beliefs: Iterable[Belief], seen: Iterable[Perception]) -> Matter:
    in_order = sorted(seen, key=lambda each: (each.time, each.id))
    return Matter(tuple(sorted(beliefs, key=lambda each: each.id)), tuple(in_order))


def _narrowed(view: View, belief: Belief, bears: Bearing) -> View:
    """The view of one belief and what bears on it; what it rests on counts as before."""
    shown = {each.id for each in bears.perceptions}
    chosen = tuple(each for each in view.perceptions if each.id in shown)
    linked = {*belief.supports, *belief.contradicts} - shown
    rest: Sequence[Shown] = [each for each in view.perceptions if each.id in linked]
    return replace(view, beliefs=(belief,), perceptions=chosen, behind=(*view.behind, *rest))


def ids_of(matter: Matter) -> Ids:
    """The short ids of a matter."""
    return Ids(
        perceptions=numbered("P", (each.id for each in matter.perceptions)),
        beliefs=numbered("B", (each.id for each in matter.beliefs)),
    )


def shown(
    matter: Matter, ids: Ids, names: NameBook, when: When, beside: Sequence[str] = ()
) -> tuple[str, ...]:
    """The sections of beliefs and of perceptions, with what stands beside these."""
    say = common(names.language)
    held = (believed(each, names.language) for each in matter.beliefs)
    seen = (perceived(each, names, when) for each in matter.perceptions)
    return (
        section(say.beliefs, under(ids.beliefs, held)),
        section(say.perceived, (*under(ids.perceptions, seen), *beside)),
    )


def put(ids: Ids, reply: Sorted) -> tuple[OfOne, ...]:
    """What a reply proposes; what is kept is no proposal."""
    every = (change_of(ids, each) for each in reply.old)
    return tuple(each for each in every if each is not None)


def change_of(ids: Ids, given: Changed) -> OfOne | None:
    """What one item proposes."""
    if given.do == KEEP:
        return None
    back = Back(ids)
    belief = back.belief(given.b, "b")
    supports, against = back.evidence(given.for_), back.evidence(given.against)
    match given.do:
        case "doubt":
            return Doubt(belief, against, supports, None, back.faults)
        case "let_go":
            return LetGo(belief, against, supports, back.faults)
        case "merge":
            into = "" if given.into == NONE else given.into
            return Merge(belief, back.belief(into, "into"), supports, against, back.faults)
        case _:
            back.needs(given.do, "do", DO)
            return Firm(belief, supports, against, None, back.faults)
