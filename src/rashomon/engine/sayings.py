"""The words of a mind in memory, so that most of what comes to it need not be read again.

All texts lie in one run of bytes: twenty thousand lines as texts of their own would take three
times the room.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rashomon.recall.rows import MindRows
from rashomon.story.perception import Held, Lean

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

    def held(self, rows: MindRows, row: int) -> Held | None:
        """The perception of a row, as it is kept; `None` for one that must be read."""
        nth = int(self.like[row])
        event = None if nth == OTHER else self.kinds[nth].event
        if event is None:
            return None
        id, moment, time = int(rows.ids[row]), int(rows.moments[row]), float(rows.times[row])
        start = int(self.ends[row - 1]) if row else 0
        text = self.words[start : int(self.ends[row])].decode()
        return replace(
            self.kinds[nth],
            id=id,
            moment=moment,
            time=time,
            event=replace(event, id=moment, turn=int(self.turns[row]), time=time, text=text),
        )


SILENT = Sayings(b"", np.zeros(0, dtype=np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), ())
"""Those of a mind that holds nothing."""


def said(before: Sayings, new: Lean) -> Sayings:
    """The words of a mind with those that came after them."""
    kinds = list(before.kinds)
    place: dict[int, int] = {}
    like: list[int] = []
    said: list[bytes] = []
    for nth, plain, text in zip(new.like, new.plain, new.texts, strict=True):
        if plain and nth not in place:
            place[nth] = len(kinds)
            kinds.append(new.kinds[nth])
        like.append(place[nth] if plain else OTHER)
        said.append(text.encode() if plain else b"")
    start = int(before.ends[-1]) if len(before.ends) else 0
    ends = np.cumsum(np.array([len(each) for each in said], dtype=np.int64)) + start
    return Sayings(
        words=b"".join((before.words, *said)),
        ends=np.concatenate([before.ends, ends]),
        turns=_longer(before.turns, new.turns),
        like=_longer(before.like, like),
        kinds=tuple(kinds),
    )


def _longer(column: Numbers, more: Sequence[int]) -> Numbers:
    return np.concatenate([column, np.array(more, dtype=np.int32)])
