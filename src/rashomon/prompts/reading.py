"""Reading a reply: whatever can be made of it in the shape that was asked for.

Lenient in form, never in content: names of fields and words are put right where only one can be
meant, numbers may come as text, one item as no list. A wrong item is left out with a sentence and
the others stand. It never raises, and takes no longer the longer nonsense gets.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar, cast

from pydantic import BaseModel, ValidationError

from rashomon.prompts.loose import Json, Value, values
from rashomon.prompts.request import Reading

R = TypeVar("R", bound=BaseModel)
Schema = Mapping[str, Any]

LONGEST: Final = 100_000
"""Characters of a reply that are looked at; of a longer one half of them at either end. A reply
that keeps to its room has a tenth of that, with all that it thinks aloud."""

VALUES: Final = 500
"""Objects and lists of a reply that are looked at."""

KEYS: Final = 16
"""Keys of an object that are looked at; nothing asked for has half as many."""

ITEMS: Final = 200
"""Items of a list that are read."""

SENTENCES: Final = 8
"""Faults that are told; of more, how many there are."""

NO_NUMBER: Final = -1
"""Stands for a number that a reply lacks. Every number asked for is above it."""

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "e": ("event", "eventid", "id", "事件", "编号"),
    "n": (
        "grade",
        "importance",
        "number",
        "value",
        "score",
        "level",
        "等级",
        "分数",
        "重要性",
        "级",
    ),
    "p": ("perception", "perceptionid", "id", "感知", "所见", "编号"),
    "b": ("belief", "beliefid", "id", "看法", "信念", "编号"),
    "t": ("thread", "threadid", "线索", "未了之事"),
    "item": ("object", "thing", "entity", "物品", "东西"),
    "to": ("destination", "target", "holder", "at", "去处", "到"),
    "at": ("place", "location", "where", "to", "地点", "在", "位置"),
    "of": ("source", "from", "original", "来源"),
    "owner": ("who", "person", "from", "主人", "谁"),
    "about": ("regarding", "toward", "towards", "to", "whom", "关于", "对象", "对"),
    "turn": ("change", "regard", "feeling", "变化", "转变"),
    "kind": ("type", "种类", "类型"),
    "act": ("action", "status", "do", "动作", "行为"),
    "do": ("action", "act", "verdict", "decision", "动作", "决定"),
    "for": ("supports", "support", "supporting", "evidence", "支持", "依据"),
    "against": ("contradicts", "contradicting", "反对", "反驳"),
    "into": ("with", "mergeinto", "并入"),
    "because": ("supports", "support", "evidence", "for", "依据", "因为", "理由"),
    "how_sure": ("confidence", "sure", "certainty", "把握", "确信度", "置信度"),
    "text": ("belief", "thought", "sentence", "文字", "内容", "想法"),
    "shows": ("show", "reason", "means", "explanation", "说明", "表明", "显示"),
    "both": ("compatible", "bothtrue", "cantrue", "verdict", "answer", "都成立", "相容"),
    "lost": ("loss", "missing", "丢失", "失去"),
    "mistaken_for": ("mistaken", "mistakenas", "takenfor", "误认", "认成"),
    "tag": ("label", "about", "标签"),
    "grades": ("events", "等级", "评分"),
    "moves": ("moved", "移动"),
    "claims": ("claim", "声称", "说法"),
    "threads": ("线索", "未了之事"),
    "bonds": ("relationships", "关系"),
    "retells": ("retellings", "转述"),
    "tags": ("标签",),
    "versions": ("版本",),
    "drop": ("dropped", "takeback", "删去", "去掉"),
    "v": ("edit", "line", "id", "编号"),
    "items": ("answers", "perceptions", "results", "checks", "结果", "答案"),
    "old": ("beliefs", "changes", "旧"),
    "new": ("beliefs", "newbeliefs", "新"),
}
"""What else a field is called by models that do not keep to its name."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "yes": ("true", "y", "compatible", "是", "能", "可以"),
    "no": ("false", "n", "incompatible", "contradiction", "否", "不", "不能", "不是"),
    "unclear": ("maybe", "unknown", "unsure", "notclear", "不清楚", "不确定", "不明"),
    "none": ("null", "nothing", "nobody", "noone", "无", "没有", "不变"),
    "promise": ("承诺", "诺言"), "mystery": ("谜", "谜团"), "goal": ("目标",),
    "open": ("opened", "开启"), "resolve": ("resolved", "closed", "solved", "解决", "了结"),
    "drop": ("dropped", "abandon", "abandoned", "放弃"),
    "warmer": ("warm", "亲近"), "colder": ("cold", "疏远"), "wary": ("提防", "戒备"),
    "indebted": ("indebt", "owes", "亏欠"),
    "keep": ("kept", "same", "保持", "不变"),
    "firm": ("firmer", "confirm", "strengthen", "raise", "support", "坚定", "更确信"),
    "doubt": ("doubts", "weaken", "lower", "怀疑"),
    "let_go": ("drop", "remove", "delete", "discard", "放下", "放弃"),
    "merge": ("merged", "合并"), "revise": ("revised", "rewrite", "change", "改写", "修改"),
    "likely": ("probable", "probably", "大概", "可能"),
    "doubtful": ("uncertain", "unsure", "存疑", "怀疑"), "sure": ("certain", "确信"),
    "words": ("word", "话"), "manner": ("方式",), "number": ("numbers", "数量"),
    "who": ("谁", "人"),
    "threat": ("威胁",), "gift": ("礼物", "赠与"), "theft": ("偷窃",), "secret": ("秘密",),
    "quarrel": ("争吵",), "death": ("死亡",), "love": ("爱",),
}  # fmt: skip
"""What else a word of a closed list is called; it counts only where that word is asked for."""

