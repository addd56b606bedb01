"""JSON of strangers: read within bounds, refused where two readers could differ on it."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn, cast

from rashomon.errors import BadFile, shown

MOST_BYTES = 8_000_000
"""Ten long novels; beyond that a stranger's file would take minutes to read."""

MOST_VALUES = 500_000
MOST_DEEP = 64
_DIGITS = "a number in it has too many digits"


class _Refusal(Exception):
    """What the standard reader lets pass and we do not."""


def parse(raw: bytes, name: str) -> dict[str, Any]:
    """One object; raises `BadFile` in one sentence that begins with `name`."""
    if len(raw) > MOST_BYTES:
        raise BadFile(f"{name} has more than {MOST_BYTES // 1_000_000} MB of text; no card has.")
    try:
        text = raw.decode("utf-8-sig")
        found: object = json.loads(
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float
        )
        _check(found)
    except UnicodeDecodeError:
        said = f"{name} is not UTF-8 text"
    except json.JSONDecodeError as error:
        reason = error.msg[0].lower() + error.msg[1:]
        said = f"{name}, line {error.lineno}, column {error.colno}: this is not JSON: {reason}"
    except _Refusal as refusal:
        said = f"{name}: {refusal}"
    except RecursionError:
        said = f"{name}: it is nested too deeply"
    except ValueError:
        said = f"{name}: {_DIGITS}"
    else:
        if isinstance(found, dict):
            return cast(dict[str, Any], found)
        said = f"{name} holds no keys and values, as a card and a lorebook do"
    raise BadFile(f"{said}.") from None


def dump(value: object, indent: int | None = None) -> bytes:
    """The bytes of a value, which `parse` reads back as an equal one."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent).encode()


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise _Refusal(f"the key {shown(twice)} is given twice in one object; keep one")
    return found


def _constant(word: str) -> NoReturn:
    raise _Refusal(f"{word} is no number in JSON")


def _float(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise _Refusal(_DIGITS)
    return number


def _check(found: object) -> None:
    """Look at every value once, without recursion: how many, how deep, and what texts hold."""
    level: list[object] = [found]
    count = 0
    for _ in range(MOST_DEEP):
        inner: list[object] = []
        for each in level:
            if isinstance(each, dict):
                inner += cast(dict[str, object], each).keys()
                inner += cast(dict[str, object], each).values()
            elif isinstance(each, list):
                inner += cast(list[object], each)
            elif isinstance(each, str):
                _check_text(each)
        count += len(inner)
        if count > MOST_VALUES:
            raise _Refusal(f"it holds more than {MOST_VALUES:,} values")
        if not inner:
            return
        level = inner
    raise _Refusal("it is nested too deeply")


def _check_text(text: str) -> None:
    if "\0" in text:
        raise _Refusal("a text in it holds a NUL, which no text may hold")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise _Refusal("a text in it holds half a character (a lone surrogate)") from None
