"""One analysis of texts for every language a story is told in.

Words are normalised (NFKC), case-folded and stemmed where there is a stemmer; Chinese, Japanese
and Korean runs become single characters and pairs of neighbours, since no space says where a word
ends. What is written and what is asked pass through the same function, and both databases hold
its output, so that neither has an opinion of its own.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache

import Stemmer

ANALYSIS = 1
"""Raised with any change of what `terms` answers: an index of another number is made anew."""

_DENSE_CHARS = (
    r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_DENSE = re.compile(f"[{_DENSE_CHARS}]")
_TOKEN = re.compile(rf"(?P<cjk>[{_DENSE_CHARS}]+)|[^\W_{_DENSE_CHARS}]+")

_PLAIN = re.compile(r"[a-z0-9]+")

_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "nl": "dutch", "en": "english",
    "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hu": "hungarian",
    "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "no": "norwegian",
    "nb": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "es": "spanish",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip

_local = threading.local()


def terms(text: str, language: str) -> list[str]:
    """The terms of a text, in order and with repeats, as an index holds them."""
    if text.isascii():  # the same, in a third of the time
        return _stemmed(_PLAIN.findall(text.lower()), language)
    found: list[str] = []
    plain: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text).casefold()):
        run = match["cjk"]
        if run is None:
            plain.append(match.group())
            continue
        found += run
        found += (run[i : i + 2] for i in range(len(run) - 1))
    return found + _stemmed(plain, language)


def query_terms(text: str, language: str) -> list[str]:
    """The terms of what somebody asks: of a run of characters its pairs, or its only one."""
    found: list[str] = []
    plain: list[str] = []
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", text).casefold()):
        run = match["cjk"]
        if run is None:
            plain.append(match.group())
        else:
            found += _pairs(run)
    return list(dict.fromkeys(found + _stemmed(plain, language)))


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


_ENGLISH_FUNCTION = _listed(
    """
    a an and are as at be been but by can could did do does for from had has have he her him his how
    i if in into is it its me my of on or our she should so some that the their them then there
    these they this those to was we were what when where which who whom whose why will with would
    you your
    """
)
_CHINESE_FUNCTION = frozenset(
    "的了吗呢吧啊是我你他她它们在有这那就也都很不什么怎样谁哪个和跟与给把被让着过到说要会能想去来得地一"
)
"""Words that say how a sentence is built and not what it is about; in Chinese, characters."""


def content_terms(text: str, language: str) -> list[str]:
    """The terms of what somebody says that tell what it is about: of "What of it?", none.

    In a mind of a few dozen memories "of" is rarer than it is in any language, and would count as
    a word to the point. In Chinese a pair goes if both its characters only build sentences: to let
    one such character take a pair away helped on one half of the data and harmed on the other.
    """
    every = query_terms(text, language)
    spoken = language.replace("_", "-").partition("-")[0].casefold()
    if spoken not in ("en", "zh"):
        return every
    stems = _function_stems(spoken)
    left = [each for each in every if each not in stems]
    if spoken == "zh":
        left = [each for each in left if not _CHINESE_FUNCTION.issuperset(each)]
    return left


@cache
def _function_stems(language: str) -> frozenset[str]:
    return frozenset(_stemmed([*_ENGLISH_FUNCTION], language))


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    yield from (run[i : i + 2] for i in range(len(run) - 1))


def stem(word: str, language: str) -> str:
    """A word as an index holds it, given in lower case."""
    return _stemmed([word], language)[0]


def has_dense_script(text: str) -> bool:
    """Whether any of a text is of a script whose words are not told apart by spaces."""
    return _DENSE.search(text) is not None


def _stemmed(words: list[str], language: str) -> list[str]:
    name = _STEMMERS.get(language.replace("_", "-").partition("-")[0].casefold(), "english")
    stemmers: dict[str, Stemmer.Stemmer] | None = getattr(_local, "stemmers", None)
    if stemmers is None:  # a stemmer serves one thread only
        stemmers = _local.stemmers = {}
    stemmer = stemmers.get(name)
    if stemmer is None:
        stemmer = stemmers[name] = Stemmer.Stemmer(name)
    return list(stemmer.stemWords(words))
