"""Chinese prose as steps: “我把钥匙递给她，说：” is a deed and the saying of what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rashomon.play.chinese_requests import ACTING, going, request, waiting
from rashomon.play.commands import COMMANDS
from rashomon.play.stage import Stage
from rashomon.play.units import Tag, Unit

_LOW = r"(?:(?:悄悄|偷偷|低声|小声|悄声|压低声音|压低嗓音|低低|凑近)地?)"
_TO = r"(?:对着?|跟|和|向|朝|同|冲着?|在)"
_SAYS = (
    r"(?:耳语|低语|说(?![完着起得到来法服谎话]|不定|实话|真的)道?|问(?![题候好安])道?|答道|回答道?|讲道?|"
    r"喊道?|叫道|道(?![路歉别谢])|嚷道|嘟囔|开口)"
)
_END = r"(?:着|了)?(?:一句|几句)?\s*[，,:：]?\s*"
_WHISPER = re.compile(rf"(?:{_LOW}[，,]?)*{_TO}(?P<who>.+?)(?:耳边|耳旁)?{_LOW}?{_SAYS}{_END}")
_TELL = re.compile(rf"(?:{_LOW})?(?:告诉|问|回答|提醒|警告|嘱咐)(?P<who>.+)")
_PLAIN = re.compile(rf"(?P<how>.{{0,8}}?)(?P<verb>{_SAYS}){_END}")
_NOT_SAYING = re.compile(r"说(?:[完着起得到来法服谎话]|不定|实话|真的)|问[题候好安]|道[路歉别谢]")
_COMMANDS = tuple(
    word for row in COMMANDS if row.name not in ("say", "think") for word in row.chinese
)
_LOWLY = re.compile(rf"{_LOW}|耳语|低语")
_THINK = re.compile(r"(?:心里?想|暗想|暗自想|心里(?:想|说)|想道?)(?!起来)(?:着|了)?[，,:：]?\s*")
_MENTAL = re.compile(
    r"(?:心里|心中|暗自|暗暗|不禁|忽然|突然|很|真|只)*(?:觉得|认为|记得|希望|怀疑|相信|知道|以为|担心|琢磨|"
    r"纳闷|想起|想要|想到|想|打算|决定|后悔|害怕|明白|意识到|盼望|忘)"
)
_SENTENCE = re.compile(r"[^。！？!?；;\n…]*[。！？!?；;…]*")
_COMMA = re.compile(r"[，,]\s*(?:然后|接着|随后|再|又|并且|并)?|(?:然后|接着|随后|并且)")
_ME = re.compile(r"我(?!们)(?:的)?")
_CONNECT = re.compile(r"^(?:然后|接着|随后|于是|便|就|又|再|并且|并|也)+")
_HOW = re.compile(r"^(?:轻轻|慢慢|悄悄|偷偷|小心翼翼|小心|赶紧|赶忙|立刻|马上|迅速|缓缓|默默)地?")
_UNREAL = re.compile(r"[没不别]|如果|要是|除非|假装|试着|试图|想要|差点|几乎|打算|准备")
_VERBS = re.compile(
    "[一轻慢小点摇微皱叹笑哭跑跳走坐站躺跪爬转抬低伸握抓拉推踢打拍摸抱亲吻挥招看望盯瞪瞥听闻尝吃喝"
    "倒递给交放拿取捡收藏扔丢举开关锁敲翻读写画穿戴脱整擦洗扫点吹唱跟追逃躲藏退靠绕穿指环检搜"
    "把将用对向朝从往沿闭睁咬吞舔咳喘打沉停等回进出上下去来离拔挡掏掀揉搓拖扶搀摆挪凑]"
)
_YOU = re.compile(r"[你您]|咱们|我们|[吗呢吧啊]?[？?！!]\s*$|[吗呢吧]$")


def is_spoken(prose: str, stage: Stage) -> bool:
    """Whether prose without any marks is what the character says, rather than what it does."""
    text = prose.strip()
    first = _sentences(text)[0] if _sentences(text) else text
    who, rest = subject(first, stage)
    if _is_command(rest if who == "me" else first):
        return False
    if _YOU.search(text):
        return True
    if re.match(r"[我他她]", first) or who == "me":
        return False
    plain = _HOW.sub("", _CONNECT.sub("", first))
    return not (_VERBS.match(plain) or plain.startswith(_COMMANDS))


def _is_command(clause: str) -> bool:
    if _THINK.match(clause) or _tagged(clause) or clause.rstrip("。.") in ("继续", "接着"):
        return True
    return bool(re.match(r"(?:你|您)?(?:告诉|对|跟|悄悄)", clause)) and bool(_spoken_to(clause))


def _spoken_to(clause: str) -> bool:
    return bool(_WHISPER.match(clause) or _TELL.match(clause))


def _tagged(clause: str) -> bool:
    found = _PLAIN.match(clause)
    return bool(found and not found["how"] and not _NOT_SAYING.match(clause)) and len(clause) > 1


def _sentences(text: str) -> list[str]:
    return [each.strip() for each in _SENTENCE.findall(text) if each.strip()]


def subject(clause: str, stage: Stage) -> tuple[str, str]:
    """Who a clause begins with, and what it goes on with: `me`, `mine`, `other` or nobody."""
    text = _CONNECT.sub("", clause.strip())
    for name in (*sorted(stage.here.names, key=len, reverse=True), "我", "她", "他"):
        if text.startswith(name) and not text[len(name) :].startswith("们"):
            rest = text[len(name) :]
            return ("mine", rest) if rest.startswith("的") else ("me", rest.strip(" ，,"))
    ids, _, rest = stage.calling_people(text)
    return ("other", text) if ids and rest else ("", text)


# Tags.


def tag_before(prose: str, stage: Stage) -> tuple[str, Tag | None]:
    """What stands before a quote, parted into deeds and the saying of the quote."""
    text = prose.rstrip()
    body = text.rstrip("，,:：")
    starts = [0, *(m.end() for m in re.finditer(r"[。！？!?；;，,]\s*|然后|接着|并且?", body))]
    for start in sorted(set(starts), reverse=True):
        tag = _tag(body[start:], stage)
        if tag is not None:
            return re.sub(r"(?:[，,\s]|然后|接着|并且?)+$", "", text[:start]), tag
    return prose, None


def tag_after(prose: str, stage: Stage) -> tuple[Tag | None, str]:
    """The saying of a quote that stands behind it, and what follows."""
    text = prose.lstrip(" ，,—")
    found = re.search(r"[。！？!?；;，,]", text)
    end = found.start() if found else len(text)
    who, _ = subject(text[:end], stage)
    tag = _tag(text[:end], stage) if who in ("me", "other") else None
    return (None, prose) if tag is None else (tag, text[end:].lstrip(" ，,。；;！？!?"))


def tag_to(prose: str, stage: Stage) -> tuple[str | None, str]:
    """Whom a quote is for stands before it in Chinese."""
    return None, prose


def _tag(clause: str, stage: Stage) -> Tag | None:
    who, rest = subject(clause, stage)
    rest = rest.strip()
    if who == "other":
        _, words, after = stage.calling_people(_CONNECT.sub("", clause.strip()))
        says = re.fullmatch(rf".{{0,12}}{_SAYS}{_END}", after)
        return Tag("other", words) if says and not _NOT_SAYING.search(after) else None
    if re.fullmatch(_THINK.pattern, rest):
        return Tag("thought")
    if not rest or _NOT_SAYING.search(rest):
        return None
    low = bool(_LOWLY.search(rest))
    for pattern in (_WHISPER, _TELL):
        found = pattern.fullmatch(rest)
        if found and (to := _whom(found["who"], stage)) is not None:
            return Tag("whisper" if low else "line", to)
    found = _PLAIN.fullmatch(rest)
    if found is None or _COMMA.search(found["how"]):
        return None
    plain = low or not (found["how"] or found["verb"].startswith(("喊", "叫", "嚷", "嘟")))
    return Tag("whisper" if low else "line", None, "" if plain else _myself(rest.rstrip("，,:：")))


def _whom(words: str, stage: Stage) -> str | None:
    ids, said, _ = stage.calling_people(words)
    if ids:
        return said
    return words[0] if words[:1] in ("他", "她") else None


# Narration.


def narration(prose: str, stage: Stage) -> Iterator[Unit]:
    """The units of a stretch of prose, in order."""
    for sentence in _sentences(prose.strip().strip("，,")):
        yield from _sentence(sentence, stage)


def _sentence(sentence: str, stage: Stage) -> Iterator[Unit]:
    if sentence.rstrip("。.") in ("继续", "接着"):
        yield Unit("continue", sentence)
        return
    who, rest = subject(sentence, stage)
    if who in ("other", "mine"):
        yield Unit("deed", _myself(rest), apart=who == "other")
        return
    said = _said(rest, stage)
    if said is not None:
        whole = said.kind == "thought" and said.text == rest.strip()
        yield said._replace(text=sentence) if whole else said
        return
    joint, start = "", 0
    spans: list[tuple[str, int, int]] = []
    for comma in _COMMA.finditer(rest):
        spans.append((joint, start, comma.start()))
        joint, start = comma.group(), comma.end()
    spans.append((joint, start, len(rest)))
    for joint, begin, end in spans:
        _, clause = subject(rest[begin:end], stage) if begin else ("me", rest[begin:end])
        said = _said(_again(rest[begin:], stage), stage) if begin else None
        if said is not None:
            yield said._replace(joined=joint)
            return
        if clause.strip():
            unit = _clause(clause.strip(), who == "" and begin == 0)._replace(joined=joint)
            if unit.kind == "thought" and begin == 0:
                unit = unit._replace(text=sentence[: sentence.find(clause.strip())] + unit.text)
            yield unit


def _again(text: str, stage: Stage) -> str:
    who, rest = subject(text, stage)
    return rest if who == "me" else _CONNECT.sub("", text)


def _said(text: str, stage: Stage) -> Unit | None:
    """Words that follow a verb of saying to the end of the sentence, or a thought."""
    text = text.strip()
    thought = _THINK.match(text)
    if thought and (words := text[thought.end() :].strip()):
        mental = _MENTAL.match(text)
        wants = re.match(r"想(?:要|去|到|起|办法)", text)
        return Unit("thought", text if mental and wants else words)
    if _NOT_SAYING.match(text):
        return None
    low = bool(_LOWLY.match(text)) or "耳语" in text[:12] or "低语" in text[:12]
    kind = "whisper" if low else "line"
    for pattern in (_WHISPER, _TELL):
        found = pattern.match(text)
        if found is None or (to := _whom(found["who"], stage)) is None:
            continue
        who = found["who"]
        words = text[found.end() :] if pattern is _WHISPER else who[who.find(to) + len(to) :]
        if words.strip(" ，,:：。"):
            return Unit(kind, words.strip(" ，,:："), to=to)
    found = _PLAIN.match(text)
    if found and (not found["how"] or _LOWLY.fullmatch(found["how"])):
        words = text[found.end() :].strip()
        if words.strip("。"):
            return Unit(kind, words)
    return None


def _clause(clause: str, bare: bool) -> Unit:
    if _MENTAL.match(clause):
        return Unit("thought", clause)
    core = clause.rstrip("。！？!?；;…")
    plain = _HOW.sub("", core)
    text = _myself(clause)
    if _UNREAL.search(plain):
        return Unit("deed", text, apart=bare and not _VERBS.match(plain))
    if plain.startswith(("等待", "等")):
        minutes = waiting(plain)
        if minutes is not None or plain.rstrip("着吧") in (
            "等",
            "等待",
            "等一会儿",
            "等一等",
            "等等",
        ):
            return Unit("wait", text, minutes=minutes)
    went = going(plain)
    if went is not None:
        place, by, manner = went
        how = core[: len(core) - len(plain)]
        return Unit("go" if place or by else "leave", text, place=place, by=by, to=how + manner)
    if plain in ("看", "看看", "环顾", "环顾四周", "看看四周", "四处看看", "看四周"):
        return Unit("deed", "环顾四周" if plain in ("看", "看看") else text)
    asked = request(plain) if ACTING.search(plain) else None
    return Unit("deed", text, request=asked, apart=bare and not asked and not _VERBS.match(plain))


def _myself(text: str) -> str:
    """Words about oneself as they are said of somebody."""
    return _ME.sub(lambda found: "自己的" if found.group().endswith("的") else "自己", text)
