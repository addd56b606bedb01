"""Symbols: an author's ids as the small integers that rows hold, per story."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, insert, select

from rashomon.stores.tables import symbols


class Symbols:
    """The ids of one story, kept between transactions.

    Ids are only ever added to it, so what is known stays true; what another process added is
    read when a number or a name is met that is not known yet. Threads share it: readers look up
    without waiting, and whoever adds to it holds its lock.
    """

    def __init__(self, story: int) -> None:
        self.story = story
        self._numbers: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._fresh: list[str] = []
        self._last = 0
        self._adding = threading.RLock()

    @property
    def numbers_known(self) -> Mapping[str, int]:
        """The numbers of the ids met so far, for whoever looks up thousands."""
        return self._numbers

    def refresh(self, connection: Connection) -> None:
        """Read what was added since."""
        with self._adding:
            query = select(symbols.c.id, symbols.c.name).where(
                symbols.c.story == self.story, symbols.c.id > self._last
            )
            for number, name in connection.execute(query.order_by(symbols.c.id)):
                self._know(number, name)

    def _know(self, number: int, name: str) -> None:
        self._numbers[name] = number
        self._names[number] = name
        self._last = number

    def number(self, connection: Connection, name: str) -> int | None:
        """The number of an id, or `None` for one that no row can hold."""
        if name not in self._numbers:
            self.refresh(connection)
        return self._numbers.get(name)

    def name(self, connection: Connection, number: int | None) -> str | None:
        """The id behind a number."""
        if number is None:
            return None
        found = self._names.get(number)
        if found is None:
            self.refresh(connection)
            found = self._names[number]
        return found

    def make(self, connection: Connection, name: str) -> int:
        """The number of an id, which it is given if it has none. In a writing transaction only."""
        found = self._numbers.get(name)
        if found is not None:
            return found
        self.refresh(connection)
        if name in self._numbers:
            return self._numbers[name]
        with self._adding:
            number = self._last + 1
            connection.execute(insert(symbols), {"story": self.story, "id": number, "name": name})
            self._know(number, name)
            self._fresh.append(name)
        return number

    def kept(self) -> None:
        """The transaction that made the newest ones was committed."""
        self._fresh.clear()

    def forget(self) -> None:
        """The transaction that made the newest ones was rolled back."""
        with self._adding:
            for name in self._fresh:
                self._names.pop(self._numbers.pop(name), None)
            self._last -= len(self._fresh)
            self._fresh.clear()

    def numbers(self, connection: Connection, names: Iterable[str]) -> list[int]:
        """The numbers of those ids that have one."""
        found = (self.number(connection, name) for name in names)
        return [number for number in found if number is not None]
