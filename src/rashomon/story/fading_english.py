"""What of an English text fades first: numbers, hours, manner, and what was only said besides.

No dictionary stands behind this, so each rule keeps what it cannot take out cleanly: a word too
much in a memory does no harm, a sentence that is broken, or says the opposite, does. Negations,
conditions ("if", "unless") and words of doubt ("hardly", "supposedly") never go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rashomon.story.cutting import STOPS, Span, after_the_gist, body_end, clauses, sentences

SENTENCES, CLAUSES = 3, 2
"""How many sentences, and clauses in each, stay whatever they say: the gist of most turns."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ONES = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TEENS = "thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_GREAT = "hundred|thousand|million|dozen"
_N = rf"(?:{_ONES}|{_TEENS}|{_TENS}|{_GREAT})"
_WORDS = (
    rf"(?:(?:an?\s+(?={_GREAT})|one(?:\s+|-)(?={_GREAT}))?{_N}"
    rf"(?:(?:\s+and\s+|\s+|-)(?:{_N}|(?<=[a-z]-)one))*)"
)
_DIGITS = r"\d+(?:[.,]\d+)*"
_CODE = r"\d+(?:[-–/]\d+)+"
_NUMBER = rf"(?:{_WORDS}|{_CODE}|{_DIGITS})"
_THE = r"(?:(?:the|these|those|all|its|my|your|his|her|our|their) ){0,2}"
_OUT_OF = rf"\s+(?:out\s+)?of\s+{_THE}"
_ROUGHLY = (
    r"(?:(?:at least|at most|(?:no )?(?:more|less|fewer) than|nearly|almost|exactly|precisely|"
    r"roughly|up to)\s+)?"
)
_AMOUNT = re.compile(
    rf"(?<![\w/-]){_ROUGHLY}{_NUMBER}(?:\s*(?:or|to|–|-)\s*{_NUMBER}|{_OUT_OF}{_NUMBER})?"
    r"(?![\w/-]|\s+(?:out\s+)?of\s)",
    re.IGNORECASE,
)
_PART_OF = re.compile(
    rf"\b(?:one|half|third|thirds|quarter|quarters|part|some|any|all|none|both|each|either|neither|"
    rf"most|many|few|several|another|last|first|rest){_OUT_OF}$",
    re.IGNORECASE,
)
_NAMED_BEFORE = re.compile(r"(?<![\w'’])([A-Z][\w’'-]*) $|(?:\bNos?|\bNr)\. ?$")
_NAMED_AFTER = re.compile(r"[ -](?!I\b|I['’])[A-Z]")
_LABELS = _words(
    """
    Act Agent Apartment Apollo Article Block Book Box Cabin Car Cell Chapter Dock Door Flat Flight
    Floor Gate Hall Highway House Level Line Locker Lot No Number Page Part Pier Platform Psalm Room
    Route Scene Section Sector Squad Station Suite Table Unit Volume Ward
    """
)
"""Words that are a name together with the number behind them, even where they open a sentence."""

