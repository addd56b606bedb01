"""What a Chinese sentence says, as far as rules can read it.

No words are told apart: a clause is searched for the shapes by which one says who has what, where
something is, how it is. Names are compared by their characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rashomon.reflect import lexicon_chinese as words
from rashomon.reflect.opposites_chinese import OPPOSITES
from rashomon.reflect.saying import NOTHING, Noun, Saying

_CUT: Final = re.compile(r"[，。；：！？、,.;:!?…—“”‘’「」\s]+")
_COUNT: Final = re.compile(
    rf"(?:那|这|另外?|某)?(?:[{words.DIGITS}]+)?(?:(?:{words.MEASURE})(?=[\u4e00-\u9fff]))"
)
_COUNTED: Final = re.compile(
    rf"(?P<n>[{words.DIGITS}]+)(?:{words.MEASURE})(?P<of>[\u4e00-\u9fff]{{1,2}})"
)
_TRAILING: Final = re.compile(r"(?:了|着|过|的|呢|啊|吧|来|去|起来|让|进)+$")
_HAS: Final = re.compile(
    rf"^(?P<who>.+?)(?:手里|手上|身上|怀里|腰间|名下)?(?P<not>没有?|不再|不|并没有?)?(?:{words.HAVE})(?P<of>.+)$"
)
_NO_LONGER: Final = re.compile(r"^(?P<who>.+?)(?:连)?(?P<of>一.+?)[也都]?(?:没|没有|不剩)了?$")
_USES: Final = re.compile(
    r"^(?P<who>.+?)用(?P<of>.{1,6}?)(?:打开|开了|开|锁|撬|砍|割|切|劈|挡|刺|敲|换|付|挖|照|指)"
)
_IN_HANDS: Final = re.compile(
    rf"^(?P<of>.+?)(?P<not>不)?(?:在|落在|落到|到了|归|落入)(?P<who>.+?){words.HANDS}$"
)
_BELONGS: Final = re.compile(r"^(?P<of>.+?)(?P<not>不)?(?:属于|归)(?P<who>.{1,5})$")
_IS_OF: Final = re.compile(r"^(?P<of>.+?)(?P<not>不)?是(?P<who>.{1,5})的$")
_GIVES: Final = re.compile(rf"^(?P<by>.+?)把(?P<of>.+?)(?:{words.GIVE})了?(?P<who>.+)$")
_GIVES_IT: Final = re.compile(
    rf"^(?P<by>.+?)(?:{words.GIVE})了?(?P<who>.{{1,4}}?)(?:一|那|这|两|三)?(?:{words.MEASURE})(?P<of>.+)$"
)
_TAKEN_BY: Final = re.compile(rf"^(?P<of>.+?)(?:被|让|叫)(?P<who>.+?)(?:{words.TAKE})")
_TAKES: Final = re.compile(
    rf"^(?P<who>.*?)(?:从(?P<place>.+?))?(?P<how>{words.TAKE})了?(?P<of>.*)$"
)
_TAKES_IT: Final = re.compile(rf"^(?P<who>.+?)把(?P<of>.+?)(?P<how>{words.TAKE})了?(?P<place>.*)$")
_LOSES: Final = re.compile(rf"^(?P<who>.+?)(?:把(?P<it>.+?))?(?:{words.LOSE})(?P<of>.*)$")
_GONE: Final = re.compile(rf"^(?P<of>.+?){words.GONE}$")
_PUTS: Final = re.compile(rf"^(?P<who>.+?)把(?P<of>.+?){words.PUT}{words.INTO}(?P<place>.+)$")
_AT: Final = re.compile(rf"^(?P<of>.+?)(?P<not>不|没有?)?(?P<how>{words.BE_AT})(?P<place>.+)$")
_FROM: Final = re.compile(
    r"^(?P<of>.+?)从(?P<place>.+?)(?:出来|出去|走出来?|逃走|逃了|逃出来?|出发|搬走|消失|跑了|离开|溜走)"
)
_HERE: Final = re.compile(
    rf"^(?P<place>.+?(?:{words.PLACE_ENDS}))(?P<not>没有?|不再)?(?:有|住着|站着|坐着|放着|躺着|停着|挂着|藏着|摆着|是)(?P<of>.+)$"
)
_PLACE: Final = re.compile(rf"^(.+?(?:{words.PLACE_ENDS}))(?!的)")
_DAY: Final = re.compile(
    r"^(?P<of>.+?)(?:在|是|定在|改在|改到|推迟到|提前到|要到)了?(?:下|上|这)?个?(?:星期|周|礼拜)(?P<day>[一二三四五六日天])"
)
_HEADLESS: Final = re.compile(
    rf"把|被|从|没|不|{words.TAKE}|抱住|走|跑|打开|推开|拿|要了|离开|打了|原谅|成了|变成|欠|身无|一无|"
    "里面|再|喝|坐|站|放|藏|交|扔|锁|关|转身"
)
_DOORS: Final = frozenset(["门", "大门", "锁", "盖子", "盖", "窗", "窗户"])


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause without adverbs; where its first denial stands, and whether it is denied."""

    text: str
    denied: bool
    before: str
    hedged: bool
    prior: str = ""


