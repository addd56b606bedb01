"""Thoughts that a model writes down before its reply, between tags, where nobody should read them.

Servers that know the model take them out. Others leave them in, and streamed they come in pieces
that end anywhere, so that what knows whole tags alone would keep all of the reply for a thought.
"""

from __future__ import annotations

import re
from typing import Final

OPEN: Final = "<think>"
CLOSE: Final = "</think>"

_THOUGHT = re.compile(r"\A\s*(?:<think>)?(.*?)</think>\s*", re.DOTALL)
_ENDLESS = re.compile(r"\A\s*<think>(.*)\Z", re.DOTALL)


def reply_in(text: str) -> str:
    """A text without the thoughts at its start; the thoughts, where there is nothing else.

    A template may have opened the tag itself, so that only its end is seen.
    """
    thought = _THOUGHT.match(text) or _ENDLESS.match(text)
    if thought is None:
        return text
    return text[thought.end() :] or thought[1]


class Speech:
    """Lets through of a stream what is not a thought at its start."""

    def __init__(self) -> None:
        self._held = ""
        self._through = False

    def hear(self, piece: str) -> str:
        """What of everything up to this piece can be said now."""
        if self._through:
            return piece
        self._held += piece
        text = self._held.lstrip()
        if text.startswith(OPEN):
            text = text.partition(CLOSE)[2].lstrip()
        elif OPEN.startswith(text):
            text = ""
        self._through = bool(text)
        return text

    def rest(self) -> str:
        """What was held back although it was no thought after all."""
        return "" if self._through or self._held.lstrip().startswith(OPEN) else self._held
