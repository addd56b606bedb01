"""Asking once more for a reply that could not be read, with what was wrong with it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

SHOWN: Final = 2000
"""How many characters of an unreadable reply its model is shown again: enough to see the slip."""


def schema_said(schema: type[BaseModel]) -> str:
    """How a reply of a schema is asked for in words."""
    said = json.dumps(schema.model_json_schema(), ensure_ascii=False, separators=(",", ":"))
    return f"Answer with one JSON object of this schema, and with nothing else:\n{said}"


def asked_again(faults: Sequence[str], schema: type[BaseModel]) -> str:
    """What a model is told after a reply of which nothing could be read."""
    named = " ".join(faults) or "It is no JSON of the schema."
    return f"That reply cannot be read. {named}\n{schema_said(schema)}"
