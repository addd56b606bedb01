"""What our own side raises while a model is asked."""

from __future__ import annotations


class TooLong(Exception):
    """A reply was longer than any reply should be, and was not read to its end."""


class Closed(Exception):
    """What should answer was never there, and trying again would not help: its words say why."""
