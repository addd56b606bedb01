"""The commands that can be typed: one row each, which the grammars and the documentation read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

CommandName: TypeAlias = Literal[
    "say", "whisper", "think", "go", "look", "take", "give", "put", "drop", "wear", "open",
    "close", "lock", "unlock", "read", "wait", "continue",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words in each language, how it is written, and what becomes of it.

    The first word of a language is the one that is shown. English words are given as one would
    command; their other forms (`opens`, `opened`) are read alike.
    """

    name: CommandName
    english: tuple[str, ...]
    chinese: tuple[str, ...]
    forms: tuple[str, ...]
    forms_chinese: tuple[str, ...]
    becomes: str


COMMANDS: tuple[Command, ...] = (
    Command(
        "say", ("say", "tell", "ask", "reply", "answer"),
        ("说道", "说", "问道", "问", "告诉", "回答", "答道", "讲"),
        ("say WORDS", "say WORDS to X", "tell X WORDS", "ask X WORDS"),
        ("说：WORDS", "对X说：WORDS", "告诉X，WORDS", "问X：WORDS"),
        "a line with the words as typed, for X if somebody is named",
    ),
    Command(
        "whisper", ("whisper",),
        ("低声", "悄悄", "小声", "悄声", "偷偷", "耳语", "低语", "压低声音"),
        ("whisper X WORDS", "whisper to X: WORDS"),
        ("悄悄对X说：WORDS", "跟X耳语：WORDS", "低声对X说：WORDS"),
        "a whispered line; to whom is asked where several could be meant",
    ),
    Command(
        "think", ("think",), ("心想", "暗想", "想"),
        ("think WORDS", "(WORDS)"), ("想：WORDS", "（WORDS）"),
        "a thought, which nobody else ever has",
    ),
    Command(
        "go", ("go", "walk", "leave", "head", "return", "enter", "run", "hurry"),
        ("走到", "走进", "走向", "走去", "回到", "进入", "来到", "前往", "跑到", "跑进",
         "去", "回", "走"),
        ("go PLACE", "walk to PLACE by EXIT", "go through EXIT", "leave by EXIT"),
        ("去PLACE", "走到PLACE", "从EXIT去PLACE", "从EXIT离开"),
        "a move by a way that the character knows here; which one is asked where there are several",
    ),
    Command(
        "look", ("look", "examine", "inspect"), ("环顾", "查看", "观察", "打量", "看"),
        ("look", "look at X"), ("看", "看X"),
        "a deed that others see",
    ),
    Command(
        "take", ("take", "pick up", "grab", "get"),
        ("拿起", "拿走", "拿出", "拿过", "捡起", "取出", "取走", "取下", "抓起", "收起",
         "拿", "捡", "取"),
        ("take ITEM", "pick up ITEM", "take ITEM from ITEM"),
        ("拿ITEM", "捡起ITEM", "从ITEM里拿出ITEM"),
        "a deed; ITEM is with the character, unless somebody else has it",
    ),
    Command(
        "give", ("give", "hand", "pass"),
        ("递给", "交给", "送给", "还给", "塞给", "给"),
        ("give ITEM to X", "give X ITEM"), ("给X ITEM", "把ITEM给X"),
        "a deed; ITEM is with X",
    ),
    Command(
        "put", ("put", "place", "lay"),
        ("放进", "放入", "放到", "放在", "放回", "塞进", "藏进", "装进", "放"),
        ("put ITEM in ITEM", "put ITEM down"), ("把ITEM放进ITEM", "放下ITEM"),
        "a deed; ITEM is in the other one, if that is open, or lies here",
    ),
    Command(
        "drop", ("drop", "put down"), ("放下", "丢下", "扔下", "扔掉", "丢掉"),
        ("drop ITEM",), ("丢下ITEM",),
        "a deed; ITEM lies here",
    ),
    Command(
        "wear", ("put on", "wear", "don"), ("穿上", "戴上"),
        ("put on ITEM",), ("戴上ITEM",),
        "a deed; ITEM shows on the character",
    ),
    Command(
        "open", ("open",), ("打开", "拉开", "推开"),
        ("open ITEM", "open ITEM with ITEM"), ("打开ITEM", "用ITEM打开ITEM"),
        "a deed; ITEM is open, and unlocked where a key was used",
    ),
    Command(
        "close", ("close", "shut"), ("关上", "合上", "关"),
        ("close ITEM",), ("关上ITEM",),
        "a deed; ITEM is closed",
    ),
    Command(
        "lock", ("lock",), ("锁上", "锁住", "锁好", "锁"),
        ("lock ITEM", "lock EXIT with ITEM"), ("锁上EXIT", "用ITEM锁上EXIT"),
        "a deed; it is locked, if a key is at hand",
    ),
    Command(
        "unlock", ("unlock",), ("开锁", "解锁"),
        ("unlock ITEM", "unlock EXIT with ITEM"), ("给EXIT开锁", "用ITEM解锁EXIT"),
        "a deed; it is unlocked, if a key is at hand",
    ),
    Command(
        "read", ("read",), ("阅读", "读"),
        ("read ITEM",), ("读ITEM",),
        "a deed; what stands in ITEM is known to the reader",
    ),
    Command(
        "wait", ("wait",), ("等待", "等"),
        ("wait", "wait 10 minutes"), ("等", "等10分钟"),
        "a deed that takes so long",
    ),
    Command(
        "continue", ("continue",), ("继续",),
        ("continue",), ("继续",),
        "nothing of the character's own: the others go on",
    ),
)  # fmt: skip

MARKS: tuple[tuple[str, str], ...] = (
    ('“WORDS” "WORDS" «WORDS» „WORDS“ 「WORDS」 『WORDS』', "a line, word for word"),
    ("`*DEED*`", "a deed; beside it alone, what stands outside the stars is spoken"),
    ("`(WORDS)` （WORDS）", "a thought"),
    ("`((WORDS))`", "a note to the game master, no part of the story"),
    ("`((X: WORDS))`", "a note to the one who plays X, no part of the story"),
)
"""The marks, with what becomes of what they hold."""


def words_of(language: Literal["english", "chinese"]) -> dict[str, CommandName]:
    """Every word of a language with the command it gives."""
    found: dict[str, CommandName] = {}
    for row in COMMANDS:
        found |= dict.fromkeys(row.english if language == "english" else row.chinese, row.name)
    return found
