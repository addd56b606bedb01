"""How finished prompts read, word for word. `python -m tests.engine.test_prompting_golden` writes
them anew: read what has changed as somebody who hands it to a model."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.rich import LANGUAGES, story

GOLDEN = Path(__file__).parents[1] / "golden" / "prompts"
BUDGETS = (4000, 400, 200)


def _written(who: str, language: str) -> str:
    told, found = story(language), list[str]()
    for budget in BUDGETS:
        told.set("context.tokens", budget)
        prompt = told.context_gm() if who == "gm" else told.mind(who).context()
        found.append(f"{'=' * 20} {prompt.tokens} of {budget}\n{prompt.text}\n")
    return "\n".join(found)


@pytest.mark.parametrize("who", ["gwen", "gm"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prompt_reads_as_it_did(who: str, language: str) -> None:
    golden = GOLDEN / f"context_{who}.{language}.txt"
    assert _written(who, language) == golden.read_text(encoding="utf-8")


if __name__ == "__main__":
    for one in ("gwen", "gm"):
        for tongue in LANGUAGES:
            path = GOLDEN / f"context_{one}.{tongue}.txt"
            path.write_text(_written(one, tongue), encoding="utf-8")