_COMPOUND = re.compile(rf"(?<![\w-]){_NUMBER}(?:-[a-z]+)+(?![\w-])", re.IGNORECASE)
_TIMES = re.compile(rf"(?<![\w-])(?:{_ROUGHLY}{_NUMBER} times|twice)(?! as\b)(?![\w-])")
_ORDINAL = re.compile(
    r"(?<=\bthe )(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"\d+(?:st|nd|rd|th))(?= [a-z]+)(?! of\b| and\b| time\b)"
)
_AT = r"(?:\b(?i:at|by|before|after|until|till|from|since)\s+)?(?:(?:about|around|exactly)\s+)?"
_ON = r"(?:\b(?i:on|for|from|by|before|after|until|till|since) )?"
_HOUR = rf"(?:\d{{1,2}}(?:[:.]\d\d)?|{_ONES}|one)"
_CLOCK = r"(?:o['’]clock|[ap]\.m(?:\.(?=\s[a-z]))?|[ap]m\b)"
_NO_NOUN = r"(?:[,.;!?]|$|in the\b|tonight|tomorrow|today|and\b)"
_NTH = r"[a-z]+(?:first|second|third|th)|first|second|third"
_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_SAYS_WHEN = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_AT}(?:(?:half|quarter) (?:past|to) )?\b{_HOUR}\s*{_CLOCK}",
        rf"{_AT}(?:a )?\b(?:half past|quarter past|quarter to) {_HOUR}\b",
        rf"{_AT}\b\d{{1,2}}:\d\d(?::\d\d)?\b",
        rf"\b(?i:at|by|before|until) {_HOUR}(?: sharp)?(?=\s*{_NO_NOUN})",
        rf"{_ON}(?:the )?\b\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\b(?:,? \d{{3,4}}\b)?",
        rf"{_ON}the (?:{_NTH}) of {_MONTH}\b(?:,? \d{{3,4}}\b)?",
        rf"{_ON}\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{3,4}}\b)?",
        r"\b(?i:in|since) (?:the year )?\d{3,4}\b(?! \w+s\b)",
        rf"{_ON}\b\d{{4}}-\d\d-\d\d\b",
    )
)
_SUM = re.compile(
    rf"(?:\b(?:for|at) )?(?:[$£€¥]\s?{_DIGITS}(?: worth of)?|"
    rf"\b{_DIGITS} ?(?:%(?!\w)|(?:km|kg|cm|ft|lb|m|g)\b))"
)
_MANNERED = (
    r"in silence|without a word|without (?:a )?(?:haste|hurry|hesitation|warning)|"
    r"in an? (?:\w+ )?(?:voice|whisper|tone|murmur|hurry|rush|flash)|"
    r"with an? (?:\w+ )?(?:sigh|smile|grin|frown|nod|shrug|laugh|groan|shudder|gasp|start|jerk|"
    r"flourish|bow|snort|scowl|wince|cough|wink|sob|cry|growl|click|crash|thud|creak|clang)|"
    r"with (?:\w+ )?(?:care|haste|effort|relief|difficulty|ease|contempt|pride|disdain|"
    r"trembling hands|shaking hands|cold fingers)|"
    r"(?:as if|as though)\b[^,;:.!?…—\n]*"
)
_MANNER = re.compile(rf"(?<= )(?:{_MANNERED})(?!\w)|(?<=, )like an? [^,;:.!?…—\n]*")

_DIGIT = re.compile(r"[\d$£€¥%]")
_COUNTS = _words(
    f"one {_ONES} {_TEENS} {_TENS} {_GREAT} twice first second third".replace("|", " ")
)

_NEGATED = re.compile(
    r"(?<![\w'’])(?:not|never|no|nobody|none|nothing|neither|nor|cannot|without|hardly|barely|"
    r"\w+n['’]t)(?![\w'’])[^,;:.!?…—\n]*$",
    re.IGNORECASE,
)
"""A negation that still holds: nothing has closed its clause yet."""

_LY = re.compile(r"(?<![\w'’-])(?:(?:very|quite|rather|most) )?([A-Za-z]{2,}ly)(?![\w'’-])")
_AND = re.compile(r",? (?:and|but|yet) |, ")
_WORD_BEFORE = re.compile(r"([\w'’-]+)[ ,]*$")
_OPENED = re.compile(r"(?:^|[.!?…:\n])[\s\"'“‘(\[—–-]*$|[\"“‘(\[…—]$")
_WORD_AFTER = re.compile(r"(,?)\s*([\w'’-]*)")

NEVER_MANNER = _words(
    """
    ally anomaly apply assembly belly bodily brotherly bubbly bully burly butterfly chilly comely
    comply costly courtly cowardly crumbly cuddly curly daily deadly dragonfly disorderly dolly
    early earthly elderly family fatherly filly firefly fly folly friendly ghastly ghostly giggly
    gnarly godly goodly gully heavenly hilly holly holy homely hourly imply italy jelly jolly july
    kingly knightly leisurely likely lily lively lonely lovely lowly manly masterly measly
    melancholy monopoly monthly motherly multiply nightly oily orderly panoply pearly ply portly
    prickly princely queenly rally rely reply scholarly seemly shapely sickly silly sly smelly
    spindly sprightly stately steely sully supply surly tally timely ugly ungainly unholy
    unfriendly unlikely unruly unsightly untimely weekly wily wobbly womanly woolly worldly wrinkly
    yearly
    """
)
"""Words in -ly that are nouns, verbs or adjectives, without which a sentence falls apart."""

TURNS_THE_MEANING = _words(
    """
    allegedly apparently arguably barely conceivably conditionally differently erroneously
    exclusively falsely fatally figuratively formerly generally hardly harmlessly hopefully
    hypothetically incorrectly infrequently initially jointly lethally merely metaphorically
    mistakenly mortally mostly nearly nominally normally occasionally only originally ostensibly
    partially partly possibly potentially practically presumably previously probably provisionally
    purportedly rarely reportedly reputedly scarcely seemingly separately solely supposedly surely
    temporarily tentatively theoretically typically unsuccessfully usually vainly virtually wrongly
    """
)
"""Words without which a sentence would say more than it did: "he hardly slept"."""

