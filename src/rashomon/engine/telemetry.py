"""Spans for whoever has OpenTelemetry set up; nothing at all for everybody else.

OpenTelemetry is no dependency: where it cannot be imported, or no provider was set, a span costs
one look at a variable. Attributes bear ids and numbers and never a prompt or a reply: a collector
is no place for what people write.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any

SHORT = 200
"""Characters of an attribute: a name or an id, and no text that could be somebody's."""


@cache
def _tracer() -> Any:
    """OpenTelemetry's tracer, which is one that does nothing until a provider is set."""
    try:
        from importlib import import_module

        return import_module("opentelemetry.trace").get_tracer("rashomon")
    except ImportError:
        return None


@contextmanager
def span(name: str, **attributes: bool | int | float | str | None) -> Generator[None]:
    """Time what happens inside, under a name that begins with `rashomon.`.

    `None` is left out, and texts are cut. Of what is raised inside the kind is told, and no word:
    a message may quote.
    """
    tracer = _tracer()
    if tracer is None:
        yield
        return
    given = {
        f"rashomon.{key}": value[:SHORT] if isinstance(value, str) else value
        for key, value in attributes.items()
        if value is not None
    }
    started = tracer.start_as_current_span(
        f"rashomon.{name}", attributes=given, record_exception=False, set_status_on_exception=False
    )
    with started as current:
        try:
            yield
        except BaseException as error:
            current.set_attribute("error.type", type(error).__name__)
            raise
