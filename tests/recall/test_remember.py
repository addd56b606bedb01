"""Recall through the library: whose it is, what it leaves alone, and how it reads."""

from __future__ import annotations

from typing import Any

import pytest

import rashomon
from rashomon.api.library import Library
from rashomon.api.story import Story
from rashomon.engine.ask import asking
from rashomon.engine.remember import Wanted, remember
from rashomon.errors import BadSetting

WORLD: dict[str, Any] = {
    "id": "yard",
    "title": "The Yard",
    "places": [
        {"id": "yard", "name": "the yard"},
        {"id": "barn", "name": "the barn"},
    ],
    "exits": [{"id": "door", "from": "yard", "to": "barn"}],
    "items": [{"id": "lantern", "name": "a lantern", "at": "yard"}],
    "characters": [
        {"id": "ada", "name": "Ada", "at": "yard", "relationships": [
            {"about": "ben", "kind": "brother"}]},
        {"id": "ben", "name": "Ben", "at": "yard"},
        {"id": "cy", "name": "Cy", "at": "barn"},
    ],
}  # fmt: skip


@pytest.fixture
def library(library_url: str) -> Any:
    with rashomon.open(library_url) as opened:
        yield opened


def _told(
    library: Library, *lines: tuple[str, str], settings: dict[str, Any] | None = None
) -> Story:
    story = library.create({**WORLD, "settings": settings or {}})
    for who, says in lines:
        story.record({"steps": [{"who": who, "says": says}]})
    return story


def _texts(story: Story, owner: str, text: str, **given: Any) -> list[str]:
    return [memory.text for memory in story.mind(owner).recall(text, **given).memories]


LINES = (
    ("ada", "The grey mare has thrown a shoe."),
    ("ben", "I buried the silver under the apple tree."),
    ("ada", "It will rain before night."),
    ("ben", "The miller owes us two sacks."),
)


def test_what_was_said_comes_to_mind_of_those_who_heard_and_of_nobody_else(
    library: Library,
) -> None:
    story = _told(library, *LINES)
    assert _texts(story, "ada", "where is the silver?")[0] == LINES[1][1]
    assert _texts(story, "cy", "where is the silver?") == []


def test_words_are_found_in_other_forms(library: Library) -> None:
    story = _told(library, *LINES)
    assert _texts(story, "ada", "burying something")[0] == LINES[1][1]


def test_a_line_asked_word_for_word_comes_first(library: Library) -> None:
    story = _told(library, *LINES, ("ben", "Rain, rain, and rain before night, she says."))
    assert _texts(story, "ada", "It will rain before night.")[0] == "It will rain before night."


def test_people_are_cues_by_the_names_that_the_owner_has_for_them(library: Library) -> None:
    story = _told(library, *LINES)
    said = {says for who, says in LINES if who == "ben"}
    assert set(_texts(story, "ada", "Ben", limit=2)) <= said
    assert set(_texts(story, "ada", "", people=["ben"], limit=2)) <= said
    assert _texts(story, "ada", "", places=["barn"]) == []


def test_a_span_of_story_time_leaves_out_the_rest(library: Library) -> None:
    story = _told(library, *LINES)
    assert _texts(story, "ada", "the silver, the rain, the mare", since=60, until=119) == [
        LINES[1][1]
    ]


def test_what_is_written_into_other_minds_changes_no_answer(library: Library) -> None:
    story = _told(library, *LINES)
    before = story.mind("ada").recall("silver under the tree", explain=True)
    for n in range(20):
        story.record(
            {"minutes": 0, "steps": [{"who": "cy", "says": f"Silver, tree and apple {n}."}]}
        )
    after = story.mind("ada").recall("silver under the tree", explain=True)
    assert [m.text for m in after.memories] == [m.text for m in before.memories]
    assert [r.standings for r in after.trace or ()] == [r.standings for r in before.trace or ()]
    assert len(story.mind("cy").recall("silver").memories) > 0


def test_recall_writes_nothing(library: Library) -> None:
    story = _told(library, *LINES)
    before = list(library.context.store.dump(story.id))
    assert story.mind("ada").recall("silver", explain=True).memories
    assert list(library.context.store.dump(story.id)) == before


