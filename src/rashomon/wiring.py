"""Where the house is put together: the one room that names concrete classes and reads the clock."""

from __future__ import annotations

import os
import time
from pathlib import Path

from rashomon.api.library import Library
from rashomon.engine.background import Background
from rashomon.engine.context import Context
from rashomon.models.address import key_variables
from rashomon.models.embedding import embedders
from rashomon.models.language import models
from rashomon.models.reranking import rerankers
from rashomon.stores.store import SqlStore


def default_database() -> str:
    """The database used where none is named: `RASHOMON_DB`, or a file in the user's data folder."""
    named = os.environ.get("RASHOMON_DB")
    if named:
        return named
    import platformdirs

    folder = Path(platformdirs.user_data_dir("rashomon", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / "stories.db")


def key_for(host: str) -> str | None:
    """The key for a host that serves models, as the environment has it."""
    for name in key_variables(host):
        found = os.environ.get(name)
        if found:
            return found
    return None


def open(url: str | os.PathLike[str] | None = None) -> Library:
    """Open a library of stories.

    `url` is a path, `sqlite:///…`, `:memory:` or `postgresql://…`; without one, the default
    database. Raises `StoreUnavailable` or `NewerSchema`.
    """
    target = default_database() if url is None else os.fspath(url)
    language = models(key_for)
    context = Context(
        SqlStore(target, time.time),
        embedder=embedders(key_for),
        reranker=rerankers(key_for),
        models=language,
        clock=time.time,
    )
    background = Background(context)
    context.touched = background.touch

    def ends() -> None:
        background.close()
        context.calls.close()
        language.close()

    return Library(context, time.time, ends)
