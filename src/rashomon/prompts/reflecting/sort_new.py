"""The sort of what is new: what a mind now thinks that no single moment says.

Made of one mind alone, so a sentence may come out of it. Not asked where nothing recurs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Annotated, Final, NamedTuple, cast

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
    labels_of,
    numbered,
    section,
    text_of_at_most,
    word_of,
)
from rashomon.prompts.minds import When, believed, perceived, under
from rashomon.prompts.reflecting.back import Back
from rashomon.reflect.bearing import involved
from rashomon.reflect.groups import Group, groups
from rashomon.reflect.proposals import Add
from rashomon.reflect.view import Shown, View
from rashomon.story.mind import Belief, Confidence
from rashomon.views.naming import NameBook

SURE: Final = ("likely", "doubtful")
NEW: Final = 2

ABOUT: Final = 3
HELD: Final = 2
"""Of what a request may show: things that a belief may be about, and beliefs that are held."""


class Thought(Answer):
    """One new belief: what it is drawn from and about, then its words, then how sure it is."""

    because: list[Annotated[str, id_of("P")]]
    about: list[Annotated[str, id_of("K")]]
    text: Annotated[str, text_of_at_most(200)]
    how_sure: Annotated[str, word_of(SURE)]


class Thoughts(Answer):
    """What is new."""

    new: Annotated[list[Thought], at_most(NEW)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "You are that person. What do you now think that no single moment says? Name it in "
                "`new`, at most two."
            ),
            (
                "`because`: at least two perceptions, of different moments; `about`: whom or what "
                "it "
                "concerns; `text`: one sentence of at most 20 words, with names and without ids; "
                "`how_sure`: `likely` or `doubtful`."
            ),
            "Do not tell a moment again.",
        ),
        examples=(
            Example(
                "P1 (saw, noon) “Ida pockets the yeast.”\nP2 (saw, evening) “Ida hides a "
                "spoon.”\nK1 Ida",
                '{"new": [{"because": ["P1", "P2"], "about": ["K1"], "text": "Ida steals from '
                'the bakery.", "how_sure": "likely"}]}',
            ),
            Example(
                "P1 (saw, noon) “Paul wraps a loaf.”\nP2 (heard, evening) Paul: “Good "
                "night.”\nK1 Paul",
                '{"new": []}',
            ),
        ),
        task="You are {name}. What do you now think that no single moment says? At most two; "
        "none is a good answer.",
    ),
    "zh": Wording(
        rules=(
            "你就是那个人。哪一件事单独都没有说明，而你现在是怎么想的？写在 `new` 里，最多两条。",
            (
                "`because`：至少两条不同时候的所见所闻；`about`：关于谁或什么；"
                "`text`：一句话，最多 40 个字，写名字，不写编号；`how_sure`：`likely` 大概，"
                "`doubtful` 存疑。"
            ),
            "不要复述某一件事。",
        ),
        examples=(
            Example(
                "P1 （看见，中午）“小红把酵母揣进口袋。”\nP2（看见，傍晚）“小红藏起一把勺子。”\n"
                "K1 小红",
                '{"new": [{"because": ["P1", "P2"], "about": ["K1"], "text": '
                '"小红在偷铺子里的东西。", "how_sure": "likely"}]}',
            ),
            Example(
                "P1 （看见，中午）“老吴包面包。”\nP2（听见，傍晚）老吴：“晚安。”\nK1 老吴",
                '{"new": []}',
            ),
        ),
        task="你是{name}。哪一件事单独都没有说明，而你现在是怎么想的？最多两条，没有也是好答案。",
    ),
}


class Ground(NamedTuple):
    """What a new belief could be drawn from: perceptions, what they have to do with, and what is
    held of that already."""

    perceptions: tuple[Shown, ...]
    about: tuple[str, ...]
    held: tuple[Belief, ...]


def ask(
    view: View, names: NameBook, when: When, new: Collection[int] | None = None
) -> Iterator[Asked[Thoughts, Add]]:
    """A request for each group of perceptions, largest first; none where nothing recurs.

    `new` are the perceptions since the last reflection, of which a group must have one; `None`
    takes all for new.
    """
    for ground in grounds(view, MOST - ABOUT - HELD, ABOUT, HELD, new):
        ids = ids_of(ground, names)
        yield asked(
            "reflection", "sort_new", view.owner, WORDING, view.language, Thoughts,
            shown(ground, ids, names, when), ids, put, 400,
            name=called(names(view.owner), view.language),
        )  # fmt: skip


def grounds(
    view: View, perceptions: int, about: int, held: int, new: Collection[int] | None = None
) -> Iterator[Ground]:
    """The groups that have something new and that are not half in those before them.

    `perceptions`, `about` and `held` are how many of each a ground has at most.
    """
    told: set[int] = set()
    for group in groups(view.perceptions, view.entities, view.owner, perceptions):
        ids = {each.id for each in group.perceptions}
        fresh = ids if new is None else ids & {*new}
        if not fresh or 2 * len(ids & told) >= len(ids):
            continue
        told |= ids
        concerned = _about(view, group)[:about]
        yield Ground(group.perceptions, concerned, _held(view, concerned)[:held])


def _about(view: View, group: Group) -> tuple[str, ...]:
    """What a group has in common, then what else most of it has to do with."""
    every = Counter(
        id for each in group.perceptions for id in involved(each.perception) & view.entities
    )
    others = sorted(every, key=lambda id: (-every[id], id))
    return tuple(dict.fromkeys(id for id in (*group.about, *others) if id != view.owner))


def _held(view: View, about: Collection[str]) -> tuple[Belief, ...]:
    """The beliefs that have most to do with a group: what is held already is nothing new."""
    bears = [each for each in view.held.values() if {*each.about} & {*about}]
    return tuple(sorted(bears, key=lambda each: (-len({*each.about} & {*about}), -each.id)))


def ids_of(ground: Ground, names: NameBook) -> Ids:
    """The short ids of a ground."""
    entities = numbered("K", ground.about)
    return Ids(
        perceptions=numbered("P", (each.id for each in ground.perceptions)),
        entities=entities,
        labels=labels_of({short: names(each) for short, each in entities.items()}),
    )


def shown(ground: Ground, ids: Ids, names: NameBook, when: When) -> tuple[str, ...]:
    """The sections of perceptions, of whom and what they concern, and of what is held already."""
    language, say = names.language, common(names.language)
    seen = (perceived(each.perception, names, when) for each in ground.perceptions)
    return (
        section(say.already, (f"- {believed(each, language)}" for each in ground.held)),
        section(say.perceived, (*under(ids.perceptions, seen), *concerned(ids, names))),
    )


def concerned(ids: Ids, names: NameBook) -> list[str]:
    """Persons and things with their ids."""
    every = (called(names(each) or each, names.language) for each in ids.entities.values())
    return under(ids.entities, every)


def put(ids: Ids, reply: Thoughts) -> tuple[Add, ...]:
    """What a reply proposes."""
    return tuple(thought_of(ids, each, SURE) for each in reply.new)


def thought_of(ids: Ids, given: Thought, words: Collection[str]) -> Add:
    """What one item proposes; a belief whose maker did not say how sure it is lacks that."""
    back = Back(ids)
    back.needs(given.text, "text")
    supports, about = back.evidence(given.because), back.about(given.about)
    sure = back.needs(given.how_sure, "how_sure", (*words,))
    confidence = cast(Confidence, given.how_sure) if sure else "likely"
    return Add(given.text.strip(), about, supports, confidence, (), back.faults)