KNOWN_AND_WILLED = _words(
    """
    absently absentmindedly accidentally anonymously carelessly clandestinely compulsorily
    consciously consensually covertly deceitfully deceptively deliberately dishonestly forcibly
    fraudulently freely grudgingly illegally illegitimately illicitly inadvertently innocently
    insincerely instinctively intentionally involuntarily ironically jokingly knowingly lawfully
    legally maliciously mindlessly mockingly negligently playfully purposely recklessly reflexively
    reluctantly sarcastically secretly spuriously subconsciously surreptitiously teasingly
    thoughtlessly unconsciously unintentionally unknowingly unlawfully unsuspectingly unthinkingly
    unwillingly unwittingly voluntarily willfully wilfully willingly wittingly wrongfully
    """
)
"""Whether somebody knew, meant, wanted or was free to do what was done, and whether in earnest.

Not how it was done: without them an accident reads as a crime, and a joke as a threat.
"""

_STAYS = NEVER_MANNER | TURNS_THE_MEANING | KNOWN_AND_WILLED
_BEFORE = _words(
    "not no never nor so too as more less how neither cannot only just that least without"
)
_BE = _words("is are was were be been being am seems seemed looks looked feels felt")
_AFTER = frozenset(("enough", "than", "as", "that"))
_OPENERS = _words(
    "the a an he she it they we you i his her their my your our its this that there one"
)
_FUNCTION = _words(
    """
    a an and are as at be but by for from had has have he her here him his i if in into is it its
    me my not of off on or our out over she so that the their them then there these they this those
    to under up us was we were where which who with you your more less years
    """
)
_MANY = _words("people children feet teeth mice geese oxen sheep deer dice fish")
_NEVER_BEFORE_A_NUMBER = _words("about around one over under between")

_COUNT_OF = re.compile(r"\b(?:family|party|group|age|number|team|total|sum|price) of $")

_SPLIT = re.compile(
    r"[,;:]\s+|\s+(?=(?:because|while|although|though|whereas|so that|in order to)\b)"
)
_SUBORDINATE = re.compile(
    r"[,;:]?\s*(?:(?:and|but) )?(?:because|since|as|while|when|whenever|although|though|whereas|"
    r"so that|in order to|which|who|whose|whom|where|after|before|until|till|once|"
    r"(?!(?:some|any|every|no)?thing\b|bring|king|ring|sing|string|spring|evening|morning|during)"
    r"\w{2,}ing)\b",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"(?:but|however|yet|still|except|unless|if|only|no|not|never|instead)\b", re.IGNORECASE
)


def fading_english(text: str, spoken: bool) -> Iterator[Span]:
    """The spans of an English text that fade; of what was `spoken` a gap will show.

    A gap may stand where closing up would break the sentence, so more can go there. After a
    negation nothing goes: who "did not answer at once" did answer.
    """
    yield from _besides(text)
    yield from numbers_english(text, spoken)
    yield from manner_english(text, spoken)


def numbers_english(text: str, spoken: bool) -> Iterator[Span]:
    """Numbers, hours, dates and sums alone, where nothing denies them."""
    found = _numbers(text, spoken) if _may_count(text) else ()
    return (span for span in found if not _NEGATED.search(text, 0, span.start))


def manner_english(text: str, spoken: bool) -> Iterator[Span]:
    """What says how, alone, where nothing denies it."""
    found = _manner(text, spoken)
    return (span for span in found if not _NEGATED.search(text, 0, span.start))


def _may_count(text: str) -> bool:
    """Whether a text has any number, hour or date: most have none, and are told at once."""
    words = re.findall("[a-z]+", text.lower())
    return (
        not _COUNTS.isdisjoint(words)
        or _DIGIT.search(text) is not None
        or any(word.endswith("th") for word in words)
    )


def _numbers(text: str, spoken: bool) -> Iterator[Span]:
    for pattern in (*_SAYS_WHEN, _SUM):
        for found in pattern.finditer(text):
            yield Span(*found.span())
    for pattern in (_TIMES, _ORDINAL):
        for found in pattern.finditer(text):
            if spoken or _fits_article(text, *found.span()):
                yield Span(*found.span())
    yield from _amounts(text, spoken)


def _besides(text: str) -> Iterator[Span]:
    """Sentences after the first three, and subordinate clauses after a sentence's second."""
    if len(STOPS.findall(text)) < SENTENCES and not _SPLIT.search(text):
        return
    for sentence, besides in after_the_gist(text, SENTENCES):
        if besides and not _TURNS.match(text, sentence.start):
            yield sentence
            continue
        if "?" in text[body_end(text, sentence) : sentence.end]:
            continue
        for clause in clauses(text, sentence, _SPLIT)[CLAUSES - 1 :]:
            if _SUBORDINATE.match(text, clause.start):
                yield clause


