"""A belief's text as words: how long, how many sentences, and whether two say the same."""

from __future__ import annotations

import re
from typing import Final

from rashomon.story.naming import is_cjk
from rashomon.story.words import query_terms, stem, terms

_STOP: Final = re.compile(r"[.!?。！？]+[\"'”’)）」』]*(?=\s|$)|[。！？]+[”’」』）]*|\n+")
_ABBREVIATED: Final = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Sr|Jr|No|[A-Z])|\b[ap]\.m)$")
_WORDY: Final = re.compile(r"\w")
_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]|"
                          r"[^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+"
                          r"(?:['’\-][^\W\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+)*")  # fmt: skip
_ARTICLES: Final = frozenset({"the", "a", "an"})
_EMPTY: Final = frozenset(stem(word, "en") for word in (
    "a", "an", "the", "this", "that", "these", "those", "and", "or", "but", "nor", "if", "as",
    "than", "then", "so", "because", "while", "of", "to", "in", "on", "at", "by", "for", "from",
    "with", "without", "into", "onto", "over", "under", "up", "down", "out", "off", "about",
    "after", "before", "i", "me", "my", "you", "your", "he", "him", "his", "she", "her", "hers",
    "it", "its", "we", "us", "our", "they", "them", "their", "who", "whom", "whose", "which",
    "what", "when", "where", "why", "how", "is", "am", "are", "was", "were", "be", "been", "being",
    "do", "does", "did", "doing", "done", "have", "has", "had", "having", "will", "would", "shall",
    "should", "can", "could", "may", "might", "must", "not", "no", "never", "ever", "only", "also",
    "too", "very", "just", "still", "yet", "again", "there", "here", "now", "one", "some", "any",
    "all", "each", "every", "s", "t", "d", "ll", "re", "ve", "m",
))  # fmt: skip
"""Words that are in texts of all kinds and make no two of them alike."""
_LIGHT: Final = re.compile(
    r"[的了在是有和就不也都他她我你它们着过把被对这那个一上下里到说去来又还很没]"
)
_ASKS: Final = re.compile(r"(?:[?？]|[吗呢嘛][。.!！]?)[\"'”’)）」』]*\s*$")


def first_sentence(text: str) -> str:
    """The first sentence of a text, with its closing mark."""
    for stop in _STOP.finditer(text):
        if text[stop.start()] == "." and _ABBREVIATED.search(text, 0, stop.start()):
            continue
        if _WORDY.search(text, 0, stop.start()):
            return text[: stop.end()].strip()
    return text.strip()


def asks(text: str) -> bool:
    """Whether a text is a question."""
    return _ASKS.search(text) is not None


def has_words(text: str) -> bool:
    """Whether there is any word in a text."""
    return _WORDY.search(text) is not None


def length(text: str) -> tuple[int, bool]:
    """How many words a text has, or how many characters if it is written without spaces."""
    return len(_WORD.findall(text)), is_cjk(text)


def sequence(text: str, language: str) -> tuple[str, ...]:
    """The words of a text in order, without articles: what two texts that say the same share.

    In order, for that Mara trusts Elias is not that Elias trusts Mara.
    """
    return tuple(term for term in terms(text, language) if term not in _ARTICLES)


def content(text: str, language: str) -> frozenset[str]:
    """The words of a text that say what it is about, stemmed; of unspaced scripts the pairs."""
    found = query_terms(text, language)
    return frozenset(term for term in found if term not in _EMPTY and not _LIGHT.search(term))
