"""Cards on the command line: brought in, several as one story, and given back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli, refused
from tests.imports.card_files import entry, info, js, packed, png, text, v2

BOOK = {"entries": [entry("guild", content="It meets at dusk.")]}
CARD = png(text("chara", packed(v2(character_book=BOOK))))
TALES = js({"entries": {"0": info("barn", content="It burnt.")}})


@pytest.fixture
def folder(cli: Cli, tmp_path: Path) -> Path:
    """The folder that the command line stands in, with a card and a lorebook."""
    (tmp_path / "ada.png").write_bytes(CARD)
    (tmp_path / "tales.json").write_bytes(TALES)
    return tmp_path


def test_a_card_becomes_a_story_and_is_given_back(cli: Cli, folder: Path) -> None:
    made = cli("import", "ada.png", "--json").json
    assert (made["story"], made["turns"], made["file"]) == ("ada", 1, "ada.png")
    assert "“We are shut.”" in cli("events", "ada").out
    ran = cli("export", "ada", "back.png", "--card", "ada")
    assert ran.out == "The card of ada is written to back.png.\n"
    assert (folder / "back.png").read_bytes() == CARD
    assert "--as" in refused(cli("import", "ada.png"))


def test_cards_and_lorebooks_given_together_are_one_story(cli: Cli, folder: Path) -> None:
    made = cli("import", "ada.png", "tales.json", "--as", "village", "--player", "Tomas", "--json")
    assert made.json["story"] == "village"
    known = cli("who-knows", "village", "barn", "--json").json
    assert known == []
    assert cli("mind", "village", "tomas", "--json").status == 0
    cli("export", "village", "--lorebook", "tales", "--force")
    assert (folder / "tales.json").read_bytes() == TALES
    cli("export", "village", "story.jsonl")
    both = cli("import", "ada.png", "story.jsonl", "tales.json")
    assert both.status == 1
    assert "ada.png and tales.json are now the story ada" in both.out
    assert "There is already a story 'village'" in both.err
    assert cli("import", "ada.png", "story.jsonl", "--as", "x").status == 2


def test_a_file_that_is_there_is_not_written_over(cli: Cli, folder: Path) -> None:
    cli("import", "ada.png")
    assert "--force" in refused(cli("export", "ada", "--card", "ada", "ada.png"))
    assert "--force" in refused(cli("export", "ada", "tales.json", "--card", "ada"))
    assert (folder / "tales.json").read_bytes() == TALES
    assert cli("export", "ada", "tales.json", "--card", "ada", "--force").status == 0
    assert cli("export", "ada", "--card", "you").status == 0
    assert (folder / "you.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("ada", "a.gif", "--card", "ada"), "not as .gif"),
        (("ada", "a.png", "--card", "eve"), "There is no character 'eve'"),
        (("ada", "--lorebook", "sagas"), "There is no lorebook of this story 'sagas'"),
        (("eve", "--card", "ada"), "There is no story 'eve'"),
        (("ada", "-", "--card", "ada"), "name one"),
        (("ada", ".", "--card", "ada"), "is a folder"),
        (("ada", "nowhere/a.png", "--card", "ada"), "cannot be written"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_given_back_is_said_in_a_sentence(
    cli: Cli, given: tuple[str, ...], said: str
) -> None:
    cli("import", "ada.png")
    assert said in refused(cli("export", *given))


@pytest.mark.usefixtures("folder")
def test_a_card_and_a_lorebook_are_not_written_at_once(cli: Cli) -> None:
    cli("import", "ada.png")
    assert cli("export", "ada", "--card", "ada", "--lorebook", "tales").status == 2
