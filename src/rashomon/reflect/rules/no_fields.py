from __future__ import annotations

import re
from typing import Final

from rashomon.reflect.proposals import Add, Proposal, Revise
from rashomon.reflect.rules.outcome import Finding, Refuse
from rashomon.reflect.view import View

_FIELD: Final = re.compile(
    r"\b(?:confidence|importance|how[_ ]?sure|certainty|supports?|contradicts?|because|evidence|"
    r"about|status|belief|perception|owner|root|mode|ids?)\s*[:=：＝]"
    r"|\b(?:confidence|importance|certainty)(?:\s+(?:is|of|level))*\s+(?:\d|sure\b|likely\b|doubt)"
    r"|[(\[（【{]\s*(?:very\s+)?(?:sure|likely|doubtful|certain|uncertain|unsure|high|low|"
    r"(?:confidence|importance)\b[^)\]）】}]*|"
    r"确信|肯定|可能|很可能|存疑|可疑|不确定|(?:置信度|可信度|重要性)[^)\]）】}]*)\s*[)\]）】}]"
    r"|(?:置信度|可信度|确信度|重要性|重要度|把握|依据|证据|编号|感知|信念|状态|关于)\s*[:：=＝]"
    r"|(?:置信度|可信度|确信度|重要性|重要度)(?:为|是)?\s*(?:[\d一二三四五]|[高中低]|确信|可能|存疑)"
    r"|[{}\[\]]|\"\s*:",
    re.IGNORECASE,
)
_ID: Final = re.compile(
    r"\b[EPBKT]\d{1,4}\b|(?<!\w)#\d+|(?i:\b(?:perceptions?|beliefs?|ids?)\s*#?\s*\d+)"
    r"|(?:感知|信念|编号)\s*#?\s*\d+"
)


def no_fields(change: Proposal, view: View) -> Finding:
    """A confidence, an importance or an id has its own place and is not written into the text."""
    if not isinstance(change, Add | Revise):
        return None
    found = _FIELD.search(change.text)
    if found is None:
        strange = (each for each in _ID.finditer(change.text) if each[0] not in view.texts)
        found = next(strange, None)
    if found is None:
        return None
    return Refuse(f"A field of the request is written into the text: {found[0].strip()!r}.")
