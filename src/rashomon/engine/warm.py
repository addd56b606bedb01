"""What is kept in memory between recollections: minds as rows, bounded in number."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

from rashomon.engine.sayings import Sayings
from rashomon.ports.vectors import Shelved
from rashomon.recall.lexicon import Lexicon
from rashomon.recall.rows import MindRows
from rashomon.settings import Settings
from rashomon.story.mind import Belief
from rashomon.story.naming import Finder
from rashomon.story.perception import Perception
from rashomon.story.places import Atlas
from rashomon.story.world import World
from rashomon.views.naming import NameBook
from rashomon.views.sight import Sights

MOST = 64
"""How many minds are kept. Each of 20,000 memories of eleven words takes some 5 MB."""

LEXICONS = 16
"""How many stories' lexicons are kept: of a long novel's words each, some 3 MB."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a recollection needs of its owner beside the rows, as of one commit.

    `people` and `things` find what the owner has names for, `described` what strangers look like;
    `kinds` says of which kind each thing it knows is. `sights` are whom it has seen, and since
    when; `told_apart` has those of them who are nameless: what it heard of them before is nobody's
    it knows. `beliefs` are those it holds, with their words; `digested` are perceptions they were
    formed from; `recollected` says when each memory came to mind, in seconds of story time.
    `kinds_read` are the kinds of perceptions put into words so far, by the id of the one read.
    """

    world: World
    atlas: Atlas
    settings: Settings
    names: NameBook
    sights: Sights
    told_apart: Mapping[str, int]
    people: Finder
    described: Finder
    things: Finder
    kinds: dict[str, str]
    beliefs: tuple[tuple[Belief, frozenset[int]], ...]
    digested: frozenset[int]
    recollected: Mapping[int, tuple[float, ...]]
    kinds_read: dict[int, Perception] = field(default_factory=dict[int, Perception])


@dataclass(frozen=True, slots=True)
class WarmMind:
    """One mind as it was at a commit. `meant` are the vectors that `model` made of its rows.

    `texts` are those of documents that were read for this and may want a vector yet.
    """

    owner: str
    epoch: int
    commit: int
    rows: MindRows
    sayings: Sayings
    frame: Frame
    lexicon: Lexicon
    texts: Mapping[int, str]
    model: str | None = None
    meant: Shelved | None = None


@dataclass(frozen=True, slots=True)
class KeptSights:
    """Whom a mind had seen as of a commit; `last` is the newest moment that was read for it."""

    epoch: int
    commit: int
    last: int | None
    sights: Sights


class Minds:
    """The minds that are kept; the least lately used is given up first. Threads share it."""

    def __init__(self) -> None:
        self._sights: OrderedDict[tuple[int, str], KeptSights] = OrderedDict()
        self._kept: OrderedDict[tuple[int, str], WarmMind] = OrderedDict()
        self._lexicons: OrderedDict[tuple[int, str], Lexicon] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, key: tuple[int, str]) -> WarmMind | None:
        """The mind of a story's key and an owner, as it was last kept."""
        with self._guard:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: tuple[int, str], mind: WarmMind) -> None:
        """Keep a mind, as the one used last."""
        with self._guard:
            self._kept[key] = mind
            self._kept.move_to_end(key)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def sights(self, key: tuple[int, str]) -> KeptSights | None:
        """Whom the mind of a story's key and an owner had seen, as it was last kept."""
        with self._guard:
            return self._sights.get(key)

    def see(self, key: tuple[int, str], sights: KeptSights) -> None:
        """Keep whom a mind has seen."""
        with self._guard:
            self._sights[key] = sights
            self._sights.move_to_end(key)
            while len(self._sights) > MOST:
                self._sights.popitem(last=False)

    def lexicon(self, story: int, language: str) -> Lexicon:
        """The lexicon that the minds of a story share. A mind given up keeps the one it has."""
        with self._guard:
            key = (story, language)
            found = self._lexicons.get(key)
            if found is None:
                found = self._lexicons[key] = Lexicon(language)
            self._lexicons.move_to_end(key)
            while len(self._lexicons) > LEXICONS:
                self._lexicons.popitem(last=False)
            return found
