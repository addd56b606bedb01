"""What an English sentence says, as far as rules can read it.

No parser: a clause is cut into who, what it does, and where, by lists of verbs and prepositions.
What cannot be read so says nothing, and then nothing is excluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from rashomon.reflect import lexicon_english as words
from rashomon.reflect.opposites_english import BY_ACTING, OPPOSITES
from rashomon.reflect.saying import NOTHING, Noun, Opposites, Saying
from rashomon.reflect.wording import content

_CUT: Final = re.compile(
    r"[.;:!?—]+\s*|,\s*|\s+(?:but|while|because|so that|that|who|which|when|then|although|though|"
    r"since|before|after|until)\s+(?=\S+ \S+)|\s+and\s+(?=(?:then\s+)?[a-z]+(?:s|ed)\b)"
)
_WORD: Final = re.compile(r"[\w'’-]+")
_STILL: Final = r"(?:still|now|always|often|already)"
_WAS: Final = re.compile(
    r"\b(?:was|were|had|used to)\b(?! (?:\w+ed|stolen|broken|burnt|lost|sold|taken|given|torn|sunk|"
    r"slain|hidden|thrown|shot|born|built|found)\b)"
)
_NO: Final = re.compile(r"\b(?:not|never|no longer|no|hardly)\s+(?:(?:a|any|single)\b\s*)?")
_VERBS: Final = (words.HAVE, words.GIVE, words.TAKE, words.PUT, words.LOSE, words.GO, words.LEAVE)
_BE: Final = re.compile(r"^(?:is|are|was|were|am|been|being|remains|becomes|became)\b\s*")
_AGENT: Final = re.compile(r"\bby\s+(?P<who>(?:the |an? |his |her )?\w+(?: \w+)?)$")


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause: who, what is said of it without its negations, and whether that is denied."""

    who: str
    says: str
    denied: bool
    whole: str
    hedged: bool
    prior: str = ""


def sayings(text: str, who: str | None, *, acts: bool) -> list[Saying]:
    """All that a text says. `who` speaks it, if it is a line; `acts` says that it was perceived."""
    found: list[Saying] = []
    for clause in _clauses(_spoken(text, who)):
        found += _does(clause)
        if not clause.hedged:
            found += _reads(clause, acts)
    return found


def daytimes(text: str) -> frozenset[str]:
    """The times of day that a text names: what holds at night need not hold at noon."""
    low = set(_WORD.findall(text.lower()))
    days = {day for day in words.SETS["day"].split() if low & {day, f"{day}s"}}
    return frozenset(t for t, names in words.DAYTIME.items() if low & set(names.split())) | days


def past(text: str) -> bool:
    """Whether a text is about what was, so that no later change speaks against it."""
    return _WAS.search(text) is not None and "still" not in text


def _spoken(text: str, who: str | None) -> str:
    text = text.replace("’", "'")
    text = re.sub(r"\bcan't\b|\bcannot\b", "can not", text)
    text = re.sub(r"\bwon't\b", "will not", text)
    text = re.sub(r"n't\b", " not", text)
    text = re.sub(r"\b[Ii]t (?:is|was) (\S+(?: \S+)?) (?:who|that) ", r"\1 ", text)
    if who is not None:
        for pattern, verb in ((r"\bI'm\b|\bI am\b", " is"), (r"\bI've\b|\bI have\b", " has"),
                              (r"\bI\b|\bme\b|\bmyself\b", ""), (r"\b[Mm]y\b", "'s")):  # fmt: skip
            text = re.sub(pattern, lambda _, named=who + verb: named, text)
    return text


def _clauses(text: str) -> Iterator[_Clause]:
    before = prior = ""
    for sentence in re.split(r"(?<=[.!?;])\s+", text):
        asked = sentence.rstrip().endswith("?")
        report = words.REPORTS.match(sentence)
        if report and not words.NEGATORS.search(report[0].lower()):
            before = _reporter(report[0]) or before
            sentence = sentence[report.end() :]
        for part in _CUT.split(sentence):
            part = words.STARTS.sub("", part.strip(" \"“”'‘"))
            report = words.REPORTS.match(part)
            if report:
                before = _reporter(report[0]) or before
                part = part[report.end() :]
            if not part:
                continue
            clause = replace(_clause(part, before, asked), prior=prior)
            before, prior = clause.who or before, clause.whole
            yield clause


