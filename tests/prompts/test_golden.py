"""How each request reads, word for word. `python -m tests.prompts.test_golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prompts.requests import TASKS, requests
from tests.prompts.standard import LANGUAGES

GOLDEN = Path(__file__).parents[1] / "golden" / "prompts"


def _written(task: str, language: str) -> str:
    (first, *others) = requests(task, language)
    texts = (each.request.text for each in (first, *others))
    return f"{first.request.system}\n\n{'=' * 80}\n" + f"\n\n{'-' * 80}\n".join(texts) + "\n"


@pytest.mark.parametrize("task", [task.name for task in TASKS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_request_reads_as_it_did(task: str, language: str) -> None:
    golden = GOLDEN / f"{task}.{language}.txt"
    assert _written(task, language) == golden.read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in TASKS:
        for tongue in LANGUAGES:
            path = GOLDEN / f"{each.name}.{tongue}.txt"
            path.write_text(_written(each.name, tongue), encoding="utf-8")