def sayings(text: str, who: str | None, *, acts: bool) -> list[Saying]:
    """All that a text says. `who` speaks it, if it is a line; `acts` says that it was perceived."""
    found: list[Saying] = []
    for clause in _clauses(text, who):
        found.append(_does(clause))
        if not clause.hedged:
            found += _reads(clause, acts)
    return found


def daytimes(text: str) -> frozenset[str]:
    """The times of day that a text names: what holds at night need not hold at noon."""
    return frozenset(time for time, names in words.DAYTIME.items() if re.search(names, text))


def past(text: str) -> bool:
    """Whether a text is about what was, so that no later change speaks against it."""
    return words.PAST.search(text) is not None


def _clauses(text: str, who: str | None) -> Iterator[_Clause]:
    text = re.sub(r"[没不]用[^，。]{1,6}就", "", text)
    text = re.sub(r"([一两三四五六七八九十这那几])把", r"\1柄", text)  # no 把 that moves something
    if who is not None:
        text = re.sub(r"我(?!们)", lambda _: who, text)
    subject = prior = ""
    for sentence in re.split(r"[。！？!?]", text):
        subject = _reporter(sentence) or subject
        sentence = _told(sentence, who)
        for part in _CUT.split(sentence):
            if not part or words.REPORT_TAIL.match(part):
                continue
            subject = _reporter(part) or subject
            part = _bare(_told(part, who))
            if subject and re.match(r"(?:他|她|它)(?!们)", part):
                part = subject + part[1:]
            elif subject and (_headless(part) or len(part) <= 4):
                part = subject + part
            if not part:
                continue
            plain = words.NOT_DENIED.sub("", part)
            denials = [*words.NEGATORS.finditer(plain)]
            before = plain[: denials[0].start()] if denials else ""
            hedged = words.HEDGES.search(part) is not None
            yield _Clause(part, len(denials) % 2 == 1, before, hedged, prior)
            prior = part
            subject = _subject(part) or subject


def _reporter(text: str) -> str:
    """Who says so: in what is told, *she* is the one who tells."""
    found = re.match(r"(?:我?听|据)?([^，。：我]{2,4}?)(?:跟|对|向|说|告诉|讲)", text)
    return found[1] if found and words.REPORTS.match(text) else ""


def _told(text: str, who: str | None) -> str:
    """A text without who says so. What the speaker says of itself is no report."""
    found = words.REPORTS.match(text)
    if found is None or len(text) - found.end() < 3:
        return text
    if words.NEGATORS.search(words.NOT_DENIED.sub("", found[0])):
        return text
    return text[found.end() :]


def _bare(text: str) -> str:
    return words.ADVERBS.sub("", text)


def _subject(part: str) -> str:
    """Who or what a clause begins with, as far as the next verb that is known."""
    found = re.match(
        rf"(.{{1,6}}?)(?:把|被|从|在|用|{words.HAVE}|{words.TAKE}|走|跑|打开|推|喝|拿|离开|来|回|进|去|"
        r"正|没|不|是|对|给|坐|站|说|死|笑|点|吃|原谅|抱|雪)", part
    )  # fmt: skip
    return found[1] if found else re.split("[了着过]", part)[0][:8]


def _headless(part: str) -> bool:
    """Whether a clause has no subject of its own, so that it has the one before."""
    return _HEADLESS.match(part) is not None


