"""What is said when no model speaks: one of several ways to put a thing, and always the same one.

Chance is an argument: from one seed comes one way of putting it, however often it is asked for.
"""

from __future__ import annotations

from hashlib import blake2b

from rashomon.play import forms_chinese, forms_english
from rashomon.story.calendar import Calendar, is_chinese
from rashomon.story.phrasing import sentence


def mixed(seed: int, *parts: object) -> int:
    """A whole number from 0 on that looks like chance and depends on nothing but what is given."""
    said = "\x1f".join(map(str, (seed, *parts))).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big")


def ways(kind: str, language: str) -> tuple[str, ...]:
    """Every way to put one thing; English where the engine has no words of its own."""
    table = forms_chinese.CHINESE if is_chinese(language) else forms_english.ENGLISH
    return table[kind]


def put(kind: str, seed: int, language: str, /, **parts: str) -> str:
    """One thing as a sentence, in the way that the seed chooses."""
    known = ways(kind, language)
    form = known[mixed(seed, kind, *parts.values()) % len(known)]
    return sentence(form.format(**parts), language)


def state(key: str, value: object, language: str) -> str | None:
    """A state in words; `None` for one that has none."""
    table = forms_chinese.STATES if is_chinese(language) else forms_english.STATES
    return table.get((key, value)) if isinstance(value, bool) else None


def ago(calendar: Calendar, then: float, now: float, language: str) -> str:
    """How long ago something was, as it is said aloud."""
    said = calendar.between(then, now, language)
    return said.removesuffix(" earlier") + " ago" if said.endswith(" earlier") else said
