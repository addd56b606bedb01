"""What is said low, told from the words around it where no rule of grammar told it.

"*leans in and whispers to Elias* The key is in the well" says it as plainly as "I whisper". Better
a line is asked about once too often than that words meant for one are heard by all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rashomon.play.marks import Piece
from rashomon.play.stage import Stage
from rashomon.play.units import Tag

_LOW = re.compile(
    r"\bwhisper|\bunder (?:my|his|her|their) breath|\b(?:low|lower(?:s|ed|ing)?|hushed) (?:\w+ )?"
    r"(?:voice|tone)|\b(?:in|into) (?:\S+) ear\b|\bso (?:that )?only\b|"
    r"低声|悄声|小声|耳语|低语|压低|耳边|只有.{1,12}听|"
    r"悄悄地?(?:$|[^，。,.]{0,10}[说告诉问讲])|悄悄话",
    re.IGNORECASE,
)
_MUSED = re.compile(
    r"\s*(?:(?:i|she|he|they|and)\s+)*think(?:s|ing)?(?:\s+to\s+\w+sel(?:f|ves))?\s*[,:.]?\s*$|"
    r"\s*(?:我|她|他)?(?:心想|暗想|心里想|想着?|内心)[，:：。]?\s*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?;:。！？；，,]|\band\b")
_START = 16


def is_hushed(text: str) -> bool:
    """Whether prose begins with words for speaking low."""
    return _LOW.search(text[:_START]) is not None


def hushed(found: Sequence[Piece], stage: Stage) -> dict[int, Tag]:
    """For each spoken piece that the pieces beside it say is low, or only thought: how and to whom.

    Beside it is what stands between the words before and it, and the first clause behind it.
    """
    tags: dict[int, Tag] = {}
    for number, piece in enumerate(found):
        if piece.mark not in ("quote", "prose"):
            continue
        lead = _between(found, number, piece.mark)
        trail = found[number + 1].text if number + 1 < len(found) else ""
        if number + 1 < len(found) and found[number + 1].mark == piece.mark:
            trail = ""
        trail = _CLAUSE.split(trail.lstrip(" ,，"))[0]
        if any(_MUSED.fullmatch(each) for each in (*lead[-1:], trail) if each):
            tags[number] = Tag("thought")
        elif any(map(_LOW.search, (*lead, trail))):
            tags[number] = Tag("whisper", stage.only_one_in(" ".join((*lead, trail))))
    return tags


def _between(found: Sequence[Piece], number: int, mark: str) -> list[str]:
    """The texts of what stands between a spoken piece and the one before it."""
    texts: list[str] = []
    for piece in reversed(found[:number]):
        if piece.mark == mark or piece.mark == "note":
            break
        texts.append(piece.text)
    return texts[::-1]