def test_what_was_taken_back_comes_to_nobodys_mind(library: Library) -> None:
    story = _told(library, *LINES)
    assert _texts(story, "ada", "two sacks from the miller")[0] == LINES[3][1]
    story.undo()
    assert LINES[3][1] not in _texts(story, "ada", "two sacks from the miller")
    story.record({"steps": [{"who": "ben", "says": "The miller paid his sacks."}]})
    assert _texts(story, "ada", "sacks")[0] == "The miller paid his sacks."


def test_an_edited_memory_is_recalled_as_it_reads_now(library: Library) -> None:
    story = _told(library, *LINES)
    silver = next(p for p in story.mind("ada").perceptions() if p.text == LINES[1][1])
    assert _texts(story, "ada", "silver")
    story.edit(
        "perception", silver.id, text="I buried the copper.", accuracy="mistaken", why="deaf"
    )
    assert LINES[1][1] not in _texts(story, "ada", "silver")
    assert _texts(story, "ada", "copper")[0] == "I buried the copper."


def test_a_recollection_named_in_a_turn_makes_a_memory_last(library: Library) -> None:
    story = _told(library, *LINES)
    silver = next(p.id for p in story.mind("ada").perceptions() if p.text == LINES[1][1])
    month = {"minutes": 60 * 24 * 30, "steps": []}
    story.record({**month, "recollections": {"ada": [silver]}})
    story.record({**month, "recollections": {"ada": [silver]}})
    story.record(month)
    rows = {
        row.id: row.retention
        for row in story.mind("ada").recall("buried shoe rain sacks", explain=True).trace or ()
    }
    assert rows[silver] > max(kept for id, kept in rows.items() if id != silver)


def test_memories_fade_with_story_time_and_not_when_memory_is_perfect(library: Library) -> None:
    story = _told(library, *LINES)
    story.record({"minutes": 60 * 24 * 90, "steps": []})
    (memory, *_) = story.mind("ada").recall("the silver").memories
    assert memory.detail in ("faded", "vague")
    assert set(memory.text.rstrip("….").split()) <= {*LINES[1][1].rstrip(".").split(), "Ben"} | {
        "said", "something"}  # fmt: skip
    story.set("memory.imperfect", value=False)
    (memory, *_) = story.mind("ada").recall("the silver").memories
    assert (memory.detail, memory.text) == ("vivid", LINES[1][1])


def test_a_memory_says_who_when_and_where_and_bears_no_score(library: Library) -> None:
    story = _told(library, *LINES)
    (memory, *_) = story.mind("ada").recall("the silver").memories
    assert (memory.who, memory.who_name, memory.where, memory.how) == (
        "ben",
        "Ben",
        "the yard",
        "heard",
    )
    assert memory.when
    assert not {"score", "total", "relevance", "retention"} & set(type(memory).__dataclass_fields__)


CHINESE: dict[str, Any] = {
    "id": "inn",
    "title": "客栈",
    "language": "zh",
    "characters": [{"id": "wang", "name": "小王"}, {"id": "li", "name": "李掌柜"}],
}


@pytest.mark.parametrize("asked", ["钥匙", "钥匙在哪里", "藏", "柜台下面的钥匙"])
def test_chinese_is_found_by_its_characters(library: Library, asked: str) -> None:
    story = library.create(CHINESE)
    for text in ("今天的雨下得真大。", "他把钥匙藏了起来，在柜台下面。", "马已经喂过了。"):
        story.record({"steps": [{"who": "li", "says": text}]})
    assert _texts(story, "wang", asked)[0] == "他把钥匙藏了起来，在柜台下面。"


def test_what_is_shown_already_is_left_out_and_makes_room(library: Library) -> None:
    story = _told(library, *LINES, settings={"recall.candidates": 1})
    story.set("embedder", "none")
    first, silver = story.mind("ada").perceptions()[:2]
    for without, text in ((frozenset(), LINES[1][1]), (frozenset({silver.id}), LINES[0][1])):
        wanted = Wanted("Was it the silver, or the grey mare? silver tree", without=without)
        with asking(story.context, story.id) as asked:
            (memory,) = remember(asked, "ada", wanted).memories
        assert memory.text == text
    assert first.text == LINES[0][1]


