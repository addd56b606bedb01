"""What is due is done in the background, once a story has been left alone for a moment.

Nothing is queued: a story is merely looked at again, and what is due is what the store says. So a
crash, or a library that is closed, loses no work and leaves none half done.
"""

from __future__ import annotations

import logging
import threading
import time

from rashomon.engine.context import Context
from rashomon.engine.embed_missing import embed_missing
from rashomon.errors import RashomonError

QUIET = 2.0
"""Seconds without another touch before a story is looked at: whoever records a thousand turns one
after the other is not slowed down in between."""

PATIENCE = 10.0
"""Seconds to wait at the end for what is being done; it stops at its next batch."""

log = logging.getLogger("rashomon")


class Background:
    """One thread a library, started when first needed and ended with it."""

    def __init__(self, context: Context, quiet: float | None = None) -> None:
        self._context = context
        self._quiet = QUIET if quiet is None else quiet
        self._touched: dict[str, float] = {}
        self._changed = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None

    def touch(self, story: str) -> None:
        """Note that something was done in a story, or that somebody took it up."""
        with self._changed:
            if self._closing:
                return
            idle = not self._touched
            self._touched[story] = time.monotonic()
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._run, name="rashomon in the background", daemon=True
                )
                self._thread.start()
            elif idle:  # else it wakes by itself, and looks again how long the story was left alone
                self._changed.notify()

    def close(self) -> None:
        """Stop, at the next batch."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(PATIENCE)

    def _run(self) -> None:
        while (story := self._next()) is not None:
            try:
                embed_missing(self._context, story, self._go_on)
            except _Stopped:
                return
            except RashomonError as error:  # a story deleted meanwhile, a database that is gone
                log.info("What is due in %s stays due: %s", story, error)
            except Exception:
                log.exception("What is due in %s stays due.", story)

    def _next(self) -> str | None:
        """The next story that has been left alone for long enough; `None` at the end."""
        with self._changed:
            while not self._closing:
                if not self._touched:
                    self._changed.wait()
                    continue
                story, since = min(self._touched.items(), key=lambda each: each[1])
                left = since + self._quiet - time.monotonic()
                if left <= 0:
                    del self._touched[story]
                    return story
                self._changed.wait(left)
        return None

    def _go_on(self, done: int, of: int) -> None:
        if self._closing:
            raise _Stopped


class _Stopped(Exception):
    """The library is being closed."""
