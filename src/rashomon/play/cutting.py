"""What a model wrote for somebody else than the one it plays is cut, before anything is read.

A line with another's name before it ends the reply: what follows answers words that nobody said.
Words in quotes that are said by another end their paragraph, for whose the next quote is cannot be
told. Of another's deeds the sentence goes, and the rest stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rashomon.play.english import TAGS
from rashomon.play.english_verbs import is_adverb, lemma, listed, plain
from rashomon.story.cutting import Span, quoted, sentences
from rashomon.story.naming import is_cjk

CutWhy: TypeAlias = Literal["label", "speech", "deed"]

OUTSIDE = (
    "user", "human", "system", "assistant", "narrator", "gm", "game master", "player", "ooc",
    "用户", "系统", "旁白", "主持人", "玩家",
)  # fmt: skip
"""Labels of nobody in the story: a reply that goes on with one has left its part."""

_SAYS_ENGLISH = (
    r"(?:says?|said|asks?|asked|replie[sd]|answers?|answered|whispers?|whispered|murmurs?|"
    r"murmured|mutters?|muttered|shouts?|shouted|yells?|yelled|calls?|called|cries|cried|adds?|"
    r"added|continues?|continued|growls?|growled|hisses|hissed|snaps?|snapped|responds?|responded|"
    r"tells?|told|begins?|began|exclaims?|exclaimed|grunts?|grunted|laughs?|laughed|sighs?|sighed)"
)
_SAYS_CHINESE = r"(?:说道?|问道?|答道|回答道?|喊道?|叫道|嚷道|道|低语|嘟囔道?|补充道?)"
_SEEMS = listed("look seem appear be have remain stand sit wait lie")
_SEEMS_CHINESE = re.compile(
    r"(?:的|看起来|看上去|似乎|好像|仿佛|是|还是|还在|仍|站在|坐在|没有|在[这那])"
)
_ADVERBS = r"(?:\w+ly\s+|then\s+|just\s+)?"
_STARRED = re.compile(r"\*+([^*\n]+)\*+")
_MARKUP = r"[*_\[【<#>\-\s]*"
_MOST_BETWEEN = 60


@dataclass(frozen=True, slots=True)
class Cut:
    """What was cut and why: a label, words said by another, or another's deed."""

    text: str
    why: CutWhy


def cut(text: str, own: Sequence[str], others: Collection[str]) -> tuple[str, tuple[Cut, ...]]:
    """A reply without what it says and does for others, and what was taken out.

    `own` are the names of the one who is played, `others` all names that anybody else goes by. A
    label with an own name is dropped and what it labels stays.
    """
    names = [name for name in dict.fromkeys(others) if name and name not in own]
    cuts: list[Cut] = []
    text = _unlabelled(text.strip(), own)
    kept = _before_label(text, names, cuts)
    paragraphs = [_paragraph(each, own, names, cuts) for each in kept.split("\n")]
    left = "\n".join(each for each in paragraphs if each.strip())
    return left.strip(), tuple(cuts)


def _any(names: Sequence[str]) -> str:
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def _label(names: Sequence[str]) -> re.Pattern[str]:
    aside = r"(?:\s*[（(][^()（）\n]{0,60}[)）])?"
    return re.compile(
        rf"^{_MARKUP}(?:the\s+)?(?:{_any(names)})[*_\]】>]*{aside}\s*[:：][*_]*",
        re.IGNORECASE | re.MULTILINE,
    )


def _unlabelled(text: str, own: Sequence[str]) -> str:
    """The text without labels of the one who is played."""
    if not own:
        return text
    return _label(own).sub("", text).strip()


def _before_label(text: str, names: Sequence[str], cuts: list[Cut]) -> str:
    found = _label([*names, *OUTSIDE]).search(text)
    if found is None:
        return text
    cuts.append(Cut(text[found.start() :].strip(), "label"))
    return text[: found.start()]


def _paragraph(text: str, own: Sequence[str], names: Sequence[str], cuts: list[Cut]) -> str:
    if not names or not text.strip():
        return text
    start = _said_by_another(text, own, names)
    if start is not None:
        cuts.append(Cut(text[start:].strip(), "speech"))
        text = text[:start].rstrip(" ,，:：—–-")
    return _without_deeds(text, names, cuts)


