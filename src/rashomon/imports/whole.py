"""Writing a file so that it is there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from rashomon.errors import BadFile, named


@contextmanager
def whole(path: Path) -> Generator[BinaryIO]:
    """A file to write to, which takes the place of `path` only once all of it is on the disk."""
    part: Path | None = None
    try:
        part = path.with_name(f".{path.name}.part")
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "that is no name of a file"
        raise BadFile(f"{named(path)} cannot be written: {reason}.") from None
    finally:
        if part is not None:
            with suppress(OSError, ValueError):
                part.unlink(missing_ok=True)
