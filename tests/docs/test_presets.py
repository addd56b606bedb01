"""Every server that has a name stands on the page that tells how to set a model, as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rashomon.models.language.presets import PRESETS

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "set-a-model.md"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_stands_on_its_page_with_its_address_and_key(name: str) -> None:
    preset = PRESETS[name]
    key = f"`{preset.key}` " if preset.key else ""
    row = f"| `{name}` | `{preset.url}` | {key}|"
    assert row in PAGE.read_text(encoding="utf-8").splitlines()


def test_the_page_has_no_preset_that_there_is_not() -> None:
    rows = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines()]
    named = {row[1].strip(" `") for row in rows if len(row) == 5 and "://" in row[2]}
    assert named == set(PRESETS)