def _reporter(report: str) -> str:
    """Who says so: in what is told, *she* is the one who tells."""
    found = re.match(r"(?:the |an? )?(?:[A-Z][\w']+\s?)+", report.replace("According to", ""))
    return found[0].strip() if found else ""


def _clause(part: str, before: str, asked: bool) -> _Clause:
    tokens = _WORD.findall(part)
    verb = _verb(tokens)
    who = " ".join(tokens[:verb]) if verb else ""
    if verb is None:
        verb = 0
    if not who or who.lower() in words.PRONOUNS:
        who = before
    rest = " ".join(tokens[verb:]).lower()
    low = f"{who} {rest}".lower()
    denials = len(words.NEGATORS.findall(" ".join(tokens).lower()))
    says = _NO.sub("", rest)
    says = re.sub(r"^(?:does|do|did|can|will)\s+", "", says)
    says = re.sub(rf"^(ha[sd]|have|is|are|was|were)\s+{_STILL}\s+", r"\1 ", says)
    says = re.sub(r"^(?:still|now|always|often|already|also|never)\s+", "", says)
    says = words.PERFECT.sub("", says)
    hedged = asked or words.HEDGES.search(low) is not None
    return _Clause(who.lower(), says, denials % 2 == 1, low, hedged)


def _verb(tokens: list[str]) -> int | None:
    """Where the verb of a clause stands, 0 where it has no subject of its own."""
    for n, token in enumerate(tokens):
        low = token.lower()
        if low in words.AUXILIARY or low == "never" or low == "not":
            return n
        if n and tokens[n - 1].lower() in words.DETERMINERS:
            continue
        known = low in words.VERBS or any(pattern.fullmatch(low) for pattern in _VERBS)
        if known and (n == 0 or token.islower()):
            return n
        ends = low.endswith(("s", "ed")) and not low.endswith(("ss", "'s", "us"))
        if n and ends and token.islower() and tokens[n - 1].lower() not in words.NUMBERS:
            return n
        if n and low in words.PREPOSITIONS and low not in ("of", "in", "on", "at", "by", "from"):
            return None
    return None


def _noun(text: str) -> Noun:
    """A name as its words: what it is, and what only says which one."""
    whose, _, text = text.rpartition("'s ")
    tokens = _WORD.findall(text.lower().replace("'s", ""))
    cut = next((n for n, t in enumerate(tokens) if n and t in words.PREPOSITIONS), len(tokens))
    core, near = _terms(" ".join(tokens[:cut])), _terms(" ".join([*tokens[cut:], whose]))
    if core and core <= words.ANYBODY:
        return NOTHING
    if not core or (near and core <= words.PARTS):  # the door of the safe is ajar: so is the safe
        return Noun(near)
    return Noun(core, near)


def _terms(text: str) -> frozenset[str]:
    every = content(text, "en")
    return every - words.NUMBERS.keys() - {"own", "old", "still"} or every


def _object(text: str) -> tuple[str, str, str]:
    """What a verb is done to, then the preposition, and what stands behind it."""
    tokens = text.split()
    for n, token in enumerate(tokens):
        if token in words.PREPOSITIONS and token not in ("of",):
            return " ".join(tokens[:n]), token, " ".join(tokens[n + 1 :])
    return text, "", ""


def _after(pattern: re.Pattern[str], says: str) -> str | None:
    """What stands behind a verb that a clause begins with."""
    found = pattern.match(says)
    return None if found is None else says[found.end() :].strip()


def _reads(clause: _Clause, acts: bool) -> Iterator[Saying]:
    who = _noun(clause.who)
    yield from _having(clause, who)
    yield from _being_at(clause, who)
    yield from _opposites(clause, who, acts)
    yield from _sets(clause, who)
    yield from _numbers(clause)
    yield from _sole(clause, who)
    yield from _functions(clause, who)
    if words.NOTHING_THERE.search(clause.whole):
        for place in (clause.whole, clause.prior):
            yield from _nothing_at(place)


