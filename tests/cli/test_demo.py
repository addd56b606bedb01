"""The demo tells only what the engine answers, and fails where it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rashomon.cli import demo, examples
from tests.cli.conftest import TURNS, Cli


def test_the_demo_tells_the_west_gate(cli: Cli) -> None:
    ran = cli("demo")
    assert ran.status == 0, ran.err
    said = " ".join(ran.out.split())
    for piece in (
        "Ana, Wat nothing of it",
        "To Mara she was “a woman in a grey hood” until Elias said her name.",
        "Eli whispers to a boy of fourteen with a horn on his belt.",
        "Mara was told by Tomas in turn 6",
        "Tomas was told by Elias in turn 5",
        "nobody remembers it",
        "the chain agrees",
    ):
        assert piece in said
    assert len(ran.out.splitlines()) <= 75
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert cli("list", "--json").json == []


def test_the_demo_can_be_kept(cli: Cli, tmp_path: Path) -> None:
    db = str(tmp_path / "demo.db")
    assert cli("demo", "--db", db).status == 0
    (story,) = cli("list", "--db", db, "--json").json
    assert (story["id"], story["turns"], story["pending"]) == ("west-gate", 6, 0)
    assert cli("demo", "--db", db).status == 1
    assert cli("demo", "--db", db, "--as", "again").status == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"whisper": true, ', ""),
        ('"goes": "stairs", "by": "steps"}, {"happens"', '"goes": null}, {"happens"'),
        ("One hour, Ana.", "One hour."),
        ('"says": "The key is in the porter', '"says": "The key is not in the porter'),
    ],
)
def test_the_demo_fails_where_its_words_no_longer_hold(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str
) -> None:
    lines = TURNS.read_text(encoding="utf-8")
    assert old in lines
    changed = lines.replace(old, new, 1)
    if "not in" in new:
        changed = changed.replace('"claims": [{"entity": "iron_key", "set": {"at": "chest"}}]}]}\n'
                                  '{"minutes": 1', '"claims": []}]}\n{"minutes": 1')  # fmt: skip
    (tmp_path / "west-gate.turns.jsonl").write_text(changed, encoding="utf-8")
    world = (examples.FOLDER / "west-gate.yaml").read_text(encoding="utf-8")
    (tmp_path / "west-gate.yaml").write_text(world, encoding="utf-8")
    monkeypatch.setattr(examples, "FOLDER", tmp_path)
    ran = cli("demo")
    assert ran.status == 1
    assert ran.err.count("\n") == 1


def test_every_scene_is_played() -> None:
    assert len(demo.SCENES) == 6


@pytest.mark.parametrize("name", examples.example_names())
def test_a_world_that_comes_along_can_be_begun(cli: Cli, name: str) -> None:
    assert cli("new", name, "--json").json["story"]
