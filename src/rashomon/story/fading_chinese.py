"""What of a Chinese text fades first: counts, hours, manner, and what was only said besides.

Without a dictionary no rule can tell where a word begins, so manner is known by its shapes (慢慢地,
小心翼翼地) and by a list of common words; what fits neither stays. Conditions and negations stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rashomon.story.cutting import Span, after_the_gist, clauses

SENTENCES, CLAUSES = 3, 2
"""As in English. Of later clauses only those go that are marked as subordinate."""

_N = r"[〇○零一二两三四五六七八九十百千万亿0-9０-９]"
_NUMBER = rf"(?<!{_N})(?!一(?!{_N})){_N}++(?:[点.,:]{_N}++)*(?:多|余|来)?"
"""All of a number or nothing: 一九二七 and 二十一 whole. A bare 一 is mostly no number."""

_MEASURE = (
    r"(?:个|只|枚|把|条|张|本|封|位|名|块|根|支|匹|头|辆|艘|座|间|扇|杯|碗|瓶|袋|箱|件|次|遍|声|下|"
    r"里|丈|尺|寸|斤|两|盏|朵|株|棵|具|口|串|捆|桶|坛|壶|盘|份|段|层|级|步|滴|粒|颗)"
)
_LASTING = r"(?:分钟|秒钟|秒|刻钟|个?小时|个?钟头|个时辰|天|夜|个?星期|个月|年)"
_THEN = r"(?:之?后|以后|之?前|以前|之?内|以来)?"
_HAN = r"[\u4e00-\u9fff]"
_OF = rf"(?!的(?!{_HAN}))(?:的)?"
"""With 的 where it leads to a noun; what ends with it stays, for 的 alone would be left."""

_YEAR = rf"(?:公元)?{_NUMBER}年(?!级)(?:代|间|初|末|底)?"
_PLACE = "桥屯河铺堡坡庄店沟村湾营台庙寺门街巷胡园院塘渡关岭城坝井亭塔滩港墩山湖洼坨"
"""What after 里 and 元 makes the name of a place of a number: 八里桥, 三里屯, 三元桥."""

_COUNTED = re.compile(
    rf"(?<![第几数一好老小阿初张李])(?:大约|约|差不多|将近|整整|足足|至少|最多|不到)?"
    rf"{_NUMBER}{_MEASURE}(?!人|下|子|头|面|边|百|(?<=里)[{_PLACE}]){_OF}"
)
_SAYS_WHEN = (
    re.compile(
        rf"(?:等到|直到|在|于)?{_NUMBER}点(?:钟|半|整|[一三]刻|{_NUMBER}分?)?(?!{_N}){_THEN}{_OF}"
    ),
    re.compile(rf"(?:等到|直到|在|于)?一点(?:钟|半|整|[一三]刻){_THEN}{_OF}"),
    re.compile(rf"(?:在|于)?\d{{1,2}}[:：]\d\d(?::\d\d)?{_OF}"),
    re.compile(
        rf"(?:在|于)?(?:{_YEAR})?(?<!{_N})(?:{_NUMBER}|一)月(?:{_NUMBER}|一)[日号]{_THEN}{_OF}"
    ),
    re.compile(rf"(?:在|于)?{_YEAR}(?:{_NUMBER}|一)月(?:份)?(?!{_N}){_THEN}{_OF}"),
    re.compile(rf"(?:在|于)?(?:公元{_NUMBER}|(?<!{_N})[〇○零一二三四五六七八九0-9０-９]{{3,4}})年"
               rf"(?!级)(?:代|间|初|末|底)?{_THEN}{_OF}"),
    re.compile(rf"(?:在|于)?(?:上世纪)?{_NUMBER}年代(?:初|末)?{_OF}"),
    re.compile(rf"(?<=了)(?:整整|足足|大约|约)?{_NUMBER}{_LASTING}(?![级代]){_OF}"),
    re.compile(
        rf"(?<![第几数好了])(?:每|在|过了|不到|整整|足足|大约|约)?{_NUMBER}{_LASTING}(?![级代])"
        rf"{_THEN}{_OF}"
    ),
)  # fmt: skip
_SUM = re.compile(
    rf"{_NUMBER}(?:元(?![{_PLACE}宫里])|块钱|镑|英镑|美元){_OF}|"
    r"[¥$£€]\s?\d+(?:[.,]\d+)*|\d+(?:\.\d+)?%"
)
_NTH = re.compile(rf"第(?:{_NUMBER}|一){_MEASURE}(?!次|天|下){_OF}")
_NOT_A_NUMBER = re.compile(
    rf"(?<!{_N})(?<!点)十分|"
    "万一|千万|四周|百姓|一点一点|一千零一夜|三天两头|三言两语|三长两短|三番五次|三三两两|"
    "五次三番|三口之家|四级跳|千里迢迢|千里马|万里长城|千层饼"
)
_CALLED = re.compile(
    rf"{_NUMBER}位(?:客官|先生|小姐|女士|太太|夫人|姑娘|公子|大人|大爷|老爷|少爷|贵客|客人|朋友|"
    r"同学|老师|师傅|警官|官爷|好汉|英雄|施主|兄弟|兄台|大哥|大姐|老板|掌柜)?"
    r"(?=[，,。！!？?…：:、]|请|里边|里面|慢走|慢用|$)"
)
"""A polite word to those who are spoken to: 两位客官，里面请."""

_DIGITS = re.compile(
    r"(?<![0-9０-９])[0-9０-９]++(?:[-–/.,:][0-9０-９]++)*+%?"
    r"(?![号路院室楼层班届期道里条级度分年月日点时元块岁])"
)
_BARE_BEFORE = re.compile(rf"(?:[是为向往回叫作去在]|[{_N[1:-1]}几这那每]{_MEASURE})$")
_HEAD = re.compile(r"等到|直到|过了|[在于]")
_FROM_TO = re.compile(r"[从自到至]$")
_NEEDED = re.compile(rf"等到|于(?<={_HAN}于)")
_ANY = re.compile(rf"{_N}|[%¥$£€]")
_PART = re.compile(rf"{_N}$")
_ENDS = re.compile(r"[^\w]|$")

_TWO = (
    "小心|仔细|飞快|匆忙|匆匆|愤怒|平静|迅速|突然|忽然|猛然|无声|用力|使劲|认真|紧张|缓慢|温柔|大声|小声|"
    "低声|轻声|高声|厉声|柔声|高兴|得意|不安|疲惫|恭敬|坚定|犹豫|轻蔑|焦急|熟练|笨拙|悲伤|难过|开心|"
    "愉快|冷静|冷淡|冷漠|生气|惊讶|惊恐|恐惧|害怕|慌张|慌忙|急忙|警惕|谨慎|好奇|疑惑|困惑|吃力|艰难|"
    "轻松|随意|随手|不耐烦|心不在焉|狼狈|踉跄|吃惊|激动|兴奋|温和|严肃|郑重|诚恳|热情|粗暴|凶狠|沉重|"
    "安静|从容|果断|毫不犹豫|小心翼翼|若无其事|漫不经心|头也不回|自言自语|迫不及待|不由自主|目不转睛|"
    "一言不发|一声不响|不慌不忙|不动声色|气喘吁吁|大摇大摆|蹑手蹑脚|不知不觉|斩钉截铁|"
    "静悄悄|气冲冲|冷冰冰|慢腾腾|怒冲冲|笑嘻嘻|笑眯眯|急匆匆|气呼呼|懒洋洋|恶狠狠|乐呵呵|直勾勾|"
    "兴冲冲|慢吞吞|一步一步|一点一点"
)
_SHAPED = rf"(?:({_HAN})\1({_HAN})\2|({_HAN})\3|{_TWO})"
_HOW = rf"(?:很|非常|十分|极其|极|颇|有些|有点|无比)?(?:{_TWO})"
_WITH_DE = (
    re.compile(rf"(?:{_HOW}(?:而又?|又|、|，))?{_HOW}地(?={_HAN})"),
    re.compile(rf"({_HAN})\1({_HAN})\2地(?={_HAN})"),
    re.compile(rf"(?:很|非常)?(?:({_HAN})\1地、)?({_HAN})\2地(?=[，\u4e00-\u9fff])"),
    re.compile(rf"不{_HAN}不{_HAN}地(?={_HAN})"),
    re.compile(rf"像[^，。；！？、：]{{1,8}}(?:一样|似的|一般)地?(?={_HAN})"),
)
_BARE = (
    re.compile(r"(?:突然|忽然|猛然)(?=[，\u4e00-\u9fff])"),
    re.compile(r"(?:低|轻|大|小|高|厉|柔|悄|颤)声(?=[说道问答喊叫回念唱骂笑哭嘀耳])"),
    re.compile(rf"(?:慢慢|缓缓|轻轻|悄悄|偷偷|默默|静静|渐渐|匆匆|狠狠|紧紧|急忙|连忙|赶紧|用力|使劲)"
               rf"(?!的|来|地)(?={_HAN})"),
)  # fmt: skip
_NOT = re.compile(r"(?:(?:不|没|别|未|莫|勿)[^，。；：！？,;:!?…\n]*|太|这么|那么|更|越)$")
"""A negation that still holds, or a word of degree that would be left without its adverb."""

_AFTER_A_NAME = re.compile(r"([\u4e00-\u9fff]{2,4})地(?=[\u4e00-\u9fff])(?![上下方面板道点图址"
                           r"窖狱铁毯球段区带位势形质震主产])")  # fmt: skip
_PRONOUN = re.compile(r"(?:我|你|他|她|它)们?")
_NO_MANNER = re.compile(
    r"[把被在从向对给和与将着了过的到用拿去来回离是有没不]|"
    r".*[土当墓各本草空倒落跪遍满就营基场工天大陆高阵心见余田荒坟湿沙雪此某领属两外内原异战禁圣胜平盆耕"
    r"林农扫席触坠贴何每该立随驻生住身源牧封宝险旧福飞民据买卖种占]$"
)

_SPLIT = re.compile(r"[，；：,;:]")
_SUBORDINATE = re.compile(
    r"[，；：,;:](?:因为|由于|虽然|尽管|为了|以便|以免|免得|好让|与此同时|同时|一边|当[^，。]*?时)"
)
_AS_IF = re.compile(r"[，,](?:仿佛|好像|就像|犹如|宛如|如同|似乎像)[^，。；！？,;!?\n]*")
_TURNS = re.compile(r"但|可是|然而|不过|除非|如果|要是|只有|不|没|别|反而")


def fading_chinese(text: str, spoken: bool, names: Sequence[Span]) -> Iterator[Span]:
    """The spans of a Chinese text that fade; `names` tell where somebody's name ends.

    After a negation nothing goes, for 他没有马上回答 does not mean that he gave no answer.
    """
    yield from _besides(text)
    yield from numbers_chinese(text, spoken)
    yield from manner_chinese(text, names)


def numbers_chinese(text: str, spoken: bool) -> Iterator[Span]:
    """Counts, hours, dates and sums alone, where nothing denies them."""
    return (span for span in _numbers(text, spoken) if not _NOT.search(text, 0, span.start))


def manner_chinese(text: str, names: Sequence[Span]) -> Iterator[Span]:
    """What says how, alone, where nothing denies it."""
    return (span for span in _manner(text, names) if not _NOT.search(text, 0, span.start))


def _numbers(text: str, spoken: bool) -> Iterator[Span]:
    if not _ANY.search(text):
        return
    spared = [
        Span(*found.span())
        for pattern in (_NOT_A_NUMBER, _CALLED)
        for found in pattern.finditer(text)
    ]
    numbers = (*_SAYS_WHEN, _SUM, _NTH, _COUNTED, *((_DIGITS,) if spoken else ()))
    for pattern in numbers:
        for found in pattern.finditer(text):
            span = _without_head(text, *found.span())
            if any(span.meets(other) for other in spared):
                continue
            if _left_bare(text, span, spoken):
                spared.append(span)
            else:
                yield span


def _without_head(text: str, start: int, end: int) -> Span:
    """What goes before a noun leaves the noun its 在: 在一九二七年的秋天 is 在秋天."""
    head = _HEAD.match(text, start) if text[end - 1] == "的" else None
    return Span(head.end() if head else start, end)


def _left_bare(text: str, span: Span, spoken: bool) -> bool:
    """Whether a cut would leave a numeral, a measure or a preposition with nothing behind it.

    Of a line only the first, and what a verb needs (他生于…, 等到…): a gap stands for the rest.
    """
    listed = text[span.end - 1] == "的" and text[: span.start].endswith("、")
    if listed or _PART.search(text, 0, span.start):
        return True
    ends = _ENDS.match(text, span.end) is not None
    if ends and _NEEDED.match(text, span.start):
        return True
    if spoken:
        return False
    before = (_FROM_TO, _BARE_BEFORE) if ends else (_FROM_TO,)
    return any(each.search(text, 0, span.start) for each in before)


def _manner(text: str, names: Sequence[Span]) -> Iterator[Span]:
    for pattern in (*_WITH_DE, *_BARE, _AS_IF):
        for found in pattern.finditer(text):
            yield Span(*found.span())
    for end in _subjects(text, names):
        found = _AFTER_A_NAME.match(text, end)
        if found and not _no_manner(found[1]):
            yield Span(*found.span())


def _subjects(text: str, names: Sequence[Span]) -> Iterator[int]:
    """Where a name or a pronoun ends, so that a word may begin."""
    yield from (name.end for name in names)
    yield from (found.end() for found in _PRONOUN.finditer(text))


def _no_manner(word: str) -> bool:
    return _NO_MANNER.search(word) is not None


def _besides(text: str) -> Iterator[Span]:
    """Sentences after the first three, and later clauses that are marked as subordinate."""
    for sentence, besides in after_the_gist(text, SENTENCES):
        if besides and not _TURNS.match(text, sentence.start):
            yield sentence
            continue
        for clause in clauses(text, sentence, _SPLIT)[CLAUSES - 1 :]:
            if _SUBORDINATE.match(text, clause.start):
                yield clause