def _noun(text: str) -> Noun:
    """A name as its characters: what it is, and what only says which one."""
    text = _COUNT.sub("", _TRAILING.sub("", _bare(text).strip()))
    text = re.sub(r"^(?:那|这|某|在)|(?:自己|们)$", "", text)
    near, _, core = text.rpartition("的")
    if core in _DOORS and near:
        near, core = "", near
    if not core:
        near, core = "", near
    return Noun(_chars(core), _chars(near))


def _chars(text: str) -> frozenset[str]:
    return frozenset(char for char in text if char not in words.EMPTY)


def _each(text: str) -> list[Noun]:
    """Those that are named together."""
    return [_noun(each) for each in re.split(r"[和与跟同](?=[\u4e00-\u9fff]{2})", text) if each]


def _place(text: str) -> Noun:
    found = _PLACE.match(text)
    return _noun(re.sub(r"(?:里面|外面|里|上|中|内)$", "", found[1] if found else text))


def _reads(clause: _Clause, acts: bool) -> Iterator[Saying]:
    yield from _having(clause.text, clause)
    yield from _changing_hands(clause.text, clause)
    yield from _being_at(clause.text)
    yield from _opposites(clause, acts)
    yield from _numbers(clause)
    yield from _sole(clause)
    yield from _functions(clause)
    day = _DAY.match(clause.text)
    if day:
        word = day["day"].replace("天", "日")
        yield Saying("one_of", _noun(day["of"]), holds=not clause.denied, key="day", word=word)


def _having(text: str, clause: _Clause) -> Iterator[Saying]:
    here = _HERE.match(text)
    has = None if here else _HAS.match(text)
    if has and not re.search(r"(?:罪|钱|力气)$", has["of"]):
        some = "some" if _COUNT.match(has["of"]) else ""
        yield Saying("has", _noun(has["of"]), _noun(has["who"]), has["not"] is None, some)
    gone = _NO_LONGER.match(text)
    if gone and "没" in text:
        yield Saying("has", _noun(gone["of"]), _noun(gone["who"]), holds=False)
        place = re.sub(rf"(?:{words.PLACE_ENDS})$", "", gone["who"])
        yield Saying("is", _noun(place), holds=False, key="filled")
    for pattern in (_IN_HANDS, _BELONGS, _IS_OF):
        found = pattern.match(text)
        if found and "把" not in found["of"] and not _says_how(found["who"]):
            yield Saying("has", _noun(found["of"]), _noun(found["who"]), found["not"] is None)
            break
    uses = _USES.match(text)
    if uses and not clause.denied and not uses["who"].endswith(("没", "不")):
        yield Saying("has", _noun(uses["of"]), _noun(uses["who"]))
    if here:
        holds = here["not"] is None
        place = _noun(re.sub(rf"(?:{words.PLACE_ENDS})$", "", here["place"]))
        yield Saying("is", place, holds=holds, key="filled")
        some = "some" if _COUNT.match(here["of"]) else ""
        yield Saying("at", _noun(here["of"]), place, holds, some)


def _says_how(text: str) -> bool:
    """Whether what stands before 的 is no owner: 阿勇是清白的."""
    return any(pair.plus.search(text) or pair.minus.search(text) for pair in OPPOSITES)


def _changing_hands(text: str, clause: _Clause) -> Iterator[Saying]:
    if clause.denied:
        return
    gives = _GIVES.match(text) or (None if "把" in text else _GIVES_IT.match(text))
    if gives:
        yield Saying("has", _noun(gives["of"]), _noun(gives["who"]))
        yield Saying("has", _noun(gives["of"]), _noun(gives["by"]), holds=False)
        return
    by = _TAKEN_BY.match(text)
    takes = _TAKES_IT.match(text) or _TAKES.match(text)
    if by:
        yield Saying("has", _noun(by["of"]), _noun(by["who"]))
    elif takes and takes["of"]:
        yield from _taking(takes)
    loses = _LOSES.match(text)
    if loses and (loses["it"] or loses["of"]):
        yield Saying("has", _noun(loses["it"] or loses["of"]), _noun(loses["who"]), holds=False)
    gone = _GONE.match(text)
    if gone:
        yield Saying("has", _noun(gone["of"]), NOTHING, holds=False)
        yield Saying("at", _noun(gone["of"]), NOTHING, holds=False)


