"""A model that answers each case as its label has it: replies made out of labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rashomon.prompts.asking import Asked
from rashomon.prompts.request import Request
from rashomon.testing.scripted import ScriptedModel
from rashomon.testing.staging import FIRST, Stage, Staged
from rashomon.testing.tasks import Case, Right, settings

THOUGHT = {"en": "Something is going on here.", "zh": "这里面有蹊跷。"}


def model(every: Iterable[Staged]) -> ScriptedModel:
    """A model that knows every label."""
    known: dict[tuple[str, str], str] = {}
    for staged in every:
        for asked in staged.asked:
            case = staged.case
            reply = check(staged) if case is None else right(case, staged, asked)
            known[asked.request.system, asked.request.text] = json.dumps(reply)
    return ScriptedModel(lambda request: known[request.system, request.text])


def nonsense(words: str = "The moon is a cheese.") -> ScriptedModel:
    """A model that says the same to everything."""
    return ScriptedModel(lambda request: words)


def nothing(request: Request[Any]) -> dict[str, Any]:
    """A reply that names nothing."""
    return {name: [] for name in request.schema.model_json_schema()["properties"]}


def check(staged: Staged) -> dict[str, Any]:
    """The right answer to a check."""
    return {"items": [{"p": "P1", "shows": "", "both": "yes" if staged.empty else "no"}]}


def right(
    case: Case, staged: Staged, asked: Asked[Any, Any], chosen: Sequence[tuple[Right, str]] = ()
) -> dict[str, Any]:
    """The right answer in a request's ids, by the first of each one's keys, or by those chosen."""
    reply = nothing(asked.request)
    saying: Callable[..., None] = _SAYING[case.task]
    ids = Ids(case, asked)
    for each, key in chosen:
        saying(reply, ids, key, each)
    for each in (each for each in case.right if each.needed and not chosen):
        _first_shown(reply, ids, each, saying)
    return reply


def _first_shown(reply: Any, ids: Ids, of: Right, saying: Callable[..., None]) -> None:
    for key in sorted(of.keys):
        with suppress(NotShown):
            return saying(reply, ids, key, of)
    raise NotShown(of)


class NotShown(LookupError):
    """A request has no id for it."""


class Ids:
    """The ids of one request, by what a label calls them."""

    def __init__(self, case: Case, asked: Asked[Any, Any]) -> None:
        self.stage = Stage(settings()[case.story], case)
        self.ids = asked.ids
        self.case = case

    def event(self, label: str) -> str:
        return _short(self.ids.events, int(label[1:]) - 1 + FIRST)

    def entity(self, name: str) -> str:
        return _short(self.ids.entities, self.stage.ids[name])

    def perceptions(self, labels: Iterable[str]) -> list[str]:
        """The perceptions of events; all that are shown where none is named."""
        events = [int(label[1:]) - 1 + FIRST for label in labels]
        seen = [each.perception for each in self.stage.mind().perceptions]
        ids = [each.id for each in seen if not events or each.event in events]
        return [_short(self.ids.perceptions, id) for id in ids if id in _shown(self.ids)]


def _shown(ids: Any) -> set[int]:
    return {*ids.perceptions.values()}


def _short(ids: Mapping[str, Any], real: Any) -> str:
    for short, each in ids.items():
        if each == real:
            return short
    raise NotShown(real)


def _grade(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, n = key.split()
    reply["grades"].append({"e": ids.event(e), "n": int(n)})


def _tag(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, tag = key.split()
    reply["tags"].append({"e": ids.event(e), "tag": tag})


def _retells(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, _, earlier = key.split()
    reply["retells"].append({"e": ids.event(e), "of": ids.event(earlier)})


def _move(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, _, rest = key.partition(" ")
    if " > " in rest:
        item, to = rest.split(" > ")
        made = {"e": ids.event(e), "item": ids.entity(item), "to": ids.entity(to)}
        reply["moves"].append(made)
    else:
        item, at = rest.split(" @ ")
        made = {"e": ids.event(e), "item": ids.entity(item), "at": ids.entity(at)}
        reply["claims"].append(made)


def _thread(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, word, *t = key.split()
    made = {"e": ids.event(e), "kind": "goal", "act": word, "t": t[0] if t else "new"}
    if not t:
        made |= {"kind": word, "act": "open"}
    reply["threads"].append(made)


def _bond(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, who, turn = key.split()
    owner, about = (ids.entity(each) for each in who.split(">"))
    reply["bonds"].append({"e": ids.event(e), "owner": owner, "about": about, "turn": turn})


def _version(reply: Any, ids: Ids, key: str, of: Right) -> None:
    e, _, lost = key.partition(" ")
    other = ids.entity(lost.removeprefix("for ")) if lost.startswith("for ") else "none"
    made = {"e": ids.event(e), "lost": [lost] if other == "none" else [], "mistaken_for": other}
    reply["versions"].append(made)


def _old(reply: Any, ids: Ids, key: str, of: Right) -> None:
    b, do, *into = key.split()
    cited = ids.perceptions(of.grounds) if of.grounds else []
    wanted = {"for": cited, "against": []} if do == "firm" else {"for": [], "against": cited}
    made = {"b": b, **wanted, "do": do, "into": into[0] if into else "none"}
    reply["old"].append({**made, "text": ""} if "new" in reply else made)


def _new(reply: Any, ids: Ids, key: str, of: Right) -> None:
    made = {"because": ids.perceptions([]), "about": [ids.entity(key)]}
    text = THOUGHT[ids.case.language]
    reply["new"].append({**made, "text": text, "how_sure": "likely"})


_SAYING: Mapping[str, Callable[..., None]] = {
    "grades": _grade, "tags": _tag, "retells": _retells, "moves": _move, "threads": _thread,
    "bonds": _bond, "versions": _version, "sort_old": _old, "sort_new": _new,
}  # fmt: skip
