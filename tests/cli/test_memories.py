"""`rashomon mind STORY WHO memories`: as a table, as JSON, and drawn."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from rashomon.cli.examples import FOLDER
from tests.cli.conftest import Cli, refused


@pytest.fixture
def later(gate: Cli, tmp_path: Path) -> Cli:
    """The West Gate a month after the demo, in which Mara thought of something once more."""
    held = gate("mind", "west-gate", "mara", "--json").json
    turns = [
        {"minutes": 60 * 24, "steps": []},
        {"minutes": 60 * 24 * 30, "steps": [], "recollections": {"mara": [held[-1]["id"]]}},
    ]
    (tmp_path / "later.jsonl").write_text("\n".join(map(json.dumps, turns)))
    assert gate("record", "west-gate", "later.jsonl").status == 0
    return gate


def test_a_table_says_what_is_left_how_it_is_held_and_when(later: Cli) -> None:
    told = later("mind", "west-gate", "mara", "memories")
    assert told.status == 0
    assert "faded" in told.out
    assert "faded, recalled" in " ".join(told.out.split())
    assert "month earlier" in told.out or "weeks earlier" in told.out or "days earlier" in told.out


def test_json_has_one_entry_a_perception_and_no_score(later: Cli) -> None:
    found = later("mind", "west-gate", "mara", "memories", "--json").json
    held = later("mind", "west-gate", "mara", "--json").json
    assert [each["id"] for each in found] == [each["id"] for each in held]
    assert {"text", "detail", "when", "importance", "recollected"} <= set(found[0])
    assert not {"retention", "score", "total"} & set(found[0])
    assert sum(bool(each["recollected"]) for each in found if each["event"]) == 1


def test_a_picture_is_drawn_beside_the_answer(later: Cli) -> None:
    told = later("mind", "west-gate", "mara", "memories", "--plot", "mara.svg", "--json")
    assert told.status == 0
    assert told.json
    assert told.err.strip() == "Drawn in mara.svg."
    picture = ET.fromstring(Path("mara.svg").read_text("utf-8"))
    assert "Mara" in "".join(picture.itertext())
    assert later("mind", "west-gate", "mara", "memories", "--plot", "mara.svg").status == 0


def test_a_picture_in_chinese_names_levels_in_chinese(cli: Cli) -> None:
    assert cli("new", "ferry-inn").status == 0
    world = yaml.safe_load((FOLDER / "ferry-inn.yaml").read_text("utf-8"))
    who = next(each["id"] for each in world["characters"] if each.get("memories"))
    assert cli("mind", "ferry-inn", who, "memories", "--plot", "a.svg").status == 0
    drawn = Path("a.svg").read_text("utf-8")
    assert all(level in drawn for level in ("清晰", "清楚", "模糊", "依稀"))


def test_a_picture_that_cannot_be_written_is_one_sentence(gate: Cli) -> None:
    given = ("mind", "west-gate", "mara", "memories", "--plot")
    assert "no/where.svg cannot be written" in refused(gate(*given, "no/where.svg"))
    Path("folder").mkdir()
    assert "folder cannot be written" in refused(gate(*given, "folder"))


def test_a_picture_of_anything_but_memories_is_wrong_usage(gate: Cli) -> None:
    told = gate("mind", "west-gate", "mara", "beliefs", "--plot", "out.svg")
    assert told.status == 2
    assert not Path("out.svg").exists()


def test_a_picture_of_another_format_is_wrong_usage_and_the_right_name_is_told(gate: Cli) -> None:
    told = gate("mind", "west-gate", "mara", "memories", "--plot", "out.png")
    assert told.status == 2
    assert "out.svg" in told.err
    assert not Path("out.png").exists()


def test_who_has_no_memories_is_told_so_and_nothing_is_drawn(cli: Cli) -> None:
    assert cli("new", "west-gate").status == 0
    told = cli("mind", "west-gate", "guard", "memories", "--plot", "out.svg")
    assert (told.status, told.out.strip()) == (0, "Wat has no memories yet.")
    assert told.err.strip() == "There is nothing to draw."
    assert not Path("out.svg").exists()
