"""A card and a lorebook that nobody here wrote: all of them comes in, and all of it goes out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rashomon
from rashomon import Library, Story
from rashomon.engine import runs
from rashomon.engine.audit import Finding
from rashomon.imports import cardfile
from rashomon.story.run import Run, RunStep
from rashomon.story.world import Lore


@pytest.fixture
def library() -> Iterator[Library]:
    with rashomon.open(":memory:") as opened:
        yield opened


@pytest.fixture
def card(cases: Path) -> Path:
    return cases / "cards" / "default_Seraphina.png"


@pytest.fixture
def book(cases: Path) -> Path:
    return cases / "cards" / "Eldoria.json"


def _lore(library: Library, story: str) -> list[Lore]:
    with library.context.store.reading(story) as unit:
        return [each for each, _ in unit.entities() if isinstance(each, Lore)]


def _filled(text: str) -> str:
    plain = text.replace("\r\n", "\n").strip()
    return plain.replace("{{char}}", "Seraphina").replace("{{user}}", "Anna")


def test_the_card_comes_in_whole(library: Library, card: Path) -> None:
    data: dict[str, Any] = cardfile.read(card.read_bytes(), card.name).raw["data"]
    story = library.import_(card, player="Anna")
    assert story.id == "seraphina"
    with library.context.store.reading(story.id) as unit:
        people = {each.id: each for each, _ in unit.entities()}
        first = unit.turn(1)
    assert getattr(people["seraphina"], "persona", None) == _filled(data["description"])
    assert first is not None
    assert first.narration == _filled(data["first_mes"])
    told = "".join(each.text for each in story.events())
    for piece in data["first_mes"].replace("*She walks", "*walks").replace("*", '"').split('"'):
        assert piece.strip().removesuffix(".") in told
    assert [each.kind for each in story.events()] == [
        "happening", "line", "deed", "line", "happening", "line",
    ]  # fmt: skip
    assert [(each.text, each.every_name[0].lower()) for each in _lore(library, story.id)] == [
        (_filled(each["content"]), each["keys"][0]) for each in data["character_book"]["entries"]
    ]
    assert story.verify().ok


def test_the_lorebook_comes_in_whole_and_is_the_one_in_the_card(
    library: Library, card: Path, book: Path
) -> None:
    entries = json.loads(book.read_text(encoding="utf-8"))["entries"].values()
    assert len(entries) == 4
    alone = library.import_(book)
    assert alone.id == "eldoria"
    assert len(_lore(library, "eldoria")) == 4
    story = library.import_([card, book], player="Anna")
    found = {each.text for each in _lore(library, story.id)}
    assert found == {_filled(each["content"]) for each in entries}
    assert len(_lore(library, story.id)) == 4


def test_what_the_lore_says_is_known_to_nobody_until_it_is_given(
    library: Library, card: Path, book: Path
) -> None:
    story = library.import_([card, book], player="Anna")
    story.record({"steps": [{"who": "anna", "says": "Where am I? What are Shadowfangs?"}]})
    lore = _lore(library, story.id)
    said = "".join(each.text for each in story.events())
    for who in ("seraphina", "anna"):
        mind = story.mind(who)
        held = mind.context().text + str(mind.recall("the forest of Eldoria, the Shadowfangs"))
        for each in lore:
            assert not mind.knows(each.id)
            assert each.text[-80:] not in held
            assert each.text[-80:] not in said
    story.grant("seraphina", lore[1].id)
    assert story.mind("seraphina").knows(lore[1].id)
    assert not story.mind("anna").knows(lore[1].id)
    words = " ".join(lore[1].text.split())[:60]
    assert words in story.mind("seraphina").context().text
    assert words not in story.mind("anna").context().text


def test_both_go_out_whole(library: Library, card: Path, book: Path, tmp_path: Path) -> None:
    story = library.import_([card, book]).branch(0, as_="branch")
    library.export("branch", tmp_path / "story.jsonl")
    library.import_(tmp_path / "story.jsonl", as_="again")
    for id in (story.id, "again"):
        made = library.export_card(id, "seraphina", tmp_path / "back.png")
        assert made.read_bytes() == card.read_bytes()
        made = library.export_lorebook(id, "Eldoria", tmp_path / "back.json")
        assert made.read_bytes() == book.read_bytes()


def test_a_change_touches_nothing_else_of_the_picture(
    library: Library, card: Path, tmp_path: Path
) -> None:
    story = library.import_(card)
    story.edit_world(characters=[{"id": "seraphina", "persona": "A keeper of bees."}], why="so")
    made = library.export_card(story.id, "seraphina", tmp_path / "back.png").read_bytes()
    before, after = (cardfile.read(data, "x").raw for data in (card.read_bytes(), made))
    for each in (before, before["data"]):
        each["description"] = "A keeper of bees."
    assert after == before
    at = card.read_bytes().index(b"tEXt")
    assert made[: at - 4] == card.read_bytes()[: at - 4]


def test_the_audit_finds_nothing_in_the_prompts_of_a_card_and_finds_lore_that_was_slipped_in(
    library: Library, card: Path, book: Path
) -> None:
    story = library.import_([card, book])
    story.record({"steps": [{"who": "you", "says": "Where am I? What are Shadowfangs?"}]})
    lore = _lore(library, story.id)[1]
    told = {who: story.mind(who).context().text for who in ("you", "seraphina")}
    assert [each.what for each in _audited(story, told)] == []
    slipped = {"seraphina": told["seraphina"] + "\n" + " ".join(lore.text.split())}
    assert _audited(story, slipped) != []
    story.grant("seraphina", lore.id)
    story.record({"steps": [{"who": "you", "says": "Tell me."}]})
    assert _audited(story, {"seraphina": story.mind("seraphina").context().text}) == []


def _audited(story: Story, prompts: dict[str, str]) -> list[Finding]:
    """What an audit finds in these prompts, each as asked now of its owner."""
    event = story.events()[-1].id
    steps = tuple(
        RunStep("character", "act", who, "a model", event, prompt=told, calls=1)
        for who, told in prompts.items()
    )
    made = Run(0, "turn", story.clock.turn, None, 0.0, "done", "", steps)
    number = runs.keep_run(story.context, story.id, made)
    return [each for each in story.audit().findings if each.run == number]
