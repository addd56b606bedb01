"""What an English clause asks of the world: which thing, to whom, where to, with what."""

from __future__ import annotations

import re

from rashomon.play.commands import words_of
from rashomon.play.english_verbs import plain
from rashomon.play.stage import Request

_COMMANDS = words_of("english")
_TOOL = re.compile(r"\s+(?:with|using)\s+", re.IGNORECASE)
_INTO = re.compile(
    r"\s+(?:back\s+)?(?:in|into|inside|on|onto|on top of|upon|under|beneath)\s+", re.IGNORECASE
)
_FROM = re.compile(r"\s+(?:from|out of|off)\s+", re.IGNORECASE)
_BY = re.compile(r"(?:^|\s+)(?:out\s+)?(?:by|through|via|out by|using)\s+", re.IGNORECASE)
_PARTICLES = re.compile(r"^(?:(?:back|over|up|down|off|along|straight|on)\s+)*", re.IGNORECASE)
_TO = re.compile(r"^(?:to|into|onto|towards?|for|in|out to|out into|out onto)\s+", re.IGNORECASE)
_TIME = re.compile(r"(\d+(?:\.\d+)?|an?|half an|one|two|three|five|ten)\s*(minute|min|hour|h\b)")
_NUMBERS = {"a": 1.0, "an": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "five": 5.0, "ten": 10.0,
            "half an": 0.5}  # fmt: skip
_MOST_MINUTES = 1440.0


def request(verb: str, rest: str) -> Request | None:
    """What a clause asks for, by its verb and what follows; `None` if it is plain words."""
    words = rest.strip().rstrip(".!?…")
    first = plain(words.split()[0]) if words.split() else ""
    kind = _COMMANDS.get(f"{verb} {first}")
    if kind is not None:
        words = words[len(words.split()[0]) :].strip()
    kind = kind or ("take" if verb == "pick" else _COMMANDS.get(verb))
    match kind:
        case "give":
            return _giving(words)
        case "put" | "drop" | "wear":
            return _putting(kind, words)
        case "take":
            thing, _, other = _parted(_FROM, re.sub(r"\s+up$", "", words))
            return Request("take", thing, other)
        case "open" | "close" | "lock" | "unlock":
            thing, _, tool = _parted(_TOOL, words)
            return Request(kind, thing, tool=tool)
        case "look":
            if verb == "look" and not words.casefold().startswith("at "):
                return None
            return Request("look", re.sub(r"^at\s+", "", words, flags=re.IGNORECASE))
        case "read":
            return Request("read", words)
        case _:
            return None


def _parted(pattern: re.Pattern[str], words: str) -> tuple[str, str, str]:
    found = pattern.search(words)
    if found is None:
        return words, "", ""
    return words[: found.start()], found.group(), words[found.end() :]


def _giving(words: str) -> Request:
    thing, _, person = words.rpartition(" to ")
    if thing:
        return Request("give", thing.removesuffix(" over"), person)
    return Request("give", words, words)


def _putting(kind: str, words: str) -> Request | None:
    if kind == "put" and re.search(r"\S\s+on$", words):
        return Request("wear", words[:-3].strip())
    if kind == "put" and re.search(r"\S\s+(?:down|away)$", words):
        return Request("drop", words.rpartition(" ")[0]) if words.endswith("down") else None
    if kind == "wear":
        return Request("wear", words)
    thing, joint, other = _parted(_INTO, words)
    if kind == "drop" or (kind == "put" and not joint):
        if kind == "put":
            return None
        return Request("put", thing, other) if other else Request("drop", thing)
    return None if "under" in joint or "beneath" in joint else Request("put", thing, other)


def going(verb: str, rest: str) -> tuple[str, str, str] | None:
    """Where a move goes and by what: words for the place and the exit; both empty is "away"."""
    words = rest.strip().rstrip(".!?…")
    if plain(words) in ("", "out", "away", "outside", "off"):
        return ("", "", "")
    found = list(_BY.finditer(words))
    head, by = (words[: found[-1].start()], words[found[-1].end() :]) if found else (words, "")
    head = _PARTICLES.sub("", f"{head} ").strip()
    head = re.sub(r"^out$", "", _TO.sub("", f"{head} ").strip())
    if verb == "leave" and head.casefold().startswith("for "):
        head = head[4:]
    return (head, by, "") if head or by else None


def waiting(rest: str) -> float | None:
    """How many minutes somebody waits, if that is said; a day at most."""
    found = _TIME.search(rest.casefold())
    if found is None:
        return None
    number = _NUMBERS.get(found[1])
    minutes = (float(found[1]) if number is None else number) * (60 if found[2][0] == "h" else 1)
    return min(minutes, _MOST_MINUTES)
