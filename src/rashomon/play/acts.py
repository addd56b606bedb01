"""What a deed makes of the world where that is plain: one function for each command that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rashomon.play.commands import CommandName
from rashomon.play.stage import Draft, Request, Stage


def deed(stage: Stage, request: Request | None, text: str) -> Draft:
    """The deed with what it uses and changes, and the stage as it is then.

    A deed that the character cannot do to its own knowledge is words alone: nothing is taken from
    another, out of what is shut, or without a key.
    """
    step: Draft = {"who": stage.here.who, "does": text}
    if request is not None and request.kind in _ACTS:
        step |= {key: value for key, value in _ACTS[request.kind](stage, request).items() if value}
    return step


def _set(entity: str, **facts: Any) -> dict[str, Any]:
    return {"entity": entity, "set": facts}


def _take(stage: Stage, request: Request) -> Draft:
    item = stage.thing(request.thing, lambda id: stage.free(id) and not stage.mine(id))
    if item is None or not stage.free(item):
        return {}
    container = stage.thing(request.other, stage.free) if request.other else None
    on = [container] if container and stage.free(container) and container != item else []
    if stage.at[item] == stage.here.who:
        return {"with": [item]}
    stage.at[item] = stage.here.who
    return {"with": [item], "on": on, "changes": [_set(item, at=stage.here.who)]}


def _give(stage: Stage, request: Request) -> Draft:
    words, whom = request.thing, request.other
    if words == whom:
        words = stage.after_person(whom)
    person = stage.person(whom)
    item = stage.thing(words, stage.mine)
    present = {each.id for each in stage.present()}
    if item is None or person not in present or not stage.free(item):
        return {"on": [person]} if person in present else {}
    stage.at[item] = str(person)
    return {"with": [item], "on": [person], "changes": [_set(item, at=person)]}


def _put(stage: Stage, request: Request) -> Draft:
    if stage.on_floor(request.other):
        return _drop(stage, request)
    item = stage.thing(request.thing, stage.mine)
    last = stage.last_thing
    into = stage.thing(request.other, lambda id: stage.free(id) and id != item)
    stage.last_thing = last
    if item is None or into is None or not (stage.free(item) and stage.free(into)):
        return {}
    if stage.closed[into] or stage.inside(into, item):
        return {"with": [item], "on": [into]}
    stage.at[item] = into
    return {"with": [item], "on": [into], "changes": [_set(item, at=into)]}


def _drop(stage: Stage, request: Request) -> Draft:
    item = stage.thing(request.thing, stage.mine)
    if item is None or stage.place is None or not stage.mine(item):
        return {}
    stage.at[item] = stage.place
    return {"with": [item], "changes": [_set(item, at=stage.place)]}


def _wear(stage: Stage, request: Request) -> Draft:
    item = stage.thing(request.thing, stage.mine)
    if item is None or stage.at[item] != stage.here.who:
        return {}
    return {"with": [item], "changes": [_set(item, worn=True)]}


def _open(stage: Stage, request: Request) -> Draft:
    target = _target(stage, request.thing)
    if target is None:
        return {}
    facts: dict[str, Any] = {}
    key = stage.tool(request.tool) if stage.locked[target] and request.tool else None
    used = key or (stage.thing(request.tool, stage.mine) if request.tool else None)
    with_ = [used] if used and stage.free(used) and used != target else []
    if stage.locked[target] and not (key and with_):
        return {"on": [target], "with": with_}
    if stage.locked[target]:
        facts["locked"] = stage.locked[target] = False
    if stage.closed.get(target):
        facts["closed"] = stage.closed[target] = False
    return {"on": [target], "with": with_, "changes": [_set(target, **facts)] if facts else []}


def _close(stage: Stage, request: Request) -> Draft:
    target = _target(stage, request.thing)
    if target is None:
        return {}
    if target not in stage.things or stage.closed[target]:
        return {"on": [target]}
    stage.closed[target] = True
    return {"on": [target], "changes": [_set(target, closed=True)]}


def _turn_key(stage: Stage, request: Request, locked: bool) -> Draft:
    key = stage.tool(request.tool)
    target = _target(stage, request.thing)
    if target is None:
        return {}
    if key is None or key == target or stage.inside(key, target):
        return {"on": [target]}
    stage.locked[target] = locked
    return {"with": [key], "on": [target], "changes": [_set(target, locked=locked)]}


def _lock(stage: Stage, request: Request) -> Draft:
    return _turn_key(stage, request, True)


def _unlock(stage: Stage, request: Request) -> Draft:
    return _turn_key(stage, request, False)


def _read(stage: Stage, request: Request) -> Draft:
    item = stage.thing(request.thing, stage.free)
    return {"reads": item} if item is not None and stage.free(item) else {}


def _look(stage: Stage, request: Request) -> Draft:
    words = request.thing
    present = {each.id for each in stage.present()}
    person = stage.person(words) if words else None
    if person in present:
        return {"on": [person]}
    target = _target(stage, words) if words and person is None else None
    return {"on": [target]} if target else {}


def _target(stage: Stage, words: str) -> str | None:
    """An item within reach or an exit here; a whole name of one wins over a part of the other."""
    way = stage.exit(words) if stage.exit_is_meant(words) else None
    if way is not None:
        return way
    item = stage.thing(words, stage.free)
    return item if item is not None and stage.free(item) else None


_ACTS: Mapping[CommandName, Callable[[Stage, Request], Draft]] = {
    "take": _take,
    "give": _give,
    "put": _put,
    "drop": _drop,
    "wear": _wear,
    "open": _open,
    "close": _close,
    "lock": _lock,
    "unlock": _unlock,
    "read": _read,
    "look": _look,
}
