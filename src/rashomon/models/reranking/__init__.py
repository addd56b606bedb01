"""Rerankers, one file each, and the table in which a setting finds them.

None ships with the package: a good one is a large model. What is not in the table is an address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rashomon.errors import BadSetting, did_you_mean
from rashomon.models.address import Keys, is_address, no_keys, read_address
from rashomon.models.reranking.endpoint import EndpointReranker
from rashomon.ports.reranker import Reranker

RERANKERS: Final[Mapping[str, Callable[[], Reranker | None]]] = {"none": lambda: None}
"""Every reranker that has a name."""


def make_reranker(setting: str, keys: Keys = no_keys) -> Reranker | None:
    """The reranker that a setting names, by name or address; `None` for none.

    Nothing is asked before it is used. Raises `BadSetting`.
    """
    make = RERANKERS.get(setting)
    if make is not None:
        return make()
    if is_address(setting):
        return EndpointReranker(read_address("reranker", setting), keys)
    near = did_you_mean(setting, RERANKERS) or "."
    raise BadSetting(
        f"reranker should be {', '.join(RERANKERS)} or an address such as"
        f" https://api.jina.ai/v1#MODEL, not {setting!r}{near}"
    )


def rerankers(keys: Keys = no_keys) -> Callable[[str], Reranker | None]:
    """`make_reranker` that makes each only once, so that its connections are kept."""
    made: dict[str, Reranker | None] = {}
    make = partial(make_reranker, keys=keys)

    def give(setting: str) -> Reranker | None:
        if setting not in made:
            made.setdefault(setting, make(setting))
        return made[setting]

    return give
