"""The record keeper without a model: how much an event weighs, and what it is about, by rule.

It reads what was done and said, never a mind, and answers only what differs from the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rashomon.story.event import DEFAULT_IMPORTANCE, Event
from rashomon.story.naming import unnamed

TAGS: Mapping[str, tuple[str, str]] = {
    "promise": (
        r"promis\w*|swear|swore|sworn|vow\w*|you have my word|give my word",
        "答应|保证|发誓|承诺|一言为定|我向你",
    ),
    "threat": (
        r"threat\w*|or else|i(?:'|’)ll kill|i will kill|you(?:'|’)ll regret|dare you",
        "威胁|否则|杀了你|要你的命|休想|后悔",
    ),
    "gift": (
        r"gives?|gave|given|hands? over|handed|gift|present(?:s|ed)?",
        "送给|赠|给了|交给|递给",
    ),
    "theft": (
        r"steal\w*|stole|stolen|pockets?|pocketed|thief|thieves|rob(?:s|bed)?|theft",
        "偷|窃|盗|贼",
    ),
    "secret": (
        r"secret\w*|nobody must know|tell no ?one|do not tell|don(?:'|’)t tell|between us",
        "秘密|别告诉|不要告诉|谁也不|瞒",
    ),
    "quarrel": (
        r"quarrel\w*|argu(?:e|es|ed|ing|ment)|shouts?|shouted|slaps?|slapped|liar|insult\w*",
        "吵|争执|骂|骗子|打了|侮辱",
    ),
    "death": (r"dies|died|dead|death|kill(?:s|ed)?|murder\w*|corpse|body of", "死|杀|尸|凶手"),
    "love": (r"lov(?:e|es|ed)|kiss\w*|marry|married|embrac\w*", "爱|吻|娶|嫁|拥抱"),
}
"""What an event is tagged with, by the words that say so, in English and in Chinese."""

_TAGGED = {
    tag: re.compile(rf"\b(?:{english})\b|{chinese}", re.IGNORECASE)
    for tag, (english, chinese) in TAGS.items()
}
_ANY_ENGLISH = re.compile(rf"\b(?:{'|'.join(english for english, _ in TAGS.values())})")
_ANY_CHINESE = re.compile("|".join(chinese for _, chinese in TAGS.values()))
_WEIGHS = {
    "death": 4, "threat": 4, "theft": 4, "promise": 3, "secret": 3, "love": 3, "quarrel": 3,
    "gift": 3,
}  # fmt: skip


def graded(event: Event) -> tuple[int, tuple[str, ...]]:
    """The importance (1 to 5) and the tags of an event. What its author set, stays."""
    text = unnamed(event.text)
    found = _tags(text) if _may_be_tagged(text) else ()
    tags = tuple(dict.fromkeys((*event.tags, *found)))
    if event.importance != DEFAULT_IMPORTANCE:
        return event.importance, tags
    weight = max([_plain(event), *(_WEIGHS[tag] for tag in found)])
    return weight, tags


def _may_be_tagged(text: str) -> bool:
    """Pass over the many events that have no tag, five times sooner than asking for each."""
    if _ANY_ENGLISH.search(text.casefold()) is not None:
        return True
    return not text.isascii() and _ANY_CHINESE.search(text) is not None


def _tags(text: str) -> tuple[str, ...]:
    return tuple(tag for tag, pattern in _TAGGED.items() if pattern.search(text))


def _plain(event: Event) -> int:
    if event.kind == "move":
        return 1
    if event.whisper or event.claims or event.changes or event.reads or event.retells:
        return 3
    return DEFAULT_IMPORTANCE