def _said_by_another(text: str, own: Sequence[str], names: Sequence[str]) -> int | None:
    """Where the first words begin that another says, with what tells so if that stands before."""
    who = rf"(?:the\s+)?(?:{_any(names)})"
    before = re.compile(
        rf"(?:^|(?<=[.!?…。！？”」』\"*\s，,]))(?:and\s+|then\s+|while\s+|as\s+)?{who}"
        rf"(?:\s+{_ADVERBS}{_SAYS_ENGLISH}\b[^.!?。！？“”\"「『«„]{{0,{_MOST_BETWEEN}}}"
        rf"|[^。！？.!?“”\"「『]{{0,20}}?{_SAYS_CHINESE})\s*[,，:：]?\s*$",
        re.IGNORECASE,
    )
    after = re.compile(
        rf"\s*[,，]?\s*(?:{who}\s+{_ADVERBS}{_SAYS_ENGLISH}\b|{_SAYS_ENGLISH}\s+{who}\b"
        rf"|{who}[^。！？.!?“”\"「『]{{0,12}}?{_SAYS_CHINESE})",
        re.IGNORECASE,
    )
    end = 0
    for quote in quoted(text):
        if _own_tag(text[quote.end : quote.end + _MOST_BETWEEN], own):
            end = quote.end
            continue
        lead = before.search(text, end, quote.start)
        if lead is not None and not _is_own(lead.group(), own):
            return lead.start()
        if after.match(text, quote.end):
            return quote.start
        beat = [*sentences(text[end : quote.start])][-1:]
        if beat and _is_beat(text[end + beat[0].start : end + beat[0].end], names):
            return end + beat[0].start
        end = quote.end
    return None


def _is_beat(sentence: str, names: Sequence[str]) -> bool:
    """Whether the sentence before a quote is another's, so that the quote is too."""
    sentence = sentence.strip("*_ ")
    if _is_deed(sentence, names):
        return True
    found = re.match(rf"(?:the\s+)?(?:{_any(names)})", sentence, re.IGNORECASE)
    speaks = rf"\b{_SAYS_ENGLISH}\b[^.!?]*[,:]$|{_SAYS_CHINESE}[，：,:]?$"
    return found is not None and bool(re.search(speaks, sentence, re.IGNORECASE))


def _own_tag(text: str, own: Sequence[str]) -> bool:
    """Whether what follows a quote says that it is the played one's."""
    who = _any([*own, "I", "我"])
    found = re.match(rf"\s*[,，–—-]?\s*(?:{who})(?![\w'’]|们)\s+{_ADVERBS}(\w+)", text)
    if found is not None and lemma(found[1])[0] in TAGS:
        return True
    return bool(re.match(rf"\s*[,，]?\s*(?:{who})[^。！？“”]{{0,12}}?{_SAYS_CHINESE}", text))


def _is_own(lead: str, own: Sequence[str]) -> bool:
    return any(lead.strip().casefold().startswith(name.casefold()) for name in own)


def _without_deeds(text: str, names: Sequence[str], cuts: list[Cut]) -> str:
    """The text without the sentences that tell what another does."""

    def starred(found: re.Match[str]) -> str:
        if not _is_deed(found[1].strip(), names):
            return found.group()
        cuts.append(Cut(found.group(), "deed"))
        return ""

    text = _without_clauses(_STARRED.sub(starred, text).strip(), names, cuts)
    quotes = list(quoted(text))
    parts: list[str] = []
    end = 0
    for span in _narrated(text, quotes):
        sentence = text[span.start : span.end]
        if _is_deed(sentence.lstrip("*_ "), names):
            cuts.append(Cut(sentence.strip(), "deed"))
            parts.append(text[end : span.start])
            end = span.end
    if not parts:
        return text
    left = "".join([*parts, text[end:]])
    return re.sub(r"[ \t]{2,}", " ", left).strip()


def _without_clauses(text: str, names: Sequence[str], cuts: list[Cut]) -> str:
    """The text without what another does at the end of a sentence of one's own."""
    clause = re.compile(
        rf"(?:[,;]?\s+(?:and then|and|but|while|as|then)\s+|[，；]\s*(?:而|但|然后|接着)?)"
        rf"(?P<deed>(?:the\s+)?(?:{_any(names)})[^.!?…。！？，“”\"「」]*)",
        re.IGNORECASE,
    )
    quotes = list(quoted(text))

    def joined(found: re.Match[str]) -> str:
        inside = any(Span(*found.span()).meets(quote) for quote in quotes)
        if inside or not _is_deed(found["deed"], names):
            return found.group()
        cuts.append(Cut(found["deed"].strip(), "deed"))
        return ""

    return clause.sub(joined, text)


def _narrated(text: str, quotes: Sequence[Span]) -> Iterator[Span]:
    """The sentences of a text that have no quote in them."""
    for span in sentences(text):
        if not any(span.meets(quote) for quote in quotes):
            yield span


def _is_deed(sentence: str, names: Sequence[str]) -> bool:
    found = re.match(rf"(?:the\s+)?(?:{_any(names)})", sentence, re.IGNORECASE)
    if found is None:
        return False
    rest = sentence[found.end() :]
    if is_cjk(rest[:1]):
        return not _SEEMS_CHINESE.match(rest)
    words = [word for word in rest.split() if not is_adverb(word)]
    if not words or not rest[:1].isspace():
        return False
    verb, form = lemma(words[0])
    return form in ("third", "past") and verb not in _SEEMS and plain(words[0]) not in ("is", "was")
