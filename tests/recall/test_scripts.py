"""Chinese, Japanese, Korean and mixed writing: what is asked finds what was said, on every way.

The ways: the index (`story.search`), a text that is asked, a cue given or named in a text, and
another name of a person or thing.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story

HALF_KATAKANA = "\uff76\uff80\uff76\uff85"
HALF_COFFEE = "\uff7a\uff70\uff8b\uff70"
FULL_ABC = "\uff21\uff22\uff23"
FULL_KEY = "\uff49\uff52\uff4f\uff4e\u3000\uff4b\uff45\uff59"
FULL_WIFI = "\uff37\uff49\uff0d\uff26\uff49"
FULL_3 = "\uff13"
JOINT_STOCK = "\u3231"
OLD_GOD = "\ufa19"
LOOSE_HANGUL = "\u1107\u116e\u11af"
"""What NFKC makes one with the plain way of writing it; an editor would do so unasked."""

SAID: dict[str, tuple[str, ...]] = {
    # What was said, and what finds it, in a search as well.
    "我把铁匣子埋在老槐树下面了。": ("老槐树", "铁匣子", "槐树下面"),
    "掌柜的钥匙掉进井里了。": ("钥匙", "掉进井里", "钥", "井"),
    "今晚别点火，会被看见。": ("点火", "火", "会被看见"),
    "缸里的水只够喝三天。": ("水", "缸里", "三天"),
    "他腰上别着一把刀。": ("刀", "腰上", "一把刀"),
    "那把 iron key 是船长的。": ("iron key", "那把iron key", "IRON KEY", f"{FULL_KEY}", "船长"),
    "新的Wi-Fi密码贴在灶台背面。": ("Wi-Fi密码", "WI-FI", f"{FULL_WIFI}密码", "灶台背面"),
    f"第{FULL_3}号仓库里堆着盐。": ("第3号", "3号仓库", "盐"),
    "他说“明日午时，城门见”。": ("城门", "明日午时"),
    f"{FULL_ABC}房间上了锁。": ("ABC", "abc房间", "上了锁"),
    "古い鍵は納屋の梁に吊るしてある。": ("鍵", "古い鍵", "納屋", "納屋の梁"),
    f"{HALF_KATAKANA}の看板を裏返しておいた。": ("看板", "カタカナ", HALF_KATAKANA),
    "コーヒーに毒が入っている。": ("コーヒー", HALF_COFFEE, "毒"),
    "きのうの夜、橋が落ちた。": ("橋", "橋が落ちた", "きのう"),
    "ラーメン屋の二階に隠れている。": ("ラーメン屋", "ラーメン", "二階"),
    "酒は蔵の奥にしまった。": ("酒", "蔵の奥"),
    f"{JOINT_STOCK}月光が船を買った。": ("月光", "(株)月光", "船"),
    f"{OLD_GOD}社の猫がいなくなった。": ("神社", "猫"),
    "열쇠를 우물 옆에 묻었어.": ("열쇠", "열쇠를", "우물"),
    "편지는 아직 뜯지 않았다.": ("편지", "편지는"),
    "강물이 불어서 다리를 건널 수 없다.": ("강물", "다리", "다리를"),
    f"{LOOSE_HANGUL}을 켜지 마라.": ("불", "불을"),
}
"""Width and composition differ between what is said and what is asked."""

FOUND = [(said, asked) for said, questions in SAID.items() for asked in questions]

QUESTIONS = [
    # Not every word of these was said, so that a search for all of them finds nothing.
    ("我把铁匣子埋在老槐树下面了。", "铁匣子埋在哪儿？"),
    ("掌柜的钥匙掉进井里了。", "钥匙呢"),
    ("今晚别点火，会被看见。", "今晚点火吗？"),
    ("他腰上别着一把刀。", "腰上的刀"),
    ("新的Wi-Fi密码贴在灶台背面。", "wifi密码是什么"),
    ("那把 iron key 是船长的。", "iron keys 在谁手里"),
    ("古い鍵は納屋の梁に吊るしてある。", "鍵はどこ？"),
    ("コーヒーに毒が入っている。", "コーヒーを飲んだ"),
    ("열쇠를 우물 옆에 묻었어.", "열쇠가 어디 있지?"),
    ("열쇠를 우물 옆에 묻었어.", "열쇠가"),
    ("편지는 아직 뜯지 않았다.", "편지를 읽었니?"),
    ("강물이 불어서 다리를 건널 수 없다.", "다리가 있다"),
]

NOISE = (
    "天气好得很，明早出发吧。", "大家都已经睡下了。", "晚饭是面条和青菜。",
    "明日は早く起きよう。", "みんな元気にしている。",
    "모두 잠들었다.", "내일은 일찍 떠나자.", "Nothing new today.",
)  # fmt: skip

CAST = [
    {"id": "shen", "name": "沈秋娘", "aliases": ["老板娘"]},
    {"id": "haru", "name": "ハルカ", "aliases": ["ハルちゃん"]},
    {"id": "minsu", "name": "민수", "aliases": ["박 선장"]},
    {"id": "ada", "name": "Ada", "aliases": ["阿达"]},
]

THINGS = [
    {"id": "seal", "name": "玉玺", "aliases": ["传国之宝"], "at": "hall"},
    {"id": "fan", "name": "扇子", "aliases": ["せんす"], "at": "hall"},
    {"id": "drum", "name": "북", "aliases": ["큰북"], "at": "hall"},
    {"id": "radio", "name": "收音机", "aliases": ["ラジオ", "radio"], "at": "hall"},
]


@pytest.fixture(params=["sqlite-memory", "postgres"])
def library(request: pytest.FixtureRequest) -> Iterator[Library]:
    url = ":memory:"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_database")
    with rashomon.open(url) as opened:
        yield opened


def _story(library: Library) -> Story:
    """Everything said in one room, and one deed with each thing, before all who know each other."""
    bonds = {
        each["id"]: [{"about": other["id"], "kind": "friend"} for other in CAST if other != each]
        for each in CAST
    }
    people = [{**each, "at": "hall", "relationships": bonds[each["id"]]} for each in CAST]
    world = {
        "title": "四方馆", "language": "zh", "items": THINGS, "characters": people,
        "places": [{"id": "hall", "name": "大堂", "aliases": ["前厅"]}],
    }  # fmt: skip
    story = library.create(world)
    lines = [{"who": "ada", "says": text} for text in (*SAID, *NOISE)]
    deeds = [
        {"who": who["id"], "does": "擦了擦灰", "with": [thing["id"]]}
        for who, thing in zip(CAST, THINGS, strict=True)
    ]
    story.record_many([{"steps": [step]} for step in (*lines, *deeds)])
    return story


def _recalled(story: Story, text: str = "", **cues: list[str]) -> list[int | None]:
    return [memory.event for memory in story.mind("shen").recall(text, **cues).memories]


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert len(FOUND) + len(QUESTIONS) >= 70
    assert len({asked for _, asked in FOUND if len(asked) == 1}) >= 12


def test_what_is_asked_finds_what_was_said(library: Library) -> None:
    story = _story(library)
    event = {each.text: each.id for each in story.events(limit=1000)}
    missed = [
        f"search {asked!r}: {said}"
        for said, asked in FOUND
        if event[said] not in {each.id for each in story.search(asked)}
    ]
    missed += [
        f"recall {asked!r}: {said}"
        for said, asked in (*FOUND, *QUESTIONS)
        if event[said] not in _recalled(story, asked)
    ]
    assert not missed, "\n".join(missed)


def test_people_places_and_things_call_up_what_they_had_a_part_in(library: Library) -> None:
    story = _story(library)
    deeds = {each.who: each.id for each in story.events(limit=1000) if each.kind == "deed"}
    missed: list[str] = []
    for who, thing in zip(CAST, THINGS, strict=True):
        deed = deeds[who["id"]]
        names = (thing["name"], *thing["aliases"])
        ways = [
            ("item", _recalled(story, items=[thing["id"]])),
            *((name, _recalled(story, f"{name}呢？")) for name in names),
            ("item and place", _recalled(story, items=[thing["id"]], places=["hall"])),
        ]
        if who["id"] != "ada":  # who said all the rest as well
            ways.append(("person", _recalled(story, people=[who["id"]])))
            ways.append((who["name"], _recalled(story, f"{who['name']}呢？")))
        missed += [f"{way}: {who['id']}, {thing['id']}" for way, found in ways if deed not in found]
    assert not missed, "\n".join(missed)
