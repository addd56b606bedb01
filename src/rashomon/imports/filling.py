"""The names that stand in a card as `{{char}}` and `{{user}}`, and what else is in braces."""

from __future__ import annotations

import re

from rashomon.errors import BadFile
from rashomon.story.naming import is_cjk

MOST = 20_000_000
"""Characters that a text may have once its names are put in."""

_USER = r"\{\{\s*user\s*\}\}|<user>"
_MACRO = re.compile(
    rf"(?P<char>\{{\{{\s*char\s*\}}\}}|<char>|<bot>)|(?P<user>{_USER})"
    r"|(?P<aside>\{\{\s*(?://|comment\s*:|hidden_key\s*:)[^{}]*\}\})"
    r"|\{\{\s*(?:random|pick)\s*:(?P<choice>[^{}]*)\}\}",
    re.IGNORECASE,
)
_MEANT = re.compile(rf"(?:{_USER})(?!\s*[:：])", re.IGNORECASE)
_START = re.compile(r"^[ \t]*<start>[ \t]*$", re.IGNORECASE | re.MULTILINE)


def filled(text: str, char: str, user: str) -> str:
    """A text with its names put in, its comments left out, and the first of what may be chosen.

    In one pass, so that a name that looks like a macro stays a name.
    """
    count = sum(1 for _ in _MACRO.finditer(text))
    if count * max(len(char), len(user)) > MOST:
        raise BadFile("This card names its characters so often that no text could hold it.")

    def said(match: re.Match[str]) -> str:
        if match["char"]:
            return char
        if match["user"]:
            return user
        if match["aside"]:
            return ""
        choice = (match["choice"] or "").lstrip(":")
        return re.split(r"::|(?<!\\),", choice, maxsplit=1)[0].strip()

    return _MACRO.sub(said, text)


def speaks_of_user(text: str) -> bool:
    """Whether a text speaks of the player, and not only lets it speak in an example."""
    return _MEANT.search(text) is not None


def without_starts(text: str) -> str:
    """Example dialogue without the marks between its conversations."""
    return re.sub(r"\n{3,}", "\n\n", _START.sub("", text)).strip()


def names(text: str, name: str) -> bool:
    """Whether a text calls somebody by this name, as a whole word where there are words."""
    if name not in text or is_cjk(name):
        return name in text
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
