"""English prose as steps: “I hand her the key and say” is a deed and the saying of what follows.

First and third person are read alike; a deed is put as it is said of somebody, without subject.
What is in doubt stays words: a conditional, a negation or an attempt changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rashomon.play.commands import CommandName, words_of
from rashomon.play.english_requests import going, request, waiting
from rashomon.play.english_verbs import (
    BASE,
    MENTAL,
    MODALS,
    SELF,
    UNCERTAIN,
    UNREAL,
    is_adverb,
    lemma,
    listed,
    plain,
    third,
)
from rashomon.play.stage import Stage
from rashomon.play.units import Tag, Unit
from rashomon.story.cutting import sentences

_COMMANDS = words_of("english")
_PLAIN = listed("say tell ask reply answer add respond whisper think continue")
TAGS = _PLAIN | listed(
    "murmur mutter shout yell call cry growl hiss snarl mumble exclaim announce insist declare beg "
    "plead demand suggest remark warn promise explain grumble agree repeat sigh laugh breathe snap "
    "begin finish observe confess admit lie joke scream whine offer greet"
)
_AHEAD = 200
_SPEAKS: frozenset[CommandName] = frozenset(("say", "whisper"))
_SILENT = re.compile(r"(?:nothing|no more|not a word|no word|a word|something|goodbye|hello to)\b")
_SUBJECT = re.compile(r"(?:(?:and|then|so|but)\s+)*(i|she|he|they|it)(?='|’|\b)", re.IGNORECASE)
_JOIN = re.compile(r",?\s+(?:and then|but then|and|then|but)\s+|[,;]\s+|\s+[–—-]\s+", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|you're|us|please)\b|\bme\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:i|i'm|i've|i'll|i'd)\b", re.IGNORECASE)
_SELF = re.compile(r"\b(I(?:['’](?:m|ve|d|ll))?(?:\s+am)?|me|my|mine|myself)\b", re.IGNORECASE)
_MORE = re.compile(r"((?:,\s*|\s)(?:and then|and|then)\s+)(\w+)", re.IGNORECASE)


def is_spoken(prose: str, stage: Stage) -> bool:
    """Whether prose without any marks is what the character says, rather than what it does."""
    text = prose.strip()
    starts = [text[span.start : span.end] for span in sentences(text)] or [text]
    first = starts[0]
    if re.search(r"\byou(?:r|rs)?\b", text, re.IGNORECASE) and _command(first) not in _SPEAKS:
        return True
    who, rest = subject(first, stage)
    if _FIRST.match(first) or _leads_in(first) or (who == "me" and _acts(rest)):
        return False
    word = _verb_word(first)
    if word is None:
        return not _continues(text)
    begins = _command(first)
    return bool(
        begins not in _SPEAKS and begins != "think"
        and (first.rstrip()[-1:] in "!?" or _SECOND.search(first))
    )  # fmt: skip


def is_command(text: str) -> bool:
    """Whether a text begins with a word of command, whatever the language of the rest."""
    return _command(re.sub(r"^(?:I\s+|/\s*)", "", " ".join(text.split(maxsplit=3)[:3]))) is not None


def _acts(rest: str) -> bool:
    """Whether what follows a subject is said of somebody: "opens", "is", "slowly turned"."""
    words = [word for word in rest.split() if not is_adverb(word)]
    return bool(words) and (_verb_word(rest) is not None or plain(words[0]) in ("is", "was", "has"))


def _continues(text: str) -> bool:
    return plain(text) in ("continue", "go on")


def _leads_in(sentence: str) -> bool:
    found = re.search(r",\s+i\b", sentence, re.IGNORECASE)
    return found is not None and len(sentence[: found.start()].split()) <= 8


def _command(clause: str) -> CommandName | None:
    words = [plain(word) for word in clause.split()]
    if not words:
        return None
    verb, _ = lemma(words[0])
    if verb == "pick" and "up" in words:
        return "take"
    return _COMMANDS.get(f"{verb} {words[1]}" if words[1:] else verb) or _COMMANDS.get(verb)


def _verb_word(clause: str) -> str | None:
    """The verb that a clause without subject begins with, if it does."""
    for word in clause.split():
        if is_adverb(word):
            continue
        verb, form = lemma(word)
        known = verb in BASE or verb in MENTAL or verb in ("reply", "see")
        return word if known and form != "other" else None
    return None


# Subjects.


def subject(clause: str, stage: Stage) -> tuple[str, str]:
    """Who a clause begins with, and what it goes on with: `me`, `mine`, `other` or nobody."""
    text = clause.lstrip()
    found = _SUBJECT.match(text)
    if found and found[1].casefold() != "it":
        return "me", text[found.end() :].lstrip() or text
    for name in sorted(stage.here.names, key=len, reverse=True):
        if text.casefold().startswith(name.casefold()):
            rest = text[len(name) :]
            if rest[:2].casefold() in ("'s", "’s"):
                return "mine", rest
            if not rest[:1].isalnum():
                return "me", rest.lstrip(" ,")
    if re.match(r"my\s+\S", text, re.IGNORECASE):
        return "mine", f"'s {text[2:].lstrip()}"
    ids, _, rest = stage.calling_people(text)
    if ids and rest:
        return "other", text
    return "", text


# Tags.


def tag_before(prose: str, stage: Stage) -> tuple[str, Tag | None]:
    """What stands before a quote, parted into deeds and the saying of the quote."""
    text = prose.rstrip()
    ends = [m.end() for m in re.finditer(r"[.!?…]\s+", text)]
    starts = [0, *ends, *(m.end() for m in _JOIN.finditer(text))]
    for start in sorted(set(starts), reverse=True):
        tag = _tag(text[start:], stage)
        if tag is not None:
            return _JOIN.sub("", f"{text[:start]}\0")[:-1] if start == 0 else _cut(text, start), tag
    return prose, None


def _cut(text: str, start: int) -> str:
    """What stands before a clause, without the word that joins them."""
    for joint in _JOIN.finditer(text):
        if joint.end() == start:
            return text[: joint.start()]
    return text[:start]


def tag_after(prose: str, stage: Stage) -> tuple[Tag | None, str]:
    """The saying of a quote that stands behind it, and what follows."""
    text = prose.lstrip(" ,–—-")
    inverted = re.match(r"(\w+)\s+(I|she|he|they|[^\W\d_][\w'’-]*)\b", text)
    if inverted and lemma(inverted[1])[0] in TAGS:
        who, _ = subject(inverted[2] + " x", stage)
        if who in ("me", "other"):
            text = f"{inverted[2]} {inverted[1]}{text[inverted.end() :]}"
    end = len(text)
    for stop in re.finditer(r"[.!?;:…](?=\s|$)|,?\s+(?:and|then)\s+|,\s+", text):
        end = stop.start()
        break
    who, _ = subject(text[:end], stage)
    tag = _tag(text[:end], stage) if who in ("me", "other") else None
    if tag is None:
        return None, prose
    return tag, re.sub(r"^(?:[\s,.;:…–—-]|(?:and|then)\s)+", "", text[end:])


def tag_to(prose: str, stage: Stage) -> tuple[str | None, str]:
    """Whom a quote is for where that follows it alone: “Come,” to Elias."""
    found = re.match(r",?\s*to\s+", prose)
    ids, words, rest = stage.calling_people(prose[found.end() :]) if found else ((), "", "")
    return (words, rest.lstrip(" ,.;")) if ids else (None, prose)


def _tag(clause: str, stage: Stage) -> Tag | None:
    clause = clause.strip().rstrip(",:—–- ")
    who, rest = subject(clause, stage)
    if who == "other":
        _, words, after = stage.calling_people(clause)
        verb, form = lemma(after.split()[0]) if after.split() else ("", "")
        return Tag("other", words.strip()) if verb in TAGS and form in ("third", "past") else None
    words = rest.split()
    before = words[: next((n for n, word in enumerate(words) if not is_adverb(word)), 0)]
    words = words[len(before) :]
    if len(words) == 1 and lemma(words[0])[0] in MENTAL and who == "me":
        return Tag("thought")
    if not words or (verb := lemma(words[0])[0]) not in TAGS or len(words) > 9:
        return None
    to, left = _addressee(" ".join(words[1:]), verb, stage)
    kind = "whisper" if verb == "whisper" else "thought" if verb == "think" else "line"
    if to is None and left and verb in _PLAIN and _verbless(left):
        return None
    manner = [*before, third(words[0]), *left.split()]
    deed = "" if verb in _PLAIN and not before and not left else _myself(" ".join(manner))
    if kind == "thought":
        deed = ""
    return Tag(kind, to, deed)


def _verbless(left: str) -> bool:
    """Whether what follows a verb of saying is what was said, and no manner."""
    first = left.split()[0]
    manner = ("with", "in", "to", "at", "from", "through", "under", "over", "back", "aloud", "as")
    return not (is_adverb(first) or plain(first) in manner or plain(first).endswith("ing"))


def _addressee(text: str, verb: str, stage: Stage) -> tuple[str | None, str]:
    """The words for whom something is said to, and what else follows the verb."""
    found = re.match(r"(?:to|at)\s+", text)
    if not found and verb not in ("tell", "ask", "whisper", "answer", "warn", "greet", "beg"):
        return None, text
    rest = text[found.end() :] if found else text
    ids, words, after = stage.calling_people(rest)
    if ids:
        return words, after.strip(" ,:")
    head = rest.split()[:1]
    if head and plain(head[0]) in ("him", "her", "them"):
        return head[0], rest[len(head[0]) :].strip(" ,:")
    return None, text


# Narration.


def narration(prose: str, stage: Stage) -> Iterator[Unit]:
    """The units of a stretch of prose, in order."""
    text = prose.strip().strip(",")
    for span in sentences(text) or []:
        yield from _sentence(text[span.start : span.end].strip(), stage)


def _sentence(sentence: str, stage: Stage) -> Iterator[Unit]:
    if _continues(sentence):
        yield Unit("continue", sentence)
        return
    lead = re.match(r"(.{1,80}?),?\s+(?=I(?:['’]|\s))", sentence)
    who, rest = subject(sentence, stage)
    suffix = ""
    if who == "" and lead and _verb_word(sentence) is None:
        suffix = lead[1].strip().rstrip(",")
        who, rest = subject(sentence[lead.end() :], stage)
    if who == "" and _verb_word(sentence) is None and not _gerund(sentence):
        yield Unit("deed", _myself(sentence), apart=True)
        return
    if who in ("other", "mine"):
        yield Unit("deed", _myself(rest), apart=who == "other")
        return
    said_of = sentence[: len(sentence) - len(rest)] if sentence.endswith(rest) else ""
    yield from _clauses(rest, stage, said_of, suffix)


def _gerund(sentence: str) -> bool:
    first = next((w for w in sentence.split() if not is_adverb(w)), "")
    return plain(first).endswith("ing") and len(plain(first)) > 4


def _clauses(text: str, stage: Stage, said_of: str, suffix: str) -> Iterator[Unit]:
    starts, joints = [0], [""]
    for joint in _JOIN.finditer(text):
        _, after = _again(text[joint.end() : joint.end() + _AHEAD], stage)
        if _parts(after):
            starts.append(joint.end())
            joints.append(joint.group())
    spoken = False
    for number, start in enumerate(starts):
        if spoken:
            return
        stop = starts[number + 1] - len(joints[number + 1]) if number + 1 < len(starts) else None
        _, clause = _again(text[start:stop], stage) if start else (False, text[:stop])
        unit, whole = _clause(clause, text[start:], stage)
        spoken = whole
        if unit.kind == "thought" and number == 0 and unit.text == clause.strip():
            unit = unit._replace(text=f"{said_of}{unit.text}")
        if suffix and number == 0 and unit.kind == "deed":
            unit = _led(unit, suffix)
        yield unit._replace(joined=joints[number])


def _led(unit: Unit, lead: str) -> Unit:
    """A deed with what stood before its subject: an adverb before it, all else behind it."""
    doubt = plain(lead.split()[0]) in UNCERTAIN
    request = None if doubt else unit.request
    if len(lead.split()) == 1 and is_adverb(lead):
        return unit._replace(text=f"{lead[0].lower()}{lead[1:]} {unit.text}", request=request)
    tail = unit.text.rstrip(".!?…")
    closing = unit.text[len(tail) :]
    lower = lead if plain(lead.split()[0]) in ("i", "i'm") else lead[0].lower() + lead[1:]
    return unit._replace(text=f"{tail}, {_myself(lower)}{closing}", request=request)


def _again(clause: str, stage: Stage) -> tuple[bool, str]:
    """A clause without its subject, where it names the same one again."""
    who, rest = subject(clause, stage)
    return (True, rest) if who == "me" else (False, clause)


def _parts(clause: str) -> bool:
    """Whether a clause does something of its own, so that it becomes a step of its own."""
    words = [word for word in clause.split() if not is_adverb(word)]
    if not words:
        return False
    verb, form = lemma(words[0])
    return form != "other" and (_command(" ".join(words)) is not None or verb in MENTAL)


def _clause(clause: str, to_the_end: str, stage: Stage) -> tuple[Unit, bool]:
    """One clause as a unit, and whether it took in all that follows it: words are not parted."""
    words = clause.split()
    before = words[: next((n for n, w in enumerate(words) if not is_adverb(w)), len(words))]
    after = words[len(before) :]
    if not after:
        return Unit("deed", _myself(clause)), False
    verb, form = lemma(after[0])
    command = _command(" ".join(after)) if form != "other" else None
    rest = " ".join(after[1:])
    real = not any(plain(word) in UNREAL for word in before)
    if command in _SPEAKS and real and not _SILENT.match(rest):
        said = _says(verb, _after_verb(to_the_end, len(before) + 1), stage)
        if said is not None:
            return said, True
    if verb in MENTAL and form != "other":
        return _mental(clause, verb, rest), False
    text = _conjugated(clause)
    certain = real and not any(plain(word) in UNCERTAIN for word in words)
    if command is None or not certain:
        return Unit("deed", text), False
    return _acting(command, verb, rest, text, before, after), False


def _after_verb(text: str, words: int) -> str:
    """A text without its first words, its own spacing kept: what is said is said word for word."""
    found = re.match(rf"\s*(?:(?:i|she|he|they)\s+)?(?:\S+\s*){{{words}}}", text, re.IGNORECASE)
    return text[found.end() :] if found else text


def _acting(
    command: CommandName, verb: str, rest: str, text: str, before: list[str], after: list[str]
) -> Unit:
    if command == "wait":
        return Unit("wait", text, minutes=waiting(rest))
    if command == "go":
        went = going(verb, rest)
        if went is not None:
            place, by, left = went
            manner = " ".join([*before, third(after[0])])
            keep = manner if before or verb in ("run", "hurry") else ""
            kind = "go" if place or by else "leave"
            return Unit(kind, text, place=place, by=by, to=" ".join(x for x in (keep, left) if x))
    if command == "look" and not plain(rest):
        return Unit("deed", "looks around" if verb == "look" else text)
    return Unit("deed", text, request=request(verb, rest))


def _mental(clause: str, verb: str, rest: str) -> Unit:
    text = clause.strip()
    if verb == "think":
        text = re.sub(r"^(?:that\s+|to\s+myself:?\s+|[:,]\s*)", "", rest) or text
    return Unit("thought", text)


def _says(verb: str, words: str, stage: Stage) -> Unit | None:
    """Words that follow a verb of saying, and for whom they are."""
    text = words.strip()
    to, left = _addressee(text, verb, stage)
    if to is not None:
        left = text[text.find(to) + len(to) :]
    else:
        tail = re.search(r"\s+to\s+(\S+(?:\s+\S+){0,5})$", text)
        if verb in ("say", "whisper") and tail and stage.names_person(tail[1].rstrip(".!?")):
            to, left = tail[1].rstrip(".!?"), text[: tail.start()]
        elif verb in ("tell", "ask") and not text:
            return None
        else:
            left = text
    said = re.sub(r"^(?:that\s+|[:,–—-]+\s*)", "", left.strip())
    if not said.strip():
        return None
    return Unit("whisper" if verb == "whisper" else "line", said.strip(), to=to)


# How it is put.


def _conjugated(clause: str) -> str:
    """A clause without subject as it is said of somebody else."""
    found = re.match(r"((?:\S+\s+)*?)(\S+)(.*)$", clause.strip(), re.DOTALL)
    if found is None:
        return clause
    words = clause.split()
    skip = next((n for n, word in enumerate(words) if not is_adverb(word)), 0)
    head, verb, rest = words[:skip], words[skip], words[skip + 1 :]
    return _myself(_with_verb(head, verb, rest))


def _with_verb(head: list[str], verb: str, rest: list[str]) -> str:
    word = plain(verb)
    if word in ("'m", "am", "are", "be") and rest and plain(rest[0]) == "not":
        return " ".join([*head, "is not", *rest[1:]])
    if word.endswith("ing") and len(word) > 4 and lemma(word)[1] == "other":
        verb = f"is {verb}"
    bound = word in MODALS or word in ("do", "don't", "did") or (rest and plain(rest[0]) == "to")
    said = third(verb)
    tail = " ".join(rest)
    if not bound and lemma(word)[1] == "base":
        tail = _MORE.sub(_one_more, f" {tail}").strip()
    return " ".join(part for part in (*head, said, tail) if part)


def _one_more(found: re.Match[str]) -> str:
    """A verb that goes on from the first one, said of somebody else too."""
    verb, form = lemma(found[2])
    return found[1] + (third(found[2]) if form == "base" and verb in BASE else found[2])


def _myself(text: str) -> str:
    """Words about oneself as they are said of somebody whose sex nobody told."""

    def put(found: re.Match[str]) -> str:
        word = plain(found[1])
        if word == "i am":
            return "they are"
        if word == "i" and found[1] != "I":
            return found[1]
        return SELF.get(word, found[1])

    return _SELF.sub(put, text)