def _taking(takes: re.Match[str]) -> Iterator[Saying]:
    own = rf"^.*(?:{words.OWN.pattern})(?:的|间的|上的|里的)"
    thing, place = _noun(re.sub(own, "", takes["of"])), takes["place"] or ""
    if takes["who"]:
        yield Saying("has", thing, _noun(takes["who"]))
    if place and not words.OWN.search(place):
        other = _noun(re.sub(rf"{words.HANDS}$|(?:{words.PLACE_ENDS})$", "", place))
        yield Saying("has", thing, other, holds=False)
        yield Saying("at", thing, other, holds=False)
        if re.search(r"出|找到|捡", takes["how"]):
            yield Saying("is", other, holds=True, key="filled")


def _being_at(text: str) -> Iterator[Saying]:
    puts = _PUTS.match(text)
    if puts:
        if words.OWN.search(puts["place"]):
            yield Saying("has", _noun(puts["of"]), _noun(puts["who"]))
        else:
            there = _place(puts["place"])
            if re.search(rf"(?:藏|锁|收|存){words.INTO}", text):  # still that one's
                there = Noun(there.core, there.near | _noun(puts["who"]).core)
            yield Saying("at", _noun(puts["of"]), there)
        return
    moved = re.search(r"搬(?:出去|走|离|了出去|家)", text)
    if moved:
        yield Saying("at", _noun(text[: moved.start()]), holds=False, key="lives")
    leaves = words.LEAVES.search(text)
    if leaves and "把" not in text:
        who = re.sub(r"从.*$|(?:没有?|不).*$", "", text[: leaves.start()])
        holds = who != text[: leaves.start()] and "从" not in text
        place = leaves["place"] or ""
        if not (holds and not place):
            yield Saying("at", _noun(who), _place(place) if place else NOTHING, holds)
        return
    out = _FROM.match(text)
    if out:
        yield Saying("at", _noun(out["of"]), _place(out["place"]), holds=False)
        return
    at = _AT.match(text)
    if at is None or re.search("把|从", at["of"]) or re.search(words.HANDS, text):
        return
    if at["how"] == "在" and words.PROGRESS.match(at["place"]):
        return
    key = "lives" if at["how"] == "住在" else _key_of_work(at["place"])
    yield Saying("at", _noun(at["of"]), _place(at["place"]), at["not"] is None, key)
    if at["how"].startswith("搬到"):
        yield Saying("at", _noun(at["of"]), _place(at["place"]), key="lives")


def _key_of_work(place: str) -> str:
    return "works" if re.search(r"上班|工作|干活|做工|当差|打工|做事|当学徒|教书", place) else ""


def _opposites(clause: _Clause, acts: bool) -> Iterator[Saying]:
    text = re.sub(r"生(.+?)的气", r"生气\1", clause.text)
    text = re.sub(r"对(.+?)(很|非常|十分)?(生气|失望|怀恨)", r"生气\1", text)
    for pair in OPPOSITES:
        plus, minus = pair.plus.search(text), pair.minus.search(text)
        if plus and minus:
            plus = None if minus.start() <= plus.start() and minus.end() >= plus.end() else plus
            minus = None if plus else minus
        found = plus or minus
        if found is None:
            continue
        before, after = text[: found.start()], text[found.end() :]
        denied = _denied(before, found[0], after)
        holds = (plus is not None) != denied
        if pair.towards:
            yield from _toward(pair.key, before, after, holds)
            continue
        for of in _things(before, after):
            yield Saying("is", of, holds=holds, key=pair.key)
    act = words.ACTS.search(clause.text)
    if acts and act and not clause.denied and not re.search("把|被", clause.text[: act.start()]):
        who = _noun(re.sub(r"[在从往向].*$", "", clause.text[: act.start()]))
        yield Saying("is", who, holds=True, key="life")
        yield Saying("is", who, holds=True, key="awake")


def _denied(before: str, word: str, after: str) -> bool:
    """Whether a word is denied: right before it, or by 推不开 and 信不过."""
    plain = words.NOT_DENIED.sub("", before)
    near = plain[-4:]
    count = len(words.NEGATORS.findall(near)) + len(re.findall(r"[没不]有?$", plain)) * 0
    return count % 2 == 1 or re.match(r"不(?:了|成|得)", after) is not None


