"""All words of a story by where they come from, so that a text can be asked where it has them from.

Words are compared without case and punctuation. Of texts that share a run of five words, or of
eight characters where words are not parted by spaces, one has it from the other; a shorter text
counts where the whole of it stands there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from rashomon.story.naming import CLOSE, OPEN, is_cjk
from rashomon.story.phrasing import phrases
from rashomon.story.prompting import prompting

SourceKind: TypeAlias = Literal[
    "engine", "looks", "name", "event", "own", "persona", "belief", "bond", "place", "lore",
    "narration", "nobody",
]  # fmt: skip

WORD, CHARACTER = 8, 5
"""What a word weighs and what a character does: five of the one are eight of the other."""

RUN = 40
"""So much a run must weigh: four words in a row are said by chance every day, five seldom."""

WHOLE = 24
"""From this weight on, three words, a whole text is looked for that is too short for a run."""

_BREAK = "\0"
_SPACELESS = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKEN = re.compile(
    rf"(?P<break>\n|{OPEN}[^{CLOSE}]*{CLOSE})|(?P<tail>(?<=\w)['’](?=\w))?"
    rf"(?P<word>[^\W{_SPACELESS}]+|[{_SPACELESS}])"
)


class Token(NamedTuple):
    """A word, or a character of a script without spaces, with where it stands."""

    text: str
    start: int
    end: int
    weight: int


def tokens_of(text: str) -> list[Token]:
    """The words of a text in order; the end of a line and a reference are breaks without weight.

    What stands behind an apostrophe weighs nothing: "don't" is one word.
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        if match["break"] is not None:
            found.append(Token(_BREAK, match.start(), match.end(), 0))
            continue
        word = match["word"]
        weight = CHARACTER if is_cjk(word) else 0 if match["tail"] else WORD
        found.append(Token(word.casefold(), match.start("word"), match.end(), weight))
    return found


class Window(NamedTuple):
    """A run of words: from which token to before which, and the words."""

    first: int
    end: int
    words: tuple[str, ...]


def windows(tokens: Sequence[Token]) -> Iterator[Window]:
    """Every shortest run that weighs enough; none goes over a break."""
    for first, token in enumerate(tokens):
        if token.weight == 0:
            continue
        weight = 0
        for end in range(first, len(tokens)):
            if tokens[end].text == _BREAK:
                break
            weight += tokens[end].weight
            if weight >= RUN:
                yield Window(first, end + 1, words_of(tokens[first : end + 1]))
                break


def shorter(tokens: Sequence[Token], longest: int) -> Iterator[Window]:
    """Every run that weighs less, and no less than a whole text must."""
    for first, token in enumerate(tokens):
        if token.weight == 0:
            continue
        weight = 0
        for end in range(first, min(first + longest, len(tokens))):
            weight += tokens[end].weight
            if tokens[end].text == _BREAK or weight >= RUN:
                break
            if weight >= WHOLE:
                yield Window(first, end + 1, words_of(tokens[first : end + 1]))


def words_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Their words."""
    return tuple(token.text for token in tokens)


@dataclass(frozen=True, slots=True)
class Source:
    """A text that a prompt could have words from.

    `said` calls it in a finding. `owner` is whose it is, where it is somebody's own; `event` is the
    event or moment it is of, `thing` what it is about, `number` which belief. `text` may hold
    references to persons; `also` is the same with their names, for who knows the names.
    """

    kind: SourceKind
    text: str
    said: str
    owner: str | None = None
    event: int | None = None
    thing: str | None = None
    number: int | None = None
    also: str | None = None


class Corpus:
    """Sources, with an index of their runs."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self._runs: dict[int, int | list[int]] = {}
        self._wholes: dict[tuple[str, ...], list[int]] = {}
        self._having: dict[tuple[str, ...], tuple[int, ...]] = {}
        starts: list[int] = []
        texts: list[str] = []
        length = 0
        for number, source in enumerate(sources):
            tokens = tokens_of(source.text)
            self._file(number, tokens)
            if source.also is not None and source.also != source.text:
                self._file(number, tokens_of(source.also))
            text = f" {' '.join(words_of(tokens))} "
            starts.append(length)
            texts.append(text)
            length += len(text)
        self._starts = starts
        self._all = "".join(texts)
        self.longest_whole = max((len(words) for words in self._wholes), default=0)

    def _file(self, number: int, tokens: Sequence[Token]) -> None:
        runs = {hash(window.words) for window in windows(tokens)}
        for key in runs:
            there = self._runs.get(key)
            if isinstance(there, list):
                there.append(number)
            else:
                self._runs[key] = number if there is None else [there, number]
        weight = sum(token.weight for token in tokens)
        words = words_of(tokens)
        if not runs and WHOLE <= weight < RUN and _BREAK not in words:
            self._wholes.setdefault(words, []).append(number)

    def with_run(self, words: tuple[str, ...]) -> Sequence[int]:
        """The sources that have this run."""
        found = self._runs.get(hash(words), ())
        return (found,) if isinstance(found, int) else found

    def being(self, words: tuple[str, ...]) -> Sequence[int]:
        """The short sources that are these words and no others."""
        return self._wholes.get(words, ())

    def having(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """The sources that have these words in a row, however few."""
        found = self._having.get(words)
        if found is None:
            found = self._having[words] = tuple(self._search(f" {' '.join(words)} "))
        return found

    def _search(self, wanted: str) -> Iterator[int]:
        at = self._all.find(wanted)
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            yield number
            following = number + 1
            if following == len(self._starts):
                return
            at = self._all.find(wanted, self._starts[following])


def engine_texts(language: str) -> Iterator[str]:
    """The engine's own sentences in a language, with the fields that are filled in (`{name}`)."""
    for table in (prompting(language), phrases(language)):
        yield from _strings(table)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from _strings(getattr(value, each.name))
    elif isinstance(value, Mapping):
        yield from _strings(tuple(cast(Mapping[str, object], value).values()))
    elif isinstance(value, (tuple, list, frozenset, set)):
        for each in cast(Iterable[object], value):
            yield from _strings(each)