_THOUGHT = re.compile(r"</?(?:think|thinking|reasoning)>")
_FENCE = re.compile(r"```[a-zA-Z0-9]*[ \t]*\n")
_FINAL = re.compile(
    r"\b(?:final|finally|corrected|correction|actually)\b|最终|最后|更正|修正", re.IGNORECASE
)
_NUMBER = re.compile(r"[-+]?\d+")
_DIGITS: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5}
_BETWEEN = re.compile(r"\s*[,;，；、/|]\s*|\s+(?:and|or)\s+|\s+(?=[A-Z][0-9])")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def read(schema: type[R], text: str) -> Reading[R]:
    """Read a reply into a schema."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    text = _answer_part(_SURROGATE.sub("\ufffd", text))
    shape, reader = _shape(schema), _Filling()
    every = (reader.top(each, shape) for each in _fenced_first(text))
    parts = [part for part in every if part is not None]
    if not parts:
        return Reading(None, _sentences(reader.faults or [_nothing(text, shape)]))
    whole, several = _joined(parts, text)
    if several:
        reader.faults.append("It holds several answers, of which one was read.")
    lacks = [name for name in shape["properties"] if name not in whole]
    for name in lacks:
        if shape["properties"][name].get("type") == "array":
            whole[name] = []
        else:
            reader.faults.append(f"It lacks {name!r}.")
    try:
        return Reading(schema.model_validate(whole), _sentences(reader.faults))
    except ValidationError as error:
        return _without(schema, whole, error, reader.faults)


def _without(
    schema: type[R], whole: dict[str, Any], error: ValidationError, faults: list[str]
) -> Reading[R]:
    """What is left of a reply without the items that do not fit."""
    wrong: dict[str, set[int]] = {}
    for each in error.errors(include_url=False, include_context=False, include_input=False):
        place, why = each["loc"], each["msg"]
        faults.append(f"{_spot(place)}: {why}.")
        if len(place) > 1 and isinstance(place[1], int):
            wrong.setdefault(str(place[0]), set()).add(place[1])
    for name, items in wrong.items():
        whole[name] = [each for n, each in enumerate(whole[name]) if n not in items]
    try:
        return Reading(schema.model_validate(whole), _sentences(faults))
    except ValidationError:
        return Reading(None, _sentences(faults))


def _spot(place: Sequence[int | str]) -> str:
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in place)[1:]


def _sentences(faults: Iterable[str]) -> tuple[str, ...]:
    every = tuple(dict.fromkeys(faults))
    if len(every) <= SENTENCES:
        return every
    return (*every[:SENTENCES], f"And {len(every) - SENTENCES} more.")


def _nothing(text: str, shape: Schema) -> str:
    if not text.strip():
        return "It is empty."
    if not re.search(r"[{\[]", text):
        return "It holds no JSON object."
    names = ", ".join(repr(name) for name in shape["properties"])
    return f"It holds no JSON object with {names}."


# Which part of a reply is the answer.


def _answer_part(text: str) -> str:
    """A reply without what a model thought before it, finished or not."""
    tags = list(_THOUGHT.finditer(text))
    if not tags:
        return text
    closed = [tag.end() for tag in tags if tag.group()[1] == "/"]
    if closed and text[closed[-1] :].strip():
        return text[closed[-1] :]
    return text[: tags[0].start()]


def _fenced_first(text: str) -> list[Value]:
    """All that a reply holds, in order; where something stands in a fence, that alone."""
    every = list(islice(values(text), VALUES))
    fences = [match.end() for match in _FENCE.finditer(text)]
    fenced: list[Value] = []
    for each in every:
        last = bisect_right(fences, each.start) - 1
        if last >= 0 and not text[fences[last] : each.start].strip():
            fenced.append(each)
    return fenced or every


class _Part(NamedTuple):
    """What one value gives of a reply. `alone` are items without the name of their list."""

    made: dict[str, Json]
    value: Value
    alone: bool = False


def _joined(parts: Sequence[_Part], text: str) -> tuple[dict[str, Any], bool]:
    """One reply of several objects, and whether any of them stood against another.

    Items that stand alone are put in one list. Of two whole answers the first counts, for small
    models go on with examples of their own; but the last, where words before it say that it is.
    """
    whole: dict[str, Any] = {}
    alone: set[str] = set()
    several, end = False, 0
    for made, found, single in parts:
        last = _FINAL.search(text, end, found.start) is not None
        end = found.end
        for name, given in made.items():
            if name not in whole:
                whole[name] = given
                alone |= {name} if single else set()
            elif single and name in alone and isinstance(given, list):
                whole[name] = [*whole[name], *given][:ITEMS]
            elif given != whole[name]:
                several = True
                whole[name] = given if last else whole[name]
    return whole, several


# Putting values into a shape.


@lru_cache(maxsize=64)
def _shape(schema: type[BaseModel]) -> Schema:
    """A JSON schema without references."""
    whole = schema.model_json_schema()
    defs = whole.get("$defs", {})

    def inlined(node: Any) -> Any:
        if isinstance(node, list):
            return [inlined(each) for each in cast(list[Any], node)]
        if not isinstance(node, dict):
            return node
        given = cast(dict[str, Any], node)
        if "$ref" in given:
            return inlined(defs[given["$ref"].rsplit("/", 1)[-1]])
        return {key: inlined(each) for key, each in given.items() if key != "$defs"}

    return {"properties": {}, **inlined(whole)}


@dataclass
class _Filling:
    """Puts what was read into a shape, and says what had to be left out."""

    faults: list[str] = field(default_factory=list[str])

    def top(self, found: Value, shape: Schema) -> _Part | None:
        """The fields of a reply that one value holds; `None` where it holds none of them."""
        value = found.value
        if isinstance(value, list):
            return self._bare_items(value, shape, found)
        made = self._fields(value, shape, "")
        if made or (not value and not found.cut):
            return _Part(made, found)
        if len(value) == 1:  # an answer in a wrapping
            inner = next(iter(value.values()))
            if isinstance(inner, dict):
                return self.top(found._replace(value=inner), shape)
        return None if found.cut else self._bare_items([value], shape, found)

    def _bare_items(self, given: list[Json], shape: Schema, found: Value) -> _Part | None:
        """Items without the name of their list, each put in the list whose item it fits best."""
        lists: dict[str, Schema] = {
            name: each["items"]
            for name, each in shape["properties"].items()
            if each.get("type") == "array" and each["items"].get("type") == "object"
        }
        made: dict[str, list[Json]] = {} if given else {name: [] for name in lists}
        for item in given[:ITEMS]:
            if not isinstance(item, dict):
                continue
            fits = [
                (len(_matched(item, of)), -len(of["properties"]), name)
                for name, of in lists.items()
            ]
            if fits and max(fits)[0]:
                made.setdefault(max(fits, key=lambda fit: fit[:2])[2], []).append(item)
        if not made:
            return None
        read = {
            name: self.value(items, shape["properties"][name], name) for name, items in made.items()
        }
        return _Part(read, found, alone=True)

    def _fields(self, given: Mapping[str, Json], shape: Schema, spot: str) -> dict[str, Json]:
        names = _matched(given, shape)
        properties: Mapping[str, Schema] = shape["properties"]
        return {
            name: self.value(given[names[name]], of, f"{spot}.{name}" if spot else name)
            for name, of in properties.items()
            if name in names
        }

    def value(self, given: Json, of: Schema, spot: str) -> Json:
        """A value as its schema has it; what it cannot be made, it lacks."""
        match of.get("type"):
            case "array":
                return self._items(given, of["items"], spot)
            case "object":
                return self._item(given, of, spot) if isinstance(given, dict) else None
            case "integer":
                return _whole(given)
            case "boolean":
                return given if isinstance(given, bool) else str(given).casefold() in _TRUE
            case "number":
                return given if isinstance(given, int | float) else _whole(given)
            case _:
                return _text(given, of)

    def _items(self, given: Json, of: Schema, spot: str) -> Json:
        if of.get("type") != "object":
            words: list[Json] = [_text(each, of) for each in _several(given)]
            return words[:ITEMS]
        if isinstance(given, dict):
            given = _pairs(given, of)
        made: list[Json] = []
        for n, each in enumerate(given if isinstance(given, list) else []):
            if n >= ITEMS:
                self.faults.append(f"{spot} has more than {ITEMS} items.")
                break
            item = self._item(each, of, f"{spot}[{n}]") if isinstance(each, dict) else None
            if item is None:
                self.faults.append(f"{spot}[{n}] is no item of {spot}: {_shown(each)}.")
            else:
                made.append(item)
        if given is not None and not isinstance(given, list | str):
            self.faults.append(f"{spot} is no list.")
        return made

    def _item(self, given: Mapping[str, Json], of: Schema, spot: str) -> dict[str, Json] | None:
        """An item; what it lacks stands empty, for the judge to say so."""
        made = self._fields(given, of, spot)
        if not made:
            return None
        for name, each in of["properties"].items():
            if name not in made:
                made[name] = _missing(each)
        return made


_TRUE: Final = ("true", "yes", "1", "是")


def _missing(of: Schema) -> Json:
    match of.get("type"):
        case "array":
            return []
        case "integer" | "number":
            return NO_NUMBER
        case "boolean":
            return False
        case _:
            return ""


def _matched(given: Mapping[str, Json], shape: Schema) -> dict[str, str]:
    """Which key of a value is meant by each field: the very name, else one that can only be it."""
    properties: Mapping[str, Schema] = shape.get("properties", {})
    names = {name: name for name in properties if name in given}
    left = [key for key in [*given][:KEYS] if key not in names]
    by_fold = {_folded(name): name for name in properties if name not in names}
    for key in list(left):
        name = by_fold.get(_folded(key))
        if name is not None and name not in names:
            names[name] = key
            left.remove(key)
    for name in properties:
        others = _OTHERS.get(name, ())
        key = next((key for key in left if _folded(key) in others), None)
        if name not in names and key is not None:
            names[name] = key
            left.remove(key)
    for key in list(left):
        near = get_close_matches(_folded(key)[:40], [n for n in by_fold if len(n) > 2], 1, 0.75)
        if near and by_fold[near[0]] not in names:
            names[by_fold[near[0]]] = key
            left.remove(key)
    return names


@lru_cache(maxsize=1024)
def _folded(name: str) -> str:
    """A name without case, spaces and the s of a plural."""
    plain = re.sub(r"[\W_]+", "", name[:80]).casefold()
    return plain[:-1] if len(plain) > 2 and plain.endswith("s") else plain


_OTHERS = {name: {_folded(each) for each in others} for name, others in FIELDS.items()}
_SYNONYMS = {word: {_folded(each) for each in others} for word, others in WORDS.items()}


def _pairs(given: Mapping[str, Json], of: Schema) -> list[Json]:
    """One item that is no list, or items by their first field: `{"E1": 3}`."""
    if not given:
        return []
    names = list(of["properties"])
    if _matched(given, of) or len(names) != 2:
        return [dict(given)]
    return [{names[0]: key, names[1]: each} for key, each in given.items()]


def _several(given: Json) -> list[Json]:
    """A list of words or ids, as which a single one may come, or several in one text."""
    if isinstance(given, list):
        return given
    if given is None or (isinstance(given, str) and not given.strip()):
        return []
    if isinstance(given, str):
        return [each for each in _BETWEEN.split(given[:2000].strip()) if each]
    return [given]


def _whole(given: Json) -> int:
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    if isinstance(given, bool) or given is None or isinstance(given, list | dict):
        return NO_NUMBER
    if isinstance(given, int | float):
        return max(min(int(given), 10**6), NO_NUMBER)
    match = _NUMBER.search(given[:80])
    if match is not None:
        return max(min(int(match.group()[:8]), 10**6), NO_NUMBER)
    return _DIGITS.get(given.strip()[:1], NO_NUMBER)


def _text(given: Json, of: Schema) -> str:
    """A text; of a closed list the word that is meant, if only one can be."""
    if isinstance(given, list) and len(given) == 1:
        given = given[0]
    words = of.get("enum")
    if isinstance(given, bool) and words is not None:
        given = "yes" if given else "no"
    if given is None:
        given = "none" if words is not None or "none" in of.get("pattern", "") else ""
    if isinstance(given, list | dict):
        return ""
    text = given if isinstance(given, str) else json.dumps(given)
    if words is None:
        return text.strip()
    return _word(text, tuple(map(str, words)))


@lru_cache(maxsize=1024)
def _word(given: str, words: tuple[str, ...]) -> str:
    plain = _folded(given)
    by_fold = {_folded(word): word for word in words}
    if plain in by_fold:
        return by_fold[plain]
    for word in words:
        if plain and plain in _SYNONYMS.get(word, ()):
            return word
    first = re.split(r"[\W_]+", given.strip()[:80].casefold(), maxsplit=1)[0]
    if _folded(first) in by_fold:  # "no, for he gave it away"
        return by_fold[_folded(first)]
    near = get_close_matches(plain[:40], [fold for fold in by_fold if len(fold) > 3], 1, 0.8)
    return by_fold[near[0]] if near else given.strip()


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:40]}…"