def _having(clause: _Clause, who: Noun) -> Iterator[Saying]:
    says, denied = clause.says, clause.denied
    given = _after(words.GIVE, says)
    if given is not None and not denied:
        yield from _giving(given, who)
    had = _after(words.HAVE, says)
    if had:
        some = re.match(r"(?:an?|some|many|several|\d+|" + "|".join(words.NUMBERS) + r") ", had)
        key = "some" if some else ""
        yield Saying("has", _noun(_object(had)[0]), who, not denied, key)
    uses = re.search(r"\b(?:with|using)\s+((?:the|his|her|an?) .+)$", says)
    if uses and had is None and not denied and words.HANDLE.match(says):
        yield Saying("has", _noun(_object(uses[1])[0]), who)
    lost = _after(words.LOSE, says)
    if lost and not denied:
        yield Saying("has", _noun(_object(lost)[0]), who, holds=False)
    belongs = re.match(
        r"(?:belongs?|belonged|was sold|is sold|was given|goes|passed) to (.+)", says
    )
    if belongs:
        yield Saying("has", who, _noun(belongs[1]), not denied)
    held = words.IN_HANDS.search(says)
    if held and (_BE.match(says) or _after_go(says)):
        yield Saying("has", who, _noun(held["who"]), not denied)
    gone = re.match(
        r"(?:is |was |been )?(?:stolen|lost|missing|gone|sold|burnt|burned|melted)\b", says
    )
    if gone and not denied:
        agent = _AGENT.search(says)
        yield Saying("has", who, _noun(agent["who"]) if agent else NOTHING, holds=agent is not None)
    taken = _after(words.TAKE, says)
    if taken and not denied:
        yield from _taking(taken, who, says)
    passive = words.TAKEN_BY.match(says)
    if passive and not denied:
        yield Saying("has", who, _noun(passive[1]))


def _after_go(says: str) -> bool:
    return words.GO.match(says) is not None


def _giving(given: str, who: Noun) -> Iterator[Saying]:
    given = re.sub(r"^(?:over|back|away|up)\s+", "", given)
    thing, to, rest = _object(re.sub(r"\s+(?:over|back)\s+to\b", " to", given))
    if to in ("over", "back", "away"):
        thing, to, rest = _object(f"{thing} {rest}")
    if to == "to" and rest:
        yield Saying("has", _noun(thing), _noun(_object(rest)[0]))
        return
    pair = words.TO_WHOM_WHAT.match(thing)
    if pair and to not in words.WHERE:
        yield Saying("has", _noun(pair["thing"]), _noun(pair["who"]))
        yield Saying("has", _noun(pair["thing"]), who, holds=False)


def _taking(taken: str, who: Noun, says: str) -> Iterator[Saying]:
    taken = re.sub(r"^(?:up|out|down|off|away|back)\s+", "", taken)
    thing, how, rest = _object(taken)
    if how in ("out", "off", "away", "up", "down", "back") and rest:
        rest = re.sub(r"^(?:of|from)\s+", "", rest)
        how = "from"
    if not thing or thing in words.PRONOUNS:
        return
    nothing = words.NEGATORS.search(taken) is not None
    if how == "from" and rest:
        if words.OWN_POCKET.search(says) or re.match(r"(?:his|her|their) ", rest):
            yield Saying("has", _noun(thing), who)
            return
        yield Saying("is", _noun(rest), holds=not nothing, key="filled")
        if not nothing:
            yield Saying("has", _noun(thing), _noun(rest), holds=False)
            yield Saying("at", _noun(thing), _noun(rest), holds=False)
    if not nothing and how not in ("to", "into"):
        yield Saying("has", _noun(thing), who)