def test_a_memory_too_long_for_the_budget_silences_no_other(library: Library) -> None:
    story = _told(library, *LINES, ("ben", "The silver. " * 450))
    texts = _texts(story, "ada", "the silver the")
    assert LINES[1][1] in texts
    assert all(len(text) < 1000 for text in texts)


def test_what_reads_as_the_event_does_is_found_by_its_words(library: Library) -> None:
    story = _told(library, LINES[1])
    story.set("embedder", "none")
    (held,) = story.mind("ada").perceptions()
    story.edit("perception", held.id, text="I buried the copper.", accuracy="mistaken")
    assert _texts(story, "ada", "copper") == ["I buried the copper."]
    assert _texts(story, "ada", "silver") == []
    story.set("memory.imperfect", value=False)
    assert _texts(story, "ada", "silver") == [LINES[1][1]]
    assert _texts(story, "ada", "copper") == []


STRANGERS: dict[str, Any] = {
    "title": "The Hall",
    "places": [{"id": "hall", "name": "the hall"}],
    "characters": [
        {"id": "bob", "name": "Bob", "at": "hall"},
        {"id": "viktor", "name": "Viktor", "appearance": "a man with a silver cane", "at": "hall"},
        {"id": "li", "name": "李四", "appearance": "一个跛脚男人", "at": "hall"},
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("What did the man with a silver cane tell you?", "I buried it under the third oak."),
        ("A man with a silver cane?", "I buried it under the third oak."),
        ("跛脚男人说了什么？", "茶凉了。"),
    ],
)
def test_a_stranger_is_called_up_by_what_he_looks_like(
    library: Library, asked: str, said: str
) -> None:
    story = library.create(STRANGERS)
    story.set("embedder", "none")
    story.record({"steps": [
        {"who": "viktor", "says": "I buried it under the third oak."},
        {"who": "li", "says": "茶凉了。"}]})  # fmt: skip
    for number in range(20):
        story.record({"steps": [{"who": "bob", "says": f"Weather, number {number}, is it not?"}]})
    assert _texts(story, "bob", asked)[0] == said


def test_a_thought_is_told_from_what_was_said(library: Library) -> None:
    story = library.create(WORLD)
    story.record({"steps": [{"who": "ada", "thinks": "He lies."}, {"who": "ada", "says": "Hm!"}]})
    found = {m.text: m.event_kind for m in story.mind("ada").recall("He lies, hm").memories}
    assert found == {"He lies.": "thought", "Hm!": "line"}


def test_a_model_that_a_story_brought_and_nobody_has_leaves_words(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    story = _told(library, *LINES)
    story.set("embedder", "wordllama")

    def unknown(setting: str) -> None:
        raise BadSetting(f"There is no {setting}.")

    monkeypatch.setattr(library.context, "embedder", unknown)
    assert _texts(story, "ada", "silver")[0] == LINES[1][1]


PETS = (
    "The hound barked all night.", "Rain fell on the harbour.", "She paid the baker twice.",
    "A sail tore in the storm.", "The bread was burnt.", "Nobody mended the roof.",
    "Two coins lay on the table.", "The bell rang for mass.", "His boots were wet.",
    "The candle burnt down.", "They sang in the tavern.", "The mill stood still.",
)  # fmt: skip


def test_what_was_recorded_a_moment_ago_is_found_by_what_it_means(library: Library) -> None:
    """Nobody has asked for vectors, and nothing was done in the background yet."""
    story = library.create(WORLD)
    story.record_many([{"steps": [{"who": "ada", "says": text}]} for text in PETS])
    assert _texts(story, "ben", "dog")[0] == PETS[0]
    story.record({"steps": [{"who": "ada", "says": "A puppy followed me home."}]})
    assert {*_texts(story, "ben", "dog")[:4]} >= {PETS[0], "A puppy followed me home."}
    story.set("embedder", "none")
    assert _texts(story, "ben", "dog") == [], "no word of it was said"
