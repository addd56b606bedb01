"""What comes to mind for a prompt: first by what was said last, then by who and what is there.

One recollection by all of it would drown a question in small talk: those present have to do with
more memories than any word has. So the words go first and alone, and the scene has what they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from rashomon.engine.ask import Asking
from rashomon.engine.remember import Wanted, remember
from rashomon.recall.candidate import Key
from rashomon.recall.choose import tokens
from rashomon.recall.recollect import Memory
from rashomon.story.perception import Perception
from rashomon.story.words import content_terms

CUES = 4
"""So many lines of the last turn call memories up at most, and so many of those before it."""

TRIES = 3
"""So often the same cues are asked again, without what says nothing or says the same."""

FEWEST = 3
"""Below so many memories the vague ones come too: better something dim than nothing."""


def cued(last: Sequence[Perception], owner: str, language: str) -> list[str]:
    """The words of a turn that call memories up, those that weigh most first.

    Lines to the owner come before lines that it overhears, and the newest before older ones; what
    the owner said itself, or what was done, counts where nobody else said anything. "What of it?"
    calls up nothing: it would come upon whatever is built of such words.
    """
    newest = [*reversed(last)]
    heard = [each for each in newest if each.kind == "line" and each.mode == "heard"]
    lines = [each.text for each in sorted(heard, key=lambda each: owner not in each.to) or newest]
    telling = [line for line in dict.fromkeys(lines) if content_terms(line, language)]
    return telling[:CUES]


@dataclass(slots=True)
class Coming:
    """Memories coming to a mind, one recollection after the other.

    `without` are perceptions that the prompt shows, `beliefs` those that stand in it. `tell` puts a
    memory into words without its time: what reads alike is given once, what says nothing never.
    `room` and `tokens` are what all recollections may bring together.
    """

    asked: Asking
    owner: str
    without: set[int]
    tell: Callable[[Memory], str]
    room: int
    tokens: int
    kept: list[Memory] = field(default_factory=list[Memory])
    vague: list[Memory] = field(default_factory=list[Memory])
    said: set[str] = field(default_factory=set[str])
    beliefs: frozenset[int] = frozenset()
    met: set[Key] = field(default_factory=set[Key])

    def by(self, lines: Sequence[str], before: str, scene: Wanted) -> list[Memory]:
        """What comes by each line, by what was said `before` in the scene, and by the scene itself.

        Each line has half of the room that is left, the last of them all of it; then what was said
        before has half, and the people and the place the rest.
        """
        for number, line in enumerate(lines, 1):
            self._ask(Wanted(line), self.left if number == len(lines) else -(-self.left // 2))
        if before:
            self._ask(Wanted(before), -(-self.left // 2))
        self._ask(scene, self.left)
        for each in self.vague[: max(0, FEWEST - len(self.kept))]:
            self._keep(each)
        return self.kept

    @property
    def left(self) -> int:
        """How many memories may still come."""
        return self.room - len(self.kept)

    def _ask(self, wanted: Wanted, most: int) -> None:
        enough = len(self.kept) + most
        for _ in range(TRIES):
            more = enough - len(self.kept)
            if more <= 0:
                return
            asked = replace(
                wanted, limit=more, without=frozenset(self.without), without_beliefs=self.beliefs
            )
            found = remember(self.asked, self.owner, asked).memories
            new = [each for each in found if (each.kind, each.id) not in self.met]
            self.met |= {(each.kind, each.id) for each in new}
            self.without |= {each.id for each in new if each.kind == "perception"}
            if not new:
                return
            for each in new:
                self._weigh(each)

    def _weigh(self, memory: Memory) -> None:
        told = self.tell(memory)
        if not told or told in self.said or not any(letter.isalnum() for letter in memory.text):
            return
        self.said.add(told)
        if memory.detail == "vague":
            self.vague.append(memory)
        elif self.left > 0:
            self._keep(memory)

    def _keep(self, memory: Memory) -> None:
        size = tokens(memory.text)
        if size <= self.tokens:
            self.tokens -= size
            self.kept.append(memory)