def _being_at(clause: _Clause, who: Noun) -> Iterator[Saying]:
    says, denied = clause.says, clause.denied
    put = _after(words.PUT, says)
    if put and not denied:
        yield from _putting(put, who, words.KEEP.match(says) is not None)
    if words.MOVES_OUT.match(says) and not denied:
        yield Saying("at", who, holds=False, key="live")
    left = words.LEAVE.match(says)
    if left:
        place = _object(
            re.sub(r"^(?:(?:of|from|for good|the)\s+)+", "", says[left.end() :].strip())
        )[0]
        if words.WHEN.match(place):
            place = ""
        yield Saying("at", who, _noun(place) if place else NOTHING, holds=denied)
        return
    passive = words.IS_PUT.match(says)
    if passive and passive["how"] in words.WHERE and not words.NO_PLACE.match(passive["place"]):
        yield Saying("at", who, _noun(passive["place"]), not denied)
    if _after_go(says):
        yield from _going(says, who, holds=not denied)


def _putting(put: str, who: Noun, keeps: bool) -> Iterator[Saying]:
    thing, where, place = _object(put)
    if not (thing and place and where in words.WHERE | {"down"}) or where == "to":
        return
    if words.OWN_POCKET.search(place):
        yield Saying("has", _noun(thing), who)
        return
    there = _noun(place)
    if keeps:
        there = Noun(there.core, there.near | who.core)
    yield Saying("at", _noun(thing), there)


def _going(says: str, who: Noun, holds: bool) -> Iterator[Saying]:
    _, where, place = _object(says)
    if says.startswith(("lives with", "live with")):
        yield Saying("at", who, _noun(place), holds, "live")
    there = where in words.WHERE and place and not words.NO_PLACE.match(place)
    if there and not words.IN_HANDS.search(says):
        habit = re.match(r"(?P<how>live|work|serve)s?\b", says)
        yield Saying("at", who, _noun(place), holds, habit["how"] if habit else "")
    moved = re.match(r"(?:moves|moved|emigrated|relocated) (?:house )?(?:to|into) (.+)", says)
    if moved and holds:
        yield Saying("at", who, _noun(moved[1]), key="live")
    for adverb in sorted(words.ADVERBS & set(says.split())):
        yield Saying("at", who, Noun(frozenset({adverb})), holds)
    entered = re.match(r"(?:enters?|entered|reaches|reached) (.+)", says)
    if entered:
        yield Saying("at", who, _noun(_object(entered[1])[0]), holds)


def _opposites(clause: _Clause, who: Noun, acts: bool) -> Iterator[Saying]:
    says = clause.says
    thing, where, rest = _object(re.sub(r"^\S+\s*(?:(?:out|up|off|down|away)\s+)?", "", says))
    patient = _noun(f"{thing} {where} {rest}" if where in ("of", "in", "on", "at") else thing)
    passive = _BE.match(says) is not None
    for pair in OPPOSITES:
        plus, minus = pair.plus.search(says), pair.minus.search(says)
        if plus and minus and plus.start() <= minus.start() and plus.end() >= minus.end():
            minus = None
        if not plus and not minus:
            continue
        holds = minus is None
        holds = holds != clause.denied
        if pair.towards:
            toward = _noun(
                re.sub(r"^(?:\w+ )??(?:in|with|of|on|at|to)\s+", "", _behind(pair, says))
            )
            yield Saying("is", who, toward, holds, pair.key)
            yield Saying("is", toward, who, holds, pair.key)
            continue
        yield Saying("is", who, holds=holds, key=pair.key)
        if where in words.WHERE and pair.key == "peopled":
            yield Saying("is", _noun(rest), holds=holds, key=pair.key)
        if not passive and patient.core and patient != who:
            yield Saying("is", patient, holds=holds, key=pair.key)
    if acts and clause.who and not passive and not clause.denied and _verb_acts(says):
        for key, never in BY_ACTING.items():
            opposite = next(each for each in OPPOSITES if each.key == key)
            if not opposite.minus.search(says) and not never.search(clause.who):
                yield Saying("is", who, holds=True, key=key)


def _behind(pair: Opposites, says: str) -> str:
    """What stands behind the word that says the one or the other."""
    found = pair.plus.search(says) or pair.minus.search(says)
    rest = says[found.end() :].strip() if found else ""
    return _object(rest)[0] or _object(re.sub(r"^\w+\s+", "", rest))[0]