def _toward(key: str, before: str, after: str, holds: bool) -> Iterator[Saying]:
    before = re.sub(rf"(?:{words.NEGATORS.pattern}|是|在|对)+$", "", before)
    both = _each(before)
    other = _noun(after)
    if not other.core and len(both) > 1:
        both, other = both[:1], both[1]
    for who in both:
        yield Saying("is", who, other, holds, key)
        yield Saying("is", other, who, holds, key)


def _things(before: str, after: str) -> Iterator[Noun]:
    """What something is said of: what is done to, else who does it and what stands behind."""
    before = re.sub(rf"(?:{words.NEGATORS.pattern}|是|很|有)+$", "", before)
    for how in ("把", "将"):
        if how in before:
            yield _noun(
                re.sub(r"吹|打|推|砸|烧|点|关|锁|拉|撞|踢|喝|倒$", "", before.rpartition(how)[2])
            )
            return
    if "被" in before:
        yield _noun(before.partition("被")[0])
        return
    yield from _each(re.sub(r"(?:里面|里|在.*|从.*|用.*)$", "", before))
    after = re.split(r"让|来|进(?=来)|给|在|后|时", re.sub(r"^[了着过]", "", after))[0]
    if after:
        yield from _each(after)


def _numbers(clause: _Clause) -> Iterator[Saying]:
    for found in _COUNTED.finditer(clause.text):
        only = clause.text[: found.start()].endswith(("只有", "仅有", "只剩", "就"))
        if (
            (found["n"] == "一" and not only)
            or found["n"] in ("几", "数")
            or clause.text[: found.start()].endswith("第")
        ):
            continue
        noun = _noun(found["of"])
        rest = clause.text[: found.start()] + clause.text[found.end() :]
        number = found["n"].replace("两", "二")
        yield Saying("number", noun, key="number", word=number, words=_chars(rest) - noun.core)


def _sole(clause: _Clause) -> Iterator[Saying]:
    if clause.denied:
        return
    text = clause.text
    title = re.match(rf"(?P<who>.+?)(?:才)?是(?P<of>.*(?:{words.TITLES}))$", text)
    turned = re.match(rf"(?P<of>.*(?:{words.TITLES}))是(?P<who>.+)$", text)
    named = turned or title
    if named:
        yield Saying("sole", _noun(named["who"]), _noun(named["of"]), key="is")
    for key, pattern in words.SOLE.items():
        by = re.match(rf"(?P<of>.+?)(?:是)?被(?P<who>.+?)(?:{pattern.pattern})", text)
        done = by or re.match(rf"(?P<who>[^把被]+?)(?:{pattern.pattern})(?P<of>.+)$", text)
        if done:
            yield Saying("sole", _noun(done["who"]), _noun(done["of"]), key=key)


def _functions(clause: _Clause) -> Iterator[Saying]:
    """What has one value at a time, and that there is nothing at a place."""
    value = re.match(
        rf"(?P<of>.*(?:{words.FUNCTIONS}))(?:不)?(?:是|叫|改成了?|变成了?)(?P<is>.+)$", clause.text
    )
    if value:
        yield Saying("one_of", _noun(value["of"]), holds=not clause.denied, key="value",
                     word="".join(sorted(_noun(value["is"]).core)))  # fmt: skip
    hour = words.HOUR.match(clause.text)
    if hour:
        yield Saying(
            "one_of", _noun(hour["of"]), holds=not clause.denied, key="hour", word=hour["hour"]
        )
    if words.NOTHING_THERE.search(clause.text):
        for text in (clause.text, clause.prior):
            place = re.search(
                rf"(?:在|打开|翻遍|搜遍|走进|^)(?P<at>[^在把]{{1,6}}?(?:{words.PLACE_ENDS}|$))",
                text,
            )
            if place:
                yield Saying("at", NOTHING, _place(place["at"]), holds=False)


def _does(clause: _Clause) -> Saying:
    """The clause in its own words, so that somebody may deny it in these words."""
    text = clause.text
    found: set[str] = set()
    for concept, pattern in words.CONCEPTS.items():
        if pattern.search(text):
            found.add(concept)
            text = pattern.sub("", text)
    plain = words.NEGATORS.sub("", words.NOT_DENIED.sub("", text))
    of = Noun(_chars(clause.before)) if clause.denied else NOTHING
    return Saying("does", of, holds=not clause.denied, words=_chars(_COUNT.sub("", plain)) | found)
