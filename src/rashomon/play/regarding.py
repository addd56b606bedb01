"""Whom somebody takes for a friend and of whom it is wary, by the kinds of its relationships.

A kind is a word or two that an author chose or the engine put there, so that the words known here
decide. Wary words count before friendly ones: a wary friend is told nothing.
"""

from __future__ import annotations

import re
from typing import Final

from rashomon.play.english_verbs import listed
from rashomon.story.naming import is_cjk

_WORD = re.compile(r"[^\W\d_]+")

WARY: Final = listed(
    "wary cold enemy enemies foe rival suspicious suspects distrusts distrustful mistrusts hostile "
    "hates hated fears afraid despises resents loathes estranged traitor threat stalker blackmailer"
)
FRIENDLY: Final = listed(
    "friend friends warm close love loves lover beloved wife husband spouse fiance fiancee "
    "sweetheart partner sister brother sibling twin mother father parent son daughter child aunt "
    "uncle cousin niece nephew grandmother grandfather family ally confidant confidante trusts "
    "trusted loyal devoted indebted companion comrade accomplice protector protects"
)
WARY_CHINESE: Final = (
    "提防",
    "疏远",
    "敌",
    "仇",
    "对头",
    "怀疑",
    "不信",
    "恨",
    "怕",
    "防备",
    "猜忌",
)
FRIENDLY_CHINESE: Final = (
    "友", "亲", "爱", "夫", "妻", "姐", "妹", "兄", "弟", "哥", "母", "父", "儿", "女儿", "知己",
    "信任", "忠", "亏欠", "恩", "同伴", "同伙", "盟",
)  # fmt: skip


def wary(kind: str | None) -> bool:
    """Whether a relationship of this kind is one of being on one's guard."""
    return _has(kind, WARY, WARY_CHINESE)


def friend(kind: str | None) -> bool:
    """Whether a relationship of this kind is with a friend."""
    return not wary(kind) and _has(kind, FRIENDLY, FRIENDLY_CHINESE)


def _has(kind: str | None, words: frozenset[str], chinese: tuple[str, ...]) -> bool:
    if not kind:
        return False
    if is_cjk(kind):
        return any(part in kind for part in chinese)
    return not words.isdisjoint(_WORD.findall(kind.casefold()))