def _verb_acts(says: str) -> bool:
    first = says.split()[0] if says else ""
    still = ("lies", "rests", "dreams", "remains", "has", "belongs", "sleeps", "stays", "seems")
    return first.endswith("s") and first not in still


def _sets(clause: _Clause, who: Noun) -> Iterator[Saying]:
    tokens = set(_WORD.findall(clause.says))
    for key, members in words.SETS.items():
        found = tokens & set(members.split())
        timed = key in ("day", "month")
        predicate = words.ON_A_DAY.match(clause.says) if timed else _BE.match(clause.says)
        if len(found) == 1 and predicate:
            yield Saying("one_of", who, holds=not clause.denied, key=key, word=found.pop())


def _numbers(clause: _Clause) -> Iterator[Saying]:
    tokens = _WORD.findall(clause.whole)
    for n, token in enumerate(tokens[:-1]):
        number = words.NUMBERS.get(token, token if token.isdigit() else "")
        if not number:
            continue
        if n + 2 < len(tokens) and tokens[n + 1] in words.NUMBERS:
            number, n = f"{number}x{words.NUMBERS[tokens[n + 1]]}", n + 1
        noun = _terms(tokens[n + 1])
        others = _terms(" ".join(tokens[:n] + tokens[n + 2 :]))
        yield Saying("number", Noun(noun), key="number", word=number, words=others - noun)


def _sole(clause: _Clause, who: Noun) -> Iterator[Saying]:
    if clause.denied:
        return
    for key, pattern in words.SOLE.items():
        done = _after(pattern, clause.says)
        if done:
            yield Saying("sole", who, _noun(_object(done)[0]), key=key)
        passive = re.match(
            rf"(?:is |was |were |been )(?:{pattern.pattern}) by (?P<by>.+)", clause.says
        )
        if passive:
            yield Saying("sole", _noun(_object(passive["by"])[0]), who, key=key)
    title = re.match(r"(?:is|was|been|became|becomes) (?:the|our) ((?!same|one|best|first|only)\w+"
                     r"(?: \w+)?)(?= of| to| since| now| for| in| at|$)", clause.says)  # fmt: skip
    if title:
        yield Saying("sole", who, _noun(title[1]), key="is")


def _functions(clause: _Clause, who: Noun) -> Iterator[Saying]:
    """What has one value at a time: the password, the hour at which the ferry leaves."""
    hour = re.search(r"\bat (\w+)(?: o'clock)?(?: sharp| in the \w+)?$", clause.says)
    if hour and (hour[1] in words.NUMBERS or hour[1] in words.HOURS or hour[1].isdigit()):
        yield Saying("one_of", who, holds=not clause.denied, key="hour", word=hour[1])
    value = re.match(r"(?:is|was) (?:called |now )?(.+)$", clause.says)
    kind = who.core & words.FUNCTIONS
    if value and kind:
        said = " ".join(sorted(_terms(value[1])))
        yield Saying("one_of", who, holds=not clause.denied, key="value", word=said)


def _nothing_at(text: str) -> Iterator[Saying]:
    """That there is nothing where a clause says: of whatever is looked for."""
    _, where, place = _object(text)
    if where in words.WHERE and place:
        yield Saying("at", NOTHING, _noun(_object(place)[0]), holds=False)
    opened = re.search(r"\b(?:opens?|searche[sd]|search|empties|enters?) (.+)$", text)
    if opened:
        yield Saying("at", NOTHING, _noun(_object(opened[1])[0]), holds=False)
    bare = re.match(r"(.+?) (?:is|are|stands|lies) (?:\w+ )?(?:empty|bare|deserted)", text)
    if bare:
        yield Saying("at", NOTHING, _noun(bare[1]), holds=False)


def _does(clause: _Clause) -> Iterator[Saying]:
    """The clause in its own words, so that somebody may deny it in these words."""
    found = set(_terms(re.sub(words.NEGATORS, " ", clause.whole)))
    for concept, pattern in words.CONCEPTS.items():
        if pattern.search(clause.whole):
            found.add(concept)
    who = Noun(_noun(clause.who).core & found)
    yield Saying("does", who, holds=not clause.denied, words=frozenset(found))
