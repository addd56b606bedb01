"""The printed pages of the reference are what the code says today; every link leads somewhere."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from docs import generate, words

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_printed_page_is_what_would_be_printed_today(name: str) -> None:
    there = (generate.FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert there == generate.PAGES[name](), "`make docs` prints it again"


def test_nothing_is_said_of_keys_that_are_no_more() -> None:
    printed = generate.world_page() + generate.turn_page()
    for model, keys in words.KEYS.items():
        for key, said in keys.items():
            assert said.replace("|", "\\|") in printed, f"{model}.{key} is printed nowhere"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_page_and_a_heading_that_are_there(page: Path) -> None:
    for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("http://", "https://")):
            continue
        file, _, anchor = link.partition("#")
        target = page.parent / file if file else page
        assert target.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in _headings(target), f"{link} names no heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_page_can_be_reached(page: Path) -> None:
    linked = {
        (each.parent / link.partition("#")[0]).resolve()
        for each in PAGES
        for link in LINK.findall(each.read_text(encoding="utf-8"))
    }
    assert page == ROOT / "README.md" or page.resolve() in linked, "no other page links to it"


def _headings(page: Path) -> set[str]:
    """The anchors that the headings of a page get."""
    found: set[str] = set()
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for head in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        kept = "".join(c for c in head.lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
        found.add(kept.replace(" ", "-"))
    return found


def test_every_message_that_is_explained_is_one_that_can_come() -> None:
    source = " ".join(
        re.sub(r'"\s*\n\s*f?"', "", path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "src").rglob("*.py"))
    )
    page = (ROOT / "docs" / "how-to" / "troubleshooting.md").read_text(encoding="utf-8")
    messages = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert messages
    for message in messages:
        for part in message.split("…"):
            assert part.strip() in source, f"nothing says {message!r}"
