"""Names in texts: which are found, what is referred to, and what counts when it is merely said."""

from __future__ import annotations

import pytest

from rashomon.story.naming import Finder, refer, referred, render, spoken_names, unnamed

FOUND: list[tuple[str, list[str], str, list[str]]] = [
    ("a whole word", ["Mara"], "He sees Mara.", ["Mara"]),
    ("at both ends", ["Mara"], "Mara sees Mara", ["Mara", "Mara"]),
    ("not within a word", ["Mara"], "Marathon, Samara, Mara_1, Mara2", []),
    ("a possessive", ["Mara"], "Mara's and Mara’s", ["Mara", "Mara"]),
    ("beside a dash", ["Mara"], "anti-Mara", ["Mara"]),
    ("case counts", ["Mara"], "mara MARA", []),
    ("longest first", ["Ada", "Ada Mara", "Mara"], "Ada Mara, Ada, Mara",
     ["Ada Mara", "Ada", "Mara"]),
    ("no overlap", ["Ada Mara", "Mara Lee"], "Ada Mara Lee", ["Ada Mara"]),
    ("half of a longer one", ["Ada Mara", "Ada"], "Ada Maran", ["Ada"]),
    ("with an apostrophe", ["O'Brien"], "O'Brien's hat, O'Brienne", ["O'Brien"]),
    ("with a dot", ["Mr. X", "Mr."], "Mr. X is no Mr. Y", ["Mr. X", "Mr."]),
    ("with a dash", ["Anne-Marie", "Anne"], "Anne-Marie, Anne", ["Anne-Marie", "Anne"]),
    ("accents", ["Zoë", "Élise"], "Zoë d'Élise, Zoëlle", ["Zoë", "Élise"]),
    ("beginning with a sign", ["«X»"], "the «X» men", ["«X»"]),
    ("signs of patterns", ["A.*"], "A.* is not Abc", ["A.*"]),
    ("Cyrillic", ["Анна"], "Анна и Аннабель", ["Анна"]),
    ("Chinese", ["李雷"], "他告诉李雷了", ["李雷"]),
    ("Chinese, longest first", ["李", "李雷"], "李雷和李", ["李雷", "李"]),
    ("Japanese", ["さくら"], "あのさくらが", ["さくら"]),
    ("Korean", ["민수"], "민수가 왔다", ["민수"]),
    ("Latin within Chinese", ["Mara"], "他告诉Mara了", ["Mara"]),
    ("Latin within Chinese, both", ["Mara", "李雷"], "李雷和Mara走了", ["李雷", "Mara"]),
    ("Latin within a Latin word within Chinese", ["Mara"], "他告诉Marathon了", []),
    ("nothing", [], "Mara", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("names", "text", "found"), [r[1:] for r in FOUND], ids=[r[0] for r in FOUND]
)
def test_names_are_found_as_whole_words_longest_first(
    names: list[str], text: str, found: list[str]
) -> None:
    finder = Finder((name, name.casefold()) for name in names)
    assert [each.name for each in finder.find(text)] == found
    assert all(text[e.start : e.end] == e.name for e in finder.find(text))
    kept = refer(text, finder)
    assert referred(kept) == [name.casefold() for name in found]
    assert render(kept, {name.casefold(): name for name in names}.__getitem__) == text
    assert all(name.casefold() not in unnamed(kept) for name in found)


def test_of_two_with_one_name_the_first_is_meant() -> None:
    assert [e.owner for e in Finder([("Ada", "one"), ("Ada", "two")]).find("Ada")] == ["one"]


SPOKEN: list[tuple[str, list[str]]] = [
    ("the Order of Ash", ["Order of Ash"]),
    ("The Order", ["Order"]),
    ("an Inn", ["Inn"]),
    ("A Thing", ["Thing"]),
    ("Theodore's", ["Theodore's"]),
    ("an iron key", []),
    ("The keep", []),
    ("the", []),
    ("iPhone", ["iPhone"]),
    ("铜钥匙", ["铜钥匙"]),
    ("the 铜 key", ["铜 key"]),
]


@pytest.mark.parametrize(("name", "spoken"), SPOKEN)
def test_a_name_counts_when_said_with_a_capital_or_in_cjk_and_without_article(
    name: str, spoken: list[str]
) -> None:
    assert list(spoken_names([name])) == spoken
