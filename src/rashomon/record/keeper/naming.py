"""Whether words name a thing: what a model says a line is about must stand in the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rashomon.story.event import Event
from rashomon.story.naming import is_cjk, referred, unnamed
from rashomon.story.places import Atlas
from rashomon.story.words import terms
from rashomon.story.world import Character

_ARTICLE: Final = re.compile(r"^(?:the|an|a)\s+(?=\S)", re.IGNORECASE)
_OF: Final = re.compile(r"\s+(?:of|from|with|in|on|at|to)\s+", re.IGNORECASE)
_TAIL: Final = 2
"""Characters at the end of a Chinese name that say what kind of thing it is: 铁钥匙 is a 钥匙."""

_I: Final = re.compile(r"\b(?:I|me|my|mine|myself)\b|我|咱", re.ASCII)
_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself)\b|你|您", re.IGNORECASE | re.ASCII)
_HERE: Final = re.compile(r"\bhere\b|这里|这儿|此处", re.IGNORECASE | re.ASCII)


def names(text: str, entity: str, atlas: Atlas, language: str) -> bool:
    """Whether a text names somebody or something: by reference, by name, or by its last word.

    "The key" names an iron key. Whoever asks has said which key is meant.
    """
    found = atlas.entities.get(entity)
    if found is None:
        return False
    if isinstance(found, Character):
        return entity in referred(text) or bool(atlas.names_of(entity).find(unnamed(text)))
    bare = unnamed(text)
    words: list[str] | None = None
    for name in found.every_name:
        if is_cjk(name):
            if name in bare or (len(name) > _TAIL and name[-_TAIL:] in bare):
                return True
            continue
        words = terms(bare, language) if words is None else words
        if any(_stands(run, words) for run in _runs(name, language)):
            return True
    return False


def _runs(name: str, language: str) -> list[list[str]]:
    whole = terms(_ARTICLE.sub("", name), language)
    head = terms(_OF.split(_ARTICLE.sub("", name))[0], language)
    return [run for run in (whole, head[-1:]) if run]


def _stands(run: Sequence[str], words: Sequence[str]) -> bool:
    return any(list(words[n : n + len(run)]) == run for n in range(len(words) - len(run) + 1))


def points_at(event: Event, entity: str) -> bool:
    """Whether a line means somebody or its place without the name: I, you, here."""
    if entity == event.who:
        return _I.search(event.text) is not None
    if event.to == (entity,):
        return _YOU.search(event.text) is not None
    return entity == event.at and _HERE.search(event.text) is not None
