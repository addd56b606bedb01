"""Which words count as somebody's, what stood when, and what the engine merely puts together."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rashomon.story.history import EdgeAt, History, NameAt
from rashomon.story.naming import reference
from rashomon.story.places import Atlas
from rashomon.story.world import Character, Item, Place
from rashomon.views.auditing import Named
from rashomon.views.corpus import Corpus, Source, shorter, tokens_of, windows
from rashomon.views.grounds import Grounds, Past, Span, counted


def runs(text: str) -> list[str]:
    return [" ".join(window.words) for window in windows(tokens_of(text))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One two three four.", []),
        ("One, two: THREE four five!", ["one two three four five"]),
        ("One two three\nfour five", []),
        (f"One two {reference('ann')} three four five", []),
        ("He doesn't say Mara's name", ["he doesn t say mara s name"]),
        ("他把钥匙藏在井边", ["他 把 钥 匙 藏 在 井 边"]),
        ("他把钥匙藏了", []),
    ],
)
def test_a_run_is_five_words_or_eight_characters_on_one_line(text: str, found: list[str]) -> None:
    assert runs(text) == found


def test_a_short_text_counts_as_a_whole_from_three_words_on() -> None:
    corpus = Corpus([Source("nobody", text, text) for text in ("It is done.", "Come in!")])
    tokens = tokens_of("They say it is done today, so come in")
    hits = [w.words for w in shorter(tokens, corpus.longest_whole) if corpus.being(w.words)]
    assert hits == [("it", "is", "done")]


def test_sources_are_found_by_runs_and_by_any_words_they_have() -> None:
    texts = ("The key lies under the third stone.", "Under the third stone is the key.", "A stone")
    corpus = Corpus([Source("nobody", text, text) for text in texts])
    (window,) = windows(tokens_of("lies under the third stone"))
    assert list(corpus.with_run(window.words)) == [0]
    assert corpus.having(("third", "stone")) == (0, 1)
    assert corpus.having(("stone",)) == (0, 1, 2)
    assert corpus.having(("one",)) == ()


class V(NamedTuple):
    commit: int
    gone: bool = False


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [(1, 1, []), (2, 2, [2]), (3, 4, [2]), (4, 5, [2, 5]), (5, 6, [5]), (7, 9, []), (6, 7, [5])],
)
def test_what_counts_is_what_was_the_newest_at_some_time(
    first: int, last: int, found: list[int]
) -> None:
    versions = [V(2), V(5), V(7, gone=True)]
    assert [each.commit for each in counted(versions, Span(first, last, 0))] == found


def _grounds() -> Grounds:
    people = [
        Character(id=id, name=name, at="yard", appearance=looks)
        for id, name, looks in (
            ("ann", "Ann", "a tall woman"), ("bob", "Sir Bob Ash", "a man"), ("cid", "Cid", "a boy")
        )
    ]  # fmt: skip
    things = [Place(id="yard", name="the yard"), Item(id="gem", name="the gem", at="yard")]
    history = History(
        names=(NameAt(1, 0, "bob", "Sir Bob Ash", False),),
        edges=(EdgeAt(1, 0, "yard", "authored", False),),
    )
    atlas = Atlas({each.id: each for each in (*people, *things)}, frozenset(), {})
    return Grounds(Past("ann", frozenset({"ann"}), history, atlas, "en", {}), Span(1, 1, 0))


@pytest.mark.parametrize(
    ("text", "composed"),
    [
        ("a stranger to a stranger and Sir Bob Ash", True),
        ("Who Ann is", True),
        ("stranger to a tall woman", True),
        ("go to the yard", True),
        ("Ann whispers to Sir Bob", True),
        ("a stranger to Cid and a stranger", False),
        ("go to the gem", False),
        ("Ann hates Sir Bob Ash", False),
        ("whispers to and to", False),
    ],
)
def test_names_that_the_engine_joins_say_nothing(text: str, composed: bool) -> None:
    words = [token.text for token in tokens_of(text)]
    assert _grounds().composed(words) is composed


def test_a_name_is_found_in_the_forms_in_which_it_may_stand() -> None:
    names = Named.of([("the iron key", "key"), ("a chest", "chest"), ("the Order", "order")])
    text = "The iron key. Iron key. A chest, some chest. Order! the Order"
    found = [(each.name, names.base[each.name]) for each in names.finder.find(text)]
    assert found == [
        ("The iron key", "the iron key"), ("Iron key", "the iron key"), ("A chest", "a chest"),
        ("Order", "the Order"), ("the Order", "the Order"),
    ]  # fmt: skip
