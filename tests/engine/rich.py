"""A lighthouse in English and in Chinese: somebody with a past, a map, beliefs and company.

Gwen keeps the light with her son Pip. Song, a friend, is in the kitchen with her; so is a man whom
nobody knows. Bert and Ada are elsewhere. She killed the miller, and nobody asks her about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import rashomon
from rashomon.api.story import Story

LANGUAGES = ("en", "zh")

WORDS: Mapping[str, Mapping[str, Any]] = {
    "en": {
        "kitchen": "the kitchen", "lamp": "the lamp room", "yard": "the yard", "pier": "the pier",
        "post": "the post office", "stairs": "the spiral stairs", "gate": "the sea gate",
        "hatch": "the hatch", "logbook": "the logbook", "watch": "the gold watch",
        "gold": "the sovereigns", "page": "a torn page", "table": "a table",
        "gwen": "Gwen", "song": "Song", "pip": "Pip", "man": "Elis", "bert": "Bert", "ada": "Ada",
        "looks": "a heavy man in oilskins", "pips": "a boy of nine",
        "persona": "Keeper of the light since her husband drowned. Speaks little and means it. "
        "Counts everything twice, the oil and the days. Would lie to a bishop for her son. Has not "
        "slept a night through since the mill burnt down.",
        "bonds": {"song": ("friend", "The only one who writes first."),
                  "bert": ("debtor", "Owes her nine pounds and knows it."),
                  "ada": ("rival", "Wants the light for her brother.")},
        "beliefs": [("Bert burnt the mill.", "likely", ["bert"]),
                    ("the harbour board will close the light.", "doubtful", []),
                    ("Song can be trusted with anything.", "sure", ["song"]),
                    ("Ada reads her letters.", "likely", ["ada"])],
        "memories": [("I killed the miller.", 5, ()),
                     ("I swore to my mother never to leave.", 5, ()),
                     ("I sold my ring to Bert for oil.", 3, ("bert",)),
                     ("Ada came about the oil in May.", 3, ("ada",))],
        "ask": "Gwen, what became of the miller's oil?", "enter": "Good evening.",
        "talk": ("The wind is getting up.", "The glass is falling, too.", "There is soup left.",
                 "Nobody will land tonight.", "Listen to that.", "I have seen worse."),
        "sits": "sits down on the bench", "whisper": "The page is under the stove.",
        "hidden": "The sovereigns are in the logbook, and the watch is there too.",
    },
    "zh": {
        "kitchen": "厨房", "lamp": "灯室", "yard": "院子", "pier": "栈桥", "post": "邮局",
        "stairs": "螺旋楼梯", "gate": "海门", "hatch": "舱口", "logbook": "航海日志",
        "watch": "金表", "gold": "金币", "page": "一张撕下的纸", "table": "一张桌子",
        "gwen": "关雯", "song": "宋姐", "pip": "小皮", "man": "厉思", "bert": "伯特", "ada": "艾达",
        "looks": "一个穿油布衣的胖男人", "pips": "一个九岁的男孩",
        "persona": "丈夫淹死以后，灯塔就由她看守。话不多，句句当真。油和日子都要数两遍。"
        "为了儿子，对主教也敢说谎。磨坊烧掉以后，没有睡过一个整觉。",
        "bonds": {"song": ("朋友", "只有她会先写信来。"),
                  "bert": ("欠债的", "欠她九镑，自己也清楚。"),
                  "ada": ("对头", "想替她哥哥谋这座灯塔。")},
        "beliefs": [("磨坊是伯特烧的。", "likely", ["bert"]),
                    ("港务局要关掉灯塔。", "doubtful", []),
                    ("宋姐什么事都信得过。", "sure", ["song"]),
                    ("艾达偷看她的信。", "likely", ["ada"])],
        "memories": [("我杀了磨坊主。", 5, ()), ("我对母亲发过誓，永远不离开。", 5, ()),
                     ("我把戒指卖给伯特换了油。", 3, ("bert",)),
                     ("五月里艾达来问过油的事。", 3, ("ada",))],
        "ask": "关雯，伯特的油后来怎么样了？", "enter": "晚上好。",
        "talk": ("起风了。", "气压也在降。", "汤还有剩的。", "今晚没有船能靠岸。", "你听。",
                 "我见过更大的风。"),
        "sits": "在长凳上坐下", "whisper": "那张纸在炉子底下。",
        "hidden": "金币在航海日志里，金表也在那里。",
    },
}  # fmt: skip


def world(language: str) -> dict[str, Any]:
    """The lighthouse."""
    of = WORDS[language]
    ids = ("kitchen", "lamp", "yard", "pier", "post")
    return {
        "id": f"light-{language}", "title": "The Light", "language": language,
        "clock": {"start": "1890-11-02T20:00"},
        "places": [{"id": id, "name": of[id]} for id in ids],
        "exits": [
            {"id": "stairs", "name": of["stairs"], "from": "kitchen", "to": "lamp"},
            {"id": "gate", "name": of["gate"], "from": "yard", "to": "pier"},
            {"id": "back", "from": "kitchen", "to": "yard"},
            {"id": "path", "from": "yard", "to": "post"},
            {"id": "hatch", "name": of["hatch"], "from": "kitchen", "to": "post"},
        ],
        "items": [
            {"id": "table", "name": of["table"], "at": "kitchen"},
            {"id": "logbook", "name": of["logbook"], "at": "lamp"},
            {"id": "watch", "name": of["watch"], "at": "song"},
            {"id": "gold", "name": of["gold"], "at": "pier"},
            {"id": "page", "name": of["page"], "at": "table"},
        ],
        "characters": [
            {"id": "gwen", "name": of["gwen"], "at": "kitchen", "persona": of["persona"],
             "knows": ["lamp", "yard", "stairs", "gate", "back", "logbook", "gold"],
             "relationships": [{"about": id, "kind": kind, "text": text}
                               for id, (kind, text) in of["bonds"].items()],
             "beliefs": [{"text": text, "confidence": sure, "about": about}
                         for text, sure, about in of["beliefs"]],
             "memories": [{"text": text, "importance": weight, "minutes_ago": 60 * 24 * 400,
                           "people": people} for text, weight, people in of["memories"]]},
            {"id": "song", "name": of["song"], "at": "kitchen", "knows": ["logbook", "lamp"],
             "relationships": [{"about": "gwen", "kind": of["bonds"]["song"][0]}]},
            {"id": "pip", "name": of["pip"], "at": "kitchen", "appearance": of["pips"]},
            {"id": "man", "name": of["man"], "at": "kitchen", "appearance": of["looks"]},
            {"id": "bert", "name": of["bert"], "at": "pier"},
            {"id": "ada", "name": of["ada"], "at": "post"},
        ],
    }  # fmt: skip


@cache
def story(language: str) -> Story:
    """An evening in the kitchen; at its end Song asks Gwen something, and others go on talking."""
    told = rashomon.open(":memory:").create(world(language))
    of = WORDS[language]
    told.record({"steps": [{"who": "man", "says": of["enter"], "to": ["gwen"]},
                           {"who": "pip", "says": of["talk"][4], "to": ["gwen"]}]})  # fmt: skip
    for n, line in enumerate(of["talk"]):
        who = ("song", "pip", "man")[n % 3]
        told.record({"minutes": 2, "steps": [{"who": who, "says": line}]})
    told.record({"steps": [{"who": "song", "says": of["ask"], "to": ["gwen"]}]})
    told.record({"steps": [{"who": "man", "does": of["sits"]}]})
    return told
