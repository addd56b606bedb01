"""What a Chinese clause asks of the world: which thing, to whom, where to, with what."""

from __future__ import annotations

import re

from rashomon.play.commands import COMMANDS, CommandName
from rashomon.play.stage import Request


def _words(*names: CommandName) -> str:
    found = [word for row in COMMANDS if row.name in names for word in row.chinese]
    return "|".join(sorted(found, key=len, reverse=True))


_GIVE, _TAKE, _LOOK = _words("give"), _words("take"), _words("look")
_IN = r"(?:里面|里边|里头|里|中|上面|上|内|下面)?(?:去|来)?"
_WITH = r"(?:用|拿|以)(?P<tool>.+?)"
_DONE = r"(?:了|着|起来|出来|过来|一下)*"


def _act(name: CommandName) -> list[tuple[re.Pattern[str], CommandName]]:
    """The shapes of a deed done with one thing, with or without another."""
    words = _words(name)
    return [
        (re.compile(rf"{_WITH}(?:把|将)(?P<thing>.+?)(?:{words})(?:的锁)?{_DONE}$"), name),
        (re.compile(rf"{_WITH}(?:来)?(?:{words})(?P<thing>.+)$"), name),
        (re.compile(rf"(?:把|将)(?P<thing>.+?)(?:{words}){_DONE}$"), name),
        (re.compile(rf"(?:{words})(?:了|一下|着)?(?P<thing>.+)$"), name),
    ]


_SHAPES: list[tuple[re.Pattern[str], CommandName]] = [
    (re.compile(rf"(?:把|将)(?P<thing>.+?)(?:{_GIVE})(?:了)?(?P<other>.+)$"), "give"),
    (re.compile(r"(?:用(?P<tool>.+?))?给(?P<thing>.+?)(?:开锁|解锁)$"), "unlock"),
    (re.compile(r"打开(?P<thing>.+?)的锁$"), "unlock"),
    (re.compile(rf"(?:{_GIVE})(?:了)?(?P<both>.+)$"), "give"),
    (re.compile(rf"(?:把|将)(?P<thing>.+?)(?:{_words('drop')}){_DONE}$"), "drop"),
    (re.compile(rf"(?:{_words('drop')})(?:了)?(?P<thing>.+)$"), "drop"),
    (re.compile(rf"(?:把|将)(?P<thing>.+?)(?:{_words('put')})(?P<other>.+?){_IN}$"), "put"),
    (re.compile(rf"(?P<it>)(?:放进|放入|放到|放在|塞进|装进)(?P<other>.+?){_IN}$"), "put"),
    (re.compile(rf"(?:{_words('put')})(?P<thing>.+?)(?:进|到|在|入)(?P<other>.+?){_IN}$"), "put"),
    (re.compile(rf"从(?P<other>.+?)(?:里面|[里中上内])?(?:{_TAKE})(?P<thing>.+)$"), "take"),
    *_act("wear"), *_act("unlock"), *_act("lock"), *_act("open"), *_act("close"), *_act("take"),
    *_act("read"), (re.compile(rf"(?:{_LOOK})(?:[看着向了]|一眼)*(?P<thing>.+)$"), "look"),
]  # fmt: skip

ACTING = re.compile(
    _words("give", "put", "drop", "wear", "open", "close", "lock", "unlock", "take", "read", "look")
)
"""What a clause must hold to ask for anything."""

_GO = _words("go")
_BY = r"(?:从|经过?|穿过|通过|沿着?|由)(?P<by>.+?)"
_AFTER = r"(?:去|里去|里|那边|那里|那儿)?(?:了)?$"
_AWAY = re.compile(rf"(?:{_BY})?(?:离开|出去|走开|走出去|走掉)(?:这里|了)*$")
_GOES = (
    re.compile(rf"{_BY}(?:{_GO}|到)(?:了)?(?P<place>.+?){_AFTER}"),
    re.compile(rf"(?P<manner>跑|冲|溜|奔|赶|爬)(?:到|进|去|向)(?P<place>.+?){_AFTER}"),
    re.compile(rf"(?:{_GO})(?:了)?(?P<place>.+?){_AFTER}"),
    re.compile(r"(?:往|向|朝|到)(?P<place>.+?)(?:走去?|去)(?:了)?$"),
    re.compile(rf"{_BY}(?:走|过去|走过去|出去)$"),
    re.compile(r"(?:穿过|通过|经过?)(?P<by>.+)$"),
)
_TIME = re.compile(r"(\d+(?:\.\d+)?|[一二两三五十半]+)个?(分钟|小时|钟头|刻钟)")
_NUMBERS = {"一": 1.0, "二": 2.0, "两": 2.0, "三": 3.0, "五": 5.0, "十": 10.0, "半": 0.5,
            "十五": 15.0, "二十": 20.0, "三十": 30.0}  # fmt: skip
_UNITS = {"分钟": 1.0, "小时": 60.0, "钟头": 60.0, "刻钟": 15.0}
_MOST_MINUTES = 1440.0


def request(clause: str) -> Request | None:
    """What a clause asks for; `None` if it is plain words."""
    for pattern, kind in _SHAPES:
        found = pattern.match(clause)
        if found is None:
            continue
        part = {key: (words or "").strip() for key, words in found.groupdict().items()}
        if "it" in part:
            return Request(kind, "它", part["other"])
        if "both" in part:
            return Request(kind, part["both"], part["both"])
        return Request(kind, part.get("thing", ""), part.get("other", ""), part.get("tool", ""))
    return None


def going(clause: str) -> tuple[str, str, str] | None:
    """Where a move goes, by what and how; place and exit both empty is "away"."""
    if clause in ("走", "去", "走吧", "出发", "回去"):
        return "", "", ""
    away = _AWAY.match(clause)
    if away:
        return "", away.group("by") or "", ""
    for pattern in _GOES:
        found = pattern.match(clause)
        if found is not None:
            parts = found.groupdict()
            manner = parts.get("manner") or ""
            return parts.get("place") or "", parts.get("by") or "", manner and f"{manner}了"
    return None


def waiting(clause: str) -> float | None:
    """How many minutes somebody waits, if that is said; a day at most."""
    found = _TIME.search(clause)
    if found is None:
        return None
    digits = found[1].replace(".", "", 1).isdigit()
    number = float(found[1]) if digits else _NUMBERS.get(found[1])
    return None if number is None else min(number * _UNITS[found[2]], _MOST_MINUTES)
