"""The words of a mind in memory, so that most of what comes to it need not be read again.

All texts lie in one run of bytes: twenty thousand lines as texts of their own would take three
times the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rashomon.recall.rows import MindRows
from rashomon.story.perception import Held, Lean
from rashomon.views.reading import Said

Numbers = npt.NDArray[np.int32]

OTHER = -1
"""The kind of a perception that has more than its words for itself, and must be read."""


@dataclass(frozen=True, slots=True)
class Sayings:
    """What each row of a mind says, and which perception it is like in all else.

    `ends` has one number a row: where its words end in `words` (UTF-8), which begin where those
    before end. `like` points into `kinds`, or is `OTHER`.
    """

    words: bytes
    ends: npt.NDArray[np.int64]
    turns: Numbers
    like: Numbers
    kinds: tuple[Held, ...]

    def said(self, rows: MindRows, row: int) -> tuple[Held, Said] | None:
        """What a row says, and the perception it is like; `None` for one that must be read."""
        nth = int(self.like[row])
        if nth == OTHER:
            return None
        start = int(self.ends[row - 1]) if row else 0
        text = self.words[start : int(self.ends[row])].decode()
        return self.kinds[nth], Said(
            int(rows.ids[row]), int(rows.moments[row]), int(self.turns[row]),
            float(rows.times[row]), text,
        )  # fmt: skip


SILENT = Sayings(b"", np.zeros(0, dtype=np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), ())
"""Those of a mind that holds nothing."""


def said(before: Sayings, new: Lean) -> Sayings:
    """The words of a mind with those that came after them."""
    fresh = sorted({nth for nth, plain in zip(new.like, new.plain, strict=True) if plain})
    place = {nth: len(before.kinds) + n for n, nth in enumerate(fresh)}
    pairs = zip(new.like, new.plain, strict=True)
    like = [place[nth] if plain else OTHER for nth, plain in pairs]
    texts: Sequence[str] = new.texts
    if OTHER in like:
        texts = ["" if nth == OTHER else text for nth, text in zip(like, new.texts, strict=True)]
    words = "".join(texts).encode()
    sizes: Sequence[str] | list[bytes] = texts
    if len(words) != sum(map(len, texts)):
        sizes = [text.encode() for text in texts]
    ends = np.cumsum(np.array(list(map(len, sizes)), dtype=np.int64)) + len(before.words)
    return Sayings(
        words=before.words + words,
        ends=np.concatenate([before.ends, ends]),
        turns=_longer(before.turns, new.turns),
        like=_longer(before.like, like),
        kinds=(*before.kinds, *(new.kinds[nth] for nth in fresh)),
    )


def _longer(column: Numbers, more: Sequence[int]) -> Numbers:
    return np.concatenate([column, np.array(more, dtype=np.int32)])
