"""The worlds that come along, by name."""

from __future__ import annotations

from pathlib import Path

from rashomon.errors import BadFile, did_you_mean

FOLDER = Path(__file__).parent.parent / "examples"


def example_names() -> list[str]:
    """The names by which `new` takes them."""
    return sorted(file.stem for file in FOLDER.glob("*.yaml"))


def world_file(named: str) -> Path:
    """The file somebody means: one of their own first, else a world that comes along."""
    own = Path(named)
    if own.exists() or named not in example_names():
        if not own.exists() and own.name == named and not own.suffix:
            near = did_you_mean(named, example_names()) or (
                f"; the worlds that come along are {', '.join(example_names())}."
            )
            raise BadFile(f"There is no file {named}{near}")
        return own
    return FOLDER / f"{named}.yaml"
