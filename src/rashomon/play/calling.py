"""Who or what is meant by words: by the names a character has for it, by looks, or by a part.

A whole name wins over a part of one: "the key" is the iron key where there is no other, and a
question where there are two.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from rashomon.play.english_verbs import listed
from rashomon.story.naming import bare, is_cjk

_BEFORE = re.compile(
    r"^(?:(?:the|a|an|my|his|her|their|its|this|that|these|those|some|our|your)\s+|"
    r"(?:我|她|他|自己)的|[这那一][个位把只扇封张名条]|[这那](?=\S{2}))",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\s+(?:in|with|of|who|whose|that|wearing|carrying|from|at|on)\s+|[,，(（]")
_TAIL = listed(
    "and then to from in into inside on onto out of with by at up down off over under for as but "
    "so while before after near through toward towards again back away here there now please "
    "too gently behind beside against across along"
)
_WORD = re.compile(r"\S+")
_AFTER = re.compile(
    r"$|[\s，。、；：！？,.;:!?”」』]|[了着吧里中上下来去给递交放]|一[下眼]|起来|出来"
)
_MOST, _LONGEST = 10, 24

Calls = Mapping[str, tuple[int, str]]


def folded(words: str) -> str:
    """Words as they are compared: without case, spare space, article or closing marks."""
    words = unicodedata.normalize("NFKC", words).casefold().replace("’", "'")
    words = " ".join(words.split()).strip(' .,;:!?。，、；：！？…"“”')
    while (shorter := _BEFORE.sub("", words)) != words:
        words = shorter
    return words


def _forms(name: str, *, person: bool) -> Iterable[tuple[str, int]]:
    """What a name may be shortened to, with how far that is from the whole."""
    whole = folded(bare(name))
    if not whole:
        return
    yield whole, 0
    if is_cjk(whole):
        for start in range(1, len(whole)):
            yield whole[start:], 1
        return
    words = whole.split()
    for start in range(1, len(words)):
        yield " ".join(words[start:]), 1
    if person:
        yield words[0], 1


def _looked(looks: str) -> Iterable[tuple[str, int]]:
    """What somebody may be called by its looks."""
    whole = folded(bare(looks))
    if not whole:
        return
    yield whole, 0
    if is_cjk(whole):
        yield whole.rpartition("的")[2], 1
        return
    words = _HEAD.split(whole)[0].split()
    for start in range(len(words)):
        yield " ".join(words[start:]), 2


class Calling:
    """The things of one kind that can be meant, each with all it may be called."""

    def __init__(self, things: Iterable[tuple[str, tuple[str, ...], str]], *, person: bool) -> None:
        """`things` are (id, names, looks); a name of no words names nothing."""
        self._levels: dict[str, dict[str, int]] = {}
        self._person = person
        for id, names, looks in things:
            for form, level in (
                *(each for name in names for each in _forms(name, person=person)),
                *_looked(looks),
            ):
                levels = self._levels.setdefault(form, {})
                levels[id] = min(level, levels.get(id, level))

    def meant(self, words: str) -> tuple[str, ...]:
        """The ids that these words may mean, all at the same distance from a whole name."""
        levels = self._levels.get(folded(words))
        if not levels:
            return ()
        nearest = min(levels.values())
        return tuple(id for id, level in levels.items() if level == nearest)

    def first(self, text: str) -> tuple[tuple[str, ...], str, str]:
        """Whom or what a text names at its beginning: (ids, the words, what follows them)."""
        found = list(_WORD.finditer(text))[:_MOST]
        for word in reversed(found):
            words, rest = text[: word.end()], text[word.end() :]
            ids = self.meant(words)
            if ids and (self._person or _may_follow(words, rest)):
                return ids, words, rest
        if found and is_cjk(found[0].group()):
            return self._dense(text, found[0].start())
        return (), "", text

    def _dense(self, text: str, start: int) -> tuple[tuple[str, ...], str, str]:
        """The same where no space says where a name ends."""
        for end in range(min(len(text), start + _LONGEST), start, -1):
            ids = self.meant(text[start:end])
            if ids and (self._person or _AFTER.match(text, end)):
                return ids, text[start:end], text[end:]
        return (), "", text


def _may_follow(words: str, rest: str) -> bool:
    """Whether the words end a name: "the key ring" is no key."""
    if not rest.strip() or words.rstrip()[-1:] in ",.;:!?":
        return True
    following = folded(rest.split()[0])
    return following in _TAIL or following.endswith("ly") or not following[:1].isalnum()
