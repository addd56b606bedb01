from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rashomon.reflect.proposals import Add, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, LeaveOut, Mend, Refuse
from rashomon.reflect.view import View
from rashomon.reflect.wording import asks, first_sentence, has_words

_UNFIT: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ue000-\ue0ff\u2028\u2029\ud800-\udfff]+")
_MARK: Final = re.compile(r"^\s*(?:[-*•·]\s+|\d{1,2}[.)、]\s*)")
_QUOTED: Final = (('"', '"'), ("“", "”"), ("「", "」"), ("‘", "’"), ("`", "`"), ("**", "**"))


def one_sentence(change: Proposal, view: View) -> Finding:
    """A belief is one sentence and no question; of several sentences the first is taken."""
    if not isinstance(change, Add | Revise):
        return None
    text = _bare(change.text)
    if not has_words(text):
        return LeaveOut("It has no words.")
    first = first_sentence(text)
    if asks(first):
        return Refuse("A question is nothing that one can believe.")
    if first != text:
        return Mend(replace(change, text=first), "Of several sentences the first was taken.")
    if text != change.text:
        return Mend(replace(change, text=text), "What stood around the sentence was taken off.")
    return None


def _bare(text: str) -> str:
    """A text without list marks, line breaks, and quotation marks around all of it."""
    text = re.sub(r" *\n *", "\n", re.sub(r"[ \t]+", " ", _UNFIT.sub("\n", text))).strip()
    while True:
        bare = _MARK.sub("", text).strip()
        for opening, closing in _QUOTED:
            inner = bare[len(opening) : -len(closing)]
            wrapped = bare.startswith(opening) and bare.endswith(closing) and len(bare) > 2
            if wrapped and opening not in inner and closing not in inner:
                bare = inner.strip()
        if bare == text:
            return bare
        text = bare
