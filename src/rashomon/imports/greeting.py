"""A first message as a turn: what of it is said, what is done, and what simply is so.

A message is prose for a reader, and a turn is steps that have an actor. Quoted words are lines of
the character. What stands beside them is its deed where it says so itself (it begins with the
character's name, its pronoun or a bare verb), and else a happening in the place: so nothing is put
down to somebody who may not have done it. In a message without quotation marks, what stands outside
of *asterisks* is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

MOST_STEPS = 60
MOST_CHARACTERS = 100_000
"""More make no message that anybody would read; such a text is one happening."""

_PIECE = re.compile(
    r"\*{1,3}(?P<starred>[^*]+)\*{1,3}"
    r'|"(?P<a>[^"]+)"|“(?P<b>[^“”]+)”|「(?P<c>[^「」]+)」|『(?P<d>[^『』]+)』|«(?P<e>[^«»]+)»'
)
_QUOTES = ("a", "b", "c", "d", "e")
_SHE = re.compile(r"\b(?:she|hers?|herself)\b|她", re.IGNORECASE)
_HE = re.compile(r"\b(?:he|him|his|himself)\b|他", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I’m|my|me)\b|我")
_WORDY = re.compile(r"\w")
_VERB = re.compile(
    r"(?:[a-z]+ly )?(?!(?:\w?his|is|was|as|its|ours|yours|hers|theirs|us|always|across|towards|"
    r"sometimes|perhaps|besides|yes|less|afterwards|does|has)\b)[a-z]{2,}s\b"
)
"""A verb in the third person, as in *slowly opens the door*; not the other words that end so."""

_SAYING = frozenset(
    ["says", "said", "asks", "asked", "replies", "replied", "answers", "answered", "adds", "added",
     "说", "道", "说道", "问", "问道", "答道"]
)  # fmt: skip
"""What stands beside a line only to say whose it is."""


def turn(text: str, who: str, name: str, player: str, place: str, *, alone: bool) -> dict[str, Any]:
    """The turn that a message is, with the message itself as its prose; `alone` with the player."""
    short = len(text) <= MOST_CHARACTERS
    steps = list(islice(_steps(text, who, name, place), MOST_STEPS + 1)) if short else []
    if len(steps) > MOST_STEPS or not short:
        steps = [{"happens": _bare(text), "at": place}] if _WORDY.search(text) else []
    if alone:
        steps = [{**step, "to": [player]} if "says" in step else step for step in steps]
    return {"narration": text.strip(), "viewpoint": player, "steps": steps}


def _steps(text: str, who: str, name: str, place: str) -> Iterator[dict[str, Any]]:
    pieces = list(_pieces(text))
    quoted = any(kind == "said" for kind, _ in pieces)
    starred = any(kind == "starred" for kind, _ in pieces)
    pronoun = "she" if len(_SHE.findall(text)) >= len(_HE.findall(text)) else "he"
    called, she = re.escape(name), pronoun == "she"
    own = re.compile(
        rf"(?:{called}|{pronoun}|it)(?!['’\w])\s*(?P<did>.+)"
        rf"|(?:{called}|{'她' if she else '他'}|它)(?![的们])(?=[\u3400-\u9fff，])(?P<did_zh>.+)",
        re.IGNORECASE | re.DOTALL,
    )
    for kind, piece in pieces:
        if not _WORDY.search(piece):
            continue
        if kind == "plain" and not quoted and (starred or not _is_told(piece, name)):
            kind = "said"
        if kind == "said":
            yield {"who": who, "says": _bare(piece)}
            continue
        did = _deed(_bare(piece), own, bare_verb=kind == "starred")
        if did is None:
            yield {"happens": _bare(piece), "at": place}
        elif did:
            yield {"who": who, "does": did}


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    end = 0
    for match in _PIECE.finditer(text):
        yield "plain", text[end : match.start()]
        if match["starred"]:
            yield "starred", match["starred"]
        else:
            yield "said", next(match[group] for group in _QUOTES if match[group])
        end = match.end()
    yield "plain", text[end:]


def _is_told(text: str, name: str) -> bool:
    """Whether a message without any marks tells of the character, and is not spoken by it."""
    return name in text and not _FIRST_PERSON.search(text)


def _deed(text: str, own: re.Pattern[str], *, bare_verb: bool) -> str | None:
    """What the character does, if this says so: *smiles*, *She smiles*, *Ada smiles*.

    Empty for what only says whose a line is.
    """
    match = own.match(text)
    if match is not None:
        did = match["did"] or match["did_zh"]
    elif bare_verb and _VERB.match(text):
        did = text
    else:
        return None
    did = did.strip(" \t\n,，").removesuffix(".").removesuffix("。").strip()
    if did.casefold() in _SAYING:
        return ""
    return did if _WORDY.search(did) else None


def _bare(text: str) -> str:
    return text.replace("*", "").strip()
