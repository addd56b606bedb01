"""How the engine puts it that somebody's regard for another has turned, in every language it has.

A turn of regard comes as one word of a closed list, and its sentence stands here: whoever chose the
word saw more than the one who will read it. No sentence names anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from rashomon.story.phrasing import phrases

Turn: TypeAlias = Literal["warmer", "colder", "wary", "indebted"]

TURNS: Final[tuple[Turn, ...]] = get_args(Turn)


class Regard(NamedTuple):
    """A relationship's kind where it has none better, and the sentence that says what turned."""

    kind: str
    text: str


ENGLISH: Final[Mapping[Turn, Regard]] = {
    "warmer": Regard("warm", "There is more warmth than before."),
    "colder": Regard("cold", "It has grown colder than before."),
    "wary": Regard("wary", "Some trust is gone."),
    "indebted": Regard("indebted", "Something is owed."),
}
CHINESE: Final[Mapping[Turn, Regard]] = {
    "warmer": Regard("亲近", "比从前亲近了些。"),
    "colder": Regard("疏远", "比从前冷淡了些。"),
    "wary": Regard("提防", "少了几分信任。"),
    "indebted": Regard("亏欠", "欠着一份情。"),
}

NONE_BETTER: Final = "acquaintance"
"""The kind of a relationship that merely arose."""


def regards(language: str) -> Mapping[Turn, Regard]:
    """The sentences for a language tag; English where the engine has none of its own."""
    return CHINESE if language.casefold().startswith("zh") else ENGLISH


def turned(kind: str, text: str, turn: Turn, language: str) -> Regard:
    """A relationship's kind and text once it has turned.

    What was written stays and the engine's sentence comes after it, in the place of the one that
    it put there before: an author's words are not the engine's to replace.
    """
    table, say = regards(language), phrases(language)
    new = table[turn]
    for old in table.values():
        text = text.removesuffix(old.text).rstrip()
    if text[-1:].isalnum():
        text += say.stop
    own = {NONE_BETTER, "", *(each.kind for each in table.values())}
    return Regard(new.kind if kind in own else kind, say.space.join(filter(None, (text, new.text))))
