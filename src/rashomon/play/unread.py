"""Prose in a language that there is no grammar for: marks count, and words stay as they were typed.

Beside quotes or stars it is a deed; alone it is what the character says.
"""

from __future__ import annotations

from collections.abc import Iterator

from rashomon.play.stage import Stage
from rashomon.play.units import Tag, Unit


def is_spoken(prose: str, stage: Stage) -> bool:
    """Whether prose without any marks is what the character says: always."""
    return bool(prose)


def tag_before(prose: str, stage: Stage) -> tuple[str, Tag | None]:
    """No saying is told from a deed."""
    return prose, None


def tag_after(prose: str, stage: Stage) -> tuple[Tag | None, str]:
    """The same behind a quote."""
    return None, prose


def tag_to(prose: str, stage: Stage) -> tuple[str | None, str]:
    """Nor is whom it is for."""
    return None, prose


def narration(prose: str, stage: Stage) -> Iterator[Unit]:
    """One deed in the words typed."""
    yield Unit("deed", prose.strip())
