"""What the tests stand on: each database handed out is there, and is empty."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence


def test_a_library_url_is_a_fresh_database(library_url: str) -> None:
    if not library_url.startswith("postgresql:"):
        path = library_url.removeprefix("sqlite:///")
        with sqlite3.connect(path) as connection:
            assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
        connection.close()
        return
    import psycopg

    with psycopg.connect(library_url) as server:
        found = server.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchone() == (0,)
        assert server.info.server_version >= 18_00_00


def test_a_share_keeps_the_order_and_is_the_same_each_time(
    share: Callable[[Sequence[int]], list[int]],
) -> None:
    rows = list(range(1000))
    taken = share(rows)
    assert taken == sorted(taken) == share(rows)
    assert share([7]) == [7]
    assert share([]) == []
