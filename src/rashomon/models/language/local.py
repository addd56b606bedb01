"""A model in a file, run by llama.cpp in this process: `gguf:PATH`.

xllamacpp brings llama.cpp's own server. It is started at the first question, listens on this
machine alone, and answers nobody who lacks the key that it was given at its start.
"""

from __future__ import annotations

import atexit
import os
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from rashomon.errors import BadSetting, named
from rashomon.models.address import Address
from rashomon.models.language.raised import Closed

MAGIC: Final = b"GGUF"

CONTEXT: Final = 8192
"""Tokens of context: twice what a prompt takes by default. A model made for fewer has fewer."""


def model_file(key: str, given: str) -> Path:
    """The file that a setting names. Raises `BadSetting` for what is no model on a disk here.

    A name that begins with two slashes is another machine's on some systems, and asking it for a
    file would tell it who is asking.
    """
    if given.startswith(("//", "\\\\")):
        raise BadSetting(f"{key} should name a file of this machine.")
    path = Path(given).expanduser()
    try:
        if not path.is_file():
            raise BadSetting(f"{key}: there is no file {named(path)}.")
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
    except (OSError, ValueError):
        raise BadSetting(f"{key}: {named(path)} cannot be read.") from None
    if magic != MAGIC:
        raise BadSetting(f"{key}: {named(path)} is no model in the form of GGUF.")
    if find_spec("xllamacpp") is None:
        raise BadSetting(f"{key}: a model in a file needs rashomon[local].")
    return path.resolve()


@dataclass(slots=True)
class Running:
    """A server and who still needs it."""

    server: Any
    key: str
    holders: set[int] = field(default_factory=set[int])

    def address(self, path: Path) -> Address:
        """Where it listens."""
        return Address(f"{self.server.listening_address}/v1", "127.0.0.1", path.stem)


_running: dict[Path, Running] = {}
_starting = threading.Lock()


def serve(path: Path, holder: int) -> tuple[Address, str]:
    """The address and the key of the server of a file, started if it is not: takes seconds.

    It runs until every holder has let go. Raises `Closed` for a file that cannot be loaded.
    """
    with _starting:
        running = _running.get(path)
        if running is None:
            running = _running[path] = _start(path)
        running.holders.add(holder)
        return running.address(path), running.key


def let_go(holder: int) -> None:
    """Stop every server that nobody else holds."""
    with _starting:
        for path, running in list(_running.items()):
            running.holders.discard(holder)
            if not running.holders:
                del _running[path]


def running() -> Mapping[Path, str]:
    """Every file that is served now, and where."""
    with _starting:
        return {path: each.address(path).url for path, each in _running.items()}


@atexit.register
def _stop() -> None:
    with _starting:
        _running.clear()


def threads() -> int:
    """How many threads to think with: half of the processors that this process may use.

    Threads wait for each other at every step. With two on two busy processors it made 2 to 11
    tokens a second, with one 46 to 82.
    """
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (usable or 1) // 2)


def _start(path: Path) -> Running:
    made: Any = import_module("xllamacpp")
    key = secrets.token_urlsafe(24)
    asked = made.CommonParams()
    asked.model.path = str(path)
    asked.hostnames, asked.port, asked.api_keys = ["127.0.0.1"], 0, [key]
    asked.n_ctx, asked.n_parallel = CONTEXT, 1
    asked.verbosity, asked.ui, asked.warmup = -1, False, False
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = threads()
    try:
        return Running(made.Server(asked), key)
    except RuntimeError:
        raise Closed(
            f"{named(path.name)} cannot be loaded; is there memory enough for it?"
        ) from None