def _amounts(text: str, spoken: bool) -> Iterator[Span]:
    for found in _COMPOUND.finditer(text):
        if _in_a_name(text, *found.span()):
            continue
        after = _word_after(text, found.end())
        noun = after and after not in _FUNCTION and not after.endswith("s")
        if spoken or (noun and _fits_article(text, *found.span())):
            yield Span(*found.span())
    for found in _AMOUNT.finditer(text):
        if _in_a_name(text, *found.span()) or _PART_OF.search(text, 0, found.start()):
            continue
        if spoken or _leaves_a_noun(text, *found.span()):
            yield Span(*found.span())


def _in_a_name(text: str, start: int, end: int) -> bool:
    """Whether a number is part of a name: Seven Oaks, Room 12, Chapter Four, Catch Twenty-Two.

    A capital that begins a sentence says nothing, but for the words that go with numbers. A number
    in small letters is no part of the name before it: "hands Mara two hundred marks".
    """
    first = text[start]
    if _NAMED_AFTER.match(text, end):
        return True
    if first.isupper() and not _opens(text, start):
        return True
    if not (first.isupper() or first.isdigit()):
        return False
    before = _NAMED_BEFORE.search(text, max(0, start - 40), start)
    if before is None or before[1] == "I":
        return False
    return before[1] is None or before[1] in _LABELS or not _opens(text, before.start(1))


def _opens(text: str, start: int) -> bool:
    """Whether what begins here begins a sentence, or what somebody says in one."""
    return _OPENED.search(text, 0, start) is not None


def _leaves_a_noun(text: str, start: int, end: int) -> bool:
    """Whether a number stands before a noun that can do without, or after one as its mere label."""
    before = _word_before(text, start)
    if before in _NEVER_BEFORE_A_NUMBER or _COUNT_OF.search(text, max(0, start - 20), start):
        return False
    if text[end : end + 1] in ("'", "’"):
        return False
    for word in re.findall(r"^(?: [a-z'’-]+){1,3}", text[end:]):
        for each in word.split():
            if each in _FUNCTION:
                break
            plural = each.endswith("s") and not each.endswith(("ss", "us", "is", "'s", "’s"))
            if plural or each in _MANY or each.endswith("men"):
                return True
    digits = re.fullmatch(rf"\d+|{_CODE}", text[start:end]) is not None
    label = before.isalpha() and before not in _FUNCTION | _BE
    return digits and label and not _word_after(text, end)


def _manner(text: str, spoken: bool) -> Iterator[Span]:
    """Words and phrases that say how; "quietly and without haste" goes as one."""
    found = list(_LY.finditer(text))
    if found:
        opens = {sentence.start for sentence in sentences(text)}
        found = [each for each in found if _is_manner(text, each, each.start() in opens)]
    runs: list[Span] = []
    for each in sorted((*found, *_MANNER.finditer(text)), key=re.Match[str].start):
        span = Span(*each.span())
        if runs and _AND.fullmatch(text, runs[-1].end, span.start):
            span = Span(runs.pop().start, span.end)
        runs.append(span)
    for span in runs:
        if spoken or _fits_article(text, *span):
            yield span


def _is_manner(text: str, found: re.Match[str], opens: bool) -> bool:
    """Whether a word in -ly says how, and can go without turning what is said."""
    word = found[1]
    if word.lower() in _STAYS:
        return False
    before = "" if opens else _word_before(text, found.start())
    after = _WORD_AFTER.match(text, found.end())
    comma, follows = after.groups() if after else ("", "")
    if word[0].isupper() and not (
        opens and (comma or follows[:1].isupper() or follows in _OPENERS)
    ):
        return False  # a name, as far as one can tell
    if before in _BEFORE or before.endswith(("n't", "n’t")) or follows in _AFTER:
        return False
    return not (before in _BE and (not follows or comma or follows in ("and", "of")))


def _word_before(text: str, start: int) -> str:
    found = _WORD_BEFORE.search(text, max(0, start - 40), start)
    return found[1].lower() if found else ""


def _word_after(text: str, end: int) -> str:
    found = re.compile(r" ([\w'’-]+)").match(text, end)
    return found[1].lower() if found else ""


def _fits_article(text: str, start: int, end: int) -> bool:
    """Whether "a" or "an" before a word still fits what comes when that word is gone."""
    before, after = _word_before(text, start), _word_after(text, end)
    if before not in ("a", "an"):
        return True
    return bool(after) and (after[0] in "aeiou") == (before == "an")
