"""The contradiction check: one belief against a few perceptions, each by itself.

What a model says that a perception shows stays in the run; only its yes and no count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Final, get_args

from rashomon.prompts.asking import (
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
    text_of_at_most,
    word_of,
)
from rashomon.prompts.minds import When, believed, perceived, under
from rashomon.prompts.reflecting.back import Back
from rashomon.reflect.bearing import MOST, Bearing, Both, doubt
from rashomon.reflect.proposals import Doubt
from rashomon.story.mind import Belief
from rashomon.views.naming import NameBook

BOTH: Final[tuple[Both, ...]] = get_args(Both)


class Checked(Answer):
    """What one perception says to the belief."""

    p: Annotated[str, id_of("P")]
    shows: Annotated[str, text_of_at_most(160)]
    both: Annotated[str, word_of(BOTH)]


class Check(Answer):
    """What each says."""

    items: Annotated[list[Checked], at_most(MOST)]


WORDING: Final[Wordings] = {
    "en": Wording(
        rules=(
            (
                "That person holds a belief, and perceived something since. For each perception "
                "`p`: can it and the belief both be true now?"
            ),
            (
                "`shows`: what it shows, in at most 8 words. `both`: `yes`; `no` if one rules the "
                "other out; `unclear`."
            ),
            "What has nothing to do with the belief is a `yes`.",
        ),
        examples=(
            Example(
                "B1 (likely) “Ida has the yeast.”\nP1 (saw, noon) “Paul takes the yeast from "
                "Ida.”\nP2 (heard, noon) Nora: “I am tired.”",
                '{"items": [{"p": "P1", "shows": "Paul has the yeast", "both": "no"}, '
                '{"p": "P2", "shows": "Nora is tired", "both": "yes"}]}',
            ),
            Example(
                "B1 (sure) “Paul is honest.”\nP1 (saw, noon) “Ida sweeps the shop.”",
                '{"items": [{"p": "P1", "shows": "Ida sweeps", "both": "yes"}]}',
            ),
        ),
        task="For each perception: can it and the belief of {name} both be true now?",
    ),
    "zh": Wording(
        rules=(
            "那人有一个看法，后来又有所见所闻。对每条所见所闻 `p`：它和这个看法现在能同时成立吗？",
            (
                "`shows`：它说明什么，最多 15 个字。`both`：`yes` 能；`no` 一个成立另一个就不成立；"
                "`unclear` 不清楚。"
            ),
            "和这个看法无关的，是 `yes`。",
        ),
        examples=(
            Example(
                "B1 （大概）“酵母在小红那里。”\nP1（看见，中午）“老吴从小红手里拿走了酵母。”\n"
                "P2 （听见，中午）阿兰：“我累了。”",
                '{"items": [{"p": "P1", "shows": "酵母在老吴那里", "both": "no"}, '
                '{"p": "P2", "shows": "阿兰累了", "both": "yes"}]}',
            ),
            Example(
                "B1 （确信）“老吴是老实人。”\nP1 （看见，中午）“小红打扫铺子。”",
                '{"items": [{"p": "P1", "shows": "小红打扫铺子", "both": "yes"}]}',
            ),
        ),
        task="对每条所见所闻：它和{name}的看法现在能同时成立吗？",
    ),
}


def ask(bearing: Bearing, names: NameBook, when: When) -> Asked[Check, Doubt]:
    """The request for one belief and what bears on it, as its owner would put both."""
    language, say = names.language, common(names.language)
    seen = sorted(bearing.perceptions[:MOST], key=lambda each: (each.time, each.id))
    ids = Ids(
        perceptions=numbered("P", (each.id for each in seen)),
        beliefs=numbered("B", (bearing.belief.id,)),
    )
    name = called(names(bearing.belief.owner), language)
    lines = under(ids.perceptions, (perceived(each, names, when) for each in seen))
    held = under(ids.beliefs, (believed(bearing.belief, language),))
    sections = (section(say.holds.format(name=name), held), section(say.since, lines))
    return asked(
        "check", "check", bearing.belief.owner, WORDING, language, Check, sections, ids,
        partial(put, bearing.belief), 400, name=name,
    )  # fmt: skip


def answers(ids: Ids, reply: Check) -> Mapping[int, Both]:
    """What was answered, by perception: of two answers on one the last; what is no word, nothing.

    The last, for a model that says it twice has thought again.
    """
    found: dict[int, Both] = {}
    for each in reply.items:
        for shown in Back(ids).evidence((each.p,)):
            for both in BOTH:
                if both == each.both:
                    found[shown] = both
    return found


def put(belief: Belief, ids: Ids, reply: Check) -> tuple[Doubt, ...]:
    """The doubt that follows, if any; a plain no on what was not shown stands in its faults."""
    back = Back(ids)
    for each in reply.items:
        if each.both == "no":
            back.evidence((each.p,))
    made = doubt(belief, answers(ids, reply))
    if made is None and back.faults:
        made = Doubt(belief.id, ())
    return () if made is None else (replace(made, faults=back.faults),)
