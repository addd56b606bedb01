"""What a sentence says, as far as rules can read it, and when two such sayings exclude each other.

Each language reads its sentences in its own way (`saying_english`, `saying_chinese`) and answers in
these values; whether two of them can both be true now is decided here, once for all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

Relation: TypeAlias = Literal["has", "at", "is", "one_of", "number", "sole", "does"]


class Noun(NamedTuple):
    """Somebody or something named: its own words, and those that only say which one is meant.

    The lamp *in the hall*, 大堂的灯: `core` is the lamp, `near` is the hall.
    """

    core: frozenset[str]
    near: frozenset[str] = frozenset()


NOTHING: Final = Noun(frozenset())


class Opposites(NamedTuple):
    """Two opposites: what says the one and what the other, and whether it is `towards` somebody."""

    key: str
    plus: re.Pattern[str]
    minus: re.Pattern[str]
    towards: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """One thing that is said, and whether it is said to hold.

    `has`: `value` has `of`, or one of many (`key` is *some*). `at`: `of` is at `value`; if `of` is
    nothing, nothing is there. `is`: `of` is on the plus side of the opposites `key`, towards
    `value` if there is one. `one_of`: of the values that exclude each other by the name of `key`,
    `of` has `word`. `number`: there are `word` of `of`, where `words` are. `sole`: `of` did `key`
    to `value`, which is done once. `does`: the sentence in its own `words`, said of `of` where that
    can be told.
    """

    relation: Relation
    of: Noun
    value: Noun = NOTHING
    holds: bool = True
    key: str = ""
    word: str = ""
    words: frozenset[str] = frozenset()


_COVERED: Final = 0.75
"""What part of a belief's words must be in a sentence that denies it in its own words."""


def same(one: Noun, other: Noun) -> bool:
    """Whether two names can be of the same thing: one may say more, but not each something else.

    The key may be the iron key. The iron key is not the brass key.
    """
    if not one.core or not other.core:
        return False
    if not (one.core <= other.core or other.core <= one.core):
        return False
    if one.near and other.near and not one.near & other.near:
        return bool(one.near & other.core or other.near & one.core)
    return True


def meets(one: Noun, other: Noun) -> bool:
    """Whether two places or people may be the same: they share most words of the shorter.

    Characters stand for words in Chinese, where names of different people share some.
    """
    first, second = one.core | one.near, other.core | other.near
    return 2 * len(first & second) > min(len(first), len(second))


def any_excludes(held: Iterable[Saying], perceived: Iterable[Saying]) -> bool:
    """Whether anything perceived excludes anything held."""
    new = list(perceived)
    return any(excludes(one, other) for one in held for other in new)


def excludes(held: Saying, new: Saying) -> bool:
    """Whether what is held cannot be true now if the new is."""
    match (held.relation, new.relation):
        case ("has", "has"):
            unsure = held.holds and new.holds and "some" in (held.key, new.key)
            return not unsure and same(held.of, new.of) and _differ(held, new)
        case ("at", "at") if new.of == NOTHING and not new.holds:
            return held.holds and not held.key and same(held.value, new.value)
        case ("at", "at"):
            return held.key == new.key and same(held.of, new.of) and _differ(held, new)
        case ("at", "has") | ("has", "at"):
            apart = (
                held.key == new.key == ""
                and held.holds
                and new.holds
                and not meets(held.value, new.value)
            )
            return apart and bool(new.value.core) and same(held.of, new.of)
        case ("is", "is"):
            toward = held.value == new.value == NOTHING or same(held.value, new.value)
            return (
                held.key == new.key and held.holds != new.holds and toward and same(held.of, new.of)
            )
        case ("one_of", "one_of"):
            return held.key == new.key and same(held.of, new.of) and _other_word(held, new)
        case ("number", "number"):
            there = not held.words or bool(held.words & new.words)
            return there and same(held.of, new.of) and held.word != new.word
        case ("sole", "sole"):
            done = held.key == new.key and same(held.value, new.value)
            return done and bool(held.of.core and new.of.core) and not meets(held.of, new.of)
        case ("does", "does"):
            return held.holds != new.holds and _denies(held, new)
        case _:
            return False


def _differ(held: Saying, new: Saying) -> bool:
    """Of somebody or something in one place at a time: whether the two say different ones."""
    if held.holds and new.holds:
        return bool(held.value.core and new.value.core) and not meets(held.value, new.value)
    if held.holds != new.holds:
        away = new if held.holds else held
        return away.value == NOTHING or meets(held.value, new.value)
    return False


def _denies(held: Saying, new: Saying) -> bool:
    """Whether two say the same of the same one, but for a denial. Nobody is anybody, denied."""
    who = held.of.core if held.of.core or not held.holds else new.of.core
    said = held.words - who
    there = who <= held.words | held.of.core and who <= new.words | new.of.core
    return there and bool(said) and len(said & new.words) >= _COVERED * len(said)


def _other_word(held: Saying, new: Saying) -> bool:
    return (held.word != new.word) == (held.holds and new.holds) and (held.holds or new.holds)
